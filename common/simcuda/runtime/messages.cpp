#include "common/simcuda/runtime/messages.hpp"

#include <toml++/toml.h>

#include "common/simcuda/runtime/embedded.hpp"

namespace simcuda {
namespace {

const toml::table& catalogue() {
    // Never destroyed: the last report is made at exit.
    static const auto* table = new toml::table(toml::parse(embedded_messages().front().text));
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
    return text;
}

}  // namespace simcuda
