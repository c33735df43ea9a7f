#include <fmt/core.h>

#include <nlohmann/json.hpp>

#include "checker/command/commands.hpp"
#include "checker/command/progress_record.hpp"

namespace checker {
namespace {

using json = nlohmann::ordered_json;

json to_value(const lab& l, const lab_progress& p) {
    return {{"lab", l.name()},       {"number", l.number},
            {"title", l.title},      {"max_points", l.points},
            {"points", p.points},    {"status", p.status.empty() ? "open" : p.status},
            {"passed", p.was_passed}};
}

}  // namespace

int run_list(const context& c, output_form form) {
    const auto all = c.load();
    const auto done = read_progress(c);
    json values = json::array();
    for (const auto& l : all.labs) {
        const auto found = done.find(l.name());
        const auto entry = found == done.end() ? lab_progress{} : found->second;
        if (form == output_form::json) {
            values.push_back(to_value(l, entry));
        } else {
            fmt::print("{:22}  {}  {}\n", l.name(), c.say(phrase("{:>3g} points", l.points)),
                       l.title);
        }
    }
    if (form == output_form::json) {
        fmt::print("{}\n", values.dump(2, ' ', false, json::error_handler_t::replace));
    }
    return exit_with::success;
}

}  // namespace checker
