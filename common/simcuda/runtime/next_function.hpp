#pragma once

#include <dlfcn.h>

#include <atomic>

namespace simcuda {

/// The function that a program without the simulated device would call by this name.
template <class Result, class... Parameters>
class next_function {
public:
    constexpr explicit next_function(const char* name) : name_(name) {}
    /// With the type of a function that is declared.
    constexpr next_function(Result (*)(Parameters...), const char* name) : name_(name) {}

    Result operator()(Parameters... arguments) {
        function* f = found_.load(std::memory_order_relaxed);
        if (f == nullptr) {
            f = reinterpret_cast<function*>(dlsym(RTLD_NEXT, name_));
            found_.store(f, std::memory_order_relaxed);
        }
        return f(arguments...);
    }

private:
    using function = Result(Parameters...);
    const char* name_;
    std::atomic<function*> found_ = nullptr;
};

}  // namespace simcuda

/// Defines `next_NAME` for a function that this file stands in front of.
#define SIMCUDA_NEXT(name) constinit simcuda::next_function next_##name(&(name), #name)
