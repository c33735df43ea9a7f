#include "common/simcuda/runtime/short_fill.hpp"

#include <algorithm>

namespace simcuda {
namespace {

bool fills(const site& s) {
    using timeline::op_kind;
    return s && (s->kind == op_kind::copy_h2d || s->kind == op_kind::copy_d2h ||
                 s->kind == op_kind::copy_d2d || s->kind == op_kind::copy_h2h ||
                 s->kind == op_kind::copy_p2p || s->kind == op_kind::memset);
}

unsigned offset_of(address a) {
    return static_cast<unsigned>(a & (page_size - 1));
}

const access_record* writer_of(const shadow_page& page, unsigned byte) {
    const auto found = std::find_if(page.records.begin(), page.records.end(), [&](const auto& r) {
        return fills(r->where) && r->writes.any(byte, 1);
    });
    return found == page.records.end() ? nullptr : found->get();
}

bool writes(memory_map& memory, const stamp& who, address a) {
    const shadow_page* page = memory.find_page(a);
    return page != nullptr &&
           std::any_of(page->records.begin(), page->records.end(), [&](const auto& r) {
               return r->who == who && r->writes.any(offset_of(a), 1);
           });
}

/// How many bytes before `end`, which is in this page or right behind it, the operation has
/// written.
unsigned written_before(const shadow_page& page, const stamp& who, unsigned end) {
    const auto record = std::find_if(page.records.begin(), page.records.end(),
                                     [&](const auto& r) { return r->who == who; });
    unsigned count = 0;
    while (record != page.records.end() && count < end &&
           (*record)->writes.any(end - count - 1, 1)) {
        ++count;
    }
    return count;
}

}  // namespace

std::optional<short_fill> fill_before(memory_map& memory, address valueless) {
    address last = valueless - 1;
    const shadow_page* page = memory.find_page(last);
    const access_record* writer = page == nullptr ? nullptr : writer_of(*page, offset_of(last));
    if (writer == nullptr || writes(memory, writer->who, valueless))
        return std::nullopt;  // it has carried bytes without a value along
    short_fill found{writer->where, 0};
    const stamp who = writer->who;
    for (;;) {
        const unsigned end = offset_of(last) + 1;
        const unsigned count = written_before(*page, who, end);
        found.bytes += count;
        last -= count;
        page = memory.find_page(last);
        if (count < end || page == nullptr)
            return found;
    }
}

}  // namespace simcuda
