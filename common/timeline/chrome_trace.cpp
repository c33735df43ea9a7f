#include "common/timeline/chrome_trace.hpp"

#include <algorithm>
#include <ostream>
#include <string>
#include <unordered_map>
#include <vector>

#include <fmt/format.h>

#include "common/timeline/json.hpp"
#include "common/timeline/lanes.hpp"

namespace timeline {

namespace {

enum class process : int { host = 1, engines = 2, streams = 3 };

/// Where a slice lies in the trace.
struct track {
    process owner = process::host;
    int thread = 0;
};

std::string json_text(std::string_view text) {
    return nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

/// Microseconds with the nanoseconds as decimals, without the rounding of a double.
std::string microseconds(nanoseconds t) {
    const std::int64_t count = t.count();
    const std::uint64_t size = count < 0 ? std::uint64_t{0} - static_cast<std::uint64_t>(count)
                                         : static_cast<std::uint64_t>(count);
    return fmt::format("{}{}.{:03}", count < 0 ? "-" : "", size / 1000, size % 1000);
}

class trace_writer {
public:
    explicit trace_writer(std::ostream& out) : out_(out) {
        out_ << "{\"displayTimeUnit\":\"ns\",\"traceEvents\":[";
    }

    /// What is added from now on belongs to another recording, whose times begin at `origin`.
    void begin(const std::string& title, nanoseconds origin) {
        prefix_ = title.empty() ? "" : title + ": ";
        first_process_ = next_process_;
        next_process_ += 3;
        origin_ = origin;
        slices_.clear();
    }

    void close() { out_ << "\n]}\n"; }

    void name_process(process owner, std::string_view name) {
        const int pid = process_id(owner);
        event(fmt::format(R"("ph":"M","name":"process_name","pid":{},"args":{{"name":{}}})", pid,
                          json_text(prefix_ + std::string(name))));
        event(fmt::format(
            R"("ph":"M","name":"process_sort_index","pid":{},"args":{{"sort_index":{}}})", pid,
            pid));
    }

    /// Adds the lane's operations on as many tracks as they need.
    void add_lane(process owner, const std::string& name, const std::vector<lane_item>& items) {
        const std::vector<int> offsets = tracks_without_overlap(items);
        const int first = next_thread_;
        const int count =
            offsets.empty() ? 1 : 1 + *std::max_element(offsets.begin(), offsets.end());
        for (int i = 0; i < count; ++i) {
            const track at{owner, next_thread_++};
            name_track(at, i == 0 ? name : fmt::format("{} ({})", name, i + 1));
        }
        for (std::size_t i = 0; i < items.size(); ++i) {
            const track at{owner, first + offsets[i]};
            add_slice(at, items[i]);
            // The stream's slice, added after the engine's, is the one that arrows join.
            slices_[items[i].op->id] = {items[i].op, at};
        }
    }

    void add_arrows(const recording& recorded) {
        for (const operation& op : recorded.operations) {
            for (const std::uint64_t id : op.waits_for) {
                const auto from = slices_.find(id);
                const auto to = slices_.find(op.id);
                if (from != slices_.end() && to != slices_.end()) {
                    add_arrow(++arrows_, from->second, to->second);
                }
            }
        }
    }

private:
    struct slice {
        const operation* op = nullptr;
        track at;
    };

    [[nodiscard]] int process_id(process owner) const {
        return first_process_ + static_cast<int>(owner);
    }

    void event(const std::string& members) {
        out_ << (first_ ? "\n{" : ",\n{") << members << '}';
        first_ = false;
    }

    void name_track(track at, const std::string& name) {
        const int pid = process_id(at.owner);
        event(fmt::format(R"("ph":"M","name":"thread_name","pid":{},"tid":{},"args":{{"name":{}}})",
                          pid, at.thread, json_text(name)));
        event(fmt::format(
            R"("ph":"M","name":"thread_sort_index","pid":{},"tid":{},"args":{{"sort_index":{}}})",
            pid, at.thread, at.thread));
    }

    void add_slice(track at, const lane_item& item) {
        const operation& op = *item.op;
        std::string args = fmt::format(R"("id":{},"correlation":{})", op.id, op.correlation);
        if (item.number != unnumbered) {
            args += fmt::format(R"(,"number":{})", item.number);
        }
        if (op.size.value != 0) {
            args += fmt::format(R"(,"bytes":{},"GB/s":{:.3f})", op.size.value,
                                to_gb_per_s(op.size, op.end - op.start));
        }
        if (op.host_memory != memory_kind::none) {
            args += fmt::format(R"(,"host memory":"{}")", json_name(op.host_memory));
        }
        if (op.colour != 0) {
            args += fmt::format(R"(,"colour":"#{:08x}")", op.colour);
        }
        if (op.where.line > 0) {
            args += ",\"where\":" + json_text(fmt::format("{}:{}", op.where.file, op.where.line));
        }
        const std::string_view shown = op.name.empty() ? json_name(op.kind) : op.name;
        event(fmt::format(
            R"("ph":"X","name":{},"cat":"{}","pid":{},"tid":{},"ts":{},"dur":{},"args":{{{}}})",
            json_text(shown), json_name(op.kind), process_id(at.owner), at.thread,
            microseconds(op.start - origin_), microseconds(op.end - op.start), args));
    }

    /// Viewers bind an arrow's end to the slice that encloses its time, so both ends lie inside:
    /// the tail in the last nanosecond of the earlier slice, the head where the later one could go
    /// on (for the host's wait, that is its end; for device work, its start).
    void add_arrow(int number, const slice& from, const slice& to) {
        constexpr nanoseconds tick{1};
        const nanoseconds tail = std::max(from.op->start, from.op->end - tick);
        const nanoseconds head =
            std::clamp(from.op->end, to.op->start, std::max(to.op->start, to.op->end - tick));
        event(arrow_end("s", "", number, from.at, tail));
        event(arrow_end("f", R"("bp":"e",)", number, to.at, head));
    }

    std::string arrow_end(const char* phase, const char* binding, int number, track at,
                          nanoseconds t) const {
        return fmt::format(
            R"("ph":"{}",{}"name":"waits for","cat":"wait","id":{},"pid":{},"tid":{},"ts":{})",
            phase, binding, number, process_id(at.owner), at.thread, microseconds(t - origin_));
    }

    std::ostream& out_;
    bool first_ = true;
    int first_process_ = 0;
    int next_process_ = 0;
    int next_thread_ = 1;
    int arrows_ = 0;
    std::string prefix_;
    nanoseconds origin_{0};
    std::unordered_map<std::uint64_t, slice> slices_;
};

/// Behind the name of an engine: whose it is, if not the first device's.
std::string of_device(const lane& each) {
    return each.device == 0 ? "" : fmt::format(" of device {}", each.device);
}

/// The host's operations of some kinds, so that a call and the wait inside it get their own rows.
template <class Predicate>
std::vector<lane_item> chosen(const std::vector<lane_item>& items, Predicate belongs) {
    std::vector<lane_item> result;
    std::copy_if(items.begin(), items.end(), std::back_inserter(result),
                 [belongs](const lane_item& item) { return belongs(item.op->kind); });
    return result;
}

void add_host(trace_writer& writer, const lane& host) {
    writer.add_lane(process::host, "calls",
                    chosen(host.items, [](op_kind kind) { return kind == op_kind::api_call; }));
    writer.add_lane(process::host, "waits",
                    chosen(host.items, [](op_kind kind) { return kind == op_kind::host_wait; }));
    writer.add_lane(process::host, "work", chosen(host.items, [](op_kind kind) {
                        return kind != op_kind::api_call && kind != op_kind::host_wait;
                    }));
}

void add_recording(trace_writer& writer, const recording& recorded) {
    writer.name_process(process::host, "host");
    writer.name_process(process::engines, "device engines");
    writer.name_process(process::streams, "device streams");
    int annotations = 0;
    for (const lane& each : lanes_of(recorded)) {
        switch (each.kind) {
            case lane_kind::annotations:
                writer.add_lane(
                    process::host,
                    annotations == 0 ? "ranges" : fmt::format("ranges ({})", annotations + 1),
                    each.items);
                ++annotations;
                break;
            case lane_kind::host:
                add_host(writer, each);
                break;
            case lane_kind::host_functions:
                writer.add_lane(process::host, "host functions", each.items);
                break;
            case lane_kind::h2d:
                writer.add_lane(process::engines, "H2D" + of_device(each), each.items);
                break;
            case lane_kind::compute:
                writer.add_lane(process::engines, "compute" + of_device(each), each.items);
                break;
            case lane_kind::d2h:
                writer.add_lane(process::engines, "D2H" + of_device(each), each.items);
                break;
            case lane_kind::stream:
                writer.add_lane(process::streams, each.name, each.items);
                break;
        }
    }
    writer.add_arrows(recorded);
}

nanoseconds origin_of(const recording& recorded) {
    nanoseconds first = recorded.operations.empty() ? nanoseconds{0} : nanoseconds::max();
    for (const operation& op : recorded.operations) {
        first = std::min(first, op.start);
    }
    return first;
}

}  // namespace

void write_chrome_trace(std::ostream& out, const recording& recorded) {
    trace_writer writer(out);
    writer.begin({}, nanoseconds{0});
    add_recording(writer, recorded);
    writer.close();
}

void write_chrome_trace(std::ostream& out, const std::vector<titled_trace>& parts) {
    trace_writer writer(out);
    for (const titled_trace& part : parts) {
        writer.begin(part.title, origin_of(part.recorded));
        add_recording(writer, part.recorded);
    }
    writer.close();
}

}  // namespace timeline
