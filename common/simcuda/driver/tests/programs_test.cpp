#include <string>

#include "checker/tests/catch.hpp"
#include "common/simcuda/driver/process.hpp"
#include "common/simcuda/driver/tests/workbench.hpp"

using namespace simcuda::driver;
using namespace simcuda::driver::testing;
using Catch::Matchers::ContainsSubstring;

TEST_CASE("launches in every form run", "[driver][programs]") {
    for (const std::string& compiler : compilers()) {
        for (const char* const level : {"-O0", "-O1", "-O3"}) {
            workbench bench;
            request wanted = bench.ask(std::filesystem::path(CASES_FOLDER) / "torture.cu", compiler);
            wanted.makes = product::program;
            wanted.output = bench.at("torture");
            wanted.flags = {level};
            const outcome made = compile(wanted);
            INFO(compiler << " " << level << "\n" << bench.take_told());
            REQUIRE(made.status == build_status::built);
            const process_result ran = run_process({wanted.output.string()});
            INFO(ran.output << ran.errors);
            CHECK(ran.status == 0);
            CHECK_THAT(ran.output, ContainsSubstring(" wrong=0 "));
        }
    }
}

TEST_CASE("several sources make one program", "[driver][programs]") {
    for (const std::string& compiler : compilers()) {
        workbench bench;
        const auto device = bench.write(
            "device.cu", "__global__ void k(int* p) { *p += 1; }\nvoid run(int* p) { k<<<1, 1>>>(p); }\n");
        request wanted = bench.ask(device, compiler);
        wanted.sources.push_back(bench.write(
            "main.cpp",
            "#include <cuda_runtime.h>\nvoid run(int*);\nint main() {\n    int* p = nullptr; int h = 41;\n"
            "    cudaMalloc(&p, sizeof h);\n    cudaMemcpy(p, &h, sizeof h, cudaMemcpyDefault);\n    run(p);\n"
            "    cudaMemcpy(&h, p, sizeof h, cudaMemcpyDeviceToHost);\n    cudaFree(p);\n    return h;\n}\n"));
        wanted.makes = product::program;
        wanted.output = bench.at("program");
        const outcome made = compile(wanted);
        INFO(compiler << "\n" << bench.take_told());
        REQUIRE(made.status == build_status::built);
        CHECK(run_process({wanted.output.string()}).status == 42);
    }
}
