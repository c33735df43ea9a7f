#include "checker/harness/asked_wrongly.hpp"

#include <string>

namespace checker {

void require_elements(const char* function, std::size_t first, std::size_t count, std::size_t all) {
    if (first <= all && count <= all - first) {
        return;
    }
    const bool begins_inside = first < all;
    throw asked_wrongly({begins_inside ? "out-of-bounds/chunk-too-long" : "out-of-bounds/no-chunk",
                         {{"function", function},
                          {"first", std::to_string(first)},
                          {"asked", std::to_string(count)},
                          {"left", std::to_string(begins_inside ? all - first : 0)},
                          {"all", std::to_string(all)}},
                         {}});
}

void require_memory(const char* function, const void* memory) {
    if (memory == nullptr) {
        throw asked_wrongly({"call-failed/null-pointer", {{"function", function}}, {}});
    }
}

}  // namespace checker
