// Built with a per-thread default stream: stream 0 is the calling thread's own.
#include <thread>

#include "cases.cuh"

// expect: nothing
void work_of_one_thread_stays_in_order() {
    int* d = on_device();
    int h[count];
    fill<<<ON(0)>>>(d, 1);
    add_one<<<ON(cudaStreamPerThread)>>>(d);  // the same stream
    cudaMemcpy(h, d, size, cudaMemcpyDeviceToHost);
    expect(all_are(h, 2), "fill, add, copy");
}

// expect: race-between-kernels
void no_barrier_for_blocking_streams() {
    cudaStream_t s;
    cudaStreamCreate(&s);
    int* d = on_device_with(0);
    fill<<<ON(s)>>>(d, 1);  // (1)
    add_one<<<ON(0)>>>(d);  // (2)
    cudaDeviceSynchronize();
}

// expect: nothing
void the_legacy_stream_is_a_barrier() {
    cudaStream_t s;
    cudaStreamCreate(&s);
    int* d = on_device_with(0);
    fill<<<ON(s)>>>(d, 1);
    add_one<<<ON(cudaStreamLegacy)>>>(d);
    add_one<<<ON(0)>>>(d);
    cudaStreamSynchronize(0);
}

// expect: race-between-kernels
void each_thread_has_its_own() {
    int* d = on_device_with(0);
    std::thread([d] {
        fill<<<ON(0)>>>(d, 1);  // (1)
    }).join();
    add_one<<<ON(0)>>>(d);  // (2)
    cudaDeviceSynchronize();
}

// expect: nothing
void waiting_for_the_own_stream() {
    int* d = on_device_with(0);
    std::thread([d] {
        fill<<<ON(0)>>>(d, 1);
        cudaStreamSynchronize(0);
    }).join();
    add_one<<<ON(0)>>>(d);
    cudaStreamSynchronize(0);
}

// expect: race-between-copies
void fills_and_copies_go_there_too() {
    cudaStream_t s;
    cudaStreamCreate(&s);
    int *d = on_device_with(0), *e = on_device_with(0);
    cudaMemcpyAsync(e, d, size, cudaMemcpyDeviceToDevice, s);  // (1)
    cudaMemset(e, 1, size);                                    // (2)
    cudaDeviceSynchronize();
}

// expect: nothing
void events_are_recorded_there() {
    cudaStream_t s = stream_without_barrier();
    cudaEvent_t e;
    cudaEventCreate(&e);
    int* d = on_device_with(0);
    fill<<<ON(0)>>>(d, 1);
    cudaEventRecord(e);
    cudaStreamWaitEvent(s, e);
    add_one<<<ON(s)>>>(d);
    cudaStreamSynchronize(s);
}

int main(int argc, char** argv) {
    return run_named(argc, argv,
                     {{"work_of_one_thread_stays_in_order", work_of_one_thread_stays_in_order},
                      {"no_barrier_for_blocking_streams", no_barrier_for_blocking_streams},
                      {"the_legacy_stream_is_a_barrier", the_legacy_stream_is_a_barrier},
                      {"each_thread_has_its_own", each_thread_has_its_own},
                      {"waiting_for_the_own_stream", waiting_for_the_own_stream},
                      {"fills_and_copies_go_there_too", fills_and_copies_go_there_too},
                      {"events_are_recorded_there", events_are_recorded_there}});
}
