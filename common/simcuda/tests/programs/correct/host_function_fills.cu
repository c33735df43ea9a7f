// A host function fills the pinned buffer in stream order; another stream uses the upload.
#include "plain.cuh"

struct job {
    int* buffer;
    int n, value;
};

void CUDART_CB fill_buffer(void* data) {
    auto* j = static_cast<job*>(data);
    for (int i = 0; i < j->n; ++i)
        j->buffer[i] = j->value;
}

int main() {
    const int n = 2048, bytes = n * sizeof(int);
    int *pinned, *d, *out;
    check(cudaMallocHost(&pinned, bytes));
    check(cudaMallocHost(&out, bytes));
    check(cudaMalloc(&d, bytes));
    cudaStream_t feed = independent_stream(), work = independent_stream();
    cudaEvent_t fed = order_event(), used = order_event();
    job jobs[3];

    for (int r = 0; r < 3; ++r) {
        jobs[r] = {pinned, n, 10 * r};
        check(cudaLaunchHostFunc(feed, fill_buffer, &jobs[r]));
        check(cudaStreamWaitEvent(feed, used, 0));  // SYNC a: race-upload-overwrites-input
        check(cudaMemcpyAsync(d, pinned, bytes, cudaMemcpyHostToDevice, feed));  // (a2) (b1)
        check(cudaEventRecord(fed, feed));
        check(cudaStreamWaitEvent(work, fed, 0));  // SYNC b: race-kernel-before-upload
        scale<<<n / 128, 128, 0, work>>>(d, r + 1);  // (a1) (b2)
        check(cudaEventRecord(used, work));
    }
    check(cudaMemcpyAsync(out, d, bytes, cudaMemcpyDeviceToHost, work));  // (c1)
    check(cudaStreamSynchronize(work));  // SYNC c: race-host-reads-early
    for (int i = 0; i < n; ++i) {
        if (out[i] != 60)  // (c2)
            return 1;
    }
    return 0;
}
