#include "checker/command/gpu_here.hpp"

#include <dlfcn.h>
#include <fmt/core.h>
#include <link.h>

#include <array>

namespace checker {
namespace {

/// A function of the driver's library by its name; null when it is not there.
template <class Function>
Function* function_of(void* library, const char* name) {
    return reinterpret_cast<Function*>(dlsym(library, name));
}

std::string file_of(void* library) {
    const link_map* entry = nullptr;
    return dlinfo(library, RTLD_DI_LINKMAP, &entry) == 0 && entry != nullptr ? entry->l_name : "";
}

using init = int(unsigned int);
using get_version = int(int*);
using get_count = int(int*);
using get_device = int(int*, int);
using get_name = int(char*, int, int);
using get_error = int(int, const char**);

std::string error_text(void* library, int error) {
    const char* text = nullptr;
    auto* const describe = function_of<get_error>(library, "cuGetErrorString");
    if (describe == nullptr || describe(error, &text) != 0 || text == nullptr) {
        return fmt::format("error {}", error);
    }
    return text;
}

}  // namespace

gpus_here find_gpus() {
    gpus_here here;
    void* const library = dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
    if (library == nullptr) {
        here.problem = phrase("there is no NVIDIA driver (libcuda.so.1)");
        return here;
    }
    here.library = file_of(library);
    auto* const start = function_of<init>(library, "cuInit");
    auto* const version = function_of<get_version>(library, "cuDriverGetVersion");
    auto* const count = function_of<get_count>(library, "cuDeviceGetCount");
    auto* const device = function_of<get_device>(library, "cuDeviceGet");
    auto* const name = function_of<get_name>(library, "cuDeviceGetName");
    if (start == nullptr || version == nullptr || count == nullptr || device == nullptr ||
        name == nullptr) {
        here.problem = phrase("the NVIDIA driver's library is incomplete (a stub of the toolkit?)");
        return here;
    }
    if (int number = 0; version(&number) == 0) {
        here.driver = fmt::format("{}.{}", number / 1000, number % 1000 / 10);
    }
    int gpus = 0;
    for (const int error : {start(0), count(&gpus)}) {
        if (error != 0) {
            here.problem = phrase("the NVIDIA driver says: {}", error_text(library, error));
            return here;
        }
    }
    for (int i = 0; i < gpus; ++i) {
        int handle = 0;
        std::array<char, 256> text{};
        if (device(&handle, i) == 0 &&
            name(text.data(), static_cast<int>(text.size()), handle) == 0) {
            here.names.emplace_back(text.data());
        }
    }
    if (here.names.empty()) {
        here.problem = phrase("the NVIDIA driver sees no GPU");
    }
    return here;
}

}  // namespace checker
