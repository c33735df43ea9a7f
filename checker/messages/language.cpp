#include "checker/messages/language.hpp"

#include <algorithm>
#include <cctype>
#include <cstdlib>

#include <fmt/core.h>

namespace checker {
namespace {

std::string lower(std::string_view text) {
    std::string result(text);
    std::transform(result.begin(), result.end(), result.begin(), [](char c) {
        return c == '_' ? '-' : static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    });
    return result;
}

/// "zh", "zh-cn", "zh-cn.utf-8".
bool is_chinese(const std::string& tag) {
    return tag == "zh" || tag.starts_with("zh-") || tag.starts_with("zh.");
}

bool is_utf8(const std::string& locale) {
    return locale.find("utf-8") != std::string::npos || locale.find("utf8") != std::string::npos;
}

std::string variable(const char* name) {
    const char* value = std::getenv(name);
    return value != nullptr ? value : "";
}

}  // namespace

language language_of(const language_wishes& said) {
    if (!said.lab_lang.empty()) {
        return is_chinese(lower(said.lab_lang)) ? language::chinese : language::english;
    }
    for (const auto* locale : {&said.lc_all, &said.lc_messages, &said.lang}) {
        if (!locale->empty()) {
            const auto name = lower(*locale);
            return is_chinese(name) && is_utf8(name) ? language::chinese : language::english;
        }
    }
    return language::english;
}

bool is_understood(const language_wishes& said) {
    const auto wish = lower(said.lab_lang);
    return wish.empty() || is_chinese(wish) || wish == "en" || wish.starts_with("en-") ||
           wish.starts_with("en.");
}

language_wishes language_wishes_of_environment() {
    return {variable("LAB_LANG"), variable("LC_ALL"), variable("LC_MESSAGES"), variable("LANG")};
}

std::string_view tag_of(language l) {
    return l == language::chinese ? "zh-CN" : "en";
}

std::string page_in(language l, std::string_view english_page) {
    std::string page(english_page);
    if (l == language::english) {
        return page;
    }
    constexpr std::string_view folder = "docs/en/";
    if (page.starts_with(folder)) {
        return page.replace(0, folder.size(), "docs/" + std::string(tag_of(l)) + "/");
    }
    for (const std::string_view name : {"README", "notes"}) {
        const auto ending = std::string(name) + ".md";
        if (page.ends_with("/" + ending)) {
            return page.replace(page.size() - ending.size(), ending.size(),
                                fmt::format("{}.{}.md", name, tag_of(l)));
        }
    }
    return page;
}

}  // namespace checker
