#pragma once

#include <exception>
#include <optional>
#include <string>

#include "checker/course/file_error.hpp"

namespace checker {

/// What a worker could not do, for the one who forked it: in memory that both see, since a disk
/// that is full takes no note of it.
class worker_note {
public:
    /// To be made before the fork. Throws std::system_error.
    worker_note();
    ~worker_note();
    worker_note(const worker_note&) = delete;
    worker_note& operator=(const worker_note&) = delete;
    worker_note(worker_note&& other) noexcept;
    worker_note& operator=(worker_note&&) = delete;

    /// In the worker.
    void leave(const std::exception& problem) const;

    /// What it said; empty where no note was left.
    [[nodiscard]] std::string text() const;
    /// Where it was about a file.
    [[nodiscard]] std::optional<file_error> about_file() const;

private:
    struct page;
    page* page_;
};

}  // namespace checker
