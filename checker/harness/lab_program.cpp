#include "checker/harness/lab_program.hpp"

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

/// English where even the translations cannot be read: that is then what is told.
translation language_of(const request& asked) {
    try {
        return asked.words.empty() ? translation{} : translation::load(asked.words);
    } catch (const std::exception&) {
        return {};
    }
}

verdict our_error(const char* what) {
    const auto asked = request_from_environment();
    const auto say = language_of(asked);
    verdict v;
    v.lab = asked.lab;
    v.device = asked.device;
    v.profile = asked.profile;
    v.max_points = asked.max_points;
    v.checks.push_back({"checker", status::error,
                        say(phrase("The checker could not do its work: {}", what)) + "\n\n" +
                            say(phrase("This is not your code's fault."))});
    return v;
}

verdict without_device(const char* why) {
    const auto say = language_of(request_from_environment());
    auto v = our_error(why);
    v.outcome = status::inconclusive;
    v.profile.clear();
    v.checks = {{"device", status::inconclusive,
                 say(phrase("There is no GPU that works here: {}.", why)) + "\n\n" +
                     say(phrase("The simulated device needs none: --device sim"))}};
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
