#include "common/simcuda/runtime/variables.hpp"

#include <algorithm>
#include <optional>

#include "common/simcuda/runtime/device.hpp"

namespace simcuda {
namespace {

struct announcements {
    std::vector<noted_variable> variables;
    bool some_are_untold = false;
};

/// Never destroyed: kernels may run at exit.
announcements& told() {
    static auto* all = new announcements;
    return *all;
}

}  // namespace

const std::vector<noted_variable>& noted_variables() {
    return told().variables;
}

bool has_untold_variables() {
    return told().some_are_untold;
}

void note_variable(const void* variable, std::size_t size, variable_space where, const char* name) {
    // Before main there is one thread; afterwards the device keeps the others out.
    std::optional<device_lock> lock;
    if (device::exists())
        lock.emplace(device::instance());
    const noted_variable noted{reinterpret_cast<address>(variable), size, where, name};
    auto& all = told().variables;
    // One that several units define (inline).
    const bool is_known = std::any_of(
        all.begin(), all.end(), [&](const noted_variable& v) { return v.base == noted.base; });
    if (is_known)
        return;
    all.push_back(noted);
    if (lock)
        device::instance().memory().add_variable(noted);
}

void note_untold_variables() {
    told().some_are_untold = true;
}

void note_symbol(const void* symbol, std::size_t size) {
    note_variable(symbol, size, variable_space::device, nullptr);
}

}  // namespace simcuda
