// Stands in front of the C library's functions that begin and end threads, so that each thread of
// the program has its clock and its turn. The C++ library's std::thread, std::async and the rest
// come here, too.

#include <linux/futex.h>
#include <pthread.h>
#include <sched.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cstdarg>
#include <memory>

#include "common/simcuda/runtime/byte_set.hpp"
#include "common/simcuda/runtime/device.hpp"
#include "common/simcuda/runtime/host_edges.hpp"
#include "common/simcuda/runtime/next_function.hpp"
#include "common/simcuda/runtime/virtual_clock.hpp"

using namespace simcuda;

namespace {

SIMCUDA_NEXT(pthread_create);
SIMCUDA_NEXT(pthread_join);
SIMCUDA_NEXT(pthread_detach);
SIMCUDA_NEXT(sched_yield);
constinit next_function<long, long, long, long, long, long, long, long> next_syscall("syscall");

struct beginning {
    void* (*function)(void*);
    void* argument;
    host_thread* thread;
};

void end_thread(void* thread) {
    device& dev = device::instance();
    dev.host_thread_ends();
    dev.threads().end(*static_cast<host_thread*>(thread));
    own_business::from_here_on();  // what is left of this thread is nobody's business
    byte_set::give_back_spares();
}

/// Its destructor runs when a thread ends in whatever way, after the thread's own variables.
pthread_key_t ending() {
    static const pthread_key_t key = [] {
        pthread_key_t made{};
        pthread_key_create(&made, end_thread);
        return made;
    }();
    return key;
}

void* run_thread(void* argument) {
    const std::unique_ptr<beginning> begun(static_cast<beginning*>(argument));
    const beginning b = *begun;
    device::instance().threads().begin(*b.thread);
    pthread_setspecific(ending(), b.thread);
    return b.function(b.argument);
}

handling handling_of(const pthread_attr_t* attributes) {
    int state = PTHREAD_CREATE_JOINABLE;
    if (attributes != nullptr)
        pthread_attr_getdetachstate(attributes, &state);
    return state == PTHREAD_CREATE_DETACHED ? handling::detached : handling::joinable;
}

/// What std::atomic's wait, std::future and their like are made of.
long wait_for_word(const int* word, int value, std::optional<nanoseconds> deadline) {
    meet(cost_of_meeting);
    while (__atomic_load_n(word, __ATOMIC_SEQ_CST) == value) {
        const woken why = wait_at(word, deadline);
        if (why == woken::by_patience)
            continue;
        take_from(word);
        if (why == woken::by_another)
            return 0;
        errno = ETIMEDOUT;
        return -1;
    }
    take_from(word);
    errno = EAGAIN;
    return -1;
}

std::optional<nanoseconds> deadline_of(int operation, const timespec* t) {
    if (t == nullptr)
        return std::nullopt;
    if ((operation & FUTEX_CMD_MASK) == FUTEX_WAIT)
        return device::instance().threads().mine().now + virtual_time(CLOCK_MONOTONIC, *t);
    return virtual_time((operation & FUTEX_CLOCK_REALTIME) != 0 ? CLOCK_REALTIME : CLOCK_MONOTONIC,
                        *t);
}

void wake_word(const int* word, int most) {
    leave_at(word);
    if (most == 1) {
        wake_first_at(word);
    } else {
        wake_all_at(word);
    }
}

}  // namespace

extern "C" {

int pthread_create(pthread_t* out, const pthread_attr_t* attributes, void* (*function)(void*),
                   void* argument) noexcept {
    if (own_business::here() || device_lock::held())
        return next_pthread_create(out, attributes, function, argument);
    meet(nanoseconds{0});
    turns& threads = device::instance().threads();
    host_thread& child = threads.add(threads.mine().now, handling_of(attributes));
    auto start = std::make_unique<beginning>(beginning{function, argument, &child});
    const int error = next_pthread_create(out, attributes, run_thread, start.get());
    if (error != 0) {
        threads.forget(child);
        return error;
    }
    static_cast<void>(start.release());  // the thread's
    threads.name(child, *out);
    return 0;
}

int pthread_join(pthread_t handle, void** result) {
    if (!threads_are_seen())
        return next_pthread_join(handle, result);
    turns& threads = device::instance().threads();
    host_thread* child = threads.find(handle);
    if (child == nullptr) {
        const out_of_sight unseen;
        return next_pthread_join(handle, result);
    }
    meet(nanoseconds{0});
    while (!threads.has_ended(*child))
        wait_at(child);
    {
        device& dev = device::instance();
        const device_lock lock(dev);
        dev.order().host_catches_up(child->now);
    }
    threads.forget(*child);
    return next_pthread_join(handle, result);
}

int pthread_detach(pthread_t handle) noexcept {
    if (threads_are_seen())
        device::instance().threads().detach(handle);
    return next_pthread_detach(handle);
}

int sched_yield() noexcept {
    constexpr nanoseconds cost{200};
    if (!threads_are_seen())
        return next_sched_yield();
    meet(cost);
    return 0;
}

long syscall(long number, ...) noexcept {
    va_list list;
    va_start(list, number);
    long a[6];
    for (long& argument : a)
        argument = va_arg(list, long);
    va_end(list);
    if (number == SYS_futex && threads_are_seen()) {
        const auto* word = reinterpret_cast<const int*>(a[0]);
        const auto operation = static_cast<int>(a[1]);
        const auto value = static_cast<int>(a[2]);
        const int what = operation & FUTEX_CMD_MASK;
        if (what == FUTEX_WAIT || what == FUTEX_WAIT_BITSET) {
            return wait_for_word(word, value,
                                 deadline_of(operation, reinterpret_cast<const timespec*>(a[3])));
        }
        if (what == FUTEX_WAKE || what == FUTEX_WAKE_BITSET)
            wake_word(word, value);
    }
    return next_syscall(number, a[0], a[1], a[2], a[3], a[4], a[5]);
}

}  // extern "C"
