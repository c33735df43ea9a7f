#include "checker/harness/catch_session.hpp"

#include <array>

#if !__has_include(<catch2/catch_all.hpp>)
#define CATCH_CONFIG_EXTERNAL_INTERFACES  // for the listener
#ifndef CATCH_MAIN_IS_WRAPPED
#define CATCH_CONFIG_RUNNER
#endif
#endif
#include "checker/harness/report.hpp"
#include "checker/tests/catch.hpp"

namespace checker {
namespace {

#if __has_include(<catch2/catch_all.hpp>)
using listener_base = Catch::EventListenerBase;
#else
using listener_base = Catch::TestEventListenerBase;
#endif

/// Turns test cases into checks. An assertion of the checker's own that fails is our error; what is
/// the learner's fault is told to the report, which then leaves the test case.
class check_listener : public listener_base {
public:
    using listener_base::listener_base;

    void testCaseStarting(const Catch::TestCaseInfo& info) override {
        report().begin_check(info.name);
    }
    void testCaseEnded(const Catch::TestCaseStats& stats) override {
        report().end_check(stats.totals.assertions.allOk());
    }
};

}  // namespace
}  // namespace checker

using checker::check_listener;
CATCH_REGISTER_LISTENER(check_listener)

#ifdef CATCH_MAIN_IS_WRAPPED
extern "C" int __real_main(int argc, char** argv);
#endif

namespace checker {

void run_test_cases() {
    char program[] = "checker";
    char out[] = "--out";
    char nowhere[] = "/dev/null";
    char order[] = "--order";
    char declared[] = "decl";
    std::array<char*, 6> arguments = {program, out, nowhere, order, declared, nullptr};
    constexpr int count = 5;
#ifdef CATCH_MAIN_IS_WRAPPED
    static_cast<void>(__real_main(count, arguments.data()));
#else
    static_cast<void>(Catch::Session().run(count, arguments.data()));
#endif
}

}  // namespace checker
