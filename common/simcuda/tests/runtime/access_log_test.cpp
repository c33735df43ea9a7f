#include <map>
#include <random>
#include <set>

#include "checker/tests/catch.hpp"
#include "common/simcuda/runtime/access_log.hpp"

namespace simcuda::tests {

namespace {

/// Keeps what it is told.
class listener : public access_observer {
public:
    struct race {
        stamp earlier, later;
        address first;
        std::uint64_t count;
    };
    void on_race(const access_side& earlier, const access_side& later, const vector_clock&,
                 const clash& where) override {
        races.push_back({earlier.who, later.who, where.first(), where.count()});
    }
    void on_uninitialised_read(const access_side&, address, std::uint64_t count) override {
        bytes_without_value += count;
    }
    std::vector<race> races;
    std::uint64_t bytes_without_value = 0;
};

/// An operation of one of a few actors, with what it knows.
struct random_op {
    stamp who;
    vector_clock known;
    struct piece {
        unsigned first, count;
        access how;
    };
    std::vector<piece> pieces;
};

std::vector<random_op> random_ops(std::mt19937& random, unsigned room) {
    const auto below = [&](unsigned n) {
        return std::uniform_int_distribution<unsigned>(0, n - 1)(random);
    };
    constexpr unsigned actors = 4;
    std::vector<vector_clock> clocks(actors);
    std::vector<sequence> issued(actors, 0);
    std::vector<random_op> ops;
    for (int i = 0; i < 60; ++i) {
        const auto a = static_cast<actor>(below(actors));
        if (below(3) == 0)
            clocks[a].join(clocks[below(actors)]);
        random_op op;
        op.who = {a, ++issued[a]};
        clocks[a].advance(op.who);
        op.known = clocks[a];
        for (unsigned n = 1 + below(3); n > 0; --n) {
            const unsigned first = below(4) == 0 ? below(room) : page_size - 40 + below(80);
            const unsigned most = room - first;
            const unsigned count = below(6) == 0 ? 1 + below(most) : 1 + below(std::min(most, 16u));
            op.pieces.push_back({first, count, static_cast<access>(below(3))});
        }
        ops.push_back(std::move(op));
    }
    return ops;
}

bool conflict(access a, access b) {
    if (a == access::atomic && b == access::atomic)
        return false;
    return a != access::read || b != access::read;
}

/// Every access to every byte, for ever.
class byte_model {
public:
    explicit byte_model(unsigned room) : accesses_(room), written_(room, false) {}

    /// Bytes in which `op` races, by the earlier operation; and those read without a value.
    struct verdict {
        std::map<std::pair<actor, sequence>, std::set<unsigned>> races;
        std::uint64_t without_value = 0;
    };
    verdict add(const random_op& op) {
        verdict v;
        for (const auto& piece : op.pieces) {
            for (unsigned b = piece.first; b < piece.first + piece.count; ++b) {
                for (const auto& [who, how] : accesses_[b]) {
                    if (!op.known.knows(who) && conflict(how, piece.how)) {
                        v.races[{who.who, who.at}].insert(b);
                    }
                }
                if (piece.how != access::write && !written_[b])
                    ++v.without_value;
                if (piece.how != access::read)
                    written_[b] = true;
            }
        }
        for (const auto& piece : op.pieces) {
            for (unsigned b = piece.first; b < piece.first + piece.count; ++b) {
                accesses_[b].push_back({op.who, piece.how});
            }
        }
        return v;
    }

private:
    std::vector<std::vector<std::pair<stamp, access>>> accesses_;
    std::vector<bool> written_;
};

/// A block of device memory and a log for it.
struct bench {
    explicit bench(poison worst = poison::off) : log(memory, told, worst) {
        block = memory.allocate(space::device, 2 * page_size, nullptr);
    }
    void access_once(stamp who, const vector_clock& known, unsigned first, unsigned count,
                     access how) {
        log.begin(who, {}, &known);
        log.note_range(block->base + first, count, how, nullptr);
        log.close();
    }
    [[nodiscard]] int value_at(unsigned at) const {
        return reinterpret_cast<const unsigned char*>(block->base)[at];
    }

