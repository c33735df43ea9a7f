#include <regex>
#include <string>
#include <vector>

#include "checker/tests/catch.hpp"
#include "common/simcuda/rewriter/tests/in_file.hpp"

using namespace simcuda::rewriter;
using namespace simcuda::rewriter::testing;

namespace {

/// "device a, managed b": what the rewritten code announces; "untold" where it says that it cannot.
std::string announced(const std::string& code) {
    const std::string text = rewritten(code);
    const std::regex call(
        R"re((device|managed)_variable simcuda_variable_\d+\(([^,]*), "([^"]*)"\);)re");
    std::string all;
    for (std::sregex_iterator i(text.begin(), text.end(), call), end; i != end; ++i) {
        all += (all.empty() ? "" : ", ") + i->str(1) + " " + i->str(2);
        CHECK(i->str(2) == i->str(3));  // the variable and its name
    }
    if (text.find("::simcuda::untold_variables") != std::string::npos)
        all += all.empty() ? "untold" : ", untold";
    return all;
}

struct example {
    std::string code, announces;
};

}  // namespace

TEST_CASE("variables on the device are announced", "[rewriter]") {
    const std::vector<example> examples{
        {"__device__ int a;", "device a"},
        {"__constant__ float k[3];", "device k"},
        {"static __device__ int a[2][3] = {{1}, {2}}, b(c);", "untold"},
        {"static __device__ const int *a = f(1, 2), b[3] = {1, 2}, *c;",
         "device a, device b, device c"},
        {"__device__ volatile unsigned long long int a = 1 < 2;", "device a"},
        {"__constant__ std::array<int, 4> t{}, u;", "device t, device u"},
        {"__device__ n::pair<int, n::pair<int, int>> p;", "device p"},
        {"__device__ __align__(16) float4 v;", "device v"},
        {"__device__ [[maybe_unused]] int v;", "device v"},
        {"__device__ int n::x = 3;", "device n::x"},
        {"int __device__ x;", "device x"},
        {"inline __device__ int x;", "device x"},
        {"__managed__ float m;", "managed m"},
        {"__device__ __managed__ float m, n[2];", "managed m, managed n"},
        {"namespace a { namespace { __device__ int x; } }", "device x"},
        {"extern \"C\" __device__ int x;", "device x"},
        {"#define PLACE __device__\nPLACE int x;", "device x"},
        {"#define PLACE __constant__\nPLACE int x[3];", "device x"},
        {"__global__ void k() { static int n = 0; ++n; }", "device n"},
        {"__device__ int f() { static int* n; return *n; }", "device n"},
        {"extern __shared__ float s[];", "device s"},
    };
    for (const example& each : examples) {
        INFO(each.code);
        CHECK(announced(each.code) == each.announces);
    }
}

TEST_CASE("functions, other declarations and constants are not announced", "[rewriter]") {
    const std::vector<std::string> examples{
        "int host;",
        "extern __device__ int a;",
        "__device__ extern int a;",
        "__device__ int f(int);",
        "__device__ int f(int x) { return x; }",
        "__device__ int* f(int x = 3), *g(int);",
        "__device__ point operator+(point, point);",
        "__device__ point operator()(int x) { return x; }",
        "__host__ __device__ s::s() {}",
        "template <class T> __device__ T f(T x) { return x; }",
        "struct s { __device__ int f(); __device__ s(); int x; };",
        "auto l = [] __device__ (int x) { return x; };",
        "void host() { static int n; }",
        "__global__ void k() { static const int n[2] = {1, 2}; static constexpr int c = 1; }",
        "__global__ void k() { static __shared__ int s[4]; __shared__ static int t; int u; }",
        "#define D __device__\nD int f(int x) { return x; }",
    };
    for (const std::string& each : examples) {
        INFO(each);
        CHECK(announced(each).empty());
    }
}

TEST_CASE("where a variable cannot be named, that is announced", "[rewriter]") {
    const std::vector<std::string> examples{
        "template <class T> __device__ T v;",
        "__device__ int (*f)(int);",
        "__device__ int (*f[4])(int) = {};",
        "__host__ __device__ int f() { static int n; return n; }",
        "#define D(n) __device__ int n\nD(x);",
    };
    for (const std::string& each : examples) {
        INFO(each);
        CHECK(announced(each) == "untold");
    }
}

TEST_CASE("an announcement stands on its variable's line", "[rewriter]") {
    const std::string code = "__device__ int a; __device__ int b;\nint c;\n";
    const std::string text = rewritten(code);
    CHECK(text.substr(0, text.find('[')) == "__device__ int a; ");
    CHECK(text.substr(text.size() - 8) == "\nint c;\n");
}
