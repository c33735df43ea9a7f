// Facts about memory and copies, one "name = value" a line: error codes and attributes that are the
// same on a GPU and on the simulated device. What an H200 printed is in oracle_memory_h200.txt.
#include <cstdint>

#include "oracle.h"

namespace {

constexpr std::size_t kib = 1024, mib = 1024 * kib;

cudaMemLocation device_0() {
    cudaMemLocation l{};
    l.type = cudaMemLocationTypeDevice;
    return l;
}

cudaMemLocation the_host() {
    cudaMemLocation l{};
    l.type = cudaMemLocationTypeHost;
    return l;
}

/// Says an error code and clears it.
void code(const char* name, cudaError_t error) {
    say(name, static_cast<long long>(error));
    cudaGetLastError();
}

int attribute(cudaDeviceAttr which) {
    int value = -1;
    cudaDeviceGetAttribute(&value, which, 0);
    return value;
}

unsigned long long of_pool(cudaMemPool_t pool, cudaMemPoolAttr which) {
    unsigned long long value = 0;
    cudaMemPoolGetAttribute(pool, which, &value);
    return value;
}

int switch_of_pool(cudaMemPool_t pool, cudaMemPoolAttr which) {
    int value = -1;
    cudaMemPoolGetAttribute(pool, which, &value);
    return value;
}

int type_of(const void* p) {
    cudaPointerAttributes a{};
    cudaPointerGetAttributes(&a, p);
    return a.type;
}

void attributes() {
    say("attr.managedMemory", attribute(cudaDevAttrManagedMemory));
    say("attr.concurrentManagedAccess", attribute(cudaDevAttrConcurrentManagedAccess));
    say("attr.directManagedMemAccessFromHost",
        attribute(cudaDevAttrDirectManagedMemAccessFromHost));
    say("attr.memoryPoolsSupported", attribute(cudaDevAttrMemoryPoolsSupported));
    say("attr.hostRegisterSupported", attribute(cudaDevAttrHostRegisterSupported));
    say("attr.hostRegisterReadOnlySupported", attribute(cudaDevAttrHostRegisterReadOnlySupported));
    say("attr.canMapHostMemory", attribute(cudaDevAttrCanMapHostMemory));
}

void stream_ordered() {
    cudaStream_t s;
    cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
    void *p = nullptr, *q = nullptr;
    code("async.alloc", cudaMallocAsync(&p, mib, s));
    say("async.type", type_of(p));
    code("async.free", cudaFreeAsync(p, s));
    code("async.alloc_nothing", cudaMallocAsync(&q, 0, s));
    say("async.nothing_is_null", q == nullptr);
    code("async.free_null", cudaFreeAsync(nullptr, s));
    code("async.alloc_no_pointer", cudaMallocAsync(static_cast<void**>(nullptr), 8, s));
    code("async.alloc_too_much", cudaMallocAsync(&q, std::size_t{1} << 44, s));
    cudaMalloc(&p, mib);
    code("async.free_of_malloc", cudaFreeAsync(p, s));
    cudaMallocAsync(&p, mib, s);
    cudaStreamSynchronize(s);
    code("async.free_by_cudaFree", cudaFree(p));
    cudaMallocAsync(&p, mib, s);
    code("async.free_inside", cudaFreeAsync(static_cast<char*>(p) + 256, s));
    code("async.free_after", cudaFreeAsync(p, s));
    cudaStreamSynchronize(s);
    cudaHostAlloc(&p, 4096, 0);
    code("async.free_of_pinned", cudaFreeAsync(p, s));
    cudaFreeHost(p);
    int on_stack = 0;
    code("async.free_of_stack", cudaFreeAsync(&on_stack, s));
    cudaStreamDestroy(s);
}

void pools() {
    cudaMemPool_t standard = nullptr, current = nullptr, own = nullptr;
    code("pool.default", cudaDeviceGetDefaultMemPool(&standard, 0));
    code("pool.current", cudaDeviceGetMemPool(&current, 0));
    say("pool.current_is_default", standard == current);
    code("pool.default_of_device_99", cudaDeviceGetDefaultMemPool(&current, 99));
    say("pool.threshold",
        static_cast<long long>(of_pool(standard, cudaMemPoolAttrReleaseThreshold)));
    say("pool.follow_events", switch_of_pool(standard, cudaMemPoolReuseFollowEventDependencies));
    say("pool.opportunistic", switch_of_pool(standard, cudaMemPoolReuseAllowOpportunistic));
    say("pool.internal", switch_of_pool(standard, cudaMemPoolReuseAllowInternalDependencies));

    cudaMemPoolProps props{};
    code("pool.create_without_type", cudaMemPoolCreate(&own, &props));
    props.allocType = cudaMemAllocationTypePinned;
    code("pool.create_without_place", cudaMemPoolCreate(&own, &props));
    props.location = device_0();
    code("pool.create", cudaMemPoolCreate(&own, &props));
    say("own.threshold", static_cast<long long>(of_pool(own, cudaMemPoolAttrReleaseThreshold)));
    say("own.reserved_empty",
        static_cast<long long>(of_pool(own, cudaMemPoolAttrReservedMemCurrent)));
    cudaStream_t s;
    cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
    void *p = nullptr, *q = nullptr;
    code("own.alloc", cudaMallocFromPoolAsync(&p, mib, own, s));
    say("own.reserved_1mib",
        static_cast<long long>(of_pool(own, cudaMemPoolAttrReservedMemCurrent)));
    say("own.used_1mib", static_cast<long long>(of_pool(own, cudaMemPoolAttrUsedMemCurrent)));
    cudaMallocFromPoolAsync(&q, 1000, own, s);
    say("own.used_1000_more", static_cast<long long>(of_pool(own, cudaMemPoolAttrUsedMemCurrent)));
    cudaFreeAsync(q, s);
    cudaFreeAsync(p, s);
    say("own.used_freed", static_cast<long long>(of_pool(own, cudaMemPoolAttrUsedMemCurrent)));
    say("own.reserved_freed",
        static_cast<long long>(of_pool(own, cudaMemPoolAttrReservedMemCurrent)));
    cudaStreamSynchronize(s);
    say("own.used_synced", static_cast<long long>(of_pool(own, cudaMemPoolAttrUsedMemCurrent)));
    say("own.reserved_synced",
        static_cast<long long>(of_pool(own, cudaMemPoolAttrReservedMemCurrent)));
    say("own.used_high", static_cast<long long>(of_pool(own, cudaMemPoolAttrUsedMemHigh)));
    say("own.reserved_high", static_cast<long long>(of_pool(own, cudaMemPoolAttrReservedMemHigh)));
    unsigned long long zero = 0, one = 1, all = UINT64_MAX;
    code("own.reset_high", cudaMemPoolSetAttribute(own, cudaMemPoolAttrUsedMemHigh, &zero));
    say("own.used_high_reset", static_cast<long long>(of_pool(own, cudaMemPoolAttrUsedMemHigh)));
    code("own.set_high_to_1", cudaMemPoolSetAttribute(own, cudaMemPoolAttrUsedMemHigh, &one));
    code("own.set_used", cudaMemPoolSetAttribute(own, cudaMemPoolAttrUsedMemCurrent, &zero));
    code("own.set_threshold", cudaMemPoolSetAttribute(own, cudaMemPoolAttrReleaseThreshold, &all));
    cudaMallocFromPoolAsync(&p, 40 * mib, own, s);
    say("own.reserved_40mib",
        static_cast<long long>(of_pool(own, cudaMemPoolAttrReservedMemCurrent)));
    cudaFreeAsync(p, s);
    cudaStreamSynchronize(s);
    say("own.kept", static_cast<long long>(of_pool(own, cudaMemPoolAttrReservedMemCurrent)));
    code("own.trim", cudaMemPoolTrimTo(own, 0));
    say("own.trimmed", static_cast<long long>(of_pool(own, cudaMemPoolAttrReservedMemCurrent)));
    cudaMemAccessFlags flags = cudaMemAccessFlagsProtNone;
    cudaMemLocation here = device_0(), host = the_host();
    code("own.get_access", cudaMemPoolGetAccess(&flags, own, &here));
    say("own.access", flags);
    code("own.get_access_host", cudaMemPoolGetAccess(&flags, own, &host));
    cudaMemAccessDesc wanted{};
    wanted.location = device_0();
    wanted.flags = cudaMemAccessFlagsProtReadWrite;
    code("own.set_access", cudaMemPoolSetAccess(own, &wanted, 1));
    wanted.flags = cudaMemAccessFlagsProtNone;
    code("own.take_access", cudaMemPoolSetAccess(own, &wanted, 1));
    code("own.make_current", cudaDeviceSetMemPool(0, own));
    cudaDeviceGetMemPool(&current, 0);
    say("own.is_current", current == own);
    cudaMallocAsync(&p, mib, s);
    say("own.used_as_current", static_cast<long long>(of_pool(own, cudaMemPoolAttrUsedMemCurrent)));
    code("own.destroy_in_use", cudaMemPoolDestroy(own));
    cudaDeviceGetMemPool(&current, 0);
    say("own.default_is_back", current == standard);
    code("own.free_after_destroy", cudaFreeAsync(p, s));
    code("pool.destroy_default", cudaMemPoolDestroy(standard));
    code("pool.no_pool", cudaMallocFromPoolAsync(&p, mib, nullptr, s));
    cudaDeviceSynchronize();
    cudaStreamDestroy(s);
}

int last_prefetch(const void* p) {
    int where = -99;
    cudaMemRangeGetAttribute(&where, sizeof where, cudaMemRangeAttributeLastPrefetchLocation, p,
                             mib);
    return where;
}

void managed() {
    char* p = nullptr;
    void* q = nullptr;
    code("managed.alloc", cudaMallocManaged(&p, mib));
    say("managed.type", type_of(p));
    code("managed.alloc_nothing", cudaMallocManaged(&q, 0));
    code("managed.alloc_flags_0", cudaMallocManaged(&q, mib, 0));
    code("managed.alloc_single", cudaMallocManaged(&q, mib, cudaMemAttachSingle));
    code("managed.alloc_for_host", cudaMallocManaged(&q, mib, cudaMemAttachHost));
    cudaFree(q);
    say("managed.prefetched_never", last_prefetch(p));
    code("managed.prefetch", cudaMemPrefetchAsync(p, mib, device_0(), 0, 0));
    say("managed.prefetched_device", last_prefetch(p));
    code("managed.prefetch_host", cudaMemPrefetchAsync(p, mib, the_host(), 0, 0));
    say("managed.prefetched_host", last_prefetch(p));
    cudaMemPrefetchAsync(p, mib / 2, device_0(), 0, 0);
    say("managed.prefetched_half", last_prefetch(p));
    code("managed.prefetch_flags", cudaMemPrefetchAsync(p, mib, device_0(), 1, 0));
    code("managed.prefetch_beyond", cudaMemPrefetchAsync(p, 4 * mib, device_0(), 0, 0));
    code("managed.prefetch_nothing", cudaMemPrefetchAsync(p, 0, device_0(), 0, 0));
    cudaMemLocation wrong = device_0();
    wrong.id = 99;
    code("managed.prefetch_device_99", cudaMemPrefetchAsync(p, mib, wrong, 0, 0));
    cudaMalloc(&q, mib);
    code("managed.prefetch_plain", cudaMemPrefetchAsync(q, mib, device_0(), 0, 0));
    code("managed.advise_plain", cudaMemAdvise(q, mib, cudaMemAdviseSetReadMostly, device_0()));
    cudaFree(q);
    int value = -99;
    const auto ask = [&](cudaMemRangeAttribute which) {
        value = -99;
        cudaMemRangeGetAttribute(&value, sizeof value, which, p, mib);
        return value;
    };
    say("managed.read_mostly", ask(cudaMemRangeAttributeReadMostly));
    say("managed.preferred", ask(cudaMemRangeAttributePreferredLocation));
    say("managed.preferred_type", ask(cudaMemRangeAttributePreferredLocationType));
    code("managed.advise", cudaMemAdvise(p, mib, cudaMemAdviseSetReadMostly, device_0()));
    code("managed.prefer", cudaMemAdvise(p, mib, cudaMemAdviseSetPreferredLocation, the_host()));
    code("managed.accessed_by", cudaMemAdvise(p, mib, cudaMemAdviseSetAccessedBy, device_0()));
    say("managed.read_mostly_set", ask(cudaMemRangeAttributeReadMostly));
    say("managed.preferred_set", ask(cudaMemRangeAttributePreferredLocation));
    say("managed.preferred_type_set", ask(cudaMemRangeAttributePreferredLocationType));
    say("managed.preferred_id_set", ask(cudaMemRangeAttributePreferredLocationId));
    say("managed.accessed_by_set", ask(cudaMemRangeAttributeAccessedBy));
    say("managed.prefetch_type", ask(cudaMemRangeAttributeLastPrefetchLocationType));
    code("managed.attribute_size",
         cudaMemRangeGetAttribute(&value, 1, cudaMemRangeAttributeReadMostly, p, mib));
    code("managed.advise_0", cudaMemAdvise(p, mib, static_cast<cudaMemoryAdvise>(0), device_0()));
    code("managed.unset", cudaMemAdvise(p, mib, cudaMemAdviseUnsetPreferredLocation, the_host()));
    cudaStream_t s;
    cudaStreamCreate(&s);
    code("managed.attach", cudaStreamAttachMemAsync(s, p, 0, cudaMemAttachSingle));
    code("managed.attach_part", cudaStreamAttachMemAsync(s, p, 4096, cudaMemAttachSingle));
    code("managed.attach_whole", cudaStreamAttachMemAsync(s, p, mib, cudaMemAttachGlobal));
    code("managed.attach_flags", cudaStreamAttachMemAsync(s, p, 0, 8));
    code("managed.attach_null_stream",
         cudaStreamAttachMemAsync(nullptr, p, 0, cudaMemAttachSingle));
    char on_stack[64] = {};
    code("managed.copy_to_it", cudaMemcpy(p, on_stack, 64, cudaMemcpyHostToDevice));
    code("managed.copy_as_host", cudaMemcpy(on_stack, p, 64, cudaMemcpyHostToHost));
    code("managed.copy_as_device", cudaMemcpy(on_stack, p, 64, cudaMemcpyDeviceToHost));
    code("managed.copy_wrong_way", cudaMemcpy(p, on_stack, 64, cudaMemcpyDeviceToDevice));
    code("managed.memset", cudaMemset(p, 1, mib));
    cudaDeviceSynchronize();
    unsigned flags = 0;
    code("managed.host_flags", cudaHostGetFlags(&flags, p));
    code("managed.device_pointer", cudaHostGetDevicePointer(&q, p, 0));
    code("managed.free_host", cudaFreeHost(p));
    code("managed.free", cudaFree(p));
    cudaStreamDestroy(s);
}

void mapped() {
    void *p = nullptr, *seen = nullptr;
    unsigned flags = 0;
    code("pinned.alloc_all_flags", cudaHostAlloc(&p, 4096, 7));
    code("pinned.get_flags", cudaHostGetFlags(&flags, p));
    say("pinned.flags", flags);
    code("pinned.get_flags_inside", cudaHostGetFlags(&flags, static_cast<char*>(p) + 8));
    code("pinned.device_pointer", cudaHostGetDevicePointer(&seen, static_cast<char*>(p) + 8, 0));
    say("pinned.one_address", seen == static_cast<char*>(p) + 8);
    code("pinned.device_pointer_flags", cudaHostGetDevicePointer(&seen, p, 1));
    cudaFreeHost(p);
    code("pinned.alloc_flag_8", cudaHostAlloc(&p, 4096, 8));
    char* h = static_cast<char*>(std::aligned_alloc(4096, 65536));
    std::memset(h, 1, 65536);
    code("registered.flag_16", cudaHostRegister(h, 4096, 16));
    code("registered.read_only", cudaHostRegister(h, 4096, cudaHostRegisterReadOnly));
    cudaHostUnregister(h);
    code("registered.io_memory", cudaHostRegister(h, 4096, cudaHostRegisterIoMemory));
    cudaHostUnregister(h);
    cudaGetLastError();
    code("registered.mapped", cudaHostRegister(h, 65536, cudaHostRegisterMapped));
    flags = 99;
    code("registered.get_flags", cudaHostGetFlags(&flags, h));
    say("registered.flags", flags);
    code("registered.device_pointer", cudaHostGetDevicePointer(&seen, h, 0));
    say("registered.one_address", seen == h);
    code("registered.nothing", cudaHostRegister(h, 0, 0));
    cudaHostUnregister(h);
    code("unregistered.device_pointer", cudaHostGetDevicePointer(&seen, h, 0));
    code("unregistered.get_flags", cudaHostGetFlags(&flags, h));
    std::free(h);
}

/// Copies that reach over an end of pinned memory, or over both.
void ends() {
    constexpr auto up = cudaMemcpyHostToDevice, down = cudaMemcpyDeviceToHost;
    char *h = static_cast<char*>(std::aligned_alloc(4096, 4 * mib)), *d = nullptr, *p = nullptr;
    std::memset(h, 1, 4 * mib);
    cudaMalloc(&d, 4 * mib);
    cudaMemset(d, 0, 4 * mib);
    char *registered = h + mib, *middle = registered + mib / 2, *end = registered + mib;
    cudaHostRegister(registered, mib, 0);
    code("ends.up_behind", cudaMemcpy(d, middle, mib, up));
    code("ends.down_behind", cudaMemcpy(middle, d, mib, down));
    code("ends.one_byte_behind", cudaMemcpy(d, registered, mib + 1, up));
    code("ends.up_from_before", cudaMemcpy(d, h + mib / 2, mib, up));
    code("ends.down_from_before", cudaMemcpy(h + mib / 2, d, mib, down));
    code("ends.over_both", cudaMemcpy(d, h, 3 * mib, up));
    code("ends.async_behind", cudaMemcpyAsync(d, middle, mib, up, 0));
    code("ends.default_behind", cudaMemcpy(d, middle, mib, cudaMemcpyDefault));
    code("ends.from_host_behind", cudaMemcpy(h, middle, mib, cudaMemcpyHostToHost));
    code("ends.to_host_behind", cudaMemcpy(middle, h, mib, cudaMemcpyHostToHost));
    code("ends.2d_behind", cudaMemcpy2D(d, kib, end - kib, kib, 512, 4, up));
    code("ends.2d_from_before", cudaMemcpy2D(d, kib, registered - kib, kib, 512, 4, up));
    cudaHostRegister(end, mib, 0);
    code("ends.up_into_the_next", cudaMemcpy(d, middle, mib, up));
    code("ends.down_into_the_next", cudaMemcpy(middle, d, mib, down));
    cudaHostUnregister(registered);
    cudaHostUnregister(end);
    code("ends.no_longer_registered", cudaMemcpy(d, middle, mib, up));
    cudaHostRegister(registered, 1000, 0);
    code("ends.rest_of_the_page", cudaMemcpy(d, registered, 1001, up));
    code("ends.beside_in_the_page", cudaMemcpy(d, registered + 1000, 100, up));
    cudaHostUnregister(registered);
    cudaMallocHost(&p, mib);
    code("ends.pinned_behind", cudaMemcpy(d, p + mib / 2, mib, up));
    code("ends.pinned_one_byte_behind", cudaMemcpy(d, p, mib + 1, up));
    cudaDeviceSynchronize();
    cudaFreeHost(p);
    cudaFree(d);
    std::free(h);
}

void rectangles() {
    cudaPitchedPtr d{};
    code("3d.alloc", cudaMalloc3D(&d, make_cudaExtent(100, 10, 5)));
    say("3d.pitch", static_cast<long long>(d.pitch));
    say("3d.xsize", static_cast<long long>(d.xsize));
    say("3d.ysize", static_cast<long long>(d.ysize));
    cudaPitchedPtr none{};
    code("3d.alloc_nothing", cudaMalloc3D(&none, make_cudaExtent(0, 10, 5)));
    say("3d.nothing_is_null", none.ptr == nullptr);
    code("3d.memset", cudaMemset3D(d, 1, make_cudaExtent(100, 10, 5)));
    code("3d.memset_too_wide", cudaMemset3D(d, 1, make_cudaExtent(1000, 10, 5)));
    code("3d.memset_too_deep", cudaMemset3D(d, 1, make_cudaExtent(100, 10, 50)));
    code("3d.memset_nothing", cudaMemset3D(d, 1, make_cudaExtent(0, 10, 5)));
    std::vector<char> h(5000);
    cudaMemcpy3DParms p{};
    p.srcPtr = make_cudaPitchedPtr(h.data(), 100, 100, 10);
    p.dstPtr = d;
    p.extent = make_cudaExtent(100, 10, 5);
    p.kind = cudaMemcpyHostToDevice;
    code("3d.copy", cudaMemcpy3D(&p));
    p.kind = cudaMemcpyDeviceToHost;
    code("3d.copy_wrong_way", cudaMemcpy3D(&p));
    p.kind = cudaMemcpyDefault;
    code("3d.copy_default", cudaMemcpy3D(&p));
    p.kind = cudaMemcpyHostToDevice;
    p.extent.width = 101;
    code("3d.copy_wider_than_pitch", cudaMemcpy3D(&p));
    p.extent.width = 0;
    code("3d.copy_nothing", cudaMemcpy3D(&p));
    p.extent = make_cudaExtent(50, 5, 2);
    p.srcPos = make_cudaPos(50, 5, 3);
    p.dstPos = make_cudaPos(1, 1, 1);
    code("3d.copy_part", cudaMemcpy3D(&p));
    p.dstPtr.ptr = nullptr;
    code("3d.copy_to_null", cudaMemcpy3D(&p));
    cudaFree(d.ptr);
}

void batches() {
    constexpr std::size_t n = 4;
    char *h = nullptr, *d = nullptr;
    cudaMallocHost(&h, n * 4096);
    std::memset(h, 1, n * 4096);
    cudaMalloc(&d, n * 4096);
    cudaStream_t s;
    cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
    const void* from[n];
    void* to[n];
    std::size_t sizes[n], first[2] = {0, 2};
    for (std::size_t i = 0; i < n; ++i) {
        from[i] = h + i * 4096;
        to[i] = d + i * 4096;
        sizes[i] = 4096;
    }
    cudaMemcpyAttributes how[2] = {};
    how[0].srcAccessOrder = cudaMemcpySrcAccessOrderStream;
    how[1].srcAccessOrder = cudaMemcpySrcAccessOrderAny;
    code("batch.copy", cudaMemcpyBatchAsync(to, from, sizes, n, how, first, 2, s));
    code("batch.null_stream", cudaMemcpyBatchAsync(to, from, sizes, n, how, first, 2, nullptr));
    code("batch.per_thread_stream",
         cudaMemcpyBatchAsync(to, from, sizes, n, how, first, 2, cudaStreamPerThread));
    code("batch.no_copies", cudaMemcpyBatchAsync(to, from, sizes, 0, how, first, 2, s));
    code("batch.no_attributes", cudaMemcpyBatchAsync(to, from, sizes, n, how, first, 0, s));
    code("batch.too_many_attributes", cudaMemcpyBatchAsync(to, from, sizes, 1, how, first, 2, s));
    std::size_t late[1] = {1}, same[2] = {0, 0};
    code("batch.first_index_1", cudaMemcpyBatchAsync(to, from, sizes, n, how, late, 1, s));
    code("batch.same_index", cudaMemcpyBatchAsync(to, from, sizes, n, how, same, 2, s));
    how[0].srcAccessOrder = cudaMemcpySrcAccessOrderInvalid;
    code("batch.no_order", cudaMemcpyBatchAsync(to, from, sizes, n, how, first, 1, s));
    how[0].srcAccessOrder = cudaMemcpySrcAccessOrderDuringApiCall;
    std::size_t keep = sizes[1];
    sizes[1] = 0;
    code("batch.empty_copy", cudaMemcpyBatchAsync(to, from, sizes, n, how, first, 1, s));
    sizes[1] = keep;
    std::vector<char> pageable(4096, 2);
    from[2] = pageable.data();
    code("batch.pageable", cudaMemcpyBatchAsync(to, from, sizes, n, how, first, 1, s));
    to[3] = nullptr;
    code("batch.to_null", cudaMemcpyBatchAsync(to, from, sizes, n, how, first, 1, s));
    cudaDeviceSynchronize();
    cudaFree(d);
    cudaFreeHost(h);
    cudaStreamDestroy(s);
}

}  // namespace

int main() {
    attributes();
    stream_ordered();
    pools();
    managed();
    mapped();
    ends();
    rectangles();
    batches();
    say("end", cudaDeviceSynchronize());
}
