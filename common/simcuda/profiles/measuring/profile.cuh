#pragma once

// Sections and entries of a profile.

#include <cstdio>

namespace measuring {

inline void say(const char* key, double value) {
    std::printf("%s = %.6g\n", key, value);
}
inline void say_whole(const char* key, long long value) {
    std::printf("%s = %lld\n", key, value);
}
inline void section(const char* name) {
    std::printf("\n[%s]\n", name);
}

}  // namespace measuring
