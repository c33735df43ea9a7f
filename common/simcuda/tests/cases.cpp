#include "common/simcuda/tests/cases.hpp"

#include <fstream>
#include <stdexcept>

namespace simcuda::tests {
namespace {

/// The rest of a line that begins with `start`; empty if it does not.
std::string after(const std::string& line, const std::string& start) {
    return line.rfind(start, 0) == 0 ? line.substr(start.size()) : std::string();
}

}  // namespace

std::vector<expected_case> cases_of(const fs::path& source) {
    std::vector<expected_case> cases;
    std::map<char, int> marks;
    const auto finish = [&] {
        for (const auto& [number, line] : marks)
            cases.back().lines.push_back(line);
        marks.clear();
    };
    std::ifstream file(source);
    std::string line;
    for (int number = 1; std::getline(file, line); ++number) {
        if (const std::string id = after(line, "// expect: "); !id.empty()) {
            if (!cases.empty())
                finish();
            cases.emplace_back();
            if (id != "nothing")
                cases.back().defect = id;
            cases.back().status = id == "nothing" ? 0 : status_of_defects;
        }
        if (cases.empty())
            continue;
        expected_case& now = cases.back();
        if (const std::string variable = after(line, "// with: "); !variable.empty()) {
            const std::size_t equals = variable.find('=');
            now.environment[variable.substr(0, equals)] = variable.substr(equals + 1);
        }
        if (const std::string status = after(line, "// ends: "); !status.empty()) {
            now.status = std::stoi(status);
        }
        if (const std::string head = after(line, "void "); now.name.empty() && !head.empty()) {
            if (const std::size_t end = head.find("()"); end != std::string::npos) {
                now.name = head.substr(0, end);
            }
        }
        const std::size_t mark = line.find("// (");
        if (mark != std::string::npos && line.size() > mark + 4)
            marks[line[mark + 4]] = number;
    }
    if (cases.empty())
        throw std::runtime_error(source.string() + " expects nothing");
    finish();
    return cases;
}

}  // namespace simcuda::tests
