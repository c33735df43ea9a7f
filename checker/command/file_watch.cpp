#include "checker/command/file_watch.hpp"

#include <poll.h>
#include <sys/inotify.h>
#include <sys/vfs.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <utility>

#include "checker/course/atomic_file.hpp"

namespace checker {
namespace {

/// File systems on which others may write without this kernel knowing, so that no notice comes.
bool is_shared_with_others(const std::filesystem::path& folder) {
    constexpr std::array<std::uint32_t, 8> kinds{
        0x6969,      // NFS
        0xff534d42,  // CIFS
        0xfe534d42,  // SMB 2
        0x517b,      // SMB
        0x65735546,  // FUSE: sshfs and others
        0x01021997,  // 9P: a virtual machine's host, Windows below WSL
        0x786f4256,  // VirtualBox
        0xbacbacbc,  // VMware
    };
    struct statfs info {};
    if (statfs(folder.c_str(), &info) != 0) {
        return true;
    }
    const auto kind = static_cast<std::uint32_t>(info.f_type);
    return std::find(kinds.begin(), kinds.end(), kind) != kinds.end();
}

/// The folder is watched, not the file: a file that is replaced takes its watch along.
descriptor notices_of(const std::filesystem::path& folder) {
    if (is_shared_with_others(folder)) {
        return {};
    }
    descriptor notices(inotify_init1(IN_CLOEXEC | IN_NONBLOCK));
    if (!notices.is_open() || inotify_add_watch(notices.get(), folder.c_str(),
                                                IN_CLOSE_WRITE | IN_MOVED_TO | IN_ONLYDIR) < 0) {
        return {};
    }
    return notices;
}

}  // namespace

file_watch::file_watch(std::filesystem::path file, way wanted) : file_(std::move(file)) {
    if (wanted == way::notified) {
        notices_ = notices_of(file_.parent_path());
    }
    last_ = stamp_now();
}

std::optional<file_watch::stamp> file_watch::stamp_now() const {
    std::error_code missing;
    const auto time = std::filesystem::last_write_time(file_, missing);
    const auto size = missing ? 0 : std::filesystem::file_size(file_, missing);
    return missing ? std::nullopt : std::optional(stamp{time, size});
}

bool file_watch::take_notices() {
    bool is_about_file = false;
    alignas(inotify_event) std::array<char, 4096> buffer;
    for (;;) {
        const auto got = read(notices_.get(), buffer.data(), buffer.size());
        if (got < 0 && errno == EINTR) {
            continue;
        }
        if (got <= 0) {
            return is_about_file;
        }
        for (std::size_t at = 0; at < static_cast<std::size_t>(got);) {
            inotify_event event{};
            std::memcpy(&event, buffer.data() + at, sizeof event);
            const bool has_name = event.len > 0;
            is_about_file = is_about_file || (event.mask & IN_Q_OVERFLOW) != 0 ||
                            (has_name && file_.filename() == buffer.data() + at + sizeof event);
            at += sizeof event + event.len;
        }
    }
}

std::optional<std::string> file_watch::saved() {
    bool was_saved = false;
    if (how() == way::notified) {
        constexpr int quiet_ms = 40;
        was_saved = take_notices();
        pollfd more{notices_.get(), POLLIN, 0};
        while (was_saved && poll(&more, 1, quiet_ms) > 0) {
            static_cast<void>(take_notices());
        }
    } else {
        const auto now = stamp_now();
        was_saved = now && now != last_;
        last_ = now;
    }
    std::error_code missing;
    if (!was_saved || !std::filesystem::is_regular_file(file_, missing)) {
        return std::nullopt;
    }
    return read_file(file_);
}

}  // namespace checker
