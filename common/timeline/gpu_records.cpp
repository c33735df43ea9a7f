#include "common/timeline/gpu_records.hpp"

#include <cxxabi.h>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <memory>
#include <set>

namespace timeline {
namespace {

constexpr stream_id legacy = 0;

/// How far a stream has got, as seen from the calls so far.
struct frontier {
    nanoseconds time{0};
    std::uint64_t last = 0;  ///< id of the newest operation; 0: none in this recording
};

std::map<std::uint64_t, std::vector<gpu_work>> by_call(const std::vector<gpu_work>& all) {
    std::map<std::uint64_t, std::vector<gpu_work>> groups;
    for (const auto& work : all) {
        groups[work.correlation].push_back(work);
    }
    for (auto& [correlation, group] : groups) {
        std::stable_sort(group.begin(), group.end(),
                         [](const gpu_work& a, const gpu_work& b) { return a.start < b.start; });
    }
    return groups;
}

class conversion {
public:
    explicit conversion(const gpu_records& seen) : seen_(seen), work_(by_call(seen.work)) {
        result_.streams = seen.streams;
        for (const auto& stream : seen.streams) {
            next_stream_ = std::max(next_stream_, stream.id + 1);
            if (stream.non_blocking) {
                without_barrier_.insert(stream.id);
            }
        }
        learn_streams();
    }

    recording run() {
        for (const auto& call : seen_.calls) {
            if (call.correlation != 0) {
                add_strays(call.correlation);
            }
            add(call);
        }
        add_strays(~std::uint64_t{0});
        std::erase_if(result_.streams,
                      [this](const stream_info& s) { return !reached_.contains(s.id); });
        std::sort(result_.streams.begin(), result_.streams.end(),
                  [](const stream_info& a, const stream_info& b) { return a.id < b.id; });
        return std::move(result_);
    }

private:
    /// The watcher's numbers of streams, learnt from work whose call is known.
    void learn_streams() {
        for (const auto& call : seen_.calls) {
            const auto own = work_.find(call.correlation);
            if (call.correlation == 0 || own == work_.end()) {
                continue;
            }
            called_.insert(call.correlation);
            for (const auto& work : own->second) {
                if (call.stream != host_lane) {
                    names_.emplace(work.stream, call.stream);
                }
            }
        }
    }

    stream_id stream_of(const gpu_work& work) {
        const auto [known, is_new] = names_.emplace(work.stream, next_stream_);
        if (is_new) {
            ++next_stream_;
            result_.streams.push_back({known->second, "stream " + std::to_string(known->second)});
        }
        return known->second;
    }

    std::uint64_t push(operation op) {
        op.id = result_.operations.size() + 1;
        result_.operations.push_back(std::move(op));
        return result_.operations.back().id;
    }

    std::uint64_t push_in_stream(operation op) {
        const auto stream = op.stream;
        const auto end = op.end;
        const auto id = push(std::move(op));
        auto& reached = reached_[stream];
        reached.time = std::max(reached.time, end);
        reached.last = id;
        return id;
    }

    void add_strays(std::uint64_t before) {
        for (; stray_ != work_.end() && stray_->first < before; ++stray_) {
            if (!called_.contains(stray_->first)) {
                for (const auto& work : stray_->second) {
                    push_in_stream(device_operation(work, stream_of(work), nullptr));
                }
            }
        }
    }

    /// Addresses are of one run only: places are counted.
    std::uint64_t number_of(std::uint64_t device_place) {
        const auto next = places_.size() + 1;
        return device_place == 0 ? 0 : places_.try_emplace(device_place, next).first->second;
    }

    [[nodiscard]] static operation device_operation(const gpu_work& work, stream_id stream,
                                                    const gpu_call* call) {
        operation op;
        op.correlation = work.correlation;
        op.kind = work.kind;
        op.name = work.kind == op_kind::kernel ? plain_kernel_name(work.name)
                  : call != nullptr            ? call->name
                                               : work.name;
        op.stream = stream;
        op.device = work.device;
        op.start = call != nullptr ? std::max(work.start, call->start) : work.start;
        op.end = std::max(work.end, op.start);
        op.size = work.size;
        op.host_memory = work.host_memory;
        op.where = call != nullptr ? call->where : source_place{};
        return op;
    }

    /// What has to be over before something in this stream counts as reached: the legacy default
    /// stream stands behind all that did not ask to be left alone.
    [[nodiscard]] nanoseconds time_of(stream_id stream) const {
        nanoseconds time{0};
        for (const auto& [id, reached] : reached_) {
            const bool counts =
                id == stream || (stream == legacy && !without_barrier_.contains(id));
            time = counts ? std::max(time, reached.time) : time;
        }
        return time;
    }

