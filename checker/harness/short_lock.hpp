#pragma once

#include <atomic>

namespace checker {

/// For a few lines that neither wait nor call the device. The simulated device does not see it: by
/// a mutex, whoever takes it next would come after what a host function did later than now.
class short_lock {
public:
    void lock() {
        while (taken_.test_and_set(std::memory_order_acquire)) {
        }
    }
    void unlock() { taken_.clear(std::memory_order_release); }

private:
    std::atomic_flag taken_;
};

}  // namespace checker
