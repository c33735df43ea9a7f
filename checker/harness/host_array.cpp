#include "checker/harness/host_array.hpp"

#include <algorithm>

#include "common/workload/in_parts.hpp"
#include "common/workload/pattern.hpp"

namespace checker {
namespace {

bytes size_of(std::size_t count) {
    return {count * sizeof(std::uint32_t)};
}

}  // namespace

host_array::host_array(device_session& device, std::size_t count, host_memory kind,
                       std::size_t margin)
    : device_(device), count_(count), margin_(margin) {
    const std::size_t whole = count + 2 * margin;
    if (kind == host_memory::pageable) {
        pageable_.resize(whole);
        base_ = pageable_.data();
    } else {
        pinned_ = static_cast<std::uint32_t*>(device_.pinned_memory(size_of(whole)));
        base_ = pinned_;
    }
    poison();
}

host_array::~host_array() {
    name({});
    if (pinned_ != nullptr) {
        device_.give_back_pinned(pinned_, size_of(count_ + 2 * margin_));
    }
}

void host_array::name(const std::string& word) {
    device_.name_memory(data(), size_of(count_), word);
}

void host_array::poison() {
    workload::in_parts(count_ + 2 * margin_, device_.host_threads(),
                       [this](std::size_t first, std::size_t count) {
                           std::fill_n(base_ + first, count, workload::poison);
                       });
    device_.host_writes(base_, size_of(count_ + 2 * margin_));
}

void host_array::declare_written() {
    device_.host_writes(data(), size_of(count_));
}

void host_array::declare_read() const {
    device_.host_reads(data(), size_of(count_));
}

host_array::damage host_array::margins_overwritten() const {
    const auto changed = [](const std::uint32_t* from, std::size_t n) {
        return n - static_cast<std::size_t>(std::count(from, from + n, workload::poison));
    };
    return {changed(base_, margin_), changed(base_ + margin_ + count_, margin_)};
}

}  // namespace checker
