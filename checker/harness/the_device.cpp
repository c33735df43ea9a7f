#include "checker/harness/the_device.hpp"

#include "checker/harness/report.hpp"
#include "checker/harness/simulated_session.hpp"

namespace checker {

device_session& the_device() {
    static const auto device =
        simulated_session(report().asked().profile,
                          report().asked().sizes_of_gpu ? data_sizes::of_a_gpu : data_sizes::own);
    return *device;
}

}  // namespace checker
