#pragma once

#include <unordered_map>
#include <vector>

namespace simcuda {

/// Who had called the code at some addresses, from the inside out: what a learner's program does
/// wrong inside of std::accumulate is told at the line that calls it.
class caller_log {
public:
    /// Walks the stack of this thread, the first time for each address.
    void note(const void* pc);
    [[nodiscard]] const std::vector<const void*>& of(const void* pc) const;

private:
    std::unordered_map<const void*, std::vector<const void*>> known_;
};

}  // namespace simcuda
