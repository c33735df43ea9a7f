#include <utility>
#include <vector>

#include "checker/tests/catch.hpp"
#include "common/timeline/awaited.hpp"

using namespace timeline;

namespace {

using ids = std::set<std::uint64_t>;

constexpr stream_id legacy = 0, up = 1, down = 2;

operation in(stream_id stream, op_kind kind, std::vector<std::uint64_t> waits_for = {}) {
    operation op;
    op.stream = stream;
    op.kind = kind;
    op.waits_for = std::move(waits_for);
    return op;
}

operation host_wait(std::vector<std::uint64_t> waits_for, int start = 0) {
    auto op = in(host_lane, op_kind::host_wait, std::move(waits_for));
    op.start = nanoseconds{start};
    return op;
}

enum class streams { apart, with_legacy };

/// Numbered from 1.
recording of(std::vector<operation> operations, streams are = streams::apart) {
    recording all;
    for (const auto id : {legacy, up, down}) {
        all.streams.push_back({id, "", id != legacy && are == streams::apart, 0});
    }
    for (std::size_t i = 0; i < operations.size(); ++i) {
        operations[i].id = i + 1;
    }
    all.operations = std::move(operations);
    return all;
}

constexpr nanoseconds later{1000};

}  // namespace

TEST_CASE("a wait is for all that came before it in the stream, and for nothing behind it") {
    const auto all = of({in(up, op_kind::copy_h2d), in(up, op_kind::event_record),
                         in(up, op_kind::copy_h2d), in(down, op_kind::copy_d2h), host_wait({2})});
    CHECK(awaited_before(all, later) == ids{1, 2});
}

TEST_CASE("a wait is for what the stream had waited for in turn") {
    const auto all = of({in(up, op_kind::copy_h2d), in(up, op_kind::event_record),
                         in(down, op_kind::event_wait, {2}), in(down, op_kind::copy_d2h),
                         in(up, op_kind::copy_h2d), host_wait({4})});
    CHECK(awaited_before(all, later) == ids{1, 2, 3, 4});
}

TEST_CASE("a wait that began too late does not count") {
    const auto all = of({in(up, op_kind::copy_h2d), host_wait({1}, 2000)});
    CHECK(awaited_before(all, later).empty());
    CHECK(awaited_before(all, nanoseconds{2001}) == ids{1});
}

TEST_CASE("clocks do not matter") {
    auto late = in(up, op_kind::copy_h2d);
    late.end = nanoseconds{5000};
    CHECK(awaited_before(of({late, host_wait({1})}), later) == ids{1});
}

TEST_CASE("the legacy default stream stands behind and before those that are not apart") {
    const std::vector<operation> work = {in(up, op_kind::copy_h2d), in(legacy, op_kind::kernel),
                                         in(up, op_kind::copy_d2h), in(down, op_kind::copy_d2h),
                                         host_wait({4})};
    CHECK(awaited_before(of(work, streams::with_legacy), later) == ids{1, 2, 4});
    CHECK(awaited_before(of(work, streams::apart), later) == ids{4});
}

TEST_CASE("what nobody waited for is not among it") {
    CHECK(
        awaited_before(of({in(up, op_kind::copy_h2d), in(down, op_kind::kernel)}), later).empty());
    CHECK(awaited_before(of({in(up, op_kind::copy_h2d), host_wait({77})}), later).empty());
}
