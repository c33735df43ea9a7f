#include <fmt/core.h>

#include "checker/command/commands.hpp"
#include "checker/command/progress_record.hpp"
#include "checker/messages/catalogue.hpp"

namespace checker {
namespace {

// A text of the catalogue without its arguments: the hint names the way, not the place.
std::string general_hint(const context& c, const std::string& id) {
    const auto messages = catalogue::load(c.messages());
    if (!messages.contains(id)) {
        return {};
    }
    const auto& m = messages.find(id);
    const auto what = m.arguments.empty() ? fmt::format("{}\n{}", m.why, m.fix) : m.why;
    return fmt::format("Your last check said {} ({}).\n{}\nRead: {}", id, m.title, what, m.docs);
}

std::vector<std::string> hints_for(const context& c, const lab& l, const lab_progress& p) {
    std::vector<std::string> all;
    if (!p.last_diagnosis.empty() && !p.was_passed) {
        if (auto first = general_hint(c, p.last_diagnosis); !first.empty()) {
            all.push_back(std::move(first));
        }
    }
    all.insert(all.end(), l.hints.begin(), l.hints.end());
    return all;
}

}  // namespace

int run_hint(const context& c, const std::string& word) {
    const auto all = c.load();
    const auto& l = all.find(word);
    std::vector<std::string> hints;
    std::size_t index = 0;
    change_progress(c, [&](progress& done) {
        auto& entry = done[l.name()];
        hints = hints_for(c, l, entry);
        index = std::min(static_cast<std::size_t>(entry.hints_seen), hints.size() - 1);
        entry.hints_seen = static_cast<int>(index) + 1;
    });
    fmt::print("{}  hint {} of {}\n\n{}\n\n", styled(c.out, style::bold, l.name()), index + 1,
               hints.size(), wrapped(hints.at(index), c.out.width, 0));
    if (index + 1 < hints.size()) {
        fmt::print("One step further: {} hint {}\n", c.command, l.number);
    } else {
        fmt::print("That was the last hint. The reference solution: {} solution {} --reveal\n",
                   c.command, l.number);
    }
    return exit_with::success;
}

}  // namespace checker
