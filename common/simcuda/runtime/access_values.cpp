// Which bytes have a value, and what becomes of those that a race may have spoilt.
#include <cstring>

#include "common/simcuda/runtime/access_log.hpp"
#include "common/simcuda/runtime/spoilt.hpp"

namespace simcuda {
namespace {

/// Those of the bytes that nobody has written, or is just writing: what another thread of the host
/// has done since its last call is still in its open record.
byte_set without_value(const shadow_page& page, unsigned first, unsigned count) {
    byte_set missing;
    missing.add(first, count);
    missing.remove(page.written);
    for (const auto& r : page.records) {
        if (!r->open)
            continue;
        missing.remove(r->writes);
        missing.remove(r->atomics);
    }
    return missing;
}

}  // namespace

void access_log::check_value(page_entry& page, unsigned first, unsigned count, const void* pc) {
    shadow_page& shadow = *page.shadow;
    if (shadow.tainted.any(first, count))
        overwrite(page, shadow.tainted, first, count);
    if (shadow.written.all(first, count))
        return;
    const byte_set missing = without_value(shadow, first, count);
    if (missing.empty())
        return;
    overwrite(page, missing, first, count);
    if (missing_ == missing_value::is_copied)
        return;
    tell_caller(pc);
    unsigned lowest = first;
    while (!missing.any(lowest, 1))
        ++lowest;
    observer_.on_uninitialised_read({who_, where_, access::read, pc}, page.base + lowest,
                                    missing.size());
}

void access_log::overwrite(const page_entry& page, const byte_set& which, unsigned first,
                           unsigned count) const {
    if (poison_ == poison::off)
        return;
    auto* memory = reinterpret_cast<unsigned char*>(page.base);
    for (unsigned i = first; i < first + count;) {
        const unsigned rest = std::min(64 - i % 64, first + count - i);
        if (which.all(i, rest)) {
            std::memset(memory + i, spoilt_byte, rest);
        } else if (which.any(i, rest)) {
            for (unsigned k = i; k < i + rest; ++k) {
                if (which.any(k, 1))
                    memory[k] = spoilt_byte;
            }
        }
        i += rest;
    }
}

void access_log::propagate_written(address to, memory_map& source, address from,
                                   std::uint64_t size) {
    const auto take_value_from = [&](address first, std::uint64_t count) {
        each_page(first, count, [&](address a, unsigned offset, unsigned n) {
            page_entry* target = open(a);
            if (target == nullptr)
                return;
            target->valueless.add(offset, n);
        });
    };
    each_page(from, size, [&](address a, unsigned first, unsigned count) {
        const shadow_page* page = source.find_page(a);
        if (page == nullptr || page->written.all(first, count))
            return;
        const byte_set missing = without_value(*page, first, count);
        if (missing.empty())
            return;
        // Runs of such bytes: usually one, the page or the rest of it.
        for (unsigned i = 0; i < count;) {
            unsigned run = missing.all(first, count) ? count : 0;
            while (i + run < count && missing.any(first + i + run, 1))
                ++run;
            if (run > 0)
                take_value_from(to + (a - from) + i, run);
            i += run > 0 ? run : 1;
        }
    });
}

}  // namespace simcuda
