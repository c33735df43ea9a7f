#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "checker/harness/finding.hpp"
#include "checker/harness/rules/pick.hpp"

/// Recordings made by hand, for the tests of the rules.
namespace checker::tests {

using timeline::nanoseconds;
using timeline::stream_id;

inline constexpr stream_id up = 1;
inline constexpr stream_id compute = 2;
inline constexpr stream_id down = 3;

/// Writes a recording down call by call. Times are in microseconds.
class script {
public:
    script& work(op_kind kind, stream_id stream, int start = 0, int end = 0) {
        add(kind, stream, start, end, kind == op_kind::kernel ? "advance" : "cudaMemcpyAsync");
        return *this;
    }
    script& record(std::uint64_t event, stream_id stream, int at = 0) {
        add(op_kind::event_record, stream, at, at, "cudaEventRecord").event = event;
        return *this;
    }
    script& wait(stream_id stream, std::uint64_t event) {
        add(op_kind::event_wait, stream, 0, 0, "cudaStreamWaitEvent").event = event;
        return *this;
    }
    /// The host waits for the newest record of the event, if there is one.
    script& host_wait(std::uint64_t event) { return host_waits_from(0, event); }
    script& host_waits_from(int start, std::uint64_t event) {
        std::vector<std::uint64_t> awaited;
        for (const auto& op : recorded_.operations) {
            if (op.kind == op_kind::event_record && op.event == event) {
                awaited = {op.id};
            }
        }
        add(op_kind::host_wait, timeline::host_lane, start, start, "cudaEventSynchronize")
            .waits_for = awaited;
        return *this;
    }
    /// The host waits for the newest work.
    script& host_waits_for_stream(const std::string& name, int start, int end) {
        const auto newest = recorded_.operations.size();
        add(op_kind::host_wait, timeline::host_lane, start, end, name).waits_for = {newest};
        return *this;
    }
    /// cudaEventElapsedTime from one event to another.
    script& ask(std::uint64_t since, std::uint64_t event, int at) {
        auto& asked =
            add(op_kind::api_call, timeline::host_lane, at, at + 1, "cudaEventElapsedTime");
        asked.since_event = since;
        asked.event = event;
        return *this;
    }
    /// What is told of a stream when it is not the default one's kind.
    script& stream(stream_id id, bool non_blocking) {
        recorded_.streams.push_back({id, "", non_blocking, 0});
        return *this;
    }
    script& host(const std::string& name, int start, int end) {
        add(op_kind::api_call, timeline::host_lane, start, end, name);
        return *this;
    }

    [[nodiscard]] const timeline::recording& recorded() const { return recorded_; }

private:
    operation& add(op_kind kind, stream_id stream, int start, int end, std::string name) {
        operation op;
        op.id = recorded_.operations.size() + 1;
        op.kind = kind;
        op.stream = stream;
        op.name = std::move(name);
        op.start = nanoseconds{1000 * start};
        op.end = nanoseconds{1000 * end};
        op.where = {"lab.cu", static_cast<int>(op.id)};
        recorded_.operations.push_back(op);
        return recorded_.operations.back();
    }
    timeline::recording recorded_;
};

/// The variant of a finding, or "none".
inline std::string text_of(const std::optional<finding>& found) {
    return found ? found->text : "none";
}

}  // namespace checker::tests
