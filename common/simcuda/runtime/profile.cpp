#include "common/simcuda/runtime/profile.hpp"

#include <fmt/format.h>
#include <toml++/toml.h>

#include <cmath>
#include <stdexcept>

#include "common/simcuda/runtime/embedded.hpp"

namespace simcuda {
namespace {

nanoseconds from_us(double us) {
    return nanoseconds{std::llround(us * 1000.0)};
}

/// Reads entries by their dotted path and says which one is missing or of the wrong type.
class reader {
public:
    reader(const toml::table& table, std::string_view name) : table_(table), name_(name) {}

    [[nodiscard]] double number(std::string_view path) const {
        const auto value = table_.at_path(path).value<double>();
        if (!value || *value < 0)
            fail(path, "a number, zero or more");
        return *value;
    }
    [[nodiscard]] int integer(std::string_view path) const {
        const double value = number(path);
        if (value != std::floor(value))
            fail(path, "a whole number");
        return static_cast<int>(value);
    }
    [[nodiscard]] bytes size(std::string_view path) const {
        return {static_cast<std::uint64_t>(number(path))};
    }
    [[nodiscard]] nanoseconds time(std::string_view path) const { return from_us(number(path)); }
    [[nodiscard]] double rate(std::string_view path) const {
        const double value = number(path);
        if (value <= 0)
            fail(path, "a rate above zero");
        return value;
    }
    [[nodiscard]] std::string text(std::string_view path) const {
        const auto value = table_.at_path(path).value<std::string>();
        if (!value)
            fail(path, "a text");
        return *value;
    }
    [[nodiscard]] std::pair<int, int> two_integers(std::string_view path) const {
        const auto* array = table_.at_path(path).as_array();
        if (array == nullptr || array->size() != 2)
            fail(path, "two whole numbers");
        return {integer(fmt::format("{}[0]", path)), integer(fmt::format("{}[1]", path))};
    }
    [[nodiscard]] size_curve curve(std::string_view path) const {
        const auto* array = table_.at_path(path).as_array();
        if (array == nullptr || array->size() < 2)
            fail(path, "two or more [bytes, us] points");
        std::vector<std::pair<double, double>> points;
        for (std::size_t i = 0; i < array->size(); ++i) {
            points.emplace_back(number(fmt::format("{}[{}][0]", path, i)),
                                number(fmt::format("{}[{}][1]", path, i)));
            if (i > 0 && points[i].first <= points[i - 1].first)
                fail(path, "growing sizes");
        }
        return size_curve(std::move(points));
    }
    [[nodiscard]] std::map<std::string, nanoseconds, std::less<>> times(
        std::string_view path) const {
        std::map<std::string, nanoseconds, std::less<>> result;
        const auto* table = table_.at_path(path).as_table();
        if (table == nullptr)
            fail(path, "a table of microseconds");
        for (const auto& [key, value] : *table) {
            result.emplace(std::string(key.str()), time(fmt::format("{}.{}", path, key.str())));
        }
        return result;
    }

private:
    [[noreturn]] void fail(std::string_view path, std::string_view wanted) const {
        throw std::invalid_argument(
            fmt::format("machine profile '{}': {} must be {}", name_, path, wanted));
    }

