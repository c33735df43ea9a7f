// Stream-ordered allocation: memory is there in the order of a stream, and gone in that order.
#include "cases.cuh"

// expect: nothing
void used_in_its_stream() {
    cudaStream_t s = stream_without_barrier();
    int *d = nullptr, *h = pinned_with(0);
    for (int round = 1; round <= 3; ++round) {
        cudaMallocAsync(&d, size, s);
        fill<<<ON(s)>>>(d, round);
        cudaMemcpyAsync(h, d, size, cudaMemcpyDeviceToHost, s);
        cudaFreeAsync(d, s);
        cudaStreamSynchronize(s);
        expect(all_are(h, round), "this round's value");
    }
}

// expect: nothing
void used_in_another_stream_behind_an_event() {
    cudaStream_t a = stream_without_barrier(), b = stream_without_barrier();
    cudaEvent_t there, over;
    cudaEventCreate(&there);
    cudaEventCreate(&over);
    int* d = nullptr;
    cudaMallocAsync(&d, size, a);
    cudaEventRecord(there, a);
    cudaStreamWaitEvent(b, there, 0);
    fill<<<ON(b)>>>(d, 1);
    cudaEventRecord(over, b);
    cudaStreamWaitEvent(a, over, 0);
    cudaFreeAsync(d, a);
    cudaDeviceSynchronize();
}

// expect: nothing
void freed_by_the_stream_that_used_it_last() {
    cudaStream_t a = stream_without_barrier(), b = stream_without_barrier();
    int* d = nullptr;
    cudaMallocAsync(&d, size, a);
    cudaStreamSynchronize(a);
    fill<<<ON(b)>>>(d, 1);
    cudaFreeAsync(d, b);
    cudaDeviceSynchronize();
}

// expect: nothing
void ordered_by_the_legacy_stream() {
    cudaStream_t s;
    cudaStreamCreate(&s);
    int* d = nullptr;
    cudaMallocAsync(&d, size, 0);
    fill<<<ON(s)>>>(d, 1);
    cudaFreeAsync(d, 0);
    cudaDeviceSynchronize();
}

// expect: nothing
void the_other_ways_to_free() {
    cudaStream_t s = stream_without_barrier();
    int *d = nullptr, *plain = on_device();
    cudaMallocAsync(&d, size, s);
    fill<<<ON(s)>>>(d, 1);
    cudaStreamSynchronize(s);
    expect(cudaFree(d) == cudaSuccess, "the blocking one, once it is out of use");
    fill<<<ON(s)>>>(plain, 1);
    expect(cudaFreeAsync(plain, s) == cudaSuccess, "memory from cudaMalloc, in a stream");
    cudaDeviceSynchronize();
}

// expect: nothing
void blocks_that_come_again() {
    cudaStream_t s[2] = {stream_without_barrier(), stream_without_barrier()};
    for (int round = 0; round < 700; ++round) {
        int* d = nullptr;
        cudaMallocAsync(&d, size, s[round % 2]);
        fill<<<ON(s[round % 2])>>>(d, round);
        cudaFreeAsync(d, s[round % 2]);
    }
    cudaDeviceSynchronize();
}

// expect: nothing
// with: SIMCUDA_LEAKS=1
void a_pool_of_ones_own() {
    cudaStream_t s = stream_without_barrier();
    cudaMemPoolProps props{};
    props.allocType = cudaMemAllocationTypePinned;
    props.location.type = cudaMemLocationTypeDevice;
    cudaMemPool_t pool = nullptr;
    expect(cudaMemPoolCreate(&pool, &props) == cudaSuccess, "created");
    unsigned long long threshold = 64ull << 20, used = 0, high = 0;
    cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &threshold);
    int* d = nullptr;
    expect(cudaMallocAsync(&d, size, pool, s) == cudaSuccess, "from this pool");
    fill<<<ON(s)>>>(d, 1);
    cudaFreeAsync(d, s);
    cudaStreamSynchronize(s);
    cudaMemPoolGetAttribute(pool, cudaMemPoolAttrUsedMemCurrent, &used);
    cudaMemPoolGetAttribute(pool, cudaMemPoolAttrUsedMemHigh, &high);
    expect(used == 0 && high == size, "what was in use");
    expect(cudaMemPoolDestroy(pool) == cudaSuccess, "destroyed");
}

// expect: used-before-allocation
void used_in_another_stream() {
    cudaStream_t a = stream_without_barrier(), b = stream_without_barrier();
    int* d = nullptr;
    cudaMallocAsync(&d, size, a);  // (1)
    fill<<<ON(b)>>>(d, 1);         // (2)
    cudaDeviceSynchronize();
    cudaFree(d);
}

// expect: used-before-allocation
void copied_to_before_it_is_there() {
    cudaStream_t a = stream_without_barrier();
    int *d = nullptr, *h = pinned_with(0);
    cudaMallocAsync(&d, size, a);                     // (1)
    cudaMemcpy(d, h, size, cudaMemcpyHostToDevice);  // (2)
    cudaDeviceSynchronize();
    cudaFree(d);
}

// expect: used-before-allocation
void freed_where_it_is_not_known() {
    cudaStream_t a = stream_without_barrier(), b = stream_without_barrier();
    int* d = nullptr;
    cudaMallocAsync(&d, size, a);  // (1)
    cudaFreeAsync(d, b);           // (2)
    cudaDeviceSynchronize();
}

