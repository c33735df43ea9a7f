#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "common/workload/pattern.hpp"

namespace workload {

/// How an element is wrong. Exact, not guessed: every value tells which element it was made from
/// and how often the kernel ran over it.
enum class fault : std::uint8_t {
    none,
    missing,          ///< still the poison from before the run: nothing was written
    not_processed,    ///< the input: the kernel did not run over it
    processed_again,  ///< the kernel ran over it more than once
    other_element,    ///< the right result of another element
    other_input,      ///< another element's input, which the kernel did not run over
    left_by_race,     ///< what the simulated device leaves where an order is missing
    unknown,          ///< none of these
};

/// What a whole output looks like.
struct verification {
    fault kind = fault::none;        ///< of the first wrong element
    std::size_t first = 0;           ///< index of the first wrong element
    std::size_t wrong = 0;           ///< wrong elements in all
    std::size_t of_kind = 0;         ///< those of them with the same kind
    std::size_t wrong_chunks = 0;    ///< chunks with a wrong element
    std::size_t wrong_in_chunk = 0;  ///< wrong elements in the first wrong chunk
    std::size_t chunk_length = 0;    ///< elements of the first wrong chunk
    std::size_t belongs_to = 0;      ///< other_element, other_input: whose value it is
    unsigned int times = 0;          ///< processed_again: how often
    std::uint32_t found = 0;
    std::uint32_t expected = 0;

    [[nodiscard]] bool ok() const { return kind == fault::none; }
    /// A chunk of which a part is right.
    [[nodiscard]] bool is_torn() const { return wrong_in_chunk < chunk_length; }
};

/// The job that was to be done.
struct task {
    std::size_t chunk = 1;   ///< elements of a chunk
    unsigned int steps = 0;  ///< that the kernel takes
    std::uint64_t seed = 1;
    std::size_t stride = 1;   ///< only every so many-th element was to be done
    std::size_t threads = 1;  ///< to look with
};

/// Compares every element of `output` that was to be done with the result for element 0, 1, ...
[[nodiscard]] verification verify(std::span<const std::uint32_t> output, const task& what);

}  // namespace workload
