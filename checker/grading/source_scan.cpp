#include "checker/grading/source_scan.hpp"

#include <algorithm>
#include <set>

#include "common/simcuda/rewriter/lexer.hpp"

namespace checker {
namespace {

/// The text with continued lines joined, and for each character the line that it was on.
struct joined_text {
    std::string text;
    std::vector<int> line;
};

joined_text join(std::string_view source) {
    joined_text joined;
    int line = 1;
    for (std::size_t i = 0; i < source.size(); ++i) {
        // Compilers also join where blanks stand behind the backslash.
        if (source[i] == '\\') {
            auto end = source.find_first_not_of(" \t\r", i + 1);
            if (end != std::string_view::npos && source[end] == '\n') {
                i = end;
                ++line;
                continue;
            }
        }
        joined.text += source[i];
        joined.line.push_back(line);
        line += source[i] == '\n' ? 1 : 0;
    }
    return joined;
}

/// `__global__`, `__CUDACC__`, ...: a word that compilers keep to themselves.
bool is_of_compilers(std::string_view word) {
    return word.starts_with("__") && word != "__FILE__" && word != "__LINE__" && word != "__func__";
}

/// From behind the word `include` to the end of its line: is it `<vector>` or `"lab.hpp"`? The name
/// of a library in a folder (`<cub/cub.cuh>`) may stand for device code.
bool includes_plain_cpp(std::string_view rest) {
    rest = rest.substr(0, rest.find("//"));
    const auto last = rest.find_last_not_of(" \t\r");
    const auto first = rest.find_first_not_of(" \t");
    const auto name = last == std::string_view::npos ? rest : rest.substr(first, last + 1 - first);
    const bool is_of_the_system = name.starts_with('<') && name.ends_with('>') &&
                                  name.find('/') == std::string_view::npos &&
                                  !name.ends_with(".cuh>");
    return is_of_the_system || name == "\"lab.hpp\"";
}

}  // namespace

std::vector<int> lines_with_assembly(std::string_view source) {
    using namespace simcuda::rewriter;
    const auto joined = join(source);
    const std::string_view text = joined.text;
    std::set<int> lines;
    // A raw string over several lines may be none, in a part that is not compiled: the text is read
    // both behind it and from inside of it, until the two meet.
    std::vector<bool> is_read(text.size());
    for (std::vector<std::size_t> starts{0}; !starts.empty();) {
        const auto start = starts.back();
        starts.pop_back();
        lexer tokens(text.substr(start));
        for (token t = tokens.next(); !t.is(token_kind::end) && !is_read[start + t.begin];
             t = tokens.next()) {
            is_read[start + t.begin] = true;
            if (t.is_word("asm") || t.is_word("__asm") || t.is_word("__asm__")) {
                lines.insert(joined.line[start + t.begin]);
            } else if (t.is(token_kind::literal) &&
                       t.spelling.find('\n') != std::string_view::npos) {
                starts.push_back(start + t.begin + t.spelling.find('"') + 1);
            }
        }
    }
    return {lines.begin(), lines.end()};
}

bool pastes_names(std::string_view source) {
    const auto joined = join(source);
    return joined.text.find("##") != std::string::npos ||
           joined.text.find("%:%:") != std::string::npos ||
           joined.text.find("\?\?=") != std::string::npos;
}

bool is_plain_cpp(std::string_view source) {
    using namespace simcuda::rewriter;
    if (pastes_names(source)) {
        return false;
    }
    const auto joined = join(source);
    const std::string_view text = joined.text;
    lexer tokens(text);
    auto before = token_kind::newline;
    for (token t = tokens.next(); !t.is(token_kind::end); t = tokens.next()) {
        const bool is_directive = before == token_kind::hash && t.is(token_kind::identifier);
        before = t.kind;
        // (what looks like a raw string may be none, in a part that is not compiled)
        const bool is_raw =
            t.is(token_kind::literal) && t.spelling.find('\n') != std::string_view::npos;
        if (t.is(token_kind::launch_open) || is_raw ||
            (t.is(token_kind::identifier) && is_of_compilers(t.spelling))) {
            return false;
        }
        if (is_directive && (t.spelling.starts_with("include") || t.spelling == "import")) {
            const auto rest = text.substr(t.end, text.find('\n', t.end) - t.end);
            if (t.spelling != "include" || !includes_plain_cpp(rest)) {
                return false;
            }
            // (what stands between < and > is not read as C++)
            tokens.skip_line();
        }
    }
    return true;
}

std::vector<int> lines_with_conditions(std::string_view source) {
    const auto joined = join(source);
    std::vector<int> lines;
    for (std::size_t begin = 0; begin < joined.text.size();) {
        const auto end = std::min(joined.text.find('\n', begin), joined.text.size());
        auto line = std::string_view(joined.text).substr(begin, end - begin);
        const auto skip_blanks = [&line] {
            line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
        };
        skip_blanks();
        for (const std::string_view mark : {"#", "%:", "\?\?="}) {
            if (line.starts_with(mark)) {
                line.remove_prefix(mark.size());
                skip_blanks();
                if (line.starts_with("if") || line.starts_with("elif")) {
                    lines.push_back(joined.line[begin]);
                }
                break;
            }
        }
        begin = end + 1;
    }
    return lines;
}

std::string lines_of_file(std::string_view preprocessed, std::string_view file) {
    std::string own;
    bool is_own = false;
    while (!preprocessed.empty()) {
        const auto line = preprocessed.substr(0, preprocessed.find('\n'));
        preprocessed.remove_prefix(std::min(line.size() + 1, preprocessed.size()));
        // # 12 "/course/labs/04-streams/lab.cu" 2
        if (line.starts_with("# ")) {
            const auto quote = line.find('"');
            is_own = quote != std::string_view::npos &&
                     line.substr(quote + 1).starts_with(std::string(file) + '"');
        } else if (is_own) {
            own.append(line);
            own += '\n';
        }
    }
    return own;
}

}  // namespace checker
