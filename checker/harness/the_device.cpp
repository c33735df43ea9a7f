#include "checker/harness/the_device.hpp"

#include "checker/harness/report.hpp"
#include "checker/harness/simulated_session.hpp"

namespace checker {

device_session& the_device() {
    static const auto device = simulated_session(report().asked().profile);
    return *device;
}

}  // namespace checker
