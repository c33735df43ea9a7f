#pragma once

#include <map>
#include <vector>

#include "common/simcuda/tests/reference/host_model.hpp"
#include "common/simcuda/tests/reference/memory_model.hpp"

namespace simcuda::reference {

inline constexpr int success = 0, invalid_value = 1, invalid_handle = 400, not_ready = 600;

[[nodiscard]] inline nanoseconds whole(double ns) {
    return nanoseconds{static_cast<std::int64_t>(ns)};
}
[[nodiscard]] inline std::size_t at(int i) {
    return static_cast<std::size_t>(i);
}

/// Goes through a program step by step. Steps with memory are in reader_memory.cpp, the others in
/// reader.cpp.
class reader {
public:
    reader(const program& p, const machine_profile& machine, rule_set rules);
    [[nodiscard]] expected run();

private:
    struct event_info {
        int captured = -1;  // operation
        timing timed = timing::on;
    };

    [[nodiscard]] host_model::host_thread& me() { return hosts_.mine(); }
    void call(const char* name) { hosts_.call(name); }
    void be(int host);
    void take(int i, const step& s);
    void act(const step& s);
    void follow_stream(int stream);
    void query(const std::vector<int>& operations);
    void launch(const step& s, int stream);
    void host_function(const step& s, int stream);
    [[nodiscard]] nanoseconds time_of_host_touches() const;
    void host_touches(const step& s);
    void elapsed(const step& s);

    // Issuing and waiting.
    [[nodiscard]] static std::vector<int> one(int o) {
        return o < 0 ? std::vector<int>{} : std::vector<int>{o};
    }
    void follow(rule why, const std::vector<int>& operations) {
        hosts_.wait_in_time(operations);
        issues_.host_follows(why, operations);
    }
    /// A place for the next operation of a stream. The call waits while too many are under way.
    [[nodiscard]] int place_in(int stream, int also_after = -1) {
        hosts_.wait_for_room(stream);
        return issues_.place_in(stream, also_after);
    }
    int submit(int stream, int place, const issue_model::demand& what) {
        return issues_.submit(me().step, stream, place, what, me().now);
    }
    int issue_marker(int stream, int also_after = -1) {
        const int place = place_in(stream, also_after);
        return submit(stream, place, {});
    }
    void complete(int o, rule why) { follow(why, {o}); }

    // Memory.
    [[nodiscard]] memory memory_of(const piece& w) const { return p_.buffers[at(w.buffer)].where; }
    void allocate(const buffer& b);
    void free(int b);
    /// May be used by what comes after its place in the stream.
    void allocate_async(int stream, int buffer);
    void free_async(int stream, int buffer);
    void copy(const step& s);
    /// The call sees by the address that the memory is gone; for what was allocated in the order of
    /// a stream it is a mistake worth telling.
    void refuse(const std::vector<int>& buffers);
    /// Copies and fills in the device's own memory are small kernels.
    [[nodiscard]] nanoseconds kernel_time(double bytes) const;
    int move(const step& s, const issue_model::demand& c);
    void upload(const step& s);
    void download(const step& s);
    void within_host(const step& s);
    /// Between the measured points in a straight line; memory that no copy has met before is read
    /// at the cold rate.
    [[nodiscard]] nanoseconds staging_time(const piece& w, const size_curve& curve,
                                           double cold_rate);
    void fill(const step& s);

    const program& p_;
    const machine_profile& m_;
    issue_model issues_;
    host_model hosts_;
    memory_model memory_;
    std::vector<bool> freed_;
    std::map<int, event_info> events_;
    std::map<int, byte_ranges> cached_;
    expected out_;
};

}  // namespace simcuda::reference
