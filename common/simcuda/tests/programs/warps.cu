// Functions in which the threads of a warp meet: what they give, and calls that no rule allows.
#include "cases.cuh"

namespace {

constexpr unsigned all_lanes = 0xffffffff;

/// Runs `kernel(out, ...)` with one int for each of `number` threads and calls
/// `check(thread, result)`.
template <class Check, class... P, class... A>
void each(void (*kernel)(int*, P...), dim3 block, const char* what, Check check, A... arguments) {
    const unsigned number = block.x * block.y * block.z;
    int* out = nullptr;
    cudaMalloc(&out, number * sizeof(int));
    cudaMemset(out, 0, number * sizeof(int));
    kernel<<<1, block>>>(out, arguments...);
    int results[1024];
    expect(cudaMemcpy(results, out, number * sizeof(int), cudaMemcpyDeviceToHost) == cudaSuccess,
           what);
    bool right = true;
    for (unsigned i = 0; i < number; ++i) right = right && check(static_cast<int>(i), results[i]);
    expect(right, what);
    cudaFree(out);
}

__device__ int rank() {
    return threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
}

template <class T>
__global__ void shuffles(int* out, T scale) {
    const int lane = rank() % warpSize;
    const T mine = scale * static_cast<T>(lane);
    int wrong = 0;
    for (int width = 1; width <= 32; width *= 2) {
        const int first = lane / width * width;
        for (int by = 0; by < 32; ++by) {
            wrong += __shfl_sync(all_lanes, mine, by, width) !=
                     scale * static_cast<T>(first + by % width);
            wrong += __shfl_up_sync(all_lanes, mine, by, width) !=
                     scale * static_cast<T>(lane - by >= first ? lane - by : lane);
            wrong += __shfl_down_sync(all_lanes, mine, by, width) !=
                     scale * static_cast<T>(lane + by < first + width ? lane + by : lane);
            wrong += __shfl_xor_sync(all_lanes, mine, by, width) !=
                     scale * static_cast<T>((lane ^ by) < first + width ? lane ^ by : lane);
        }
    }
    out[rank()] = wrong;
}

__global__ void votes(int* out) {
    const int lane = rank() % 32;
    int wrong = 0;
    wrong += __ballot_sync(all_lanes, lane % 3 == 0) != 0x49249249;
    wrong += __any_sync(all_lanes, lane == 31) != 1;
    wrong += __any_sync(all_lanes, 0) != 0;
    wrong += __all_sync(all_lanes, lane < 32) != 1;
    wrong += __all_sync(all_lanes, lane) != 0;
    int same = 7;
    wrong += __match_any_sync(all_lanes, lane / 8) != 0xffu << (lane / 8 * 8);
    wrong += __match_all_sync(all_lanes, 2.5, &same) != all_lanes || same != 1;
    wrong += __match_all_sync(all_lanes, lane == 7 ? 1ull : 2ull, &same) != 0 || same != 0;
    wrong += __reduce_add_sync(all_lanes, lane) != 496;
    wrong += __reduce_min_sync(all_lanes, lane - 5) != -5;
    wrong += __reduce_max_sync(all_lanes, -lane) != 0;
    wrong += __reduce_min_sync(all_lanes, 4000000000u - lane) != 3999999969u;
    wrong += __reduce_max_sync(all_lanes, 4000000000u - lane) != 4000000000u;
    wrong += __reduce_and_sync(all_lanes, 0xf0u | lane) != 0xf0;
    wrong += __reduce_or_sync(all_lanes, 1u << lane) != all_lanes;
    wrong += __reduce_xor_sync(all_lanes, 1u << (lane / 2)) != 0;
    out[rank()] = wrong;
}

__global__ void parts(int* out) {
    const int lane = rank() % 32;
    // Two halves of a branch meet on their own, in one line or in two.
    int sum = 0;
    if (lane % 2 == 0) {
        sum = __reduce_add_sync(0x55555555, lane);
    } else {
        sum = __reduce_add_sync(0xaaaaaaaa, lane);
    }
    const unsigned group = 0xffu << (lane / 8 * 8);
    for (int i = 0; i <= lane / 8; ++i) sum += __popc(__ballot_sync(group, 1));
    __syncwarp();
    out[rank()] = sum;
}

__global__ void last_warp_is_short(int* out) {
    // Lanes that do not exist have no part; nor have those that returned.
    const int lane = rank() % 32;
    const unsigned here = __ballot_sync(all_lanes, 1);
    if (lane % 4 == 3) return;
    const int sum = __reduce_add_sync(all_lanes, 1);
    __syncthreads();
    out[rank()] = static_cast<int>(__popc(here)) * 100 + sum;
}

__global__ void returns_while_others_wait(int* out) {
    // The last thread that is missing comes by going.
    const int lane = rank() % 32;
    if (lane > 20) return;
    if (lane == 20) {
        __syncwarp(1u << 20);
        return;
    }
    out[rank()] = __popc(__ballot_sync(all_lanes, 1)) + __syncthreads_count(lane % 2);
}

__global__ void asks_who_is_here(int* out) {
    const int lane = rank() % 32;
    unsigned here = 0;
    if (lane < 12)
        here = __activemask();
    else
        here = __activemask();
    out[rank()] = static_cast<int>(__popc(here) + (here >> lane & 1) * 100);
}

__global__ void sums(const int* in, int* out, int n) {
    __shared__ int of_warp[32];
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    int sum = i < n ? in[i] : 0;
    for (int by = 16; by > 0; by /= 2) sum += __shfl_down_sync(all_lanes, sum, by);
    if (threadIdx.x % 32 == 0) of_warp[threadIdx.x / 32] = sum;
    __syncthreads();
    if (threadIdx.x >= 32) return;
    sum = threadIdx.x < blockDim.x / 32 ? of_warp[threadIdx.x] : 0;
    for (int by = 16; by > 0; by /= 2) sum += __shfl_xor_sync(all_lanes, sum, by);
    if (threadIdx.x == 0) atomicAdd(out, sum);
}

}  // namespace

