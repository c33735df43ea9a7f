#include <algorithm>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "checker/tests/catch.hpp"
#include "common/timeline/overlap.hpp"
#include "common/timeline/terminal.hpp"
#include "common/timeline/tests/samples.hpp"

using namespace timeline;
using Catch::Matchers::ContainsSubstring;

namespace {

std::vector<std::string> lines_of(const std::string& text) {
    std::vector<std::string> lines;
    std::istringstream in(text);
    for (std::string line; std::getline(in, line);) {
        lines.push_back(line);
    }
    return lines;
}

/// The text without ANSI sequences.
std::string uncoloured(const std::string& text) {
    std::string result;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] == '\x1b') {
            i = text.find('m', i);
        } else {
            result += text[i];
        }
    }
    return result;
}

std::string both(const recording& baseline, const recording& yours,
                 const drawing_options& options) {
    return draw({{"baseline", baseline, ""}, {"yours", yours, ""}}, options);
}

drawing_options with(int width, charset characters, lane_choice lanes,
                     colouring colours = colouring::none) {
    drawing_options options;
    options.width = width;
    options.characters = characters;
    options.lanes = lanes;
    options.colours = colours;
    return options;
}

operation op(std::uint64_t id, op_kind kind, std::int64_t start, std::int64_t end,
             stream_id stream = 1) {
    operation result;
    result.id = id;
    result.kind = kind;
    result.stream = stream;
    result.start = nanoseconds{start};
    result.end = nanoseconds{end};
    return result;
}

/// Drawings begin on a line of their own, so that a failed comparison can be read.
void check_golden(const std::string& name, const std::string& text) {
    CHECK("\n" + text == "\n" + samples::golden(name, text));
}

}  // namespace

TEST_CASE("the course's picture: baseline and pipeline on one axis") {
    const recording serial = samples::blocking(8);
    const recording pipeline = samples::pipelined(8, 3);
    const auto picture = [&](const drawing_options& options) {
        return both(serial, pipeline, options);
    };
    check_golden("engines-80.txt", picture(with(80, charset::unicode, lane_choice::engines)));
    check_golden("engines-80-ascii.txt", picture(with(80, charset::ascii, lane_choice::engines)));
    check_golden("engines-80-colour.txt",
                 picture(with(80, charset::unicode, lane_choice::engines, colouring::ansi)));
    check_golden("both-100.txt",
                 picture(with(100, charset::unicode, lane_choice::engines_and_streams)));
    check_golden("both-100-ascii.txt",
                 picture(with(100, charset::ascii, lane_choice::engines_and_streams)));
    check_golden("streams-60.txt", picture(with(60, charset::unicode, lane_choice::streams)));
    check_golden("engines-40.txt", picture(with(40, charset::unicode, lane_choice::engines)));
    // What has no room says so.
    check_golden("engines-20.txt", picture(with(20, charset::unicode, lane_choice::engines)));
    check_golden("engines-20-ascii.txt", picture(with(20, charset::ascii, lane_choice::engines)));
}

