#include <string>
#include <vector>

#include "checker/tests/catch.hpp"
#include "common/simcuda/rewriter/tests/in_file.hpp"

using namespace simcuda::rewriter;
using namespace simcuda::rewriter::testing;
using Catch::Matchers::ContainsSubstring;

namespace {

struct example {
    std::string code;
    int line = 0, column = 0;
    std::string says;
};

}  // namespace

TEST_CASE("what cannot be simulated is named, with its place", "[rewriter]") {
    const std::vector<example> examples{
        {"int a;\n  <<<1, 2>>>(p);", 2, 3, "no kernel stands before"},
        {"x = 3 <<<1, 2>>>(p);", 1, 7, "no kernel stands before"},
        {"k<<<1, 2(p);", 1, 2, "'>>>' is missing"},
        {"k<<<1, 2>>(p);", 1, 2, "'>>>' is missing"},
        {"<<<<<<< HEAD\nint a;\n", 1, 1, "merge conflict"},
        {"k<<<>>>(p);", 1, 2, "nothing stands between '<<<' and '>>>'"},
        {"x;\n  k<<<1>>>(p);", 2, 4, "not how many threads each has. Write both: kernel<<<"},
        {"k<<<dim3(1, 2)>>>(p);", 1, 2, "not how many threads"},
        {"k<<<n / 2>>>();", 1, 2, "not how many threads"},
        {"const int N = 3;\nvoid f() { k<<<N>>>(p); }", 2, 13, "not how many threads"},
        {"k<<<1, 2, 0, s, t>>>(p);", 1, 2, "this launch has 5 values"},
        {"__global__ void k(int* p);\nvoid f() {\n    k(p);\n}", 3, 5,
         "'k' is a kernel and is called like a function here. Launch it: k<<<blocks, threads>>>("},
        {"__global__ void k() {} int main() { if (x) k(); }", 1, 44, "called like a function"},
        {"__global__ void k() {} int main() { for (;;) { f(); k(); } }", 1, 53, "like a function"},
        {"template <class T> __global__ void k(T x) {} void f() { k(3); }", 1, 57, "is a kernel"},
        {"__global__ void k() {} __global__ void j() { k(); }", 1, 46, "a __device__ function"},
        {"__global__ void k() {\n  j<<<1, 2>>>(); }", 2, 4, "dynamic parallelism"},
        {"__device__ void f() { j<<<1, 2>>>(); }", 1, 24, "dynamic parallelism"},
        {"__global__ void k() { asm(\"nop;\"); }", 1, 23, "PTX"},
        {"__device__ void f() { asm volatile(\"nop;\"); }", 1, 23, "PTX"},
        {"cudaTextureObject_t t;", 1, 1, "textures"},
        {"float x = tex2D<float>(t, 1, 2);", 1, 11, "textures"},
        {"cudaLaunchCooperativeKernel(f, 1, 2, a);", 1, 1, "cannot wait for one another"},
        {"__global__ __cluster_dims__(2) void k() {}", 1, 12, "clusters"},
        {"nvcuda::wmma::fragment<int> f;", 1, 1, "tensor cores"},
        {"cuda::pipeline<> p;", 1, 1, "libcu++"},
        {"cuInit(0);", 1, 1, "driver API"},
        {"cuMemAlloc(&p, 1);", 1, 1, "cudaMalloc"},
        {"__half h;", 1, 1, "half precision"},
        {"__shfl_down(x, 1);", 1, 1, "__shfl_down_sync(0xffffffff"},
        {"cg::cluster_group g;", 1, 5, "clusters"},
        {"x = __vadd4(a, b);", 1, 5, "packed bytes"},
        {"__global__ void k() { int* p = (int*)malloc(4); }", 1, 38, "inside a kernel"},
        {"nvrtcProgram p;", 1, 1, "NVRTC"},
        {"#define USE(t) tex2D(t, 1, 2)\nint a;\n USE(t);", 1, 16, "textures"},
        {"#define K(n) __global__ void n() {\nK(k) a; }", 1, 34, "does not close it"},
        {"# 1 \"/usr/include/thrust/sort.h\" 1\nint a;\n", 1, 1, "Thrust"},
    };
    for (const example& each : examples) {
        INFO(each.code);
        const std::vector<problem> problems = rewrite(in_file(each.code)).problems;
        REQUIRE(!problems.empty());
        CHECK(problems.front().file == "lab.cu");
        CHECK(problems.front().line == each.line);
        CHECK(problems.front().column == each.column);
        CHECK_THAT(problems.front().message, ContainsSubstring(each.says));
    }
}

TEST_CASE("names that only resemble unsupported ones are the learner's own", "[rewriter]") {
    const std::vector<std::string> fine{
        "int tex2D = 1;",
        "object.cuInit(1); pointer->tex2D(2);",
        "int cuboid(int); int x = cuboid(3);",
        "void f() { asm(\"nop\"); }",
        "__host__ __device__ void f() { } void g() { asm(\"nop\"); }",
        "my::cuda::thing x;",
        "int half = 1; float __shfl_downs; void* p = malloc(4);",
        "#define NEVER_USED tex2D(t, 1, 2)\n",
        "const char* s = \"cudaTextureObject_t\"; // cuInit(0)",
    };
    for (const std::string& code : fine) {
        INFO(code);
        CHECK(rewrite(in_file(code)).problems.empty());
    }
}

