#include "checker/grading/object_scan.hpp"

#include <algorithm>
#include <cstdlib>
#include <set>

#include "checker/grading/learner_files.hpp"
#include "checker/grading/lines.hpp"
#include "checker/grading/readable_symbol.hpp"
#include "checker/grading/waiting_calls.hpp"

namespace checker {
namespace {

/// A few of them, for a sentence.
std::string some_of(const std::set<std::string>& symbols) {
    constexpr std::size_t most = 4;
    std::set<std::string> names;
    for (const auto& symbol : symbols) {
        names.insert(readable_symbol(symbol).substr(0, 120));
    }
    std::string text;
    std::size_t shown = 0;
    for (const auto& name : names) {
        if (shown++ == most) {
            return text + ", ...";
        }
        text += (text.empty() ? "" : ", ") + name;
    }
    return text;
}

bool is_defined(const object_symbol& s) {
    return s.section != "UND" && s.binding != "LOCAL" && !s.name.empty();
}

class scan {
public:
    scan(const object_listing& listing, const symbol_rules& rules, const translation& say)
        : listing_(listing),
          rules_(rules),
          say_(say),
          sections_(sections_in(listing.sections_and_symbols)),
          symbols_(symbols_in(listing.sections_and_symbols)) {}

    std::vector<flag> all() {
        look_at_imports();
        look_at_definitions();
        look_at_sections();
        look_at_instructions();
        return std::move(flags_);
    }

private:
    void add(std::string id, const words& message) {
        flags_.push_back(refusal(say_, std::move(id), message));
    }

    void look_at_imports() {
        std::set<std::string> foreign;
        for (const auto& s : symbols_) {
            if (s.section == "UND" && !s.name.empty() && !is_allowed_import(s.name)) {
                foreign.insert(s.name);
            }
        }
        // What the lab's own file declares and nobody defines is a mistake, which the linker tells.
        if (!foreign.empty()) {
            add("imports",
                phrase("The code uses what no lab needs, and was not run: {}.", some_of(foreign)));
        }
    }

    [[nodiscard]] bool is_allowed_import(const std::string& name) const {
        const bool is_fine = rules_.allowed_imports.contains(name) ||
                             (rules_.allowed_to_wait.contains(name) &&
                              is_only_used_to_wait(listing_.instructions, name));
        return is_fine && !rules_.refused_imports.contains(name);
    }

    void look_at_definitions() {
        std::set<std::string> shared;
        for (const auto& s : symbols_in(listing_.shared_symbols)) {
            if (is_defined(s)) {
                shared.insert(s.name.substr(0, s.name.find('@')));
            }
        }
        std::set<std::string> overriding;
        for (const auto& s : symbols_) {
            if (is_defined(s) && is_overriding(s, shared)) {
                overriding.insert(s.name);
            }
        }
        if (!overriding.empty()) {
            add("overrides", phrase("The code defines what belongs to the system, to the device "
                                    "or to the checker, and was not run: {}.",
                                    some_of(overriding)));
        }
        const bool is_resolved_early = std::any_of(symbols_.begin(), symbols_.end(),
                                                   [](const auto& s) { return s.type == "IFUNC"; });
        if (is_resolved_early) {
            add("constructor", phrase("The code has a function that is chosen while the program "
                                      "is being loaded (ifunc), and was not run."));
        }
    }

    [[nodiscard]] bool is_overriding(const object_symbol& s,
                                     const std::set<std::string>& shared) const {
        return rules_.refused_definitions.contains(s.name) ||
               (s.binding == "GLOBAL" && rules_.refused_unless_weak.contains(s.name)) ||
               (shared.count(s.name) != 0 && !rules_.shared_with_libraries.contains(s.name));
    }

    void look_at_sections() {
        std::set<std::string> odd;
        std::uint64_t early = 0;
        bool has_early = false;
        for (const auto& section : sections_) {
            // The compiler itself puts one function of the instrumentation there.
            if (section.name.starts_with(".init_array.")) {
                early += section.size;
            }
            for (const auto* name : {".preinit_array", ".fini_array", ".ctors", ".dtors"}) {
                has_early = has_early || section.name.starts_with(name);
            }
            const bool is_first = &section == sections_.data();  // which every file has, empty
            if (!is_first && !is_usual(section)) {
                odd.insert(section.name);
            }
        }
        constexpr std::uint64_t one_address = 8;
        if (early > one_address || has_early) {
            add("constructor", phrase("The code has a function that runs before main or after it "
                                      "(constructor, destructor), and was not run."));
        }
        if (!odd.empty() && !has_early) {
            add("sections",
                phrase("The object file has parts that no lab needs, and was not run: {}.",
                       some_of(odd)));
        }
        if (holds_data_as_code()) {
            add("sections", phrase("The code puts data where instructions belong, and was not "
                                   "run."));
        }
    }

    [[nodiscard]] bool is_usual(const object_section& section) const {
        const bool is_code = section.flags.find('X') != std::string::npos;
        const bool is_writable = section.flags.find('W') != std::string::npos;
        return rules_.allowed_sections.contains(section.name) &&
               is_code == section.name.starts_with(".text") && !(is_code && is_writable);
    }

    [[nodiscard]] bool holds_data_as_code() const {
        return std::any_of(symbols_.begin(), symbols_.end(), [&](const object_symbol& s) {
            const auto number = std::strtoul(s.section.c_str(), nullptr, 10);
            return s.type == "OBJECT" && number > 0 && number < sections_.size() &&
                   sections_[number].flags.find('X') != std::string::npos;
        });
    }

    void look_at_instructions() {
        std::set<std::string> found;
        for_each_line(listing_.instructions, [&](std::string_view line) {
            // "   4:\tsyscall", "  12:\tint    $0x80"
            const auto tab = line.find(":\t");
            if (tab == std::string_view::npos) {
                return;
            }
            const auto rest = line.substr(tab + 2);
            const auto name = rest.substr(0, rest.find_first_of(" \t"));
            if (rules_.refused_instructions.contains(name)) {
                found.insert(std::string(name));
            }
        });
        if (!found.empty()) {
            add("system-call", phrase("The code has instructions that call the system past all "
                                      "functions ({}), and was not run.",
                                      some_of(found)));
        }
    }

    const object_listing& listing_;
    const symbol_rules& rules_;
    const translation& say_;
    std::vector<object_section> sections_;
    std::vector<object_symbol> symbols_;
    std::vector<flag> flags_;
};

}  // namespace

std::vector<flag> scan_object(const object_listing& listing, const symbol_rules& rules,
                              const translation& say) {
    return scan(listing, rules, say).all();
}

}  // namespace checker
