// Correct: breadth first. All uploads of a round, then all kernels, then all downloads.

#include "lab.hpp"

#include <algorithm>
#include <array>
#include <vector>

#include "common/workload/advance.cuh"

namespace {

constexpr std::size_t width = 4;

struct piece {
    std::size_t first;
    std::size_t count;
    [[nodiscard]] std::size_t bytes() const { return count * sizeof(std::uint32_t); }
};

class pipeline {
public:
    ~pipeline() {
        for (std::size_t i = 0; i < width; ++i) {
            if (streams_[i] != nullptr) {
                cudaStreamSynchronize(streams_[i]);
                cudaStreamDestroy(streams_[i]);
            }
            cudaFree(buffers_[i]);
        }
    }

    cudaError_t open(std::size_t chunk) {
        for (std::size_t i = 0; i < width; ++i) {
            cudaError_t error = cudaStreamCreateWithFlags(&streams_[i], cudaStreamNonBlocking);
            if (error == cudaSuccess) {
                error = cudaMalloc(&buffers_[i], chunk * sizeof(std::uint32_t));
            }
            if (error != cudaSuccess) {
                return error;
            }
        }
        return cudaSuccess;
    }

    cudaError_t round(const job& work, const std::vector<piece>& pieces) {
        for (std::size_t i = 0; i < pieces.size(); ++i) {
            const auto& p = pieces[i];
            if (auto error = cudaMemcpyAsync(buffers_[i], work.input + p.first, p.bytes(),
                                             cudaMemcpyHostToDevice, streams_[i])) {
                return error;
            }
        }
        for (std::size_t i = 0; i < pieces.size(); ++i) {
            const auto& p = pieces[i];
            workload::advance<<<workload::blocks_for(p.count), workload::threads_per_block, 0,
                                streams_[i]>>>(buffers_[i], p.count, work.steps);
            if (auto error = cudaGetLastError()) {
                return error;
            }
        }
        for (std::size_t i = 0; i < pieces.size(); ++i) {
            const auto& p = pieces[i];
            if (auto error = cudaMemcpyAsync(work.output + p.first, buffers_[i], p.bytes(),
                                             cudaMemcpyDeviceToHost, streams_[i])) {
                return error;
            }
        }
        return cudaSuccess;
    }

    cudaError_t wait() {
        for (auto* stream : streams_) {
            if (auto error = cudaStreamSynchronize(stream)) {
                return error;
            }
        }
        return cudaSuccess;
    }

private:
    std::array<cudaStream_t, width> streams_{};
    std::array<std::uint32_t*, width> buffers_{};
};

}  // namespace

cudaError_t process(const job& work) {
    pipeline lanes;
    if (auto error = lanes.open(work.chunk)) {
        return error;
    }
    for (std::size_t first = 0; first < work.count;) {
        std::vector<piece> pieces;
        while (pieces.size() < width && first < work.count) {
            pieces.push_back({first, std::min(work.chunk, work.count - first)});
            first += pieces.back().count;
        }
        if (auto error = lanes.round(work, pieces)) {
            return error;
        }
    }
    return lanes.wait();
}
