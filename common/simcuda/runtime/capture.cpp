#include "common/simcuda/runtime/capture.hpp"

#include <algorithm>
#include <set>
#include <utility>

#include "common/simcuda/runtime/call.hpp"

namespace simcuda {
namespace {

/// Calls that a capture does not see and that would make its graph mean something else
/// ("potentially unsafe": cudaThreadExchangeStreamCaptureMode), or that wait for all of the device.
/// Waits for another stream are among them, blocking copies are not (measured on an H200).
enum class danger : std::uint8_t { none, unsafe, whole_device };

danger danger_of(std::string_view api) {
    static const std::map<std::string_view, danger> dangers{
        {"cudaMalloc", danger::unsafe},
        {"cudaMallocPitch", danger::unsafe},
        {"cudaMalloc3D", danger::unsafe},
        {"cudaMallocManaged", danger::unsafe},
        {"cudaMallocHost", danger::unsafe},
        {"cudaHostAlloc", danger::unsafe},
        {"cudaHostRegister", danger::unsafe},
        {"cudaHostUnregister", danger::unsafe},
        {"cudaFree", danger::unsafe},
        {"cudaFreeHost", danger::unsafe},
        {"cudaGraphInstantiate", danger::unsafe},
        {"cudaGraphInstantiateWithFlags", danger::unsafe},
        {"cudaGraphInstantiateWithParams", danger::unsafe},
        {"cudaEventQuery", danger::unsafe},
        {"cudaEventSynchronize", danger::unsafe},
        {"cudaStreamQuery", danger::unsafe},
        {"cudaStreamSynchronize", danger::unsafe},
        {"cudaDeviceSynchronize", danger::whole_device},
        {"cudaDeviceReset", danger::whole_device},
    };
    const auto it = dangers.find(api);
    return it == dangers.end() ? danger::none : it->second;
}

void add_missing(node_list& to, const node_list& more) {
    for (CUgraphNode_st* n : more) {
        if (std::find(to.begin(), to.end(), n) == to.end())
            to.push_back(n);
    }
}

constexpr bool is_active(const capture& c) {
    return c.status == cudaStreamCaptureStatusActive;
}

}  // namespace

cudaError_t capture_log::begin(CUstream_st& s, cudaStreamCaptureMode mode) {
    if (static_cast<unsigned>(mode) > cudaStreamCaptureModeRelaxed)
        return cudaErrorInvalidValue;
    if (s.id == legacy_stream)
        return cudaErrorStreamCaptureUnsupported;
    if (is_capturing(s))
        return cudaErrorIllegalState;
    return start(s, *graphs_.create(), {}, mode, capture::ownership::made_here);
}

cudaError_t capture_log::begin_in(CUstream_st& s, CUgraph_st& g, node_list after,
                                  cudaStreamCaptureMode mode) {
    if (static_cast<unsigned>(mode) > cudaStreamCaptureModeRelaxed)
        return cudaErrorInvalidValue;
    if (s.id == legacy_stream)
        return cudaErrorStreamCaptureUnsupported;
    if (is_capturing(s))
        return cudaErrorIllegalState;
    return start(s, g, std::move(after), mode, capture::ownership::given);
}

cudaError_t capture_log::start(CUstream_st& s, CUgraph_st& g, node_list after,
                               cudaStreamCaptureMode mode, enum capture::ownership ownership) {
    auto made = std::make_unique<capture>();
    made->id = ++newest_id_;
    made->origin = s.id;
    made->origin_mode = s.mode;
    made->mode = mode;
    made->thread = std::this_thread::get_id();
    made->graph = &g;
    made->ownership = ownership;
    branches_[s.id] = {made.get(), s.mode, std::move(after)};
    captures_.emplace(made->id, std::move(made));
    return cudaSuccess;
}

cudaError_t capture_log::end(CUstream_st& s, CUgraph_st*& out) {
    out = nullptr;
    const capture_branch* b = branch_of(s);
    if (b == nullptr)
        return cudaErrorIllegalState;
    capture& whole = *b->whole;
    if (whole.origin != s.id) {
        whole.status = cudaStreamCaptureStatusInvalidated;
        return cudaErrorStreamCaptureUnmatched;
    }
    // The wrong thread ends it all the same (measured on an H200).
    const bool is_elsewhere =
        whole.mode != cudaStreamCaptureModeRelaxed && whole.thread != std::this_thread::get_id();
    const cudaError_t error = is_elsewhere                    ? cudaErrorStreamCaptureWrongThread
                              : !is_active(whole)             ? cudaErrorStreamCaptureInvalidated
                              : has_unjoined(whole, b->after) ? cudaErrorStreamCaptureUnjoined
                                                              : cudaSuccess;
    if (error == cudaSuccess) {
        out = whole.graph;
    } else if (whole.ownership == capture::ownership::made_here) {
        graphs_.destroy(whole.graph);
    }
    leave(whole);
    return error;
}

/// Has a forked stream anything that the origin does not come after?
bool capture_log::has_unjoined(const capture& whole, const node_list& origin) const {
    std::set<const CUgraphNode_st*> joined(origin.begin(), origin.end());
    node_list open = origin;
    while (!open.empty()) {
        const CUgraphNode_st* n = open.back();
        open.pop_back();
        for (CUgraphNode_st* before : n->after) {
            if (joined.insert(before).second)
                open.push_back(before);
        }
    }
    return std::any_of(branches_.begin(), branches_.end(), [&](const auto& each) {
        const capture_branch& b = each.second;
        return b.whole == &whole &&
               std::any_of(b.after.begin(), b.after.end(),
                           [&](const CUgraphNode_st* n) { return !joined.contains(n); });
    });
}

void capture_log::leave(const capture& whole) {
    std::erase_if(branches_, [&](const auto& each) { return each.second.whole == &whole; });
    captures_.erase(whole.id);
}

cudaError_t capture_log::status(const CUstream_st& s, cudaStreamCaptureStatus& out) const {
    if (s.id == legacy_stream && blocks_legacy())
        return cudaErrorStreamCaptureImplicit;
    const auto it = branches_.find(s.id);
    out = it == branches_.end() ? cudaStreamCaptureStatusNone : it->second.whole->status;
    return cudaSuccess;
}

capture_branch* capture_log::branch_of(const CUstream_st& s) {
    const auto it = branches_.find(s.id);
    return it == branches_.end() ? nullptr : &it->second;
}

cudaStreamCaptureMode capture_log::exchange_mode(cudaStreamCaptureMode mode) {
    cudaStreamCaptureMode& mine = modes_[std::this_thread::get_id()];  // zero: global
    return std::exchange(mine, mode);
}

capture* capture_log::find(std::uint64_t id) {
    const auto it = captures_.find(id);
    return it == captures_.end() ? nullptr : it->second.get();
}

/// The legacy stream would have to wait for a blocking stream that captures.
bool capture_log::blocks_legacy() const {
    return std::any_of(branches_.begin(), branches_.end(),
                       [](const auto& each) { return each.second.mode == blocking::with_legacy; });
}

/// Spoils every capture for which `which` holds; was there any?
template <class Which>
bool capture_log::invalidate(Which which) {
    bool any = false;
    for (const auto& [id, c] : captures_) {
        if (!which(*c))
            continue;
        c->status = cudaStreamCaptureStatusInvalidated;
        any = true;
    }
    return any;
}

cudaError_t capture_log::forbids(std::string_view api) {
    if (captures_.empty())
        return cudaSuccess;
    const danger d = danger_of(api);
    if (d == danger::none)
        return cudaSuccess;
    const auto me = std::this_thread::get_id();
    const auto mode = modes_.contains(me) ? modes_.at(me) : cudaStreamCaptureModeGlobal;
    const bool disturbed = invalidate([&](const capture& c) {
        if (d == danger::whole_device)
            return true;
        return mode != cudaStreamCaptureModeRelaxed &&
               (c.thread == me
                    ? c.mode != cudaStreamCaptureModeRelaxed
                    : mode == cudaStreamCaptureModeGlobal && c.mode == cudaStreamCaptureModeGlobal);
    });
    return disturbed ? cudaErrorStreamCaptureUnsupported : cudaSuccess;
}

cudaError_t capture_log::may_enqueue(const CUstream_st& s) {
    if (branches_.empty())
        return cudaSuccess;
    if (s.id == legacy_stream) {
        if (!blocks_legacy())
            return cudaSuccess;
        invalidate([&](const capture& c) {
            return std::any_of(branches_.begin(), branches_.end(), [&](const auto& each) {
                return each.second.whole == &c && each.second.mode == blocking::with_legacy;
            });
        });
        return cudaErrorStreamCaptureImplicit;
    }
    const capture_branch* b = branch_of(s);
    return b == nullptr || is_active(*b->whole) ? cudaSuccess : cudaErrorStreamCaptureInvalidated;
}

cudaError_t capture_log::may_touch(const CUstream_st& s) {
    const capture_branch* b = branch_of(s);
    if (b == nullptr)
        return may_enqueue(s);
    b->whole->status = cudaStreamCaptureStatusInvalidated;
    return cudaErrorStreamCaptureUnsupported;
}

cudaError_t capture_log::may_touch(const CUevent_st& e) {
    const auto it = events_.find(e.id);
    if (it == events_.end())
        return cudaSuccess;
    capture* whole = find(it->second.capture);
    if (whole == nullptr)
        return cudaErrorInvalidValue;  // that capture is over: only its graph could run
    whole->status = cudaStreamCaptureStatusInvalidated;
    return cudaErrorCapturedEvent;
}

void capture_log::add_node(const call& c, const CUstream_st& s, capture_branch& b, node_work what) {
    CUgraphNode_st* made =
        graphs_.add(*b.whole->graph, std::move(what), b.after, {c.name(), c.pc(), s.id});
    b.after = {made};
}

std::optional<cudaError_t> capture_log::take_work(const call& c, CUstream_st& s, node_work what) {
    if (const cudaError_t error = may_enqueue(s); error != cudaSuccess)
        return error;
    capture_branch* b = branch_of(s);
    if (b == nullptr)
        return std::nullopt;
    add_node(c, s, *b, std::move(what));
    return cudaSuccess;
}

std::optional<cudaError_t> capture_log::take_record(const call& c, CUstream_st& s, CUevent_st& e,
                                                    unsigned flags) {
    if (const cudaError_t error = may_enqueue(s); error != cudaSuccess)
        return error;
    capture_branch* b = branch_of(s);
    if (b == nullptr) {
        events_.erase(e.id);
        return std::nullopt;
    }
    if (flags == cudaEventRecordExternal) {
        add_node(c, s, *b, record_call{&e});
    } else {
        events_[e.id] = {b->whole->id, b->after};
    }
    return cudaSuccess;
}

std::optional<cudaError_t> capture_log::take_wait(const call& c, CUstream_st& s, CUevent_st& e,
                                                  unsigned flags) {
    if (const cudaError_t error = may_enqueue(s); error != cudaSuccess)
        return error;
    capture_branch* b = branch_of(s);
    if (b != nullptr && flags == cudaEventWaitExternal) {
        add_node(c, s, *b, wait_call{&e});
        return cudaSuccess;
    }
    const auto recorded = events_.find(e.id);
    if (recorded == events_.end()) {
        if (b == nullptr)
            return std::nullopt;
        if (!e.captured)
            return cudaSuccess;  // never recorded: nothing to wait for
        b->whole->status = cudaStreamCaptureStatusInvalidated;
        return cudaErrorStreamCaptureIsolation;
    }
    capture* whole = find(recorded->second.capture);
    if (whole == nullptr) {
        if (b != nullptr)
            b->whole->status = cudaStreamCaptureStatusInvalidated;
        return cudaErrorInvalidValue;  // that capture is over: only its graph could run
    }
    if (!is_active(*whole))
        return cudaErrorStreamCaptureInvalidated;
    if (s.id == legacy_stream) {
        whole->status = cudaStreamCaptureStatusInvalidated;
        return cudaErrorStreamCaptureImplicit;
    }
    if (b == nullptr) {  // a fork: the stream takes part from here on
        branches_[s.id] = {whole, s.mode, recorded->second.after};
        return cudaSuccess;
    }
    if (b->whole != whole) {
        b->whole->status = whole->status = cudaStreamCaptureStatusInvalidated;
        return cudaErrorStreamCaptureMerge;
    }
    add_missing(b->after, recorded->second.after);
    return cudaSuccess;
}

}  // namespace simcuda
