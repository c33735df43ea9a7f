#include "checker/grading/grading_limits.hpp"

#include <algorithm>
#include <limits>

#include "checker/course/toml_reader.hpp"

namespace checker {
namespace {

/// How many.
int count_in(const toml_reader& table, const char* key) {
    const int value = table.integer(key);
    if (value <= 0) {
        table.complain(phrase("\"{}\" has to be more than 0", key));
    }
    return value;
}

timeline::bytes in(const toml_reader& table, const char* key, unsigned shift) {
    return {static_cast<std::uint64_t>(count_in(table, key)) << shift};
}

milliseconds seconds_in(const toml_reader& table) {
    constexpr int most = std::numeric_limits<int>::max();  // as of all other numbers here
    const double seconds = table.number("seconds");
    if (seconds > most) {
        table.complain(phrase("\"{}\" is too large: it may be {} at most", "seconds", most));
    }
    // (nan is not more than 0)
    const auto time =
        seconds > 0 ? milliseconds(static_cast<std::int64_t>(1000 * seconds)) : milliseconds(0);
    if (time.count() <= 0) {
        table.complain(phrase("\"{}\" has to be more than 0", "seconds"));
    }
    return time;
}

limits limits_in(const toml_reader& table) {
    table.only({"seconds", "memory_mib", "scratch_mib", "output_kib", "processes"});
    limits most;
    most.time = seconds_in(table);
    most.memory = in(table, "memory_mib", 20);
    // What is looked at every tenth of a second can be passed by much in between: so each process
    // has a limit of its own on what it may ask for, too.
    most.data = {2 * most.memory.value};
    most.output = in(table, "output_kib", 10);
    most.processes = count_in(table, "processes");
    return most;
}

/// For tables from before a GPU could take part: what is measured there is larger, nvcc works in
/// several passes, and several threads prepare the data.
limits larger(const limits& without_gpu) {
    auto most = without_gpu;
    most.time *= 4;
    most.memory = {4 * most.memory.value};
    most.data = {4 * most.data.value};
    most.processes = 4 * std::min(most.processes, std::numeric_limits<int>::max() / 4);
    return most;
}

}  // namespace

grading_limits grading_limits::load(const std::filesystem::path& file) {
    const auto top = toml_reader::open(file);
    top.only({"reading", "building", "running", "building_for_gpu", "running_on_gpu"});
    const auto reading = top.table("reading");
    reading.only({"file_kib", "archive_mib", "unpacked_mib", "entries", "depth"});
    grading_limits l;
    l.reading = {in(reading, "file_kib", 10), in(reading, "archive_mib", 20),
                 in(reading, "unpacked_mib", 20), count_in(reading, "entries"),
                 count_in(reading, "depth")};
    l.building = limits_in(top.table("building"));
    l.building_scratch = in(top.table("building"), "scratch_mib", 20);
    l.building.channel = {std::uint64_t{64} << 20};  // a program comes through
    l.running = limits_in(top.table("running"));
    l.running_scratch = in(top.table("running"), "scratch_mib", 20);
    l.building_for_gpu = larger(l.building);
    l.building_for_gpu_scratch = {4 * l.building_scratch.value};
    if (top.has("building_for_gpu")) {
        const auto table = top.table("building_for_gpu");
        l.building_for_gpu = limits_in(table);
        l.building_for_gpu_scratch = in(table, "scratch_mib", 20);
    }
    l.building_for_gpu.channel = l.building.channel;
    l.running_on_gpu = larger(l.running);
    l.running_on_gpu_scratch = l.running_scratch;
    if (top.has("running_on_gpu")) {
        const auto table = top.table("running_on_gpu");
        l.running_on_gpu = limits_in(table);
        l.running_on_gpu_scratch = in(table, "scratch_mib", 20);
    }
    // The driver asks for far more addresses than it uses.
    l.running_on_gpu.data = {};
    return l;
}

}  // namespace checker
