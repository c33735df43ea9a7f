#include "common/simcuda/tests/reference/clock.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

namespace simcuda::reference {
namespace {

/// Progress is counted in millionths of a nanosecond at full rate, so that no rate is inexact.
constexpr std::int64_t full_rate = 1'000'000;

class simulation {
public:
    simulation(const units& machine, const std::vector<job>& jobs)
        : machine_(machine), jobs_(jobs), all_(jobs.size()) {}

    std::vector<span> run() {
        for (std::optional<std::int64_t> next = 0; next; next = next_moment()) {
            pass(*next - now_);
            while (const auto i = due())
                act(*i);
        }
        std::vector<span> result;
        for (const state& s : all_)
            result.push_back({nanoseconds{s.start}, nanoseconds{s.end}});
        return result;
    }

private:
    enum class phase : std::uint8_t { waiting, queued, running, done };
    struct state {
        phase now = phase::waiting;
        std::int64_t left = 0, start = 0, end = 0;
        int arrival = 0;
        double share = 1.0;  // of its engine, once it runs
    };

    [[nodiscard]] unit lane_of(std::size_t i) const {
        const unit w = jobs_[i].where;
        const bool copy = w == unit::upload || w == unit::download;
        if (!copy || machine_.copy_engines >= 2)
            return w;
        return machine_.copy_engines == 1 ? unit::upload : unit::compute;
    }
    [[nodiscard]] bool is_busy(unit lane) const {
        for (std::size_t i = 0; i < all_.size(); ++i) {
            if (all_[i].now == phase::running && lane_of(i) == lane)
                return true;
        }
        return false;
    }
    [[nodiscard]] std::int64_t rate_of(std::size_t i) const {
        const unit lane = lane_of(i);
        if (lane == unit::upload && is_busy(unit::download))
            return std::llround(machine_.two_way_h2d * full_rate);
        if (lane == unit::download && is_busy(unit::upload))
            return std::llround(machine_.two_way_d2h * full_rate);
        return full_rate;
    }
    /// When the job may be queued; nothing while one that it follows is not done.
    [[nodiscard]] std::optional<std::int64_t> ready_at(std::size_t i) const {
        std::int64_t when = jobs_[i].earliest.count();
        for (const int d : jobs_[i].after) {
            const state& before = all_[static_cast<std::size_t>(d)];
            if (before.now != phase::done)
                return {};
            when = std::max(when, before.end);
        }
        return when;
    }
    [[nodiscard]] std::optional<std::size_t> due() const {
        for (std::size_t i = 0; i < all_.size(); ++i) {
            if (all_[i].now == phase::running && all_[i].left <= 0)
                return i;
            if (all_[i].now != phase::waiting)
                continue;
            const auto when = ready_at(i);
            if (when && *when <= now_)
                return i;
        }
        return {};
    }
    [[nodiscard]] std::optional<std::int64_t> next_moment() const {
        std::optional<std::int64_t> next;
        const auto consider = [&](std::int64_t when) {
            next = next ? std::min(*next, when) : when;
        };
        for (std::size_t i = 0; i < all_.size(); ++i) {
            if (all_[i].now == phase::waiting) {
                if (const auto when = ready_at(i))
                    consider(*when);
            } else if (all_[i].now == phase::running) {
                const std::int64_t rate = rate_of(i);
                consider(now_ + (all_[i].left + rate - 1) / rate);
            }
        }
        return next;
    }
    void pass(std::int64_t time) {
        std::vector<std::int64_t> progress(all_.size(), 0);
        for (std::size_t i = 0; i < all_.size(); ++i) {
            if (all_[i].now == phase::running)
                progress[i] = time * rate_of(i);
        }
        for (std::size_t i = 0; i < all_.size(); ++i)
            all_[i].left -= progress[i];
        now_ += time;
    }
    void act(std::size_t i) {
        state& s = all_[i];
        if (s.now == phase::waiting && lane_of(i) == unit::none) {
            s.now = phase::done;
            s.start = s.end = now_;
            return;
        }
        if (s.now == phase::waiting) {
            s.now = phase::queued;
            s.arrival = ++arrivals_;
        } else {
            s.now = phase::done;
            s.end = now_;
        }
        start_what_fits(lane_of(i));
    }
    void start_what_fits(unit lane) {
        while (const auto next = first_in_queue(lane)) {
            double used = 0;
            for (std::size_t i = 0; i < all_.size(); ++i) {
                if (all_[i].now == phase::running && lane_of(i) == lane)
                    used += all_[i].share;
            }
            const double wanted = lane == unit::compute ? jobs_[*next].share : 1.0;
            const double free = 1.0 + 1e-9 - used;  // sums of shares are not exact
            const bool kernel = jobs_[*next].where == unit::compute;
            if (free < (kernel ? 0.9 * wanted : wanted))
                return;
            state& s = all_[*next];
            s.now = phase::running;
            s.start = now_;
            s.share = std::min(wanted, free);
            const double slower = wanted - s.share < 1e-6 * wanted ? 1.0 : wanted / s.share;
            const auto work = static_cast<double>(jobs_[*next].work.count());
            s.left = static_cast<std::int64_t>(std::ceil(work * slower)) * full_rate;
        }
    }
    /// The first of all copies that have not begun, whether it may begin or not.
    [[nodiscard]] std::optional<std::size_t> next_of_single_engine() const {
        for (std::size_t i = 0; i < all_.size(); ++i) {
            if (lane_of(i) == unit::upload && all_[i].now < phase::running)
                return i;
        }
        return {};
    }
    [[nodiscard]] std::optional<std::size_t> first_in_queue(unit lane) const {
        if (lane == unit::upload && machine_.copy_engines == 1) {
            const auto next = next_of_single_engine();
            return next && all_[*next].now == phase::queued ? next : std::nullopt;
        }
        std::optional<std::size_t> first;
        const auto key = [&](std::size_t i) {
            // Priorities are the kernels' affair: copies have none, wherever they run.
            const bool kernel = jobs_[i].where == unit::compute;
            return std::pair(kernel ? jobs_[i].priority : 0, all_[i].arrival);
        };
        for (std::size_t i = 0; i < all_.size(); ++i) {
            if (all_[i].now != phase::queued || lane_of(i) != lane)
                continue;
            if (!first || key(i) < key(*first))
                first = i;
        }
        return first;
    }

    const units& machine_;
    const std::vector<job>& jobs_;
    std::vector<state> all_;
    std::int64_t now_ = 0;
    int arrivals_ = 0;
};

}  // namespace

std::vector<span> run(const units& machine, const std::vector<job>& jobs) {
    return simulation(machine, jobs).run();
}

}  // namespace simcuda::reference
