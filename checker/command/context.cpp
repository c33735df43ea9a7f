#include "checker/command/context.hpp"

#include <fmt/core.h>

#include <cstdio>
#include <cstdlib>

namespace checker {
namespace {

std::string required(const char* name) {
    const char* value = std::getenv(name);
    if (value == nullptr || *value == '\0') {
        throw command_error(exit_with::usage,
                            phrase("This program is started by the script `lab` in the course's "
                                   "folder, which tells it where everything is. Call that "
                                   "instead: ./lab"));
    }
    return value;
}

/// Texts in the language that the environment asks for, where they are; otherwise English.
translation texts_in_readers_language(std::string_view kind) {
    const auto wanted = language_of(language_wishes_of_environment());
    const char* root = std::getenv("LAB_ROOT");
    if (wanted == language::english || root == nullptr) {
        return {};
    }
    const auto file = std::filesystem::path(root) / "checker" / "messages" /
                      fmt::format("{}.{}.toml", tag_of(wanted), kind);
    return std::filesystem::exists(file) ? translation::load(file) : translation{};
}

}  // namespace

std::string context::shown(const std::filesystem::path& any) const {
    const auto path = any.lexically_normal();
    const auto relative = path.lexically_relative(root);
    if (relative.empty() || *relative.begin() == "..") {
        return path.string();
    }
    return relative.string();
}

std::filesystem::path context::messages() const {
    return root / "checker" / "messages" / fmt::format("{}.toml", tag_of(speaks));
}

std::filesystem::path context::phrases() const {
    if (speaks == language::english) {
        return {};
    }
    return root / "checker" / "messages" / fmt::format("{}.words.toml", tag_of(speaks));
}

course context::load() const {
    auto all = load_course(root / "course.toml");
    if (speaks != language::english) {
        put_texts(all, root / fmt::format("course.{}.toml", tag_of(speaks)));
    }
    return all;
}

std::string context::page(std::string_view english_page) const {
    const auto own = page_in(speaks, english_page);
    return std::filesystem::exists(root / own) ? own : std::string(english_page);
}

translation help_in_readers_language() {
    return texts_in_readers_language("help");
}

translation phrases_in_readers_language() {
    return texts_in_readers_language("words");
}

void speak(context& c, language wanted) {
    c.speaks = wanted;
    if (wanted != language::english && !std::filesystem::exists(c.phrases())) {
        c.speaks = language::english;
    }
    c.say = c.speaks == language::english ? translation{} : translation::load(c.phrases());
    // So does what it calls or runs.
    setenv("SIMCUDA_LANG", std::string(tag_of(c.speaks)).c_str(), 1);
}

context make_context() {
    context c;
    c.root = required("LAB_ROOT");
    c.build = required("LAB_BUILD");
    c.started = std::filesystem::current_path();
    if (const char* command = std::getenv("LAB_COMMAND")) {
        c.command = command;
    }
    c.out = terminal_of_output();
    const auto wishes = language_wishes_of_environment();
    speak(c, language_of(wishes));
    if (!is_understood(wishes)) {
        // In both languages: nobody knows which of them was meant.
        fmt::print(stderr, "{}\n",
                   c.say(phrase("LAB_LANG={} is not known: the course speaks en and zh-CN. "
                                "课程的语言是 en 和 zh-CN。",
                                wishes.lab_lang)));
    }
    return c;
}

}  // namespace checker
