// Misconception: What was measured once holds everywhere.

#include "lab.hpp"

#include <algorithm>

cudaError_t choose_plan(const job& work, plan& chosen) {
    chosen = {std::min(work.count, std::size_t{1} << 17), 4};
    return work.run(chosen);
}
