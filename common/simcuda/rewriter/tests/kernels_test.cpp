#include <string>
#include <vector>

#include "checker/tests/catch.hpp"
#include "common/simcuda/rewriter/tests/in_file.hpp"

using namespace simcuda::rewriter;
using namespace simcuda::rewriter::testing;

namespace {

const std::string begin = "{ return ::simcuda::enter(__func__, [=]() mutable -> void {";

struct example {
    std::string name, code, becomes;
};

}  // namespace

TEST_CASE("a kernel's body becomes what each thread runs", "[rewriter]") {
    const std::vector<example> examples{
        {"plain", "__global__ void k(int* p) { *p; }",
         "__global__ void k(int* p) " + begin + " *p; }); }"},
        {"empty", "__global__ void k() {}", "__global__ void k() " + begin + " }); }"},
        {"launch bounds", "__global__ __launch_bounds__(2) void k() { a; }",
         "__global__ __launch_bounds__(2) void k() " + begin + " a; }); }"},
        {"bounds at the end", "__global__ void k() __launch_bounds__(2) { a; }",
         "__global__ void k() __launch_bounds__(2) " + begin + " a; }); }"},
        {"static inline", "static inline __global__ void k() { a; }",
         "static inline __global__ void k() " + begin + " a; }); }"},
        {"after the type", "void __global__ k() { a; }",
         "void __global__ k() " + begin + " a; }); }"},
        {"linkage", "extern \"C\" __global__ void k() { a; }",
         "extern \"C\" __global__ void k() " + begin + " a; }); }"},
        {"noexcept", "__global__ void k() noexcept(f<1>()) { a; }",
         "__global__ void k() noexcept(f<1>()) " + begin + " a; }); }"},
        {"trailing type", "__global__ auto k() -> void { a; }",
         "__global__ auto k() -> void " + begin + " a; }); }"},
        {"braces among the parameters", "__global__ void k(s x = {1}) { a; }",
         "__global__ void k(s x = {1}) " + begin + " a; }); }"},
        {"member", "struct s { static __global__ void k() { a; } };",
         "struct s { static __global__ void k() " + begin + " a; }); } };"},
        {"member outside", "__global__ void s<int>::k() { a; }",
         "__global__ void s<int>::k() " + begin + " a; }); }"},
        {"constrained", "__global__ void k(T p) requires (sizeof(T) > 1) { a; }",
         "__global__ void k(T p) requires (sizeof(T) > 1) " + begin + " a; }); }"},
        {"requires expression", "__global__ void k(T p) requires requires(T t) { t + 1; } { a; }",
         "__global__ void k(T p) requires requires(T t) { t + 1; } " + begin + " a; }); }"},
        {"attribute", "__global__ __attribute__((x({}))) void k() { a; }",
         "__global__ __attribute__((x({}))) void k() " + begin + " a; }); }"},
        {"not inlined", "__device__ __noinline__ int f() { a; }",
         "__device__ __attribute__((noinline)) int f() { a; }"},
        {"not inlined, as the library says it", "__attribute__((__noinline__, cold)) int f();",
         "__attribute__((__noinline__, cold)) int f();"},
        {"cast to an address", "__global__ void k(); void* p = (void*)k;",
         "__global__ void k(); void* p = ::simcuda::kernel_cast{}->* k;"},
        {"cast of its address", "__global__ void n::k(); f((const void *)&n::k);",
         "__global__ void n::k(); f(::simcuda::kernel_cast{}->* &n::k);"},
        {"cast by name", "__global__ void __launch_bounds__(2) k(); g(reinterpret_cast<void*>(k));",
         "__global__ void __launch_bounds__(2) k(); g(::simcuda::kernel_cast{}->* (k));"},
        {"cast of something else", "__global__ void k(); void* p = (void*)q; (void)k;",
         "__global__ void k(); void* p = (void*)q; (void)k;"},
        {"digraphs", "__global__ void k() <% a; %>", "__global__ void k() " + begin + " a; }); }"},
        {"brace in a string", "__global__ void k() { f(\"}\", '}', R\"(})\"); /* } */ }",
         "__global__ void k() " + begin + " f(\"}\", '}', R\"(})\"); /* } */ }); }"},
        {"two on a line", "__global__ void a() {} __global__ void b() {}",
         "__global__ void a() " + begin + " }); } __global__ void b() " + begin + " }); }"},
        {"through a macro", "#define K __global__ void\nK k() { a; }",
         "#define K __global__ void K k() " + begin + " a; }); }"},
        {"through two macros", "#define G __global__\n#define K(n) G void n\nK(k)(int x) { a; }",
         "#define G __global__ #define K(n) G void n K(k)(int x) " + begin + " a; }); }"},
        {"a macro that makes the head", "#define K(n) __global__ void n(int x)\nK(k) { a; } K(j);",
         "#define K(n) __global__ void n(int x) K(k) " + begin + " a; }); } K(j);"},
        {"a macro that is forgotten",
         "#define K __global__ void\n#undef K\n#define K void\nK k() { a; }",
         "#define K __global__ void #undef K #define K void K k() { a; }"},
    };
    for (const example& each : examples) {
        INFO(each.name);
        CHECK(meaning(each.code) == each.becomes);
        CHECK(rewrite(in_file(each.code)).problems.empty());
    }
}

