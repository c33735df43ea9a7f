#pragma once

#include <stddef.h>

#include "host_defines.h"

// What these headers call and the runtime defines, besides the cuda* functions of
// cuda_runtime_api.h, simcuda/launch.hpp, and the C symbols of simcuda/redirected.hpp. The
// variables of device_launch_parameters.h are the runtime's, too: `extern const` here, so that the
// compiler does not instrument reads of them, and non-const under the same symbol there.
//
// Every function is called from code that is always inlined into the learner's: the return address
// lies in the learner's function, and its place is that of the outermost inlined frame.

namespace simcuda {

/// The calling thread waits for all threads of its block that have not returned.
__device__ void barrier();

/// As `barrier`; returns for how many of the waiting threads `holds` was not 0.
__device__ int barrier_count(int holds);

/// The functions in which threads meet. All that take part in one must call the same.
enum class meeting : unsigned char {
    block,
    warp,
    active_mask,
    shuffle,
    shuffle_up,
    shuffle_down,
    shuffle_xor,
    any,
    all,
    ballot,
    match_any,
    match_all,
    reduce_add,
    reduce_min,
    reduce_max,
    reduce_min_signed,
    reduce_max_signed,
    reduce_and,
    reduce_or,
    reduce_xor,
};

/// The calling thread meets the lanes of its warp that `mask` names and that have not returned;
/// gives what the function gives it, smaller types in the low bits. `operand` and `width` are those
/// of a shuffle. For `active_mask`, `mask` is the line of the call.
__device__ unsigned long long meet(meeting function, unsigned int mask, unsigned long long value,
                                   int operand = 0, int width = 32);

/// The calling thread's place in its warp.
__device__ unsigned int lane();

/// The calling thread is about to update `size` bytes at `address` atomically. Atomic updates of
/// concurrent kernels are no races with each other; the memory operation itself is not
/// instrumented.
__device__ void note_atomic(const void* address, size_t size);

/// Virtual clock of the calling block's multiprocessor, in cycles.
__device__ long long clock_cycles();

/// The calling thread does nothing for this long in virtual time.
__device__ void sleep_for(unsigned int nanoseconds);

/// The kernel ends with cudaErrorLaunchFailure; its other threads do not run on.
[[noreturn]] __device__ void trap();

/// Stops in the debugger if there is one.
__device__ void breakpoint();

/// The calling thread computed for this many cycles that no memory access shows. The simulated
/// device counts bytes, not instructions, so a kernel that is bound by arithmetic states its cost.
__device__ void charge(unsigned long long cycles);

/// `symbol` is a __device__ or __constant__ variable of `size` bytes. Told before each use of a
/// symbol by the host, as the C functions that follow know only an address.
void note_symbol(const void* symbol, size_t size);

enum class variable_space : unsigned char { device, managed };

/// The program has a variable of `size` bytes in this space. Told once, before main or when a
/// kernel first meets a static variable of its own. `name` lives as long as the program.
void note_variable(const void* variable, size_t size, variable_space where, const char* name);

/// The program has device variables that nobody announces: kernels may touch any variable.
void note_untold_variables();

/// What the rewriter writes behind the declaration of a variable.
struct device_variable {
    template <class T>
    device_variable(const T& variable, const char* name) {
        note_variable(const_cast<const char*>(&reinterpret_cast<const volatile char&>(variable)),
                      sizeof(T), variable_space::device, name);
    }
};
struct managed_variable {
    template <class T>
    managed_variable(const T& variable, const char* name) {
        note_variable(const_cast<const char*>(&reinterpret_cast<const volatile char&>(variable)),
                      sizeof(T), variable_space::managed, name);
    }
};
struct untold_variables {
    untold_variables() { note_untold_variables(); }
};

}  // namespace simcuda
