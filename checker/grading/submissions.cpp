#include "checker/grading/submissions.hpp"

#include <algorithm>
#include <array>
#include <string_view>

#include "checker/grading/student_name.hpp"

namespace checker {
namespace {

namespace fs = std::filesystem;

constexpr std::array<std::string_view, 11> archive_endings = {
    ".tar.gz", ".tar.xz", ".tar.bz2", ".tar.zst", ".tgz", ".txz",
    ".tbz2",   ".tbz",    ".tzst",    ".tar",     ".zip"};

std::string_view ending_of(std::string_view name) {
    std::string lower(name);
    for (char& c : lower) {
        c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    }
    for (const auto ending : archive_endings) {
        if (lower.size() > ending.size() && lower.ends_with(ending)) {
            return ending;
        }
    }
    return lower.size() > 3 && lower.ends_with(".cu") ? ".cu" : std::string_view{};
}

submission_kind kind_of(const fs::directory_entry& entry, std::string_view ending) {
    // A link is neither: it may lead anywhere.
    const auto status = entry.symlink_status();
    if (status.type() == fs::file_type::directory) {
        return submission_kind::folder;
    }
    if (status.type() != fs::file_type::regular || ending.empty()) {
        return submission_kind::unknown;
    }
    return ending == ".cu" ? submission_kind::one_file : submission_kind::archive;
}

}  // namespace

std::string without_ending(const std::string& name) {
    return name.substr(0, name.size() - ending_of(name).size());
}

std::vector<submission> find_submissions(const fs::path& folder) {
    std::vector<submission> all;
    for (const auto& entry : fs::directory_iterator(folder)) {
        const auto name = entry.path().filename().string();
        if (name.front() != '.') {
            all.push_back({entry.path(), kind_of(entry, ending_of(name)), {}, {}});
        }
    }
    const auto by_name = [](const submission& a, const submission& b) {
        return a.path.native() < b.path.native();
    };
    std::sort(all.begin(), all.end(), by_name);
    std::vector<entry_name> names;
    for (auto& s : all) {
        const auto name = s.path.filename().string();
        names.push_back({s.kind == submission_kind::folder ? name : without_ending(name), name});
        s.student = shown_name(names.back().student);
    }
    const auto safe = safe_names(names);
    for (std::size_t i = 0; i < all.size(); ++i) {
        all[i].file = safe[i];
    }
    return all;
}

void read_submission(const submission& from, learner_files& files) {
    switch (from.kind) {
        case submission_kind::folder:
            return read_folder(from, files);
        case submission_kind::archive:
            return read_archive(from, files);
        case submission_kind::one_file:
            return read_one_file(from, files);
        case submission_kind::unknown:
            break;
    }
    files.refuse_all(refusal(files.say(), "unreadable",
                             phrase("This is no folder, no archive (.zip, .tar, .tar.gz, .tar.xz, "
                                    "...) and no .cu file. Unpack it, or ask for another form.")));
}

}  // namespace checker
