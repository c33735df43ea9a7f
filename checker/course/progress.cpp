#include "checker/course/progress.hpp"

#include <fmt/core.h>

#include <stdexcept>

#include "checker/course/atomic_file.hpp"
#include "checker/course/toml_reader.hpp"
#include "checker/messages/told_error.hpp"

namespace checker {
namespace {

constexpr int schema = 1;

progress read(const std::filesystem::path& file) {
    const auto top = toml_reader::open(file);
    if (top.integer("schema") != schema) {
        throw told_error(phrase("it was written by another version"));
    }
    progress labs;
    if (!top.has("labs")) {
        return labs;
    }
    const auto entries = top.table("labs");
    for (const auto& name : entries.keys()) {
        const auto entry = entries.table(name);
        lab_progress& lab = labs[name];
        lab.status = entry.text_or("status", {});
        lab.points = entry.number_or("points", 0);
        lab.was_passed = entry.flag_or("passed", false);
        lab.last_diagnosis = entry.text_or("last_diagnosis", {});
        lab.hints_seen = entry.integer_or("hints_seen", 0);
        lab.last_message = entry.text_or("last_message", {});
        lab.last_docs = entry.text_or("last_docs", {});
        lab.expected = {entry.number_or("expected_ms", 0), entry.texts_or_none("expected_together"),
                        entry.texts_or_none("expected_apart")};
    }
    return labs;
}

std::string toml_list(const std::vector<std::string>& texts) {
    std::string list = "[";
    for (const auto& text : texts) {
        list += (list.size() > 1 ? ", " : "") + toml_quoted(text);
    }
    return list + "]";
}

// The first name that is not taken, so that no earlier backup is lost.
std::filesystem::path free_name(const std::filesystem::path& file) {
    for (int i = 1;; ++i) {
        auto name = file;
        name += fmt::format(".damaged-{}", i);
        if (!std::filesystem::exists(name)) {
            return name;
        }
    }
}

}  // namespace

loaded_progress load_progress(const std::filesystem::path& file) {
    if (!std::filesystem::exists(file)) {
        return {};
    }
    try {
        return {read(file), {}};
    } catch (const std::exception& problem) {
        const auto aside = free_name(file);
        std::error_code failed;
        std::filesystem::rename(file, aside, failed);
        return {{},
                failed ? damaged_record{said_by(problem), {}, failed.message()}
                       : damaged_record{said_by(problem), aside.filename().string(), {}}};
    }
}

void save_progress(const std::filesystem::path& file, const progress& labs,
                   std::string_view remark) {
    std::string text = fmt::format("# {}\nschema = {}\n", remark, schema);
    for (const auto& [name, lab] : labs) {
        text += fmt::format(
            "\n[labs.{}]\nstatus = {}\npassed = {}\npoints = {}\nlast_diagnosis = {}\n"
            "hints_seen = {}\nlast_message = {}\nlast_docs = {}\n",
            toml_quoted(name), toml_quoted(lab.status), lab.was_passed, lab.points,
            toml_quoted(lab.last_diagnosis), lab.hints_seen, toml_quoted(lab.last_message),
            toml_quoted(lab.last_docs));
        if (!lab.expected.empty()) {
            text += fmt::format("expected_ms = {}\nexpected_together = {}\nexpected_apart = {}\n",
                                lab.expected.ms, toml_list(lab.expected.together),
                                toml_list(lab.expected.apart));
        }
    }
    write_atomically(file, text);
}

}  // namespace checker
