#include "common/simcuda/control.hpp"

#include <stdexcept>

#include "common/simcuda/runtime/device.hpp"
#include "common/simcuda/runtime/host_functions.hpp"

namespace simcuda::control {
namespace {

/// A checker is there: nothing is reported at exit.
device& controlled() {
    device& dev = device::instance();
    dev.be_controlled();
    return dev;
}

void access_by_host(const void* p, timeline::bytes size, access how, std::string_view who) {
    device& dev = controlled();
    const device_lock lock(dev);
    dev.close_host_accesses();
    dev.host_acts_as(who);
    current_accessor().range(p, size.value, how, nullptr);
    dev.close_host_accesses();
    dev.host_acts_as({});
}

void note_host_work(device& dev, timeline::nanoseconds duration, timeline::bytes size) {
    // Recorded as the function itself, when its turn comes.
    if (in_host_function())
        return host_function_works(dev, duration);
    timeline::operation o;
    o.kind = timeline::op_kind::host_work;
    o.name = "host";
    o.size = size;
    o.start = dev.order().now();
    dev.order().host_works(duration);
    o.end = dev.order().now();
    dev.records().add_host(std::move(o), nullptr);
}

}  // namespace

timeline::nanoseconds now() {
    device& dev = controlled();
    const device_lock lock(dev);
    dev.close_host_accesses();
    return dev.order().now();
}

void host_works_for(timeline::nanoseconds duration) {
    device& dev = controlled();
    const device_lock lock(dev);
    dev.close_host_accesses();
    note_host_work(dev, duration, {});
}

void host_reads(const void* p, timeline::bytes size, std::string_view who) {
    access_by_host(p, size, access::read, who);
}

void host_writes(void* p, timeline::bytes size, std::string_view who) {
    access_by_host(p, size, access::write, who);
}

void name_memory(const void* p, timeline::bytes size, std::string_view name) {
    device& dev = controlled();
    const device_lock lock(dev);
    dev.defects().name_memory(reinterpret_cast<address>(p), size.value, std::string(name));
}

void host_writes_for(void* p, timeline::bytes size, timeline::nanoseconds duration,
                     std::string_view who) {
    device& dev = controlled();
    const device_lock lock(dev);
    dev.close_host_accesses();
    dev.host_acts_as(who);
    accessor& mine = current_accessor();
    if (in_host_function())
        charge_host_function(dev);
    mine.range(p, size.value, access::write, nullptr);
    // Closed here, it is not charged for its bytes.
    static_cast<void>(mine.kind() == accessor_kind::host ? mine.close() : mine.settle());
    note_host_work(dev, duration, size);
    dev.host_acts_as({});
}

void start_recording() {
    device& dev = controlled();
    const device_lock lock(dev);
    dev.close_host_accesses();
    dev.records().start();
}

timeline::recording take_recording() {
    device& dev = controlled();
    const device_lock lock(dev);
    dev.close_host_accesses();
    dev.order().drain();
    return dev.records().take(dev.places(), dev.order());
}

std::vector<defect> take_defects() {
    device& dev = controlled();
    const device_lock lock(dev);
    dev.close_host_accesses();
    return dev.defects().take(dev.places());
}

usage memory_usage() {
    device& dev = controlled();
    const device_lock lock(dev);
    const memory_map::totals& t = dev.memory().usage();
    usage u;
    u.device_live = t.device_live;
    u.device_peak = t.device_peak;
    u.pinned_live = t.pinned_live;
    u.pinned_peak = t.pinned_peak;
    u.device_allocations = t.device_count;
    u.pinned_allocations = t.pinned_count;
    u.registrations = t.registered_count;
    u.streams = dev.order().stream_count();
    u.events = dev.order().event_count();
    u.next_memory = dev.memory().next_number();
    u.next_stream = static_cast<std::uint64_t>(dev.order().next_stream_id());
    u.next_event = dev.order().next_event_id();
    return u;
}

std::vector<held_thing> held_since(const usage& then) {
    device& dev = controlled();
    const device_lock lock(dev);
    using kind = held_thing::kind;
    std::map<std::uint64_t, std::pair<kind, const void*>> memory;
    dev.memory().each_live([&](const allocation& a) {
        if (a.number < then.next_memory || is_variable(a.where) || a.where == space::pageable)
            return;
        memory[a.number] = {a.where == space::pinned       ? kind::pinned_buffer
                            : a.where == space::registered ? kind::registration
                                                           : kind::device_buffer,
                            a.allocated_at};
    });
    std::vector<std::pair<kind, const void*>> made;
    made.reserve(memory.size());
    for (const auto& [number, thing] : memory)
        made.push_back(thing);
    for (const stream_state* s : dev.order().streams_made()) {
        if (static_cast<std::uint64_t>(s->id) >= then.next_stream)
            made.emplace_back(kind::stream, s->made_at);
    }
    for (const event_state* e : dev.order().events_made()) {
        if (e->id >= then.next_event)
            made.emplace_back(kind::event, e->made_at);
    }
    std::vector<const void*> addresses;
    addresses.reserve(made.size());
    for (const auto& [what, pc] : made)
        addresses.push_back(pc);
    dev.places().prepare(addresses);
    std::vector<held_thing> result;
    result.reserve(made.size());
    for (const auto& [what, pc] : made)
        result.push_back({what, dev.places().of(pc)});
    return result;
}

void reset_peaks() {
    device& dev = controlled();
    const device_lock lock(dev);
    dev.memory().reset_peaks();
}

std::vector<timeline::operation> pending_work() {
    device& dev = controlled();
    const device_lock lock(dev);
    dev.close_host_accesses();
    std::vector<timeline::operation> result;
    for (const point_ptr& p : dev.order().pending()) {
        site newest = dev.order().newest_work(p->last.who);
        if (!newest || newest->is_blocking_copy())
            continue;
        timeline::operation o;
        o.kind = newest->kind;
        o.name = newest->name;
        o.stream = newest.stream;
        o.where = dev.places().of(newest->pc);
        result.push_back(std::move(o));
    }
    return result;
}

void fail_call(std::string_view api, int nth, int error) {
    device& dev = controlled();
    const device_lock lock(dev);
    dev.failures().fail(api, nth, static_cast<cudaError_t>(error));
}

int calls_of(std::string_view api) {
    device& dev = controlled();
    const device_lock lock(dev);
    return dev.failures().calls_of(api);
}

bool failure_struck_here() {
    device& dev = controlled();
    const device_lock lock(dev);
    return dev.failures().has_struck_here();
}

void clear_failures() {
    device& dev = controlled();
    const device_lock lock(dev);
    dev.failures().clear();
}

std::vector<failed_call> take_failed_calls() {
    device& dev = controlled();
    const device_lock lock(dev);
    return dev.defects().tell(dev.failures().take_failed(), dev.places());
}

void use_profile(std::string_view name) {
    device& dev = controlled();
    const device_lock lock(dev);
    dev.use_profile(name);
}

void put_before(std::string_view name) {
    device& dev = controlled();
    const device_lock lock(dev);
    dev.put_before(name);
}

std::vector<std::string> profile_names() {
    return built_in_profiles();
}

void start_cold() {
    device& dev = controlled();
    const device_lock lock(dev);
    dev.first_uses().start_cold();
}

void vary_work(const std::vector<double>& factors) {
    device& dev = controlled();
    const device_lock lock(dev);
    dev.paces().vary(factors);
}

void reset_device() {
    controlled().reset();
}

}  // namespace simcuda::control
