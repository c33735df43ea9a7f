#include "lab.hpp"

void add_one(const int* in, int* out, int n) {
    // LEARNER: write each element of out
    for (int i = 0; i < n; ++i) {
        out[i] = in[i] + 1;
    }
    //| (void)in, (void)out, (void)n;
    // LEARNER END
}
