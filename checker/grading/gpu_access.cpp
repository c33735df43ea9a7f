#include "checker/grading/gpu_access.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>

namespace checker {
namespace {

namespace fs = std::filesystem;

/// "nvidia0", "nvidiactl", "nvidia-uvm", "nvidia-uvm-tools", "nvidia-caps" (slices of a GPU); "dxg"
/// is all of it under Windows. Not what drives screens or switches.
bool is_for_programs(const std::string& name) {
    constexpr std::string_view family = "nvidia";
    if (name == "dxg") {
        return true;
    }
    if (!name.starts_with(family)) {
        return false;
    }
    const auto rest = name.substr(family.size());
    const bool is_number = !rest.empty() && std::all_of(rest.begin(), rest.end(), [](char c) {
        return std::isdigit(static_cast<unsigned char>(c)) != 0;
    });
    return is_number || rest == "ctl" || rest.starts_with("-uvm") || rest == "-caps";
}

std::vector<fs::path> nodes_in(const fs::path& folder) {
    std::vector<fs::path> nodes;
    std::error_code failed;
    for (auto entry = fs::directory_iterator(folder, failed);
         !failed && entry != fs::directory_iterator(); entry.increment(failed)) {
        if (is_for_programs(entry->path().filename().string())) {
            nodes.push_back(entry->path());
        }
    }
    std::sort(nodes.begin(), nodes.end());
    return nodes;
}

void add_folder(std::vector<fs::path>& to, const fs::path& folder) {
    if (!folder.empty() && folder != "/" && !is_shown_anyway(folder) &&
        std::find(to.begin(), to.end(), folder) == to.end()) {
        to.push_back(folder);
    }
}

fs::path real_path(const fs::path& file) {
    std::error_code failed;
    const auto real = fs::canonical(file, failed);
    return failed ? file : real;
}

}  // namespace

void gpu_access::add_to(sandbox_view& view) const {
    constexpr timeline::bytes shared{std::uint64_t{64} << 20};
    view.devices = devices;
    view.readable.insert(view.readable.end(), readable.begin(), readable.end());
    view.shared_memory = shared;
}

void gpu_access::add_to(program& inner) const {
    inner.environment.insert(inner.environment.end(), environment.begin(), environment.end());
}

gpu_access access_to_gpu(const fs::path& driver_library, const std::string& visible,
                         const fs::path& nvcc, const fs::path& toolkit,
                         const fs::path& device_folder) {
    gpu_access access;
    access.devices = nodes_in(device_folder);
    // Which GPU sits where, and which processors and memory are near it.
    access.readable = {"/sys/bus/pci", "/sys/devices", "/sys/module"};
    // The loader may have come by a link; the driver's other parts lie beside the library itself.
    const auto linked = driver_library.parent_path();
    const auto real = real_path(driver_library).parent_path();
    add_folder(access.readable, linked);
    add_folder(access.readable, real);
    add_folder(access.readable, nvcc.parent_path());
    add_folder(access.readable, real_path(nvcc).parent_path());
    add_folder(access.readable, toolkit);
    add_folder(access.readable, real_path(toolkit));
    access.environment = {
        {"CUDA_VISIBLE_DEVICES", visible}, {"CUDA_CACHE_DISABLE", "1"}, {"HOME", "/tmp"}};
    if (!linked.empty()) {
        access.environment.emplace_back("LD_LIBRARY_PATH",
                                        linked == real
                                            ? linked.string()
                                            : fmt::format("{}:{}", linked.string(), real.string()));
    }
    // Otherwise the numbers would mean other GPUs than outside.
    if (const char* order = std::getenv("CUDA_DEVICE_ORDER")) {
        access.environment.emplace_back("CUDA_DEVICE_ORDER", order);
    }
    return access;
}

fs::path gpu_lock_file(const fs::path& state, std::string visible) {
    std::replace(visible.begin(), visible.end(), '/', '_');  // a slice's name may hold one
    return state / fmt::format("gpu-{}.lock", visible);
}

}  // namespace checker
