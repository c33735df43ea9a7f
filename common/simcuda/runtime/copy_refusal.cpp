// Why a copy or a memset cannot be: its pointers, its size, its direction.
#include <fmt/format.h>

#include <array>

#include "common/simcuda/runtime/copy_side.hpp"
#include "common/simcuda/runtime/messages.hpp"
#include "common/simcuda/runtime/refusals.hpp"

namespace simcuda {
namespace {

using facts = std::map<std::string, std::string>;

enum class which_end : std::uint8_t { destination, source };

/// One end as the call names it.
struct named_end {
    const char* word = "";  ///< "destination" or "source"
    const void* at = nullptr;
    std::uint64_t extent = 0;  ///< bytes that the call wants there
    int argument = -1;         ///< its number among the call's; -1: it is none
    side found = {};
};

std::string in_words(const char* word) {
    return message(std::string("word.") + word);
}

/// Where the call's pointers stand; 3D and batched copies have theirs in structures.
int argument_of(std::string_view call, which_end end) {
    if (call.find("3D") != std::string_view::npos || call.find("Batch") != std::string_view::npos)
        return -1;
    const bool has_pitch_or_device_between =
        call.find("2D") != std::string_view::npos || call.find("Peer") != std::string_view::npos;
    return end == which_end::destination ? 0 : has_pitch_or_device_between ? 2 : 1;
}

std::string described(call& c, const named_end& end) {
    std::string text = c.on().defects().describe(reinterpret_cast<address>(end.at));
    if (text == message("word.host_memory") && end.argument >= 0)
        text =
            fmt::format("{{host {:x} {}}}", reinterpret_cast<std::uintptr_t>(c.pc()), end.argument);
    return text;
}

facts facts_of(call& c, const named_end& end) {
    return {{"side", in_words(end.word)}, {"memory", described(c, end)}};
}

/// An address among those that the runtime hands out, where nothing is now.
refusal nothing_there(call& c, const named_end& end) {
    const auto at = reinterpret_cast<address>(end.at);
    facts known{{"side", in_words(end.word)}};
    const allocation* block = c.on().memory().find(at);
    const bool is_gone = block != nullptr && !block->live;
    if (block == nullptr)
        block = c.on().memory().nearest(at);
    if (block == nullptr)
        return {};
    known["memory"] = defect_log::describe(*block);
    if (is_gone) {
        known["place"] = place_placeholder(block->freed_at);
        return {"side_freed", known};
    }
    known["offset"] = std::to_string(static_cast<std::int64_t>(at - block->base));
    return {"side_outside", known};
}

/// How many times as much as is there was asked for, where that is the size of an element.
std::optional<std::uint64_t> element_size_between(std::uint64_t asked, std::uint64_t there) {
    for (const std::uint64_t size : {4U, 8U, 16U}) {
        if (asked == size * there)
            return size;
    }
    return std::nullopt;
}

refusal too_small(call& c, const named_end& end) {
    const allocation& block = *end.found.block;
    const std::uint64_t there = block.size - (end.found.base - block.base);
    facts known = facts_of(c, end);
    known["size"] = std::to_string(end.extent);
    known["there"] = std::to_string(there);
    known["over"] = std::to_string(end.extent - there);
    // Behind an offset such a number means nothing.
    const auto factor =
        there == block.size ? element_size_between(end.extent, there) : std::nullopt;
    known["factor"] = factor ? std::to_string(*factor) : "";
    if (block.where == space::registered)
        return {factor ? "side_registered_in_elements" : "side_registered_too_small", known};
    return {factor ? "side_in_elements" : "side_too_small", known};
}

/// Of an end by itself: nothing where it would do.
std::optional<refusal> wrong_end(call& c, named_end& end) {
    if (end.at == nullptr)
        return refusal{"side_null", {{"side", in_words(end.word)}}};
    // A size below zero is a very large one.
    if (static_cast<std::int64_t>(end.extent) < 0) {
        return refusal{"negative_size",
                       {{"size", std::to_string(end.extent)},
                        {"signed", std::to_string(static_cast<std::int64_t>(end.extent))}}};
    }
    if (find_side(c.on().memory(), end.at, end.extent, end.found))
        return std::nullopt;
    return end.found.block == nullptr ? nothing_there(c, end) : too_small(c, end);
}

struct direction {
    const char* name;
    const char* from;
    const char* to;
};
constexpr std::array directions = {
    direction{"cudaMemcpyHostToHost", "host_side", "host_side"},
    direction{"cudaMemcpyHostToDevice", "host_side", "device_side"},
    direction{"cudaMemcpyDeviceToHost", "device_side", "host_side"},
    direction{"cudaMemcpyDeviceToDevice", "device_side", "device_side"},
};

const direction& fitting(const side& to, const side& from) {
    return directions[(from.on_device ? 2U : 0U) + (to.on_device ? 1U : 0U)];
}

refusal wrong_direction(call& c, cudaMemcpyKind kind, const named_end& to, const named_end& from) {
    const direction& said = directions[static_cast<unsigned>(kind)];
    const direction& right = fitting(to.found, from.found);
    const bool are_exchanged =
        std::string_view(said.from) == right.to && std::string_view(said.to) == right.from;
    return {are_exchanged ? "exchanged_pointers" : "wrong_direction",
            {{"said", said.name},
             {"said_from", in_words(said.from)},
             {"said_to", in_words(said.to)},
             {"right", right.name},
             {"right_from", in_words(right.from)},
             {"right_to", in_words(right.to)},
             {"destination", described(c, to)},
             {"source", described(c, from)}}};
}

refusal why_no_copy(call& c, const void* to, const void* from, const copy_shape& shape,
                    cudaMemcpyKind kind) {
    named_end target{"destination", to, shape.to_extent(),
                     argument_of(c.name(), which_end::destination)};
    named_end source{"source", from, shape.from_extent(), argument_of(c.name(), which_end::source)};
    auto target_wrong = wrong_end(c, target);
    auto source_wrong = wrong_end(c, source);
    place_managed(target.found, kind, cudaMemcpyDeviceToHost);
    place_managed(source.found, kind, cudaMemcpyHostToDevice);
    // Exchanged pointers mostly come with an exchanged size, too: they are told first.
    const bool both_known = (!target_wrong || target.found.block != nullptr) &&
                            (!source_wrong || source.found.block != nullptr);
    const bool names_both_ends = static_cast<unsigned>(kind) < cudaMemcpyDefault;
    const std::string_view fits = fitting(target.found, source.found).name;
    if (both_known && names_both_ends && fits != directions[static_cast<unsigned>(kind)].name)
        return wrong_direction(c, kind, target, source);
    return target_wrong   ? *std::move(target_wrong)
           : source_wrong ? *std::move(source_wrong)
                          : refusal{};
}

}  // namespace

cudaError_t refuse_copy(call& c, const void* to, const void* from, const copy_shape& shape,
                        cudaMemcpyKind kind) {
    if (static_cast<unsigned>(kind) > cudaMemcpyDefault) {
        return c.refuse(cudaErrorInvalidMemcpyDirection,
                        {"no_direction", {{"kind", std::to_string(static_cast<unsigned>(kind))}}});
    }
    if (shape.width > shape.to_pitch || shape.width > shape.from_pitch) {
        return c.refuse(cudaErrorInvalidPitchValue,
                        {"narrow_pitch",
                         {{"width", std::to_string(shape.width)},
                          {"pitch", std::to_string(std::min(shape.to_pitch, shape.from_pitch))}}});
    }
    return c.refuse(cudaErrorInvalidValue, why_no_copy(c, to, from, shape, kind));
}

cudaError_t refuse_fill(call& c, const void* to, const copy_shape& shape) {
    if (shape.width > shape.to_pitch) {
        return c.refuse(cudaErrorInvalidValue, {"narrow_pitch",
                                                {{"width", std::to_string(shape.width)},
                                                 {"pitch", std::to_string(shape.to_pitch)}}});
    }
    named_end target{"destination", to, shape.to_extent()};
    if (auto wrong = wrong_end(c, target))
        return c.refuse(cudaErrorInvalidValue, *std::move(wrong));
    return c.refuse(cudaErrorInvalidValue, {"fill_of_host", {{"call", c.name()}}});
}

}  // namespace simcuda
