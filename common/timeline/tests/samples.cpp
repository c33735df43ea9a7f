#include "common/timeline/tests/samples.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <random>
#include <vector>

namespace timeline::samples {

namespace {

constexpr nanoseconds call_time{4'500};
constexpr bytes chunk_size{8U << 20U};

struct stage {
    op_kind kind;
    const char* name;
    nanoseconds length;
};

std::array<stage, 3> stages_of(const stages& times) {
    return {{{op_kind::copy_h2d, "cudaMemcpyAsync", times.h2d},
             {op_kind::kernel, "scale", times.kernel},
             {op_kind::copy_d2h, "cudaMemcpyAsync", times.d2h}}};
}

class recorder {
public:
    operation& add(op_kind kind, const std::string& name, stream_id stream, nanoseconds start,
                   nanoseconds end) {
        operation op;
        op.id = recorded_.operations.size() + 1;
        op.correlation = op.id;
        op.kind = kind;
        op.name = name;
        op.stream = stream;
        op.start = start;
        op.end = end;
        op.where = {"lab.cu", static_cast<int>(op.id % 90) + 10};
        recorded_.operations.push_back(op);
        return recorded_.operations.back();
    }

    void add_stream(stream_id id) {
        if (id == 0) {
            recorded_.streams.push_back({0, "legacy", false, 0});
        } else {
            recorded_.streams.push_back({id, "stream " + std::to_string(id), true, 0});
        }
    }

    [[nodiscard]] recording take() { return std::move(recorded_); }

private:
    recording recorded_;
};

void describe_copy(operation& op) {
    if (op.kind != op_kind::kernel) {
        op.size = chunk_size;
        op.host_memory = memory_kind::pinned;
    }
}

std::string golden_path(const std::string& name) {
    const char* folder = std::getenv("TIMELINE_GOLDEN");
    return std::string(folder != nullptr ? folder : "common/timeline/tests/golden") + "/" + name;
}

}  // namespace

recording blocking(int chunks, const stages& times) {
    recorder out;
    out.add_stream(0);
    nanoseconds now{0};
    for (int chunk = 0; chunk < chunks; ++chunk) {
        for (const stage& each : stages_of(times)) {
            out.add(op_kind::api_call, each.name, host_lane, now, now + call_time);
            now += call_time;
            operation& op = out.add(each.kind, each.name, 0, now, now + each.length);
            describe_copy(op);
            const std::uint64_t id = op.id;
            operation& wait =
                out.add(op_kind::host_wait, each.name, host_lane, now, now + each.length);
            wait.waits_for = {id};
            now += each.length;
        }
    }
    return out.take();
}

recording pipelined(int chunks, int streams, const stages& times) {
    recorder out;
    std::vector<nanoseconds> stream_free(static_cast<std::size_t>(streams), nanoseconds{0});
    std::array<nanoseconds, 3> engine_free{};
    for (int s = 1; s <= streams; ++s) {
        out.add_stream(static_cast<stream_id>(s));
    }
    nanoseconds now{0};
    std::uint64_t last = 0;
    for (int chunk = 0; chunk < chunks; ++chunk) {
        const auto stream = static_cast<std::size_t>(chunk % streams);
        std::size_t unit = 0;
        for (const stage& each : stages_of(times)) {
            out.add(op_kind::api_call, each.name, host_lane, now, now + call_time);
            now += call_time;
            const nanoseconds start = std::max({now, stream_free[stream], engine_free[unit]});
            operation& op = out.add(each.kind, each.name, static_cast<stream_id>(stream + 1), start,
                                    start + each.length);
            describe_copy(op);
            last = op.id;
            stream_free[stream] = engine_free[unit] = start + each.length;
            ++unit;
        }
    }
    const nanoseconds done = engine_free.back();
    operation& wait =
        out.add(op_kind::host_wait, "cudaDeviceSynchronize", host_lane, now, std::max(now, done));
    wait.waits_for = {last};
    return out.take();
}

recording random(std::uint64_t seed, int operations, nanoseconds span) {
    std::mt19937_64 source(seed);
    // Not std::uniform_int_distribution: its results differ between standard libraries.
    const auto below = [&source](std::uint64_t limit) { return source() % limit; };
    recorder out;
    out.add_stream(0);
    out.add_stream(1);
    const auto limit = static_cast<std::uint64_t>(span.count()) + 1;
    for (int i = 0; i < operations; ++i) {
        const auto kind = static_cast<op_kind>(below(14));
        const std::uint64_t start = below(limit);
        const std::uint64_t longest = below(4) == 0 ? limit - start : limit / 20 + 1;
        const std::uint64_t end = std::min(limit - 1, start + below(longest));
        const bool on_host = kind == op_kind::host_wait || kind == op_kind::api_call ||
                             kind == op_kind::host_work || kind == op_kind::copy_h2h ||
                             kind == op_kind::annotation;
        operation& op = out.add(kind, "op \"" + std::to_string(below(5)) + "\"\n",
                                on_host ? host_lane : static_cast<stream_id>(below(5)),
                                nanoseconds{static_cast<std::int64_t>(start)},
                                nanoseconds{static_cast<std::int64_t>(end)});
        op.size = bytes{below(3) * source()};
        op.host_memory = static_cast<memory_kind>(below(4));
        op.device_place = below(2) * source();
        op.event = below(2) * source();
        op.since_event = below(2) * source();
        for (std::uint64_t n = below(3); n > 0 && op.id > 1; --n) {
            op.waits_for.push_back(1 + below(op.id - 1));
        }
        if (below(3) == 0) {
            op.where = {};
        }
        op.device = on_host ? 0 : static_cast<std::uint32_t>(below(3));
        if (kind == op_kind::annotation) {
            op.colour = static_cast<std::uint32_t>(below(2) * source());
        }
    }
    return out.take();
}

std::string golden(const std::string& name, const std::string& actual) {
    if (std::getenv("TIMELINE_UPDATE_GOLDEN") != nullptr) {
        std::ofstream(golden_path(name), std::ios::binary) << actual;
    }
    std::ifstream file(golden_path(name), std::ios::binary);
    return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

}  // namespace timeline::samples
