// What reports call streams, operations and memory.
#include <fmt/format.h>

#include "common/simcuda/runtime/defects.hpp"
#include "common/simcuda/runtime/messages.hpp"

namespace simcuda {
namespace {

using timeline::op_kind;

/// Which argument of a copy is the host's memory; none where the call names none.
std::optional<int> host_argument(const site& s) {
    const std::string& name = s->name;
    const bool takes_pointers = name.starts_with("cudaMemcpy") &&
                                name.find("3D") == std::string::npos &&
                                name.find("Batch") == std::string::npos;
    if (!takes_pointers)
        return std::nullopt;
    if (s->kind == op_kind::copy_d2h)
        return 0;
    if (s->kind == op_kind::copy_h2d)
        return name.find("2D") != std::string::npos ? 2 : 1;
    return std::nullopt;
}

}  // namespace

std::string defect_log::stream_name(timeline::stream_id id) {
    return id == timeline::host_lane ? message("word.host") : stream_placeholder(id);
}

std::string defect_log::plain_name(const site& s) {
    if (!s)
        return message("word.host");
    if (s->kind == op_kind::host_work) {
        // Or whoever it is said to be: "work.consume".
        const std::string who = "word." + s->name, known = message(who);
        return known == who ? s->name : known;
    }
    const std::string key = s->kind == op_kind::kernel          ? "word.kernel"
                            : s->kind == op_kind::host_function ? "word.host_function"
                                                                : "word.call";
    return fmt::format(fmt::runtime(message(key)), fmt::arg("name", s->name),
                       fmt::arg("stream", stream_name(s.stream)));
}

std::string defect_log::operation_name(const stamp& who, const site& where) const {
    const site launch = launch_of(who);
    if (!launch)
        return plain_name(where);
    return fmt::format(fmt::runtime(message("word.of_launch")),
                       fmt::arg("operation", plain_name({where.call, launch.stream})),
                       fmt::arg("place", place_placeholder(launch->pc)));
}

std::string defect_log::call_name(const char* api, timeline::stream_id stream) {
    const call_site call{op_kind::api_call, api, nullptr};
    return plain_name({&call, stream});
}

const stream_state* defect_log::lane_of(const stamp& who) const {
    const stream_state* s = order_.stream_of(who.who);
    return s == nullptr || s->graph == 0 ? nullptr : s;
}

site defect_log::launch_of(const stamp& who) const {
    const stream_state* lane = lane_of(who);
    return lane == nullptr ? site{} : lane->launch;
}

bool defect_log::of_one_graph(const stamp& a, const stamp& b) const {
    const stream_state *one = lane_of(a), *other = lane_of(b);
    return one != nullptr && other != nullptr && one->graph == other->graph;
}

void defect_log::name_memory(address a, std::uint64_t size, std::string name) {
    named_.erase(a);
    if (!name.empty())
        named_[a] = {size, std::move(name)};
}

std::optional<std::string> defect_log::given_name(address a) const {
    const auto behind = named_.upper_bound(a);
    if (behind == named_.begin())
        return std::nullopt;
    const auto& [start, it] = *std::prev(behind);
    if (a - start >= it.size)
        return std::nullopt;
    const std::string memory = fmt::format(fmt::runtime(message("word.named_memory")),
                                           fmt::arg("name", it.name), fmt::arg("size", it.size));
    return a == start ? memory
                      : fmt::format(fmt::runtime(message("word.at_byte")),
                                    fmt::arg("buffer", memory), fmt::arg("offset", a - start));
}

std::string defect_log::describe(address a) {
    if (const auto given = given_name(a))
        return *given;
    const allocation* block = memory_.find_live(a);
    if (block == nullptr)
        block = memory_.find(a);
    if (block == nullptr)
        return message("word.host_memory");
    if (a == block->base)
        return describe(*block);
    return fmt::format(fmt::runtime(message("word.at_byte")), fmt::arg("buffer", describe(*block)),
                       fmt::arg("offset", a - block->base));
}

std::string defect_log::describe(address a, const site& earlier, const site& later) {
    const bool is_plain =
        !given_name(a) && memory_.find_live(a) == nullptr && memory_.find(a) == nullptr;
    return is_plain ? host_memory(host_argument(earlier) ? earlier : later) : describe(a);
}

std::string defect_log::host_memory(const site& copy) {
    const auto argument = host_argument(copy);
    return argument ? fmt::format("{{host {:x} {}}}", reinterpret_cast<std::uintptr_t>(copy->pc),
                                  *argument)
                    : message("word.host_memory");
}

std::string defect_log::describe(const allocation& block) {
    if (is_variable(block.where)) {
        const std::string kind =
            block.where == space::symbol ? "word.device_variable" : "word.managed_variable";
        return fmt::format(
            fmt::runtime(message(block.name == nullptr ? kind + "_without_name" : kind)),
            fmt::arg("size", block.size),
            fmt::arg("name", block.name == nullptr ? "" : block.name));
    }
    const char* key = block.where == space::device       ? "word.device_buffer"
                      : block.where == space::pinned     ? "word.pinned_buffer"
                      : block.where == space::registered ? "word.registered_buffer"
                      : block.where == space::managed    ? "word.managed_buffer"
                                                         : "word.host_memory";
    const auto made_at = reinterpret_cast<std::uintptr_t>(block.allocated_at);
    return fmt::format(fmt::runtime(message(key)), fmt::arg("size", block.size),
                       fmt::arg("name", fmt::format("{{made {:x}}}", made_at)),
                       fmt::arg("from", fmt::format("{{from {:x}}}", made_at)));
}

}  // namespace simcuda