// expect: used-before-allocation
void waited_for_too_early() {
    cudaStream_t a = stream_without_barrier(), b = stream_without_barrier();
    cudaEvent_t there;
    cudaEventCreate(&there);
    cudaEventRecord(there, a);
    cudaStreamWaitEvent(b, there, 0);
    int* d = nullptr;
    cudaMallocAsync(&d, size, a);  // (1)
    fill<<<ON(b)>>>(d, 1);         // (2)
    cudaDeviceSynchronize();
    cudaFree(d);
}

// expect: freed-in-use
void freed_while_another_stream_uses_it() {
    cudaStream_t a = stream_without_barrier(), b = stream_without_barrier();
    int* d = nullptr;
    cudaMallocAsync(&d, size, a);
    cudaStreamSynchronize(a);
    fill<<<ON(b)>>>(d, 1);  // (1)
    cudaFreeAsync(d, a);    // (2)
    cudaDeviceSynchronize();
}

// expect: freed-in-use
void freed_beside_an_event_to_wait_for() {
    cudaStream_t a = stream_without_barrier(), b = stream_without_barrier();
    cudaEvent_t used;
    cudaEventCreate(&used);
    int* d = nullptr;
    cudaMallocAsync(&d, size, a);
    cudaStreamSynchronize(a);
    fill<<<ON(b)>>>(d, 1);  // (1)
    cudaEventRecord(used, b);
    cudaFreeAsync(d, a);  // (2)
    cudaDeviceSynchronize();
}

// expect: wait-before-record
void freed_behind_a_wait_that_came_too_early() {
    cudaStream_t a = stream_without_barrier(), b = stream_without_barrier();
    cudaEvent_t used;
    cudaEventCreate(&used);
    int* d = nullptr;
    cudaMallocAsync(&d, size, a);
    cudaStreamSynchronize(a);
    fill<<<ON(b)>>>(d, 1);  // (1)
    cudaStreamWaitEvent(a, used, 0);
    cudaEventRecord(used, b);
    cudaFreeAsync(d, a);  // (2)
    cudaDeviceSynchronize();
}

// expect: freed-in-use
void freed_by_the_host_beside_an_event() {
    cudaStream_t s = stream_without_barrier();
    cudaEvent_t used;
    cudaEventCreate(&used);
    int* d = nullptr;
    cudaMallocAsync(&d, size, s);
    fill<<<ON(s)>>>(d, 1);  // (1)
    cudaEventRecord(used, s);
    cudaFree(d);  // (2)
    cudaDeviceSynchronize();
}

// expect: freed-in-use
void freed_by_the_host_in_use() {
    cudaStream_t s = stream_without_barrier();
    int* d = nullptr;
    cudaMallocAsync(&d, size, s);
    fill<<<ON(s)>>>(d, 1);  // (1)
    cudaFree(d);            // (2)
    cudaDeviceSynchronize();
}

// expect: use-after-free
void used_after_it_is_gone() {
    cudaStream_t s = stream_without_barrier();
    int* d = nullptr;
    cudaMallocAsync(&d, size, s);
    cudaFreeAsync(d, s);    // (1)
    fill<<<ON(s)>>>(d, 1);
    cudaDeviceSynchronize();
}

// expect: use-after-free
void copied_after_it_is_gone() {
    cudaStream_t s = stream_without_barrier();
    int *d = nullptr, *h = pinned_with(0);
    cudaMallocAsync(&d, size, s);
    fill<<<ON(s)>>>(d, 1);
    cudaFreeAsync(d, s);                                     // (1)
    cudaMemcpyAsync(h, d, size, cudaMemcpyDeviceToHost, s);  // (2)
    cudaDeviceSynchronize();
}

// expect: double-free
void freed_twice() {
    cudaStream_t s = stream_without_barrier();
    int* d = nullptr;
    cudaMallocAsync(&d, size, s);
    cudaFreeAsync(d, s);  // (1)
    cudaFreeAsync(d, s);  // (2)
    cudaDeviceSynchronize();
}

// expect: leak
// with: SIMCUDA_LEAKS=1
void never_freed() {
    cudaStream_t s = stream_without_barrier();
    void* d = nullptr;
    cudaMallocAsync(&d, 100, s);  // (1)
    cudaStreamSynchronize(s);
}

int main(int argc, char** argv) {
    return run_named(
        argc, argv,
        {{"used_in_its_stream", used_in_its_stream},
         {"used_in_another_stream_behind_an_event", used_in_another_stream_behind_an_event},
         {"freed_by_the_stream_that_used_it_last", freed_by_the_stream_that_used_it_last},
         {"ordered_by_the_legacy_stream", ordered_by_the_legacy_stream},
         {"the_other_ways_to_free", the_other_ways_to_free},
         {"blocks_that_come_again", blocks_that_come_again},
         {"a_pool_of_ones_own", a_pool_of_ones_own},
         {"used_in_another_stream", used_in_another_stream},
         {"copied_to_before_it_is_there", copied_to_before_it_is_there},
         {"freed_where_it_is_not_known", freed_where_it_is_not_known},
         {"waited_for_too_early", waited_for_too_early},
         {"freed_while_another_stream_uses_it", freed_while_another_stream_uses_it},
         {"freed_beside_an_event_to_wait_for", freed_beside_an_event_to_wait_for},
         {"freed_behind_a_wait_that_came_too_early", freed_behind_a_wait_that_came_too_early},
         {"freed_by_the_host_beside_an_event", freed_by_the_host_beside_an_event},
         {"freed_by_the_host_in_use", freed_by_the_host_in_use},
         {"used_after_it_is_gone", used_after_it_is_gone},
         {"copied_after_it_is_gone", copied_after_it_is_gone},
         {"freed_twice", freed_twice},
         {"never_freed", never_freed}});
}
