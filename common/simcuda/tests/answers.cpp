#include "common/simcuda/tests/answers.hpp"

#include <map>
#include <set>
#include <sstream>

#include "checker/tests/catch.hpp"
#include "common/simcuda/tests/program.hpp"

namespace simcuda::tests {
namespace {

/// Every "name = value" line, by name.
std::map<std::string, std::string> lines_of(const std::string& text) {
    std::map<std::string, std::string> lines;
    std::istringstream in(text);
    for (std::string line; std::getline(in, line);) {
        const std::size_t equals = line.find(" = ");
        if (equals != std::string::npos && line.rfind("machine.", 0) != 0)
            lines[line.substr(0, equals)] = line.substr(equals + 3);
    }
    return lines;
}

/// Names in a file, one a line; what follows '#' says why.
std::set<std::string> names_in(const fs::path& file) {
    std::set<std::string> names;
    std::istringstream in(content_of(file));
    for (std::string line; std::getline(in, line);) {
        std::istringstream words(line.substr(0, line.find('#')));
        for (std::string name; words >> name;)
            names.insert(name);
    }
    return names;
}

}  // namespace

void compare_answers(const std::string& told, const std::string& oracle,
                     const std::string& exceptions) {
    const auto measured = lines_of(content_of(test_file(oracle)));
    const auto answers = lines_of(told);
    const auto differs = names_in(test_file(exceptions));
    REQUIRE(measured.size() > 90);
    for (const auto& [name, value] : measured) {
        const auto it = answers.find(name);
        const std::string ours = it == answers.end() ? "no answer" : it->second;
        INFO(name << ": measured " << value << ", simulated " << ours);
        if (differs.count(name) == 0) {
            CHECK(ours == value);
        } else {
            CHECK(ours != value);
        }
    }
    for (const auto& [name, value] : answers) {
        INFO(name << ": simulated " << value << ", never measured");
        CHECK(measured.count(name) + differs.count(name) > 0);
    }
}

}  // namespace simcuda::tests
