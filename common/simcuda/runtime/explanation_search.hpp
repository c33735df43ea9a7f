#pragma once

#include <optional>
#include <string>

#include "common/simcuda/runtime/explanation.hpp"
#include "common/simcuda/runtime/issue_history.hpp"

namespace simcuda {

/// Looks for the best thing to say about one race.
class explanation_search {
public:
    explanation_search(const scheduler& order, const access_side& earlier,
                       const access_side& later);

    /// Once: the explanation is moved out.
    [[nodiscard]] explanation found(const std::string& race);

private:
    // Why nothing orders the two (explanation_why.cpp).
    void why_device();
    std::string why_legacy(const stream_state& waiter);
    [[nodiscard]] bool is_of_this_round(const wait_note& w, const stream_state& waiter) const;
    bool cannot_help(const wait_note& w, const stream_state& waiter);
    bool another_waits(const stream_state& waiter);
    void why_host();

    // The change to try.
    [[nodiscard]] const CUevent_st* useful_event() const;
    std::string into_the_stream(const std::string& side, const site& astray,
                                const std::string& right_handle);
    std::string host_fix();
    [[nodiscard]] bool depends_on_the_turn(const CUevent_st& event) const;
    [[nodiscard]] std::optional<lookup> wait_for_another() const;
    [[nodiscard]] bool has_forgotten_the_stream();
    [[nodiscard]] bool are_copies_writing() const;
    void fix();

    [[nodiscard]] bool covers(const record_note& r) const {
        return r.last.who == earlier_.who.who && r.last.at >= earlier_.who.at;
    }
    [[nodiscard]] bool of_same_stream(const record_note& r) const {
        return history_.is_of_its_stream(r);
    }

    // Facts of the report.
    void place(const char* fact, const void* pc);
    void argument(const char* fact, const void* pc, const char* call, int index);
    void record_facts(const record_note& r);
    void wait_facts(const wait_note& w);

    const scheduler& order_;
    const access_side& earlier_;
    const access_side& later_;
    issue_history history_;  ///< of the earlier one
    std::uint64_t earlier_issued_;
    const CUevent_st* useful_;
    bool has_own_event_;  ///< the useful one stands for nothing that comes behind
    explanation out_;
};

}  // namespace simcuda
