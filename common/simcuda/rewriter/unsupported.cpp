#include "common/simcuda/rewriter/unsupported.hpp"

#include <stdexcept>

#include "unsupported_text.hpp"

namespace simcuda::rewriter {

namespace {

std::string_view trimmed(std::string_view text) {
    const std::size_t begin = text.find_first_not_of(" \t\r");
    if (begin == std::string_view::npos) {
        return {};
    }
    return text.substr(begin, text.find_last_not_of(" \t\r") - begin + 1);
}

/// Cuts the part before `separator` off `text`.
std::string_view cut(std::string_view& text, char separator) {
    const std::size_t at = text.find(separator);
    const std::string_view part = text.substr(0, at);
    text = at == std::string_view::npos ? std::string_view() : text.substr(at + 1);
    return part;
}

bool take_suffix(std::string_view& text, std::string_view suffix) {
    if (text.size() < suffix.size() || text.substr(text.size() - suffix.size()) != suffix) {
        return false;
    }
    text.remove_suffix(suffix.size());
    return true;
}

bool starts_with(std::string_view text, std::string_view start) {
    return text.substr(0, start.size()) == start;
}

}  // namespace

unsupported_table::unsupported_table(std::string_view text) {
    while (!text.empty()) {
        const std::string_view line = trimmed(cut(text, '\n'));
        if (!line.empty() && line.front() != '#') {
            add(line);
        }
    }
}

void unsupported_table::add(std::string_view line) {
    std::string_view rest = line;
    std::string_view pattern = trimmed(cut(rest, '|'));
    const std::string_view reason = trimmed(cut(rest, '|'));
    const std::string_view instead = trimmed(rest);
    if (pattern.empty() || reason.empty()) {
        throw std::invalid_argument("unsupported.txt needs 'name | reason | instead', but has: " +
                                    std::string(line));
    }
    entry made;
    made.message = std::string(reason) + ".";
    if (!instead.empty()) {
        made.message += " " + std::string(instead) + ".";
    }
    if (pattern.front() == '<') {
        pattern.remove_prefix(1);
        take_suffix(pattern, ">");
        made.shape = form::header;
    } else if (take_suffix(pattern, "(")) {
        made.shape = form::call;
    } else if (take_suffix(pattern, "::")) {
        made.shape = form::scope;
    } else if (take_suffix(pattern, "@device")) {
        made.shape = form::device_only;
    }
    const bool is_prefix = take_suffix(pattern, "*");
    made.pattern = std::string(pattern);
    if (made.shape == form::header) {
        headers_.push_back(made);
    } else if (is_prefix) {
        prefixes_.push_back(made);
    } else {
        exact_.emplace(made.pattern, made);
    }
}

bool unsupported_table::applies(const entry& candidate, const sequence& tokens, std::size_t index,
                                context where) const {
    const token& before = index > 0 ? tokens[index - 1] : tokens[no_token];
    if (before.is(token_kind::member)) {
        return false;  // somebody's own member that happens to have this name
    }
    const token& following = tokens[index + 1];
    switch (candidate.shape) {
        case form::call:
            return following.is(token_kind::open_paren) || following.is(token_kind::less);
        case form::scope:
            return following.is(token_kind::scope) && !before.is(token_kind::scope);
        case form::device_only:
            return where == context::device;
        default:
            return true;
    }
}

std::string unsupported_table::about_name(const sequence& tokens, std::size_t index,
                                          context where) const {
    const std::string name(tokens[index].spelling);
    const auto message = [&name](const entry& found) {
        return "'" + name + "' is not simulated: " + found.message;
    };
    const auto found = exact_.find(name);
    if (found != exact_.end() && applies(found->second, tokens, index, where)) {
        return message(found->second);
    }
    for (const entry& candidate : prefixes_) {
        if (starts_with(name, candidate.pattern) && applies(candidate, tokens, index, where)) {
            return message(candidate);
        }
    }
    return {};
}

std::string unsupported_table::about_header(std::string_view header) const {
    for (const entry& candidate : headers_) {
        const bool is_folder = candidate.pattern.back() == '/';
        if (is_folder ? starts_with(header, candidate.pattern) : header == candidate.pattern) {
            return "<" + std::string(header) + "> is not there: " + candidate.message;
        }
    }
    return {};
}

const unsupported_table& unsupported() {
    static const unsupported_table table(unsupported_text);
    return table;
}

}  // namespace simcuda::rewriter
