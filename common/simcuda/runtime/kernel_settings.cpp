#include "common/simcuda/runtime/kernel_settings.hpp"

#include <fmt/format.h>

#include <optional>
#include <string>

namespace simcuda {

function_settings settings_of_kernel(device& dev, std::string_view name) {
    const auto& all = dev.settings().functions;
    if (all.empty())
        return {};
    const std::string mangled = fmt::format("{}{}", name.size(), name);
    std::optional<function_settings> found;
    for (const auto& [function, settings] : all) {
        const std::string& known = dev.places().function_at(function);
        if (known != name && known.find(mangled) == std::string::npos)
            continue;
        if (!found || settings.most_dynamic_shared > found->most_dynamic_shared)
            found = settings;
    }
    return found.value_or(function_settings{});
}

}  // namespace simcuda
