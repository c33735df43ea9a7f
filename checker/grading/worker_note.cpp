#include "checker/grading/worker_note.hpp"

#include <sys/mman.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <memory>
#include <utility>

namespace checker {

struct worker_note::page {
    int why = 0;  ///< errno, where it is about a file
    std::array<char, 4096> file{};
    std::array<char, 4096> text{};
};

namespace {

void copy_into(std::array<char, 4096>& place, const std::string& text) {
    std::copy_n(text.begin(), std::min(text.size(), place.size() - 1), place.begin());
}

}  // namespace

worker_note::worker_note() {
    void* memory =
        mmap(nullptr, sizeof(page), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) {
        throw std::system_error(errno, std::generic_category(), "mmap");
    }
    page_ = std::construct_at(static_cast<page*>(memory));
}

worker_note::~worker_note() {
    if (page_ != nullptr) {
        munmap(page_, sizeof(page));
    }
}

worker_note::worker_note(worker_note&& other) noexcept
    : page_(std::exchange(other.page_, nullptr)) {}

void worker_note::leave(const std::exception& problem) const {
    const auto with_file = file_error_in(problem);
    copy_into(page_->text, with_file ? with_file->what() : problem.what());
    if (with_file) {
        copy_into(page_->file, with_file->file().string());
        page_->why = with_file->code().value();
    }
}

std::string worker_note::text() const {
    return page_->text.data();
}

std::optional<file_error> worker_note::about_file() const {
    if (page_->why == 0) {
        return std::nullopt;
    }
    return file_error({page_->why, std::generic_category()}, page_->file.data());
}

}  // namespace checker
