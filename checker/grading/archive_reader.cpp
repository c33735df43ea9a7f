// Submissions that are archives. Nothing is unpacked to the disk: names are looked at as text, the
// wanted members are read into memory, and everything else is counted on its way past.

#include <archive.h>
#include <archive_entry.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include <algorithm>
#include <memory>
#include <string_view>

#include "checker/grading/student_name.hpp"
#include "checker/grading/submissions.hpp"

namespace checker {
namespace {

struct frees_archive {
    void operator()(archive* a) const { archive_read_free(a); }
};
using archive_handle = std::unique_ptr<archive, frees_archive>;

/// A compressor's dictionary may be announced as large as somebody likes: while it exists, this
/// process gets no more memory than unpacking takes. What fails then is the archive's fault.
class little_memory {
public:
    little_memory() {
        getrlimit(RLIMIT_DATA, &before_);
        auto little = before_;
        little.rlim_cur = std::min<rlim_t>(rlim_t{1} << 30U, before_.rlim_cur);
        setrlimit(RLIMIT_DATA, &little);
    }
    ~little_memory() { setrlimit(RLIMIT_DATA, &before_); }
    little_memory(const little_memory&) = delete;
    little_memory& operator=(const little_memory&) = delete;

private:
    rlimit before_{};
};

archive_handle make_reader() {
    archive_handle a(archive_read_new());
    archive_read_support_format_tar(a.get());
    // By its directory, not by looking for members in whatever the file holds.
    archive_read_support_format_zip_seekable(a.get());
    archive_read_support_filter_gzip(a.get());
    archive_read_support_filter_bzip2(a.get());
    archive_read_support_filter_xz(a.get());
    archive_read_support_filter_zstd(a.get());
    return a;
}

/// "/etc/passwd", "../x", "a/../../x"
bool leads_out(std::string_view path) {
    const bool has_drive = path.size() > 1 && path[1] == ':';
    if (path.starts_with('/') || has_drive) {
        return true;
    }
    while (!path.empty()) {
        const auto part = path.substr(0, path.find('/'));
        if (part == "..") {
            return true;
        }
        path.remove_prefix(std::min(part.size() + 1, path.size()));
    }
    return false;
}

class archive_walk {
public:
    archive_walk(archive* from, learner_files& files) : from_(from), files_(files) {}

    void visit_all() {
        archive_entry* entry = nullptr;
        for (;;) {
            const int status = archive_read_next_header(from_, &entry);
            if (status == ARCHIVE_EOF) {
                break;
            }
            // (a warning is about the names' characters, which are taken as bytes)
            if (status != ARCHIVE_OK && status != ARCHIVE_WARN) {
                broken();
                return;
            }
            if (++seen_ > files_.limits().entries) {
                files_.refuse_all(refusal(
                    files_.say(), "too-large",
                    phrase("The submission has more than {} files.", files_.limits().entries)));
                return;
            }
            visit(entry);
            if (files_.is_refused()) {
                return;
            }
        }
        if (seen_ == 0) {
            broken();
        }
    }

private:
    void visit(archive_entry* entry) {
        const char* name = archive_entry_pathname(entry);
        std::string path = name != nullptr ? name : "";
        // Some tools of another system write its own separators.
        std::replace(path.begin(), path.end(), '\\', '/');
        if (leads_out(path)) {
            files_.refuse_all(refusal(
                files_.say(), "archive-unsafe",
                phrase("The archive has a member that would lie outside of it: {}. No usual tool "
                       "makes such archives.",
                       shown_name(path))));
            return;
        }
        const auto match = files_.match(path);
        const bool is_link = archive_entry_hardlink(entry) != nullptr ||
                             archive_entry_symlink(entry) != nullptr ||
                             archive_entry_filetype(entry) == AE_IFLNK;
        if (is_link && !match) {
            refuse_labs_behind(path);
        } else if (match && (is_link || archive_entry_filetype(entry) != AE_IFREG)) {
            if (archive_entry_filetype(entry) != AE_IFDIR) {
                files_.refuse(*match, not_a_file(files_, path));
            }
        } else if (match) {
            take(*match, path);
        } else if (archive_format(from_) != ARCHIVE_FORMAT_ZIP) {
            // A zip's members are passed by without unpacking them; others are not.
            static_cast<void>(read(0));
        }
        if (!match && is_archive_name(path)) {
            files_.pass_archive(path);
        }
    }

