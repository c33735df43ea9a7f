// Correct: the upload of the next chunk is issued before the launch of this one.

#include "lab.hpp"

#include <algorithm>
#include <vector>

#include "common/workload/advance.cuh"

using workload::advance_into;
using workload::blocks_for;
using workload::threads_per_block;

namespace {

constexpr std::size_t buffers = 2;

struct slot {
    std::uint32_t* staging = nullptr;
    std::uint32_t* in = nullptr;
    std::uint32_t* out = nullptr;
    cudaEvent_t filled = nullptr;
    cudaEvent_t used = nullptr;
    cudaEvent_t emptied = nullptr;
};

class double_buffer {
public:
    explicit double_buffer(const job& work) : work_(work) {}
    ~double_buffer();
    cudaError_t prepare();
    cudaError_t run();

private:
    std::size_t count_of(std::size_t chunk) const {
        return std::min(work_.chunk, work_.count - chunk * work_.chunk);
    }
    cudaError_t upload(std::size_t chunk);
    cudaError_t compute_and_download(std::size_t chunk);

    const job& work_;
    cudaStream_t up_ = nullptr, compute_ = nullptr, down_ = nullptr;
    slot slots_[buffers];
};

cudaError_t first(std::initializer_list<cudaError_t> errors) {
    const auto found =
        std::find_if(errors.begin(), errors.end(), [](cudaError_t e) { return e != cudaSuccess; });
    return found == errors.end() ? cudaSuccess : *found;
}

cudaError_t double_buffer::prepare() {
    const std::size_t bytes = work_.chunk * sizeof(std::uint32_t);
    for (cudaStream_t* s : {&up_, &compute_, &down_}) {
        if (const auto e = cudaStreamCreate(s)) {
            return e;
        }
    }
    for (slot& s : slots_) {
        if (const auto e = cudaHostAlloc(&s.staging, bytes, cudaHostAllocDefault)) {
            return e;
        }
        if (const auto e = cudaMalloc(&s.in, bytes)) {
            return e;
        }
        if (const auto e = cudaMalloc(&s.out, bytes)) {
            return e;
        }
        for (cudaEvent_t* event : {&s.filled, &s.used, &s.emptied}) {
            if (const auto e = cudaEventCreate(event)) {
                return e;
            }
        }
    }
    return cudaSuccess;
}

double_buffer::~double_buffer() {
    for (slot& s : slots_) {
        for (cudaEvent_t event : {s.filled, s.used, s.emptied}) {
            if (event != nullptr) {
                cudaEventDestroy(event);
            }
        }
        cudaFree(s.out);
        cudaFree(s.in);
        cudaFreeHost(s.staging);
    }
    for (cudaStream_t s : {up_, compute_, down_}) {
        if (s != nullptr) {
            cudaStreamDestroy(s);
        }
    }
}

cudaError_t double_buffer::upload(std::size_t chunk) {
    slot& s = slots_[chunk % buffers];
    if (const auto e = cudaEventSynchronize(s.filled)) {
        return e;
    }
    work_.produce(chunk * work_.chunk, count_of(chunk), s.staging);
    if (const auto e = cudaStreamWaitEvent(up_, s.used, 0)) {
        return e;
    }
    if (const auto e = cudaMemcpyAsync(s.in, s.staging, count_of(chunk) * sizeof(std::uint32_t),
                                       cudaMemcpyHostToDevice, up_)) {
        return e;
    }
    return cudaEventRecord(s.filled, up_);
}

cudaError_t double_buffer::compute_and_download(std::size_t chunk) {
    slot& s = slots_[chunk % buffers];
    const std::size_t count = count_of(chunk);
    if (const auto e = cudaStreamWaitEvent(compute_, s.filled, 0)) {
        return e;
    }
    if (const auto e = cudaStreamWaitEvent(compute_, s.emptied, 0)) {
        return e;
    }
    advance_into<<<blocks_for(count), threads_per_block, 0, compute_>>>(s.in, s.out, count,
                                                                        work_.steps);
    if (const auto e = cudaGetLastError()) {
        return e;
    }
    if (const auto e = cudaEventRecord(s.used, compute_)) {
        return e;
    }
    if (const auto e = cudaStreamWaitEvent(down_, s.used, 0)) {
        return e;
    }
    if (const auto e =
            cudaMemcpyAsync(work_.output + chunk * work_.chunk, s.out,
                            count * sizeof(std::uint32_t), cudaMemcpyDeviceToHost, down_)) {
        return e;
    }
    return cudaEventRecord(s.emptied, down_);
}

cudaError_t double_buffer::run() {
    cudaError_t error = prepare();
    const std::size_t chunks = (work_.count + work_.chunk - 1) / work_.chunk;
    for (std::size_t chunk = 0; chunk <= chunks && error == cudaSuccess; ++chunk) {
        if (chunk < chunks) {
            error = upload(chunk);
        }
        if (chunk > 0 && error == cudaSuccess) {
            error = compute_and_download(chunk - 1);
        }
    }
    std::vector<cudaError_t> all{error};
    for (cudaStream_t s : {up_, compute_, down_}) {
        all.push_back(s == nullptr ? cudaSuccess : cudaStreamSynchronize(s));
    }
    return first({all[0], all[1], all[2], all[3]});
}

}  // namespace

cudaError_t process(const job& work) {
    double_buffer mine(work);
    return mine.run();
}