TEST_CASE("a macro that makes a whole kernel is rewritten in place", "[rewriter]") {
    CHECK(rewritten("#define K(n) __global__ void n() { a; }\nK(k) int f() { return 1; }") ==
          "#define K(n) __global__ void n() " + begin + " a; }); }\nK(k) int f() { return 1; }");
    CHECK(rewritten("#define K(n, body) __global__ void n() body\nK(k, { a; }) int f() { b; }") ==
          "#define K(n, body) __global__ void n() { return ::simcuda::enter(__func__, [=]() "
          "mutable -> void body); }\nK(k, { a; }) int f() { b; }");
}

TEST_CASE("a kernel's body keeps its lines and columns", "[rewriter]") {
    CHECK(rewritten("__global__ void k() { a; }  int x;\nint y;") ==
          "__global__ void k() {\n#line 1 \"lab.cu\"\n                      return "
          "::simcuda::enter(__func__, [=]() mutable -> void {\n#line 1 \"lab.cu\"\n"
          "                      a; }); }\n#line 1 \"lab.cu\"\n"
          "                            int x;\nint y;");
}

TEST_CASE("a body without an end is left to the compiler's own words", "[rewriter]") {
    CHECK(rewritten("__global__ void k() { if (x) {\n}\n") ==
          "__global__ void k() { if (x) {\n}\n");
}

TEST_CASE("dynamic shared memory becomes a pointer", "[rewriter]") {
    const std::string get = "(::simcuda::dynamic_shared())";
    const auto told = [](int number) {
        return " [[maybe_unused]] static const ::simcuda::device_variable simcuda_variable_" +
               std::to_string(number) + "(s, \"s\");";
    };
    const std::vector<example> examples{
        {"in a function", "void f() { extern __shared__ float s[]; }",
         "void f() { [[maybe_unused]] float *const s = static_cast<float *>" + get + " ; }"},
        {"aligned", "void f() { extern __shared__ __align__(16) unsigned char s[]; }",
         "void f() { [[maybe_unused]] unsigned char *const s = static_cast<unsigned char *>" + get +
             " ; }"},
        {"other order", "void f() { __shared__ extern volatile T<int> s[]; }",
         "void f() { [[maybe_unused]] volatile T < int > *const s = static_cast<volatile T < int > "
         "*>" +
             get + " ; }"},
        {"rows", "void f() { extern __shared__ int s[][8]; }",
         "void f() { [[maybe_unused]] int (*const s)[ 8 ] = static_cast<int (*)[ 8 ] >" + get +
             " ; }"},
        {"two names", "void f() { extern __shared__ int a[], b[]; }",
         "void f() { [[maybe_unused]] int *const a = static_cast<int *>" + get +
             ", *const b = static_cast<int *>" + get + " ; }"},
        {"namespace scope", "namespace n { extern __shared__ int s[]; }",
         "namespace n { [[maybe_unused]] static int *const s = static_cast<int *>" + get + " ;" +
             told(6) + " }"},
        {"said twice", "extern __shared__ int s[]; extern __shared__ int s[];",
         "[[maybe_unused]] static int *const s = static_cast<int *>" + get + " ;" + told(3) + " ;"},
        {"other namespace",
         "namespace a { extern __shared__ int s[]; } namespace b { extern __shared__ int s[]; }",
         "namespace a { [[maybe_unused]] static int *const s = static_cast<int *>" + get + " ;" +
             told(6) +
             " } namespace b { [[maybe_unused]] static int *const s = static_cast<int *>" + get +
             " ;" + told(17) + " }"},
    };
    for (const example& each : examples) {
        INFO(each.name);
        CHECK(meaning(each.code) == each.becomes);
    }
}
