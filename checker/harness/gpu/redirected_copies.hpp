#pragma once

#include "checker/harness/gpu/redirected.hpp"

/// How calls that copy are noted.
namespace checker::gpu {

[[nodiscard]] inline timeline::op_kind kind_of(cudaMemcpyKind kind) {
    using timeline::op_kind;
    switch (kind) {
        case cudaMemcpyHostToDevice:
            return op_kind::copy_h2d;
        case cudaMemcpyDeviceToHost:
            return op_kind::copy_d2h;
        case cudaMemcpyHostToHost:
            return op_kind::copy_h2h;
        default:
            return op_kind::copy_d2d;
    }
}

[[nodiscard]] inline started_work copy_of(cudaMemcpyKind kind, void* to, const void* from,
                                          std::size_t size, cudaStream_t stream) {
    const auto* const host = kind == cudaMemcpyHostToDevice   ? from
                             : kind == cudaMemcpyDeviceToHost ? to
                                                              : nullptr;
    const auto* const device = kind == cudaMemcpyHostToDevice   ? to
                               : kind == cudaMemcpyDeviceToHost ? from
                                                                : nullptr;
    return {kind_of(kind), stream, {size}, host, nullptr, device};
}

template <class Real>
cudaError_t copy(const origin& from, const char* name, timeline::call_role role,
                 default_stream zero, const started_work& work, Real real) {
    auto facts = in_stream(name, role, work.stream, zero);
    facts.size = work.size;
    if (work.size.value > 0) {
        facts.work = work;
        facts.work->stream = meant(work.stream, zero);
    }
    return noted(from, facts, real);
}

}  // namespace checker::gpu
