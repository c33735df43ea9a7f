#include "checker/grading/content_hash.hpp"

#include <fmt/core.h>

namespace checker {

void content_hash::add(std::string_view bytes) {
    for (std::uint64_t length = bytes.size(), i = 0; i < 8; ++i, length >>= 8) {
        mix(static_cast<unsigned char>(length));
    }
    for (const char c : bytes) {
        mix(static_cast<unsigned char>(c));
    }
}

std::string content_hash::text() const {
    return fmt::format("{:016x}", value_);
}

}  // namespace checker
