#include "checker/supervise/judge.hpp"

#include <fmt/core.h>

#include <optional>
#include <random>
#include <stdexcept>
#include <utility>

#include "checker/supervise/explain.hpp"

namespace checker {
namespace {

struct told {
    std::optional<verdict> last;      ///< sent as the verdict
    std::optional<verdict> progress;  ///< sent on the way
    int foreign_lines = 0;            ///< without the token, or not a verdict
};

bool take_prefix(std::string_view& text, std::string_view prefix) {
    if (prefix.empty() || !text.starts_with(prefix)) {
        return false;
    }
    text.remove_prefix(prefix.size());
    return true;
}

std::optional<verdict> parse(std::string_view text) {
    try {
        return verdict_from_json(text);
    } catch (const std::invalid_argument&) {
        return std::nullopt;
    }
}

void take_line(told& result, std::string_view line, std::string_view token) {
    const bool is_ours = take_prefix(line, fmt::format("{} ", token));
    if (is_ours && take_prefix(line, "progress ")) {
        result.progress = parse(line);
        return;
    }
    if (is_ours && take_prefix(line, "verdict ")) {
        if (auto v = parse(line)) {
            result.last = std::move(v);
            return;
        }
    }
    ++result.foreign_lines;
}

told read_channel(std::string_view text, std::string_view token) {
    told result;
    while (!text.empty()) {
        const auto end = text.find('\n');
        // A line without its end was cut by the program's death: it says nothing.
        if (end == std::string_view::npos) {
            break;
        }
        take_line(result, text.substr(0, end), token);
        text.remove_prefix(end + 1);
    }
    return result;
}

bool ended_as_promised(const outcome& o, const verdict& v) {
    return o.how == ending::exited && o.exit_status == exit_status(v.outcome);
}

// The last lines that the program wrote to standard error: they often name the reason.
std::string last_words(const outcome& o) {
    constexpr std::size_t most = 600;
    std::string text = o.err.first + o.err.last;
    while (!text.empty() && text.back() == '\n') {
        text.pop_back();
    }
    if (text.size() > most) {
        const auto start = text.find('\n', text.size() - most);
        text = "[...]" + text.substr(start == std::string::npos ? text.size() - most : start);
    }
    return text;
}

check_result program_check(const outcome& o, const told& t, const translation& say) {
    const auto was = t.last ? verdict_was::sent : verdict_was::missing;
    check_result check{"program", status::fail, {}};
    const auto add = [&](const words& paragraph) {
        check.message += (check.message.empty() ? "" : "\n\n") + say(paragraph);
    };
    for (const auto& paragraph : explain(o, was)) {
        add(paragraph);
    }
    if (t.foreign_lines > 0 && !t.last) {
        add(phrase(
            "Your code also wrote to the descriptor that the checker reports through; what it "
            "wrote was ignored."));
    }
    const bool is_crash = o.how == ending::signalled || o.how == ending::exited;
    if (const auto last = last_words(o); is_crash && !last.empty()) {
        add(say(last_words_head()) + "\n" + last);
    }
    return check;
}

}  // namespace

words last_words_head() {
    return phrase("Its last words on standard error:");
}

verdict judge(const outcome& o, const assignment& a, std::string_view token,
              const translation& say) {
    auto t = read_channel(o.channel, token);
    if (t.last && ended_as_promised(o, *t.last)) {
        return *std::move(t.last);
    }
    verdict v = t.last ? *t.last : t.progress.value_or(verdict{});
    v.lab = a.lab;
    v.device = a.device;
    v.profile = a.profile;
    v.points = 0;
    for (auto& check : v.checks) {
        check.points = 0;
    }
    v.max_points = a.max_points;
    v.outcome = o.how == ending::not_started ? status::error : status::fail;
    v.checks.push_back(program_check(o, t, say));
    return v;
}

verdict verdict_of(const assignment& a, check_result reason) {
    verdict v;
    v.lab = a.lab;
    v.device = a.device;
    v.profile = a.profile;
    v.max_points = a.max_points;
    v.outcome = reason.outcome;
    v.checks.push_back(std::move(reason));
    return v;
}

std::string make_token() {
    std::random_device source;
    std::string token;
    for (int i = 0; i < 4; ++i) {
        token += fmt::format("{:08x}", source());
    }
    return token;
}

}  // namespace checker
