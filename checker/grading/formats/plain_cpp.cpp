#include "checker/grading/formats/plain_cpp.hpp"

#include <algorithm>
#include <array>
#include <vector>

#include "common/simcuda/rewriter/edits.hpp"
#include "common/simcuda/rewriter/lexer.hpp"

namespace checker {
namespace {

using simcuda::rewriter::token;
using simcuda::rewriter::token_kind;

bool is_specifier(const token& t) {
    constexpr std::array<std::string_view, 8> specifiers{
        "__global__",   "__device__",  "__host__",        "__shared__",
        "__constant__", "__managed__", "__forceinline__", "__noinline__"};
    return t.is(token_kind::identifier) &&
           std::find(specifiers.begin(), specifiers.end(), t.spelling) != specifiers.end();
}

}  // namespace

std::string as_plain_cpp(std::string_view text) {
    simcuda::rewriter::lexer tokens(text);
    simcuda::rewriter::edits changes;
    std::vector<int> launches;  // the depth of parentheses at which each open launch began
    int depth = 0;
    std::vector<token> greater;  // those that stand directly before
    for (auto t = tokens.next(); !t.is(token_kind::end); t = tokens.next()) {
        const bool follows =
            t.is(token_kind::greater) && !greater.empty() && greater.back().end == t.begin;
        if (!follows) {
            greater.clear();
        }
        if (t.is(token_kind::launch_open)) {
            changes.replace(t.begin, t.end, "(");
            launches.push_back(depth);
        } else if (t.is(token_kind::open_paren)) {
            ++depth;
        } else if (t.is(token_kind::close_paren)) {
            --depth;
        } else if (is_specifier(t)) {
            changes.replace(t.begin, t.end, "");
        } else if (t.is(token_kind::greater) && !launches.empty() && launches.back() == depth) {
            greater.push_back(t);
            if (greater.size() == 3) {
                changes.replace(greater.front().begin, t.end, ")");
                launches.pop_back();
                greater.clear();
            }
        }
    }
    return std::move(changes).apply(text);
}

}  // namespace checker