TEST_CASE("the host's lane ends where the measured time does") {
    const recording gives_back{
        {},
        {op(1, op_kind::api_call, 0, 1'000, host_lane), op(2, op_kind::kernel, 1'000, 20'000),
         op(3, op_kind::host_wait, 1'000, 20'000, host_lane),
         op(4, op_kind::api_call, 21'000, 30'000, host_lane),
         op(5, op_kind::host_work, 31'000, 40'000, host_lane)}};
    check_golden("gives-back.txt", draw({{"yours", gives_back, ""}},
                                        with(60, charset::unicode, lane_choice::engines)));
}

TEST_CASE("many chunks: one column each, then shades") {
    const auto picture = [](int chunks, int width) {
        return both(samples::blocking(chunks), samples::pipelined(chunks, 4),
                    with(width, charset::unicode, lane_choice::engines));
    };
    check_golden("chunks-32.txt", picture(32, 120));
    check_golden("chunks-1000.txt", picture(1000, 80));
}

TEST_CASE("everything else that a lane can show") {
    std::vector<operation> operations;
    const auto add = [&operations](op_kind kind, std::int64_t start, std::int64_t end,
                                   stream_id stream = 1) {
        operations.push_back(op(operations.size() + 1, kind, start, end, stream));
    };
    add(op_kind::memset, 0, 4'000);
    add(op_kind::host_work, 0, 9'000, host_lane);
    add(op_kind::kernel, 4'000, 20'000);
    add(op_kind::kernel, 8'000, 20'000, 2);
    add(op_kind::api_call, 9'000, 10'000, host_lane);
    add(op_kind::host_wait, 12'000, 20'000, host_lane);
    add(op_kind::event_record, 20'000, 20'000, 2);
    add(op_kind::host_function, 20'000, 26'000, 2);
    add(op_kind::copy_d2d, 21'000, 25'000, 0);
    const recording recorded{{{0, "legacy", false, 0}}, operations};
    check_golden("all-kinds.txt",
                 draw({{"all", recorded, "a note"}},
                      with(120, charset::unicode, lane_choice::engines_and_streams)));
}

TEST_CASE("recordings of nothing, of moments and of single nanoseconds") {
    const recording nothing;
    const recording moment{{}, {op(1, op_kind::kernel, 5, 5)}};
    const recording short_one{{}, {op(1, op_kind::copy_h2d, 7, 8), op(2, op_kind::kernel, 8, 9)}};
    const auto options = with(60, charset::unicode, lane_choice::engines);
    check_golden("nothing.txt", both(nothing, nothing, options));
    check_golden("moment.txt", both(nothing, moment, options));
    check_golden("nanoseconds.txt", both(short_one, moment, options));
    CHECK(draw({}, options).empty());
}

TEST_CASE("words and titles of another language keep their columns") {
    drawing_options options = with(80, charset::unicode, lane_choice::engines);
    options.words.host = "主机";
    options.words.compute = "计算";
    options.words.busy = "忙碌";
    options.words.as_fast = " 倍速";
    options.words.numbered = "按提交顺序";
    options.words.call = "调用";
    options.words.waits = "主机等待";
    const recording serial = samples::blocking(4);
    const recording pipeline = samples::pipelined(4, 2);
    check_golden("zh.txt", draw({{"基线", serial, ""}, {"你的程序", pipeline, ""}}, options));
}

TEST_CASE("streams beyond the limit are counted") {
    drawing_options options = with(80, charset::unicode, lane_choice::streams);
    options.most_streams = 3;
    const std::string text = draw({{"yours", samples::pipelined(9, 9), ""}}, options);
    CHECK_THAT(text, ContainsSubstring("stream 3"));
    CHECK_THAT(text, !ContainsSubstring("stream 4"));
    CHECK_THAT(text, ContainsSubstring("+ 6 more streams"));
}

TEST_CASE("a narrow drawing keeps the factor, if not the words around it") {
    for (const std::string note : {"", "2.46x as fast"}) {
        const std::string text = draw({{"one step after the other", samples::blocking(8), ""},
                                       {"yours", samples::pipelined(8, 3), note}},
                                      with(40, charset::unicode, lane_choice::engines));
        CHECK_THAT(text, !ContainsSubstring("x as fast") && ContainsSubstring(" 2.46x "));
    }
}

TEST_CASE("every line is exactly as wide as asked") {
    unsigned seed = 0;
    for (const charset characters : {charset::unicode, charset::ascii}) {
        for (const colouring colours : {colouring::none, colouring::ansi}) {
            for (const lane_choice lanes :
                 {lane_choice::engines, lane_choice::streams, lane_choice::engines_and_streams}) {
                for (int width = 0; width < 150; width += 1 + width / 12) {
                    const int operations = static_cast<int>(++seed % 7) * 25;
                    const nanoseconds span{std::int64_t{1} << (seed % 62)};
                    const recording a = samples::random(seed, operations, span);
                    const recording b = samples::random(seed + 1000, 30, span);
                    const std::string text = both(a, b, with(width, characters, lanes, colours));
                    INFO("seed " << seed << ", width " << width << "\n" << text);
                    for (const std::string& line : lines_of(uncoloured(text))) {
                        CHECK(width_of(line) == width);
                    }
                    if (characters == charset::ascii) {
                        CHECK(std::all_of(text.begin(), text.end(), [](char c) {
                            return static_cast<unsigned char>(c) < 0x80;
                        }));
                    }
                }
            }
        }
    }
}

TEST_CASE("colours change nothing but colours") {
    const recording serial = samples::blocking(8);
    const recording pipeline = samples::pipelined(8, 3);
    const auto coloured = with(90, charset::unicode, lane_choice::engines, colouring::ansi);
    const auto plain_text = with(90, charset::unicode, lane_choice::engines);
    CHECK(uncoloured(both(serial, pipeline, coloured)) == both(serial, pipeline, plain_text));
}

TEST_CASE("a hundred thousand operations are drawn") {
    const recording serial = samples::blocking(20'000);
    const recording pipeline = samples::pipelined(20'000, 32);
    const recording tangle = samples::random(1, 100'000, nanoseconds{1'000'000'000});
    const auto options = with(200, charset::unicode, lane_choice::engines_and_streams);
    CHECK_THAT(both(serial, pipeline, options), ContainsSubstring("x as fast"));
    CHECK_FALSE(both(serial, tangle, options).empty());
}

TEST_CASE("the measured line is as long as what the caller measured") {
    recording serial, yours;
    serial.operations = {op(1, op_kind::kernel, 0, 100'000),
                         op(2, op_kind::host_work, 100'000, 400'000)};
    serial.operations.back().stream = host_lane;
    yours.operations = {op(1, op_kind::kernel, 0, 100'000)};
    const auto options = with(100, charset::unicode, lane_choice::engines);
    const auto by_device = lines_of(both(serial, yours, options));
    CHECK_THAT(by_device.front(), ContainsSubstring("100 µs"));
    const auto by_caller =
        lines_of(draw({{"baseline", serial, "", interval{nanoseconds{0}, nanoseconds{400'000}}},
                       {"yours", yours, "", interval{nanoseconds{0}, nanoseconds{100'000}}}},
                      options));
    CHECK_THAT(by_caller.front(), ContainsSubstring("400 µs"));
    CHECK(std::any_of(by_caller.begin(), by_caller.end(), [](const std::string& line) {
        return line.find("4.00") != std::string::npos;
    }));
}

TEST_CASE("ranges stand above the host, inner ones below outer ones") {
    recording recorded = samples::pipelined(8, 3);
    std::uint64_t id = recorded.operations.back().id;
    const auto add = [&](const char* name, std::int64_t start, std::int64_t end) {
        operation range = op(++id, op_kind::annotation, start, end, host_lane);
        range.name = name;
        recorded.operations.push_back(range);
    };
    add("issue", 0, 108'000);
    add("a mark", 60'000, 60'000);
    add("wait for the device", 108'000, 1'300'000);
    add("everything", 0, 1'300'000);
    for (const charset characters : {charset::unicode, charset::ascii}) {
        const std::string text =
            draw({{"yours", recorded, ""}}, with(80, characters, lane_choice::engines));
        check_golden(characters == charset::ascii ? "ranges-ascii.txt" : "ranges.txt", text);
    }
    CHECK(measure_overlap(recorded).elapsed() ==
          measure_overlap(samples::pipelined(8, 3)).elapsed());
}
