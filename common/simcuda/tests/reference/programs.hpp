#pragma once

#include "common/simcuda/tests/reference/program.hpp"

/// Short forms, to write programs down by hand.
namespace simcuda::reference::written {

inline step allocate(int buffer) {
    step s;
    s.what = action::allocate;
    s.buffer = buffer;
    return s;
}
inline step free(int buffer) {
    step s;
    s.what = action::free;
    s.buffer = buffer;
    return s;
}
inline step stream(int stream, barrier with_legacy = barrier::none, int priority = 0) {
    step s;
    s.what = action::create_stream;
    s.stream = stream;
    s.with_legacy = with_legacy;
    s.priority = priority;
    return s;
}
inline step copy(int stream, piece to, piece from) {
    step s;
    s.what = action::copy;
    s.stream = stream;
    s.to = to;
    s.from = from;
    return s;
}
inline step blocking_copy(piece to, piece from) {
    step s = copy(legacy_stream, to, from);
    s.form = call_form::blocking;
    return s;
}
inline step kernel(int stream, std::vector<touch> touches, nanoseconds busy = {}) {
    step s;
    s.what = action::launch;
    s.stream = stream;
    s.touches = std::move(touches);
    s.busy = busy;
    return s;
}
inline step host(std::vector<touch> touches) {
    step s;
    s.what = action::host_touches;
    s.touches = std::move(touches);
    return s;
}
inline step sleep(nanoseconds busy) {
    step s;
    s.what = action::host_sleeps;
    s.busy = busy;
    return s;
}
inline step by_host(int host, step s) {
    s.host = host;
    return s;
}
inline step synchronize() {
    step s;
    s.what = action::synchronize_device;
    return s;
}
inline touch reads(int buffer, unsigned first, unsigned count) {
    return {use::read, {buffer, first, count}};
}
inline touch writes(int buffer, unsigned first, unsigned count) {
    return {use::write, {buffer, first, count}};
}

}  // namespace simcuda::reference::written
