// One allocation of each kind, cut into places; a queue of what is under way, and one of free
// places.

#include "lab.hpp"

#include <deque>
#include <memory>
#include <vector>

#include "common/workload/advance.cuh"

namespace {

constexpr std::size_t places = 7;

struct free_device {
    void operator()(std::uint32_t* p) const { cudaFree(p); }
};
struct free_pinned {
    void operator()(std::uint32_t* p) const { cudaFreeHost(p); }
};

class streams {
public:
    ~streams() {
        for (cudaStream_t each : all_) {
            cudaStreamDestroy(each);
        }
    }
    cudaError_t add() {
        cudaStream_t made = nullptr;
        const cudaError_t error = cudaStreamCreate(&made);
        if (error == cudaSuccess) {
            all_.push_back(made);
        }
        return error;
    }
    cudaStream_t operator[](std::size_t i) const { return all_[i]; }

private:
    std::vector<cudaStream_t> all_;
};

struct under_way {
    std::size_t place;
    std::size_t count;
};

class pipeline {
public:
    explicit pipeline(const job& work) : work_(work) {}
    // The members' destructors need a device that is done.
    ~pipeline() { cudaDeviceSynchronize(); }

    cudaError_t create() {
        const std::size_t bytes = places * work_.largest * sizeof(std::uint32_t);
        std::uint32_t* made = nullptr;
        if (cudaError_t error = cudaMalloc(&made, bytes)) {
            return error;
        }
        device_.reset(made);
        if (cudaError_t error = cudaMallocHost(&made, bytes)) {
            return error;
        }
        in_.reset(made);
        if (cudaError_t error = cudaHostAlloc(&made, bytes, cudaHostAllocPortable)) {
            return error;
        }
        out_.reset(made);
        for (std::size_t i = 0; i < places; ++i) {
            if (cudaError_t error = streams_.add()) {
                return error;
            }
            free_.push_back(i);
        }
        return cudaSuccess;
    }

    cudaError_t run() {
        for (;;) {
            if (free_.empty()) {
                if (cudaError_t error = deliver()) {
                    return error;
                }
            }
            std::size_t count = 0;
            const std::size_t place = free_.front();
            cudaError_t error =
                work_.stop_requested() ? cudaSuccess : work_.produce(at(in_, place), count);
            if (error == cudaSuccess && count > 0) {
                error = issue(place, count);
            }
            if (error != cudaSuccess || count == 0) {
                const cudaError_t late = deliver_all();
                return error != cudaSuccess ? error : late;
            }
            free_.pop_front();
            queue_.push_back({place, count});
        }
    }

private:
    template <class Memory>
    std::uint32_t* at(const Memory& memory, std::size_t place) const {
        return memory.get() + place * work_.largest;
    }

    cudaError_t issue(std::size_t place, std::size_t count) {
        const std::size_t bytes = count * sizeof(std::uint32_t);
        cudaStream_t stream = streams_[place];
        if (cudaError_t error = cudaMemcpyAsync(at(device_, place), at(in_, place), bytes,
                                                cudaMemcpyHostToDevice, stream)) {
            return error;
        }
        workload::advance<<<workload::blocks_for(count), workload::threads_per_block, 0, stream>>>(
            at(device_, place), count, work_.steps);
        if (cudaError_t error = cudaGetLastError()) {
            return error;
        }
        return cudaMemcpyAsync(at(out_, place), at(device_, place), bytes, cudaMemcpyDeviceToHost,
                               stream);
    }

    cudaError_t deliver() {
        const under_way oldest = queue_.front();
        if (cudaError_t error = cudaStreamSynchronize(streams_[oldest.place])) {
            return error;
        }
        queue_.pop_front();
        free_.push_back(oldest.place);
        return work_.consume(at(out_, oldest.place), oldest.count);
    }

    cudaError_t deliver_all() {
        cudaError_t error = cudaSuccess;
        while (error == cudaSuccess && !queue_.empty()) {
            error = deliver();
        }
        return error;
    }

    const job& work_;
    streams streams_;
    std::unique_ptr<std::uint32_t, free_device> device_;
    std::unique_ptr<std::uint32_t, free_pinned> in_;
    std::unique_ptr<std::uint32_t, free_pinned> out_;
    std::deque<std::size_t> free_;
    std::deque<under_way> queue_;
};

}  // namespace

cudaError_t process(const job& work) {
    pipeline p(work);
    const cudaError_t error = p.create();
    return error != cudaSuccess ? error : p.run();
}
