// Compiled with the prelude and looked at: no relocation may name a redirected function.
#include <algorithm>
#include <array>
#include <cassert>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <thread>

struct large {
    int a[400];
};

void copies_of_structures(large* a, large* b) {
    *a = *b;
    *b = large{};
}
void written_out(void* a, void* b, int n) {
    memcpy(a, b, static_cast<std::size_t>(n));
    std::memset(a, 0, static_cast<std::size_t>(n));
    std::memmove(a, b, static_cast<std::size_t>(n));
}
// Of a known size: g++ would expand them in place.
void small(char* a, const char* b) {
    memcpy(a, b, 64);
    std::memset(a, 1, 48);
}
bool same(const char* a, const char* b) {
    return std::memcmp(a, b, 24) == 0;
}
void algorithms(int* a, int* b, int n, std::array<int, 16>& c) {
    std::copy(b, b + n, a);
    std::fill(a, a + n, 0);
    std::copy(a, a + 16, c.begin());
    if (std::equal(c.begin(), c.end(), b))
        std::copy(c.begin(), c.end(), b);
}
void loops(char* __restrict a, const char* __restrict b, int n) {
    for (int i = 0; i < n; ++i)
        a[i] = b[i];
    for (int i = 0; i < n; ++i)
        a[i] = 0;
}
char fixed[32];
void fortified(const char* from, int n) {
    memcpy(fixed, from, static_cast<std::size_t>(n));
    memset(fixed, 1, static_cast<std::size_t>(n));
}
void released(void* p) {
    free(p);
    std::free(p);
}
void* (*copy)(void*, const void*, std::size_t) = memcpy;
void asserted(int x) {
    assert(x);
}
auto now() {
    return std::chrono::steady_clock::now();
}
auto date() {
    return std::chrono::system_clock::now();
}
void asleep() {
    std::this_thread::sleep_for(std::chrono::milliseconds(3));
}
auto others(timespec* t) {
    return clock() + time(nullptr) + clock_gettime(CLOCK_MONOTONIC, t);
}
