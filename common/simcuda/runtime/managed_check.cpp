#include "common/simcuda/runtime/managed_check.hpp"

#include <driver_types.h>

#include "common/simcuda/runtime/device.hpp"

namespace simcuda {

void check_host_may_touch(device& dev, const allocation& block, access how, const void* pc) {
    if (!is_managed(block.where) || dev.profile().managed_is == managed_access::concurrent ||
        block.flags == cudaMemAttachHost)
        return;
    for (const point_ptr& tail : dev.order().pending()) {
        site newest = dev.order().newest_work(tail->last.who);
        const bool concerns =
            block.flags != cudaMemAttachSingle || (newest && newest.stream == block.attached_to);
        if (newest && concerns)
            return dev.defects().touched_early(*tail, newest, block, how, pc);
    }
}

}  // namespace simcuda
