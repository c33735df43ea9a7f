// Templates that double without end.

#include "lab.hpp"

template <int depth, int path>
struct tree {
    static constexpr int value =
        tree<depth - 1, 2 * path>::value + tree<depth - 1, 2 * path + 1>::value;
};
template <int path>
struct tree<0, path> {
    static constexpr int value = 1;
};

cudaError_t process(const job& work) {
    return tree<26, 1>::value > 0 ? cudaSuccess : cudaErrorUnknown;
}
