#pragma once

#include "simcuda/groups/block.hpp"

// What reductions and scans combine values with.

namespace cooperative_groups {

#define SIMCUDA_OPERATOR(name, result)                                \
    template <class T>                                                \
    struct name {                                                     \
        SIMCUDA_GROUP T operator()(T a, T b) const { return result; } \
    };
SIMCUDA_OPERATOR(plus, static_cast<T>(a + b))
SIMCUDA_OPERATOR(less, b < a ? b : a)
SIMCUDA_OPERATOR(greater, a < b ? b : a)
SIMCUDA_OPERATOR(bit_and, static_cast<T>(a& b))
SIMCUDA_OPERATOR(bit_or, static_cast<T>(a | b))
SIMCUDA_OPERATOR(bit_xor, static_cast<T>(a ^ b))
#undef SIMCUDA_OPERATOR

}  // namespace cooperative_groups
