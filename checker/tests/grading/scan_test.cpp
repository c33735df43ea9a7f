#include <algorithm>

#include "checker/grading/foreign_include.hpp"
#include "checker/grading/object_scan.hpp"
#include "checker/grading/readable_symbol.hpp"
#include "checker/grading/source_scan.hpp"
#include "checker/grading/waiting_calls.hpp"
#include "checker/tests/catch.hpp"

using namespace checker;

namespace {

const translation english;

const symbol_rules& rules() {
    static const auto loaded = symbol_rules::load("checker/grading/allowed_symbols.toml");
    return loaded;
}

/// As readelf prints them.
std::string section(int number, const std::string& name, const std::string& flags,
                    const std::string& size = "000010") {
    return "  [" + std::string(number < 10 ? " " : "") + std::to_string(number) + "] " + name +
           "  PROGBITS  0000000000000000 000064 " + size + " 00  " + flags + "  0   0  1\n";
}

std::string symbol(const std::string& type, const std::string& binding, const std::string& where,
                   const std::string& name) {
    return "    16: 0000000000000000     8 " + type + " " + binding + " DEFAULT " + where + " " +
           name + "\n";
}

const std::string first_section =
    "  [ 0]                   NULL            0000000000000000 000000 000000 00      0   0  0\n";

std::vector<std::string> ids(const object_listing& listing) {
    std::vector<std::string> found;
    for (const auto& f : scan_object(listing, rules(), english)) {
        CHECK(f.effect == flag_effect::no_points);
        found.push_back(f.id);
    }
    return found;
}

using ids_are = std::vector<std::string>;

ids_are ids_of_symbol(const std::string& type, const std::string& binding, const std::string& where,
                      const std::string& name) {
    return ids(
        {first_section + section(1, ".text", "AX") + symbol(type, binding, where, name), {}, {}});
}

}  // namespace

TEST_CASE("readelf's lists are read, with and without flags") {
    const auto sections = sections_in(first_section + section(1, ".text._Z3foov", "AXG", "00001f") +
                                      "  [ 2] .comment          PROGBITS        0000000000000000 "
                                      "0064 0028 01  MS  0   0  1\n"
                                      "  [ 3] .note.GNU-stack   PROGBITS        0000000000000000 "
                                      "0065 0000 00      0   0  1\n");
    REQUIRE(sections.size() == 4);
    CHECK(sections[0].name.empty());
    CHECK(sections[1].name == ".text._Z3foov");
    CHECK(sections[1].flags == "AXG");
    CHECK(sections[1].size == 0x1f);
    CHECK(sections[2].flags == "MS");
    CHECK(sections[3].flags.empty());

    const auto symbols = symbols_in(symbol("FUNC", "GLOBAL", "UND", "printf@GLIBC_2.2.5"));
    REQUIRE(symbols.size() == 1);
    CHECK(symbols[0].name == "printf@GLIBC_2.2.5");
    CHECK(symbols[0].section == "UND");
}

TEST_CASE("a symbol is named as whoever wrote the source knows it") {
    const std::vector<std::pair<std::string, std::string>> known = {
        {"fopen", "fopen"},
        {"_Z7advancePij", "advance(int*, unsigned int)"},
        {"_ZNSt10filesystem7__cxx114path14_M_split_cmptsEv", "std::filesystem::path"},
        {"_ZNKSt10filesystem7__cxx114path5_List13_Impl_deleterclEPNS2_5_ImplE",
         "std::filesystem::path"},
        {"_ZNSt10filesystem6statusERKNS_7__cxx114pathE", "std::filesystem::status"},
        {"_ZNSt6thread15_M_start_threadESt10unique_ptrINS_6_StateESt14default_deleteIS1_EEPFvvE",
         "std::thread"},
        {"_ZNSt14basic_ofstreamIcSt11char_traitsIcEED1Ev", "std::basic_ofstream"},
        {"_ZStlsISt11char_traitsIcEERSt13basic_ostreamIcT_ES5_PKc", "std::basic_ostream"},
        {"_ZSt4cout", "std::cout"},
        {"_ZSt9terminatev", "std::terminate"},
        {"_ZTVN10__cxxabiv117__class_type_infoE", "vtable for __cxxabiv1::__class_type_info"},
        {"_Zodd", "_Zodd"},
    };
    for (const auto& [symbol, name] : known) {
        CHECK(readable_symbol(symbol) == name);
    }
    // Each once, however much of it is used.
    const auto flags = scan_object({first_section + section(1, ".text", "AX") +
                                        symbol("NOTYPE", "GLOBAL", "UND", known[2].first) +
                                        symbol("NOTYPE", "GLOBAL", "UND", known[3].first),
                                    {},
                                    {}},
                                   rules(), english);
    REQUIRE(flags.size() == 1);
    CHECK(flags[0].message.ends_with("was not run: std::filesystem::path."));
}

