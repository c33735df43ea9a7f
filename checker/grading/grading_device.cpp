#include "checker/grading/grading_device.hpp"

namespace checker {

std::string_view to_text(grading_device d) {
    return d == grading_device::sim ? "sim" : "both";
}

std::optional<grading_device> grading_device_from_text(std::string_view text) {
    for (const auto d : {grading_device::sim, grading_device::both}) {
        if (text == to_text(d)) {
            return d;
        }
    }
    return std::nullopt;
}

}  // namespace checker
