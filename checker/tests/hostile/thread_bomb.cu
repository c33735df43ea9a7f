// Starts threads without end.

#include "lab.hpp"

#include <chrono>
#include <thread>

cudaError_t process(const job& work) {
    for (;;) {
        std::thread([] {
            for (volatile int i = 0;; i = i + 1) {
            }
        }).detach();
    }
    static_cast<void>(work);
    return cudaSuccess;
}
