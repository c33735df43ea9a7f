// The device of programs that were built for a GPU, in the place of ../the_device.cpp.

#include "checker/harness/gpu/gpu_session.hpp"
#include "checker/harness/the_device.hpp"

namespace checker {

device_session& the_device() {
    static const auto device = gpu_session();
    return *device;
}

}  // namespace checker
