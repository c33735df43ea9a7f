#pragma once

#include <array>
#include <string_view>
#include <utility>

#include "common/timeline/operation.hpp"

/// One table for both directions, so that no word is written that cannot be read.
namespace timeline {

inline constexpr std::array<std::pair<op_kind, std::string_view>, 14> op_kind_names{{
    {op_kind::copy_h2d, "copy_h2d"},
    {op_kind::copy_d2h, "copy_d2h"},
    {op_kind::copy_d2d, "copy_d2d"},
    {op_kind::copy_h2h, "copy_h2h"},
    {op_kind::memset, "memset"},
    {op_kind::kernel, "kernel"},
    {op_kind::host_function, "host_function"},
    {op_kind::event_record, "event_record"},
    {op_kind::event_wait, "event_wait"},
    {op_kind::host_wait, "host_wait"},
    {op_kind::api_call, "api_call"},
    {op_kind::host_work, "host_work"},
    {op_kind::copy_p2p, "copy_p2p"},
    {op_kind::annotation, "annotation"},
}};

inline constexpr std::array<std::pair<memory_kind, std::string_view>, 5> memory_kind_names{{
    {memory_kind::none, "none"},
    {memory_kind::pageable, "pageable"},
    {memory_kind::pinned, "pinned"},
    {memory_kind::managed, "managed"},
    {memory_kind::write_combined, "write_combined"},
}};

}  // namespace timeline
