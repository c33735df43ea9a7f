#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "common/simcuda/runtime/defects.hpp"
#include "common/simcuda/tests/reference/outcome.hpp"
#include "common/simcuda/tests/reference/run_buffers.hpp"

namespace simcuda::reference {

/// Hears of every single mistake while a program runs, and puts it into the program's own terms:
/// steps and buffers.
class told_mistakes final : public mistake_watcher {
public:
    told_mistakes(const run_buffers& buffers, outcome& out) : buffers_(buffers), out_(out) {}

    void on_race(const access_side& earlier, const access_side& later, const vector_clock& known,
                 const clash& where) override;
    void on_uninitialised_read(const access_side& reader, address first,
                               std::uint64_t count) override;
    void on_freed_in_use(const access_record& user) override;
    void on_entry(const std::string& id) override;
    void on_stamp(const stamp& s) override;

    /// After each step: its buffers are still where they were.
    void settle();
    /// The steps of the device's operations, in the order of issue.
    [[nodiscard]] const std::vector<int>& issued() const { return issued_; }

private:
    struct race {
        stamp earlier, later;
        clash where;
    };
    [[nodiscard]] int step_of(stamp s) const;

    const run_buffers& buffers_;
    outcome& out_;
    std::map<std::pair<actor, sequence>, int> steps_;
    std::vector<int> issued_;
    std::vector<race> races_;
    std::vector<std::pair<int, stamp>> users_;  // by the step that frees
};

}  // namespace simcuda::reference
