#include "common/simcuda/runtime/profile.hpp"

#include <fmt/format.h>
#include <toml++/toml.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <system_error>

#include "common/simcuda/runtime/embedded.hpp"
#include "common/simcuda/runtime/messages.hpp"
#include "common/simcuda/runtime/profile_reader.hpp"

namespace simcuda {
namespace {

constexpr int largest_shared = 256 * 1024;  // what the simulated blocks have room for

nanoseconds from_us(double us) {
    return nanoseconds{std::llround(us * 1000.0)};
}

/// By a text of the table [profile], which may mention what there is.
[[noreturn]] void refuse(std::string_view text, std::map<std::string, std::string> facts,
                         const std::string& place = {}) {
    facts["names"] = fmt::format("{}", fmt::join(built_in_profiles(), ", "));
    facts["known"] = message("profile.known");
    throw std::invalid_argument(place + message_with(fmt::format("profile.{}", text), facts));
}

const embedded_file* find_built_in(std::string_view name) {
    for (const auto& file : embedded_profiles()) {
        if (file.name == name)
            return &file;
    }
    return nullptr;
}

toml::table parsed(const embedded_file& file) {
    return toml::parse(file.text, file.name);
}

/// The file's text, as a table. Throws std::invalid_argument where there is no such file.
toml::table from_file(std::string_view name) {
    namespace fs = std::filesystem;
    const fs::path path(name);
    std::error_code ignored;
    if (fs::is_directory(path, ignored)) {
        refuse("folder", {{"name", path.string()}, {"example", (path / "mine.toml").string()}});
    }
    if (!fs::exists(path, ignored))
        refuse("no_file", {{"name", path.string()}});
    if (!std::ifstream(path))
        refuse("unreadable", {{"name", path.string()}});
    return toml::parse_file(name);
}

/// A path, even if its name does not end as those of profiles do?
bool is_file(std::string_view name) {
    std::error_code ignored;
    return name.ends_with(".toml") || name.find('/') != std::string_view::npos ||
           std::filesystem::is_directory(std::filesystem::path(name), ignored);
}

managed_costs read_managed(profile_reader& r) {
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

void read_device(profile_reader& r, machine_profile& p) {
    p.device_name = r.text("device.name");
    p.multiprocessors = r.integer("device.multiprocessors", 1);
    p.threads_per_multiprocessor = r.integer("device.threads_per_multiprocessor", 1024, 65536);
    p.blocks_per_multiprocessor = r.integer("device.blocks_per_multiprocessor", 1, 1024);
    p.registers_per_multiprocessor = r.integer("device.registers_per_multiprocessor", 1);
    p.lanes_per_multiprocessor = r.integer("device.lanes_per_multiprocessor", 1);
    p.clock_khz = r.integer("device.clock_khz", 1);
    p.memory = r.size("device.memory_bytes");
    p.memory_rate = r.rate("device.memory_gb_per_s");
    p.memory_clock_khz = r.integer("device.memory_clock_khz", 1);
    p.memory_bus_bits = r.integer("device.memory_bus_bits", 1);
    p.l2_bytes = r.integer("device.l2_bytes", 0);
    p.shared_bytes_per_block = r.integer("device.shared_bytes_per_block", 49152, largest_shared);
    p.shared_kib_choices = r.integers("device.shared_kib_choices");
    std::tie(p.capability_major, p.capability_minor) = r.two_integers("device.compute_capability");
    p.async_engine_count = r.integer("device.async_engine_count", 0);
    p.copy_engines = r.integer("device.copy_engines", 0, 2);
    p.pageable_memory_access = r.flag("device.pageable_memory_access");
    p.host_page_tables = r.flag("device.host_page_tables");
    if (p.copy_engines > p.async_engine_count ||
        (p.copy_engines == 0) != (p.async_engine_count == 0))
        r.fail("device.copy_engines", "engines");
    if (p.shared_kib_choices.back() * 1024 < p.shared_bytes_per_block)
        r.fail("device.shared_kib_choices", "shared_memory");
    if (p.host_page_tables > p.pageable_memory_access)
        r.fail("device.host_page_tables", "page_tables");
}

void read_copies(profile_reader& r, machine_profile& p) {
    p.h2d_rate = r.rate("copy.h2d_gb_per_s");
    p.d2h_rate = r.rate("copy.d2h_gb_per_s");
    p.fresh_h2d = r.share("copy.fresh_h2d");
    p.two_way_h2d = r.share("copy.two_way_h2d");
    p.two_way_d2h = r.share("copy.two_way_d2h");
    p.pause_beside_h2d = r.time("copy.pause_beside_h2d_us");
    p.pause_beside_d2h = r.time("copy.pause_beside_d2h_us");
    p.copy_setup = r.time("copy.setup_us");
    p.kernel_floor = r.time("copy.kernel_floor_us");
    p.graph_kernel_floor = r.time("copy.graph_kernel_floor_us");
    p.submit = r.time("latency.submit_us");
    p.wake = r.time("latency.wake_us");
    p.hand_over = r.time("latency.hand_over_us");
    p.turn_to_stream = r.time("latency.turn_to_stream_us");
    p.after_wait = r.time("latency.after_wait_us");
    p.direct_peer = {r.rate("peer.direct_gb_per_s"), r.share("peer.two_way_direct")};
    p.staged_peer = {r.rate("peer.staged_gb_per_s"), r.share("peer.two_way_staged")};
    p.peer_setup = r.time("peer.setup_us");
    p.pageable_h2d = r.curve("pageable.h2d_us");
    p.pageable_d2h = r.curve("pageable.d2h_us");
    p.host_cache = r.size("pageable.cache_bytes");
    p.cold_h2d_rate = r.rate("pageable.cold_h2d_gb_per_s");
    p.cold_d2h_rate = r.rate("pageable.cold_d2h_gb_per_s");
    p.staged_at_once = r.size("pageable.staged_at_once_bytes");
}

void read_host(profile_reader& r, machine_profile& p) {
    p.touch_rate = r.rate("host.touch_gb_per_s");
    p.own_cache = r.size("host.own_cache_bytes");
    p.host_copy_rate = r.rate("host.copy_gb_per_s");
    p.write_combined_read_rate = r.rate("host.write_combined_read_gb_per_s");
    p.pin_us_per_mib = r.number("host.pin_us_per_mib");
    p.register_us_per_mib = r.number("host.register_us_per_mib");
    p.unregister_us_per_mib = r.number("host.unregister_us_per_mib");
    p.clock_read = r.time("host.clock_read_us");
    p.create_context = r.time("first_use.context_us");
    p.load_kernel = r.time("first_use.kernel_us");
    p.managed_is = r.flag("managed.concurrent_access") != 0 ? managed_access::concurrent
                                                            : managed_access::exclusive;
    p.managed = read_managed(r);
    p.queue_depth = static_cast<std::size_t>(r.integer("queue.depth", 1));
    p.calls = r.call_times("calls", *parsed(*find_built_in("h200"))["calls"].as_table());
}

machine_profile read(const toml::table& table, std::string_view name) {
    profile_reader r(table, name);
    machine_profile p;
    p.name = r.text("name");
    p.title = r.text("title");
    read_device(r, p);
    read_copies(r, p);
    read_host(r, p);
    r.expect_nothing_else();
    return p;
}

/// Entries of `above` replace those of `table`, within sections one by one. They are moved: copies
/// do not know their lines.
void lay_over(toml::table& table, toml::table&& above) {
    for (auto&& [key, value] : above) {
        toml::table* section = table[key].as_table();
        if (section != nullptr && value.is_table()) {
            lay_over(*section, std::move(*value.as_table()));
        } else {
            value.visit(
                [&, name = key.str()](auto& own) { table.insert_or_assign(name, std::move(own)); });
        }
    }
}

/// A profile that names a base, with what it takes from there.
toml::table completed(toml::table table, std::string_view name, int most_bases = 4) {
    const toml::node* const named = table.get("base");
    if (named == nullptr)
        return table;
    const auto base = named->value<std::string>();
    const embedded_file* const file = base ? find_built_in(*base) : nullptr;
    if (file == nullptr || most_bases == 0) {
        refuse("base", {}, place_of(named->source(), name) + ": ");
    }
    toml::table whole = completed(parsed(*file), *base, most_bases - 1);
    table.erase("base");
    lay_over(whole, std::move(table));
    return whole;
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
        if (const embedded_file* file = find_built_in(name))
            return read(completed(parsed(*file), name), name);
        if (is_file(name))
            return read(completed(from_file(name), name), name);
    } catch (const toml::parse_error& error) {
        throw std::invalid_argument(
            fmt::format("{}: {}", place_of(error.source(), name), error.description()));
    }
    refuse("unknown", {{"name", std::string(name)}});
}

}  // namespace simcuda
