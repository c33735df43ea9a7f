#pragma once

#include "host_defines.h"

// Integer intrinsics: counting and moving bits, products of parts, averages.

#define SIMCUDA_INTRINSIC static __inline__ __host__ __device__

SIMCUDA_INTRINSIC int __popc(unsigned int x) {
    return __builtin_popcount(x);
}
SIMCUDA_INTRINSIC int __popcll(unsigned long long x) {
    return __builtin_popcountll(x);
}
// Zero has no leading one: all bits count.
SIMCUDA_INTRINSIC int __clz(int x) {
    return x == 0 ? 32 : __builtin_clz(static_cast<unsigned int>(x));
}
SIMCUDA_INTRINSIC int __clzll(long long x) {
    return x == 0 ? 64 : __builtin_clzll(static_cast<unsigned long long>(x));
}
SIMCUDA_INTRINSIC int __ffs(int x) {
    return __builtin_ffs(x);
}
SIMCUDA_INTRINSIC int __ffsll(long long x) {
    return __builtin_ffsll(x);
}

SIMCUDA_INTRINSIC unsigned long long __brevll(unsigned long long x) {
    x = (x >> 1 & 0x5555555555555555) | (x & 0x5555555555555555) << 1;
    x = (x >> 2 & 0x3333333333333333) | (x & 0x3333333333333333) << 2;
    x = (x >> 4 & 0x0f0f0f0f0f0f0f0f) | (x & 0x0f0f0f0f0f0f0f0f) << 4;
    return __builtin_bswap64(x);
}
SIMCUDA_INTRINSIC unsigned int __brev(unsigned int x) {
    return static_cast<unsigned int>(__brevll(x) >> 32);
}

/// Byte i of the result is the byte of y:x that the i-th hexadecimal digit of `selector` names; its
/// high bit spreads that byte's sign instead.
SIMCUDA_INTRINSIC unsigned int __byte_perm(unsigned int x, unsigned int y, unsigned int selector) {
    const unsigned long long bytes = static_cast<unsigned long long>(y) << 32 | x;
    unsigned int result = 0;
    for (int i = 0; i < 4; ++i) {
        const unsigned int digit = selector >> (4 * i) & 0xf;
        unsigned int byte = static_cast<unsigned int>(bytes >> (8 * (digit & 7)) & 0xff);
        if (digit & 8)
            byte = byte & 0x80 ? 0xff : 0;
        result |= byte << (8 * i);
    }
    return result;
}

// Shifts of the 64 bits hi:lo; the plain forms take the shift modulo 32, the c forms stop at 32.
SIMCUDA_INTRINSIC unsigned int __funnelshift_l(unsigned int lo, unsigned int hi,
                                               unsigned int shift) {
    const unsigned long long both = static_cast<unsigned long long>(hi) << 32 | lo;
    return static_cast<unsigned int>(both << (shift & 31) >> 32);
}
SIMCUDA_INTRINSIC unsigned int __funnelshift_lc(unsigned int lo, unsigned int hi,
                                                unsigned int shift) {
    return shift >= 32 ? lo : __funnelshift_l(lo, hi, shift);
}
SIMCUDA_INTRINSIC unsigned int __funnelshift_r(unsigned int lo, unsigned int hi,
                                               unsigned int shift) {
    const unsigned long long both = static_cast<unsigned long long>(hi) << 32 | lo;
    return static_cast<unsigned int>(both >> (shift & 31));
}
SIMCUDA_INTRINSIC unsigned int __funnelshift_rc(unsigned int lo, unsigned int hi,
                                                unsigned int shift) {
    return shift >= 32 ? hi : __funnelshift_r(lo, hi, shift);
}

// 24-bit products: the high bytes of the factors are ignored.
SIMCUDA_INTRINSIC unsigned int __umul24(unsigned int x, unsigned int y) {
    return (x & 0xffffff) * (y & 0xffffff);
}
SIMCUDA_INTRINSIC int __mul24(int x, int y) {
    const int a = static_cast<int>(static_cast<unsigned int>(x) << 8) >> 8;
    const int b = static_cast<int>(static_cast<unsigned int>(y) << 8) >> 8;
    return static_cast<int>(static_cast<unsigned int>(a) * static_cast<unsigned int>(b));
}
// The upper halves of products.
SIMCUDA_INTRINSIC int __mulhi(int x, int y) {
    return static_cast<int>(static_cast<long long>(x) * y >> 32);
}
SIMCUDA_INTRINSIC unsigned int __umulhi(unsigned int x, unsigned int y) {
    return static_cast<unsigned int>(static_cast<unsigned long long>(x) * y >> 32);
}
SIMCUDA_INTRINSIC long long __mul64hi(long long x, long long y) {
    return static_cast<long long>(static_cast<__int128>(x) * y >> 64);
}
SIMCUDA_INTRINSIC unsigned long long __umul64hi(unsigned long long x, unsigned long long y) {
    return static_cast<unsigned long long>(static_cast<unsigned __int128>(x) * y >> 64);
}

// z + |x - y|
SIMCUDA_INTRINSIC unsigned int __usad(unsigned int x, unsigned int y, unsigned int z) {
    return z + (x > y ? x - y : y - x);
}
SIMCUDA_INTRINSIC unsigned int __sad(int x, int y, unsigned int z) {
    const unsigned int a = static_cast<unsigned int>(x), b = static_cast<unsigned int>(y);
    return z + (x > y ? a - b : b - a);
}

// Averages that cannot overflow; the r forms round up.
SIMCUDA_INTRINSIC int __hadd(int x, int y) {
    return static_cast<int>((static_cast<long long>(x) + y) >> 1);
}
SIMCUDA_INTRINSIC int __rhadd(int x, int y) {
    return static_cast<int>((static_cast<long long>(x) + y + 1) >> 1);
}
SIMCUDA_INTRINSIC unsigned int __uhadd(unsigned int x, unsigned int y) {
    return static_cast<unsigned int>((static_cast<unsigned long long>(x) + y) >> 1);
}
SIMCUDA_INTRINSIC unsigned int __urhadd(unsigned int x, unsigned int y) {
    return static_cast<unsigned int>((static_cast<unsigned long long>(x) + y + 1) >> 1);
}

#undef SIMCUDA_INTRINSIC