    void refuse_labs_behind(const std::string& path) {
        const auto match = files_.match(path + "/lab.cu");
        if (match && match->rank < 30) {
            files_.refuse(*match, not_a_file(files_, path));
        }
    }

    void take(const lab_match& match, const std::string& path) {
        const auto most = files_.limits().file.value;
        auto content = read(most);
        if (files_.is_refused()) {
            return;
        }
        if (content.size() > most) {
            files_.refuse(match, too_large(files_, path));
        } else {
            files_.offer(match, path, std::move(content));
        }
    }

    /// The member's content; one byte more than `most` where there is more. All of it counts.
    std::string read(std::uint64_t most) {
        std::string content;
        for (;;) {
            const void* block = nullptr;
            std::size_t size = 0;
            la_int64_t offset = 0;
            const int status = archive_read_data_block(from_, &block, &size, &offset);
            if (status == ARCHIVE_EOF) {
                return content;
            }
            if (status != ARCHIVE_OK && status != ARCHIVE_WARN) {
                broken();
                return content;
            }
            unpacked_ += size;
            if (unpacked_ > files_.limits().unpacked.value) {
                files_.refuse_all(refusal(
                    files_.say(), "archive-too-large",
                    phrase("Unpacked, the archive has more than {} MiB. It was not read further.",
                           files_.limits().unpacked.value >> 20U)));
                return content;
            }
            // A hole is zeros, which no source has: its length does not matter.
            const auto at = static_cast<std::uint64_t>(offset);
            if (at > content.size() && content.size() <= most) {
                content.append(std::min(at, most + 1) - content.size(), '\0');
            }
            const auto room = most + 1 - std::min<std::uint64_t>(content.size(), most + 1);
            content.append(static_cast<const char*>(block), std::min<std::uint64_t>(size, room));
        }
    }

    void broken() {
        files_.refuse_all(
            refusal(files_.say(), "unreadable",
                    phrase("The archive cannot be read: it is damaged, cut off, encrypted or of "
                           "another kind than its name says.")));
    }

    archive* from_;
    learner_files& files_;
    int seen_ = 0;
    std::uint64_t unpacked_ = 0;
};

}  // namespace

bool can_read_archives() {
    return true;
}

void read_archive(const descriptor& file, learner_files& files) {
    struct stat facts {};
    if (!file.is_open() || fstat(file.get(), &facts) != 0 || !S_ISREG(facts.st_mode)) {
        files.refuse_all(refusal(files.say(), "unreadable",
                                 phrase("The archive cannot be opened, or is no ordinary file.")));
        return;
    }
    if (static_cast<std::uint64_t>(facts.st_size) > files.limits().archive.value) {
        files.refuse_all(refusal(files.say(), "archive-too-large",
                                 phrase("The archive has more than {} MiB. It was not read.",
                                        files.limits().archive.value >> 20U)));
        return;
    }
    const little_memory limited;
    const auto reader = make_reader();
    constexpr std::size_t block = 64 * 1024;
    archive_walk walk(reader.get(), files);
    if (archive_read_open_fd(reader.get(), file.get(), block) != ARCHIVE_OK) {
        files.refuse_all(refusal(
            files.say(), "unreadable",
            phrase("The archive cannot be read: it is damaged, cut off, encrypted or of another "
                   "kind than its name says.")));
        return;
    }
    walk.visit_all();
}

}  // namespace checker
