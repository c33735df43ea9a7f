// Misconception: Large copies are the fastest.

#include "lab.hpp"

#include <algorithm>

cudaError_t choose_plan(const job& work, plan& chosen) {
    chosen = {work.count, 4};
    return work.run(chosen);
}
