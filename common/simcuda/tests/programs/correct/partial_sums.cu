// Each stream adds up a part; one more kernel adds the partial sums.
#include "plain.cuh"

__global__ void sum_of_block(const int* in, int* sums) {
    __shared__ int part[128];
    part[threadIdx.x] = in[blockIdx.x * blockDim.x + threadIdx.x];
    __syncthreads();
    for (unsigned step = blockDim.x / 2; step > 0; step /= 2) {
        if (threadIdx.x < step)
            part[threadIdx.x] += part[threadIdx.x + step];
        __syncthreads();
    }
    if (threadIdx.x == 0)
        sums[blockIdx.x] = part[0];
}

int main() {
    const int parts = 4, blocks = 32, n = blocks * 128;  // of one part
    int *in, *d_in, *sums, *total, *answer;
    cudaMallocHost(&in, parts * n * sizeof(int));
    cudaMallocHost(&answer, sizeof(int));
    cudaMalloc(&d_in, parts * n * sizeof(int));
    cudaMalloc(&sums, parts * blocks * sizeof(int));
    cudaMalloc(&total, sizeof(int));
    for (int i = 0; i < parts * n; ++i)
        in[i] = i % 7;
    cudaStream_t part[parts];
    cudaEvent_t summed[parts];

    for (int p = 0; p < parts; ++p) {
        cudaStreamCreateWithFlags(&part[p], cudaStreamNonBlocking);
        cudaEventCreateWithFlags(&summed[p], cudaEventDisableTiming);
        int* mine = d_in + p * n;
        cudaMemcpyAsync(mine, in + p * n, n * sizeof(int), cudaMemcpyHostToDevice, part[p]);
        sum_of_block<<<blocks, 128, 0, part[p]>>>(mine, sums + p * blocks);  // (a1)
        cudaEventRecord(summed[p], part[p]);
    }
    for (int p = 1; p < parts; ++p)
        cudaStreamWaitEvent(part[0], summed[p], 0);  // SYNC a: race-between-kernels
    sum_of_block<<<1, parts * blocks, 0, part[0]>>>(sums, total);  // (a2)
    cudaMemcpyAsync(answer, total, sizeof(int), cudaMemcpyDeviceToHost, part[0]);  // (b1)
    cudaStreamSynchronize(part[0]);  // SYNC b: race-host-reads-early

    int expected = 0;
    for (int i = 0; i < parts * n; ++i)
        expected += i % 7;
    return *answer == expected ? 0 : 1;  // (b2)
}
