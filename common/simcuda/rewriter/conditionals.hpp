#pragma once

#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

namespace simcuda::rewriter {

/// Which branches of the conditionals left in a unit are compiled. `clang++ -frewrite-includes`
/// has evaluated every `#if` to a number; `#ifdef` needs the names defined so far.
class conditionals {
public:
    explicit conditionals(const std::unordered_set<std::string>& predefined)
        : defined_(predefined) {}

    [[nodiscard]] bool active() const { return stack_.empty() || stack_.back().active; }

    void define(std::string_view name) { defined_.emplace(name); }
    void undefine(std::string_view name) { defined_.erase(std::string(name)); }

    /// Follows one directive; `operand` is the first token after its name. Directives that are no
    /// conditionals are ignored.
    void follow(std::string_view directive, std::string_view operand);

private:
    struct level {
        bool enclosing_active = true;
        bool taken = false;
        bool active = false;
    };

    [[nodiscard]] bool holds(std::string_view directive, std::string_view operand) const;

    std::vector<level> stack_;
    std::unordered_set<std::string> defined_;
};

}  // namespace simcuda::rewriter
