#pragma once

/// The ends of lab 12's stream: in each the blocks that are under way have to arrive, or not to, as
/// the contract says. Each fails the check otherwise.
namespace checker {

/// The device or one end of the stream fails in the middle, once in each stage of a block.
void check_fault_in_each_stage();

/// While the blocks before a fault are being delivered, the consumer fails as well.
void check_second_fault();

/// Somebody asks to stop, after each of a few blocks in a row.
void check_stops();

}  // namespace checker
