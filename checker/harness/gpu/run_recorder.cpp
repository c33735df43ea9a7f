#include "checker/harness/gpu/run_recorder.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <utility>

#include "common/timeline/awaited.hpp"
#include "common/timeline/gpu_records_text.hpp"
#include "common/timeline/overlap.hpp"

namespace checker::gpu {
namespace {

using timeline::call_role;

call_book& book() {
    return call_book::of_process();
}

/// Does this call leave a record of work?
bool leaves_work(const noted_call& call) {
    return call.facts.work && call.result == cudaSuccess &&
           call.facts.work->kind != timeline::op_kind::copy_h2h;
}

bool is_learners(const noted_call& call) {
    return call.from.who == caller::learner;
}

/// For whoever looks into what a GPU tells: CHECKER_GPU_RECORDS names a file to append to.
void keep(const timeline::gpu_records& records) {
    if (const char* file = std::getenv("CHECKER_GPU_RECORDS")) {
        std::ofstream out(file, std::ios::app);
        out << "# a recording\n";
        timeline::write_text(out, records);
    }
}

}  // namespace

void run_recorder::start() {
    static_cast<void>(cudaDeviceSynchronize());
    finished_.reset();
    watch_.forget();
    book().start_recording();
}

timeline::recording run_recorder::take() {
    finish();
    auto result = std::move(finished_->recorded);
    finished_.reset();
    return result;
}

std::vector<timeline::operation> run_recorder::not_done_by(nanoseconds when) {
    finish();
    // Where times are reckoned from events, work may seem to end after the wait for it.
    const auto awaited = timeline::awaited_before(finished_->recorded, when);
    std::vector<timeline::operation> newest;
    std::set<timeline::stream_id> seen;
    const auto& all = finished_->recorded.operations;
    for (auto op = all.rbegin(); op != all.rend(); ++op) {
        const bool is_open = timeline::engine_of(op->kind) && op->end > when &&
                             op->name != "cudaMemcpy" && !awaited.contains(op->id) &&
                             finished_->learners.contains(op->correlation);
        if (is_open && seen.insert(op->stream).second) {
            newest.push_back(*op);
        }
    }
    return newest;
}

timeline::gpu_call run_recorder::call_of(const noted_call& noted) {
    timeline::gpu_call call;
    call.correlation = noted.correlation;
    call.name = noted.facts.name;
    call.role = noted.result == cudaSuccess ? noted.facts.role : call_role::plain;
    call.stream = noted.facts.stream.value_or(timeline::host_lane);
    call.event = noted.facts.event;
    call.since_event = noted.facts.since_event;
    if (noted.facts.work) {
        call.device_place = reinterpret_cast<std::uintptr_t>(noted.facts.work->device_side);
    }
    call.size = noted.facts.size;
    call.start = noted.start;
    call.end = noted.end;
    call.where = is_learners(noted) ? places_.of(noted.from.site) : timeline::source_place{};
    return call;
}

void run_recorder::finish() {
    if (finished_) {
        return;
    }
    const auto state = cudaDeviceSynchronize();
    auto calls = book().take_calls();
    const auto expected = std::count_if(calls.begin(), calls.end(), leaves_work);
    auto seen = watch_.take(static_cast<std::size_t>(expected));
    finished_.emplace();
    // A device in error has lost more than records, and that is told elsewhere.
    if (seen.lost > 0 && state == cudaSuccess) {
        throw recording_lost(
            fmt::format("{} of the device's records were lost on their way", seen.lost));
    }
    std::erase_if(calls, [](const noted_call& call) { return !call.is_done; });
    std::vector<const void*> sites;
    for (const auto& call : calls) {
        if (is_learners(call)) {
            sites.push_back(call.from.site);
            finished_->learners.insert(call.correlation);
        }
    }
    places_.prepare(sites);
    timeline::gpu_records records;
    records.streams = book().streams();
    records.work = std::move(seen.work);
    for (const auto& call : calls) {
        records.calls.push_back(call_of(call));
    }
    keep(records);
    finished_->recorded = timeline::to_recording(records);
}

}  // namespace checker::gpu
