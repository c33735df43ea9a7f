#include "lab.hpp"

void add_one(const int* in, int* out, int n) {
    // TODO: write each element of out
    (void)in, (void)out, (void)n;
}
