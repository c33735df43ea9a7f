#include "common/simcuda/runtime/managed.hpp"

namespace simcuda {
namespace {

/// A fault brings the pages around it along, up to this much.
constexpr unsigned pages_per_stretch = (2u << 20) / page_size;

page_visit visit_from_device(managed_page& page, touch_kind how) {
    const bool is_shared = page.copies == managed_page::sharing::duplicated_while_read;
    const bool stays =
        page.preferred == residence::host || page.from_device == managed_page::reach::mapped;
    switch (page.where) {
        case residence::nowhere:
            page.where = page.preferred == residence::host ? residence::host : residence::device;
            return page.where == residence::host ? page_visit::remote : page_visit::made;
        case residence::host:
            if (is_shared && how == touch_kind::reads) {
                page.where = residence::both;
                return page_visit::moved;
            }
            if (stays)
                return page_visit::remote;
            page.where = residence::device;
            return page_visit::moved;
        default:
            if (how == touch_kind::writes)
                page.where = residence::device;
            return page_visit::resident;
    }
}

page_visit visit_from_host(managed_page& page, touch_kind how) {
    const bool is_shared = page.copies == managed_page::sharing::duplicated_while_read;
    switch (page.where) {
        case residence::nowhere:
            page.where = residence::host;
            return page_visit::made;
        case residence::device:
            page.where = is_shared && how == touch_kind::reads ? residence::both : residence::host;
            return page_visit::moved;
        default:
            if (how == touch_kind::writes)
                page.where = residence::host;
            return page_visit::resident;
    }
}

}  // namespace

page_visit visit(managed_page& page, toucher who, touch_kind how) {
    if (who == toucher::device)
        return visit_from_device(page, how);
    if (who == toucher::host)
        return visit_from_host(page, how);
    return page_visit::resident;  // a copy goes to where the page is
}

void migration::add(page_visit what, std::uint64_t page_number) {
    if (what == page_visit::made)
        made += page_size;
    if (what != page_visit::moved)
        return;
    moved += page_size;
    const std::uint64_t stretch = page_number / pages_per_stretch;
    if (stretch != last_stretch_)
        ++faults;
    last_stretch_ = stretch;
}

}  // namespace simcuda
