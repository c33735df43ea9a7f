#include "checker/harness/tuning/sweep.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <functional>
#include <set>

namespace checker {

const tried_plan& best_of(const sweep& s) {
    return *std::min_element(
        s.tried.begin(), s.tried.end(),
        [](const tried_plan& a, const tried_plan& b) { return a.time < b.time; });
}

std::vector<tried_plan*> contenders_of(sweep& s, double margin) {
    std::vector<tried_plan*> all = {&s.chosen};
    for (auto& p : s.fewer) {
        all.push_back(&p);
    }
    const auto enough = static_cast<double>(best_of(s).time.count()) * (1 + margin);
    for (auto& p : s.tried) {
        if (static_cast<double>(p.time.count()) <= enough) {
            all.push_back(&p);
        }
    }
    return all;
}

std::optional<tried_plan> find_in(const sweep& s, std::size_t chunk, std::size_t streams) {
    const auto found = std::find_if(s.tried.begin(), s.tried.end(), [&](const tried_plan& p) {
        return p.chunk == chunk && p.streams == streams;
    });
    return found == s.tried.end() ? std::nullopt : std::optional(*found);
}

std::vector<std::size_t> chunks_of(const sweep& s) {
    std::set<std::size_t, std::greater<>> all;
    for (const auto& p : s.tried) {
        all.insert(p.chunk);
    }
    return {all.begin(), all.end()};
}

std::vector<std::size_t> streams_of(const sweep& s) {
    std::set<std::size_t> all;
    for (const auto& p : s.tried) {
        all.insert(p.streams);
    }
    return {all.begin(), all.end()};
}

double rate_of(const sweep& s, const tried_plan& p) {
    return timeline::to_gb_per_s(s.size, p.time);
}

std::string size_text(std::size_t elements) {
    const double size = static_cast<double>(elements * sizeof(std::uint32_t));
    constexpr double kib = 1024;
    return size < kib         ? fmt::format("{:.0f} B", size)
           : size < kib * kib ? fmt::format("{:.4g} KiB", size / kib)
                              : fmt::format("{:.3g} MiB", size / (kib * kib));
}

}  // namespace checker
