#include "checker/grading/worker_note.hpp"

#include <sys/mman.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <new>
#include <utility>

#include "checker/grading/results_trouble.hpp"

namespace checker {

struct worker_note::page {
    int why_all = 0;  ///< errno of what all would meet
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
    page_ = new (memory) page;
}

worker_note::~worker_note() {
    if (page_ != nullptr) {
        munmap(page_, sizeof(page));
    }
}

worker_note::worker_note(worker_note&& other) noexcept
    : page_(std::exchange(other.page_, nullptr)) {}

void worker_note::leave(const std::exception& problem, const std::filesystem::path& results) const {
    const auto with_file = file_error_in(problem);
    copy_into(page_->text, with_file ? with_file->what() : problem.what());
    if (with_file && is_trouble_for_all(*with_file, results)) {
        copy_into(page_->file, with_file->file().string());
        page_->why_all = with_file->code().value();
    }
}

std::string worker_note::text() const {
    return page_->text.data();
}

std::optional<file_error> worker_note::for_all() const {
    return page_->why_all == 0
               ? std::nullopt
               : std::optional<file_error>(std::in_place,
                                           std::error_code(page_->why_all, std::generic_category()),
                                           page_->file.data());
}

}  // namespace checker
