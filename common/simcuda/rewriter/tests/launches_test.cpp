#include <string>
#include <vector>

#include "checker/tests/catch.hpp"
#include "common/simcuda/rewriter/tests/in_file.hpp"

using namespace simcuda::rewriter;
using namespace simcuda::rewriter::testing;

namespace {

struct example {
    std::string name, code, becomes;
};

}  // namespace

TEST_CASE("a launch becomes a configured call", "[rewriter]") {
    const std::string call = "::simcuda::configure(1, 2 ) ? (void)0 : ";
    const std::vector<example> examples{
        {"plain", "k<<<1, 2>>>(p);", call + "k (p);"},
        {"spaced", "k <<< 1, 2 >>> (p);", "::simcuda::configure ( 1, 2 ) ? (void)0 : k (p);"},
        {"template", "k<int, 3><<<1, 2>>>(p);", call + "k<int, 3> (p);"},
        {"nested templates", "k<v<w<int>>><<<1, 2>>>(p);", call + "k<v<w<int>>> (p);"},
        {"shift inside", "k<v<(8>>1)>::x><<<1, 2>>>(p);", call + "k<v<(8>>1)>::x> (p);"},
        {"global name in template", "k<::t><<<1, 2>>>(p);", call + "k<::t> (p);"},
        {"qualified", "a::b::k<<<1, 2>>>(p);", call + "a::b::k (p);"},
        {"from the root", "x = 1; ::a::k<<<1, 2>>>(p);", "x = 1; " + call + "::a::k (p);"},
        {"dependent", "T::template k<int><<<1, 2>>>(p);", call + "T::template k<int> (p);"},
        {"template of a class", "a<int>::k<<<1, 2>>>(p);", call + "a<int>::k (p);"},
        {"member", "o.k<<<1, 2>>>(p);", call + "o.k (p);"},
        {"arrow", "this->k<<<1, 2>>>(p);", call + "this->k (p);"},
        {"pointer", "(*f)<<<1, 2>>>(p);", call + "(*f) (p);"},
        {"table", "t[i][0]<<<1, 2>>>(p);", call + "t[i][0] (p);"},
        {"returned", "get(x)(y)<<<1, 2>>>(p);", call + "get(x)(y) (p);"},
        {"after return", "return k<<<1, 2>>>(p);", "return " + call + "k (p);"},
        {"after else", "else k<<<1, 2>>>(p);", "else " + call + "k (p);"},
        {"after if", "if (x) k<<<1, 2>>>(p);", "if (x) " + call + "k (p);"},
        {"pointer after if", "if (x) (*f)<<<1, 2>>>(p);", "if (x) " + call + "(*f) (p);"},
        {"after a cast", "(void)k<<<1, 2>>>(p);", "(void)(" + call + "k (p)) ;"},
        {"folded", "(k<<<1, 2>>>(p), ...);", "((" + call + "k (p)) , ...);"},
        {"comparison in front", "a < b; k<<<1, 2>>>(p);", "a < b; " + call + "k (p);"},
        {"template in the configuration", "k<<<f<int>(1), 2>>>(p);",
         "::simcuda::configure( f<int>(1), 2 ) ? (void)0 : k (p);"},
        {"template at the end", "k<<<1, f<int>>>>(p);",
         "::simcuda::configure( 1, f<int> ) ? (void)0 : k (p);"},
        {"less in the configuration", "k<<<n<4, 2>>>(p);",
         "::simcuda::configure( n<4, 2 ) ? (void)0 : k (p);"},
        {"shift in the configuration", "k<<<n>>1, n<<2>>>(p);",
         "::simcuda::configure( n>>1, n<<2 ) ? (void)0 : k (p);"},
        {"deep template in the configuration", "k<<<a<b<c<int>>>(1), 2>>>(p);",
         "::simcuda::configure( a<b<c<int>>>(1), 2 ) ? (void)0 : k (p);"},
        {"braces", "k<<<{1, 2}, dim3{3}>>>(p);",
         "::simcuda::configure( {1, 2}, dim3{3} ) ? (void)0 : k (p);"},
        {"comments", "k/*a*/<<</*b*/1, 2/*c*/>>>/*d*/(p);",
         "::simcuda::configure/*a*/( /*b*/1, 2/*c*/ ) ? (void)0 : k /*d*/(p);"},
        {"spliced", "k<\\\n<<1, 2>>>(p);", call + "k (p);"},
        {"nested", "k<<<f([]{ j<<<3, 4>>>(q); }), 2>>>(p);",
         "::simcuda::configure( f([]{ ::simcuda::configure( 3, 4 ) ? (void)0 : j (q); }), 2 ) "
         "? (void)0 : k (p);"},
    };
    const std::string plain_call = "::simcuda::configure( 1, 2 ) ? (void)0 : ";
    for (const example& each : examples) {
        std::string wanted = each.becomes;
        for (std::size_t at = wanted.find(call); at != std::string::npos; at = wanted.find(call)) {
            wanted.replace(at, call.size(), plain_call);
        }
        INFO(each.name);
        CHECK(meaning(each.code) == wanted);
        CHECK(rewrite(in_file(each.code)).problems.empty());
    }
}

