#include "common/simcuda/runtime/host_regions.hpp"

#include <link.h>

#include <algorithm>
#include <array>
#include <vector>

#include "common/simcuda/runtime/running_kernel.hpp"
#include "common/simcuda/runtime/thread_index.hpp"
#include "common/simcuda/runtime/variables.hpp"

namespace simcuda {
namespace {

enum class contents : std::uint8_t { constants, variables };

struct region {
    address begin, end;
    contents what;
};

/// The loaded parts of the program and its libraries. What the loader protects after it has put in
/// the addresses (tables of virtual functions) comes first, since it lies within the variables.
const std::vector<region>& images() {
    static const auto* found = [] {
        auto* result = new std::vector<region>;  // never destroyed: kernels may run at exit
        dl_iterate_phdr(
            [](dl_phdr_info* info, std::size_t, void* out) {
                for (int i = 0; i < info->dlpi_phnum; ++i) {
                    const auto& part = info->dlpi_phdr[i];
                    const bool is_protected = part.p_type == PT_GNU_RELRO;
                    if (part.p_type != PT_LOAD && !is_protected)
                        continue;
                    const address begin = info->dlpi_addr + part.p_vaddr;
                    const bool varies = !is_protected && (part.p_flags & PF_W) != 0;
                    static_cast<std::vector<region>*>(out)->push_back(
                        {begin, begin + part.p_memsz,
                         varies ? contents::variables : contents::constants});
                }
                return 0;
            },
            result);
        std::stable_sort(result->begin(), result->end(),
                         [](const region& a, const region& b) { return a.what < b.what; });
        return result;
    }();
    return *found;
}

/// threadIdx and so on: the runtime's, each at the beginning of a page.
bool is_thread_index(address a) {
    const std::array<const void*, 5> variables{&threadIdx, &blockIdx, &blockDim, &gridDim,
                                               &warpSize};
    return std::any_of(variables.begin(), variables.end(), [a](const void* v) {
        return reinterpret_cast<address>(v) >> page_shift == a >> page_shift;
    });
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

reach reach_of_kernel(address a) {
    if (in_kernel_stacks(a))
        return reach::whole_page;
    for (const region& r : images()) {
        if (a < r.begin || a >= r.end)
            continue;
        const bool may =
            r.what == contents::constants || is_thread_index(a) || has_untold_variables();
        return may ? reach::whole_page : reach::none;
    }
    return is_thread_local(a) ? reach::whole_page : reach::none;
}

}  // namespace simcuda
