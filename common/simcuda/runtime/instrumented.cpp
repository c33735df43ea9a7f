// What -fsanitize=thread makes the learner's code call, in the place of the compiler's own run-time
// library: every load and store arrives here before it happens.

#include <cstdint>

#include "common/simcuda/runtime/accessor.hpp"
#include "common/simcuda/runtime/atomics.hpp"

using simcuda::access;
using simcuda::atomic_change;
using simcuda::atomic_load;
using simcuda::atomic_store;
using simcuda::current_accessor;
using simcuda::encounter;
using simcuda::polled;
using simcuda::threads_are_seen;

// NOLINTBEGIN(bugprone-reserved-identifier): the compiler chose these names.
#define SIMCUDA_ACCESS(size)                                                           \
    void __tsan_read##size(void* p) {                                                  \
        current_accessor().read<size>(p, __builtin_return_address(0));                 \
    }                                                                                  \
    void __tsan_write##size(void* p) {                                                 \
        current_accessor().write<size>(p, __builtin_return_address(0));                \
    }                                                                                  \
    void __tsan_read_write##size(void* p) {                                            \
        current_accessor().read<size>(p, __builtin_return_address(0));                 \
        current_accessor().write<size>(p, __builtin_return_address(0));                \
    }                                                                                  \
    void __tsan_unaligned_read##size(void* p) {                                        \
        current_accessor().range(p, size, access::read, __builtin_return_address(0));  \
    }                                                                                  \
    void __tsan_unaligned_write##size(void* p) {                                       \
        current_accessor().range(p, size, access::write, __builtin_return_address(0)); \
    }                                                                                  \
    void __tsan_unaligned_read_write##size(void* p) {                                  \
        current_accessor().range(p, size, access::read, __builtin_return_address(0));  \
        current_accessor().range(p, size, access::write, __builtin_return_address(0)); \
    }                                                                                  \
    void __tsan_volatile_write##size(void* p) {                                        \
        current_accessor().write<size>(p, __builtin_return_address(0));                \
    }                                                                                  \
    void __tsan_unaligned_volatile_read##size(void* p) {                               \
        current_accessor().range(p, size, access::read, __builtin_return_address(0));  \
    }                                                                                  \
    void __tsan_unaligned_volatile_write##size(void* p) {                              \
        current_accessor().range(p, size, access::write, __builtin_return_address(0)); \
    }

// Also in a loop that waits for another thread.
#define SIMCUDA_VOLATILE_READ(size, type)                              \
    void __tsan_volatile_read##size(void* p) {                         \
        current_accessor().read<size>(p, __builtin_return_address(0)); \
        if (threads_are_seen())                                        \
            polled(p, *static_cast<const volatile type*>(p));          \
    }

