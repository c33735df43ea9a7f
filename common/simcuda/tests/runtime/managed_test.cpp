#include <vector>

#include "checker/tests/catch.hpp"
#include "common/simcuda/runtime/managed.hpp"

using namespace simcuda;

TEST_CASE("a page of managed memory goes where it is used", "[managed]") {
    managed_page page;
    CHECK(visit(page, toucher::host, touch_kind::writes) == page_visit::made);
    CHECK(visit(page, toucher::host, touch_kind::reads) == page_visit::resident);
    CHECK(visit(page, toucher::device, touch_kind::reads) == page_visit::moved);
    CHECK(visit(page, toucher::device, touch_kind::writes) == page_visit::resident);
    CHECK(visit(page, toucher::copy, touch_kind::reads) == page_visit::resident);
    CHECK(page.where == residence::device);
    CHECK(visit(page, toucher::host, touch_kind::reads) == page_visit::moved);
    CHECK(page.where == residence::host);
}

TEST_CASE("what is mostly read is doubled until somebody writes", "[managed]") {
    managed_page page;
    page.where = residence::host;
    page.copies = managed_page::sharing::duplicated_while_read;
    CHECK(visit(page, toucher::device, touch_kind::reads) == page_visit::moved);
    CHECK(page.where == residence::both);
    CHECK(visit(page, toucher::host, touch_kind::reads) == page_visit::resident);
    CHECK(visit(page, toucher::device, touch_kind::reads) == page_visit::resident);
    CHECK(visit(page, toucher::host, touch_kind::writes) == page_visit::resident);
    CHECK(page.where == residence::host);
}

TEST_CASE("a page that is to stay with the host is reached over the link", "[managed]") {
    managed_page preferred, mapped;
    preferred.preferred = residence::host;
    CHECK(visit(preferred, toucher::device, touch_kind::writes) == page_visit::remote);
    CHECK(preferred.where == residence::host);
    mapped.where = residence::host;
    mapped.from_device = managed_page::reach::mapped;
    CHECK(visit(mapped, toucher::device, touch_kind::reads) == page_visit::remote);
    CHECK(mapped.where == residence::host);
}

TEST_CASE("one fault fetches what lies around it", "[managed]") {
    migration sum;
    for (std::uint64_t number = 512; number < 1024; ++number)
        sum.add(page_visit::moved, number);
    CHECK(sum.faults == 1);
    CHECK(sum.moved == 512 * page_size);
    sum.add(page_visit::moved, 1024);
    CHECK(sum.faults == 2);
    sum.add(page_visit::resident, 5000);
    sum.add(page_visit::remote, 9000);
    CHECK(sum.faults == 2);
    CHECK(sum.made == 0);
    sum.add(page_visit::made, 10000);
    CHECK(sum.made == page_size);
}
