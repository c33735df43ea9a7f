#pragma once

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "checker/grading/sandbox.hpp"

namespace checker {

/// What a program finds in its sandbox in order to use a GPU, and nothing of it without one.
struct gpu_access {
    std::vector<std::filesystem::path> devices;   ///< the driver's nodes, of all GPUs
    std::vector<std::filesystem::path> readable;  ///< the driver's libraries, facts on the machine
    std::vector<std::pair<std::string, std::string>> environment;
    std::filesystem::path lock;  ///< held while something is measured on this GPU

    void add_to(sandbox_view& view) const;
    void add_to(program& inner) const;
};

/// `driver_library`: libcuda.so.1 as the loader has found it. `visible`: the GPU that is meant, for
/// CUDA_VISIBLE_DEVICES. `nvcc`: its folder is shown, and `toolkit` whole, for its compiler and for
/// CUPTI. `device_folder`: /dev, but for tests.
[[nodiscard]] gpu_access access_to_gpu(const std::filesystem::path& driver_library,
                                       const std::string& visible,
                                       const std::filesystem::path& nvcc,
                                       const std::filesystem::path& toolkit,
                                       const std::filesystem::path& device_folder = "/dev");

/// A GPU's own lock: what is measured on another one is no disturbance. `state`: the course's
/// folder for what changes.
[[nodiscard]] std::filesystem::path gpu_lock_file(const std::filesystem::path& state,
                                                  std::string visible);

}  // namespace checker
