// One missing wait, and then a program that ends in the way the command line asks for.
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <stdexcept>
#include <string_view>
#include <thread>

#include "cases.cuh"

__global__ void write_far(int* p) {
    p[1 << 24] = 1;
}

/// A name that only the compiler can tell from a function's.
__global__ void twice(int* p) {
    *p *= 2;
}
void twice(long) {}

int* pinned = nullptr;

void reads_early() {
    int* d = on_device_with(1);
    pinned = pinned_with(0);
    cudaMemcpyAsync(pinned, d, size, cudaMemcpyDeviceToHost, 0);
    std::printf("%d\n", pinned[0]);
    std::fflush(stdout);
    cudaDeviceSynchronize();
}

int main(int argc, char** argv) {
    const std::string_view way = argc > 1 ? argv[1] : "";
    if (way != "well") reads_early();
    if (way == "status") return 3;
    if (way == "exit") std::exit(5);
    if (way == "exit-in-a-thread") std::thread([] { std::exit(6); }).join();
    if (way == "abort") std::abort();
    if (way == "segv") *static_cast<volatile int*>(nullptr) = 1;
    if (way == "exception") throw std::runtime_error("nobody catches this");
    if (way == "pending") add_one<<<ON(0)>>>(on_device_with(0));
    if (way == "broken-kernel") write_far<<<1, 1>>>(on_device());
    if (way == "signal") std::raise(SIGTERM);
    if (way == "quick") _exit(7);
    if (way == "plain-call") twice(pinned);
    return 0;
}