    void add_mark(const gpu_call& call, op_kind kind) {
        operation op;
        op.correlation = call.correlation;
        op.kind = kind;
        op.name = call.name;
        op.stream = call.stream;
        op.event = call.event;
        op.where = call.where;
        op.start = std::max(call.start, time_of(call.stream));
        if (kind == op_kind::event_wait && records_.contains(call.event)) {
            const auto& record = records_[call.event];
            op.waits_for = {record.last};
            op.start = std::max(op.start, record.time);
        }
        op.end = op.start;
        const auto time = op.start;
        const auto id = push_in_stream(std::move(op));
        if (kind == op_kind::event_record) {
            records_[call.event] = {time, id};
        }
    }

    /// What the host has waited for when this call ends.
    [[nodiscard]] std::vector<frontier> awaited(const gpu_call& call) const {
        std::vector<frontier> all;
        const auto take = [&](const frontier& f) {
            if (f.last != 0) {
                all.push_back(f);
            }
        };
        switch (call.role) {
            case call_role::waits_for_event:
                if (const auto record = records_.find(call.event); record != records_.end()) {
                    take(record->second);
                }
                break;
            case call_role::waits_for_stream:
            case call_role::blocking_copy:
                if (const auto own = reached_.find(call.stream); own != reached_.end()) {
                    take(own->second);
                }
                break;
            case call_role::waits_for_device:
                for (const auto& [id, reached] : reached_) {
                    take(reached);
                }
                break;
            default:
                break;
        }
        return all;
    }

    void add(const gpu_call& call) {
        if (call.role == call_role::records_event || call.role == call_role::stream_waits) {
            add_mark(call, call.role == call_role::records_event ? op_kind::event_record
                                                                 : op_kind::event_wait);
        } else if (const auto own = work_.find(call.correlation);
                   call.correlation != 0 && own != work_.end()) {
            for (const auto& work : own->second) {
                const auto stream = call.stream != host_lane ? call.stream : stream_of(work);
                auto op = device_operation(work, stream, &call);
                op.device_place = number_of(call.device_place);
                push_in_stream(std::move(op));
            }
        }
        operation op;
        op.correlation = call.correlation;
        op.name = call.name;
        op.start = call.start;
        op.end = call.end;
        op.where = call.where;
        op.kind = op_kind::api_call;
        if (call.role == call_role::host_work) {
            op.kind = op_kind::host_work;
            op.size = call.size;
        }
        for (const auto& reached : awaited(call)) {
            op.kind = op_kind::host_wait;
            op.waits_for.push_back(reached.last);
            // A blocking copy from pageable memory may return while the last bytes are under way.
            if (call.role != call_role::blocking_copy) {
                op.end = std::max(op.end, reached.time);
            }
        }
        const bool asks = call.since_event != 0;
        op.event = asks || call.role == call_role::waits_for_event ? call.event : 0;
        op.since_event = call.since_event;
        push(std::move(op));
    }

    const gpu_records& seen_;
    std::map<std::uint64_t, std::vector<gpu_work>> work_;
    std::map<std::uint64_t, std::vector<gpu_work>>::iterator stray_ = work_.begin();
    std::set<std::uint64_t> called_;
    std::map<std::uint32_t, stream_id> names_;  ///< the watcher's number -> ours
    std::set<stream_id> without_barrier_;
    stream_id next_stream_ = 1;
    std::map<stream_id, frontier> reached_;
    std::map<std::uint64_t, frontier> records_;      ///< by event
    std::map<std::uint64_t, std::uint64_t> places_;  ///< address on the device -> number
    recording result_;
};

}  // namespace

std::string plain_kernel_name(const std::string& decorated) {
    int status = 0;
    const std::unique_ptr<char, void (*)(void*)> readable(
        abi::__cxa_demangle(decorated.c_str(), nullptr, nullptr, &status), std::free);
    if (status != 0 || !readable) {
        return decorated;
    }
    std::string name = readable.get();
    // "void scope::name<int, 3>(int*)": up to the parameters or the template arguments, and from
    // there back to what separates it from scope or return type.
    constexpr std::string_view nameless = "(anonymous namespace)::";
    for (auto at = name.find(nameless); at != std::string::npos; at = name.find(nameless)) {
        name.erase(at, nameless.size());
    }
    name.resize(std::min(name.find_first_of("<("), name.size()));
    const auto before = name.find_last_of(": ");
    return before == std::string::npos ? name : name.substr(before + 1);
}

recording to_recording(const gpu_records& seen) {
    return conversion(seen).run();
}

}  // namespace timeline
