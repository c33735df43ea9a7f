// Variables that live on the device, the host's beside them, and who may touch which.
#include "cases.cuh"

namespace {
__device__ int counter, pair_of[2] = {3, 4};
static __device__ int table[count];
__constant__ int factors[3] = {2, 3, 5};
__device__ volatile int flag;
int host_table[count];  // perhaps on the same page as those
}  // namespace
namespace deep {
__constant__ float scale{1.5f};
}
extern __device__ int defined_below;
__device__ int defined_below = 7;
__managed__ int shared_sum = 0;
__device__ __managed__ int shared_table[count];

struct point {
    int x, y;
};
__device__ point origin = {1, 2};

__global__ void use_all(int* out) {
    static int calls = 0;
    static const int primes[4] = {2, 3, 5, 7};
    ++calls;
    counter = factors[0] + pair_of[1] + origin.y + defined_below + primes[3] + calls;
    flag = 1;
    table[5] = static_cast<int>(deep::scale * 2);
    out[0] = counter + table[5];
}

// expect: nothing
void used_by_kernels() {
    host_table[0] = 1;
    int *d = on_device(), *h = pinned_with(0);
    use_all<<<1, 1>>>(d);
    host_table[1] = 2;  // beside what the kernel may still be using
    cudaMemcpy(h, d, sizeof(int), cudaMemcpyDeviceToHost);
    expect(h[0] == 2 + 4 + 2 + 7 + 7 + 1 + 3, "from everywhere");
    int seen = 0;
    cudaMemcpyFromSymbol(&seen, counter, sizeof seen);
    expect(seen == 23, "read back");
    expect(host_table[0] + host_table[1] == 3, "the host's own");
}

__global__ void fill_table(int value) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    table[i] = value;
}

__global__ void fill_shared() {
    shared_table[threadIdx.x] = 1;
    if (threadIdx.x == 0) shared_sum = shared_sum + 1;
}

// expect: nothing
void managed_variables() {
    for (int i = 0; i < count; ++i) shared_table[i] = 4;
    fill_shared<<<1, 32>>>();
    cudaDeviceSynchronize();
    expect(shared_table[0] == 1 && shared_table[32] == 4 && shared_sum == 1, "both sides");
}

// expect: device-pointer-on-host
void host_reads_a_device_variable() {
    int* d = on_device();
    use_all<<<1, 1>>>(d);
    cudaDeviceSynchronize();
    expect(counter != 1000, "what the host sees there is not what the kernel wrote");  // (1)
}

// expect: device-pointer-on-host
void host_writes_a_large_device_variable() {
    for (int i = 0; i < count; ++i) table[i] = i;  // (1)
}

// expect: race-between-kernels
void kernels_share_a_variable() {
    cudaStream_t a = stream_without_barrier(), b = stream_without_barrier();
    fill_table<<<ON(a)>>>(1);  // (1)
    fill_table<<<ON(b)>>>(2);  // (2)
    cudaDeviceSynchronize();
}

// expect: race-host-reads-early
void managed_variable_read_early() {
    fill_shared<<<1, 32>>>();                          // (1)
    expect(shared_table[40] + shared_sum != 99, "");  // (2)
    cudaDeviceSynchronize();
}

// expect: host-pointer-in-kernel
void kernel_on_a_static_array() {
    static int h[count];
    h[0] = 1;
    add_one<<<ON(0)>>>(h);  // (1)
    cudaDeviceSynchronize();
}

// expect: host-pointer-in-kernel
void kernel_on_a_global_array() {
    host_table[0] = 1;
    add_one<<<ON(0)>>>(host_table);  // (1)
    cudaDeviceSynchronize();
}

int main(int argc, char** argv) {
    return run_named(
        argc, argv,
        {{"used_by_kernels", used_by_kernels},
         {"managed_variables", managed_variables},
         {"host_reads_a_device_variable", host_reads_a_device_variable},
         {"host_writes_a_large_device_variable", host_writes_a_large_device_variable},
         {"kernels_share_a_variable", kernels_share_a_variable},
         {"managed_variable_read_early", managed_variable_read_early},
         {"kernel_on_a_static_array", kernel_on_a_static_array},
         {"kernel_on_a_global_array", kernel_on_a_global_array}});
}
