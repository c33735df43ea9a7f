#include "checker/labs/11_dependent_job.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "checker/harness/asked_wrongly.hpp"
#include "checker/harness/counted.hpp"
#include "checker/harness/short_download.hpp"
#include "common/workload/in_parts.hpp"
#include "common/workload/pattern.hpp"
#include "common/workload/recurrence.hpp"

namespace checker {
namespace {

constexpr std::size_t a_few = 16;

std::size_t elements_out(::pattern needs, const job_size& size) {
    return needs == ::pattern::sum_at_the_end ? size.chunk : size.count;
}

bytes bytes_of(std::size_t elements) {
    return {elements * sizeof(std::uint32_t)};
}

/// Without a download there is no wait for one: a consequence, not worth telling.
bool never_copies_back(const attempt& run) {
    const auto& all = run.recorded.operations;
    return !run.exception && run.returned == cudaSuccess && run.defects.empty() &&
           std::none_of(all.begin(), all.end(), [](const timeline::operation& op) {
               return op.kind == timeline::op_kind::copy_d2h;
           });
}

}  // namespace

words to_text(::pattern needs) {
    switch (needs) {
        case ::pattern::independent:
            return phrase("independent");
        case ::pattern::kernel_to_kernel:
            return phrase("kernel to kernel");
        case ::pattern::through_the_host:
            return phrase("through the host");
        case ::pattern::sum_at_the_end:
            break;
    }
    return phrase("sum at the end");
}

dependent_job::dependent_job(device_session& device, ::pattern needs, const job_size& size,
                             std::uint64_t seed, double prepare_ns)
    : device_(device),
      needs_(needs),
      size_(size),
      prepare_ns_(prepare_ns),
      stride_(needs == ::pattern::through_the_host ? device.data_stride() : 1),
      data_(seed),
      input_(
          device, size.count, host_memory::pinned, a_few,
          needs == ::pattern::through_the_host ? host_array::content{} : values_of(data_, device)),
      output_(device, elements_out(needs, size), host_memory::pinned,
              std::min(size.chunk, std::size_t{4096}) + a_few) {
    input_.name("work.input");
    output_.name("work.output");
}

job dependent_job::asked() {
    job work{needs_, input_.data(), output_.data(), size_.count, size_.chunk, size_.steps, {}};
    if (needs_ == ::pattern::through_the_host) {
        work.prepare = [this](std::size_t first, std::size_t count) { prepare(first, count); };
    }
    return work;
}

void dependent_job::prepare(std::size_t first, std::size_t count) {
    const auto wanted = std::min(size_.chunk, size_.count - prepared_);
    if (first == prepared_ && wanted == size_.count - prepared_) {
        require_elements("work.prepare", first, count, size_.count);
    }
    if (first != prepared_ || count != wanted) {
        throw asked_wrongly({"wrong-result/prepare-turn",
                             {{"first", std::to_string(first)},
                              {"asked", elements_of(count)},
                              {"turn", std::to_string(prepared_)},
                              {"wanted", elements_of(wanted)}},
                             {}});
    }
    prepared_ += count;
    const acting_as itself(device_, "work.prepare");
    auto* const to = input_.data() + first;
    device_.host_begins();
    data_.fill_some({to, count}, first, stride_);
    if (first > 0) {
        const auto* const before = output_.data() + first - size_.chunk;
        device_.host_reads(before, bytes_of(count));
        for (std::size_t i = 0; i < count; i += stride_) {
            to[i] ^= before[i];
        }
    }
    device_.host_writes_for(to, bytes_of(count),
                            nanoseconds{std::llround(prepare_ns_ * static_cast<double>(count))});
}

attempt dependent_job::run(const std::function<cudaError_t()>& learner) {
    return run_once(device_, learner, [this] { output_.declare_read(); });
}

std::vector<std::uint32_t> dependent_job::expected() const {
    const auto forward = workload::steps_at_once(size_.steps);
    const bool is_chain =
        needs_ == ::pattern::kernel_to_kernel || needs_ == ::pattern::through_the_host;
    std::vector<std::uint32_t> result(output_.elements().size(), 0);
    // What is at the same place of all chunks belongs together: few places, much to do for each.
    constexpr std::size_t least = std::size_t{1} << 17;
    workload::in_parts(
        size_.chunk, device_.host_threads(),
        [&](std::size_t from, std::size_t n) {
            for (std::size_t begin = 0; begin < size_.count; begin += size_.chunk) {
                const auto end = std::min(begin + from + n, size_.count);
                for (std::size_t i = begin + from; i < end; ++i) {
                    const bool combines = is_chain && i >= size_.chunk;
                    const auto value =
                        forward(data_.value(i) ^ (combines ? result[i - size_.chunk] : 0));
                    auto& place = result[needs_ == ::pattern::sum_at_the_end ? i % size_.chunk : i];
                    place = needs_ == ::pattern::sum_at_the_end ? place + value : value;
                }
            }
        },
        least);
    return result;
}

finding dependent_job::wrong_element(std::size_t i, std::uint32_t expected) const {
    const auto found = output_.elements()[i];
    const auto alone = workload::steps_at_once(size_.steps)(data_.value(i));
    const bool is_sum = needs_ == ::pattern::sum_at_the_end;
    const auto* const text = found == workload::poison            ? "missing-output/of-pattern"
                             : is_sum                             ? "wrong-result/total-of-chunks"
                             : found == alone && i >= size_.chunk ? "wrong-result/not-combined"
                                                                  : "wrong-result/of-pattern";
    return {text,
            {{"element", std::to_string(i)},
             {"chunk", is_sum ? phrase("the sum") : phrase("chunk {}", i / size_.chunk)},
             {"pattern", to_text(needs_)},
             {"job", size_.text()},
             {"found", fmt::format("0x{:08x}", found)},
             {"expected", fmt::format("0x{:08x}", expected)}},
            {}};
}

std::optional<finding> dependent_job::wrong_result() const {
    const auto damage = output_.margins_overwritten();
    if (damage.before + damage.after > 0) {
        return finding{
            "out-of-bounds/host-output",
            {{"elements", elements_of(damage.before + damage.after)},
             {"side", damage.after > 0 ? phrase("after its end") : phrase("before its start")},
             {"job", size_.text()}},
            {}};
    }
    const auto right = expected();
    const auto found = output_.elements();
    for (std::size_t i = 0; i < right.size(); i += stride_) {
        if (found[i] != right[i]) {
            return wrong_element(i, right[i]);
        }
    }
    return std::nullopt;
}

std::optional<finding> dependent_job::not_on_device(const attempt& run) const {
    std::uint64_t uploaded = 0;
    std::uint64_t downloaded = 0;
    std::size_t kernels = 0;
    for (const auto& op : run.recorded.operations) {
        uploaded += op.kind == timeline::op_kind::copy_h2d ? op.size.value : 0;
        downloaded += op.kind == timeline::op_kind::copy_d2h ? op.size.value : 0;
        const bool advances =
            op.kind == timeline::op_kind::kernel && op.name.find("advance") != std::string::npos;
        kernels += advances ? 1 : 0;
    }
    const auto in = bytes_of(size_.count).value;
    const auto out = bytes_of(std::min(size_.count, output_.elements().size())).value;
    // A sum of nothing is 0 without any device.
    if (size_.count == 0 || (uploaded >= in && downloaded >= out && kernels > 0)) {
        return std::nullopt;
    }
    return finding{"wrong-result/not-on-device",
                   {{"uploaded", std::to_string(uploaded)},
                    {"downloaded", std::to_string(downloaded)},
                    {"kernels", times_of(kernels)},
                    {"all", std::to_string(in)},
                    {"job", size_.text()}},
                   {}};
}

std::vector<finding> dependent_job::causes(const attempt& run) const {
    if (never_copies_back(run)) {
        if (auto wrong = wrong_result(); wrong && wrong->id() == "missing-output") {
            return {*std::move(wrong)};
        }
    }
    if (auto seen = causes_in(run); !seen.empty()) {
        for (auto& each : seen) {
            const bool is_of_chain = needs_ == ::pattern::kernel_to_kernel;
            if (is_of_chain && each.text == "race-upload-overwrites-input") {
                each.text += "/read-once-more";
            }
        }
        return seen;
    }
    if (auto wrong = wrong_result()) {
        const auto asked = std::min(size_.count, output_.elements().size());
        return {or_short_download(*std::move(wrong), run, asked)};
    }
    if (auto elsewhere = not_on_device(run)) {
        return {*std::move(elsewhere)};
    }
    return {};
}

}  // namespace checker
