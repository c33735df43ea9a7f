#pragma once

#include <string>
#include <utility>

#include "checker/harness/gpu/call_book.hpp"

/// How a redirected runtime function is written: see redirected.txt for what that is.
///
/// The learner's object, compiled by nvcc, calls `cudaMalloc`; `objcopy --redefine-syms` makes that
/// `learner_cudaMalloc`. The checker's own objects call `checker_cudaMalloc`. Both note the call
/// and make it. Everything else in the program, the CUDA runtime included, is as it was.
#define REDIRECTED(name, parameters, arguments)                            \
    extern "C" cudaError_t learner_##name parameters {                     \
        const ::checker::gpu::origin from{::checker::gpu::caller::learner, \
                                          __builtin_return_address(0)};    \
        return on_##name arguments;                                        \
    }                                                                      \
    extern "C" cudaError_t checker_##name parameters {                     \
        const ::checker::gpu::origin from{::checker::gpu::caller::checker, \
                                          __builtin_return_address(0)};    \
        return on_##name arguments;                                        \
    }

namespace checker::gpu {

[[nodiscard]] inline call_book& book() {
    return call_book::of_process();
}

/// Makes the call unless it was planned to fail, and notes it.
template <class Real>
cudaError_t noted(const origin& from, call_facts facts, Real real) {
    call_book::running_call call(book(), from, facts);
    if (call.planned()) {
        return call.end(*call.planned());
    }
    call.started();
    return call.end(real());
}

/// A call of which nothing but its name is of interest.
[[nodiscard]] inline call_facts named(const char* name) {
    call_facts facts;
    facts.name = name;
    return facts;
}

/// The stream that a call means.
[[nodiscard]] inline cudaStream_t meant(cudaStream_t stream, default_stream zero) {
    return stream == nullptr && zero == default_stream::of_thread ? cudaStreamPerThread : stream;
}

[[nodiscard]] inline call_facts in_stream(const char* name, timeline::call_role role,
                                          cudaStream_t stream, default_stream zero) {
    auto facts = named(name);
    facts.role = role;
    facts.stream = book().stream(stream, zero);
    return facts;
}

}  // namespace checker::gpu
