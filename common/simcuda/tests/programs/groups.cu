// Cooperative groups: blocks, tiles of warps, coalesced threads, partitions, reductions, copies.
#include "cases.cuh"

#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>

#include <utility>

namespace cg = cooperative_groups;

namespace {

/// Runs `kernel(wrong)` with a block of that extent: each thread adds what it found wrong.
void none_wrong(void (*kernel)(int*), dim3 block, const char* what) {
    int* wrong = nullptr;
    cudaMalloc(&wrong, sizeof(int));
    cudaMemset(wrong, 0, sizeof(int));
    kernel<<<dim3(2, 2), block>>>(wrong);
    int result = -1;
    cudaMemcpy(&result, wrong, sizeof(int), cudaMemcpyDeviceToHost);
    expect(result == 0, what);
    cudaFree(wrong);
}

__global__ void blocks(int* wrong) {
    const cg::thread_block block = cg::this_thread_block();
    const unsigned rank =
        threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
    int bad = 0;
    bad += block.thread_rank() != rank;
    bad += block.size() != blockDim.x * blockDim.y * blockDim.z;
    bad += block.num_threads() != block.size();
    bad += block.group_index().x != blockIdx.x || block.group_index().y != blockIdx.y;
    bad += block.thread_index().y != threadIdx.y;
    bad += block.dim_threads().z != blockDim.z;
    const cg::grid_group grid = cg::this_grid();
    bad += grid.size() != 4ull * block.size();
    bad += grid.thread_rank() != (blockIdx.y * 2 + blockIdx.x) * block.size() + rank;
    bad += grid.num_blocks() != 4 || grid.block_rank() != blockIdx.y * 2 + blockIdx.x;
    __shared__ int last;
    if (rank == block.size() - 1) last = 5;
    block.sync();
    bad += last != 5;
    auto token = block.barrier_arrive();
    block.barrier_wait(std::move(token));
    if (rank == 0) last = 6;
    cg::sync(block);
    bad += last != 6;
    atomicAdd(wrong, bad);
}

template <unsigned Size>
__device__ int wrong_in_tile(const cg::thread_block_tile<Size>& tile) {
    const unsigned rank = cg::this_thread_block().thread_rank();
    int bad = 0;
    bad += tile.thread_rank() != rank % Size || tile.size() != Size;
    bad += tile.num_threads() != Size;
    bad += tile.meta_group_rank() != rank / Size;
    bad += tile.meta_group_size() != (cg::this_thread_block().size() + Size - 1) / Size;
    const unsigned first = rank / Size * Size;
    bad += tile.shfl(rank, 0) != first;
    bad += tile.shfl_down(rank, 1) != (rank % Size + 1 < Size ? rank + 1 : rank);
    bad += tile.shfl_up(rank, 1) != (rank % Size > 0 ? rank - 1 : rank);
    if (Size > 1) bad += tile.shfl_xor(rank, 1) != (rank ^ 1);
    bad += tile.any(rank % Size == 0) != 1 || tile.all(rank % Size == 0) != (Size == 1);
    bad += tile.ballot(tile.thread_rank() % 2) != (0xaaaaaaaau & (0xffffffffu >> (32 - Size)));
    bad += tile.match_any(rank / Size) != 0xffffffffu >> (32 - Size);
    tile.sync();
    bad += cg::reduce(tile, static_cast<int>(rank % Size), cg::plus<int>()) !=
           static_cast<int>(Size * (Size - 1) / 2);
    bad += cg::reduce(tile, rank, cg::less<unsigned>()) != first;
    bad += cg::reduce(tile, rank, cg::greater<unsigned>()) != first + Size - 1;
    bad += cg::reduce(tile, 2.0, [](double a, double b) { return a * b; }) !=
           static_cast<double>(1ull << Size);
    bad += cg::inclusive_scan(tile, 2) != static_cast<int>(rank % Size + 1) * 2;
    bad += cg::exclusive_scan(tile, 3) != static_cast<int>(rank % Size) * 3;
    return bad;
}

__global__ void tiles(int* wrong) {
    const cg::thread_block block = cg::this_thread_block();
    int bad = 0;
    bad += wrong_in_tile<32>(cg::tiled_partition<32>(block));
    bad += wrong_in_tile<16>(cg::tiled_partition<16>(block));
    bad += wrong_in_tile<8>(cg::tiled_partition<8>(block));
    bad += wrong_in_tile<4>(cg::tiled_partition<4>(block));
    bad += wrong_in_tile<2>(cg::tiled_partition<2>(block));
    bad += wrong_in_tile<1>(cg::tiled_partition<1>(block));
    const auto warp = cg::tiled_partition<32>(block);
    const auto part = cg::tiled_partition<8>(warp);
    bad += part.meta_group_size() != 4 || part.meta_group_rank() != block.thread_rank() / 8 % 4;
    struct point {
        float x, y, z;
    };
    const float mine = static_cast<float>(part.thread_rank());
    const point other = part.shfl(point{mine, 2 * mine, 3 * mine}, 5);
    bad += other.x != 5 || other.y != 10 || other.z != 15;
    atomicAdd(wrong, bad);
}

/// As in many tutorials: any group, and shared memory of that group.
__device__ int sum_of(cg::thread_group group, int* room, int value) {
    const int rank = static_cast<int>(group.thread_rank());
    for (int i = static_cast<int>(group.size()) / 2; i > 0; i /= 2) {
        room[rank] = value;
        group.sync();
        if (rank < i) value += room[rank + i];
        group.sync();
    }
    return value;
}

__global__ void any_group(int* wrong) {
    __shared__ int room[1024];
    const cg::thread_block block = cg::this_thread_block();
    int bad = 0;
    const int all = sum_of(block, room, 1);
    bad += block.thread_rank() == 0 && all != static_cast<int>(block.size());
    const cg::thread_group tile = cg::tiled_partition(block, 8);
    const int eight = sum_of(tile, room + block.thread_rank() / 8 * 8, 2);
    bad += tile.thread_rank() == 0 && eight != 16;
    const cg::thread_group half = cg::tiled_partition(tile, 4);
    bad += half.size() != 4 || half.thread_rank() != block.thread_rank() % 4;
    atomicAdd(wrong, bad);
}

__global__ void coalesced(int* wrong) {
    const cg::thread_block block = cg::this_thread_block();
    const unsigned lane = block.thread_rank() % 32;
    int bad = 0;
    if (lane % 3 == 1) {
        const cg::coalesced_group here = cg::coalesced_threads();
        bad += here.size() != 11 || here.thread_rank() != lane / 3;
        bad += here.shfl(lane, 4) != 13;
        bad += here.shfl_down(lane, 2) != (lane / 3 + 2 < 11 ? lane + 6 : lane);
        bad += here.shfl_up(lane, 3) != (lane / 3 >= 3 ? lane - 9 : lane);
        bad += here.ballot(lane > 20) != 0x780;
        bad += here.any(lane == 31) != 1 || here.all(lane > 0) != 1;
        bad += cg::reduce(here, lane, cg::plus<unsigned>()) != 176;
        bad += cg::inclusive_scan(here, 1) != static_cast<int>(lane / 3) + 1;
        bad += cg::exclusive_scan(here, 1u, cg::plus<unsigned>()) != lane / 3;
        here.sync();
    }
    const auto warp = cg::tiled_partition<32>(block);
    const auto third = cg::labeled_partition(warp, lane % 3);
    bad += third.size() != (lane % 3 == 2 ? 10 : 11) || third.thread_rank() != lane / 3;
    bad += third.meta_group_size() != 3 || third.meta_group_rank() != lane % 3;
    const auto low = cg::binary_partition(warp, lane < 10);
    bad += low.size() != (lane < 10 ? 10 : 22) || low.meta_group_rank() != (lane < 10);
    atomicAdd(wrong, bad);
}

/// One atomic operation for all threads of a warp that have something to store.
__global__ void positives(const int* in, int* out, int* number) {
    const int value = in[blockIdx.x * blockDim.x + threadIdx.x];
    if (value <= 0) return;
    const cg::coalesced_group here = cg::coalesced_threads();
    int first = 0;
    if (here.thread_rank() == 0) first = atomicAdd(number, static_cast<int>(here.size()));
    out[here.shfl(first, 0) + here.thread_rank()] = value;
}

__global__ void staged(const int* in, int* out) {
    __shared__ int part[threads];
    const cg::thread_block block = cg::this_thread_block();
    const int first = blockIdx.x * threads;
    cg::memcpy_async(block, part, in + first, sizeof part);
    cg::wait(block);
    out[first + threadIdx.x] = part[threads - 1 - threadIdx.x];
}

}  // namespace

