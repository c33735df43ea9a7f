#include "checker/grading/frames.hpp"

#include <fmt/core.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <system_error>

namespace checker {
namespace {

void write_all(int descriptor, std::string_view bytes) {
    while (!bytes.empty()) {
        const auto written = write(descriptor, bytes.data(), bytes.size());
        if (written < 0 && errno != EINTR) {
            throw std::system_error(errno, std::generic_category(), "write");
        }
        bytes.remove_prefix(written > 0 ? static_cast<std::size_t>(written) : 0);
    }
}

}  // namespace

void write_frame(int descriptor, std::string_view name, std::string_view bytes) {
    write_all(descriptor, fmt::format("{} {}\n", name, bytes.size()));
    write_all(descriptor, bytes);
}

std::map<std::string, std::string> read_frames(std::string_view bytes) {
    std::map<std::string, std::string> frames;
    while (!bytes.empty()) {
        const auto end = bytes.find('\n');
        const auto head = bytes.substr(0, end);
        const auto blank = head.find(' ');
        if (end == std::string_view::npos || blank == std::string_view::npos) {
            break;
        }
        const auto digits = head.substr(blank + 1);
        std::size_t size = 0;
        const auto [stop, failed] =
            std::from_chars(digits.data(), digits.data() + digits.size(), size);
        bytes.remove_prefix(end + 1);
        if (failed != std::errc() || stop != digits.data() + digits.size() || size > bytes.size()) {
            break;
        }
        frames.emplace(head.substr(0, blank), bytes.substr(0, size));
        bytes.remove_prefix(size);
    }
    return frames;
}

}  // namespace checker
