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
            request wanted =
                bench.ask(std::filesystem::path(CASES_FOLDER) / "torture.cu", compiler);
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
            "device.cu",
            "__global__ void k(int* p) { *p += 1; }\nvoid run(int* p) { k<<<1, 1>>>(p); }\n");
        request wanted = bench.ask(device, compiler);
        wanted.sources.push_back(
            bench.write("main.cpp",
                        "#include <cuda_runtime.h>\nvoid run(int*);\nint main() {\n    int* p = "
                        "nullptr; int h = 41;\n"
                        "    cudaMalloc(&p, sizeof h);\n    cudaMemcpy(p, &h, sizeof h, "
                        "cudaMemcpyDefault);\n    run(p);\n"
                        "    cudaMemcpy(&h, p, sizeof h, cudaMemcpyDeviceToHost);\n    "
                        "cudaFree(p);\n    return h;\n}\n"));
        wanted.makes = product::program;
        wanted.output = bench.at("program");
        const outcome made = compile(wanted);
        INFO(compiler << "\n" << bench.take_told());
        REQUIRE(made.status == build_status::built);
        CHECK(run_process({wanted.output.string()}).status == 42);
    }
}

TEST_CASE("a debugger stops in a chosen thread of a kernel", "[driver][programs]") {
    if (!find_program("gdb")) {
        SKIP("there is no gdb");
    }
    workbench bench;
    const auto source = bench.write("lab.cu",
                                    "__global__ void halve(int* p, int n) {\n"
                                    "    const int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
                                    "    int value = i < n ? p[i] : 0;\n"
                                    "    __syncthreads();\n"
                                    "    if (i < n) p[i] = value / 2;\n"
                                    "}\n"
                                    "int main() {\n"
                                    "    int* p = nullptr;\n"
                                    "    int h[8] = {0, 10, 20, 30, 40, 50, 60, 70};\n"
                                    "    cudaMalloc(&p, sizeof h);\n"
                                    "    cudaMemcpy(p, h, sizeof h, cudaMemcpyHostToDevice);\n"
                                    "    halve<<<1, 8>>>(p, 8);\n"
                                    "    cudaMemcpy(h, p, sizeof h, cudaMemcpyDeviceToHost);\n"
                                    "    cudaFree(p);\n"
                                    "    return h[3];\n"
                                    "}\n");
    request wanted = bench.ask(source, "g++");
    wanted.makes = product::program;
    wanted.output = bench.at("lab");
    wanted.flags = {"-O0"};
    REQUIRE(compile(wanted).status == build_status::built);
    const process_result told = run_process({"gdb",
                                             "-batch",
                                             "-nx",
                                             "-ex",
                                             "break lab.cu:5 if threadIdx.x == 3",
                                             "-ex",
                                             "run",
                                             "-ex",
                                             "print value",
                                             "-ex",
                                             "print n",
                                             "-ex",
                                             "print threadIdx",
                                             "-ex",
                                             "backtrace",
                                             "-ex",
                                             "delete",
                                             "-ex",
                                             "continue",
                                             wanted.output.string()});
    if (told.output.find("Breakpoint 1, ") == std::string::npos &&
        (told.errors.find("ptrace") != std::string::npos ||
         told.errors.find("not permitted") != std::string::npos)) {
        SKIP("this machine lets no program be debugged");
    }
    INFO(told.output << told.errors);
    CHECK_THAT(told.output, ContainsSubstring("lab.cu:5"));
    CHECK_THAT(told.output, ContainsSubstring("$1 = 30\n"));
    CHECK_THAT(told.output, ContainsSubstring("$2 = 8\n"));
    CHECK_THAT(told.output, ContainsSubstring("$3 = {x = 3, y = 0, z = 0}"));
    CHECK_THAT(told.output, ContainsSubstring("exited with code 017"));
}
