#include <vector>

#if !__has_include(<catch2/catch_all.hpp>)
#define CATCH_CONFIG_EXTERNAL_INTERFACES  // for the listener
#endif
#include "checker/tests/catch.hpp"

int& skipped_test_cases() {
    static int count = 0;
    return count;
}

namespace {

constexpr int passed = 0;
constexpr int failed = 1;
constexpr int all_skipped = 77;  // Meson's word for it

}  // namespace

#if __has_include(<catch2/catch_all.hpp>)

int main(int argc, char** argv) {
    constexpr int catch_says_all_skipped = 4;
    const int status = Catch::Session().run(argc, argv);
    if (status == catch_says_all_skipped) {
        return all_skipped;
    }
    return status == 0 ? passed : failed;
}

#else

namespace {

// Catch2 2 passes when no test matched, unless it is told to warn about it.
std::vector<char*> with_no_tests_as_failure(int argc, char** argv) {
    static char option[] = "--warn";
    static char value[] = "NoTests";
    std::vector<char*> arguments(argv, argv + argc);
    arguments.insert(arguments.end(), {option, value});
    arguments.push_back(nullptr);
    return arguments;
}

int& started_test_cases() {
    static int count = 0;
    return count;
}

struct test_case_counter : Catch::TestEventListenerBase {
    using TestEventListenerBase::TestEventListenerBase;
    void testCaseStarting(const Catch::TestCaseInfo&) override { ++started_test_cases(); }
};

int our_status(int catch_status) {
    if (catch_status != 0) {
        return failed;
    }
    const int skipped = skipped_test_cases();
    return skipped > 0 && skipped == started_test_cases() ? all_skipped : passed;
}

}  // namespace

CATCH_REGISTER_LISTENER(test_case_counter)

#ifdef CATCH_MAIN_IS_WRAPPED

// The linker's --wrap=main makes these the program's entry and the prebuilt library's main.
extern "C" int __real_main(int argc, char** argv);
extern "C" int __wrap_main(int argc, char** argv);

extern "C" int __wrap_main(int argc, char** argv) {
    auto arguments = with_no_tests_as_failure(argc, argv);
    return our_status(__real_main(argc + 2, arguments.data()));
}

#else

int main(int argc, char** argv) {
    auto arguments = with_no_tests_as_failure(argc, argv);
    return our_status(Catch::Session().run(argc + 2, arguments.data()));
}

#endif
#endif
