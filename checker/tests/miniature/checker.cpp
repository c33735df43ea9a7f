// The checker of both miniature labs: TASK is the function that it calls, EXPECTED what element i
// of n must be.

#include <array>
#include <string>

#include "checker/harness/channel.hpp"
#include "checker/messages/catalogue.hpp"

void TASK(const int* in, int* out, int n);

int main() {
    constexpr int n = 5;
    constexpr std::array<int, n> in = {7, 1, 9, 4, 2};
    std::array<int, n> out{};
    const auto asked = checker::request_from_environment();
    checker::verdict v;
    v.lab = asked.lab;
    v.profile = asked.profile;
    v.max_points = asked.max_points;
    v.outcome = checker::status::pass;

    TASK(in.data(), out.data(), n);
    for (int i = 0; i < n; ++i) {
        const auto at = static_cast<std::size_t>(i);
        const int expected = EXPECTED;
        if (out[at] != expected) {
            v.outcome = checker::status::fail;
            v.diagnoses.push_back(checker::catalogue::load(asked.messages)
                                      .explain("wrong-result",
                                               {{"index", std::to_string(i)},
                                                {"value", std::to_string(out[at])},
                                                {"expected", std::to_string(expected)}},
                                               {}));
            break;
        }
    }
    v.points = v.outcome == checker::status::pass ? v.max_points : 0;
    v.checks.push_back({"results", v.outcome, "all elements of one small array"});
    checker::send_verdict(v);
    return checker::exit_status(v.outcome);
}
