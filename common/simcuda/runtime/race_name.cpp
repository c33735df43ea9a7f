#include "common/simcuda/runtime/race_name.hpp"

#include "common/simcuda/runtime/explanation.hpp"

namespace simcuda {
namespace {

using timeline::op_kind;

bool is_upload(const site& s) {
    return s->kind == op_kind::copy_h2d || s->kind == op_kind::memset;
}

}  // namespace

std::string race_name(const access_side& earlier, const access_side& later) {
    const site& x = earlier.where;
    const site& y = later.where;
    if (x->is_allocation())
        return "used-before-allocation";
    if (on_host(y)) {
        return later.how == access::read ? "race-host-reads-early" : "race-host-refills-early";
    }
    // A host function has its place in the order of a stream: it is late, and not too early.
    if (x->kind == op_kind::host_function && later.how == access::read)
        return "race-upload-before-fill";
    if (x->kind == op_kind::host_function && earlier.how == access::read)
        return "race-output-overwritten";
    if (on_host(x)) {
        return earlier.how == access::write ? "race-host-refills-early" : "race-host-reads-early";
    }
    const bool x_writes = earlier.how != access::read, y_writes = later.how != access::read;
    const bool x_kernel = x->kind == op_kind::kernel, y_kernel = y->kind == op_kind::kernel;
    if (is_upload(x) && x_writes && y_kernel)
        return "race-kernel-before-upload";
    if (x_kernel && x_writes && y->kind == op_kind::copy_d2h && !y_writes) {
        return "race-download-before-kernel";
    }
    if (x_kernel && is_upload(y) && y_writes)
        return "race-upload-overwrites-input";
    if (x->kind == op_kind::copy_d2h && !x_writes && (y_kernel || is_upload(y))) {
        return "race-output-overwritten";
    }
    if (x_kernel && y_kernel)
        return "race-between-kernels";
    return "race-between-copies";
}

}  // namespace simcuda
