#include "common/simcuda/tests/reference/trial.hpp"

#include "common/simcuda/tests/reference/as_source.hpp"
#include "common/simcuda/tests/reference/machines.hpp"
#include "common/simcuda/tests/reference/random_program.hpp"
#include "common/simcuda/tests/reference/reference.hpp"
#include "common/simcuda/tests/reference/runner.hpp"
#include "common/simcuda/tests/reference/shrink.hpp"

namespace simcuda::reference {

std::vector<std::string> differences(const program& p, rule_set rules, tally* count) {
    const expected reference = work_out(p, figures_of(p.machine), rules);
    const outcome found = run_on_device(p);
    if (count != nullptr) {
        const std::uint64_t n = reference.work.size();
        ++count->programs;
        count->operations += n;
        count->pairs += n * (n - 1) / 2;
        count->racing += reference.races.size();
    }
    return compare(p, reference, found);
}

std::string try_seed(std::uint32_t seed, tally& count, rule_set rules) {
    const program p = random_program(seed);
    if (differences(p, rules, &count).empty())
        return {};
    const program small =
        shrink(p, [&](const program& q) { return !differences(q, rules).empty(); });
    return as_source(small, work_out(small, figures_of(small.machine), rules),
                     run_on_device(small));
}

}  // namespace simcuda::reference
