#include <fmt/format.h>

#include "common/simcuda/tests/reference/outcome.hpp"

namespace simcuda::reference {
namespace {

std::string as_text(const byte_ranges& bytes) {
    std::string text;
    for (const auto& [first, last] : bytes.stretches())
        text += fmt::format(" {}..{}", first, last - 1);
    return text;
}

class comparison {
public:
    comparison(const program& p, const expected& reference, const outcome& found)
        : p_(p), reference_(reference), found_(found) {}

    std::vector<std::string> run() {
        clocks();
        work();
        races(reference_.owed, found_.races, "not reported");
        races(found_.races, reference_.races, "reported, but ordered");
        missing();
        frees();
        if (reference_.ids != found_.ids) {
            say(fmt::format("other mistakes: expected{}; found{}", list(reference_.ids),
                            list(found_.ids)));
        }
        return std::move(said_);
    }

private:
    void say(std::string what) {
        constexpr std::size_t enough = 20;
        if (said_.size() < enough)
            said_.push_back(std::move(what));
    }
    [[nodiscard]] std::string step(int i) const {
        const auto at = static_cast<std::size_t>(i);
        return at < p_.steps.size() ? fmt::format("({}) {}", i, as_text(p_, p_.steps[at]))
                                    : fmt::format("({})?", i);
    }
    static std::string list(const std::set<std::pair<int, std::string>>& ids) {
        std::string text;
        for (const auto& [i, id] : ids)
            text += fmt::format(" ({}) {}", i, id);
        return text.empty() ? " none" : text;
    }

    void clocks() {
        for (std::size_t i = 0; i < p_.steps.size(); ++i) {
            const int n = static_cast<int>(i);
            if (reference_.result[i] != found_.result[i]) {
                say(fmt::format("{}: returns {}, expected {}", step(n), found_.result[i],
                                reference_.result[i]));
            }
            if (reference_.clock[i] != found_.clock[i]) {
                // What follows is late by as much.
                return say(fmt::format("{}: the host goes on at {}, expected {}", step(n),
                                       found_.clock[i].count(), reference_.clock[i].count()));
            }
        }
        if (reference_.elapsed != found_.elapsed)
            say("cudaEventElapsedTime gives another time");
    }
    void work() {
        for (const auto& [i, expected] : reference_.work) {
            const auto it = found_.work.find(i);
            if (it == found_.work.end()) {
                say(fmt::format("{}: has issued nothing", step(i)));
            } else if (it->second != expected) {
                say(fmt::format("{}: runs {}..{}, expected {}..{}", step(i),
                                it->second.start.count(), it->second.end.count(),
                                expected.start.count(), expected.end.count()));
            }
        }
        if (found_.work.size() > reference_.work.size())
            say("more operations were issued than expected");
    }
    void races(const encounters& wanted, const encounters& there, const char* what) {
        for (const auto& [pair, bytes] : wanted) {
            const auto it = there.find(pair);
            const byte_ranges lacking = it == there.end() ? bytes : bytes - it->second;
            if (lacking.empty())
                continue;
            say(fmt::format("{} with {}: {} in bytes{} of buffer {}", step(pair.earlier),
                            step(pair.later), what, as_text(lacking), pair.buffer));
        }
    }
    void missing() {
        if (reference_.missing == found_.missing)
            return;
        for (const missing_read& m : reference_.missing) {
            if (reference_.missing.count(m) > found_.missing.count(m)) {
                say(fmt::format("{}: {} bytes without a value from {} on are not reported",
                                step(m.step), m.count, m.first));
            }
        }
        for (const missing_read& m : found_.missing) {
            if (found_.missing.count(m) > reference_.missing.count(m)) {
                say(fmt::format("{}: {} bytes from {} on are said to have no value", step(m.step),
                                m.count, m.first));
            }
        }
    }
    void frees() {
        for (const int i : reference_.must_tell) {
            if (found_.users.count(i) == 0)
                say(step(i) + ": frees memory in use; not reported");
        }
        for (const auto& [i, users] : found_.users) {
            const auto it = reference_.users.find(i);
            for (const int user : users) {
                if (it == reference_.users.end() || it->second.count(user) == 0)
                    say(fmt::format("{}: {} is over, but said to be a user", step(i), step(user)));
            }
        }
    }

    const program& p_;
    const expected& reference_;
    const outcome& found_;
    std::vector<std::string> said_;
};

}  // namespace

std::vector<std::string> compare(const program& p, const expected& reference,
                                 const outcome& found) {
    return comparison(p, reference, found).run();
}

}  // namespace simcuda::reference
