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

TEST_CASE("a signal is told from an exit", "[driver]") {
    CHECK(run_process({"sh", "-c", "kill -9 $$"}).status == 128 + 9);
}

TEST_CASE("a program that is not there throws", "[driver]") {
    CHECK_THROWS_AS(run_process({"no-such-program-anywhere"}), std::system_error);
}
