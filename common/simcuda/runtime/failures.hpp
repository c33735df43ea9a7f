#pragma once

#include <driver_types.h>

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "common/simcuda/runtime/refusal.hpp"

namespace simcuda {

/// A call that returned an error, planned or not.
struct failed_call {
    const char* api = "";
    cudaError_t error = cudaSuccess;
    const void* pc = nullptr;
    refusal why = {};
};

/// Failures that a checker has planned, to see whether a program passes them on.
class failure_plan {
public:
    void fail(std::string_view api, int nth, cudaError_t error);
    void clear();
    [[nodiscard]] int calls_of(std::string_view api) const;

    /// Counts the call; the error if it is the one that must fail.
    [[nodiscard]] std::optional<cudaError_t> next(std::string_view api);
    /// Has a planned failure met the calling thread since the last `clear`?
    [[nodiscard]] bool has_struck_here() const { return struck_ == std::this_thread::get_id(); }

    /// The first few that failed since the last `take_failed`; one that fails again and again in
    /// the same place is one of them.
    void note(failed_call call);
    /// A call at `pc` that was told "not ready" has got its answer.
    void came_ready(const void* pc);
    [[nodiscard]] std::vector<failed_call> take_failed();

private:
    struct plan {
        int calls = 0, nth = 0;
        cudaError_t error = cudaSuccess;
    };
    std::map<std::string, plan, std::less<>> plans_;
    std::thread::id struck_;  ///< none: no failure has happened yet
    std::vector<failed_call> failed_;
};

}  // namespace simcuda
