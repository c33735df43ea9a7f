#include "common/simcuda/rewriter/tests/random_source.hpp"

#include <algorithm>
#include <array>
#include <vector>

namespace simcuda::rewriter::testing {

namespace {

/// Pieces that change what the text around them means.
const std::vector<std::string>& hostile_pieces() {
    static const std::vector<std::string> pieces{
        "<<<",
        ">>>",
        "<",
        ">",
        "(",
        ")",
        "{",
        "}",
        "[",
        "]",
        "<%",
        "%>",
        "<:",
        ":>",
        "\"",
        "'",
        "R\"(",
        ")\"",
        "/*",
        "*/",
        "//",
        "\\\n",
        "\\\r\n",
        "\r\n",
        "\r",
        "\n",
        "::",
        ";",
        ",",
        "#",
        "\n#if 0\n",
        "\n#else\n",
        "\n#endif\n",
        "\n#define A <<<\n",
        "\n#define K __global__\nK ",
        "\n# 3 \"x.cu\" 1 3\n",
        "\n# 1 \"lab.cu\" 2\n",
        "\n#line 7\n",
        "__global__",
        "__device__ ",
        "__shared__ ",
        "extern ",
        "operator",
        "template",
        "requires ",
        "k<<<1,1>>>(x);",
        "\xc3\xbc",
        "\xff",
        std::string(1, '\0'),
        "...",
        "->",
        "<::",
        "asm(",
        "?"
        "?/\n",
        "?"
        "?=",
        "__noinline__ ",
        "cudaLaunchKernel((void*)",
        "extern __shared__ int s[];",
        "namespace n {",
        "extern \"C\" {",
        "\\",
        "R\"x(",
        "u8\"",
        "0x1p",
        "1'0",
        "if (",
        "return ",
    };
    return pieces;
}

}  // namespace

std::size_t random_source::below(std::size_t limit) {
    return std::uniform_int_distribution<std::size_t>(0, limit > 0 ? limit - 1 : 0)(random_);
}

std::string random_source::name() {
    return "v" + std::to_string(names_++);
}

/// What may stand between two tokens.
std::string random_source::gap() {
    static constexpr std::array plain{" ", "", "  ", "\t", " /* <<< */ ", "/*)}*/", " /**/ "};
    static constexpr std::array with_lines{"\n",       "\r\n",   " // k<<<1, 1>>>(x)\n",
                                           "/* \n */", " \\\n ", "\n\n    "};
    if (!in_macro_ && one_in(6)) {
        return with_lines[below(with_lines.size())];
    }
    return one_in(3) ? plain[below(plain.size())] : std::string(" ");
}

std::string random_source::type() {
    switch (below(6)) {
        case 0:
            return "const " + name();
        case 1:
            return name() + "<" + name() + "<" + name() + ">>";
        case 2:
            return name() + "::" + name();
        case 3:
            return "a<b<c<" + name() + ">>>";
        default:
            return name();
    }
}

std::string random_source::expression(int depth) {
    if (depth <= 0) {
        return one_in(3) ? std::to_string(below(100)) : name();
    }
    switch (below(12)) {
        case 0:
            return "(" + gap() + expression(depth - 1) + gap() + ")";
        case 1:
            return expression(depth - 1) + " >> " + expression(depth - 1);
        case 2:
            return expression(depth - 1) + " << " + expression(depth - 1);
        case 3:
            return name() + gap() + "(" + arguments(depth - 1) + ")";
        case 4:
            return "R\"" + std::string("x(k<<<1,1>>>(\n)") + ")x\"";
        case 5:
            return "\"}<<<\\\"\"";
        case 6:
            return "[&](" + type() + " " + name() + ") {" + gap() + statement(depth - 1) + "}";
        case 7:
            return name() + "<" + name() + ">" + "(" + expression(depth - 1) + ")";
        case 8:
            return "dim3{" + expression(depth - 1) + ", 'x'}";
        case 9:
            return name() + (one_in(2) ? "<:" + expression(depth - 1) + ":>"
                                       : "[" + expression(depth - 1) + "]");
        case 10:
            return name() + " ? " + expression(depth - 1) + " : " + expression(depth - 1);
        default:
            return expression(depth - 1) + gap() + "+" + gap() + expression(depth - 1);
    }
}

std::string random_source::arguments(int depth) {
    std::string list = gap();
    for (std::size_t i = below(4); i > 0; --i) {
        list += expression(depth) + gap() + (i > 1 ? "," : "") + gap();
    }
    return list;
}

std::string random_source::launch(int depth) {
    std::string callee = name();
    switch (below(7)) {
        case 0:
            callee += "<" + name() + ">";
            break;
        case 1:
            callee += "<" + type() + ", (3 > 2)>";
            break;
        case 2:
            callee = "::" + name() + gap() + "::" + gap() + callee;
            break;
        case 3:
            callee = "(*" + callee + ")";
            break;
        case 4:
            callee = name() + "." + callee + "[2]";
            break;
        default:
            break;
    }
    std::string text = callee + gap() + "<<<" + gap() + expression(depth - 1) + gap() + "," +
                       gap() + expression(depth - 1);
    text += one_in(3) ? ", 0, " + name() : std::string();
    return text + gap() + ">>>" + gap() + "(" + arguments(depth - 1) + ")";
}

std::string random_source::statement(int depth) {
    const bool cuda = what_ != with::no_cuda;
    switch (below(depth > 0 ? 10 : 2)) {
        case 0:
            return type() + " " + name() + " = " + expression(depth) + ";" + gap();
        case 1:
            return "return" + gap() + ";" + gap();
        case 2:
            return "if (" + expression(1) + ")" + gap() + statement(depth - 1) + "else " +
                   statement(depth - 1);
        case 3:
            return "for (;" + name() + " < 3;)" + body(depth - 1);
        case 4:
            return "\n#pragma unroll\n" + expression(depth - 1) + ";" + gap();
        case 5:
            return cuda ? "cudaLaunchKernel((const void*)" + name() + gap() + ", 1, 1);" : ";";
        case 6:
            return cuda ? "(void)" + launch(depth - 1) + ", 0;" + gap() : "{}";
        default:
            return (cuda ? launch(depth) : expression(depth)) + gap() + ";" + gap();
    }
}

std::string random_source::body(int depth) {
    const bool digraphs = one_in(8);
    std::string text = gap() + (digraphs ? "<%" : "{") + gap();
    for (std::size_t i = below(4); i > 0; --i) {
        text += statement(depth);
    }
    return text + gap() + (digraphs ? "%>" : "}") + gap();
}

std::string random_source::kernel() {
    std::string text = one_in(3) ? "template <class " + name() + ">" + gap() : std::string();
    text += one_in(4) ? "static " : "";
    text += "__global__ " + std::string(one_in(3) ? "__launch_bounds__(32) " : "") + "void" + " " +
            gap() + name() + gap() + "(" + gap() + type() + "* " + name() + ")";
    if (one_in(6)) {
        return text + ";" + gap();
    }
    text += gap() + "{" + gap();
    text += one_in(3) ? "extern __shared__ float shared[];" + gap() : std::string();
    for (std::size_t i = below(4); i > 0; --i) {
        text += name() + " = " + expression(2) + ";" + gap();
    }
    return text + "}" + gap();
}

std::string random_source::directive() {
    in_macro_ = true;
    const bool cuda = what_ != with::no_cuda;
    const std::string macro = name();
    std::string text;
    switch (below(5)) {
        case 0:
            text = "#define " + macro + "(x) " + (cuda ? launch(1) : expression(1)) + "\n";
            break;
        case 1:
            text =
                "#define " + macro + " \\\n  " + expression(1) + " \\\n  " + expression(1) + "\n";
            break;
        case 2:
            text = "#undef " + macro + "\n";
            break;
        case 3:
            text = " # define " + macro + " {\n";
            break;
        default:
            text = "#pragma once\n";
            break;
    }
    in_macro_ = false;
    return "\n" + text;
}

std::string random_source::definition(int depth) {
    switch (below(depth > 0 ? 9 : 4)) {
        case 0:
            return type() + " " + name() + " = " + expression(2) + ";" + gap();
        case 1:
            return directive();
        case 2:
            return what_ == with::everything ? kernel() : std::string(";");
        case 3:
            return "/* \xc3\xbc" + name() + " */ // " + name() + "\n";
        case 4:
            return "namespace " + name() + " {" + definition(depth - 1) + definition(depth - 1) +
                   "}" + gap();
        case 5:
            return what_ == with::everything ? "__device__ __noinline__ int " + name() + "() {}"
                                             : "struct " + name() + " {};";
        case 6:
            return what_ == with::everything ? kernel() : std::string();
        default:
            return type() + " " + name() + gap() + "(" + type() + " " + name() + ")" + body(3);
    }
}

std::string random_source::next(with what) {
    what_ = what;
    names_ = 0;
    std::string text;
    for (std::size_t i = 1 + below(8); i > 0; --i) {
        text += definition(2);
    }
    return text;
}

std::string random_source::damaged(std::string text) {
    for (std::size_t changes = 1 + below(6); changes > 0; --changes) {
        const std::size_t at = below(text.size() + 1);
        switch (below(8)) {
            case 0:
                text.resize(at);
                break;
            case 1:
                text.erase(at, below(40));
                break;
            case 2:
                text.insert(at, text.substr(below(text.size() + 1), below(60)));
                break;
            case 3:
                std::replace(text.begin(), text.end(), '\n', one_in(2) ? ' ' : '\r');
                break;
            case 4: {
                const std::string& piece = hostile_pieces()[below(hostile_pieces().size())];
                for (std::size_t i = below(300); i > 0; --i) {
                    text.insert(at, piece);
                }
                break;
            }
            default:
                text.insert(at, hostile_pieces()[below(hostile_pieces().size())]);
        }
    }
    return text;
}

}  // namespace simcuda::rewriter::testing
