#include "common/workload/verify.hpp"

#include <algorithm>
#include <atomic>

#include "common/workload/in_parts.hpp"
#include "common/workload/recurrence.hpp"

namespace workload {
namespace {

// More than this often nobody runs a kernel by mistake.
constexpr unsigned int most_times = 8;

struct element_fault {
    fault kind = fault::unknown;
    std::size_t belongs_to = 0;
    unsigned int times = 0;
};

class examiner {
public:
    examiner(std::size_t count, const task& what)
        : count_(count),
          pattern_(what.seed),
          forward_(steps_at_once(what.steps)),
          back_(undoing(forward_)) {}

    [[nodiscard]] std::uint32_t expected(std::size_t i) const {
        return forward_(pattern_.value(i));
    }

    [[nodiscard]] element_fault examine(std::size_t i, std::uint32_t found) const {
        if (found == poison) {
            return {fault::missing};
        }
        if (found == race_poison) {
            return {fault::left_by_race};
        }
        // Step by step back to where the value came from.
        for (unsigned int times = 0; times <= most_times; ++times) {
            if (const std::size_t from = pattern_.index_of(found); from < count_) {
                return traced(i, from, times);
            }
            found = back_(found);
        }
        return {};
    }

private:
    [[nodiscard]] static element_fault traced(std::size_t i, std::size_t from, unsigned int times) {
        if (times > 1) {
            return {fault::processed_again, from, times};
        }
        if (from == i) {
            return {fault::not_processed, from, times};
        }
        return {times == 0 ? fault::other_input : fault::other_element, from, times};
    }

    std::size_t count_;
    pattern pattern_;
    affine_step forward_;
    affine_step back_;
};

}  // namespace

verification verify(std::span<const std::uint32_t> output, const task& what) {
    const examiner judge(output.size(), what);
    std::atomic<bool> all_right = true;
    in_parts(output.size(), what.threads, [&](std::size_t first, std::size_t count) {
        const std::size_t rest = first % what.stride;
        for (std::size_t i = first + (rest == 0 ? 0 : what.stride - rest); i < first + count;
             i += what.stride) {
            if (output[i] != judge.expected(i)) {
                all_right = false;
                return;
            }
        }
    });
    if (all_right) {
        return {};
    }
    const std::size_t chunk = std::max<std::size_t>(what.chunk, 1);
    verification v;
    std::size_t last_wrong_chunk = 0;
    for (std::size_t i = 0; i < output.size(); i += what.stride) {
        const auto expected = judge.expected(i);
        if (output[i] == expected) {
            continue;
        }
        const auto how = judge.examine(i, output[i]);
        if (v.wrong == 0) {
            v.kind = how.kind;
            v.first = i;
            v.belongs_to = how.belongs_to;
            v.times = how.times;
            v.found = output[i];
            v.expected = expected;
            v.chunk_length = std::min(chunk, output.size() - i / chunk * chunk);
        }
        if (v.wrong == 0 || i / chunk != last_wrong_chunk) {
            last_wrong_chunk = i / chunk;
            ++v.wrong_chunks;
        }
        ++v.wrong;
        v.of_kind += how.kind == v.kind ? 1 : 0;
        v.wrong_in_chunk += i / chunk == v.first / chunk ? 1 : 0;
    }
    return v;
}

}  // namespace workload
