#pragma once

#include "simcuda/device.hpp"

// What a thread may do with the rest of its block, the memory system and the clock.

#if !defined(__CUDA__)  // clang's CUDA front end has it built in
SIMCUDA_WRAPPER void __syncthreads() { simcuda::barrier(); }
#endif
SIMCUDA_WRAPPER __device__ int __syncthreads_count(int predicate) {
    return simcuda::barrier_count(predicate);
}
SIMCUDA_WRAPPER __device__ int __syncthreads_or(int predicate) {
    return simcuda::barrier_count(predicate) != 0;
}
SIMCUDA_WRAPPER __device__ int __syncthreads_and(int predicate) {
    return simcuda::barrier_count(!predicate) == 0;
}

// Threads run one after another, so only the compiler could reorder their accesses.
SIMCUDA_WRAPPER __device__ void __threadfence() { __asm__ __volatile__("" ::: "memory"); }
SIMCUDA_WRAPPER __device__ void __threadfence_block() { __asm__ __volatile__("" ::: "memory"); }
SIMCUDA_WRAPPER __device__ void __threadfence_system() { __asm__ __volatile__("" ::: "memory"); }

SIMCUDA_WRAPPER __device__ long long int clock64() { return simcuda::clock_cycles(); }
SIMCUDA_WRAPPER __device__ void __nanosleep(unsigned int ns) { simcuda::sleep_for(ns); }
SIMCUDA_WRAPPER __device__ void __trap() { simcuda::trap(); }
SIMCUDA_WRAPPER __device__ void __brkpt() { simcuda::breakpoint(); }
