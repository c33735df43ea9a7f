#pragma once

#include <cuda_runtime_api.h>

/// What a learner's object might do, compiled as one and then redirected as one.
namespace sample {

struct things {
    void* device = nullptr;
    void* pinned = nullptr;
    cudaStream_t stream = nullptr;
    cudaEvent_t event = nullptr;
};

cudaError_t make(things& all);
cudaError_t work(const things& all);
cudaError_t give_back(const things& all);

/// The same allocation twice, on two lines.
cudaError_t allocate_twice(void** first, void** second);
cudaError_t last_error();
cudaError_t peek_at_error();

}  // namespace sample
