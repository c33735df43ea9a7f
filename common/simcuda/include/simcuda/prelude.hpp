#pragma once

// Included first, before any system header, into every unit that is built for the simulated device
// (the driver passes -include). What stands here is in force for that unit only, so the runtime and
// the checker keep the C library's own functions.

#ifndef __CUDACC__
#define __CUDACC__ 1
#endif
#define __CUDACC_VER_MAJOR__ 13
#define __CUDACC_VER_MINOR__ 0
#define __CUDACC_VER_BUILD__ 0
#define __SIMCUDA__ 1

// Fortified forms would hide memcpy and its like behind other names.
#undef _FORTIFY_SOURCE
#define _FORTIFY_SOURCE 0

// The assembler, not the compiler, exchanges the names: so calls that the compiler invents (copies
// of structures, loops that become memset) are met as well, no declaration can contradict a header,
// and std::chrono's functions go the same way. clang's lint compiles nothing.
#if !defined(__CUDA__) && defined(__ELF__)
#define SIMCUDA_REDIRECT(from, to) __asm__(".set " #from ", " #to)

SIMCUDA_REDIRECT(memcpy, sim_memcpy);
SIMCUDA_REDIRECT(memmove, sim_memmove);
SIMCUDA_REDIRECT(memset, sim_memset);
SIMCUDA_REDIRECT(memcmp, sim_memcmp);
SIMCUDA_REDIRECT(bcmp, sim_memcmp);
SIMCUDA_REDIRECT(free, sim_free);
SIMCUDA_REDIRECT(realloc, sim_realloc);
SIMCUDA_REDIRECT(munmap, sim_munmap);
SIMCUDA_REDIRECT(__assert_fail, sim_assert_fail);

SIMCUDA_REDIRECT(clock, sim_clock);
SIMCUDA_REDIRECT(time, sim_time);
SIMCUDA_REDIRECT(clock_gettime, sim_clock_gettime);
SIMCUDA_REDIRECT(gettimeofday, sim_gettimeofday);
SIMCUDA_REDIRECT(nanosleep, sim_nanosleep);
SIMCUDA_REDIRECT(clock_nanosleep, sim_clock_nanosleep);
SIMCUDA_REDIRECT(usleep, sim_usleep);
SIMCUDA_REDIRECT(sleep, sim_sleep);

// std::chrono::steady_clock::now() and system_clock::now(), in libstdc++ and in libc++.
SIMCUDA_REDIRECT(_ZNSt6chrono3_V212steady_clock3nowEv, sim_steady_now);
SIMCUDA_REDIRECT(_ZNSt6chrono3_V212system_clock3nowEv, sim_system_now);
SIMCUDA_REDIRECT(_ZNSt3__16chrono12steady_clock3nowEv, sim_steady_now);
SIMCUDA_REDIRECT(_ZNSt3__16chrono12system_clock3nowEv, sim_system_now);

#undef SIMCUDA_REDIRECT
#endif

// g++ expands copies of a known size in place after it instruments, so no access would be seen. The
// driver's -fno-builtin-memcpy (memmove, memset, memcmp) makes calls of those that are written;
// these do it for the ones inside std::copy and std::equal.
#if defined(__GNUC__) && !defined(__clang__)
extern "C" {
void* memcpy(void*, const void*, __SIZE_TYPE__) noexcept;
void* memmove(void*, const void*, __SIZE_TYPE__) noexcept;
void* memset(void*, int, __SIZE_TYPE__) noexcept;
int memcmp(const void*, const void*, __SIZE_TYPE__) noexcept;
}
#define __builtin_memcpy ::memcpy
#define __builtin_memmove ::memmove
#define __builtin_memset ::memset
#define __builtin_memcmp ::memcmp
#endif