    memory_map memory;
    listener told;
    access_log log;
    allocation* block;
};

vector_clock knowing(std::initializer_list<stamp> stamps) {
    vector_clock c;
    for (const stamp s : stamps)
        c.advance(s);
    return c;
}

}  // namespace

TEST_CASE("random accesses race where a model of every byte says so", "[access_log]") {
    constexpr unsigned room = 2 * page_size;
    for (unsigned seed = 0; seed < 100; ++seed) {
        std::mt19937 random(seed);
        bench b;
        byte_model model(room);
        for (const random_op& op : random_ops(random, room)) {
            b.told = {};
            b.log.begin(op.who, {}, &op.known);
            for (const auto& piece : op.pieces) {
                b.log.note_range(b.block->base + piece.first, piece.count, piece.how, nullptr);
            }
            b.log.close();
            const auto wanted = model.add(op);
            INFO("seed " << seed << ", operation " << op.who.who << "." << op.who.at);
            REQUIRE(b.told.bytes_without_value == wanted.without_value);
            // An older access may stand behind a newer one that is ordered after it, but nothing
            // is invented and nobody gets away.
            REQUIRE(b.told.races.empty() == wanted.races.empty());
            for (const auto& race : b.told.races) {
                const auto pair = wanted.races.find({race.earlier.who, race.earlier.at});
                REQUIRE(race.later == op.who);
                REQUIRE(pair != wanted.races.end());
                const auto first = static_cast<unsigned>(race.first - b.block->base);
                REQUIRE(pair->second.count(first) == 1);
                REQUIRE(race.count <= pair->second.size());
            }
        }
    }
}

TEST_CASE("every byte of a race is counted", "[access_log]") {
    bench b;
    b.access_once({1, 1}, knowing({{1, 1}}), 100, 5000, access::write);
    b.access_once({2, 1}, knowing({{2, 1}}), 4000, 200, access::read);
    REQUIRE(b.told.races.size() == 2);  // one for each page
    CHECK(b.told.races[0].count + b.told.races[1].count == 200);
    CHECK(b.told.races[0].first == b.block->base + 4000);
}

TEST_CASE("every reader is kept until a writer has waited for it", "[access_log]") {
    bench b;
    const stamp writer{1, 1}, reader{2, 1}, other{3, 1}, second{4, 1};
    b.access_once(writer, knowing({writer}), 0, 8, access::write);
    b.access_once(reader, knowing({writer, reader}), 0, 8, access::read);
    b.access_once(other, knowing({writer, other}), 0, 8, access::read);
    CHECK(b.told.races.empty());
    b.access_once(second, knowing({writer, other, second}), 0, 8, access::write);
    REQUIRE(b.told.races.size() == 1);
    CHECK(b.told.races[0].earlier == reader);
}

TEST_CASE("atomic operations race with plain ones only", "[access_log]") {
    bench b;
    const stamp first{1, 1}, second{2, 1}, third{3, 1};
    b.access_once(first, knowing({first}), 0, 4, access::write);
    b.access_once(second, knowing({first, second}), 0, 4, access::atomic);
    b.access_once(third, knowing({first, third}), 0, 4, access::atomic);
    CHECK(b.told.races.empty());
    b.access_once({1, 2}, knowing({first, second, {1, 2}}), 0, 4, access::read);
    CHECK(b.told.races.size() == 1);
}

TEST_CASE("racing data has the worst value until an ordered write", "[access_log]") {
    bench b(poison::on);
    const stamp one{1, 1}, two{2, 1}, three{1, 2}, four{1, 3};
    b.access_once(one, knowing({one}), 0, 16, access::write);
    b.access_once(two, knowing({two}), 8, 16, access::write);  // races in 8..15
    b.access_once(three, knowing({one, two, three}), 0, 24, access::read);
    CHECK(b.value_at(7) == 0);
    CHECK(b.value_at(8) == 0xcb);
    CHECK(b.value_at(15) == 0xcb);
    CHECK(b.value_at(16) == 0);

    *reinterpret_cast<char*>(b.block->base + 8) = 5;
    b.access_once(four, knowing({one, two, three, four}), 8, 1, access::write);
    b.access_once({1, 4}, knowing({one, two, {1, 4}}), 8, 1, access::read);
    CHECK(b.value_at(8) == 5);
}

TEST_CASE("without poison memory stays as it is", "[access_log]") {
    bench b(poison::off);
    b.access_once({1, 1}, knowing({{1, 1}}), 0, 16, access::write);
    b.access_once({2, 1}, knowing({{2, 1}}), 0, 16, access::read);
    CHECK(b.told.races.size() == 1);
    CHECK(b.value_at(3) == 0);
}

TEST_CASE("bytes count once for each way they are used", "[access_log]") {
    bench b;
    const vector_clock known = knowing({{1, 1}});
    b.log.begin({1, 1}, {}, &known);
    for (int i = 0; i < 3; ++i) {
        b.log.note_range(b.block->base, 100, access::write, nullptr);
        b.log.note_range(b.block->base, 60, access::read, nullptr);
    }
    CHECK(b.log.close().device == 160);
}

TEST_CASE("a copy within one page keeps its two sides apart", "[access_log]") {
    bench b;
    access_log source(b.memory, b.told, poison::off);
    const stamp before{1, 1}, copy{1, 2}, after{1, 3};
    b.access_once(before, knowing({before}), 0, 64, access::write);
    const vector_clock known = knowing({before, copy});
    source.begin(copy, {}, &known, missing_value::is_copied);
    b.log.begin(copy, {}, &known, missing_value::is_copied);
    const address base = b.block->base;
    source.note_range(base, 128, access::read, nullptr);  // half of it has no value
    b.log.note_range(base + 512, 128, access::write, nullptr);
    b.log.propagate_written(base + 512, b.memory, base, 128);
    b.log.close();
    source.close();
    b.access_once(after, knowing({before, copy, after}), 512, 128, access::read);
    CHECK(b.told.races.empty());
    CHECK(b.told.bytes_without_value == 64);
}

}  // namespace simcuda::tests
