// A graph from nodes: two kernels beside each other between an upload and a download.
#include "plain.cuh"

int main() {
    const int n = 2048, half = n / 2, bytes = n * sizeof(int);
    int *h, *d;
    check(cudaMallocHost(&h, bytes));
    check(cudaMalloc(&d, bytes));
    for (int i = 0; i < n; ++i)
        h[i] = i;
    cudaGraph_t graph;
    check(cudaGraphCreate(&graph, 0));
    cudaGraphNode_t up, work[2], down;
    check(cudaGraphAddMemcpyNode1D(&up, graph, nullptr, 0, d, h, bytes, cudaMemcpyHostToDevice));
    for (int k = 0; k < 2; ++k) {
        int *part = d + k * half, factor = k + 2;
        void* arguments[] = {&part, &factor};
        cudaKernelNodeParams kernel = {};
        kernel.func = (void*)scale;
        kernel.gridDim = dim3(half / 128);
        kernel.blockDim = dim3(128);
        kernel.kernelParams = arguments;
        check(cudaGraphAddKernelNode(&work[k], graph, &up, 1, &kernel));
    }
    // (a1)
    check(cudaGraphAddMemcpyNode1D(&down, graph, work, 2, h, d, bytes, cudaMemcpyDeviceToHost));
    cudaGraphExec_t ready;
    check(cudaGraphInstantiate(&ready, graph, 0));
    cudaStream_t s = independent_stream();
    check(cudaGraphLaunch(ready, s));
    check(cudaStreamSynchronize(s));  // SYNC a: race-host-reads-early
    int wrong = 0;
    for (int i = 0; i < n; ++i)
        wrong += h[i] != i * (i < half ? 2 : 3);  // (a2)
    check(cudaGraphExecDestroy(ready));
    check(cudaGraphDestroy(graph));
    check(cudaFree(d));
    return wrong != 0;
}
