#include "common/simcuda/runtime/messages.hpp"

#include <toml++/toml.h>

#include <cstdlib>

#include "common/simcuda/runtime/embedded.hpp"
#include "common/timeline/closed_up.hpp"

namespace simcuda {
namespace {

/// SIMCUDA_LANG, or LAB_LANG where that is not set: "zh-CN", "zh_CN" or "zh" is Chinese, anything
/// else is English. The locale has no say: what a program prints should not depend on it.
std::string_view wanted_language() {
    for (const char* const variable : {"SIMCUDA_LANG", "LAB_LANG"}) {
        const char* const set = std::getenv(variable);
        if (set != nullptr && *set != '\0') {
            const std::string_view said = set;
            return said == "zh" || said.starts_with("zh-") || said.starts_with("zh_") ? "zh-CN"
                                                                                      : "en";
        }
    }
    return "en";
}

const toml::table& catalogue() {
    const auto read = [] {
        for (const auto& file : embedded_messages())
            if (file.name == wanted_language())
                return new toml::table(toml::parse(file.text));
        return new toml::table(toml::parse(embedded_messages().front().text));
    };
    // Never destroyed: the last report is made at exit.
    static const auto* table = read();
    return *table;
}

std::string fill(std::string_view text, const std::map<std::string, std::string>& facts) {
    std::string out;
    while (!text.empty()) {
        const std::size_t open = text.find('{');
        const std::size_t close = text.find('}', open);
        if (open == std::string_view::npos || close == std::string_view::npos)
            break;
        out += text.substr(0, open);
        const std::string key(text.substr(open + 1, close - open - 1));
        const auto fact = facts.find(key);
        out += fact != facts.end() ? fact->second : "{" + key + "}";
        text.remove_prefix(close + 1);
    }
    return out.append(text);
}

}  // namespace

std::string message(std::string_view key) {
    return catalogue().at_path(key).value_or(std::string(key));
}

std::string message_with(std::string_view id, const std::map<std::string, std::string>& facts) {
    constexpr int deepest = 4;
    std::string text = message(id);
    for (int i = 0; i < deepest; ++i)
        text = fill(text, facts);
    return timeline::closed_up(text);
}

}  // namespace simcuda