// expect: nothing
void what_a_block_knows() {
    none_wrong(blocks, dim3(5, 3, 4), "in three dimensions");
    none_wrong(blocks, 256, "in a row");
}

// expect: nothing
void tiles_of_every_size() {
    none_wrong(tiles, 96, "in a row");
    none_wrong(tiles, dim3(8, 8), "in rows of a quarter warp");
}

// expect: nothing
void groups_of_any_kind() {
    none_wrong(any_group, 64, "sums");
}

// expect: nothing
void threads_that_come_together() {
    none_wrong(coalesced, 64, "coalesced groups and partitions");
}

// expect: nothing
void one_atomic_for_many() {
    int *in = on_device(), *out = on_device(), *number = on_device_with(0);
    int h[count];
    int wanted = 0;
    long long sum = 0;
    for (int i = 0; i < count; ++i) h[i] = i % 5 == 0 ? -1 : i;
    for (int i = 0; i < count; ++i) wanted += h[i] > 0;
    for (int i = 0; i < count; ++i) sum += h[i] > 0 ? h[i] : 0;
    cudaMemcpy(in, h, size, cudaMemcpyHostToDevice);
    positives<<<count / threads, threads>>>(in, out, number);
    int found = 0;
    cudaMemcpy(&found, number, sizeof(int), cudaMemcpyDeviceToHost);
    expect(found == wanted, "their number");
    cudaMemcpy(h, out, found * sizeof(int), cudaMemcpyDeviceToHost);
    for (int i = 0; i < found; ++i) sum -= h[i];
    expect(sum == 0, "their sum");
    cudaFree(in);
    cudaFree(out);
    cudaFree(number);
}

// expect: nothing
void copies_by_a_block() {
    int *in = on_device(), *out = on_device();
    int h[count];
    for (int i = 0; i < count; ++i) h[i] = i;
    cudaMemcpy(in, h, size, cudaMemcpyHostToDevice);
    staged<<<count / threads, threads>>>(in, out);
    cudaMemcpy(h, out, size, cudaMemcpyDeviceToHost);
    bool right = true;
    for (int i = 0; i < count; ++i)
        right = right && h[i] == i / threads * threads + threads - 1 - i % threads;
    expect(right, "each block is turned round");
    cudaFree(in);
    cudaFree(out);
}

int main(int argc, char** argv) {
    return run_named(argc, argv,
                     {
                         {"what_a_block_knows", what_a_block_knows},
                         {"tiles_of_every_size", tiles_of_every_size},
                         {"groups_of_any_kind", groups_of_any_kind},
                         {"threads_that_come_together", threads_that_come_together},
                         {"one_atomic_for_many", one_atomic_for_many},
                         {"copies_by_a_block", copies_by_a_block},
                     });
}
