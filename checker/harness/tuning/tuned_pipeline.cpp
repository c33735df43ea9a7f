#include "checker/harness/tuning/tuned_pipeline.hpp"

#include <algorithm>
#include <vector>

#include "checker/harness/own_call.hpp"

namespace checker {

tuned_pipeline::tuned_pipeline(device_session& device, std::size_t count, unsigned int steps)
    : device_(device),
      count_(count),
      steps_(steps),
      input_(device, count, host_memory::pinned, 0),
      output_(device, count, host_memory::pinned, 0) {
    // No more lanes than chunks are used: together they hold the job and a rest of a chunk.
    void* memory = nullptr;
    expect_success(cudaMalloc(&memory, 2 * count * sizeof(std::uint32_t)));
    buffers_ = static_cast<std::uint32_t*>(memory);
    for (auto& stream : streams_) {
        expect_success(cudaStreamCreate(&stream));
    }
}

tuned_pipeline::~tuned_pipeline() {
    static_cast<void>(cudaDeviceSynchronize());
    for (const auto stream : streams_) {
        if (stream != nullptr) {
            static_cast<void>(cudaStreamDestroy(stream));
        }
    }
    static_cast<void>(cudaFree(buffers_));
}

tuned_pipeline::piece tuned_pipeline::piece_of(std::size_t index, std::size_t chunk,
                                               std::size_t lanes) const {
    const std::size_t first = index * chunk;
    const std::size_t lane = index % lanes;
    return {first, std::min(chunk, count_ - first), buffers_ + lane * chunk, streams_[lane]};
}

cudaError_t tuned_pipeline::upload_and_launch(const piece& it) {
    if (const auto error = cudaMemcpyAsync(it.buffer, input_.data() + it.first, it.bytes(),
                                           cudaMemcpyHostToDevice, it.stream)) {
        return error;
    }
    device_.launch_kernel(it.buffer, it.count, steps_, it.stream);
    return cudaSuccess;
}

cudaError_t tuned_pipeline::download(const piece& it) {
    return cudaMemcpyAsync(output_.data() + it.first, it.buffer, it.bytes(), cudaMemcpyDeviceToHost,
                           it.stream);
}

tuned_pipeline::shape tuned_pipeline::shape_of(std::size_t chunk, std::size_t streams) const {
    const std::size_t length = std::min(chunk, count_);
    return {length, std::min(streams, (count_ + length - 1) / length)};
}

cudaError_t tuned_pipeline::run(std::size_t chunk, std::size_t streams) {
    if (!is_valid(chunk, streams)) {
        return cudaErrorInvalidValue;
    }
    const auto [length, lanes] = shape_of(chunk, streams);
    const std::size_t chunks = (count_ + length - 1) / length;
    // A single copy engine takes copies as they were issued: the next upload goes before the
    // download, which has to wait for its kernel. With one buffer that cannot be.
    const std::size_t late = lanes > 1 ? 1 : 0;
    auto error = cudaSuccess;
    for (std::size_t i = 0; i < chunks + late && error == cudaSuccess; ++i) {
        if (i < chunks) {
            error = upload_and_launch(piece_of(i, length, lanes));
        }
        if (i >= late && error == cudaSuccess) {
            error = download(piece_of(i - late, length, lanes));
        }
    }
    for (std::size_t i = 0; i < lanes; ++i) {
        const auto waited = cudaStreamSynchronize(streams_[i]);
        error = error != cudaSuccess ? error : waited;
    }
    return error;
}

nanoseconds tuned_pipeline::time_of(std::size_t chunk, std::size_t streams) {
    tried_plan plan{chunk, streams};
    measure_in_turns({&plan}, device_.repetitions());
    return plan.time;
}

void tuned_pipeline::measure_in_turns(const std::vector<tried_plan*>& plans, int times) {
    std::vector<std::vector<nanoseconds>> taken(plans.size());
    for (int i = 0; i < times; ++i) {
        for (std::size_t p = 0; p < plans.size(); ++p) {
            const auto begin = device_.now();
            expect_success(run(plans[p]->chunk, plans[p]->streams));
            taken[p].push_back(device_.now() - begin);
        }
    }
    for (std::size_t p = 0; p < plans.size(); ++p) {
        std::sort(taken[p].begin(), taken[p].end());
        plans[p]->time = taken[p][taken[p].size() / 2];
    }
}

cudaError_t tuned_pipeline::run_or_recall(std::size_t chunk, std::size_t streams) {
    if (device_.repetitions() > 1 || !is_valid(chunk, streams)) {
        return run(chunk, streams);
    }
    const auto known = known_.find(shape_of(chunk, streams));
    if (known != known_.end()) {
        device_.host_works_for(known->second);
        return cudaSuccess;
    }
    const auto begin = device_.now();
    const auto error = run(chunk, streams);
    if (error == cudaSuccess) {
        known_.emplace(shape_of(chunk, streams), device_.now() - begin);
    }
    return error;
}

nanoseconds tuned_pipeline::time_or_recall(std::size_t chunk, std::size_t streams) {
    if (device_.repetitions() > 1) {
        return time_of(chunk, streams);
    }
    const auto begin = device_.now();
    expect_success(run_or_recall(chunk, streams));
    return device_.now() - begin;
}

}  // namespace checker