TEST_CASE("what only looks like a launch stays as it is", "[rewriter]") {
    const std::vector<std::string> untouched{
        "int x = a << 1 << 2 >> 3;",
        "v<w<u<int>>> x;",
        "out.operator<<<int>(3);",
        "const char* s = \"k<<<1, 1>>>(x)\";",
        "const char* s = R\"d(k<<<1, 1>>>(x) )\" )d\";",
        "/* k<<<1, 1>>>(x) */ // k<<<1, 1>>>(x)",
        "// a comment that goes on \\\n k<<<1, 1>>>(x)",
        "char c = '\"'; int n = 1'000; char d = '\\''; // '",
        "int f() <% int a<:3:>; return a<:0:>; %>",
        "int \xc3\xbc = 1; // UTF-8\r\nint b;\r\n",
        "#define SHIFT(a) ((a) << 3)\nint x = SHIFT(1);",
        "#pragma unroll\nfor (;;) {}",
        "__global__ void declared(int* p);",
        "template <class T> __global__ void declared(T* p, T = T{});",
        "friend __global__ void f(int);",
        "__device__ int f(int x) { return x; }",
        "__shared__ int fixed[32];",
        "extern int elsewhere[];",
        "extern \"C\" int f();",
        "int unfinished = \"abc\n; '",
        "",
        "\n\n",
        "}}}}))))]]]]",
        "((((",
    };
    for (const std::string& code : untouched) {
        CHECK(rewritten(code) == code);
    }
}

TEST_CASE("every part of a launch keeps its line and column", "[rewriter]") {
    CHECK(rewritten("int a;\n  k<<<grid, 2>>>(p, q); f();\n") ==
          "int a;\n  ::simcuda::configure(\n#line 2 \"lab.cu\"\n      grid, 2\n#line 2 \"lab.cu\"\n"
          "             ) ? (void)0 : \n#line 2 \"lab.cu\"\n  k\n#line 2 \"lab.cu\"\n"
          "                (p, q); f();\n");
}

TEST_CASE("a launch over several lines keeps every line", "[rewriter]") {
    CHECK(rewritten("k\n  <<<1,\n    2>>>\n  (p);\nx;") ==
          "::simcuda::configure\n  (\n#line 2 \"lab.cu\"\n     1,\n    2\n#line 3 \"lab.cu\"\n"
          "     ) ? (void)0 : \n#line 1 \"lab.cu\"\nk\n#line 3 \"lab.cu\"\n        \n  (p);\nx;");
}

TEST_CASE("a macro's replacement stays one logical line", "[rewriter]") {
    CHECK(rewritten("#define L(k, ...) k<<<1, 2>>>(__VA_ARGS__)\nint x;") ==
          "#define L(k, ...) ::simcuda::configure(1, 2) ? (void)0 : k(__VA_ARGS__)\nint x;");
    CHECK(rewritten("#define L(k) \\\n  k<<<1, \\\n  2>>>(0)\nint x;") ==
          "#define L(k) \\\n  ::simcuda::configure(1, \\\n  2) ? (void)0 : k(0)\nint x;");
    CHECK(rewritten("#define CONFIGURED(k) k<<<1, 2>>>\n") ==
          "#define CONFIGURED(k) ::simcuda::configure(1, 2) ? (void)0 : k\n");
}