TEST_CASE("what a lab needs may be imported, the rest is named") {
    for (const auto* fine : {"cudaMemcpyAsync", "_ZN7simcuda6chargeEy", "sim_memcpy", "printf",
                             "_ZNSt6thread4joinEv", "_Znwm", "sqrtf", "exit", "__tsan_read4"}) {
        CHECK(ids_of_symbol("NOTYPE", "GLOBAL", "UND", fine) == ids_are{});
    }
    for (const auto* refused :
         {"fork", "ptrace", "syscall", "open", "write", "dlopen", "mprotect", "getenv", "environ",
          "_exit", "socket", "system", "_ZNSt14basic_ifstreamIcSt11char_traitsIcEEC1Ev",
          "_ZNSt10filesystem6removeERKNS_7__cxx114pathE", "_ZSt13set_terminatePFvvE",
          "_ZN7simcuda13start_afreshEv", "_ZN7checker12send_verdictERKNS_7verdictE"}) {
        CHECK(ids_of_symbol("NOTYPE", "GLOBAL", "UND", refused) == ids_are{"imports"});
    }
    const auto flags = scan_object(
        {symbol("NOTYPE", "GLOBAL", "UND", "_ZN7checker12send_verdictERKNS_7verdictE"), {}, {}},
        rules(), english);
    CHECK(flags.at(0).message.find("checker::send_verdict(checker::verdict const&)") !=
          std::string::npos);
}

TEST_CASE("what belongs to others is not defined") {
    CHECK(ids_of_symbol("FUNC", "GLOBAL", "1", "_Z7processRK3job") == ids_are{});
    CHECK(ids_of_symbol("FUNC", "WEAK", "1", "_ZNSt6vectorIiSaIiEE9push_backEOi") == ids_are{});
    CHECK(ids_of_symbol("FUNC", "GLOBAL", "1", "_ZNSt6thread4joinEv") == ids_are{"overrides"});
    CHECK(ids_of_symbol("FUNC", "WEAK", "1", "_Znwm") == ids_are{"overrides"});
    CHECK(ids_of_symbol("FUNC", "GLOBAL", "1", "cudaMalloc") == ids_are{"overrides"});
    CHECK(ids_of_symbol("FUNC", "WEAK", "1", "_ZN7checker6reportEv") == ids_are{"overrides"});

    // A name of the C library's shows in what shared libraries see of the program.
    const auto own = symbol("FUNC", "WEAK", "1", "malloc");
    const auto text = first_section + section(1, ".text", "AX");
    CHECK(ids({text + own, {}, own}) == ids_are{"overrides"});
    CHECK(ids({text + own, {}, {}}) == ids_are{});
}

