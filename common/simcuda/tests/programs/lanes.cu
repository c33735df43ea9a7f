// Host threads at work, and the virtual times at which they come somewhere: the same on every run.
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <deque>
#include <mutex>
#include <thread>
#include <vector>

#include "cases.cuh"

namespace {

constexpr int rounds = 6;

long long now() {
    return std::chrono::steady_clock::now().time_since_epoch().count();
}

struct lane {
    cudaStream_t stream = stream_without_barrier();
    int* device = on_device();
    int* host = pinned_with(0);
    std::vector<long long> times;

    void upload() { cudaMemcpyAsync(device, host, size, cudaMemcpyHostToDevice, stream); }
    void download() { cudaMemcpyAsync(host, device, size, cudaMemcpyDeviceToHost, stream); }
    void tell(const char* name) const {
        std::printf("%s:", name);
        for (const long long t : times) std::printf(" %lld", t);
        std::printf("\n");
    }
};

void thread_per_lane() {
    std::vector<lane> lanes(4);
    std::vector<std::thread> threads_of_lanes;
    for (std::size_t i = 0; i < lanes.size(); ++i) {
        threads_of_lanes.emplace_back([&l = lanes[i], i] {
            for (int round = 0; round < rounds; ++round) {
                for (int k = 0; k < count; ++k) l.host[k] = round;
                l.upload();
                spin<<<16, threads, 0, l.stream>>>(static_cast<int>(5 + 3 * i));
                add_one<<<ON(l.stream)>>>(l.device);
                l.download();
                cudaStreamSynchronize(l.stream);
                l.times.push_back(now());
            }
        });
    }
    for (std::thread& t : threads_of_lanes) t.join();
    for (const lane& l : lanes) l.tell("lane");
}

/// One thread fills, one drives the device, one looks at the results.
void producer_and_consumer() {
    struct queue {
        std::mutex m;
        std::condition_variable c;
        std::deque<lane*> waiting;
        void put(lane* l) {
            const std::lock_guard lock(m);
            waiting.push_back(l);
            c.notify_one();
        }
        lane* take() {
            std::unique_lock lock(m);
            c.wait(lock, [this] { return !waiting.empty(); });
            lane* l = waiting.front();
            waiting.pop_front();
            return l;
        }
    };
    queue empty, full, done;
    std::vector<lane> lanes(3);
    for (lane& l : lanes) empty.put(&l);
    std::thread producer([&] {
        for (int round = 0; round < 3 * rounds; ++round) {
            lane* l = empty.take();
            for (int k = 0; k < count; ++k) l->host[k] = round;
            full.put(l);
        }
    });
    std::thread consumer([&] {
        for (int round = 0; round < 3 * rounds; ++round) {
            lane* l = done.take();
            expect(all_are(l->host, round + 1), "in order");
            l->times.push_back(now());
            empty.put(l);
        }
    });
    for (int round = 0; round < 3 * rounds; ++round) {
        lane* l = full.take();
        l->upload();
        add_one<<<ON(l->stream)>>>(l->device);
        l->download();
        cudaStreamSynchronize(l->stream);
        done.put(l);
    }
    producer.join();
    consumer.join();
    for (const lane& l : lanes) l.tell("queue");
}

/// Two threads pass one lane to and fro.
void atomics() {
    lane l;
    std::atomic<int> turn = 0;
    std::atomic<int> lock = 0;
    const auto play = [&](int me) {
        for (int round = 0; round < rounds; ++round) {
            while (turn.load() != me) {
            }
            while (lock.exchange(1) != 0) {
            }
            l.upload();
            add_one<<<ON(l.stream)>>>(l.device);
            l.download();
            cudaStreamSynchronize(l.stream);
            l.times.push_back(now());
            lock.store(0);
            turn.store(1 - me);
        }
    };
    std::thread a(play, 0), b(play, 1);
    a.join();
    b.join();
    expect(all_are(l.host, 2 * rounds), "all rounds");
    l.tell("atomics");
}

}  // namespace

int main() {
    thread_per_lane();
    producer_and_consumer();
    atomics();
    cudaDeviceSynchronize();
    std::printf("end %lld\n", now());
    return wrong_results;
}
