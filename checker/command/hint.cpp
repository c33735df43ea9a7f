#include <fmt/core.h>

#include "checker/command/commands.hpp"
#include "checker/command/progress_record.hpp"

namespace checker {
namespace {

// What the last check said, in its words: they know more than a general text does.
std::string repeated(const context& c, const lab_progress& p) {
    const auto read =
        p.last_docs.empty() ? std::string{} : "\n" + c.say(phrase("Read: {}", p.last_docs));
    return fmt::format("{}\n{}{}", c.say(phrase("Your last check said {}.", p.last_diagnosis)),
                       p.last_message, read);
}

std::vector<std::string> hints_for(const context& c, const lab& l, const lab_progress& p) {
    std::vector<std::string> all;
    if (!p.last_message.empty() && !p.was_passed) {
        all.push_back(repeated(c, p));
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
    fmt::print("{}  {}\n\n{}\n\n", styled(c.out, style::bold, l.name()),
               c.say(phrase("hint {} of {}", index + 1, hints.size())),
               wrapped(hints.at(index), c.out.width, 0));
    fmt::print("{}\n",
               c.say(index + 1 < hints.size()
                         ? phrase("One step further: {} hint {}", c.command, l.number)
                         : phrase("That was the last hint. The reference solution: {} solution {} "
                                  "--reveal",
                                  c.command, l.number)));
    return exit_with::success;
}

}  // namespace checker
