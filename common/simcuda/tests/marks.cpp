#include "common/simcuda/tests/marks.hpp"

#include <algorithm>
#include <map>
#include <regex>
#include <sstream>
#include <stdexcept>
#include <string_view>

namespace simcuda::tests {
namespace {

std::vector<std::string> lines_of(const std::string& text) {
    std::vector<std::string> lines;
    std::istringstream in(text);
    for (std::string line; std::getline(in, line);)
        lines.push_back(line);
    return lines;
}

bool is_comment_only(const std::string& line) {
    const std::size_t first = line.find_first_not_of(' ');
    return first != std::string::npos && line.compare(first, 2, "//") == 0;
}

std::vector<std::string> words_in(const std::string& text) {
    std::istringstream in(text);
    return {std::istream_iterator<std::string>(in), {}};
}

/// Where a name's first and second line are.
using places = std::map<std::pair<char, char>, int>;

places places_in(const std::vector<std::string>& lines) {
    static const std::regex place(R"(\(([a-z])([12])\))");
    places found;
    for (std::size_t i = 0; i < lines.size(); ++i) {
        const std::size_t comment = lines[i].find("// ");
        if (comment == std::string::npos)
            continue;
        const int number = static_cast<int>(i) + (is_comment_only(lines[i]) ? 2 : 1);
        const std::string text = lines[i].substr(comment);
        for (std::sregex_iterator it(text.begin(), text.end(), place), end; it != end; ++it)
            found[{(*it)[1].str()[0], (*it)[2].str()[0]}] = number;
    }
    return found;
}

std::string without(const std::vector<std::string>& lines, int removed) {
    std::string text;
    for (std::size_t i = 0; i < lines.size(); ++i)
        text += (static_cast<int>(i) + 1 == removed ? ";" : lines[i]) + "\n";
    return text;
}

}  // namespace

marked_program marked(const fs::path& source) {
    static const std::regex mark(R"(// SYNC ([a-z]): (still ordered, because |)(\S+))");
    constexpr std::string_view flags = "// flags: ", with = "// with: ";
    marked_program program{source, content_of(source), {}, {}, {}};
    const std::vector<std::string> lines = lines_of(program.text);
    places left = places_in(lines);
    for (std::size_t i = 0; i < lines.size(); ++i) {
        if (lines[i].starts_with(flags))
            program.flags = words_in(lines[i].substr(flags.size()));
        if (lines[i].starts_with(with)) {
            const std::string variable = lines[i].substr(with.size());
            const std::size_t equals = variable.find('=');
            program.environment[variable.substr(0, equals)] = variable.substr(equals + 1);
        }
        std::smatch found;
        if (!std::regex_search(lines[i], found, mark))
            continue;
        removal r;
        r.name = found[1].str()[0];
        r.line = static_cast<int>(i) + (is_comment_only(lines[i]) ? 2 : 1);
        if (found[2].length() == 0)
            r.defect = found[3];
        for (const char side : {'1', '2'}) {
            if (const auto at = left.find({r.name, side}); at != left.end()) {
                r.where.push_back(at->second);
                left.erase(at);
            }
        }
        if (r.where.empty() != r.defect.empty())
            throw std::runtime_error(source.string() + ": lines of SYNC " + r.name);
        program.removals.push_back(std::move(r));
    }
    if (program.removals.empty() || !left.empty())
        throw std::runtime_error(source.string() + ": places without SYNC, or no SYNC at all");
    return program;
}

variants all_variants(const marked_program& program) {
    const std::vector<std::string> lines = lines_of(program.text);
    variants all;
    std::string choice;
    for (const std::string& line : lines) {
        if (line.rfind("#include", 0) == 0)
            all.text += line + "\n";  // none inside of a namespace: all have guards
    }
    for (std::size_t v = 0; v <= program.removals.size(); ++v) {
        const int removed = v == 0 ? 0 : program.removals[v - 1].line;
        const std::string space = "variant_" + std::to_string(v);
        all.text += "namespace " + space + " {\n";
        const auto before = std::count(all.text.begin(), all.text.end(), '\n');
        all.before.push_back(static_cast<int>(before));
        all.text += without(lines, removed) + "}\n";
        choice += "case " + std::to_string(v) + ": return " + space + "::main();\n";
    }
    all.text +=
        "#include <cstdlib>\nint main(int, char** argv) {\nswitch (std::atoi(argv[1])) {\n" +
        choice + "default: return 2;\n}\n}\n";
    return all;
}

}  // namespace simcuda::tests
