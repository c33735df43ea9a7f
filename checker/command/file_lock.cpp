#include "checker/command/file_lock.hpp"

#include <fcntl.h>
#include <sys/file.h>

#include <cerrno>
#include <system_error>

namespace checker {

file_lock::file_lock(const std::filesystem::path& file, const std::function<void()>& waiting)
    : file_(open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644)) {
    if (!file_.is_open()) {
        throw std::system_error(errno, std::generic_category(), file.string());
    }
    if (flock(file_.get(), LOCK_EX | LOCK_NB) == 0) {
        return;
    }
    waiting();
    while (flock(file_.get(), LOCK_EX) != 0) {
        if (errno != EINTR) {
            throw std::system_error(errno, std::generic_category(), file.string());
        }
    }
}

}  // namespace checker
