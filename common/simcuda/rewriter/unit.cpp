#include "common/simcuda/rewriter/unit.hpp"

#include <charconv>
#include <unordered_map>
#include <utility>

#include "common/simcuda/rewriter/conditionals.hpp"
#include "common/simcuda/rewriter/lexer.hpp"

namespace simcuda::rewriter {

namespace {

class reader {
public:
    reader(std::string_view text, const std::unordered_set<std::string>& predefined)
        : lexer_(text), conditionals_(predefined), has_conditionals_(!predefined.empty()) {
        unit_.files.emplace_back("\"<unknown>\"");
        quoted_.emplace_back();
    }

    unit read() {
        bool line_is_blank = true;
        for (token now = lexer_.next(); !now.is(token_kind::end); now = lexer_.next()) {
            if (now.is(token_kind::newline)) {
                line_is_blank = true;
                skip_what_is_not_compiled();
            } else if (now.is(token_kind::hash) && line_is_blank) {
                read_directive(now);
                skip_what_is_not_compiled();
            } else {
                line_is_blank = false;
                keep(now);
            }
        }
        return std::move(unit_);
    }

private:
    /// At the start of a line.
    void skip_what_is_not_compiled() {
        if (in_system_header_ && !has_conditionals_) {
            lexer_.skip_to_marker();
        } else if (in_system_header_ || !conditionals_.active()) {
            lexer_.skip_to_directive();
        }
    }

    void keep(const token& now) {
        if (!in_system_header_ && conditionals_.active()) {
            unit_.code.push_back(now);
            unit_.own.insert(now.where.file);
        }
    }

    void read_directive(const token& hash) {
        const token name = lexer_.next();
        if (name.is(token_kind::newline) || name.is(token_kind::end)) {
            return;
        }
        if (name.is(token_kind::number)) {
            read_marker(hash, name);
        } else if (name.is_word("line")) {
            read_marker(hash, lexer_.next());
        } else if (name.is_word("define") || name.is_word("undef")) {
            read_macro(hash, name);
        } else {
            read_other(name);
        }
    }

    void read_other(const token& name) {
        const token operand = lexer_.next();
        conditionals_.follow(name.spelling, operand.spelling);
        if (!operand.is(token_kind::newline)) {
            lexer_.skip_line();
        }
    }

    /// `# 12 "file.cu" 1 3`: flag 1 enters a file, 3 says that it is a system header.
    void read_marker(const token& hash, const token& number) {
        std::uint32_t line = 1;
        std::from_chars(number.spelling.data(), number.spelling.data() + number.spelling.size(),
                        line);
        std::uint32_t file = lexer_.file();
        bool entered = false;
        bool system = false;
        token read = number;
        bool named = false;
        while (!read.is(token_kind::newline) && !read.is(token_kind::end)) {
            read = lexer_.next();
            if (read.is(token_kind::literal) && !named) {
                named = true;
                file = file_index(read.spelling);
            }
            entered = entered || (read.is(token_kind::number) && read.spelling == "1");
            system = system || (read.is(token_kind::number) && read.spelling == "3");
        }
        if (entered && !in_system_header_ && conditionals_.active()) {
            unit_.inclusions.push_back({quoted_[file], hash.where});
        }
        in_system_header_ = named ? system : in_system_header_;
        lexer_.set_place(file, line);
    }

    void read_macro(const token& hash, const token& directive) {
        const token name = lexer_.next();
        if (!name.is(token_kind::identifier)) {
            if (!name.is(token_kind::newline)) {
                lexer_.skip_line();
            }
            return;
        }
        const bool active = conditionals_.active();
        if (active && directive.is_word("define")) {
            conditionals_.define(name.spelling);
        } else if (active) {
            conditionals_.undefine(name.spelling);
        }
        if (in_system_header_ || !active) {
            lexer_.skip_line();
            return;
        }
        unit_.macros.push_back({name.spelling, hash.begin, read_body(name)});
    }

    /// The replacement, without the parameter list.
    std::vector<token> read_body(const token& name) {
        std::vector<token> body;
        token read = lexer_.next();
        if (read.is(token_kind::open_paren) && read.begin == name.end) {
            while (!read.is(token_kind::close_paren) && !read.is(token_kind::newline) &&
                   !read.is(token_kind::end)) {
                read = lexer_.next();
            }
            if (read.is(token_kind::close_paren)) {
                read = lexer_.next();
            }
        }
        while (!read.is(token_kind::newline) && !read.is(token_kind::end)) {
            body.push_back(read);
            read = lexer_.next();
        }
        return body;
    }

    std::uint32_t file_index(std::string_view quoted) {
        const auto next = static_cast<std::uint32_t>(unit_.files.size());
        const auto [known, is_new] = indices_.emplace(quoted, next);
        if (is_new) {
            unit_.files.emplace_back(quoted);
            quoted_.push_back(quoted);
        }
        return known->second;
    }

    lexer lexer_;
    conditionals conditionals_;
    unit unit_;
    std::unordered_map<std::string_view, std::uint32_t> indices_;
    std::vector<std::string_view> quoted_;  ///< by index
    bool in_system_header_ = false;
    bool has_conditionals_;  ///< then the macros of system headers matter
};

}  // namespace

std::string unit::file_name(std::size_t file) const {
    const std::string& quoted = files[file];
    std::string name;
    for (std::size_t i = 1; i + 1 < quoted.size(); ++i) {
        if (quoted[i] == '\\' && i + 2 < quoted.size()) {
            ++i;
        }
        name += quoted[i];
    }
    return name;
}

unit read_unit(std::string_view preprocessed, const std::unordered_set<std::string>& predefined) {
    return reader(preprocessed, predefined).read();
}

}  // namespace simcuda::rewriter
