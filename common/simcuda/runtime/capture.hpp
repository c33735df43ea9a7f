#pragma once

#include <map>
#include <memory>
#include <optional>
#include <thread>

#include "common/simcuda/runtime/graph.hpp"
#include "common/simcuda/runtime/scheduler.hpp"

namespace simcuda {

class call;

/// One sequence from cudaStreamBeginCapture to cudaStreamEndCapture.
struct capture {
    std::uint64_t id = 0;
    timeline::stream_id origin = 0;
    blocking origin_mode = blocking::with_legacy;
    cudaStreamCaptureMode mode = cudaStreamCaptureModeGlobal;
    std::thread::id thread;
    CUgraph_st* graph = nullptr;
    enum class ownership : std::uint8_t { made_here, given } ownership = ownership::made_here;
    cudaStreamCaptureStatus status = cudaStreamCaptureStatusActive;
};

/// A stream's part in a capture: what its next node follows.
struct capture_branch {
    capture* whole = nullptr;
    blocking mode = blocking::with_legacy;
    node_list after;
};

/// Which streams capture, and what is forbidden meanwhile.
///
/// Rules and sources: CUDA Runtime API, cudaStreamBeginCapture, cudaStreamEndCapture,
/// cudaStreamIsCapturing, cudaThreadExchangeStreamCaptureMode; CUDA Programming Guide, "Creating a
/// graph using stream capture" (cross-stream dependencies, prohibited and unhandled operations:
/// whatever is forbidden also invalidates the captures that it disturbs).
class capture_log {
public:
    explicit capture_log(graph_store& graphs) : graphs_(graphs) {}

    // The calls about captures themselves.
    cudaError_t begin(CUstream_st& s, cudaStreamCaptureMode mode);
    cudaError_t begin_in(CUstream_st& s, CUgraph_st& g, node_list after,
                         cudaStreamCaptureMode mode);
    /// `out` is null after an error; the streams have left the capture except after "unmatched" and
    /// "wrong thread".
    cudaError_t end(CUstream_st& s, CUgraph_st*& out);
    cudaError_t status(const CUstream_st& s, cudaStreamCaptureStatus& out) const;
    [[nodiscard]] capture_branch* branch_of(const CUstream_st& s);
    [[nodiscard]] cudaStreamCaptureMode exchange_mode(cudaStreamCaptureMode mode);

    // What every other call asks first; cudaSuccess to go on.
    /// Any call, by its name: some are forbidden while a capture is going on anywhere.
    [[nodiscard]] cudaError_t forbids(std::string_view api);
    /// Work for this stream.
    [[nodiscard]] cudaError_t may_enqueue(const CUstream_st& s);
    /// Work that cannot become a node, waiting for the stream, asking about it, destroying it.
    [[nodiscard]] cudaError_t may_touch(const CUstream_st& s);
    [[nodiscard]] cudaError_t may_touch(const CUevent_st& e);

    /// Was the event's newest record captured?
    [[nodiscard]] bool holds(const CUevent_st& e) const { return events_.contains(e.id); }
    [[nodiscard]] bool is_capturing(const CUstream_st& s) const {
        return !branches_.empty() && branches_.contains(s.id);
    }
    /// What a call that puts `what` into a stream does first. None: nothing is being captured here,
    /// the work is to be issued. Otherwise the call's result: it has become a node, or may not.
    template <class Work>
    [[nodiscard]] std::optional<cudaError_t> take(const call& c, CUstream_st& s, Work what) {
        if (branches_.empty())
            return std::nullopt;
        return take_work(c, s, node_work(std::move(what)));
    }
    [[nodiscard]] std::optional<cudaError_t> take_record(const call& c, CUstream_st& s,
                                                         CUevent_st& e, unsigned flags);
    [[nodiscard]] std::optional<cudaError_t> take_wait(const call& c, CUstream_st& s, CUevent_st& e,
                                                       unsigned flags);

private:
    struct captured_event {
        std::uint64_t capture = 0;
        node_list after;
    };
    [[nodiscard]] std::optional<cudaError_t> take_work(const call& c, CUstream_st& s,
                                                       node_work what);
    cudaError_t start(CUstream_st& s, CUgraph_st& g, node_list after, cudaStreamCaptureMode mode,
                      enum capture::ownership ownership);
    void add_node(const call& c, const CUstream_st& s, capture_branch& b, node_work what);
    [[nodiscard]] capture* find(std::uint64_t id);
    [[nodiscard]] bool blocks_legacy() const;
    [[nodiscard]] bool has_unjoined(const capture& whole, const node_list& origin) const;
    void leave(const capture& whole);
    template <class Which>
    bool invalidate(Which which);

    graph_store& graphs_;
    std::uint64_t newest_id_ = 0;
    std::map<std::uint64_t, std::unique_ptr<capture>> captures_;
    std::map<timeline::stream_id, capture_branch> branches_;
    std::map<std::uint64_t, captured_event> events_;  // by the event's id; newest record captured
    std::map<std::thread::id, cudaStreamCaptureMode> modes_;
};

}  // namespace simcuda
