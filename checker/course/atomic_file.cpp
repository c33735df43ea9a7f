#include "checker/course/atomic_file.hpp"

#include <unistd.h>

#include <cerrno>
#include <fstream>
#include <sstream>

#include "checker/course/file_error.hpp"

namespace checker {
namespace {

[[noreturn]] void throw_errno(const std::filesystem::path& file) {
    throw file_error({errno != 0 ? errno : EIO, std::generic_category()}, file);
}

}  // namespace

void write_atomically(const std::filesystem::path& file, std::string_view content) {
    auto beside = file;
    beside += ".new" + std::to_string(getpid());
    errno = 0;
    std::ofstream stream(beside, std::ios::binary | std::ios::trunc);
    stream.write(content.data(), static_cast<std::streamsize>(content.size()));
    stream.close();
    if (!stream) {
        const int reason = errno;
        std::error_code ignored;
        std::filesystem::remove(beside, ignored);
        errno = reason;
        throw_errno(file);
    }
    std::error_code problem;
    std::filesystem::rename(beside, file, problem);
    if (problem) {
        std::error_code ignored;
        std::filesystem::remove(beside, ignored);
        throw file_error(problem, file);
    }
}

std::string read_file(const std::filesystem::path& file) {
    errno = 0;
    std::ifstream stream(file, std::ios::binary);
    std::ostringstream content;
    // An empty file sets the failbit of what it is copied to.
    if (stream && stream.peek() != std::ifstream::traits_type::eof()) {
        content << stream.rdbuf();
    }
    if (!stream.is_open() || !content || stream.bad()) {
        throw_errno(file);
    }
    return content.str();
}

}  // namespace checker
