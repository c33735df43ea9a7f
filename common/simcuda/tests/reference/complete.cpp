#include <map>

#include "common/simcuda/tests/reference/program.hpp"

namespace simcuda::reference {
namespace {

enum class life : std::uint8_t { not_yet, now, over };

constexpr int everybody = -1;

/// What exists while the steps go by, and who may use it.
class existence {
public:
    explicit existence(const program& p)
        : buffers_(p.buffers.size(), life::not_yet),
          owners_(p.buffers.size(), everybody),
          p_(p),
          beside_(first_beside(p)) {
        streams_ = {{legacy_stream, everybody}, {per_thread_stream, everybody}};
    }

    [[nodiscard]] bool take(int number, const step& s) {
        // Alone, host 0 makes things for all.
        const int maker = number < beside_ ? everybody : s.host;
        const auto make = [&](std::map<int, int>& all, int which) {
            return all.emplace(which, maker).second;
        };
        const auto end = [&](std::map<int, int>& all, int which) {
            const auto it = all.find(which);
            const bool is_ours = it != all.end() && (it->second == maker);
            if (is_ours)
                all.erase(it);
            return is_ours;
        };
        switch (s.what) {
            case action::allocate:
                return begin_life(s.buffer, maker);
            case action::free:
                return end_life(s.buffer, maker);
            case action::allocate_async:
                return handles_exist(s) && begin_life(s.buffer, maker);
            case action::free_async:
                return handles_exist(s) && end_life(s.buffer, maker);
            case action::create_stream:
                return s.stream >= first_made_stream && make(streams_, s.stream);
            case action::destroy_stream:
                return s.stream >= first_made_stream && end(streams_, s.stream);
            case action::create_event:
                return make(events_, s.event);
            case action::destroy_event:
                return end(events_, s.event);
            default:
                return handles_exist(s) && memory_is_usable(s);
        }
    }

private:
    [[nodiscard]] bool begin_life(int buffer, int maker) {
        life& l = buffers_[static_cast<std::size_t>(buffer)];
        if (l != life::not_yet)
            return false;
        l = life::now;
        owners_[static_cast<std::size_t>(buffer)] = maker;
        return true;
    }
    [[nodiscard]] bool end_life(int buffer, int maker) {
        life& l = buffers_[static_cast<std::size_t>(buffer)];
        if (l != life::now || owners_[static_cast<std::size_t>(buffer)] != maker)
            return false;
        l = life::over;
        return true;
    }
    [[nodiscard]] static bool may_use(const std::map<int, int>& all, int which, int host) {
        const auto it = all.find(which);
        return it != all.end() && (it->second == everybody || it->second == host);
    }
    [[nodiscard]] bool handles_exist(const step& s) const {
        const bool uses_event = s.what == action::record || s.what == action::wait ||
                                s.what == action::synchronize_event ||
                                s.what == action::query_event || s.what == action::elapsed;
        if (uses_event && !may_use(events_, s.event, s.host))
            return false;
        if (s.what == action::elapsed)
            return may_use(events_, s.event2, s.host);
        return may_use(streams_, s.stream, s.host);
    }
    [[nodiscard]] bool memory_is_usable(const step& s) const {
        const bool late_is_a_mistake =
            s.what == action::host_touches || s.what == action::copy || s.what == action::fill;
        for (const int b : buffers_of(s)) {
            const auto i = static_cast<std::size_t>(b);
            if (buffers_[i] == life::not_yet || (owners_[i] != everybody && owners_[i] != s.host)) {
                return false;
            }
            if (buffers_[i] == life::over &&
                (!late_is_a_mistake || p_.buffers[i].where == memory::pageable)) {
                return false;
            }
        }
        return true;
    }

    std::vector<life> buffers_;
    std::vector<int> owners_;              // by buffer
    std::map<int, int> streams_, events_;  // their owners
    const program& p_;
    int beside_;
};

}  // namespace

bool is_complete(const program& p) {
    existence exists(p);
    int number = 0;
    for (const step& s : p.steps) {
        if (!exists.take(number++, s))
            return false;
    }
    return true;
}

}  // namespace simcuda::reference
