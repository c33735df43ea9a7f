#include "common/simcuda/driver/temporary.hpp"

#include <stdlib.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <system_error>
#include <vector>

namespace simcuda::driver {

namespace {

namespace fs = std::filesystem;

[[noreturn]] void fail(const char* what, const fs::path& where) {
    throw fs::filesystem_error(what, where, std::error_code(errno, std::generic_category()));
}

std::vector<char> as_template(const std::string& text) {
    std::vector<char> buffer(text.begin(), text.end());
    buffer.push_back('\0');
    return buffer;
}

}  // namespace

temporary_file::temporary_file(const fs::path& folder, std::string_view stem,
                               std::string_view extension) {
    const std::string wanted =
        (folder / (std::string(stem) + ".XXXXXX" + std::string(extension))).string();
    std::vector<char> name = as_template(wanted);
    const int file = ::mkstemps(name.data(), static_cast<int>(extension.size()));
    if (file < 0) {
        fail("cannot make a file", fs::path(wanted).parent_path());
    }
    ::close(file);
    path_ = name.data();
    // Made anew, with the permissions that this user's files have; mkstemps gives private ones.
    if (::unlink(name.data()) != 0) {
        fail("cannot make a file", path_);
    }
    write({});
}

temporary_file::~temporary_file() {
    if (!path_.empty()) {
        std::error_code ignored;
        fs::remove(path_, ignored);
    }
}

void temporary_file::write(std::string_view text) const {
    // Not a stream: the reason for a failure is wanted.
    std::FILE* const file = std::fopen(path_.c_str(), "wb");
    if (file == nullptr) {
        fail("cannot write", path_);
    }
    const bool written = std::fwrite(text.data(), 1, text.size(), file) == text.size();
    const int error = errno;
    const bool closed = std::fclose(file) == 0;
    if (!written || !closed) {
        errno = written ? errno : error;
        fail("cannot write", path_);
    }
}

void temporary_file::move_to(const fs::path& target) {
    fs::rename(path_, target);
    path_.clear();
}

temporary_folder::temporary_folder() {
    std::vector<char> name = as_template((fs::temp_directory_path() / "simcuda.XXXXXX").string());
    if (::mkdtemp(name.data()) == nullptr) {
        fail("cannot make a folder", fs::temp_directory_path());
    }
    path_ = name.data();
}

temporary_folder::~temporary_folder() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
}

}  // namespace simcuda::driver
