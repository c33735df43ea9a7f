#include "checker/supervise/file_lock.hpp"

#include <fcntl.h>
#include <sys/file.h>

#include <cerrno>

#include "checker/course/file_error.hpp"

namespace checker {
namespace {

bool is_unknown_here(int problem) {
    return problem == ENOSYS || problem == EOPNOTSUPP || problem == ENOLCK;
}

}  // namespace

file_lock::file_lock(const std::filesystem::path& file, const std::function<void()>& waiting,
                     lock_beside beside)
    : file_(open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644)) {
    if (!file_.is_open()) {
        throw file_error({errno, std::generic_category()}, file);
    }
    const int kind = beside == lock_beside::nobody ? LOCK_EX : LOCK_SH;
    if (flock(file_.get(), kind | LOCK_NB) == 0) {
        return;
    }
    if (errno == EWOULDBLOCK) {
        waiting();
    }
    while (flock(file_.get(), kind) != 0) {
        if (is_unknown_here(errno)) {
            return;
        }
        if (errno != EINTR) {
            throw file_error({errno, std::generic_category()}, file);
        }
    }
}

}  // namespace checker
