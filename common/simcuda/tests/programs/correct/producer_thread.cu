// A thread fills pinned buffers; the main thread uploads them and hands each back once it is read.
#include <condition_variable>
#include <mutex>
#include <queue>
#include <thread>

#include "plain.cuh"

class channel {
public:
    void put(int* buffer) {
        const std::lock_guard lock(mutex_);
        waiting_.push(buffer);
        arrived_.notify_one();
    }
    int* take() {
        std::unique_lock lock(mutex_);
        arrived_.wait(lock, [this] { return !waiting_.empty(); });
        int* buffer = waiting_.front();
        waiting_.pop();
        return buffer;
    }

private:
    std::mutex mutex_;
    std::condition_variable arrived_;
    std::queue<int*> waiting_;
};

int main() {
    const int rounds = 6, n = 1024, bytes = n * sizeof(int);
    channel full, empty;
    for (int b = 0; b < 2; ++b) {
        int* buffer = nullptr;
        check(cudaMallocHost(&buffer, bytes));
        empty.put(buffer);
    }
    int *d, *sum, *h_sum;
    check(cudaMalloc(&d, bytes));
    check(cudaMalloc(&sum, bytes));
    check(cudaMallocHost(&h_sum, bytes));
    cudaStream_t s = independent_stream();
    cudaEvent_t read = order_event();
    check(cudaMemsetAsync(sum, 0, bytes, s));

    std::thread producer([&] {
        for (int r = 0; r < rounds; ++r) {
            int* buffer = empty.take();
            for (int i = 0; i < n; ++i)
                buffer[i] = r;  // (a2)
            full.put(buffer);
        }
    });
    for (int r = 0; r < rounds; ++r) {
        int* buffer = full.take();
        check(cudaMemcpyAsync(d, buffer, bytes, cudaMemcpyHostToDevice, s));  // (a1)
        check(cudaEventRecord(read, s));
        add<<<n / 128, 128, 0, s>>>(sum, d);
        check(cudaEventSynchronize(read));  // SYNC a: race-host-refills-early
        empty.put(buffer);
    }
    producer.join();
    check(cudaMemcpyAsync(h_sum, sum, bytes, cudaMemcpyDeviceToHost, s));  // (b1)
    check(cudaStreamSynchronize(s));  // SYNC b: race-host-reads-early
    int wrong = 0;
    for (int i = 0; i < n; ++i)
        wrong += h_sum[i] != rounds * (rounds - 1) / 2;  // (b2)
    return wrong != 0;
}
