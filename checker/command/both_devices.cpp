#include "checker/command/both_devices.hpp"

#include <thread>
#include <utility>

#include "checker/command/apart.hpp"
#include "checker/command/gpu_build.hpp"
#include "checker/grading/merged_verdict.hpp"

namespace checker {

lab_result check_on_gpu(const context& c, const lab_job& job) {
    make_gpu_parts(c);
    auto on_gpu = job;
    on_gpu.device = "gpu";
    auto beside = job;
    beside.device = "sim";
    beside.times_elsewhere = true;
    auto [sim, result] = check_both(c, beside, on_gpu);
    if (result.said.outcome == status::inconclusive &&
        result.said.find_check("device") != nullptr) {
        return result;  // no GPU after all
    }
    result.said = merged(result.said, sim.said, *job.what, c.say);
    return std::move(result);
}

both_results check_both(const context& c, const lab_job& sim, const lab_job& gpu) {
    // Where there are processors for both, nobody waits.
    constexpr unsigned int enough = 8;
    const bool beside = std::thread::hardware_concurrency() >= enough;
    both_results results;
    check_apart simulated([&] { return check_lab(c, sim); }, c.say);
    if (!beside) {
        results.sim = simulated.get();
    }
    check_apart on_gpu([&] { return check_lab(c, gpu); }, c.say);
    if (beside) {
        results.sim = simulated.get();
    }
    results.gpu = on_gpu.get();
    return results;
}

}  // namespace checker
