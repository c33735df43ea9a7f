#pragma once

#include "simcuda/device.hpp"

// atomicAdd and its family, with _block and _system forms. Each tells the runtime what it is about
// to update and then does so in a function that is not instrumented: the runtime sees one atomic
// access instead of a load and a store that other threads could race with.

// The value after is `next`, an expression of `old`, `operand` and, for compare-and-swap,
// `expected`.
#define SIMCUDA_ATOMIC_UPDATE(function, type, parameters, next)                                   \
    namespace simcuda {                                                                           \
    inline __attribute__((noinline, no_sanitize("thread"))) __device__ type function parameters { \
        type old = *address;                                                                      \
        type wanted = next;                                                                       \
        while (!__atomic_compare_exchange(address, &old, &wanted, false, __ATOMIC_SEQ_CST,        \
                                          __ATOMIC_SEQ_CST)) {                                    \
            wanted = next;                                                                        \
        }                                                                                         \
        return old;                                                                               \
    }                                                                                             \
    }
#define SIMCUDA_ATOMIC_CALL(name, function, type)                       \
    SIMCUDA_WRAPPER __device__ type name(type* address, type operand) { \
        simcuda::note_atomic(address, sizeof(type));                    \
        return simcuda::function(address, operand);                     \
    }
#define SIMCUDA_ATOMIC(name, function, type, next)                              \
    SIMCUDA_ATOMIC_UPDATE(function, type, (type * address, type operand), next) \
    SIMCUDA_ATOMIC_CALL(name, function, type)                                   \
    SIMCUDA_ATOMIC_CALL(name##_block, function, type)                           \
    SIMCUDA_ATOMIC_CALL(name##_system, function, type)
#define SIMCUDA_CAS_CALL(name, type)                                                   \
    SIMCUDA_WRAPPER __device__ type name(type* address, type expected, type operand) { \
        simcuda::note_atomic(address, sizeof(type));                                   \
        return simcuda::compare_and_swap(address, expected, operand);                  \
    }
#define SIMCUDA_CAS(type)                                                                        \
    SIMCUDA_ATOMIC_UPDATE(compare_and_swap, type, (type * address, type expected, type operand), \
                          old == expected ? operand : old)                                       \
    SIMCUDA_CAS_CALL(atomicCAS, type)                                                            \
    SIMCUDA_CAS_CALL(atomicCAS_block, type)                                                      \
    SIMCUDA_CAS_CALL(atomicCAS_system, type)

SIMCUDA_ATOMIC(atomicAdd, fetch_add, int,
               static_cast<int>(static_cast<unsigned>(old) + static_cast<unsigned>(operand)))
SIMCUDA_ATOMIC(atomicAdd, fetch_add, unsigned int, old + operand)
SIMCUDA_ATOMIC(atomicAdd, fetch_add, unsigned long long, old + operand)
SIMCUDA_ATOMIC(atomicAdd, fetch_add, float, old + operand)
SIMCUDA_ATOMIC(atomicAdd, fetch_add, double, old + operand)

SIMCUDA_ATOMIC(atomicSub, fetch_sub, int,
               static_cast<int>(static_cast<unsigned>(old) - static_cast<unsigned>(operand)))
SIMCUDA_ATOMIC(atomicSub, fetch_sub, unsigned int, old - operand)

SIMCUDA_ATOMIC(atomicExch, exchange, int, operand)
SIMCUDA_ATOMIC(atomicExch, exchange, unsigned int, operand)
SIMCUDA_ATOMIC(atomicExch, exchange, unsigned long long, operand)
SIMCUDA_ATOMIC(atomicExch, exchange, float, operand)

SIMCUDA_ATOMIC(atomicMin, fetch_min, int, operand < old ? operand : old)
SIMCUDA_ATOMIC(atomicMin, fetch_min, unsigned int, operand < old ? operand : old)
SIMCUDA_ATOMIC(atomicMin, fetch_min, long long, operand < old ? operand : old)
SIMCUDA_ATOMIC(atomicMin, fetch_min, unsigned long long, operand < old ? operand : old)

SIMCUDA_ATOMIC(atomicMax, fetch_max, int, operand > old ? operand : old)
SIMCUDA_ATOMIC(atomicMax, fetch_max, unsigned int, operand > old ? operand : old)
SIMCUDA_ATOMIC(atomicMax, fetch_max, long long, operand > old ? operand : old)
SIMCUDA_ATOMIC(atomicMax, fetch_max, unsigned long long, operand > old ? operand : old)

// Counters that wrap: up to and including the operand, and down from it.
SIMCUDA_ATOMIC(atomicInc, fetch_inc, unsigned int, old >= operand ? 0 : old + 1)
SIMCUDA_ATOMIC(atomicDec, fetch_dec, unsigned int, old == 0 || old > operand ? operand : old - 1)

SIMCUDA_ATOMIC(atomicAnd, fetch_and, int, (old & operand))
SIMCUDA_ATOMIC(atomicAnd, fetch_and, unsigned int, (old & operand))
SIMCUDA_ATOMIC(atomicAnd, fetch_and, unsigned long long, (old & operand))
SIMCUDA_ATOMIC(atomicOr, fetch_or, int, old | operand)
SIMCUDA_ATOMIC(atomicOr, fetch_or, unsigned int, old | operand)
SIMCUDA_ATOMIC(atomicOr, fetch_or, unsigned long long, old | operand)
SIMCUDA_ATOMIC(atomicXor, fetch_xor, int, old ^ operand)
SIMCUDA_ATOMIC(atomicXor, fetch_xor, unsigned int, old ^ operand)
SIMCUDA_ATOMIC(atomicXor, fetch_xor, unsigned long long, old ^ operand)

SIMCUDA_CAS(int)
SIMCUDA_CAS(unsigned int)
SIMCUDA_CAS(unsigned long long)
SIMCUDA_CAS(unsigned short)

#undef SIMCUDA_ATOMIC_UPDATE
#undef SIMCUDA_ATOMIC_CALL
#undef SIMCUDA_ATOMIC
#undef SIMCUDA_CAS_CALL
#undef SIMCUDA_CAS