    const toml::table& table_;
    std::string_view name_;
};

managed_costs read_managed(const reader& r) {
    managed_costs m;
    m.device_fault = r.time("managed.device_fault_us");
    m.device_fault_rate = r.rate("managed.device_fault_gb_per_s");
    m.device_first_touch_rate = r.rate("managed.device_first_touch_gb_per_s");
    m.host_fault = r.time("managed.host_fault_us");
    m.host_fault_rate = r.rate("managed.host_fault_gb_per_s");
    m.host_first_touch_rate = r.rate("managed.host_first_touch_gb_per_s");
    m.prefetch_to_host_rate = r.rate("managed.prefetch_to_host_gb_per_s");
    m.prefetch_call_us_per_mib = r.number("managed.prefetch_call_us_per_mib");
    return m;
}

machine_profile read(const toml::table& table, std::string_view name) {
    const reader r(table, name);
    machine_profile p;
    p.name = r.text("name");
    p.title = r.text("title");
    p.multiprocessors = r.integer("device.multiprocessors");
    p.threads_per_multiprocessor = r.integer("device.threads_per_multiprocessor");
    p.lanes_per_multiprocessor = r.integer("device.lanes_per_multiprocessor");
    p.clock_khz = r.integer("device.clock_khz");
    p.memory = r.size("device.memory_bytes");
    p.memory_rate = r.rate("device.memory_gb_per_s");
    p.shared_bytes_per_block = r.integer("device.shared_bytes_per_block");
    std::tie(p.capability_major, p.capability_minor) = r.two_integers("device.compute_capability");
    p.async_engine_count = r.integer("device.async_engine_count");
    p.copy_engines = r.integer("device.copy_engines");
    p.pageable_memory_access = r.integer("device.pageable_memory_access");
    p.h2d_rate = r.rate("copy.h2d_gb_per_s");
    p.d2h_rate = r.rate("copy.d2h_gb_per_s");
    p.two_way_h2d = r.rate("copy.two_way_h2d");
    p.two_way_d2h = r.rate("copy.two_way_d2h");
    p.copy_setup = r.time("copy.setup_us");
    p.kernel_floor = r.time("copy.kernel_floor_us");
    p.submit = r.time("latency.submit_us");
    p.wake = r.time("latency.wake_us");
    p.pageable_h2d = r.curve("pageable.h2d_us");
    p.pageable_d2h = r.curve("pageable.d2h_us");
    p.host_cache = r.size("pageable.cache_bytes");
    p.cold_h2d_rate = r.rate("pageable.cold_h2d_gb_per_s");
    p.cold_d2h_rate = r.rate("pageable.cold_d2h_gb_per_s");
    p.staged_at_once = r.size("pageable.staged_at_once_bytes");
    p.touch_rate = r.rate("host.touch_gb_per_s");
    p.host_copy_rate = r.rate("host.copy_gb_per_s");
    p.write_combined_read_rate = r.rate("host.write_combined_read_gb_per_s");
    p.pin_us_per_mib = r.number("host.pin_us_per_mib");
    p.register_us_per_mib = r.number("host.register_us_per_mib");
    p.unregister_us_per_mib = r.number("host.unregister_us_per_mib");
    p.clock_read = r.time("host.clock_read_us");
    p.managed_is = r.integer("managed.concurrent_access") != 0 ? managed_access::concurrent
                                                               : managed_access::exclusive;
    p.managed = read_managed(r);
    p.queue_depth = static_cast<std::size_t>(r.integer("queue.depth"));
    p.calls = r.times("calls");
    if (!p.calls.contains("default")) {
        throw std::invalid_argument(fmt::format("machine profile '{}': no calls.default", name));
    }
    return p;
}

}  // namespace

size_curve::size_curve(std::vector<std::pair<double, double>> points)
    : points_(std::move(points)) {}

nanoseconds size_curve::at(bytes size) const {
    const auto x = static_cast<double>(size.value);
    if (x <= points_.front().first)
        return from_us(points_.front().second);
    std::size_t right = 1;
    while (right + 1 < points_.size() && points_[right].first < x)
        ++right;
    const auto& [x0, y0] = points_[right - 1];
    const auto& [x1, y1] = points_[right];
    return from_us(y0 + (y1 - y0) * (x - x0) / (x1 - x0));
}

nanoseconds machine_profile::call_cost(std::string_view api) const {
    const auto it = calls.find(api);
    return it != calls.end() ? it->second : calls.find("default")->second;
}

std::vector<std::string> built_in_profiles() {
    std::vector<std::string> names;
    for (const auto& file : embedded_profiles())
        names.emplace_back(file.name);
    return names;
}

machine_profile load_profile(std::string_view name) {
    try {
        if (name.ends_with(".toml"))
            return read(toml::parse_file(name), name);
        for (const auto& file : embedded_profiles()) {
            if (file.name == name)
                return read(toml::parse(file.text, name), name);
        }
    } catch (const toml::parse_error& error) {
        throw std::invalid_argument(fmt::format("machine profile '{}': {} (line {})", name,
                                                error.description(), error.source().begin.line));
    }
    throw std::invalid_argument(fmt::format("no machine profile is called '{}'; there are: {}",
                                            name, fmt::join(built_in_profiles(), ", ")));
}

}  // namespace simcuda
