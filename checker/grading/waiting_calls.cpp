#include "checker/grading/waiting_calls.hpp"

#include <algorithm>
#include <set>
#include <string>

namespace checker {
namespace {

constexpr std::string_view loads_futex = "mov    $0xca,%edi";

std::string_view next_line(std::string_view& text) {
    const auto line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(line.size() + 1, text.size()));
    return line;
}

std::string_view trimmed(std::string_view text) {
    const auto first = text.find_first_not_of(" \t");
    return first == std::string_view::npos ? std::string_view{} : text.substr(first);
}

bool has(std::string_view text, std::string_view part) {
    return text.find(part) != std::string_view::npos;
}

/// "  1a:\tjne    4f <f+0x4f>"
struct instruction {
    std::string_view address;
    std::string_view text;

    [[nodiscard]] bool jumps() const { return text.starts_with('j') || has(text, " jmp "); }
};

bool read_instruction(std::string_view line, instruction& found) {
    const auto tab = line.find(":\t");
    if (tab == std::string_view::npos || line.starts_with('\t')) {
        return false;
    }
    found = {trimmed(line.substr(0, tab)), line.substr(tab + 2)};
    return true;
}

/// One function's instructions, in which all its jumps lead.
class function_look {
public:
    function_look(std::string_view body, std::string_view name) : body_(body), name_(name) {}

    [[nodiscard]] bool is_fine() {
        if (!has(body_, name_)) {
            return true;
        }
        find_targets();
        bool holds_futex = false;  // in the register of the first argument
        bool is_call = false;
        bool held_at_call = false;
        for (auto rest = body_; !rest.empty();) {
            const auto line = next_line(rest);
            instruction now;
            if (!read_instruction(line, now)) {
                if (is_relocation(line) && !(is_call && held_at_call && has(line, "PLT32"))) {
                    return false;
                }
                continue;
            }
            if (targets_.count(std::string(now.address)) != 0) {
                holds_futex = false;
            }
            is_call = now.text.starts_with("call ");
            held_at_call = is_call && holds_futex;
            if (now.text == loads_futex) {
                holds_futex = true;
            } else if (is_call || now.jumps() || may_change_argument(now.text)) {
                holds_futex = false;
            }
        }
        return !jumps_anywhere_;
    }

private:
    void find_targets() {
        for (auto rest = body_; !rest.empty();) {
            instruction now;
            if (!read_instruction(next_line(rest), now) || !now.jumps()) {
                continue;
            }
            jumps_anywhere_ = jumps_anywhere_ || has(now.text, "*");
            const auto words = now.text.substr(now.text.find(' '));
            const auto target = trimmed(words);
            targets_.insert(std::string(target.substr(0, target.find(' '))));
        }
    }

    /// "\t\t\tf: R_X86_64_PLT32\tsyscall-0x4"
    [[nodiscard]] bool is_relocation(std::string_view line) const {
        const auto tab = line.rfind('\t');
        if (tab == std::string_view::npos || !has(line, ": R_")) {
            return false;
        }
        const auto symbol = line.substr(tab + 1);
        return symbol.substr(0, symbol.find_first_of("+-@")) == name_;
    }

    static bool may_change_argument(std::string_view text) {
        for (const auto* part : {"%rdi", "%edi", "%di", "movs", "stos", "scas", "cmps", "rep"}) {
            if (has(text, part)) {
                return true;
            }
        }
        return false;
    }

    std::string_view body_;
    std::string_view name_;
    std::set<std::string> targets_;
    bool jumps_anywhere_ = false;
};

bool is_head_of_function(std::string_view line) {
    return line.ends_with(">:") && !line.starts_with(' ');
}

}  // namespace

bool is_only_used_to_wait(std::string_view disassembly, std::string_view name) {
    bool is_used = false;
    while (!disassembly.empty()) {
        // From one head to the next.
        const auto begin = disassembly;
        next_line(disassembly);
        while (!disassembly.empty()) {
            auto ahead = disassembly;
            if (is_head_of_function(next_line(ahead))) {
                break;
            }
            disassembly = ahead;
        }
        const auto body = begin.substr(0, begin.size() - disassembly.size());
        is_used = is_used || has(body, name);
        if (!function_look(body, name).is_fine()) {
            return false;
        }
    }
    return is_used;
}

}  // namespace checker