TEST_CASE("nothing runs before main but what the compiler puts there") {
    const auto early = [](const std::string& name, const std::string& size) {
        return ids({first_section + section(1, name, "WA", size), {}, {}});
    };
    CHECK(early(".init_array", "000010") == ids_are{});  // static initialisers, as usual
    CHECK(early(".init_array.00099", "000008") == ids_are{});
    CHECK(early(".init_array.00099", "000010") == ids_are{"constructor"});
    CHECK(early(".preinit_array", "000008") == ids_are{"constructor"});
    CHECK(early(".fini_array", "000008") == ids_are{"constructor"});
    CHECK(ids({first_section + section(1, ".init_array.0", "WA", "000008") +
                   section(2, ".init_array.00050", "WA", "000008"),
               {},
               {}}) == ids_are{"constructor"});
    CHECK(ids_of_symbol("IFUNC", "GLOBAL", "1", "chosen") == ids_are{"constructor"});
}

TEST_CASE("code is where code belongs, and nothing else is") {
    const auto of = [](const std::string& name, const std::string& flags) {
        return ids({first_section + section(1, name, flags), {}, {}});
    };
    CHECK(of(".text.unlikely", "AX") == ids_are{});
    CHECK(of(".text", "WAX") == ids_are{"sections"});
    CHECK(of(".text", "WA") == ids_are{"sections"});
    CHECK(of(".rodata", "AX") == ids_are{"sections"});
    CHECK(of(".note.GNU-stack", "X") == ids_are{"sections"});
    CHECK(of(".init", "AX") == ids_are{"sections"});
    CHECK(of(".interp", "A") == ids_are{"sections"});
    CHECK(ids_of_symbol("OBJECT", "GLOBAL", "1", "table") == ids_are{"sections"});
}

TEST_CASE("instructions that call the system are seen") {
    const auto of = [](const std::string& line) { return ids({{}, line, {}}); };
    CHECK(of("   4:\tmov    %rax,%rbx\n   7:\tcall   0 <syscall>\n") == ids_are{});
    CHECK(of("   4:\tsyscall\n") == ids_are{"system-call"});
    CHECK(of("  1f:\tint    $0x80\n") == ids_are{"system-call"});
    CHECK(of("0000000000000000 <syscall>:\n") == ids_are{});
}

TEST_CASE("assembly is a word of the language, wherever it stands") {
    using lines = std::vector<int>;
    CHECK(lines_with_assembly("int a;\nasm(\"nop\");\n") == lines{2});
    CHECK(lines_with_assembly("__asm__ volatile(\"\"); __asm(\"\");") == lines{1});
    CHECK(lines_with_assembly("a\\\ns\\\nm(\"nop\");") == lines{1});
    CHECK(lines_with_assembly("int a; as\\\nm(\"nop\");") == lines{1});
    CHECK(lines_with_assembly("as\\  \nm(\"nop\");") == lines{1});
    CHECK(lines_with_assembly("// asm\n/* asm\nasm */ int x;") == lines{});
    CHECK(lines_with_assembly("/* */ asm(\"\");") == lines{1});
    CHECK(lines_with_assembly("auto t = \"asm\"; auto c = '\"'; asm(\"\");") == lines{1});
    CHECK(lines_with_assembly("auto t = R\"(\")\"; asm(\"x\");") == lines{1});
    CHECK(lines_with_assembly("auto t = R\"x(asm)x\";") == lines{});
    CHECK(lines_with_assembly("#if 0\nR\"x(\n#endif\nasm(\"\");\n#if 0\n)x\"\n#endif\nasm") ==
          lines{4, 8});
    CHECK(lines_with_assembly("#if 0\nR\"(\n#endif\nasm(\"\");") == lines{4});
    // One that is compiled, and holds what would begin a comment; alone, and inside of one that is
    // not.
    const std::string hidden = "auto t = R\"(\n/* )\"; asm(\"\"); //*/\n";
    CHECK(lines_with_assembly(hidden) == lines{2});
    CHECK(lines_with_assembly("#if 0\nR\"x(\n#endif\n" + hidden + "#if 0\n)x\"\n#endif") ==
          lines{5});
    CHECK(lines_with_assembly("auto x = 1e+2; asm(\"\"); auto s = u8R\"(\n)\"; asm") ==
          lines{1, 2});
    CHECK(lines_with_assembly("int n = 1'000'000; asm(\"\"); int m = 2'0;") == lines{1});
    CHECK(lines_with_assembly("int plasma, asm_count, my_asm;") == lines{});
}

