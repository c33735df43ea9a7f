#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>

#include "checker/harness/device_session.hpp"
#include "common/workload/pattern.hpp"

namespace checker {

enum class host_memory : std::uint8_t { pageable, pinned };

/// Elements in host memory, with a margin on both sides that must stay as it is: it shows writes
/// beyond the ends. The margins hold workload::poison.
class host_array {
public:
    using content = std::function<void(std::span<std::uint32_t>)>;

    /// `margin` elements on each side; `fill` writes what the others hold at first, which is poison
    /// without it. Throws std::bad_alloc.
    host_array(device_session& device, std::size_t count, host_memory kind, std::size_t margin,
               const content& fill = {});
    ~host_array();
    host_array(const host_array&) = delete;
    host_array& operator=(const host_array&) = delete;

    [[nodiscard]] std::uint32_t* data() { return base_ + margin_; }
    [[nodiscard]] const std::uint32_t* data() const { return base_ + margin_; }
    [[nodiscard]] std::span<std::uint32_t> elements() { return {data(), count_}; }
    [[nodiscard]] std::span<const std::uint32_t> elements() const { return {data(), count_}; }

    /// What the learner calls it: "work.output".
    void name(const std::string& word);

    /// Tells the device that the checker reads all elements now.
    void declare_read() const;

    /// Elements of the margins that were overwritten, before and after the array.
    struct damage {
        std::size_t before = 0;
        std::size_t after = 0;
    };
    [[nodiscard]] damage margins_overwritten() const;

private:
    void poison(std::size_t first, std::size_t count);

    device_session& device_;
    std::size_t count_;
    std::size_t margin_;
    std::unique_ptr<std::uint32_t[]> pageable_;
    std::uint32_t* pinned_ = nullptr;
    std::uint32_t* base_ = nullptr;
};

/// For inputs: the values of `data` from its first on.
[[nodiscard]] host_array::content values_of(const workload::pattern& data,
                                            const device_session& device);

}  // namespace checker
