// Waits for what never comes, without computing.

#include "lab.hpp"

#include <condition_variable>
#include <mutex>

cudaError_t process(const job& work) {
    std::mutex mutex;
    std::condition_variable never;
    std::unique_lock lock(mutex);
    for (;;) {
        never.wait(lock);
    }
    static_cast<void>(work);
    return cudaSuccess;
}