TEST_CASE("names that are put together are looked at in the expanded text") {
    CHECK(pastes_names("#define P(a, b) a##b"));
    CHECK(pastes_names("#define P(a, b) a#\\\n#b"));
    CHECK(pastes_names("#define P(a, b) a%:%:b"));
    CHECK_FALSE(pastes_names("#define P(a) #a"));

    const std::string text =
        "# 0 \"/course/lab.cu\"\n# 1 \"/usr/include/x.h\" 1 3\nasm(\"theirs\");\n"
        "# 5 \"/course/lab.cu\" 2\nint own;\n# 9 \"/course/lab.cu.h\" 1\nasm(\"theirs\");\n";
    CHECK(lines_of_file(text, "/course/lab.cu") == "int own;\n");
}

TEST_CASE("the system may be asked to wait, by the standard library's own calls") {
    const std::string head = "0000000000000000 <_Z1fi>:\n";
    const std::string load = "   4:\tmov    $0xca,%edi\n";
    const std::string call =
        "  10:\tcall   15 <_Z1fi+0x15>\n\t\t\t11: R_X86_64_PLT32\tsyscall-0x4\n";
    const auto only_waits = [&](const std::string& body) {
        return is_only_used_to_wait(head + body, "syscall");
    };
    CHECK(only_waits(load + "   9:\tmov    $0x80,%edx\n" + call));
    CHECK(only_waits("   0:\tjne    40 <_Z1fi+0x40>\n" + load + call + "  40:\tret\n"));
    CHECK_FALSE(only_waits("   0:\tret\n"));  // not used at all
    CHECK_FALSE(only_waits(call));
    CHECK_FALSE(only_waits("   4:\tmov    $0x1,%edi\n" + call));
    CHECK_FALSE(only_waits(load + "   9:\tmov    %eax,%edi\n" + call));
    CHECK_FALSE(only_waits(load + "   9:\tcall   50 <_Z1gv>\n" + call));
    // Another way leads in between, with another number.
    CHECK_FALSE(only_waits("   0:\tjne    9 <_Z1fi+0x9>\n" + load + "   9:\tnop\n" + call));
    CHECK_FALSE(only_waits("   0:\tjmp    *0x0(,%rax,8)\n" + load + call));
    // Its address is taken, to be called who knows how.
    CHECK_FALSE(
        only_waits(load + call + "  20:\tmov    $0x0,%ebx\n\t\t\t21: R_X86_64_32\tsyscall\n"));
    CHECK_FALSE(only_waits(load + "  10:\tjmp    15 <_Z1fi+0x15>\n"
                                  "\t\t\t11: R_X86_64_PLT32\tsyscall-0x4\n"));
    // In each function for itself.
    CHECK_FALSE(
        is_only_used_to_wait(head + load + "0000000000000030 <_Z1gv>:\n" + call, "syscall"));
}

TEST_CASE("a file of the tree that is not for learners, or of the machine, is no include") {
    const std::string start =
        "lab.o: /c/.work/a\\ b/lab.cu /usr/include/stdio.h \\\n  /c/common/a.hpp";
    const auto found = [&](const std::string& more) {
        return foreign_include(start + more, "/c", "04-streams", "/c/.work/a b/lab.cu");
    };
    CHECK(found("") == std::nullopt);
    CHECK(found(" /c/labs/04-streams/lab.hpp /c/common/workload/x.cuh") == std::nullopt);
    for (const std::string name :
         {"/c/solutions/04-streams/lab.cu", "/c/checker/tests/correct/04-streams/x.cu",
          "/c/labs/05-default-stream/lab.cu", "/c/labs/04-streams/../../solutions/x",
          "/c/labs/04-streams-too/lab.cu", "/etc/passwd", "/c/.work/b/lab.cu",
          "/usr/../etc/hosts"}) {
        CAPTURE(name);
        CHECK(found(" \\\n " + name) == name);
    }
}

