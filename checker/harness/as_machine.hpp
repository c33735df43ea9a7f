#pragma once

#include <optional>
#include <string>

#include "checker/harness/device_session.hpp"

namespace checker {

/// While it exists, the device is another machine; then it is again the one that was asked for.
/// Everything that was allocated on it must be gone before.
class as_machine {
public:
    as_machine(device_session& device, const std::string& machine) : device_(device) {
        device_.become(machine);
    }
    ~as_machine() { device_.become(device_.machines().front()); }
    as_machine(const as_machine&) = delete;
    as_machine& operator=(const as_machine&) = delete;

private:
    device_session& device_;
};

/// The first of the device's machines with this many copy engines: the one that was asked for if
/// it has them. Nothing where there is none.
[[nodiscard]] std::optional<std::string> machine_with(device_session& device, int copy_engines);

}  // namespace checker
