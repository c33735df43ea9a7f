#include "checker/grading/formats/workflow.hpp"

#include <algorithm>

namespace checker {
namespace {

bool is_name(std::string_view text) {
    return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
               c == '-' || c == '_' || c == '.';
    });
}

std::string replaced(std::string text, std::string_view what, std::string_view by) {
    for (auto at = text.find(what); at != std::string::npos; at = text.find(what, at + by.size())) {
        text.replace(at, what.size(), by);
    }
    return text;
}

}  // namespace

std::optional<std::string> github_repository(std::string_view address) {
    for (const std::string_view host :
         {"https://github.com/", "ssh://git@github.com/", "git@github.com:"}) {
        if (!address.starts_with(host)) {
            continue;
        }
        address.remove_prefix(host.size());
        if (address.ends_with('/')) {
            address.remove_suffix(1);
        }
        if (address.ends_with(".git")) {
            address.remove_suffix(4);
        }
        const auto slash = address.find('/');
        if (slash != std::string_view::npos && is_name(address.substr(0, slash)) &&
            is_name(address.substr(slash + 1))) {
            return std::string(address);
        }
    }
    return std::nullopt;
}

std::string workflow_for(std::string_view text, std::string_view file, std::string_view repository,
                         std::string_view labs) {
    auto filled = replaced(std::string(text), "@COURSE_REPOSITORY@", repository);
    filled = replaced(std::move(filled), "@LABS@", labs);
    return replaced(std::move(filled), "@FILE@", file);
}

}  // namespace checker
