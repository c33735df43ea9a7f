#include "common/simcuda/runtime/error_texts.hpp"

#include <algorithm>
#include <iterator>

namespace simcuda {
namespace {

struct error_entry {
    int number;
    const char* name;
    const char* text;
};

constexpr error_entry entries[] = {
#include "common/simcuda/runtime/error_texts.inc"
};
constexpr error_entry unknown{-1, "unrecognized error code", "unrecognized error code"};

const error_entry& find(cudaError_t error) {
    const auto* it = std::find_if(std::begin(entries), std::end(entries),
                                  [&](const error_entry& e) { return e.number == error; });
    return it != std::end(entries) ? *it : unknown;
}

}  // namespace

const char* error_name(cudaError_t error) {
    return find(error).name;
}

const char* error_text(cudaError_t error) {
    return find(error).text;
}

}  // namespace simcuda