TEST_CASE("what nvcc brings is allowed in an object for a GPU, and in no other") {
    const auto on_gpu = symbol_rules::load("checker/grading/allowed_symbols.toml", object_for::gpu);
    const auto listing = [](const std::string& name) {
        return object_listing{first_section + section(1, ".text", "AX") +
                                  section(2, ".nv_fatbin", "A") +
                                  symbol("NOTYPE", "GLOBAL", "UND", name),
                              {},
                              {}};
    };
    for (const auto* name : {"__cudaRegisterFatBinary", "__cudaPushCallConfiguration",
                             "__cudaGetKernel", "__cudaLaunchKernel_ptsz", "atexit"}) {
        CAPTURE(name);
        CHECK(scan_object(listing(name), on_gpu, english).empty());
        CHECK(ids(listing(name)) == ids_are{"imports", "sections"});
    }
    // It is for nvcc's own code: the checker's book of calls and the system stay closed.
    for (const auto* name : {"learner_cudaMalloc", "checker_cudaMalloc", "system", "dlsym",
                             "_ZN7checker3gpu9call_book10of_processEv", "cuptiSubscribe"}) {
        CAPTURE(name);
        CHECK(scan_object(listing(name), on_gpu, english).size() == 1);
    }
}

TEST_CASE("conditions of the preprocessor are found, whatever they look like") {
    CHECK(lines_with_conditions("int a;\n#include <x>\n  #  ifdef __NVCC__\n#endif\n") ==
          std::vector<int>{3});
    CHECK(lines_with_conditions("#\\\nif 1\n%:ifndef A\n#elif B\n#else\n#pragma once") ==
          std::vector<int>{1, 3, 4});
    CHECK(lines_with_conditions("// if\nif (a) {}\n#include \"if.h\"\n").empty());
}

TEST_CASE("a file without device code is plain C++ to nvcc, one that may hold some is not") {
    const std::string host =
        "#include \"lab.hpp\"\n#include <chrono>  // to measure\n #  include <cstddef>\r\n"
        "// a kernel<<<1, 1>>> and __global__\n/* __device__ */ const char* s = \"__shared__ "
        "<<<\";\n"
        "int f(int a) { return __LINE__ + (a << 2); }\n";
    CHECK(is_plain_cpp(host));
    CHECK(is_plain_cpp(""));
    for (const std::string more : {"void g() { k<<<1, 1>>>(); }",
                                   "void g() { k<\\\n<<1, 1>>>(); }",
                                   "__global__ void k() {}",
                                   "__glo\\\nbal__ void k() {}",
                                   "__device__ int a;",
                                   "__constant__ int a;",
                                   "__shared__ int a;",
                                   "__managed__ int a;",
                                   "#ifdef __CUDACC__\n#endif",
                                   "#if defined(__NVCC__)\n#endif",
                                   "#define PASTE(a, b) a##b",
                                   "#define PASTE(a, b) a%:%:b",
                                   "#include \"kernels.cuh\"",
                                   "#include <kernels.cuh>",
                                   "#include \"other.hpp\"",
                                   "#include <thrust/sort.h>",
                                   "#include\\\n \"other.hpp\"",
                                   "#inc\\\nlude \"other.hpp\"",
                                   "%:include \"other.hpp\"",
                                   "/**/ # /**/ include \"other.hpp\"",
                                   "#include NAME",
                                   "#include",
                                   "#include \"lab.hpp\" \"other.hpp\"",
                                   "#include_next <chrono>",
                                   "#import \"lab.hpp\"",
                                   "#if 0\nR\"(\n#endif\n__global__ void k() {}\n// )\"\n"}) {
        CAPTURE(more);
        CHECK_FALSE(is_plain_cpp(host + more));
        CHECK_FALSE(is_plain_cpp(more + "\n" + host));
    }
}
