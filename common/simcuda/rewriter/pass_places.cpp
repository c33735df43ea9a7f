// What takes the compiler back to the learner's own lines and columns.
#include <algorithm>
#include <string>

#include "common/simcuda/rewriter/pass.hpp"

namespace simcuda::rewriter {

std::string pass::resume(const token& on_line, std::size_t offset) const {
    if (where_ == position::macro) {
        return "";
    }
    // Machine-made lines of any length must not make the text grow without bound.
    constexpr std::size_t widest = 500;
    const std::string_view passed = shared_.text.substr(on_line.begin, offset - on_line.begin);
    // An operator may be spliced: its end is then on another line.
    const std::size_t last_end = passed.rfind('\n');
    const auto lines = std::count(passed.begin(), passed.end(), '\n');
    const std::size_t column = last_end == std::string_view::npos
                                   ? on_line.where.column + passed.size()
                                   : passed.size() - last_end;
    return "\n#line " + std::to_string(on_line.where.line + lines) + " " +
           shared_.source->files[on_line.where.file] + "\n" +
           std::string(std::min(column, widest) - 1, ' ');
}

std::string pass::resume_after(std::size_t index) const {
    return resume(tokens_[index], tokens_[index].end);
}

std::string pass::resume_in_line(std::size_t index) const {
    const std::string_view following = shared_.text.substr(tokens_[index].end, 2);
    const bool line_ends = following.empty() || following.front() == '\n' || following == "\r\n";
    return line_ends ? "" : resume_after(index);
}

std::string pass::lost_lines(std::size_t first, std::size_t last) const {
    std::string lines;
    if (where_ == position::macro) {
        const std::string_view text = text_of(first, last + 1);
        for (auto ends = std::count(text.begin(), text.end(), '\n'); ends > 0; --ends) {
            lines += " \\\n";
        }
    }
    return lines;
}

std::string_view pass::text_of(std::size_t first, std::size_t end) const {
    const std::size_t begin = tokens_[first].begin;
    return shared_.text.substr(begin, tokens_[end - 1].end - begin);
}

}  // namespace simcuda::rewriter
