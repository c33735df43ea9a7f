#include <string>
#include <vector>

#include "checker/tests/catch.hpp"
#include "common/simcuda/rewriter/tests/in_file.hpp"
#include "common/simcuda/rewriter/tests/properties.hpp"

using namespace simcuda::rewriter;
using namespace simcuda::rewriter::testing;

TEST_CASE("names keep their places in every spelling of a launch", "[rewriter]") {
    const std::vector<std::string> texts{
        "::\nv1<<<\nv2, 1>>>(v3);\nv4",  // a callee of several lines
        "v1<<<\rv2, 1>>>(v3);",          // a carriage return ends no line
        "v1<<\\\n<v2, v3>>>(v4); v5",    // a spliced operator
        "extern __shared__ int s[];extern __shared__ int s[];v1",
        "extern __shared__ int s[] __attribute__((aligned(16))); v1",
        "cudaLaunchKernel((const\nvoid*)v1, v2); v3",
        "cudaLaunchKernel(reinterpret_cast<void*>(v1), v2); v3",
        "cudaLaunchKernel((void*\n# 7 \"lab.cu\"\n)v1, v2); v3",
        "int __noinline__ f() { ::v1<<<v2, v3>>>(v4); }",
    };
    for (const std::string& text : texts) {
        INFO(text);
        CHECK(rewrite(in_file(text)).problems.empty());
        CHECK(broken_rule(in_file(text), {}).empty());
    }
}

TEST_CASE("a kernel that is cast for cudaLaunchKernel keeps its type", "[rewriter]") {
    CHECK(meaning("cudaLaunchKernel((const void*)k<int>, 1, 1, p);") ==
          "cudaLaunchKernel( k<int>, 1, 1, p);");
    CHECK(meaning("cudaLaunchKernel(reinterpret_cast<const void*>(&k), 1, 1, p);") ==
          "cudaLaunchKernel( (&k), 1, 1, p);");
    CHECK(meaning("cudaLaunchKernel((int*)k, 1, 1, p);") == "cudaLaunchKernel((int*)k, 1, 1, p);");
    CHECK(meaning("f((void*)k);") == "f((void*)k);");
}

TEST_CASE("a launch inside the name of another is refused", "[rewriter]") {
    for (const std::string text :
         {"(k<<<1, 1>>>())<<<1, 1>>>();", "v<k<<<v<a<b<1>>><<<1, 1>>>();"}) {
        INFO(text);
        CHECK_FALSE(rewrite(in_file(text)).problems.empty());
    }
}

TEST_CASE("what only resembles a shared array is left to the compiler", "[rewriter]") {
    for (const std::string text :
         {"extern __shared__ [];", "extern __shared__ int s[]v;", "extern __shared__ int s[][v"}) {
        CHECK(rewritten(text) == text);
    }
}
