#include "common/simcuda/runtime/pools.hpp"
#include "checker/tests/catch.hpp"

using namespace simcuda;

namespace {
constexpr bytes mib(std::uint64_t n) {
    return {n << 20};
}
}  // namespace

TEST_CASE("a pool holds whole grains until somebody waits", "[pools]") {
    pool_table pools;
    CUmemPoolHandle_st& pool = pools.standard();
    pool.take(mib(1));
    CHECK(pool.reserved == mib(32));
    pool.take(mib(40));
    CHECK(pool.reserved == mib(64));
    pool.give(mib(40));
    CHECK(pool.used == mib(1));
    CHECK(pool.reserved == mib(64));
    pools.host_has_waited();
    CHECK(pool.reserved == mib(32));  // what is in use stays
    pool.give(mib(1));
    pools.host_has_waited();
    CHECK(pool.reserved == mib(0));
    CHECK(pool.used_high == mib(41));
    CHECK(pool.reserved_high == mib(64));
}

TEST_CASE("below its threshold a pool keeps what it has", "[pools]") {
    pool_table pools;
    CUmemPoolHandle_st& pool = *pools.create();
    pool.threshold = mib(64);
    pool.take(mib(100));
    pool.give(mib(100));
    CHECK(pool.reserved == mib(128));
    pools.host_has_waited();
    CHECK(pool.reserved == mib(64));
    pool.trim(mib(0));
    CHECK(pool.reserved == mib(0));
    pool.trim(mib(500));  // never grows
    CHECK(pool.reserved == mib(0));
}

TEST_CASE("blocks outlive their pool, and the default pool takes its place", "[pools]") {
    pool_table pools;
    CUmemPoolHandle_st* const mine = pools.create();
    const std::uint64_t id = mine->id;
    pools.make_current(*mine);
    CHECK(&pools.current() == mine);
    mine->take(mib(1));
    pools.destroy(*mine);
    CHECK(&pools.current() == &pools.standard());
    CHECK(pools.find(mine) == nullptr);
    pools.give(id, mib(1));
    CHECK(pools.standard().used == mib(0));
}
