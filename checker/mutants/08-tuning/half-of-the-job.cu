// Misconception: Two chunks are enough to overlap.

#include "lab.hpp"

#include <algorithm>

cudaError_t choose_plan(const job& work, plan& chosen) {
    chosen = {(work.count + 1) / 2, 2};
    return work.run(chosen);
}
