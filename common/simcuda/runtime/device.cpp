#include "common/simcuda/runtime/device.hpp"

#include <fmt/format.h>

#include <atomic>
#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <stdexcept>
#include <utility>

#include "common/simcuda/runtime/access_cost.hpp"
#include "common/simcuda/runtime/environment.hpp"
#include "common/simcuda/runtime/exit_report.hpp"
#include "common/simcuda/runtime/messages.hpp"

namespace simcuda {
namespace {

constexpr const char* default_profile = "h200";

std::unique_ptr<machine_profile> profile_from_environment() {
    const char* name = std::getenv("SIMCUDA_PROFILE");
    try {
        return std::make_unique<machine_profile>(
            load_profile(name != nullptr && *name != '\0' ? name : default_profile));
    } catch (const std::invalid_argument& error) {
        std::fprintf(stderr, "simulated device: SIMCUDA_PROFILE: %s\n", error.what());
        std::_Exit(2);
    }
}

/// How many devices there are.
unsigned devices_from_environment() {
    constexpr unsigned most = 16;
    const char* wanted = std::getenv("SIMCUDA_DEVICES");
    if (wanted == nullptr || *wanted == '\0')
        return 1;
    const std::string_view text(wanted);
    unsigned number = 0;
    const auto [end, wrong] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (wrong != std::errc() || end != text.data() + text.size() || number < 1 || number > most) {
        std::fprintf(stderr, "simulated device: SIMCUDA_DEVICES: '%s' is no number from 1 to %u\n",
                     wanted, most);
        std::_Exit(2);
    }
    return number;
}

}  // namespace

namespace {
thread_local int times_held = 0;
std::atomic<bool> made{false};
}  // namespace

device_lock::device_lock(device& dev) : lock_(dev.mutex_, std::defer_lock) {
    const own_business mine;
    lock_.lock();
    if (++times_held == 1)
        dev.enter();
}

device_lock::~device_lock() {
    const own_business mine;
    --times_held;
    lock_.unlock();
}

bool device_lock::held() {
    return times_held > 0;
}

device_unlock::device_unlock(device& dev) : device_(dev), times_(std::exchange(times_held, 0)) {
    const own_business mine;
    for (int i = 0; i < times_; ++i)
        device_.mutex_.unlock();
}

device_unlock::~device_unlock() {
    const own_business mine;
    for (int i = 0; i < times_; ++i)
        device_.mutex_.lock();
    times_held = times_;
    if (times_ > 0)
        device_.enter();
}

device& device::instance() {
    // Never destroyed: the program's own static objects may free device memory at exit.
    static auto* the_device = [] {
        const own_business mine;
        auto* d = new device;
        made = true;
        return d;
    }();
    return *the_device;
}

bool device::exists() {
    return made;
}

device::device() : devices_(devices_from_environment()), profile_(profile_from_environment()) {
    if (!is_on("SIMCUDA_POISON", setting::on))
        poison_ = poison::off;
    parts_ = std::make_unique<parts>(*this, *profile_);
    if (const char* report = std::getenv("SIMCUDA_REPORT"); report != nullptr && *report != '\0') {
        recorder_.start();
    }
    report_at_exit();
}

accessor& device::host_accessor_of_this_thread() {
    const device_lock lock(*this);
    auto& mine = host_accessors_[std::this_thread::get_id()];
    if (!mine)
        mine = std::make_unique<accessor>(*this, accessor_kind::host, memory(), defects());
    return *mine;
}

void device::host_thread_ends() {
    const device_lock lock(*this);
    close_host_accesses();
    order().host_thread_ends();
    host_accessors_.erase(std::this_thread::get_id());
    forget_current_accessor();
}

void device::take_turn() {
    host_thread& me = threads_.mine();
    if (threads_.is_next(me))
        return;
    const device_unlock unlocked(*this);
    threads_.take(me);
}

nanoseconds device::others::horizon() const {
    return device_.threads_.horizon(device_.threads_.mine());
}

void device::others::go_first(nanoseconds until) {
    host_thread& me = device_.threads_.mine();
    const device_unlock unlocked(device_);
    device_.threads_.let_others_go_first(me, until);
}

void device::others::take_turn() {
    device_.take_turn();
}

void device::others::device_is_done(host_thread& t, nanoseconds when) {
    device_.threads_.device_is_done(t, when);
}

void device::close_host_accesses() {
    accessor& host = host_accessor_of_this_thread();
    if (!host.is_open())
        return;
    const nanoseconds start = order().now();
    const bool matters = profile_->fresh_h2d < 1;
    const access_log::traffic touched = host.close(matters ? &fresh() : nullptr);
    if (touched.host == 0)
        return;
    order().host_works(host_access_time(touched, *profile_));
    timeline::operation o;
    o.kind = timeline::op_kind::host_work;
    o.name = touched.combined_reads > 0 ? "host reads write-combined memory" : "host";
    if (touched.combined_reads > 0)
        o.host_memory = timeline::memory_kind::write_combined;
    o.size = {touched.host};
    o.start = start;
    o.end = order().now();
    recorder_.add_host(std::move(o), nullptr);
}

stamp device::next_host_epoch() {
    const stamp s = order().next_host_epoch();
    defects().stamped(s);
    return s;
}

void device::reopen_host(accessor& host) {
    const stamp now = next_host_epoch();
    host.begin(now, host_side(nullptr).where, &order().host_order());
}

access_side device::host_side(const void* pc) {
    const stamp now{host_actor, order().host_order().of(host_actor)};
    site where =
        sites_.intern({timeline::op_kind::host_work, host_name_, nullptr}, timeline::host_lane);
    return {now, where, access::write, pc};
}

void device::plan_failure(cudaError_t error) {
    if (failure_ != cudaSuccess)
        return;
    failure_ = error;
    defects().device_has_stopped();
}

void device::place_failure(const point_ptr& when) {
    if (failure_ != cudaSuccess && !failure_when_)
        failure_when_ = when;
}

cudaError_t device::broken() {
    if (failure_ == cudaSuccess)
        return cudaSuccess;
    if (!failure_is_known_)
        failure_is_known_ = failure_when_ && order().reached(failure_when_);
    return failure_is_known_ ? failure_ : cudaSuccess;
}

bool device::has(int ordinal) {
    if (ordinal >= 0 && static_cast<unsigned>(ordinal) < devices_)
        return true;
    // Far too large a number is a mistake, or a question: no wish for more devices.
    constexpr int sensible = 16;
    if (ordinal > 0 && ordinal < sensible && !has_told_of_devices_) {
        has_told_of_devices_ = true;
        std::fprintf(stderr, "simulated device: %s\n",
                     message_with("hint.several_devices", {{"device", std::to_string(ordinal)},
                                                           {"there", std::to_string(devices_)},
                                                           {"wanted", std::to_string(ordinal + 1)}})
                         .c_str());
    }
    return false;
}

void device::forget_allocations() {
    std::vector<allocation*> blocks;
    memory().each_live([&](allocation& a) {
        if (!is_variable(a.where) && a.device == order().current_device())
            blocks.push_back(&a);
    });
    for (allocation* a : blocks) {
        if (a->where == space::registered) {
            memory().remove_host_range(*a);
        } else {
            memory().release(*a, nullptr);
        }
    }
}

void device::use_profile(std::string_view name) {
    auto wanted = std::make_unique<machine_profile>(load_profile(name));
    if (!order().pending().empty()) {
        throw std::invalid_argument("the machine profile cannot change while work is pending");
    }
    profile_ = std::move(wanted);
    put_before_.reset();
    devices_ = devices_from_environment();
    reset();
}

void device::put_before(std::string_view name) {
    put_before_ = std::make_unique<machine_profile>(load_profile(name));
    devices_ = 2;
    reset();
}

void device::reset() {
    const device_lock lock(*this);
    for (auto& [thread, a] : host_accessors_)
        static_cast<void>(a->close());
    host_accessors_.clear();
    forget_current_accessor();
    parts_ = std::make_unique<parts>(*this, *profile_);
    threads_.restart();
    enter();
    order().make_current(put_before_ ? 1 : 0);
    failures_.clear();
    settings_.clear();
    first_use_.start_warm();
    pace_.vary({});
    failure_ = cudaSuccess;
    failure_when_.reset();
    failure_is_known_ = false;
}

}  // namespace simcuda
