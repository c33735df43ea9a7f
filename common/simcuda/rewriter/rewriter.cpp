#include "common/simcuda/rewriter/rewriter.hpp"

#include <algorithm>
#include <utility>

#include "common/simcuda/rewriter/pass.hpp"

namespace simcuda::rewriter {

namespace {

/// What an #include would name: the path after the toolkit's include folder. Empty for files that
/// are in none, such as the learner's own in a folder called "cuda".
std::string_view as_included(std::string_view quoted_path) {
    constexpr std::string_view folder = "/include/";
    constexpr std::string_view bundled = "cccl/";  // CUDA 13 keeps its C++ libraries there
    std::string_view path = quoted_path.substr(0, quoted_path.size() - 1);
    const std::size_t at = path.rfind(folder);
    if (at == std::string_view::npos) {
        return {};
    }
    path = path.substr(at + folder.size());
    return path.substr(0, bundled.size()) == bundled ? path.substr(bundled.size()) : path;
}

void check_inclusions(const unit& source, std::vector<problem>& problems) {
    for (const inclusion& each : source.inclusions) {
        std::string sentence = unsupported().about_header(as_included(each.entered));
        if (!sentence.empty()) {
            problems.push_back({source.file_name(each.from.file), static_cast<int>(each.from.line),
                                static_cast<int>(each.from.column), std::move(sentence)});
        }
    }
}

std::vector<std::string> own_files(const unit& source) {
    std::vector<std::string> names;
    for (std::size_t i = 0; i < source.files.size(); ++i) {
        std::string name = source.own.count(i) != 0 ? source.file_name(i) : std::string();
        if (!name.empty() && name.front() != '<') {
            names.push_back(std::move(name));
        }
    }
    return names;
}

}  // namespace

result rewrite(std::string_view preprocessed, const options& options) {
    const unit source = read_unit(preprocessed, options.predefined);
    const sequence code(source.code);
    rewriting shared;
    shared.text = preprocessed;
    shared.source = &source;

    result made;
    check_inclusions(source, made.problems);
    pass walk(shared, code, position::code);
    walk.run();
    std::vector<problem> found = walk.take_problems();
    std::move(found.begin(), found.end(), std::back_inserter(made.problems));
    made.text = std::move(shared.changes).apply(preprocessed);
    made.files = own_files(source);
    made.work = shared.work + code.looks();
    return made;
}

std::string explain_header(std::string_view header) {
    return unsupported().about_header(header);
}

}  // namespace simcuda::rewriter
