// simcuda-reference [PROGRAMS [FIRST_SEED]]: as the test does, with as many programs as wanted.
// Prints the first that differs, as a source file, and ends with 1.

#include <cstdio>
#include <cstdlib>

#include "common/simcuda/tests/reference/trial.hpp"

int main(int argc, char** argv) {
    using namespace simcuda::reference;
    const std::uint64_t programs = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 100'000;
    const auto first = static_cast<std::uint32_t>(argc > 2 ? std::atoi(argv[2]) : 0);
    tally count;
    for (std::uint64_t i = 0; i < programs; ++i) {
        const std::uint32_t seed = first + static_cast<std::uint32_t>(i);
        if (const std::string source = try_seed(seed, count); !source.empty()) {
            std::printf("// Seed %u.\n%s", seed, source.c_str());
            return 1;
        }
        if (i % 1000 == 999) {
            std::fprintf(stderr, "\r%llu programs", static_cast<unsigned long long>(i + 1));
        }
    }
    std::fprintf(stderr, "\n");
    std::printf("%llu programs, %llu operations, %llu pairs of operations compared, %llu race\n",
                static_cast<unsigned long long>(count.programs),
                static_cast<unsigned long long>(count.operations),
                static_cast<unsigned long long>(count.pairs),
                static_cast<unsigned long long>(count.racing));
}
