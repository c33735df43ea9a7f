#include "checker/command/nvcc_options.hpp"
#include "checker/tests/catch.hpp"

using namespace checker;

TEST_CASE("the options of nvcc that books and makefiles use are known") {
    using enum nvcc_option;
    for (const char* option :
         {"-lineinfo", "-G", "--use_fast_math", "-use_fast_math", "--extended-lambda",
          "-arch=sm_90", "-gencode=arch=compute_90,code=sm_90", "-Xptxas=-v", "-rdc=true",
          "-maxrregcount=32"}) {
        INFO(option);
        CHECK(nvcc_option_of(option) == without_effect);
    }
    for (const char* option : {"-arch", "-gencode", "-Xptxas", "-x", "-ccbin"}) {
        INFO(option);
        CHECK(nvcc_option_of(option) == without_effect_with_value);
    }
    CHECK(nvcc_option_of("-Xcompiler") == for_host_compiler);
    CHECK(nvcc_option_of("-dc") == separate_compilation);
    for (const char* option : {"-g", "-O3", "-lm", "-L.", "-DG", "-Iarch", "x.cu", "-", "--"}) {
        INFO(option);
        CHECK(nvcc_option_of(option) == unknown);
    }
}
