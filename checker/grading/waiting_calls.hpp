#pragma once

#include <string_view>

namespace checker {

/// std::atomic::wait, std::counting_semaphore, std::latch and std::barrier are templates that call
/// the system's `syscall` themselves, always with the number of futex. Tells, from a disassembly
/// with relocations (objdump --disassemble --reloc --no-show-raw-insn), whether `name` is used for
/// nothing else: only called, each time with that number loaded in the same straight piece of code.
/// Only for x86-64; false for what it does not understand.
[[nodiscard]] bool is_only_used_to_wait(std::string_view disassembly, std::string_view name);

}  // namespace checker
