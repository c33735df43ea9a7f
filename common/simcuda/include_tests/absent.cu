// Must not compile: the message tells what to write.
#include <cuda_runtime.h>

__global__ void kernel(int*) {}

int main() {
    cudaLaunchKernel((const void*)kernel, dim3(1), dim3(1), nullptr, 0, 0);
}
