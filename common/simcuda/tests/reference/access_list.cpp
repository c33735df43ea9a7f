#include "common/simcuda/tests/reference/access_list.hpp"

#include <simcuda/device.hpp>

#include <cstddef>
#include <cstdint>

// What the compiler makes of loads and stores.
extern "C" {
void __tsan_read1(void*);
void __tsan_read2(void*);
void __tsan_read4(void*);
void __tsan_read8(void*);
void __tsan_write1(void*);
void __tsan_write2(void*);
void __tsan_write4(void*);
void __tsan_write8(void*);
void __tsan_read_range(void*, std::size_t);
void __tsan_write_range(void*, std::size_t);
}

namespace simcuda::reference {
namespace {

void announce(use how, char* at, unsigned count) {
    const bool aligned = reinterpret_cast<std::uintptr_t>(at) % count == 0;
    switch (how) {
        case use::read:
            return aligned && count == 1   ? __tsan_read1(at)
                   : aligned && count == 2 ? __tsan_read2(at)
                   : aligned && count == 4 ? __tsan_read4(at)
                   : aligned && count == 8 ? __tsan_read8(at)
                                           : __tsan_read_range(at, count);
        case use::write:
            return aligned && count == 1   ? __tsan_write1(at)
                   : aligned && count == 2 ? __tsan_write2(at)
                   : aligned && count == 4 ? __tsan_write4(at)
                   : aligned && count == 8 ? __tsan_write8(at)
                                           : __tsan_write_range(at, count);
        case use::update:
            return simcuda::note_atomic(at, count);
    }
}

}  // namespace

void access_list::carry_out() const {
    step_of_this_thread() = step;
    for (const item& i : items)
        announce(i.how, i.at, i.count);
}

int& step_of_this_thread() {
    static thread_local int step = 0;
    return step;
}

}  // namespace simcuda::reference