// expect: nothing
void shuffles_of_every_type() {
    const auto none = [](int, int wrong) { return wrong == 0; };
    each(shuffles<int>, 64, "int", none, -3);
    each(shuffles<unsigned>, 32, "unsigned", none, 3000000000u);
    each(shuffles<long>, 32, "long", none, -3000000000l);
    each(shuffles<unsigned long>, 32, "unsigned long", none, 30000000000ul);
    each(shuffles<long long>, 32, "long long", none, -30000000000ll);
    each(shuffles<unsigned long long>, 32, "unsigned long long", none, 30000000000ull);
    each(shuffles<float>, 32, "float", none, -1.5f);
    each(shuffles<double>, 32, "double", none, 0.1);
    each(shuffles<int>, dim3(8, 4, 4), "in a block of three dimensions", none, 7);
}

// expect: nothing
void votes_matches_and_reductions() {
    const auto none = [](int, int wrong) { return wrong == 0; };
    each(votes, 96, "in a row", none);
    each(votes, dim3(16, 6), "in rows of half a warp", none);
}

// expect: nothing
void parts_of_a_warp() {
    each(parts, 64, "sums", [](int i, int sum) {
        const int lane = i % 32;
        return sum == (lane % 2 == 0 ? 240 : 256) + (lane / 8 + 1) * 8;
    });
}

// expect: nothing
void lanes_that_do_not_exist() {
    each(last_warp_is_short, 48, "counts", [](int i, int count) {
        if (i % 4 == 3) return count == 0;
        return count == (i < 32 ? 3224 : 1612);
    });
}

// expect: nothing
void lanes_that_have_returned() {
    each(returns_while_others_wait, 64, "counts",
         [](int i, int count) { return count == (i % 32 < 20 ? 40 : 0); });
}

// expect: nothing
void lanes_that_are_together() {
    each(asks_who_is_here, 64, "counts",
         [](int i, int count) { return count == (i % 32 < 12 ? 112 : 120); });
}

// expect: nothing
void reduction_by_warps() {
    int* in = on_device();
    int* out = on_device();
    int h[count], sum = 0;
    for (int i = 0; i < count; ++i) h[i] = i % 17;
    for (int i = 0; i < count; ++i) sum += h[i];
    cudaMemcpy(in, h, size, cudaMemcpyHostToDevice);
    cudaMemset(out, 0, sizeof(int));
    sums<<<count / 256, 256>>>(in, out, count);
    int result = 0;
    cudaMemcpy(&result, out, sizeof(int), cudaMemcpyDeviceToHost);
    expect(result == sum, "the sum");
    cudaFree(in);
    cudaFree(out);
}

// expect: deadlock-in-kernel
__global__ void half_comes(int* out) {
    int sum = 1;
    if (threadIdx.x < 16) {
        sum = __shfl_down_sync(all_lanes, sum, 8);  // (2)
    }
    __syncthreads();  // (1)
    out[threadIdx.x] = sum;
}
void a_branch_for_half_of_the_mask() {
    int* out = on_device();
    half_comes<<<1, 64>>>(out);
    expect(cudaDeviceSynchronize() == cudaErrorLaunchTimeout, "it never ends");
}

// expect: deadlock-in-kernel
__global__ void functions_differ(int* out) {
    const bool first_half = rank() % 32 < 16;
    int found = 0;
    if (first_half)
        found = __any_sync(all_lanes, 1);  // (2)
    else
        __syncwarp();  // (1)
    out[rank()] = found;
}
void functions_that_differ() {
    int* out = on_device();
    functions_differ<<<1, dim3(8, 8)>>>(out);
    expect(cudaDeviceSynchronize() == cudaErrorLaunchTimeout, "it never ends");
}

// expect: wrong-warp-call
__global__ void leaves_itself_out(int* out) {
    out[threadIdx.x] = __ballot_sync(0xfffffffe, 1);  // (2)
}
void a_mask_without_the_caller() {
    int* out = on_device();
    leaves_itself_out<<<1, 32>>>(out);  // (1)
    expect(cudaDeviceSynchronize() == cudaErrorLaunchFailure, "the kernel is stopped");
}

// expect: wrong-warp-call
__global__ void odd_width(int* out, int width) {
    out[threadIdx.x] = __shfl_sync(all_lanes, 1, 0, width);  // (2)
}
void a_width_of_twelve() {
    int* out = on_device();
    odd_width<<<1, 32>>>(out, 12);  // (1)
    expect(cudaDeviceSynchronize() == cudaErrorLaunchFailure, "the kernel is stopped");
}

int main(int argc, char** argv) {
    return run_named(argc, argv,
                     {
                         {"shuffles_of_every_type", shuffles_of_every_type},
                         {"votes_matches_and_reductions", votes_matches_and_reductions},
                         {"parts_of_a_warp", parts_of_a_warp},
                         {"lanes_that_do_not_exist", lanes_that_do_not_exist},
                         {"lanes_that_have_returned", lanes_that_have_returned},
                         {"lanes_that_are_together", lanes_that_are_together},
                         {"reduction_by_warps", reduction_by_warps},
                         {"a_branch_for_half_of_the_mask", a_branch_for_half_of_the_mask},
                         {"functions_that_differ", functions_that_differ},
                         {"a_mask_without_the_caller", a_mask_without_the_caller},
                         {"a_width_of_twelve", a_width_of_twelve},
                     });
}
