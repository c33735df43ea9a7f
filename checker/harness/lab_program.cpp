#include "checker/harness/lab_program.hpp"

#include <fmt/core.h>

#include <exception>

#include "checker/harness/catch_session.hpp"
#include "checker/harness/report.hpp"
#include "checker/harness/the_device.hpp"

namespace checker {
namespace {

int send(const verdict& v) {
    send_verdict(v);
    return exit_status(v.outcome);
}

verdict our_error(const char* what) {
    const auto asked = request_from_environment();
    verdict v;
    v.lab = asked.lab;
    v.device = asked.device;
    v.profile = asked.profile;
    v.max_points = asked.max_points;
    v.checks.push_back(
        {"checker", status::error,
         fmt::format("The checker could not do its work: {}\n\nThis is not your code's fault.",
                     what)});
    return v;
}

verdict without_device(const char* why) {
    auto v = our_error(why);
    v.outcome = status::inconclusive;
    v.profile.clear();
    v.checks = {{"device", status::inconclusive,
                 fmt::format("There is no GPU that works here: {}.\n\nThe simulated device needs "
                             "none: --device sim",
                             why)}};
    return v;
}

}  // namespace

int run_lab_program() {
    try {
        const auto& device = the_device();  // an unknown profile ends here
        if (device.kind() == "gpu") {
            report().runs_on(device.machines().front());
        }
        run_test_cases();
        return send(report().finish());
    } catch (const no_device& problem) {
        return send(without_device(problem.what()));
    } catch (const std::exception& problem) {
        return send(our_error(problem.what()));
    }
}

}  // namespace checker
