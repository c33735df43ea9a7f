// Which streams and events there are, and what they are called.
#include <driver_types.h>

#include <algorithm>
#include <utility>

#include "common/simcuda/runtime/scheduler.hpp"

namespace simcuda {
namespace {

constexpr std::size_t kept = 1024;  // destroyed handles

template <class Handle>
void keep(std::deque<Handle>& gone, Handle one) {
    gone.push_back(std::move(one));
    if (gone.size() > kept)
        gone.pop_front();
}

}  // namespace

CUstream_st& scheduler::legacy(unsigned device) {
    CUstream_st*& s = legacy_[device].stream;
    if (s == nullptr) {
        s = create_stream(device, blocking::with_legacy);
        s->role = stream_role::legacy;
    }
    return *s;
}

std::optional<unsigned> scheduler::legacy_device(timeline::stream_id id) const {
    for (unsigned device = 0; device < legacy_.size(); ++device) {
        if (legacy_[device].stream != nullptr && legacy_[device].stream->id == id)
            return device;
    }
    return std::nullopt;
}

CUstream_st* scheduler::create_stream(unsigned device, blocking mode) {
    const unsigned current = std::exchange(host_thread_->device, device);
    CUstream_st* made = create_stream(mode, 0, 0, nullptr);
    host_thread_->device = current;
    return made;
}

CUstream_st* scheduler::take_slot() {
    // A slot may be used again once the host is ordered after all that was issued in it: whatever
    // the new stream does then comes after it, too.
    std::size_t slot = 1;
    sequence issued = 0;
    for (; slot < slots_.size(); ++slot) {
        CUstream_st* old = slots_[slot].get();
        if (streams_.contains(old) || lanes_.contains(old))
            continue;
        if (host_.of(static_cast<actor>(slot)) >= old->issued) {
            issued = old->issued;
            break;
        }
    }
    auto made = std::make_unique<CUstream_st>();
    made->device = current_device();
    made->slot = static_cast<actor>(slot);
    made->issued = issued;
    CUstream_st* result = made.get();
    if (slot == slots_.size()) {
        slots_.push_back(std::move(made));
    } else {
        keep(gone_streams_, std::move(slots_[slot]));
        slots_[slot] = std::move(made);
    }
    return result;
}

CUstream_st* scheduler::create_stream(blocking mode, unsigned flags, int priority, const void* pc) {
    CUstream_st* made = take_slot();
    made->id = next_stream_id_++;
    made->mode = mode;
    made->flags = flags;
    made->priority = priority;
    made->made_at = pc;
    streams_.insert(made);
    return made;
}

CUstream_st* scheduler::create_lane(std::uint64_t graph) {
    CUstream_st* made = take_slot();
    made->role = stream_role::lane;
    made->mode = blocking::never;
    made->graph = graph;
    lanes_.insert(made);
    return made;
}

void scheduler::destroy_lane(CUstream_st* lane) {
    lanes_.erase(lane);
}

void scheduler::destroy_stream(CUstream_st* s, const void* pc) {
    s->destroyed_at = pc;
    s->gone_before = next_stream_id_;
    if (const auto origin = kept_origins_.find(s->id); origin != kept_origins_.end())
        origin->second.gone_before = next_stream_id_;
    streams_.erase(s);  // its slot, tail and numbers stay: the work goes on
}

CUstream_st* scheduler::find_stream(CUstream_st* handle, stream_zero zero) {
    if (handle == nullptr && zero == stream_zero::of_the_thread)
        handle = cudaStreamPerThread;
    if (handle == nullptr || handle == cudaStreamLegacy)
        return &legacy();
    if (handle == cudaStreamPerThread) {
        CUstream_st*& mine = per_thread_[{host_thread_->number, current_device()}];
        if (mine == nullptr) {
            mine = create_stream(blocking::with_legacy, 0, 0, nullptr);
            mine->role = stream_role::of_thread;
            mine->given_name = "cudaStreamPerThread";
        }
        return mine;
    }
    if (streams_.contains(handle) && !is_legacy(*handle))
        return handle;
    const auto is_it = [&](const auto& gone) { return gone.get() == handle; };
    if (std::any_of(gone_streams_.begin(), gone_streams_.end(), is_it) ||
        std::any_of(slots_.begin(), slots_.end(), is_it)) {
        stale_ = {stale_handle::kind::stream, handle->destroyed_at};
    }
    return nullptr;
}

void scheduler::host_thread_ends() {
    std::erase_if(per_thread_, [&](const auto& own) {
        const bool ends = own.first.first == host_thread_->number;
        if (ends)
            destroy_stream(own.second, nullptr);
        return ends;
    });
}

CUevent_st* scheduler::create_event(unsigned flags, const void* pc) {
    auto made = std::make_unique<CUevent_st>();
    made->id = next_event_id_++;
    made->device = current_device();
    made->flags = flags;
    made->made_at = pc;
    CUevent_st* result = made.get();
    events_by_id_.emplace(result->id, result);
    events_.emplace(result, std::move(made));
    return result;
}

void scheduler::destroy_event(CUevent_st* e, const void* pc) {
    e->destroyed_at = pc;
    keep(gone_events_, std::move(events_.extract(e).mapped()));
    if (gone_events_.size() == kept)
        events_by_id_.erase(gone_events_.front()->id);
}

CUevent_st* scheduler::find_event(CUevent_st* handle) {
    if (events_.contains(handle))
        return handle;
    const auto is_it = [&](const auto& gone) { return gone.get() == handle; };
    if (handle != nullptr && std::any_of(gone_events_.begin(), gone_events_.end(), is_it))
        stale_ = {stale_handle::kind::event, handle->destroyed_at};
    return nullptr;
}

std::optional<scheduler::stale_handle> scheduler::take_stale() {
    return std::exchange(stale_, std::nullopt);
}

const CUevent_st* scheduler::event_by_id(std::uint64_t id) const {
    const auto it = events_by_id_.find(id);
    return it == events_by_id_.end() ? nullptr : it->second;
}

std::size_t scheduler::stream_count() const {
    const auto legacy = std::count_if(legacy_.begin(), legacy_.end(),
                                      [](const auto& d) { return d.stream != nullptr; });
    return streams_.size() - static_cast<std::size_t>(legacy) - per_thread_.size();
}

namespace {

template <class State, class Handles>
std::vector<const State*> by_id(const Handles& handles) {
    std::vector<const State*> result(handles.begin(), handles.end());
    std::sort(result.begin(), result.end(),
              [](const State* a, const State* b) { return a->id < b->id; });
    return result;
}

}  // namespace

std::vector<const stream_state*> scheduler::streams_made() const {
    auto made = by_id<stream_state>(streams_);
    std::erase_if(made, [](const stream_state* s) { return s->made_at == nullptr; });
    return made;
}

std::vector<const event_state*> scheduler::events_made() const {
    std::vector<CUevent_st*> handles;
    for (const auto& [handle, event] : events_)
        handles.push_back(handle);
    return by_id<event_state>(handles);
}

std::map<timeline::stream_id, scheduler::stream_origin> scheduler::origins() const {
    std::map<timeline::stream_id, stream_origin> result = kept_origins_;
    const auto add = [&](const std::unique_ptr<CUstream_st>& s) {
        if (s && s->graph == 0)  // a lane has no name of its own
            result.insert_or_assign(s->id,
                                    stream_origin{s->made_at, s->given_name, s->gone_before});
    };
    std::for_each(gone_streams_.begin(), gone_streams_.end(), add);
    std::for_each(slots_.begin(), slots_.end(), add);
    return result;
}

void scheduler::keep_origin(timeline::stream_id id) {
    if (kept_origins_.contains(id))
        return;
    auto all = origins();
    if (const auto known = all.find(id); known != all.end())
        kept_origins_.insert(all.extract(known));
}

void scheduler::name_stream(timeline::stream_id id, const std::string& name) {
    for (const auto& s : slots_) {
        if (s && s->graph == 0 && s->id == id)
            s->given_name = name;
    }
}

}  // namespace simcuda
