#pragma once

#include <array>
#include <compare>
#include <map>

#include "checker/harness/host_array.hpp"
#include "checker/harness/tuning/sweep.hpp"

namespace checker {

/// The pipeline of the lab on tuning: upload, kernel and download of chunk after chunk, each in the
/// next of a few streams, and each download issued behind the next chunk's upload, as a device with
/// a single copy engine wants it. Streams and memory are made once, so that a run costs what it
/// costs.
class tuned_pipeline {
public:
    static constexpr std::size_t most_streams = 32;

    /// `steps` is what the kernel takes. Throws std::runtime_error when the device refuses.
    tuned_pipeline(device_session& device, std::size_t count, unsigned int steps);
    ~tuned_pipeline();
    tuned_pipeline(const tuned_pipeline&) = delete;
    tuned_pipeline& operator=(const tuned_pipeline&) = delete;

    /// Does the whole job and waits for it. cudaErrorInvalidValue for a plan without chunks or
    /// streams, or with more than most_streams.
    [[nodiscard]] cudaError_t run(std::size_t chunk, std::size_t streams);
    /// How long that takes. Throws std::runtime_error when it fails.
    [[nodiscard]] nanoseconds time_of(std::size_t chunk, std::size_t streams);

    /// How long each of these takes, measured in turns, so that what disturbs one disturbs all.
    /// Medians of `times`. Throws std::runtime_error when one fails.
    void measure_in_turns(const std::vector<tried_plan*>& plans, int times);

    // On a device that takes the same time again, what has run before need not: the same, but such
    // a run only lets its time pass.
    [[nodiscard]] cudaError_t run_or_recall(std::size_t chunk, std::size_t streams);
    [[nodiscard]] nanoseconds time_or_recall(std::size_t chunk, std::size_t streams);

private:
    /// What a run does: plans with more streams than chunks do the same as those with as many.
    struct shape {
        std::size_t length = 0;  ///< of a chunk
        std::size_t lanes = 0;
        friend auto operator<=>(const shape&, const shape&) = default;
    };
    [[nodiscard]] static bool is_valid(std::size_t chunk, std::size_t streams) {
        return chunk > 0 && streams > 0 && streams <= most_streams;
    }
    [[nodiscard]] shape shape_of(std::size_t chunk, std::size_t streams) const;
    /// A chunk of the job, and the lane it goes through.
    struct piece {
        std::size_t first, count;
        std::uint32_t* buffer;
        cudaStream_t stream;
        [[nodiscard]] std::size_t bytes() const { return count * sizeof(std::uint32_t); }
    };
    [[nodiscard]] piece piece_of(std::size_t index, std::size_t chunk, std::size_t lanes) const;
    [[nodiscard]] cudaError_t upload_and_launch(const piece& it);
    [[nodiscard]] cudaError_t download(const piece& it);

    device_session& device_;
    std::size_t count_;
    unsigned int steps_;
    host_array input_;
    host_array output_;
    std::uint32_t* buffers_ = nullptr;
    std::array<cudaStream_t, most_streams> streams_{};
    std::map<shape, nanoseconds> known_;
};

}  // namespace checker
