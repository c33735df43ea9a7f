#include "lab.hpp"

void reverse(const int* in, int* out, int n) {
    // LEARNER: write each element of out
    for (int i = 0; i < n; ++i) {
        out[i] = in[n - 1 - i];
    }
    //| (void)in, (void)out, (void)n;
    // LEARNER END
}
