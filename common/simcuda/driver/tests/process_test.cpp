#include <cstdlib>
#include <system_error>

#include "checker/tests/catch.hpp"
#include "common/simcuda/driver/process.hpp"

using simcuda::driver::process_result;
using simcuda::driver::run_process;

TEST_CASE("both outputs are read in full, however they fill", "[driver]") {
    // More than a pipe holds, on each in turn.
    const process_result result =
        run_process({"sh", "-c",
                     "i=0; while [ $i -lt 3000 ]; do i=$((i+1)); "
                     "printf '%0100d\\n' $i >&2; printf '%0100d\\n' $i; done; exit 7"});
    CHECK(result.status == 7);
    CHECK(result.output.size() == 3000 * 101);
    CHECK(result.errors.size() == 3000 * 101);
}

TEST_CASE("arguments pass through no shell", "[driver]") {
    CHECK(run_process({"printf", "%s|", "a b", "$HOME", "`x`", "\"'"}).output ==
          "a b|$HOME|`x`|\"'|");
}

TEST_CASE("the environment is handed on, and a compiler that is ccache is the compiler",
          "[driver]") {
    const auto line = "echo $PATH; echo $CCACHE_DISABLE";
    CHECK(run_process({"sh", "-c", line}).output == std::string(std::getenv("PATH")) + "\n1\n");
}

TEST_CASE("a signal is told from an exit", "[driver]") {
    CHECK(run_process({"sh", "-c", "kill -9 $$"}).status == 128 + 9);
}

TEST_CASE("a program that is not there throws", "[driver]") {
    CHECK_THROWS_AS(run_process({"no-such-program-anywhere"}), std::system_error);
}
