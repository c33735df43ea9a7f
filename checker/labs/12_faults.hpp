#pragma once

#include <optional>
#include <string>

#include "checker/labs/12_passage.hpp"
#include "common/timeline/overlap.hpp"

/// Faults on the way of one block of lab 12: what they hit, and how a run with one has to end.
namespace checker {

/// A call on the way of a block, as the runtime counts calls.
struct call_of_block {
    std::string api;
    int nth = 0;
};

/// The call that began this stage of the block, in a run without faults. Nothing where the stage
/// has no call of its own, as in a graph.
[[nodiscard]] std::optional<call_of_block> call_for(const passage& intact, timeline::op_kind stage,
                                                    std::size_t block);

/// A wait of the host's for the result of a block, in the middle of a run without faults. Nothing
/// where none can be told.
struct wait_for_result {
    call_of_block call;
    timeline::operation wait;
};
[[nodiscard]] std::optional<wait_for_result> wait_in_the_middle(const passage& intact);

/// Blocks that were brought through this stage.
[[nodiscard]] std::size_t reached(const passage& p, timeline::op_kind stage);

/// A fault: its stage in words ("the upload"), the block, the error that is to come back, and how
/// many blocks were before it.
struct fault_on_the_way {
    words stage;
    std::size_t block = 0;
    cudaError_t error = cudaSuccess;
    std::size_t before = 0;
};

/// Fails the check unless the run ended in order: the fault's error came back, what was before it
/// was delivered and nothing else, nothing is left.
void expect_clean_end(const passage& p, const fault_on_the_way& fault);

}  // namespace checker
