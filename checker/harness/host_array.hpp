#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "checker/harness/device_session.hpp"

namespace checker {

enum class host_memory : std::uint8_t { pageable, pinned };

/// Elements in host memory, with a margin on both sides that must stay as it is: it shows writes
/// beyond the ends. Everything holds workload::poison at first.
class host_array {
public:
    /// `margin` elements on each side. Throws std::bad_alloc.
    host_array(device_session& device, std::size_t count, host_memory kind, std::size_t margin);
    ~host_array();
    host_array(const host_array&) = delete;
    host_array& operator=(const host_array&) = delete;

    [[nodiscard]] std::uint32_t* data() { return base_ + margin_; }
    [[nodiscard]] const std::uint32_t* data() const { return base_ + margin_; }
    [[nodiscard]] std::span<std::uint32_t> elements() { return {data(), count_}; }
    [[nodiscard]] std::span<const std::uint32_t> elements() const { return {data(), count_}; }

    /// What the learner calls it: "work.output".
    void name(const std::string& word);

    /// Writes the poison over everything.
    void poison();
    /// Tells the device that the checker has written all elements.
    void declare_written();
    /// Tells the device that the checker reads all elements now.
    void declare_read() const;

    /// Elements of the margins that were overwritten, before and after the array.
    struct damage {
        std::size_t before = 0;
        std::size_t after = 0;
    };
    [[nodiscard]] damage margins_overwritten() const;

private:
    device_session& device_;
    std::size_t count_;
    std::size_t margin_;
    std::vector<std::uint32_t> pageable_;
    std::uint32_t* pinned_ = nullptr;
    std::uint32_t* base_ = nullptr;
};

}  // namespace checker
