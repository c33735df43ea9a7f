// Where threads of a kernel wait for one another: barriers of the block, functions of a warp.
#include "common/simcuda/runtime/kernel_waits.hpp"

#include <fmt/format.h>
#include <simcuda/device.hpp>

#include "common/simcuda/runtime/device.hpp"
#include "common/simcuda/runtime/messages.hpp"
#include "common/simcuda/runtime/running_kernel.hpp"
#include "common/simcuda/runtime/thread_index.hpp"

namespace simcuda {
namespace {

std::string name_of_kernel() {
    const accessor& mine = current_accessor();
    return device::instance().defects().operation_name(mine.who(), mine.where());
}

std::string text_of(uint3 index) {
    return fmt::format("({}, {}, {})", index.x, index.y, index.z);
}

std::string function_of(const waiting_thread& thread) {
    const char* name = name_of(thread.in);
    return thread.in == meeting::block ? std::string(name)
                                       : fmt::format("{} (mask {:#010x})", name, thread.mask);
}

/// A call that no rule gives a meaning: the kernel ends.
[[noreturn]] void wrong_call(meeting function, unsigned mask, const lane_call& brought,
                             const char* sentence, const void* pc) {
    device::instance().defects().add("wrong-warp-call",
                                     {{"later", name_of_kernel()},
                                      {"function", name_of(function)},
                                      {"mistake", message(sentence)},
                                      {"mask", fmt::format("{:#010x}", mask)},
                                      {"lane", std::to_string(running_block()->lane())},
                                      {"width", std::to_string(brought.width)},
                                      {"thread", thread_name()}},
                                     {current_accessor().where()->pc, pc});
    stop_kernel(cudaErrorLaunchFailure);
}

constexpr bool is_width(int width) {
    return width > 0 && width <= static_cast<int>(warp_lanes) && (width & (width - 1)) == 0;
}

}  // namespace

void tell_standstill(const block_runner::standstill& found) {
    device::instance().defects().add("deadlock-in-kernel",
                                     {{"later", name_of_kernel()},
                                      {"block", text_of(blockIdx)},
                                      {"thread", text_of(found.waits.index)},
                                      {"function", function_of(found.waits)},
                                      {"missing", text_of(found.missing.index)},
                                      {"missing_function", function_of(found.missing)}},
                                     {found.missing.pc, found.waits.pc});
}

void barrier() {
    if (block_runner* block = running_block())
        static_cast<void>(block->wait_in_barrier(0, __builtin_return_address(0)));
}

int barrier_count(int holds) {
    block_runner* block = running_block();
    return block == nullptr
               ? 0
               : block->wait_in_barrier(holds != 0 ? 1 : 0, __builtin_return_address(0));
}

unsigned long long meet(meeting function, unsigned mask, unsigned long long value, int operand,
                        int width) {
    const void* pc = __builtin_return_address(0);
    block_runner* block = running_block();
    if (block == nullptr)
        return value;
    const lane_call brought{value, operand, width};
    if (function != meeting::active_mask && (mask >> block->lane() & 1) == 0)
        wrong_call(function, mask, brought, "warp.mask", pc);
    if (!is_width(width))
        wrong_call(function, mask, brought, "warp.width", pc);
    return block->meet(function, mask, brought, pc);
}

unsigned lane() {
    const block_runner* block = running_block();
    return block == nullptr ? 0 : block->lane();
}

}  // namespace simcuda
