#include "checker/grading/submissions.hpp"

#include <fcntl.h>

#include <algorithm>
#include <array>
#include <map>

#include "checker/grading/student_name.hpp"

namespace checker {
namespace {

namespace fs = std::filesystem;

constexpr std::array<std::string_view, 11> archive_endings = {
    ".tar.gz", ".tar.xz", ".tar.bz2", ".tar.zst", ".tgz", ".txz",
    ".tbz2",   ".tbz",    ".tzst",    ".tar",     ".zip"};

std::string lower(std::string text) {
    for (char& c : text) {
        c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    }
    return text;
}

std::string_view ending_of(std::string_view name) {
    const auto all = lower(std::string(name));
    for (const auto ending : archive_endings) {
        if (all.size() > ending.size() && all.ends_with(ending)) {
            return ending;
        }
    }
    return all.size() > 3 && all.ends_with(".cu") ? ".cu" : std::string_view{};
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

/// A list of the class, a note: nobody hands in such a file, and platforms put them there.
bool lies_beside(const fs::directory_entry& entry) {
    constexpr std::array<std::string_view, 10> endings = {"",     ".csv",  ".db", ".htm", ".html",
                                                          ".ini", ".json", ".md", ".txt", ".xlsx"};
    const auto ending = entry.path().extension().string();
    return entry.symlink_status().type() == fs::file_type::regular &&
           std::find(endings.begin(), endings.end(), lower(ending)) != endings.end();
}

/// Who has handed in what, and who twice.
void name_all(std::vector<submission>& all) {
    std::vector<entry_name> names;
    std::map<std::string, std::vector<submission*>> by_student;
    for (auto& s : all) {
        const auto name = s.path.filename().string();
        names.push_back({s.kind == submission_kind::folder ? name : without_ending(name), name});
        s.student = shown_name(names.back().student);
        by_student[names.back().student].push_back(&s);
    }
    const auto safe = safe_names(names);
    for (std::size_t i = 0; i < all.size(); ++i) {
        all[i].file = safe[i];
    }
    for (const auto& [student, own] : by_student) {
        for (std::size_t i = 0; own.size() > 1 && i < own.size(); ++i) {
            own[i]->student = shown_name(own[i]->path.filename().string());
            own[i]->twin = shown_name(own[i == 0 ? 1 : 0]->path.filename().string());
        }
    }
}

}  // namespace

std::string without_ending(const std::string& name) {
    return name.substr(0, name.size() - ending_of(name).size());
}

bool is_archive_name(std::string_view name) {
    const auto ending = ending_of(name);
    return !ending.empty() && ending != ".cu";
}

class_entries entries_of_class(const fs::path& folder) {
    class_entries found;
    auto& all = found.submissions;
    for (const auto& entry : fs::directory_iterator(folder)) {
        const auto name = entry.path().filename().string();
        const auto kind = kind_of(entry, ending_of(name));
        if (is_of_a_system(name) || (kind == submission_kind::unknown && lies_beside(entry))) {
            found.ignored.push_back(shown_name(name));
        } else {
            all.push_back({entry.path(), kind, {}, {}, {}});
        }
    }
    std::sort(found.ignored.begin(), found.ignored.end());
    const auto by_name = [](const submission& a, const submission& b) {
        return a.path.native() < b.path.native();
    };
    std::sort(all.begin(), all.end(), by_name);
    name_all(all);
    return found;
}

void read_submission(const submission& from, learner_files& files) {
    if (!from.twin.empty()) {
        files.refuse_all(refusal(files.say(), "ambiguous",
                                 phrase("This student is there twice, as {} and as {}. Leave the "
                                        "one that counts in the class's folder, and grade again.",
                                        from.student, from.twin)));
        return;
    }
    switch (from.kind) {
        case submission_kind::folder:
            return read_folder(from, files);
        case submission_kind::archive: {
            constexpr int flags = O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC;
            return read_archive(descriptor(open(from.path.c_str(), flags)), files);
        }
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
