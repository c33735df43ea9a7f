#include "common/simcuda/runtime/profile_reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "common/simcuda/runtime/messages.hpp"

namespace simcuda {

std::string place_of(const toml::source_region& where, std::string_view name) {
    // Of a base's entry, the base.
    const std::string file(where.path ? std::string_view(*where.path) : name);
    return where.begin.line > 0
               ? fmt::format("{}:{}:{}", file, where.begin.line, where.begin.column)
               : message_with("profile.itself", {{"name", file}});
}

toml::node_view<const toml::node> profile_reader::find(std::string_view path) {
    asked_for_.emplace(path);
    const auto found = table_.at_path(path);
    if (!found) {
        const std::size_t section = std::min(path.rfind('.'), path.size());
        const auto within = table_.at_path(path.substr(0, section));
        refuse(within ? within.node()->source() : toml::source_region{},
               message_with("profile.missing", {{"path", std::string(path)}}));
    }
    return found;
}

std::string profile_reader::text(std::string_view path) {
    const auto value = find(path).value<std::string>();
    if (!value || value->empty())
        fail(path, "text");
    return *value;
}

double profile_reader::number(std::string_view path) {
    const auto value = find(path).value<double>();
    if (!value || !std::isfinite(*value) || *value < 0)
        fail(path, "number");
    return *value;
}

nanoseconds profile_reader::time(std::string_view path) {
    constexpr double a_day_in_us = 86400e6;
    const double us = number(path);
    if (us > a_day_in_us)
        fail(path, "time");
    return nanoseconds{std::llround(us * 1000.0)};
}

bytes profile_reader::size(std::string_view path) {
    constexpr double largest = 1ull << 53;
    const double value = number(path);
    if (value != std::floor(value) || value > largest)
        fail(path, "size");
    return {static_cast<std::uint64_t>(value)};
}

double profile_reader::rate(std::string_view path) {
    const double value = number(path);
    if (value <= 0)
        fail(path, "rate");
    return value;
}

double profile_reader::share(std::string_view path) {
    const double value = number(path);
    if (value <= 0 || value > 1)
        fail(path, "share");
    return value;
}

int profile_reader::integer(std::string_view path, int least, int most) {
    const double value = number(path);
    if (value != std::floor(value) || value < least || value > most) {
        fail(path, most == any_larger ? "whole_from" : "whole_between",
             {{"least", std::to_string(least)}, {"most", std::to_string(most)}});
    }
    return static_cast<int>(value);
}

const toml::array& profile_reader::array(std::string_view path, std::size_t least,
                                         std::string_view wanted) {
    const toml::array* found = find(path).as_array();
    if (found == nullptr || found->size() < least)
        fail(path, wanted);
    return *found;
}

std::vector<int> profile_reader::integers(std::string_view path) {
    std::vector<int> result;
    for (std::size_t i = 0; i < array(path, 1, "whole_list").size(); ++i) {
        result.push_back(integer(fmt::format("{}[{}]", path, i), 1));
        if (i > 0 && result[i] <= result[i - 1])
            fail(path, "growing_numbers");
    }
    return result;
}

std::pair<int, int> profile_reader::two_integers(std::string_view path) {
    if (array(path, 2, "two_whole").size() != 2)
        fail(path, "two_whole");
    return {integer(fmt::format("{}[0]", path), 0), integer(fmt::format("{}[1]", path), 0)};
}

size_curve profile_reader::curve(std::string_view path) {
    const toml::array& points = array(path, 2, "points");
    std::vector<std::pair<double, double>> result;
    for (std::size_t i = 0; i < points.size(); ++i) {
        const toml::array* point = points.get_as<toml::array>(i);
        if (point == nullptr || point->size() != 2)
            fail(path, "points");
        result.emplace_back(number(fmt::format("{}[{}][0]", path, i)),
                            number(fmt::format("{}[{}][1]", path, i)));
        if (i == 0)
            continue;
        if (result[i].first <= result[i - 1].first)
            fail(path, "growing_sizes");
        // The last two points give the rate beyond them: it must not go backwards.
        if (result[i].second < result[i - 1].second)
            fail(path, "rising_times");
    }
    return size_curve(std::move(result));
}

std::map<std::string, nanoseconds, std::less<>> profile_reader::call_times(
    std::string_view path, const toml::table& known) {
    const toml::table* table = find(path).as_table();
    if (table == nullptr)
        fail(path, "times_by_name");
    static_cast<void>(find(fmt::format("{}.default", path)));
    std::map<std::string, nanoseconds, std::less<>> result;
    for (const auto& [key, value] : *table) {
        const std::string_view name = key.str();
        if (name.starts_with("cuda") || known.contains(name))
            result.emplace(name, time(fmt::format("{}.{}", path, name)));
    }
    return result;
}

void profile_reader::expect_nothing_else() const {
    expect_nothing_else(table_, "");
}

void profile_reader::expect_nothing_else(const toml::table& table,
                                         const std::string& prefix) const {
    for (const auto& [key, value] : table) {
        const std::string path = prefix + std::string(key.str());
        const auto below = asked_for_.lower_bound(path + ".");
        const bool has_entries = below != asked_for_.end() && below->starts_with(path + ".");
        if (value.is_table() && has_entries) {
            expect_nothing_else(*value.as_table(), path + ".");
        } else if (!asked_for_.contains(path)) {
            refuse(value.source(), message_with("profile.extra", {{"path", path}}));
        }
    }
}

void profile_reader::fail(std::string_view path, std::string_view wanted,
                          std::map<std::string, std::string> facts) const {
    const auto at = table_.at_path(path);
    facts["path"] = path;
    facts["wanted"] = message(fmt::format("profile.{}", wanted));
    refuse(at ? at.node()->source() : toml::source_region{},
           message_with("profile.must_be", facts));
}

void profile_reader::refuse(const toml::source_region& where, const std::string& what) const {
    throw std::invalid_argument(fmt::format("{}: {}", place_of(where, name_), what));
}

}  // namespace simcuda
