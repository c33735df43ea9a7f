#include "common/simcuda/rewriter/rewriter.hpp"

#include <algorithm>
#include <utility>

#include "common/simcuda/rewriter/pass.hpp"

namespace simcuda::rewriter {

namespace {

void check_inclusions(const unit& source, std::vector<problem>& problems) {
    for (const inclusion& each : source.inclusions) {
        std::string_view path = each.entered;
        path = path.size() >= 2 ? path.substr(1, path.size() - 2) : path;
        std::string sentence = unsupported().about_header(path);
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
    return made;
}

std::string explain_header(std::string_view header) {
    return unsupported().about_header(header);
}

}  // namespace simcuda::rewriter
