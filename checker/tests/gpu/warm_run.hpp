#pragma once

#include <cuda_runtime.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <vector>

/// A program that is run over and over in one process, on a GPU or simulated, as it is and with
/// every call that gives the device work waiting for that work. What the first time costs is no
/// part of what is compared: streams, events and memory are made once and handed out again. This
/// comes before the program's text, whose calls it takes the place of.
namespace warm {

enum class calls { as_they_are, blocking };

/// One run: from its first call that gives the device work to the return of its last wait.
class run {
public:
    static run& current() {
        static run only;
        return only;
    }

    void begin(calls how) {
        how_ = how;
        handed_out_ = 0;
        begun_ = false;
        host_us_ = 0;
    }
    [[nodiscard]] double length_us() const { return us(left_ - began_); }
    /// Of it, what the program did between its calls.
    [[nodiscard]] double host_us() const { return host_us_; }

    template <class Thing, class Make>
    cudaError_t once(Thing** where, Make make) {
        if (handed_out_ < made_.size()) {
            *where = static_cast<Thing*>(made_[handed_out_++]);
            return cudaSuccess;
        }
        const cudaError_t error = make(where);
        made_.push_back(*where);
        ++handed_out_;
        return error;
    }
    template <class Call>
    cudaError_t call(Call c) {
        if (begun_)
            host_us_ += us(clock::now() - left_);
        const cudaError_t error = c();
        left_ = clock::now();
        return error;
    }
    template <class Call>
    cudaError_t work(Call c) {
        if (!begun_) {
            began_ = left_ = clock::now();
            begun_ = true;
        }
        return call([&] {
            const cudaError_t error = c();
            return how_ == calls::blocking ? std::max(error, cudaDeviceSynchronize()) : error;
        });
    }

private:
    using clock = std::chrono::steady_clock;
    static double us(clock::duration t) {
        return std::chrono::duration<double, std::micro>(t).count();
    }

    calls how_ = calls::as_they_are;
    std::vector<void*> made_;
    std::size_t handed_out_ = 0;
    bool begun_ = false;
    clock::time_point began_, left_;
    double host_us_ = 0;
};

/// Runs `program` `times` times each way, in turns, and writes a line for each run but the first of
/// each: how, its length and the host's part of it in us. Returns the exit status of the first run
/// that is not 0.
template <class Program>
int repeat(Program program, int times, const char* file_name) {
    std::FILE* const file = std::fopen(file_name, "w");
    if (file == nullptr)
        return 2;
    int status = 0;
    for (int i = 0; i < times && status == 0; ++i) {
        for (const calls how : {calls::as_they_are, calls::blocking}) {
            run& r = run::current();
            r.begin(how);
            status = std::max(status, program(1, static_cast<char**>(nullptr)));
            if (i > 0) {
                std::fprintf(file, "%s %.3f %.3f\n",
                             how == calls::blocking ? "blocking" : "as-is", r.length_us(),
                             r.host_us());
            }
        }
    }
    std::fclose(file);
    return status;
}

}  // namespace warm

#define WARM_ONCE(make, where, ...) \
    warm::run::current().once(where, [&](auto made) { return make(made, ##__VA_ARGS__); })
#define WARM_WORK(...) warm::run::current().work([&] { return __VA_ARGS__; })
#define WARM_CALL(...) warm::run::current().call([&] { return __VA_ARGS__; })

#define cudaMalloc(where, size) WARM_ONCE(cudaMalloc, where, size)
#define cudaMallocHost(where, size) WARM_ONCE(cudaMallocHost, where, size)
#define cudaStreamCreateWithFlags(where, flags) WARM_ONCE(cudaStreamCreateWithFlags, where, flags)
#define cudaEventCreate(where) WARM_ONCE(cudaEventCreate, where)
#define cudaEventCreateWithFlags(where, flags) WARM_ONCE(cudaEventCreateWithFlags, where, flags)

#define cudaMemcpy(...) WARM_WORK(cudaMemcpy(__VA_ARGS__))
#define cudaMemcpyAsync(...) WARM_WORK(cudaMemcpyAsync(__VA_ARGS__))
#define cudaMemset(...) WARM_WORK(cudaMemset(__VA_ARGS__))

#define cudaEventRecord(...) WARM_CALL(cudaEventRecord(__VA_ARGS__))
#define cudaStreamWaitEvent(...) WARM_CALL(cudaStreamWaitEvent(__VA_ARGS__))
#define cudaEventSynchronize(...) WARM_CALL(cudaEventSynchronize(__VA_ARGS__))
#define cudaStreamSynchronize(...) WARM_CALL(cudaStreamSynchronize(__VA_ARGS__))
#define cudaDeviceSynchronize(...) WARM_CALL(cudaDeviceSynchronize(__VA_ARGS__))
