#include "common/simcuda/tests/reference/shrink.hpp"

namespace simcuda::reference {
namespace {

class shrinker {
public:
    shrinker(program p, const std::function<bool(const program&)>& fails)
        : best_(std::move(p)), fails_(fails) {}

    program run() {
        for (std::size_t piece = best_.steps.size() / 2; piece > 1; piece /= 2)
            drop_steps(piece);
        while (drop_steps(1) || drop_touches() || simplify()) {
        }
        return std::move(best_);
    }

private:
    bool accept(program smaller) {
        if (!is_complete(smaller) || !fails_(smaller))
            return false;
        best_ = std::move(smaller);
        return true;
    }
    /// From the end, where nothing else depends on it.
    bool drop_steps(std::size_t piece) {
        bool any = false;
        for (std::size_t end = best_.steps.size(); end >= piece; --end) {
            if (end > best_.steps.size())
                continue;
            program smaller = best_;
            const auto last = smaller.steps.begin() + static_cast<std::ptrdiff_t>(end);
            smaller.steps.erase(last - static_cast<std::ptrdiff_t>(piece), last);
            any |= accept(std::move(smaller));
        }
        return any;
    }
    bool drop_touches() {
        bool any = false;
        for (std::size_t i = 0; i < best_.steps.size(); ++i) {
            for (std::size_t t = best_.steps[i].touches.size(); t-- > 0;) {
                program smaller = best_;
                auto& touches = smaller.steps[i].touches;
                touches.erase(touches.begin() + static_cast<std::ptrdiff_t>(t));
                any |= accept(std::move(smaller));
            }
        }
        return any;
    }
    /// Plainer numbers.
    bool simplify() {
        bool any = false;
        for (std::size_t i = 0; i < best_.steps.size(); ++i) {
            any |= change(i, &step::busy, nanoseconds{0});
            any |= change(i, &step::blocks, 1u);
            any |= change(i, &step::priority, 0);
            any |= change(i, &step::host, 0);
        }
        return any;
    }
    template <class T>
    bool change(std::size_t i, T step::*field, T plain) {
        if (best_.steps[i].*field == plain)
            return false;
        program smaller = best_;
        smaller.steps[i].*field = plain;
        return accept(std::move(smaller));
    }

    program best_;
    const std::function<bool(const program&)>& fails_;
};

}  // namespace

program shrink(program p, const std::function<bool(const program&)>& fails) {
    return shrinker(std::move(p), fails).run();
}

}  // namespace simcuda::reference
