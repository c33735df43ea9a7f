#include "checker/grading/readable_symbol.hpp"

#include <cxxabi.h>

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <string_view>

#include "checker/grading/student_name.hpp"

namespace checker {
namespace {

/// "_M_start_thread", "__detail"
bool is_internal(std::string_view part) {
    return part.size() > 1 && part[0] == '_' &&
           (part[1] == '_' || (part[1] >= 'A' && part[1] <= 'Z'));
}

/// Up to arguments, and to what is the library's own business.
std::string part_of_library(std::string_view name) {
    name = name.substr(0, name.find_first_of("<(& "));
    std::string used;
    while (!name.empty()) {
        const auto end = std::min(name.find("::"), name.size());
        const auto part = name.substr(0, end);
        name.remove_prefix(std::min(end + 2, name.size()));
        if (part == "__cxx11" || part == "__1") {  // a version
            continue;
        }
        if (is_internal(part) || part == "operator") {
            break;
        }
        used += (used.empty() ? "" : "::") + std::string(part);
    }
    return used;
}

}  // namespace

std::string readable_symbol(const std::string& symbol) {
    int status = 0;
    const std::unique_ptr<char, decltype(&std::free)> found(
        abi::__cxa_demangle(symbol.c_str(), nullptr, nullptr, &status), &std::free);
    const std::string_view name = status == 0 ? found.get() : symbol.c_str();
    const auto used = name.starts_with("std::") ? part_of_library(name) : std::string();
    return shown_name(used.find("::") == std::string::npos ? name : used);
}

}  // namespace checker
