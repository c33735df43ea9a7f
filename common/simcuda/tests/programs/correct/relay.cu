// The consumer learns of the producer through a third stream.
#include "plain.cuh"

int main() {
    const int n = 2048, bytes = n * sizeof(int);
    int *h, *d, *side;
    cudaMallocHost(&h, bytes);
    cudaMalloc(&d, bytes);
    cudaMalloc(&side, bytes);
    for (int i = 0; i < n; ++i)
        h[i] = i;
    cudaStream_t producer = independent_stream(), relay = independent_stream();
    cudaStream_t consumer = independent_stream();
    cudaEvent_t produced = order_event(), passed_on = order_event();

    cudaMemcpyAsync(d, h, bytes, cudaMemcpyHostToDevice, producer);  // (a1)
    cudaEventRecord(produced, producer);
    cudaStreamWaitEvent(relay, produced, 0);      // SYNC a: race-between-copies
    cudaMemcpyAsync(side, d, bytes, cudaMemcpyDeviceToDevice, relay);  // (a2) (b1)
    cudaEventRecord(passed_on, relay);
    cudaStreamWaitEvent(consumer, passed_on, 0);  // SYNC b: race-between-copies
    scale<<<n / 128, 128, 0, consumer>>>(d, 6);   // (b2)
    cudaMemcpyAsync(h, d, bytes, cudaMemcpyDeviceToHost, consumer);  // (c1)
    cudaStreamSynchronize(consumer);              // SYNC c: race-host-reads-early

    for (int i = 0; i < n; ++i) {
        if (h[i] != 6 * i)  // (c2)
            return 1;
    }
    return 0;
}
