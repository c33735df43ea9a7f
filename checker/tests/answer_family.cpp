#include "checker/tests/answer_family.hpp"

#include <stdexcept>
#include <utility>

namespace checker::tests {
namespace {

using changes = std::vector<std::pair<std::string, std::string>>;

std::string changed(std::string text, const changes& all) {
    for (const auto& [from, to] : all) {
        auto at = text.find(from);
        if (at == std::string::npos) {
            throw std::logic_error("the solution no longer has: " + from);
        }
        for (; at != std::string::npos; at = text.find(from, at + to.size())) {
            text.replace(at, from.size(), to);
        }
    }
    return text;
}

/// By a number that says how many chunks may be under way.
std::vector<family_member> by_number(const std::string& solution, const std::string& constant,
                                     const std::string& now, const std::vector<int>& numbers) {
    std::vector<family_member> family;
    for (const int n : numbers) {
        const auto line = constant + " = " + std::to_string(n) + ";";
        family.push_back({line, changed(solution, {{constant + " = " + now + ";", line}})});
    }
    return family;
}

const std::string turn_begins = "        TRY(cudaStreamWaitEvent(mine.up, here.downloaded, 0));\n";

/// The same, with what each upload waits for on top.
std::string upload_after(const std::string& solution, const std::string& wait) {
    return changed(solution, {{turn_begins, "        TRY(" + wait + ");\n" + turn_begins}});
}

std::string with_places(const std::string& solution, int n) {
    const auto number = std::to_string(n);
    return changed(solution,
                   {{"places[4]", "places[" + number + "]"},
                    {"turn % 4", "turn % " + number},
                    {"(turn + 3) % 4", "(turn + " + std::to_string(n - 1) + ") % " + number},
                    {"(turn + 1) % 4", "(turn + 1) % " + number}});
}

}  // namespace

std::vector<family_member> family_of(std::string_view lab, const std::string& solution) {
    if (lab == "04-streams") {
        return by_number(solution, "lane_count", "3", {1, 2, 3});
    }
    if (lab == "11-dependent-chunks") {
        return {{"the host waits for the device in each turn",
                 upload_after(solution, "cudaDeviceSynchronize()")},
                {"each upload waits for the download before",
                 upload_after(solution, "cudaStreamWaitEvent(mine.up, before.downloaded, 0)")},
                {"each upload waits for the kernel before",
                 upload_after(solution, "cudaStreamWaitEvent(mine.up, before.computed, 0)")},
                {"two places", with_places(solution, 2)},
                {"three places", with_places(solution, 3)},
                {"four places", solution}};
    }
    if (lab == "12-throughput") {
        return by_number(solution, "slot_count", "6", {1, 2, 3, 4, 6});
    }
    return {};
}

}  // namespace checker::tests
