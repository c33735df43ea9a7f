#include "common/simcuda/runtime/host_regions.hpp"

#include <link.h>

#include <vector>

#include "common/simcuda/runtime/kernel.hpp"

namespace simcuda {
namespace {

struct region {
    address begin, end;
};

/// The loaded parts of the program and its libraries.
const std::vector<region>& images() {
    static const auto* found = [] {
        auto* result = new std::vector<region>;  // never destroyed: kernels may run at exit
        dl_iterate_phdr(
            [](dl_phdr_info* info, std::size_t, void* out) {
                for (int i = 0; i < info->dlpi_phnum; ++i) {
                    const auto& part = info->dlpi_phdr[i];
                    if (part.p_type != PT_LOAD)
                        continue;
                    const address begin = info->dlpi_addr + part.p_vaddr;
                    static_cast<std::vector<region>*>(out)->push_back(
                        {begin, begin + part.p_memsz});
                }
                return 0;
            },
            result);
        return result;
    }();
    return *found;
}

/// This thread's thread-local variables, of the program and of the libraries it started with.
bool is_thread_local(address a) {
    bool found = false;
    struct query {
        address a;
        bool* found;
    } q{a, &found};
    dl_iterate_phdr(
        [](dl_phdr_info* info, std::size_t, void* data) {
            auto* asked = static_cast<query*>(data);
            const auto begin = reinterpret_cast<address>(info->dlpi_tls_data);
            for (int i = 0; begin != 0 && i < info->dlpi_phnum; ++i) {
                const auto& part = info->dlpi_phdr[i];
                if (part.p_type == PT_TLS && asked->a - begin < part.p_memsz)
                    *asked->found = true;
            }
            return *asked->found ? 1 : 0;
        },
        &q);
    return found;
}

}  // namespace

bool kernel_may_touch(address a) {
    if (in_kernel_stacks(a))
        return true;
    for (const region& r : images()) {
        if (a >= r.begin && a < r.end)
            return true;
    }
    return is_thread_local(a);
}

}  // namespace simcuda
