#include "checker/harness/block_job.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "checker/harness/counted.hpp"
#include "checker/harness/refused_calls.hpp"
#include "checker/harness/short_download.hpp"
#include "common/workload/pattern.hpp"

namespace checker {
namespace {

using workload::fault;

// A chunk beyond each end: who copies a whole last chunk although it is shorter, is seen.
std::size_t margin_of(const job_size& size) {
    constexpr std::size_t enough = 4096;
    return std::min(size.chunk, enough) + 16;
}

std::string_view variant_of(const workload::verification& v, const job_size& size) {
    switch (v.kind) {
        case fault::missing:
            return v.of_kind == size.count ? "missing-output/nothing" : "missing-output/elements";
        case fault::not_processed:
            return "wrong-result/not-processed";
        case fault::processed_again:
            return "wrong-result/processed-again";
        case fault::other_element:
            return "wrong-result/other-element";
        case fault::other_input:
            return "wrong-result/other-input";
        case fault::left_by_race:
        case fault::unknown:
        case fault::none:
            break;
    }
    return "wrong-result/unknown";
}

words extent_of(const workload::verification& v, const job_size& size) {
    const auto of_all = v.wrong == size.count
                            ? phrase("all of {}", elements_of(size.count))
                            : phrase("{} of {}", v.wrong, elements_of(size.count));
    return size.chunks() == 1 || v.wrong == size.count
               ? of_all
               : phrase("{}, in {} of {} chunks", of_all, v.wrong_chunks, size.chunks());
}

bool never_copies_back(const attempt& run) {
    const bool only_waits_are_missing =
        std::all_of(run.defects.begin(), run.defects.end(),
                    [](const device_defect& d) { return d.id == "freed-in-use"; });
    return !run.exception && run.returned == cudaSuccess && only_waits_are_missing &&
           std::none_of(run.recorded.operations.begin(), run.recorded.operations.end(),
                        [](const timeline::operation& op) {
                            return op.kind == timeline::op_kind::copy_d2h;
                        });
}

/// Right results may come from the processor. The task is that the device computes them, from data
/// that was copied there, and that they are copied back.
std::optional<finding> not_on_device(const attempt& run, const job_size& size) {
    std::uint64_t uploaded = 0;
    std::uint64_t downloaded = 0;
    std::size_t kernels = 0;
    for (const auto& op : run.recorded.operations) {
        uploaded += op.kind == timeline::op_kind::copy_h2d ? op.size.value : 0;
        downloaded += op.kind == timeline::op_kind::copy_d2h ? op.size.value : 0;
        // The labs' own kernel: another one that gives the same numbers is not the same work.
        const bool advances =
            op.kind == timeline::op_kind::kernel && op.name.find("advance") != std::string::npos;
        kernels += advances ? 1 : 0;
    }
    const std::uint64_t all = size.count * sizeof(std::uint32_t);
    if (uploaded >= all && downloaded >= all && (kernels > 0 || size.count == 0)) {
        return std::nullopt;
    }
    return finding{"wrong-result/not-on-device",
                   {{"uploaded", std::to_string(uploaded)},
                    {"downloaded", std::to_string(downloaded)},
                    {"kernels", times_of(kernels)},
                    {"all", std::to_string(all)},
                    {"job", size.text()}},
                   {}};
}

}  // namespace

words job_size::text() const {
    if (count <= chunk) {
        return phrase("{} in one chunk of {}", elements_of(count), chunk);
    }
    return phrase("{} in {} chunks of {}", elements_of(count), chunks(), chunk);
}

std::vector<job_size> telling_sizes(std::size_t chunk) {
    constexpr unsigned int steps = 7;
    std::vector<job_size> sizes;
    for (const std::size_t count : {3 * chunk, 5 * chunk + chunk / 3, chunk, chunk - 1, chunk + 1,
                                    std::size_t{1}, std::size_t{0}}) {
        sizes.push_back({count, chunk, steps});
    }
    return sizes;
}

block_job::block_job(device_session& device, const job_size& size, host_memory input,
                     host_memory output, std::uint64_t seed)
    : device_(device),
      size_(size),
      seed_(seed),
      input_(device, size.count, input, margin_of(size),
             values_of(workload::pattern(seed), device)),
      output_(device, size.count, output, margin_of(size)) {
    input_.name("work.input");
    output_.name("work.output");
}

attempt block_job::run(const std::function<cudaError_t()>& learner) {
    return run_once(device_, learner, [this] { output_.declare_read(); });
}

finding wrong_result_of(const workload::verification& v, const job_size& size) {
    const auto chunk_of = [&](std::size_t element) { return element / size.chunk; };
    return {std::string(variant_of(v, size)),
            {{"element", std::to_string(v.first)},
             {"chunk", std::to_string(chunk_of(v.first))},
             {"in_chunk", std::to_string(v.first % size.chunk)},
             {"extent", extent_of(v, size)},
             {"job", size.text()},
             {"other", std::to_string(v.belongs_to)},
             {"other_chunk", std::to_string(chunk_of(v.belongs_to))},
             {"times", std::to_string(v.times)},
             {"found", fmt::format("0x{:08x}", v.found)},
             {"expected", fmt::format("0x{:08x}", v.expected)},
             {"torn", v.is_torn() ? phrase(" Of this chunk's {} elements, {} are wrong.",
                                           v.chunk_length, v.wrong_in_chunk)
                                  : words()}},
            {}};
}

std::optional<finding> block_job::wrong_result() const {
    const auto damage = output_.margins_overwritten();
    if (damage.before + damage.after > 0) {
        return finding{
            "out-of-bounds/host-output",
            {{"elements", elements_of(damage.before + damage.after)},
             {"side", damage.after > 0 ? phrase("after its end") : phrase("before its start")},
             {"job", size_.text()}},
            {}};
    }
    const auto v = workload::verify(
        output_.elements(), {size_.chunk, size_.steps, seed_, stride_, device_.host_threads()});
    return v.ok() ? std::nullopt : std::optional(wrong_result_of(v, size_));
}

std::vector<finding> block_job::causes(const attempt& run) const {
    // A call that was refused explains what is missing better than what is missing does.
    if (auto ignored = error_ignored_in(run); ignored && run.defects.empty() && wrong_result()) {
        return {*std::move(ignored)};
    }
    if (never_copies_back(run)) {
        // Then nobody waits for the kernel either: a consequence, not worth telling.
        if (auto wrong = wrong_result(); wrong && wrong->id() == "missing-output") {
            return {*std::move(wrong)};
        }
    }
    if (auto seen = causes_in(run); !seen.empty()) {
        return seen;
    }
    if (auto wrong = wrong_result()) {
        return {or_short_download(*std::move(wrong), run, size_.count)};
    }
    if (auto elsewhere = not_on_device(run, size_)) {
        return {*std::move(elsewhere)};
    }
    return {};
}

}  // namespace checker
