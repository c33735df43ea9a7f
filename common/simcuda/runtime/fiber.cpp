#include "common/simcuda/runtime/fiber.hpp"

// Switching costs a few nanoseconds: the callee-saved registers go to the stack, the stack pointer
// is exchanged, and back. swapcontext would make two system calls for the signal mask. Threads that
// switch to one another directly return to the same places as they came from, so that the
// processor predicts these returns; a detour over a scheduler's own stack would spoil that.

#if defined(__x86_64__)

asm(R"(
    .text
    .p2align 4
    .globl simcuda_switch_stack
    .type simcuda_switch_stack, @function
simcuda_switch_stack:
    .cfi_startproc
    pushq %rbp
    pushq %rbx
    pushq %r12
    pushq %r13
    pushq %r14
    pushq %r15
    movq %rsp, (%rdi)
    movq %rsi, %rsp
    popq %r15
    popq %r14
    popq %r13
    popq %r12
    popq %rbx
    popq %rbp
    ret
    .cfi_endproc
    .size simcuda_switch_stack, .-simcuda_switch_stack

    .p2align 4
    .type simcuda_fiber_entry, @function
simcuda_fiber_entry:
    .cfi_startproc
    .cfi_undefined rip
    movq %rbx, %rdi
    xorl %ebp, %ebp
    andq $-16, %rsp
    call simcuda_fiber_run
    ud2
    .cfi_endproc
    .size simcuda_fiber_entry, .-simcuda_fiber_entry
)");

namespace {
constexpr int saved_registers = 6;
constexpr int argument_register = 4;  // rbx, counted from the lowest address
constexpr int return_slot = 6;
}  // namespace

#elif defined(__aarch64__)

asm(R"(
    .text
    .p2align 4
    .globl simcuda_switch_stack
    .type simcuda_switch_stack, %function
simcuda_switch_stack:
    .cfi_startproc
    sub sp, sp, #176
    stp x19, x20, [sp, #0]
    stp x21, x22, [sp, #16]
    stp x23, x24, [sp, #32]
    stp x25, x26, [sp, #48]
    stp x27, x28, [sp, #64]
    stp x29, x30, [sp, #80]
    stp d8, d9, [sp, #96]
    stp d10, d11, [sp, #112]
    stp d12, d13, [sp, #128]
    stp d14, d15, [sp, #144]
    mov x9, sp
    str x9, [x0]
    mov sp, x1
    ldp x19, x20, [sp, #0]
    ldp x21, x22, [sp, #16]
    ldp x23, x24, [sp, #32]
    ldp x25, x26, [sp, #48]
    ldp x27, x28, [sp, #64]
    ldp x29, x30, [sp, #80]
    ldp d8, d9, [sp, #96]
    ldp d10, d11, [sp, #112]
    ldp d12, d13, [sp, #128]
    ldp d14, d15, [sp, #144]
    add sp, sp, #176
    ret
    .cfi_endproc
    .size simcuda_switch_stack, .-simcuda_switch_stack

    .p2align 4
    .type simcuda_fiber_entry, %function
simcuda_fiber_entry:
    .cfi_startproc
    .cfi_undefined x30
    mov x0, x19
    mov x29, #0
    bl simcuda_fiber_run
    brk #1
    .cfi_endproc
    .size simcuda_fiber_entry, .-simcuda_fiber_entry
)");

namespace {
constexpr int saved_registers = 22;
constexpr int argument_register = 0;  // x19
constexpr int return_slot = 11;       // x30
}  // namespace

#else
#error "The simulated device knows how to switch stacks on x86-64 and aarch64 only."
#endif

extern "C" {
void simcuda_fiber_entry();
void simcuda_fiber_run(simcuda::fiber* self) {
    self->run();
}
}

namespace simcuda {

void fiber::run() {
    f_(argument_);
    __builtin_trap();  // there is nobody to return to
}

void fiber::prepare(function f, void* argument) {
    f_ = f;
    argument_ = argument;
    // A frame as simcuda_switch_stack leaves it, that returns into the entry. 16-byte aligned as
    // the calling convention wants it there.
    auto top = (reinterpret_cast<std::uintptr_t>(stack_) + size_) & ~std::uintptr_t{63};
    auto* frame = reinterpret_cast<std::uintptr_t*>(top) - 32;
    for (int i = 0; i < 32; ++i)
        frame[i] = 0;
    frame[argument_register] = reinterpret_cast<std::uintptr_t>(this);
    frame[return_slot] = reinterpret_cast<std::uintptr_t>(&simcuda_fiber_entry);
    static_assert(return_slot <= saved_registers);
    own_ = frame;
}

}  // namespace simcuda
