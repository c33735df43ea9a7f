// The rules on implicit barriers, on recordings made by hand.

#include "checker/harness/rules/barriers.hpp"
#include "checker/harness/comparison.hpp"
#include "checker/harness/rules/pick.hpp"
#include "checker/tests/catch.hpp"

using namespace checker;

namespace {

constexpr timeline::stream_id legacy = 0;
constexpr timeline::stream_id first = 1;
constexpr timeline::stream_id second = 2;

enum class kind_of_streams { blocking, non_blocking };

class script {
public:
    explicit script(kind_of_streams kind = kind_of_streams::blocking) {
        for (const auto id : {first, second}) {
            timeline::stream_info stream;
            stream.id = id;
            stream.non_blocking = kind == kind_of_streams::non_blocking;
            seen_.recorded.streams.push_back(stream);
        }
        seen_.chunks = 2;
    }

    script& add(op_kind kind, timeline::stream_id stream, const std::string& name) {
        operation op;
        op.id = seen_.recorded.operations.size() + 1;
        op.kind = kind;
        op.stream = stream;
        op.name = name;
        op.where = {"lab.cu", static_cast<int>(op.id)};
        seen_.recorded.operations.push_back(op);
        return *this;
    }
    script& kernel(timeline::stream_id stream) { return add(op_kind::kernel, stream, "scale"); }

    [[nodiscard]] const observation& seen() const { return seen_; }

private:
    observation seen_;
};

std::string text_of(const std::optional<finding>& found) {
    return found ? found->text : "nothing";
}

}  // namespace

TEST_CASE("work of the default stream between work of others is a barrier") {
    const auto found =
        implicit_barriers(script().kernel(first).kernel(legacy).kernel(second).seen());
    REQUIRE(found);
    CHECK(found->text == "legacy-default-stream/barriers");
    CHECK(found->arguments.at("list") == "the kernel scale once");
    REQUIRE(found->where.size() == 1);
    CHECK(found->where.front().line == 2);
}

TEST_CASE("before the first and after the last work it separates nothing") {
    CHECK(text_of(implicit_barriers(
              script().kernel(legacy).kernel(first).kernel(second).kernel(legacy).seen())) ==
          "nothing");
    CHECK(text_of(implicit_barriers(script().kernel(legacy).kernel(legacy).seen())) == "nothing");
}

TEST_CASE("non-blocking streams are not held up") {
    CHECK(text_of(implicit_barriers(script(kind_of_streams::non_blocking)
                                        .kernel(first)
                                        .kernel(legacy)
                                        .kernel(second)
                                        .seen())) == "nothing");
}

TEST_CASE("an event in the default stream is a barrier, too") {
    CHECK(text_of(implicit_barriers(script()
                                        .kernel(first)
                                        .add(op_kind::event_record, legacy, "cudaEventRecord")
                                        .kernel(second)
                                        .seen())) == "legacy-default-stream/barriers");
}

TEST_CASE("copies that block have their own name only when nothing else is left") {
    const auto readback = [](script& s) -> script& {
        return s.add(op_kind::copy_d2h, legacy, "cudaMemcpy");
    };
    script alone;
    readback(alone.kernel(first)).kernel(second);
    CHECK(text_of(implicit_barriers(alone.seen())) == "blocking-copy/readback");
    script both;
    readback(both.kernel(first).add(op_kind::memset, legacy, "cudaMemset")).kernel(second);
    const auto found = implicit_barriers(both.seen());
    CHECK(text_of(found) == "legacy-default-stream/barriers");
    CHECK(found->arguments.at("list") == "cudaMemset once, cudaMemcpy once");
}

TEST_CASE("a thread that waits for several streams waits for other threads") {
    const auto waits_for = [](std::vector<std::uint64_t> awaited, const std::string& name) {
        auto seen = script().kernel(first).kernel(second).kernel(first).seen();
        operation wait;
        wait.id = 9;
        wait.kind = op_kind::host_wait;
        wait.name = name;
        wait.waits_for = std::move(awaited);
        seen.recorded.operations.push_back(wait);
        return text_of(thread_waits_for_others(seen));
    };
    CHECK(waits_for({1, 2}, "cudaStreamSynchronize") == "device-wide-wait/threads");
    CHECK(waits_for({2, 3}, "cudaDeviceSynchronize") == "device-wide-wait/threads");
    CHECK(waits_for({1, 3}, "cudaStreamSynchronize") == "nothing");
    CHECK(waits_for({2}, "cudaEventSynchronize") == "nothing");
    CHECK(waits_for({1, 2}, "cudaFree") == "nothing");  // what it waits for is not promised
}

TEST_CASE("all in the default stream is another mistake") {
    CHECK(text_of(threads_share_the_default_stream(
              script().kernel(legacy).kernel(legacy).seen())) == "legacy-default-stream/threads");
    CHECK(text_of(threads_share_the_default_stream(script().kernel(legacy).kernel(first).seen())) ==
          "nothing");
}

TEST_CASE("partial credit begins above the serial way, grows, and is never all") {
    constexpr double wanted = 0.85;
    const nanoseconds in_turn{1700};  // 0.3 of the way
    const auto share_for = [&](int percent) {
        comparison c;
        c.serial = nanoseconds{2000};
        c.bound = nanoseconds{1000};
        c.measured = c.serial - nanoseconds{10 * percent};
        return partial_share(c, in_turn, wanted);
    };
    CHECK(share_for(10) == 0);
    CHECK(share_for(30) == 0);
    double before = 0;
    for (int percent = 31; percent <= 85; ++percent) {
        CHECK(share_for(percent) > before);
        before = share_for(percent);
    }
    CHECK(before < 1);
    CHECK(share_for(100) == before);
}
