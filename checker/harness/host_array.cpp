#include "checker/harness/host_array.hpp"

#include <algorithm>

#include "common/workload/in_parts.hpp"

namespace checker {
namespace {

bytes size_of(std::size_t count) {
    return {count * sizeof(std::uint32_t)};
}

}  // namespace

host_array::host_array(device_session& device, std::size_t count, host_memory kind,
                       std::size_t margin, const content& fill)
    : device_(device), count_(count), margin_(margin) {
    const std::size_t whole = count + 2 * margin;
    if (kind == host_memory::pageable) {
        pageable_ = std::make_unique_for_overwrite<std::uint32_t[]>(whole);
        base_ = pageable_.get();
    } else {
        pinned_ = static_cast<std::uint32_t*>(device_.pinned_memory(size_of(whole)));
        base_ = pinned_;
    }
    if (fill) {
        poison(0, margin);
        fill(elements());
        poison(margin + count, margin);
    } else {
        poison(0, whole);
    }
    device_.host_writes(base_, size_of(whole));
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

void host_array::poison(std::size_t first, std::size_t count) {
    workload::in_parts(count, device_.host_threads(), [&](std::size_t part, std::size_t length) {
        std::fill_n(base_ + first + part, length, workload::poison);
    });
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

host_array::content values_of(const workload::pattern& data, const device_session& device) {
    return [data, threads = device.host_threads()](std::span<std::uint32_t> elements) {
        data.fill(elements, 0, threads);
    };
}

}  // namespace checker
