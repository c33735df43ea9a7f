// What graphs cost a machine, one "name value unit" a line: runs on a GPU and on the simulated
// device alike. [calls] in profiles/h200.toml takes its figures about graphs from here.
#include <cuda_runtime.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

namespace {

constexpr int rounds = 20;

__global__ void nothing() {}

void check(cudaError_t error, const char* what) {
    if (error == cudaSuccess) return;
    std::fprintf(stderr, "%s: %s\n", what, cudaGetErrorString(error));
    std::exit(1);
}

double now_us() {
    const auto t = std::chrono::steady_clock::now().time_since_epoch();
    return std::chrono::duration<double, std::micro>(t).count();
}

void say(const std::string& name, double value, const char* unit) {
    std::printf("%s %.3f %s\n", name.c_str(), value, unit);
}

double median(std::vector<double> values) {
    std::sort(values.begin(), values.end());
    return values[values.size() / 2];
}

cudaStream_t stream() {
    cudaStream_t s = nullptr;
    check(cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking), "stream");
    return s;
}

/// Median host time of `call`, the stream idle before each, and of everything until its end.
template <class Call>
void time_of(const std::string& name, cudaStream_t s, int nodes, Call call) {
    std::vector<double> calls, wholes, device;
    cudaEvent_t start, end;
    check(cudaEventCreate(&start), "event");
    check(cudaEventCreate(&end), "event");
    for (int round = 0; round < rounds; ++round) {
        check(cudaStreamSynchronize(s), "synchronize");
        const double before = now_us();
        call();
        const double returned = now_us();
        check(cudaStreamSynchronize(s), "synchronize");
        calls.push_back(returned - before);
        wholes.push_back(now_us() - before);
        check(cudaEventRecord(start, s), "record");
        call();
        check(cudaEventRecord(end, s), "record");
        check(cudaStreamSynchronize(s), "synchronize");
        float ms = 0;
        check(cudaEventElapsedTime(&ms, start, end), "elapsed");
        device.push_back(ms * 1000.0);
    }
    say(name + ".call", median(calls), "us");
    say(name + ".whole", median(wholes), "us");
    say(name + ".device", median(device), "us");
    say(name + ".device-per-node", median(device) / nodes, "us");
    check(cudaEventDestroy(start), "event");
    check(cudaEventDestroy(end), "event");
}

cudaGraph_t captured_chain(cudaStream_t s, int nodes) {
    cudaGraph_t g = nullptr;
    check(cudaStreamBeginCapture(s, cudaStreamCaptureModeRelaxed), "begin");
    for (int i = 0; i < nodes; ++i) nothing<<<1, 32, 0, s>>>();
    check(cudaStreamEndCapture(s, &g), "end");
    return g;
}

/// `width` chains side by side, forked from the stream and joined to it.
cudaGraph_t captured_fork(cudaStream_t s, int width, int length) {
    std::vector<cudaStream_t> others;
    cudaEvent_t e = nullptr;
    check(cudaEventCreateWithFlags(&e, cudaEventDisableTiming), "event");
    check(cudaStreamBeginCapture(s, cudaStreamCaptureModeRelaxed), "begin");
    nothing<<<1, 32, 0, s>>>();
    check(cudaEventRecord(e, s), "record");
    for (int i = 0; i < width; ++i) {
        others.push_back(stream());
        check(cudaStreamWaitEvent(others[i], e, 0), "fork");
    }
    for (int i = 0; i < width; ++i) {
        for (int k = 0; k < length; ++k) nothing<<<1, 32, 0, others[i]>>>();
        check(cudaEventRecord(e, others[i]), "record");
        check(cudaStreamWaitEvent(s, e, 0), "join");
    }
    nothing<<<1, 32, 0, s>>>();
    cudaGraph_t g = nullptr;
    check(cudaStreamEndCapture(s, &g), "end");
    for (cudaStream_t other : others) check(cudaStreamDestroy(other), "stream");
    check(cudaEventDestroy(e), "event");
    return g;
}

void measure(const std::string& name, cudaStream_t s, cudaGraph_t g, int nodes) {
    const double before = now_us();
    cudaGraphExec_t exec = nullptr;
    check(cudaGraphInstantiate(&exec, g, 0), "instantiate");
    say(name + ".instantiate", now_us() - before, "us");
    const double first = now_us();
    check(cudaGraphLaunch(exec, s), "launch");
    say(name + ".first-launch", now_us() - first, "us");
    time_of(name, s, nodes, [&] { check(cudaGraphLaunch(exec, s), "launch"); });
    check(cudaGraphExecDestroy(exec), "exec");
    check(cudaGraphDestroy(g), "graph");
}

}  // namespace

int main() {
    const cudaStream_t s = stream();
    nothing<<<1, 32, 0, s>>>();
    check(cudaStreamSynchronize(s), "warm-up");
    for (const int nodes : {1, 10, 100, 1000}) {
        const std::string count = std::to_string(nodes);
        time_of("eager." + count, s, nodes, [&] {
            for (int i = 0; i < nodes; ++i) nothing<<<1, 32, 0, s>>>();
        });
        const double before = now_us();
        const cudaGraph_t g = captured_chain(s, nodes);
        say("chain." + count + ".capture", now_us() - before, "us");
        measure("chain." + count, s, g, nodes);
    }
    for (const int width : {2, 8, 32})
        measure("fork." + std::to_string(width) + "x10", s, captured_fork(s, width, 10), width * 10);
    return 0;
}
