// What a sandbox gives a program that uses a GPU, and what limits hold for it.

#include "checker/grading/gpu_access.hpp"

#include <algorithm>

#include "checker/course/course.hpp"
#include "checker/grading/grading_limits.hpp"
#include "checker/grading/system_call_filter.hpp"
#include "checker/tests/catch.hpp"
#include "checker/tests/scratch.hpp"

using namespace checker;
using checker::tests::scratch_folder;
namespace fs = std::filesystem;

namespace {

bool has(const std::vector<fs::path>& all, const fs::path& one) {
    return std::find(all.begin(), all.end(), one) != all.end();
}

std::string value_of(const gpu_access& access, const std::string& name) {
    for (const auto& [each, value] : access.environment) {
        if (each == name) {
            return value;
        }
    }
    return "(not set)";
}

}  // namespace

TEST_CASE("the driver's nodes for programs are given, and no others") {
    const scratch_folder dev;
    for (const auto* name :
         {"nvidia0", "nvidia12", "nvidiactl", "nvidia-uvm", "nvidia-uvm-tools", "nvidia-modeset",
          "nvidia-nvswitchctl", "nvidia", "nvidia1x", "sda", "kvm", "dxg", "mem"}) {
        dev.write(name, "");
    }
    fs::create_directories(dev.path() / "nvidia-caps");
    std::vector<std::string> names;
    for (const auto& node :
         access_to_gpu("/usr/lib/libcuda.so.1", "0", "/usr/bin/nvcc", "/usr/local/cuda", dev.path())
             .devices) {
        names.push_back(node.filename().string());
    }
    CHECK(names == std::vector<std::string>{"dxg", "nvidia-caps", "nvidia-uvm", "nvidia-uvm-tools",
                                            "nvidia0", "nvidia12", "nvidiactl"});
    CHECK(access_to_gpu({}, "0", "/usr/bin/nvcc", "/usr/local/cuda", dev.path() / "none")
              .devices.empty());
}

TEST_CASE("the driver's libraries and the toolkit are shown, wherever they are") {
    const scratch_folder here;
    here.write("driver/lib/libcuda.so.580.1", "");
    here.write("cuda-13/bin/nvcc", "");
    fs::create_directories(here.path() / "links");
    fs::create_symlink(here.path() / "driver/lib/libcuda.so.580.1",
                       here.path() / "links/libcuda.so.1");
    fs::create_directory_symlink(here.path() / "cuda-13", here.path() / "cuda");
    const auto access =
        access_to_gpu(here.path() / "links/libcuda.so.1", "GPU-1", here.path() / "cuda/bin/nvcc",
                      here.path() / "cuda", here.path());
    const auto real = fs::canonical(here.path());
    CHECK(has(access.readable, here.path() / "links"));
    CHECK(has(access.readable, real / "driver/lib"));
    CHECK(has(access.readable, here.path() / "cuda"));
    CHECK(has(access.readable, real / "cuda-13"));
    CHECK_FALSE(has(access.readable, here.path()));
    CHECK(value_of(access, "CUDA_VISIBLE_DEVICES") == "GPU-1");
    CHECK(value_of(access, "LD_LIBRARY_PATH") ==
          (here.path() / "links").string() + ":" + (real / "driver/lib").string());
    // What every sandbox shows need not be shown again.
    const auto usual = access_to_gpu("/usr/lib/x86_64-linux-gnu/libcuda.so.1", "0", "/usr/bin/nvcc",
                                     "/usr", here.path());
    CHECK(std::none_of(usual.readable.begin(), usual.readable.end(), [](const auto& path) {
        return path == "/" || path.string().starts_with("/usr");
    }));
}

TEST_CASE("the system's own folders are shown anyway, and no others") {
    for (const auto* path : {"/usr", "/usr/local/cuda/targets/x86_64-linux/lib", "/lib64/x"}) {
        CHECK(is_shown_anyway(path));
    }
    for (const auto* path : {"/", "", "/opt/cuda", "/home/usr", "usr2"}) {
        CHECK_FALSE(is_shown_anyway(path));
    }
}

TEST_CASE("of an nvcc that is a script elsewhere, its folder is shown, and nothing beside that") {
    const scratch_folder here;
    here.write("home/bin/nvcc", "");
    here.write("cuda-13/bin/nvcc", "");
    const auto access =
        access_to_gpu({}, "0", here.path() / "home/bin/nvcc", here.path() / "cuda-13", here.path());
    CHECK(has(access.readable, here.path() / "home/bin"));
    CHECK(has(access.readable, here.path() / "cuda-13"));
    CHECK_FALSE(has(access.readable, here.path() / "home"));
}

TEST_CASE("each GPU has a lock of its own") {
    CHECK(gpu_lock_file("/x", "1") == "/x/gpu-1.lock");
    CHECK(gpu_lock_file("/x", "MIG-GPU-1/2/3") == "/x/gpu-MIG-GPU-1_2_3.lock");
}

TEST_CASE("on a GPU more is allowed, and addresses are not counted") {
    const auto own = grading_limits::load("checker/grading/limits.toml");
    CHECK(own.running_on_gpu.data.value == 0);
    CHECK(own.running_on_gpu.time > own.running.time);
    CHECK(own.running_on_gpu.memory > own.running.memory);
    CHECK(own.building_for_gpu.channel == own.building.channel);
    // A table from before there was this holds as well.
    const auto before = grading_limits::load("checker/tests/hostile/limits.toml");
    CHECK(before.running_on_gpu.time == 4 * before.running.time);
    CHECK(before.running_on_gpu.data.value == 0);
    CHECK(before.running_on_gpu_scratch == before.running_scratch);
}

TEST_CASE("each kind of program has a filter of its own") {
    const auto compilers = system_call_filter(system_calls::of_compilers);
    const auto labs = system_call_filter(system_calls::of_labs);
    const auto on_gpu = system_call_filter(system_calls::of_gpu_labs);
    if (labs.empty()) {
        SKIP("no filter is written for this processor");
    }
    CHECK(labs != on_gpu);
    CHECK(compilers.size() < on_gpu.size());
    CHECK(on_gpu.size() < labs.size());
}
