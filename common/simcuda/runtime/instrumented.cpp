// What -fsanitize=thread makes the learner's code call, in the place of the compiler's own run-time
// library: every load and store arrives here before it happens.

#include <cstdint>

#include "common/simcuda/runtime/accessor.hpp"

using simcuda::access;
using simcuda::current_accessor;

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
    void __tsan_volatile_read##size(void* p) {                                         \
        current_accessor().read<size>(p, __builtin_return_address(0));                 \
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

// An atomic operation of the host program (std::atomic): carried out as it is. Not a transfer's
// business, and never a race.
#define SIMCUDA_ATOMIC(bits, type)                                                                 \
    type __tsan_atomic##bits##_load(const volatile type* p, int) {                                 \
        return __atomic_load_n(p, __ATOMIC_SEQ_CST);                                               \
    }                                                                                              \
    void __tsan_atomic##bits##_store(volatile type* p, type v, int) {                              \
        __atomic_store_n(p, v, __ATOMIC_SEQ_CST);                                                  \
    }                                                                                              \
    type __tsan_atomic##bits##_exchange(volatile type* p, type v, int) {                           \
        return __atomic_exchange_n(p, v, __ATOMIC_SEQ_CST);                                        \
    }                                                                                              \
    type __tsan_atomic##bits##_fetch_add(volatile type* p, type v, int) {                          \
        return __atomic_fetch_add(p, v, __ATOMIC_SEQ_CST);                                         \
    }                                                                                              \
    type __tsan_atomic##bits##_fetch_sub(volatile type* p, type v, int) {                          \
        return __atomic_fetch_sub(p, v, __ATOMIC_SEQ_CST);                                         \
    }                                                                                              \
    type __tsan_atomic##bits##_fetch_and(volatile type* p, type v, int) {                          \
        return __atomic_fetch_and(p, v, __ATOMIC_SEQ_CST);                                         \
    }                                                                                              \
    type __tsan_atomic##bits##_fetch_or(volatile type* p, type v, int) {                           \
        return __atomic_fetch_or(p, v, __ATOMIC_SEQ_CST);                                          \
    }                                                                                              \
    type __tsan_atomic##bits##_fetch_xor(volatile type* p, type v, int) {                          \
        return __atomic_fetch_xor(p, v, __ATOMIC_SEQ_CST);                                         \
    }                                                                                              \
    type __tsan_atomic##bits##_fetch_nand(volatile type* p, type v, int) {                         \
        return __atomic_fetch_nand(p, v, __ATOMIC_SEQ_CST);                                        \
    }                                                                                              \
    int __tsan_atomic##bits##_compare_exchange_strong(volatile type* p, type* expected, type v,    \
                                                      int, int) {                                  \
        return __atomic_compare_exchange_n(p, expected, v, false, __ATOMIC_SEQ_CST,                \
                                           __ATOMIC_SEQ_CST);                                      \
    }                                                                                              \
    int __tsan_atomic##bits##_compare_exchange_weak(volatile type* p, type* expected, type v, int, \
                                                    int) {                                         \
        return __atomic_compare_exchange_n(p, expected, v, false, __ATOMIC_SEQ_CST,                \
                                           __ATOMIC_SEQ_CST);                                      \
    }                                                                                              \
    type __tsan_atomic##bits##_compare_exchange_val(volatile type* p, type expected, type v, int,  \
                                                    int) {                                         \
        __atomic_compare_exchange_n(p, &expected, v, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);   \
        return expected;                                                                           \
    }

extern "C" {

SIMCUDA_ACCESS(1)
SIMCUDA_ACCESS(2)
SIMCUDA_ACCESS(4)
SIMCUDA_ACCESS(8)
SIMCUDA_ACCESS(16)

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
