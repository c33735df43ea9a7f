#include "checker/grading/class_share.hpp"

#include <fmt/core.h>

#include <charconv>
#include <map>
#include <sstream>

#include "checker/course/atomic_file.hpp"

namespace checker {
namespace {

std::optional<int> count_in(std::string_view text) {
    int value = 0;
    const auto [end, failed] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (failed != std::errc() || end != text.data() + text.size() || value < 1) {
        return std::nullopt;
    }
    return value;
}

}  // namespace

std::optional<class_share> share_from_text(std::string_view text) {
    const auto slash = text.find('/');
    if (slash == std::string_view::npos) {
        return std::nullopt;
    }
    const auto number = count_in(text.substr(0, slash));
    const auto of = count_in(text.substr(slash + 1));
    if (!number || !of || *number > *of) {
        return std::nullopt;
    }
    return class_share{*number, *of};
}

std::string to_text(class_share share) {
    return fmt::format("{}/{}", share.number, share.of);
}

std::vector<submission> share_of(const std::vector<submission>& all, class_share share) {
    std::vector<submission> part;
    for (auto i = static_cast<std::size_t>(share.number - 1); i < all.size();
         i += static_cast<std::size_t>(share.of)) {
        part.push_back(all[i]);
    }
    return part;
}

void write_list(const std::filesystem::path& file, const std::vector<submission>& listed) {
    std::string text;
    for (const auto& s : listed) {
        text += s.file + "\n";
    }
    write_atomically(file, text);
}

std::vector<submission> listed_in(const std::filesystem::path& file,
                                  const std::vector<submission>& all) {
    std::map<std::string, const submission*> by_name;
    for (const auto& s : all) {
        by_name.emplace(s.file, &s);
    }
    std::vector<submission> listed;
    std::istringstream lines(read_file(file));
    for (std::string line; std::getline(lines, line);) {
        if (const auto found = by_name.find(line); found != by_name.end()) {
            listed.push_back(*found->second);
        }
    }
    return listed;
}

}  // namespace checker
