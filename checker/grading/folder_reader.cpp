// Submissions that are folders. Everything is opened relative to the folder above it and without
// following links, so that no name in a submission leads out of it, also not while it is changed.

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <memory>
#include <optional>

#include "checker/grading/student_name.hpp"
#include "checker/grading/submissions.hpp"
#include "checker/supervise/descriptor.hpp"

namespace checker {
namespace {

constexpr int folder_flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC;
// (without O_NONBLOCK a named pipe would keep us here)
constexpr int file_flags = O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC;

struct closes_folder {
    void operator()(DIR* folder) const { closedir(folder); }
};

std::vector<std::string> names_in(const descriptor& folder, std::size_t most) {
    std::vector<std::string> names;
    const std::unique_ptr<DIR, closes_folder> stream(fdopendir(dup(folder.get())));
    if (stream) {
        rewinddir(stream.get());  // (a copy of the descriptor goes on where the last one was)
    }
    while (stream && names.size() < most) {
        const auto* entry = readdir(stream.get());
        if (entry == nullptr) {
            break;
        }
        const std::string name = static_cast<const char*>(entry->d_name);
        if (name != "." && name != "..") {
            names.push_back(name);
        }
    }
    // The order of the system is nobody's; results must not depend on it.
    std::sort(names.begin(), names.end());
    return names;
}

flag unreadable(const learner_files& files, std::string_view path) {
    return refusal(files.say(), "unreadable",
                   phrase("{} cannot be read: {}.", shown_name(path), std::strerror(errno)));
}

/// Nothing when it is longer than `most` or cannot be read; errno tells which: 0 is too long.
std::optional<std::string> read_at_most(const descriptor& file, std::uint64_t most) {
    std::string content;
    std::array<char, 16384> buffer;
    for (;;) {
        const auto got = read(file.get(), buffer.data(), buffer.size());
        if (got < 0 && errno == EINTR) {
            continue;
        }
        if (got < 0) {
            return std::nullopt;
        }
        if (got == 0) {
            return content;
        }
        content.append(buffer.data(), static_cast<std::size_t>(got));
        if (content.size() > most) {
            errno = 0;
            return std::nullopt;
        }
    }
}

void take_file(int folder, const std::string& name, const std::string& path, const lab_match& match,
               learner_files& files) {
    const descriptor file(openat(folder, name.c_str(), file_flags));
    struct stat facts {};
    if (!file.is_open()) {
        const bool is_link = errno == ELOOP || errno == ENXIO;
        files.refuse(match, is_link ? not_a_file(files, path) : unreadable(files, path));
        return;
    }
    if (fstat(file.get(), &facts) != 0 || !S_ISREG(facts.st_mode)) {
        files.refuse(match, not_a_file(files, path));
        return;
    }
    if (auto content = read_at_most(file, files.limits().file.value)) {
        files.offer(match, path, *std::move(content));
    } else {
        files.refuse(match, errno == 0 ? too_large(files, path) : unreadable(files, path));
    }
}

class folder_walk {
public:
    explicit folder_walk(learner_files& files) : files_(files) {}

    void visit(const descriptor& folder, const std::string& path, int depth) {
        const auto left = static_cast<std::size_t>(files_.limits().entries - seen_);
        for (const auto& name : names_in(folder, left + 1)) {
            if (++seen_ > files_.limits().entries) {
                files_.refuse_all(refusal(
                    files_.say(), "too-large",
                    phrase("The submission has more than {} files.", files_.limits().entries)));
                return;
            }
            visit_entry(folder, name, path + name, depth);
            if (files_.is_refused()) {
                return;
            }
        }
    }

private:
    void visit_entry(const descriptor& folder, const std::string& name, const std::string& path,
                     int depth) {
        struct stat facts {};
        if (fstatat(folder.get(), name.c_str(), &facts, AT_SYMLINK_NOFOLLOW) != 0) {
            return;
        }
        const auto match = files_.match(path);
        if (match && !S_ISDIR(facts.st_mode)) {
            take_file(folder.get(), name, path, *match, files_);
        } else if (S_ISDIR(facts.st_mode) && depth < files_.limits().depth) {
            const descriptor below(openat(folder.get(), name.c_str(), folder_flags));
            if (below.is_open()) {
                visit(below, path + "/", depth + 1);
            }
        } else if (S_ISLNK(facts.st_mode)) {
            refuse_labs_behind(path);
        } else if (is_archive_name(name)) {
            files_.pass_archive(path);
        }
    }

    /// A link in the place of a folder that a lab's file would lie in.
    void refuse_labs_behind(const std::string& path) {
        const auto match = files_.match(path + "/lab.cu");
        if (match && match->rank < 30) {
            files_.refuse(*match, not_a_file(files_, path));
        }
    }

    learner_files& files_;
    int seen_ = 0;
};

/// An archive that is all that somebody has handed in, as platforms pack it into a folder.
std::optional<std::string> only_archive_in(const descriptor& folder, const learner_files& files) {
    auto names = names_in(folder, static_cast<std::size_t>(files.limits().entries) + 1);
    std::erase_if(names, is_of_a_system);
    struct stat facts {};
    const bool is_one =
        names.size() == 1 && is_archive_name(names.front()) &&
        fstatat(folder.get(), names.front().c_str(), &facts, AT_SYMLINK_NOFOLLOW) == 0 &&
        S_ISREG(facts.st_mode);
    return is_one ? std::optional(names.front()) : std::nullopt;
}

}  // namespace

void read_folder(const submission& from, learner_files& files) {
    const descriptor folder(open(from.path.c_str(), folder_flags));
    if (!folder.is_open()) {
        files.refuse_all(unreadable(files, from.student));
        return;
    }
    if (const auto name = only_archive_in(folder, files)) {
        read_archive(descriptor(openat(folder.get(), name->c_str(), file_flags)), files);
        return;
    }
    folder_walk(files).visit(folder, {}, 0);
}

void read_one_file(const submission& from, learner_files& files) {
    const auto name = from.path.filename().string();
    auto match = files.match(name);
    if (!match) {
        // NAME.cu: the one lab that is graded.
        match = files.match("lab.cu");
    }
    if (!match) {
        files.refuse_all(refusal(files.say(), "unreadable",
                                 phrase("A single .cu file can only be graded as one lab: grade "
                                        "one at a time, with --labs.")));
        return;
    }
    take_file(AT_FDCWD, from.path.string(), name, *match, files);
}

}  // namespace checker
