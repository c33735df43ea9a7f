// The C functions that the prelude puts in the place of the C library's in a learner's unit.

#include <malloc.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <simcuda/redirected.hpp>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <new>

#include "common/simcuda/runtime/call.hpp"
#include "common/simcuda/runtime/free_check.hpp"
#include "common/simcuda/runtime/host_edges.hpp"
#include "common/simcuda/runtime/running_kernel.hpp"
#include "common/simcuda/runtime/virtual_clock.hpp"

using simcuda::access;
using simcuda::current_accessor;
using simcuda::device;
using simcuda::device_lock;
using simcuda::epoch_seconds;
using simcuda::is_wall_clock;
using simcuda::meet;
using simcuda::nanoseconds;

namespace {

constexpr long long second = 1'000'000'000;

/// What the host does apart from its accesses; afterwards those go on who come earlier.
void spend(nanoseconds duration) {
    meet(duration);
}

/// Reading a clock takes a little time itself, so that a loop which waits for one ends.
nanoseconds read_clock() {
    device& dev = device::instance();
    const device_lock lock(dev);
    meet(dev.profile().clock_read);
    return dev.order().now();
}

void split(nanoseconds t, long long offset, timespec* out) {
    out->tv_sec = t.count() / second + offset;
    out->tv_nsec = t.count() % second;
}

}  // namespace

extern "C" {

void* sim_memcpy(void* to, const void* from, std::size_t size) {
    const void* pc = __builtin_return_address(0);
    current_accessor().range(from, size, access::read, pc);
    current_accessor().range(to, size, access::write, pc);
    return std::memcpy(to, from, size);
}

void* sim_memmove(void* to, const void* from, std::size_t size) {
    const void* pc = __builtin_return_address(0);
    current_accessor().range(from, size, access::read, pc);
    current_accessor().range(to, size, access::write, pc);
    return std::memmove(to, from, size);
}

void* sim_memset(void* to, int value, std::size_t size) {
    current_accessor().range(to, size, access::write, __builtin_return_address(0));
    return std::memset(to, value, size);
}

int sim_memcmp(const void* a, const void* b, std::size_t size) {
    const void* pc = __builtin_return_address(0);
    current_accessor().range(a, size, access::read, pc);
    current_accessor().range(b, size, access::read, pc);
    return std::memcmp(a, b, size);
}

void sim_free(void* memory) {
    simcuda::before_free(memory, __builtin_return_address(0));
    std::free(memory);
}

/// Even where the block can grow in its place: nobody promises that.
void* sim_realloc(void* memory, std::size_t size) {
    simcuda::before_free(memory, __builtin_return_address(0));
    return std::realloc(memory, size);
}

int sim_munmap(void* memory, std::size_t size) {
    simcuda::before_free(memory, size, __builtin_return_address(0));
    return munmap(memory, size);
}

int sim_clock_gettime(clockid_t clock, timespec* out) {
    split(read_clock(), is_wall_clock(clock) ? epoch_seconds : 0, out);
    return 0;
}

int sim_gettimeofday(timeval* out, void*) {
    const nanoseconds t = read_clock();
    out->tv_sec = t.count() / second + epoch_seconds;
    out->tv_usec = t.count() % second / 1000;
    return 0;
}

time_t sim_time(time_t* out) {
    const time_t t = read_clock().count() / second + epoch_seconds;
    if (out != nullptr)
        *out = t;
    return t;
}

clock_t sim_clock() {
    if (simcuda::in_kernel())
        return static_cast<clock_t>(simcuda::kernel_cycles());
    return read_clock().count() / 1000;  // CLOCKS_PER_SEC is a million
}

long long sim_steady_now() {
    return read_clock().count();
}

long long sim_system_now() {
    return read_clock().count() + epoch_seconds * second;
}

int sim_nanosleep(const timespec* wanted, timespec* left) {
    spend(nanoseconds{wanted->tv_sec * second + wanted->tv_nsec});
    if (left != nullptr)
        *left = {};
    return 0;
}

int sim_clock_nanosleep(clockid_t clock, int flags, const timespec* wanted, timespec* left) {
    nanoseconds duration{wanted->tv_sec * second + wanted->tv_nsec};
    if ((flags & TIMER_ABSTIME) != 0) {
        duration -= read_clock();
        if (is_wall_clock(clock))
            duration -= nanoseconds{epoch_seconds * second};
    }
    if (duration.count() > 0)
        spend(duration);
    if (left != nullptr)
        *left = {};
    return 0;
}

int sim_usleep(unsigned int microseconds) {
    spend(nanoseconds{static_cast<long long>(microseconds) * 1000});
    return 0;
}

unsigned int sim_sleep(unsigned int seconds) {
    spend(nanoseconds{static_cast<long long>(seconds) * second});
    return 0;
}

}  // extern "C"

// Containers give their memory back through these; the program's are the ones that count, wherever
// the call comes from.
void operator delete(void* p) noexcept {
    simcuda::before_free(p, __builtin_return_address(0));
    std::free(p);
}
void operator delete[](void* p) noexcept {
    simcuda::before_free(p, __builtin_return_address(0));
    std::free(p);
}
void operator delete(void* p, std::size_t) noexcept {
    simcuda::before_free(p, __builtin_return_address(0));
    std::free(p);
}
void operator delete[](void* p, std::size_t) noexcept {
    simcuda::before_free(p, __builtin_return_address(0));
    std::free(p);
}
