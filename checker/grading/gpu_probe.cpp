#include "checker/grading/gpu_probe.hpp"

#include <dlfcn.h>
#include <fmt/core.h>

#include <cstddef>

namespace checker {
namespace {

/// The driver's own interface, without its headers: 0 is success everywhere.
using init = int(unsigned int);
using get_device = int(int*, int);
using retain_context = int(void**, int);
using set_context = int(void*);
using allocate = int(unsigned long long*, std::size_t);
using release = int(unsigned long long);

class driver {
public:
    driver() : library_(dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL)) {
        if (library_ == nullptr) {
            problem_ = dlerror();
        }
    }

    /// Calls nothing more once something has failed.
    template <class Function, class... Arguments>
    void call(const char* name, Arguments... arguments) {
        if (!problem_.empty()) {
            return;
        }
        auto* const function = reinterpret_cast<Function*>(dlsym(library_, name));
        const int error = function == nullptr ? -1 : function(arguments...);
        if (error != 0) {
            problem_ = fmt::format("{}: error {}", name, error);
        }
    }

    [[nodiscard]] const std::string& problem() const { return problem_; }

private:
    void* library_;
    std::string problem_;
};

}  // namespace

std::string probe_gpu() {
    constexpr std::size_t some_memory = std::size_t{1} << 20;
    driver cuda;
    int device = 0;
    void* context = nullptr;
    unsigned long long memory = 0;
    cuda.call<init>("cuInit", 0U);
    cuda.call<get_device>("cuDeviceGet", &device, 0);
    cuda.call<retain_context>("cuDevicePrimaryCtxRetain", &context, device);
    cuda.call<set_context>("cuCtxSetCurrent", context);
    cuda.call<allocate>("cuMemAlloc_v2", &memory, some_memory);
    cuda.call<release>("cuMemFree_v2", memory);
    return cuda.problem();
}

}  // namespace checker
