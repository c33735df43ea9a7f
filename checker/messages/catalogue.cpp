#include "checker/messages/catalogue.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "checker/course/course.hpp"
#include "checker/course/toml_reader.hpp"
#include "common/timeline/closed_up.hpp"

namespace checker {
namespace {

void require_arguments(const toml_reader& table, const message& m) {
    message_arguments declared;
    for (const auto& name : m.arguments) {
        declared[name] = name;
    }
    for (const auto* text : {&m.what, &m.why, &m.fix}) {
        try {
            static_cast<void>(fill_in(*text, declared));
        } catch (const std::invalid_argument& problem) {
            table.complain(problem.what());
        }
    }
}

constexpr char before_lab = '@';

void require_texts(const toml_reader& table, const message& m) {
    for (const auto* text : {&m.title, &m.what, &m.why, &m.fix, &m.docs}) {
        if (text->empty()) {
            table.complain(phrase("a text is empty"));
        }
    }
    require_arguments(table, m);
}

message read_message(const toml_reader& table) {
    table.only({"title", "arguments", "what", "why", "fix", "docs"});
    message m{table.text("title"), {}, table.text("what"), table.text("why"), table.text("fix"),
              table.text("docs")};
    m.arguments = table.texts_or_none("arguments");
    require_texts(table, m);
    return m;
}

/// What a lab has of its own, in place of what `m` says elsewhere.
message read_replaced(const toml_reader& table, message m) {
    table.only({"title", "what", "why", "fix"});
    for (const auto& [key, text] : {std::pair{"title", &m.title}, std::pair{"what", &m.what},
                                    std::pair{"why", &m.why}, std::pair{"fix", &m.fix}}) {
        *text = table.text_or(key, *text);
    }
    require_texts(table, m);
    return m;
}

}  // namespace

std::string fill_in(std::string_view text, const message_arguments& arguments,
                    const translation& say) {
    std::string result;
    while (!text.empty()) {
        const auto brace = text.find_first_of("{}");
        result += text.substr(0, brace);
        if (brace == std::string_view::npos) {
            break;
        }
        const char which = text[brace];
        text.remove_prefix(brace + 1);
        if (text.starts_with(which)) {
            result += which;
            text.remove_prefix(1);
            continue;
        }
        const auto end = text.find('}');
        if (which == '}' || end == std::string_view::npos) {
            throw std::invalid_argument(fmt::format(
                "a \"{}\" without its partner; a brace itself is written twice", which));
        }
        const std::string name(text.substr(0, end));
        const auto argument = arguments.find(name);
        if (argument == arguments.end()) {
            throw std::invalid_argument(fmt::format("no argument for \"{{{}}}\"", name));
        }
        result += say(argument->second);
        text.remove_prefix(end + 1);
    }
    return timeline::closed_up(result);
}

catalogue catalogue::load(const std::filesystem::path& file, translation say) {
    const auto top = toml_reader::open(file);
    catalogue c;
    c.say_ = std::move(say);
    std::vector<std::string> of_labs;
    for (const auto& id : top.keys()) {
        if (id.find(before_lab) != std::string::npos) {
            of_labs.push_back(id);
        } else {
            c.messages_.emplace(id, read_message(top.table(id)));
        }
    }
    for (const auto& id : of_labs) {
        const auto general = c.messages_.find(id.substr(0, id.find(before_lab)));
        if (general == c.messages_.end()) {
            top.table(id).complain(phrase("there is no entry that this one could replace"));
        }
        c.messages_.emplace(id, read_replaced(top.table(id), general->second));
    }
    return c;
}

bool catalogue::contains(std::string_view id) const {
    return messages_.find(id) != messages_.end();
}

const message& catalogue::find(std::string_view id) const {
    const auto found = messages_.find(id);
    if (found == messages_.end()) {
        throw std::invalid_argument(fmt::format("no text for the diagnosis \"{}\"", id));
    }
    return found->second;
}

std::vector<std::string> catalogue::ids() const {
    std::vector<std::string> result;
    for (const auto& [id, text] : messages_) {
        result.push_back(id);
    }
    return result;
}

std::string catalogue::in_lab(const std::string& id, const std::string& lab) const {
    const auto of_lab = id + before_lab + lab;
    return contains(of_lab) ? of_lab : id;
}

diagnosis catalogue::explain(std::string_view id, const message_arguments& arguments,
                             std::vector<timeline::source_place> where) const {
    const auto& m = find(id);
    for (const auto& name : m.arguments) {
        if (!arguments.contains(name)) {
            throw std::invalid_argument(
                fmt::format(R"(the diagnosis "{}" needs the argument "{}")", id, name));
        }
    }
    return {std::string(id),
            fmt::format("{}\n\n{}\n\n{}", fill_in(m.what, arguments, say_),
                        fill_in(m.why, arguments, say_), fill_in(m.fix, arguments, say_)),
            std::move(where), m.docs};
}

diagnosis catalogue::explain_as(std::string_view id, std::string what,
                                std::vector<timeline::source_place> where) const {
    const auto& m = find(id);
    return {std::string(id),
            fmt::format("{}\n\n{}\n\n{}", what, fill_in(m.why, {}), fill_in(m.fix, {})),
            std::move(where), m.docs};
}

}  // namespace checker
