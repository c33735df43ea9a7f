#include <string>
#include <vector>

#include "checker/tests/catch.hpp"
#include "common/timeline/axis.hpp"
#include "common/timeline/canvas.hpp"
#include "common/timeline/text.hpp"

using namespace timeline;

namespace {

std::string labels_of(const tick_marks& marks) {
    std::string result;
    for (const tick& each : marks.ticks) {
        result += each.label + " ";
    }
    return result + marks.unit;
}

}  // namespace

TEST_CASE("durations have three digits") {
    const auto shown = [](std::int64_t ns) { return readable(nanoseconds{ns}); };
    CHECK(shown(0) == "0 ns");
    CHECK(shown(-5) == "0 ns");
    CHECK(shown(1) == "1 ns");
    CHECK(shown(999) == "999 ns");
    CHECK(shown(1'000) == "1.00 µs");
    CHECK(shown(9'994) == "9.99 µs");
    CHECK(shown(9'995) == "10.0 µs");
    CHECK(shown(99'949) == "99.9 µs");
    CHECK(shown(99'950) == "100 µs");
    CHECK(shown(157'200) == "157 µs");
    CHECK(shown(999'499) == "999 µs");
    CHECK(shown(999'500) == "1.00 ms");
    CHECK(shown(5'804'000) == "5.80 ms");
    CHECK(shown(15'100'000) == "15.1 ms");
    CHECK(shown(1'000'000'000) == "1.00 s");
    CHECK(shown(3'600'000'000'000) == "3600 s");
    CHECK(readable(nanoseconds{4'500}, charset::ascii) == "4.50 us");
}

TEST_CASE("text is measured as a terminal shows it") {
    CHECK(width_of("") == 0);
    CHECK(width_of("H2D") == 3);
    CHECK(width_of("µs") == 2);
    CHECK(width_of("█▒") == 2);
    CHECK(width_of("基线") == 4);
    CHECK(width_of("e\u0301") == 1);
    CHECK(width_of("\xff\xc0 \xe5\x9f") == 5);  // five bytes that are no UTF-8
    CHECK(width_of("a\nb\t") == 4);
}

TEST_CASE("a line keeps its width whatever is put into it") {
    canvas_line line(6);
    line.put(-1, "基线");
    line.put(4, "线基");
    CHECK(width_of(line.text(colouring::none)) == 6);
    line.put(0, "0123456789");
    CHECK(line.text(colouring::none) == "012345");
    line.put(5, "线");
    CHECK(line.text(colouring::none) == "01234 ");
}

TEST_CASE("halves of an overwritten wide character do not stay") {
    canvas_line line(6);
    line.put(0, "基线");
    line.put(1, "x");
    line.put(2, "y");
    CHECK(line.text(colouring::none) == " xy   ");
}

TEST_CASE("colours begin and end on the line") {
    canvas_line line(4);
    line.put(1, "ab", text_style{"36"});
    CHECK(line.text(colouring::ansi) == " \x1b[0;36mab\x1b[0m ");
    CHECK(line.text(colouring::none) == " ab ");
}

TEST_CASE("ticks are round and not too many") {
    const auto ticks = [](std::int64_t ns, int cells) {
        return labels_of(ticks_for(nanoseconds{ns}, cells, 7, charset::unicode));
    };
    CHECK(ticks(1, 60) == "0 1 ns");
    CHECK(ticks(0, 60) == "0 1 ns");
    CHECK(ticks(3'860'000, 63) == "0 0.5 1 1.5 2 2.5 3 3.5 ms");
    CHECK(ticks(450'000, 40) == "0 100 200 300 400 µs");
    CHECK(ticks(1'200'000, 40) == "0 0.5 1 ms");
    CHECK(ticks(15'000'000'000, 30) == "0 5 10 15 s");
    for (std::int64_t span = 1; span < (std::int64_t{1} << 53); span = span * 3 / 2 + 1) {
        for (const int cells : {1, 7, 40, 300}) {
            const auto marks = ticks_for(nanoseconds{span}, cells, 7, charset::unicode);
            CHECK(marks.ticks.size() <= static_cast<std::size_t>(cells) / 7 + 2);
            CHECK(marks.ticks.back().moment.count() <= span);
        }
    }
}

TEST_CASE("an axis has the whole recording on it") {
    const time_axis axis(nanoseconds{100}, nanoseconds{1000}, 50);
    CHECK(axis.cell_at(axis.position(nanoseconds{0})) == 0);
    CHECK(axis.cell_at(axis.position(nanoseconds{119})) == 0);
    CHECK(axis.cell_at(axis.position(nanoseconds{120})) == 1);
    CHECK(axis.cell_at(axis.position(nanoseconds{1100})) == 49);
    CHECK(axis.nearest_boundary(nanoseconds{1100}) == 50);
    CHECK(axis.nearest_boundary(nanoseconds{129}) == 1);
    CHECK(axis.nearest_boundary(nanoseconds{130}) == 2);
    CHECK(axis.cell_at(axis.position(nanoseconds::max())) == 49);
}
