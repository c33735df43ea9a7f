#include "common/simcuda/runtime/call.hpp"

#include "common/simcuda/runtime/host_functions.hpp"
#include "common/simcuda/runtime/messages.hpp"

namespace simcuda {

call::call(const char* name, const void* pc)
    : device_(device::instance()), lock_(device_), name_(name), pc_(pc) {
    device_.close_host_accesses();
    start_ = device_.order().now();
    device_.order().host_works(device_.profile().call_cost(name) +
                               device_.first_uses().of_call(device_.profile()));
    device_.take_turn();  // what the call does, it does now
    device_.order().let_device_run();
    device_.threads().mine().in_call = true;
    correlation_ = device_.records().next_correlation();
}

call::~call() {
    device_.threads().mine().in_call = false;
    if (!device_.records().on() || start_ == device_.order().now())
        return;
    timeline::operation o;
    o.kind = waited_ ? timeline::op_kind::host_wait : timeline::op_kind::api_call;
    o.correlation = correlation_;
    o.name = name_;
    o.start = start_;
    o.end = device_.order().now();
    o.since_event = since_event_;
    o.event = event_;
    o.waits_for = std::move(waits_for_);
    device_.records().add_host(std::move(o), pc_);
}

cudaError_t call::obstacle() {
    if (in_host_function()) {
        tell_call_in_host_function(*this);
        return cudaErrorNotPermitted;
    }
    if (const auto planned = device_.failures().next(name_))
        return *planned;
    if (const cudaError_t forbidden = device_.captures().forbids(name_); forbidden != cudaSuccess)
        return forbidden;
    return device_.broken();
}

void call::tell_stale_handle() {
    const auto stale = device_.order().take_stale();
    if (!stale)
        return;
    const bool is_stream = stale->what == scheduler::stale_handle::kind::stream;
    device_.defects().add("use-after-destroy",
                          {{"later", name_},
                           {"what", message(is_stream ? "word.a_stream" : "word.an_event")},
                           {"destroy", is_stream ? "cudaStreamDestroy" : "cudaEventDestroy"}},
                          {stale->destroyed_at, pc_});
}

point_ptr call::issue_marker(stream_state& s, timeline::op_kind kind, std::uint64_t event,
                             const point_ptr& also_after) {
    timeline::operation facts;
    facts.event = event;
    return issue(
        s, kind, std::move(facts), [](const ticket&, site) { return work{}; }, also_after);
}

void call::note_wait(const std::vector<point_ptr>& all) {
    for (const point_ptr& p : all) {
        waited_ |= p != nullptr;
        if (p && p->operation != 0)
            waits_for_.push_back(p->operation);
    }
}

void call::wait_for(const std::vector<point_ptr>& all) {
    note_wait(all);
    device_.order().host_waits_for(all);
    device_.pools().host_has_waited();
    finish_host_functions(device_);
}

void call::block_on(const std::vector<point_ptr>& all) {
    note_wait(all);
    device_.order().host_blocks_on(all);
}

cudaError_t& last_error() {
    static thread_local cudaError_t error = cudaSuccess;
    return error;
}

}  // namespace simcuda
