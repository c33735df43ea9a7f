#pragma once

#include "simcuda/kernel_functions.hpp"

// A kernel's address without its type, as in `params.func = (void*)kernel`: the type is needed to
// pass the arguments on, so the rewriter turns such a cast into one that announces the kernel.
//
//   (void*)kernel                      ->  ::simcuda::kernel_cast{}->*kernel
//   reinterpret_cast<void*>(kernel)    ->  ::simcuda::kernel_cast{}->*(kernel)

namespace simcuda {

/// Makes it known that `pass(kernel, arguments)` calls the kernel with the values that `arguments`
/// point to, in the order of its parameters.
void announce_kernel(const void* kernel, void (*pass)(const void* kernel, void** arguments));

struct kernel_cast {
    template <class... P>
    void* operator->*(void (*kernel)(P...)) const {
        void* const untyped = reinterpret_cast<void*>(kernel);
        announce_kernel(untyped, [](const void* address, void** arguments) {
            pass(reinterpret_cast<void (*)(P...)>(const_cast<void*>(address)), arguments);
        });
        return untyped;
    }
    /// A variable that bears a kernel's name: the plain cast.
    template <class T>
    void* operator->*(T* p) const {
        return (void*)p;
    }

private:
    template <class... P>
    static void pass(void (*kernel)(P...), [[maybe_unused]] void** arguments) {
        ordered_call{kernel, *static_cast<P*>(*arguments++)...};
    }
};

}  // namespace simcuda