// What fetches and counts is often a counter that nobody waits for.
#define SIMCUDA_ATOMIC(bits, type)                                                                 \
    type __tsan_atomic##bits##_load(const volatile type* p, int) {                                 \
        return atomic_load(p);                                                                     \
    }                                                                                              \
    void __tsan_atomic##bits##_store(volatile type* p, type v, int) {                              \
        atomic_store(p, v);                                                                        \
    }                                                                                              \
    type __tsan_atomic##bits##_exchange(volatile type* p, type v, int) {                           \
        return atomic_change(p, encounter::waited_for,                                             \
                             [=] { return __atomic_exchange_n(p, v, __ATOMIC_SEQ_CST); });         \
    }                                                                                              \
    type __tsan_atomic##bits##_fetch_add(volatile type* p, type v, int) {                          \
        return atomic_change(p, encounter::by_the_way,                                             \
                             [=] { return __atomic_fetch_add(p, v, __ATOMIC_SEQ_CST); });          \
    }                                                                                              \
    type __tsan_atomic##bits##_fetch_sub(volatile type* p, type v, int) {                          \
        return atomic_change(p, encounter::by_the_way,                                             \
                             [=] { return __atomic_fetch_sub(p, v, __ATOMIC_SEQ_CST); });          \
    }                                                                                              \
    type __tsan_atomic##bits##_fetch_and(volatile type* p, type v, int) {                          \
        return atomic_change(p, encounter::by_the_way,                                             \
                             [=] { return __atomic_fetch_and(p, v, __ATOMIC_SEQ_CST); });          \
    }                                                                                              \
    type __tsan_atomic##bits##_fetch_or(volatile type* p, type v, int) {                           \
        return atomic_change(p, encounter::by_the_way,                                             \
                             [=] { return __atomic_fetch_or(p, v, __ATOMIC_SEQ_CST); });           \
    }                                                                                              \
    type __tsan_atomic##bits##_fetch_xor(volatile type* p, type v, int) {                          \
        return atomic_change(p, encounter::by_the_way,                                             \
                             [=] { return __atomic_fetch_xor(p, v, __ATOMIC_SEQ_CST); });          \
    }                                                                                              \
    type __tsan_atomic##bits##_fetch_nand(volatile type* p, type v, int) {                         \
        return atomic_change(p, encounter::by_the_way,                                             \
                             [=] { return __atomic_fetch_nand(p, v, __ATOMIC_SEQ_CST); });         \
    }                                                                                              \
    int __tsan_atomic##bits##_compare_exchange_strong(volatile type* p, type* expected, type v,    \
                                                      int, int) {                                  \
        return atomic_change(p, encounter::waited_for, [=] {                                       \
            return __atomic_compare_exchange_n(p, expected, v, false, __ATOMIC_SEQ_CST,            \
                                               __ATOMIC_SEQ_CST);                                  \
        });                                                                                        \
    }                                                                                              \
    int __tsan_atomic##bits##_compare_exchange_weak(volatile type* p, type* expected, type v, int, \
                                                    int) {                                         \
        return __tsan_atomic##bits##_compare_exchange_strong(p, expected, v, 0, 0);                \
    }                                                                                              \
    type __tsan_atomic##bits##_compare_exchange_val(volatile type* p, type expected, type v, int,  \
                                                    int) {                                         \
        __tsan_atomic##bits##_compare_exchange_strong(p, &expected, v, 0, 0);                      \
        return expected;                                                                           \
    }

extern "C" {

SIMCUDA_ACCESS(1)
SIMCUDA_ACCESS(2)
SIMCUDA_ACCESS(4)
SIMCUDA_ACCESS(8)
SIMCUDA_ACCESS(16)

SIMCUDA_VOLATILE_READ(1, std::uint8_t)
SIMCUDA_VOLATILE_READ(2, std::uint16_t)
SIMCUDA_VOLATILE_READ(4, std::uint32_t)
SIMCUDA_VOLATILE_READ(8, std::uint64_t)
void __tsan_volatile_read16(void* p) {
    current_accessor().read<16>(p, __builtin_return_address(0));
}

SIMCUDA_ATOMIC(8, std::uint8_t)
SIMCUDA_ATOMIC(16, std::uint16_t)
SIMCUDA_ATOMIC(32, std::uint32_t)
SIMCUDA_ATOMIC(64, std::uint64_t)

void __tsan_atomic_thread_fence(int) {
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
}
void __tsan_atomic_signal_fence(int) {}

void __tsan_read_range(void* p, std::size_t size) {
    current_accessor().range(p, size, access::read, __builtin_return_address(0));
}
void __tsan_write_range(void* p, std::size_t size) {
    current_accessor().range(p, size, access::write, __builtin_return_address(0));
}

void __tsan_init() {}
void __tsan_func_entry(void*) {}
void __tsan_func_exit() {}
void __tsan_vptr_read(void**) {}
void __tsan_vptr_update(void**, void*) {}
void __tsan_ignore_thread_begin() {}
void __tsan_ignore_thread_end() {}

}  // extern "C"
// NOLINTEND(bugprone-reserved-identifier)
