#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "checker/harness/device_session.hpp"

namespace checker {

/// A job cut into chunks of so many elements, over so many streams, and how long it took.
struct tried_plan {
    std::size_t chunk = 1;
    std::size_t streams = 1;
    nanoseconds time{0};
};

/// What one machine takes for one job with every plan of a grid, and with the one that was chosen.
struct sweep {
    std::string machine;
    bytes size{};  ///< of the job, in each direction
    std::vector<tried_plan> tried;
    tried_plan chosen;
    std::vector<tried_plan> fewer;  ///< the chosen chunk in fewer streams
};

/// The plans that a judgement hangs on: the chosen one, the same in fewer streams, and those tried
/// that were within `margin` of the fastest. Where times have noise these are to be measured again,
/// side by side: the fastest of many is as often the luckiest.
[[nodiscard]] std::vector<tried_plan*> contenders_of(sweep& s, double margin);
/// The fastest of those tried. There must be one.
[[nodiscard]] const tried_plan& best_of(const sweep& s);
/// The one that was tried with these numbers.
[[nodiscard]] std::optional<tried_plan> find_in(const sweep& s, std::size_t chunk,
                                                std::size_t streams);
/// Chunk sizes in descending, numbers of streams in ascending order, each once.
[[nodiscard]] std::vector<std::size_t> chunks_of(const sweep& s);
[[nodiscard]] std::vector<std::size_t> streams_of(const sweep& s);

/// GB/s of the job's data in each direction.
[[nodiscard]] double rate_of(const sweep& s, const tried_plan& p);
/// "256 KiB", "1.33 MiB".
[[nodiscard]] std::string size_text(std::size_t elements);

}  // namespace checker
