// A pipeline over two streams is captured once and launched for each round.
#include "plain.cuh"

int main() {
    const int n = 2048, bytes = n * sizeof(int), rounds = 3;
    int *in, *out, *d;
    check(cudaMallocHost(&in, bytes));
    check(cudaMallocHost(&out, bytes));
    check(cudaMalloc(&d, bytes));
    cudaStream_t first = independent_stream(), second = independent_stream();
    cudaEvent_t scaled = order_event(), copied = order_event();

    cudaGraph_t graph;
    cudaGraphExec_t pipeline;
    check(cudaStreamBeginCapture(first, cudaStreamCaptureModeGlobal));
    check(cudaMemcpyAsync(d, in, bytes, cudaMemcpyHostToDevice, first));
    scale<<<n / 128, 128, 0, first>>>(d, 3);
    check(cudaEventRecord(scaled, first));
    check(cudaStreamWaitEvent(second, scaled, 0));
    check(cudaMemcpyAsync(out, d, bytes, cudaMemcpyDeviceToHost, second));  // (a1)
    check(cudaEventRecord(copied, second));
    check(cudaStreamWaitEvent(first, copied, 0));
    check(cudaStreamEndCapture(first, &graph));
    check(cudaGraphInstantiate(&pipeline, graph, 0));

    int wrong = 0;
    for (int r = 0; r < rounds; ++r) {
        for (int i = 0; i < n; ++i)
            in[i] = r * n + i;
        check(cudaGraphLaunch(pipeline, first));
        check(cudaStreamSynchronize(first));  // SYNC a: race-host-reads-early
        for (int i = 0; i < n; ++i)
            wrong += out[i] != 3 * (r * n + i);  // (a2)
    }
    check(cudaGraphExecDestroy(pipeline));
    check(cudaGraphDestroy(graph));
    return wrong != 0;
}
