// Where the lanes of a warp wait for one another.
#include <algorithm>

#include "common/simcuda/runtime/thread_fiber.hpp"

namespace simcuda {
namespace {

constexpr unsigned lowest(unsigned lanes) {
    return static_cast<unsigned>(__builtin_ctz(lanes));
}

}  // namespace

unsigned block_runner::lane() const {
    return active_->thread.number % warp_lanes;
}

std::uint64_t block_runner::meet(meeting function, unsigned mask, const lane_call& brought,
                                 const void* pc) {
    thread_fiber& self = *active_;
    self.thread.in = function;
    self.thread.mask = mask;
    self.thread.pc = pc;
    self.brought = brought;
    warp& w = warps_[self.thread.number / warp_lanes];
    w.lanes[lane()] = &self;
    w.waiting |= 1u << lane();
    self.cycles = thread_cycles_;
    if (function == meeting::active_mask)
        ++asking_;
    else if (const unsigned present = all_have_come(w, self.thread))
        settle_meeting(w, present, function);
    wait_here(self);
    thread_cycles_ = self.cycles;
    return self.result;
}

/// The lanes that meet in the call of `caller`; 0 while one of them is missing.
unsigned block_runner::all_have_come(const warp& w, const waiting_thread& caller) {
    const unsigned wanted = caller.mask & w.live;
    if (caller.in == meeting::active_mask || (wanted & ~w.waiting) != 0)
        return 0;
    for (unsigned left = wanted; left != 0; left &= left - 1) {
        const waiting_thread& other = w.lanes[lowest(left)]->thread;
        if (other.in != caller.in || other.mask != caller.mask)
            return 0;
    }
    return wanted;
}

void block_runner::settle_meeting(warp& w, unsigned present, meeting function) {
    lane_calls calls;
    std::uint64_t cycles = 0;
    for (unsigned left = present; left != 0; left &= left - 1) {
        const auto lane = lowest(left);
        calls[lane] = w.lanes[lane]->brought;
        cycles = std::max(cycles, w.lanes[lane]->cycles);
    }
    const lane_results results = settle(function, present, calls, absent_);
    for (unsigned left = present; left != 0; left &= left - 1) {
        const auto lane = lowest(left);
        thread_fiber& f = *w.lanes[lane];
        f.result = results[lane];
        f.cycles = cycles;
        ready_.push(f);
    }
    w.waiting &= ~present;
}

/// Nothing else can go on: the lanes of a warp that ask on one line are those that run together.
void block_runner::let_active_go() {
    asking_ = 0;
    for (unsigned first = 0; first < count_; first += warp_lanes) {
        warp& w = warps_[first / warp_lanes];
        while (true) {
            unsigned present = 0, line = 0;
            for (unsigned left = w.waiting; left != 0; left &= left - 1) {
                const auto lane = lowest(left);
                const waiting_thread& each = w.lanes[lane]->thread;
                if (each.in != meeting::active_mask || (present != 0 && each.mask != line))
                    continue;
                line = each.mask;
                present |= 1u << lane;
            }
            if (present == 0)
                break;
            settle_meeting(w, present, meeting::active_mask);
        }
    }
}

block_runner::standstill block_runner::why_stuck() const {
    for (unsigned first = 0; first < count_; first += warp_lanes) {
        const warp& w = warps_[first / warp_lanes];
        for (unsigned left = w.waiting; left != 0; left &= left - 1) {
            const waiting_thread& waits = w.lanes[lowest(left)]->thread;
            for (const auto& f : fibers_) {
                const waiting_thread& other = f->thread;
                const bool named = other.number >= first && other.number < first + warp_lanes &&
                                   (waits.mask & w.live & 1u << other.number % warp_lanes) != 0;
                if (named && (other.in != waits.in || other.mask != waits.mask))
                    return {waits, other};
            }
        }
    }
    return {};
}

/// Some may have waited only for a lane that has returned now.
void block_runner::settle_what_is_complete(warp& w) {
    for (unsigned left = w.waiting; left != 0; left &= w.waiting & (left - 1)) {
        const waiting_thread& waits = w.lanes[lowest(left)]->thread;
        if (const unsigned present = all_have_come(w, waits))
            settle_meeting(w, present, waits.in);
    }
}

}  // namespace simcuda
