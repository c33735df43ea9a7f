#include "checker/harness/as_machine.hpp"

namespace checker {

std::optional<std::string> machine_with(device_session& device, int copy_engines) {
    for (const auto& name : device.machines()) {
        const as_machine candidate(device, name);
        if (device.copy_engines() == copy_engines) {
            return name;
        }
    }
    return std::nullopt;
}

}  // namespace checker