TEST_CASE("a configuration whose values the text does not tell is the compiler's affair",
          "[rewriter]") {
    const std::vector<std::string> fine{
        "#define ON(s) 1, 2, 0, s\nvoid f() { k<<<ON(s)>>>(p); }",
        "#define HOW 1, 2\nvoid f() { k<<<HOW>>>(p); }",
        "void f() { k<<<FROM_THE_COMMAND_LINE>>>(p); }",
        "template <class... T> void f(T... t) { k<<<t...>>>(p); }",
        "#define LAUNCH(k, how) k<<<how>>>(p)\nvoid f() { LAUNCH(k, (1)); }",
        "void f() { k<<<g<1, 2, 3>(4), h<5, 6>(7)>>>(p); }",
        "void f() { k<<<{1, 2}, {3}, sizeof(a) * (2, 3), s>>>(p); }",
    };
    for (const std::string& code : fine) {
        INFO(code);
        CHECK(rewrite(in_file(code)).problems.empty());
    }
}

TEST_CASE("a name that is a kernel's and something else's may be called", "[rewriter]") {
    const std::string kernel = "__global__ void k(int* p) { }\n";
    const std::vector<std::string> fine{
        "void f() { k<<<1, 2>>>(p); }",
        "void k(long); void f() { k(3); }",
        "void f() { auto k = [](int) {}; k(3); }",
        "void f(std::function<void(int)> k) { k(3); }",
        "void f(void (*k)(int)) { k(3); }",
        "void f(g& k) { k(3); }",
        "struct s { void k(int); void f() { k(3); } };",
        "void f() { o.k(3); p->k(3); n::k(3); }",
        "int f() { return g(k, 3); }",
        "__global__ void k(int* p);",
        "template __global__ void k<int>(int* p);",
        "#define k(x) j(x)\nvoid f() { k(3); }",
        "struct k { k(); };",
        "\n# 1 \"/usr/include/k.h\" 1 3\ntemplate <class T> void k (T x);\n# 3 \"lab.cu\" 2\n"
        "void f() { k(3); }",
    };
    for (const std::string& code : fine) {
        INFO(code);
        CHECK(rewrite(in_file(kernel + code)).problems.empty());
    }
}

TEST_CASE("headers of parts that are not there are explained", "[rewriter]") {
    CHECK_THAT(explain_header("cuda/pipeline"), ContainsSubstring("libcu++"));
    CHECK_THAT(explain_header("thrust/device_vector.h"), ContainsSubstring("CUDA Toolkit"));
    CHECK_THAT(explain_header("cub/cub.cuh"), ContainsSubstring("CUB"));
    CHECK_THAT(explain_header("cuda_fp16.h"), ContainsSubstring("half precision"));
    CHECK(explain_header("cooperative_groups.h").empty());
    CHECK(explain_header("my_cuda/pipeline").empty());
    CHECK(explain_header("vector").empty());
    CHECK(rewrite(in_file("# 1 \"/home/me/cuda/own.cuh\" 1\nint a;\n")).problems.empty());
    CHECK(rewrite(in_file("# 1 \"/opt/include/cccl/cuda/std/atomic\" 1 3\n")).problems.size() == 1);
}

TEST_CASE("conditionals that clang leaves are followed", "[rewriter]") {
    options known;
    known.predefined = {"KNOWN"};
    const auto problems = [&known](const std::string& code) {
        return rewrite(in_file(code), known).problems.size();
    };
    const std::string bad = "tex2D(t);\n";
    CHECK(problems("#ifdef KNOWN\n" + bad + "#endif\n") == 1);
    CHECK(problems("#ifndef KNOWN\n" + bad + "#endif\n") == 0);
    CHECK(problems("#ifdef UNKNOWN\n" + bad + "#else\n#endif\n") == 0);
    CHECK(problems("#ifdef UNKNOWN\n#else\n" + bad + "#endif\n") == 1);
    CHECK(problems("#if 0 /* evaluated */\n" + bad + "#elif 1\n#else\n" + bad + "#endif\n") == 0);
    CHECK(problems("#if 0\n#ifdef KNOWN\n" + bad + "#endif\n#endif\n") == 0);
    CHECK(problems("#define A\n#undef KNOWN\n#ifdef KNOWN\n" + bad +
                   "#endif\n#ifdef A\n#endif\n") == 0);
    CHECK(problems("#if 0\ndon't \"\n#else\n" + bad + "#endif\n") == 1);
    CHECK(
        problems(
            "# 1 \"s.h\" 1 3\n#define FROM_SYSTEM 1 // \"\n# 2 \"lab.cu\" 2\n#ifdef FROM_SYSTEM\n" +
            bad + "#endif\n") == 1);
}

TEST_CASE("system headers pass unread", "[rewriter]") {
    const std::string text =
        "# 1 \"lab.cu\"\nint a;\n# 1 \"/s/x.h\" 1 3\n__global__ void k() { }\nj<<<1, "
        "2>>>(tex2D(1));\n"
        "# 2 \"lab.cu\" 2\nint b;\n";
    const result made = rewrite(text);
    CHECK(made.text == text);
    CHECK(made.problems.empty());
    CHECK(made.files == std::vector<std::string>{"lab.cu"});
}
