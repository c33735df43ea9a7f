#pragma once

#include <stddef.h>
#include <time.h>

struct timeval;

// C functions that simcuda/prelude.hpp puts in the place of the C library's, in the learner's units
// only. The runtime defines them. Memory ones take part in access tracking, which no compiler
// instruments; time ones tell and spend virtual time. In a kernel, `sim_clock` is the device's
// clock.

extern "C" {

void* sim_memcpy(void* to, const void* from, size_t size);
void* sim_memmove(void* to, const void* from, size_t size);
void* sim_memset(void* to, int value, size_t size);
int sim_memcmp(const void* a, const void* b, size_t size);
void sim_free(void* memory);
void* sim_realloc(void* memory, size_t size);
int sim_munmap(void* memory, size_t size);

/// Never returns to the caller: in a kernel it ends the kernel with cudaErrorAssert.
[[noreturn]] void sim_assert_fail(const char* expression, const char* file, unsigned int line,
                                  const char* function);

clock_t sim_clock();
time_t sim_time(time_t* out);
int sim_clock_gettime(clockid_t clock, struct timespec* out);
int sim_gettimeofday(struct timeval* out, void* zone);
int sim_nanosleep(const struct timespec* wanted, struct timespec* left);
int sim_clock_nanosleep(clockid_t clock, int flags, const struct timespec* wanted,
                        struct timespec* left);
int sim_usleep(unsigned int microseconds);
unsigned int sim_sleep(unsigned int seconds);

/// std::chrono's clocks: nanoseconds since the clock's epoch, in the register that the C++
/// library's time_point travels in.
long long sim_steady_now();
long long sim_system_now();

}  // extern "C"
