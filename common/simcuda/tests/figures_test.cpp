#include <fstream>
#include <iostream>

#include "checker/tests/catch.hpp"
#include "common/simcuda/driver/process.hpp"
#include "common/simcuda/tests/program.hpp"

using namespace simcuda::tests;

// meson test -C build simcuda-figures -v    shows them side by side
TEST_CASE("simulated transfer figures are those of an H200", "[figures]") {
    workshop shop;
    const fs::path program =
        shop.build(test_file("h200_figures.cu"), usual_ways().front(), {"-O1"});
    const run_result ended = shop.run(program, {{}, {{"SIMCUDA_PROFILE", "h200"}}});
    REQUIRE(ended.status == 0);
    const fs::path simulated = shop.folder() / "figures.txt";
    std::ofstream(simulated) << ended.output;
    const auto compared =
        simcuda::driver::run_process({"python3", test_file("compare_figures.py").string(),
                                      test_file("h200_figures.txt").string(), simulated.string()});
    std::cout << compared.output << compared.errors;
    CHECK(compared.status == 0);
}
