// Graphs, captured and built by hand: only their own edges order their nodes.
#include <vector>

#include "cases.cuh"

cudaGraphExec_t executable(cudaGraph_t g) {
    cudaGraphExec_t exec = nullptr;
    expect(cudaGraphInstantiate(&exec, g, 0) == cudaSuccess, "instantiation");
    cudaGraphDestroy(g);
    return exec;
}

cudaEvent_t event() {
    cudaEvent_t e = nullptr;
    cudaEventCreateWithFlags(&e, cudaEventDisableTiming);
    return e;
}

// expect: nothing
void captured_pipeline_launched_often() {
    cudaStream_t s = stream_without_barrier();
    int *h = pinned_with(1), *back = pinned_with(0), *d = on_device();
    cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
    cudaMemcpyAsync(d, h, size, cudaMemcpyHostToDevice, s);
    add_one<<<ON(s)>>>(d);
    cudaMemcpyAsync(back, d, size, cudaMemcpyDeviceToHost, s);
    cudaGraph_t g = nullptr;
    expect(cudaStreamEndCapture(s, &g) == cudaSuccess, "the capture");
    expect(all_are(back, 0), "nothing runs while it is captured");
    cudaGraphExec_t exec = executable(g);
    for (int round = 1; round <= 5; ++round) {
        for (int i = 0; i < count; ++i) h[i] = round;
        cudaGraphLaunch(exec, s);
        cudaStreamSynchronize(s);
        expect(all_are(back, round + 1), "each launch reads the memory anew");
    }
    cudaGraphExecDestroy(exec);
}

// expect: nothing
void arguments_are_those_of_the_capture() {
    cudaStream_t s = stream_without_barrier();
    int *d = on_device(), *back = pinned_with(0);
    int value = 3;
    cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
    fill<<<ON(s)>>>(d, value);
    cudaMemcpyAsync(back, d, size, cudaMemcpyDeviceToHost, s);
    cudaGraph_t g = nullptr;
    cudaStreamEndCapture(s, &g);
    value = 4;
    cudaGraphLaunch(executable(g), s);
    cudaStreamSynchronize(s);
    expect(all_are(back, 3), "the value of that moment");
}

/// Fills two buffers in two streams and adds them up in the first.
__global__ void sum(const int* a, const int* b, int* out) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = a[i] + b[i];
}

// expect: nothing
void fork_and_join() {
    cudaStream_t s = stream_without_barrier(), t = stream_without_barrier();
    cudaEvent_t forked = event(), joined = event();
    int *a = on_device(), *b = on_device(), *c = on_device(), *back = pinned_with(0);
    cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
    cudaEventRecord(forked, s);
    cudaStreamWaitEvent(t, forked, 0);
    fill<<<ON(s)>>>(a, 1);
    fill<<<ON(t)>>>(b, 2);
    cudaEventRecord(joined, t);
    cudaStreamWaitEvent(s, joined, 0);
    sum<<<ON(s)>>>(a, b, c);
    cudaMemcpyAsync(back, c, size, cudaMemcpyDeviceToHost, s);
    cudaGraph_t g = nullptr;
    expect(cudaStreamEndCapture(s, &g) == cudaSuccess, "the capture");
    cudaGraphExec_t exec = executable(g);
    cudaGraphLaunch(exec, s);
    cudaGraphLaunch(exec, s);
    cudaStreamSynchronize(s);
    expect(all_are(back, 3), "1 + 2");
    // t took part in the capture, not in the launch.
    expect(cudaStreamQuery(t) == cudaSuccess, "nothing was put into the other stream");
}

// expect: race-between-kernels
void join_too_early() {
    cudaStream_t s = stream_without_barrier(), t = stream_without_barrier();
    cudaEvent_t forked = event(), joined = event(), end = event();
    int *a = on_device_with(0), *c = on_device();
    cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
    cudaEventRecord(forked, s);
    cudaStreamWaitEvent(t, forked, 0);
    cudaEventRecord(joined, t);
    fill<<<ON(t)>>>(a, 2);  // (1)
    cudaStreamWaitEvent(s, joined, 0);
    plus_one<<<ON(s)>>>(a, c);  // (2)
    cudaEventRecord(end, t);
    cudaStreamWaitEvent(s, end, 0);
    cudaGraph_t g = nullptr;
    expect(cudaStreamEndCapture(s, &g) == cudaSuccess, "the capture");
    cudaGraphLaunch(executable(g), s);
    cudaStreamSynchronize(s);
}

// expect: race-host-reads-early
void launched_and_not_waited_for() {
    cudaStream_t s = stream_without_barrier();
    int *d = on_device_with(0), *back = pinned_with(0);
    cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
    add_one<<<ON(s)>>>(d);
    cudaMemcpyAsync(back, d, size, cudaMemcpyDeviceToHost, s);  // (1)
    cudaGraph_t g = nullptr;
    cudaStreamEndCapture(s, &g);
    cudaGraphLaunch(executable(g), s);
    std::printf("%d\n", back[7]);  // (2)
    cudaStreamSynchronize(s);
}

// expect: race-host-refills-early
void refilled_while_the_graph_runs() {
    cudaStream_t s = stream_without_barrier(), launcher = stream_without_barrier();
    int *h = pinned_with(1), *d = on_device();
    cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
    cudaMemcpyAsync(d, h, size, cudaMemcpyHostToDevice, s);  // (1)
    cudaGraph_t g = nullptr;
    cudaStreamEndCapture(s, &g);
    cudaGraphLaunch(executable(g), launcher);
    cudaStreamSynchronize(s);  // the stream of the capture, not that of the launch
    h[5] = 2;                  // (2)
    cudaStreamSynchronize(launcher);
}

// expect: uninitialised-read
void never_launched() {
    cudaStream_t s = stream_without_barrier();
    int *d = on_device(), *back = pinned_with(0);
    cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
    fill<<<ON(s)>>>(d, 1);
    cudaGraph_t g = nullptr;
    cudaStreamEndCapture(s, &g);
    cudaMemcpyAsync(back, d, size, cudaMemcpyDeviceToHost, s);
    cudaStreamSynchronize(s);
    std::printf("%d\n", back[3]);  // (1)
}

// expect: race-between-kernels
void two_launches_in_two_streams() {
    cudaStream_t s = stream_without_barrier(), t = stream_without_barrier();
    int* d = on_device_with(0);
    cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
    add_one<<<ON(s)>>>(d);  // (1)
    cudaGraph_t g = nullptr;
    cudaStreamEndCapture(s, &g);
    cudaGraphExec_t first = nullptr, second = nullptr;
    cudaGraphInstantiate(&first, g, 0);
    cudaGraphInstantiate(&second, g, 0);
    cudaGraphLaunch(first, s);
    cudaGraphLaunch(second, t);
    cudaDeviceSynchronize();
}

// expect: nothing
void launches_of_one_executable_follow_each_other() {
    cudaStream_t s = stream_without_barrier(), t = stream_without_barrier();
    int *d = on_device_with(0), *back = pinned_with(0);
    cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
    add_one<<<ON(s)>>>(d);
    cudaGraph_t g = nullptr;
    cudaStreamEndCapture(s, &g);
    cudaGraphExec_t exec = executable(g);
    cudaGraphLaunch(exec, s);
    cudaGraphLaunch(exec, t);
    cudaGraphExecDestroy(exec);  // returns at once
    cudaMemcpyAsync(back, d, size, cudaMemcpyDeviceToHost, t);
    cudaStreamSynchronize(t);
    expect(all_are(back, 2), "one after the other");
}

// expect: race-between-kernels
void work_in_another_stream_is_not_ordered() {
    cudaStream_t s = stream_without_barrier(), t = stream_without_barrier();
    int* d = on_device_with(0);
    cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
    add_one<<<ON(s)>>>(d);  // (1)
    cudaGraph_t g = nullptr;
    cudaStreamEndCapture(s, &g);
    cudaGraphLaunch(executable(g), s);
    add_one<<<ON(t)>>>(d);  // (2)
    cudaDeviceSynchronize();
}

// expect: nothing
void launch_in_the_legacy_stream_is_a_barrier() {
    cudaStream_t a, b, capturing = stream_without_barrier();
    cudaStreamCreate(&a);
    cudaStreamCreate(&b);
    int* d = on_device();
    int* back = pinned_with(0);
    cudaStreamBeginCapture(capturing, cudaStreamCaptureModeGlobal);
    add_one<<<ON(capturing)>>>(d);
    cudaGraph_t g = nullptr;
    cudaStreamEndCapture(capturing, &g);
    cudaGraphExec_t exec = executable(g);
    fill<<<ON(a)>>>(d, 1);
    cudaGraphLaunch(exec, 0);
    add_one<<<ON(b)>>>(d);
    cudaMemcpy(back, d, size, cudaMemcpyDeviceToHost);
    expect(all_are(back, 3), "a, the graph, b");
}

cudaKernelNodeParams kernel_params(void* kernel, void** arguments) {
    cudaKernelNodeParams p{};
    p.func = kernel;
    p.gridDim = dim3(count / threads);
    p.blockDim = dim3(threads);
    p.kernelParams = arguments;
    return p;
}

void add_up(void* p) {
    int* values = static_cast<int*>(p);
    for (int i = 1; i < count; ++i) values[0] += values[i];
}

// expect: nothing
void built_by_hand() {
    int *h = pinned_with(1), *back = pinned_with(0), *d = on_device(), *out = on_device();
    cudaGraph_t g = nullptr;
    cudaGraphCreate(&g, 0);
    cudaGraphNode_t up, clear, add, copy, down, host;
    cudaGraphAddMemcpyNode1D(&up, g, nullptr, 0, d, h, size, cudaMemcpyHostToDevice);
    cudaMemsetParams zero{};
    zero.dst = out;
    zero.value = 0x01020304;
    zero.elementSize = 4;
    zero.width = count;
    zero.height = 1;
    expect(cudaGraphAddMemsetNode(&clear, g, nullptr, 0, &zero) == cudaSuccess, "memset node");
    void* add_arguments[] = {&d};
    cudaKernelNodeParams params = kernel_params((void*)add_one, add_arguments);
    expect(cudaGraphAddKernelNode(&add, g, &up, 1, &params) == cudaSuccess, "kernel node");
    cudaGraphNode_t both[] = {add, clear};
    void* copy_arguments[] = {&d, &out};
    params = kernel_params(reinterpret_cast<void*>(&plus_one), copy_arguments);
    expect(cudaGraphAddKernelNode(&copy, g, both, 2, &params) == cudaSuccess, "kernel node");
    cudaGraphAddMemcpyNode1D(&down, g, &copy, 1, back, out, size, cudaMemcpyDeviceToHost);
    cudaHostNodeParams at_end{add_up, back};
    cudaGraphAddHostNode(&host, g, &down, 1, &at_end);
    cudaGraphExec_t exec = nullptr;
    cudaGraphInstantiateWithFlags(&exec, g, 0);
    cudaGraphLaunch(exec, 0);
    cudaDeviceSynchronize();
    expect(back[0] == 3 * count && back[1] == 3, "every node");

    int* other = on_device_with(0);
    void* changed[] = {&other, &out};
    params = kernel_params((void*)plus_one, changed);
    expect(cudaGraphExecKernelNodeSetParams(exec, copy, &params) == cudaSuccess, "new arguments");
    cudaGraphLaunch(exec, 0);
    cudaDeviceSynchronize();
    expect(back[1] == 1, "the new argument's");
    cudaGraphExecDestroy(exec);
    cudaGraphDestroy(g);
}

// expect: out-of-bounds
__global__ void write_beyond(int* p) {
    p[count + threadIdx.x] = 1;  // (2)
}
void wrong_access_in_a_graph() {
    cudaStream_t captured = stream_without_barrier(), launched_in;
    cudaStreamCreate(&launched_in);
    int* d = on_device();
    cudaStreamBeginCapture(captured, cudaStreamCaptureModeGlobal);
    write_beyond<<<1, 1, 0, captured>>>(d);  // (1)
    cudaGraph_t g = nullptr;
    cudaStreamEndCapture(captured, &g);
    cudaGraphLaunch(executable(g), launched_in);
    cudaStreamSynchronize(launched_in);
}

// expect: race-between-kernels
void edge_forgotten() {
    int *d = on_device_with(0), *out = on_device();
    cudaGraph_t g = nullptr;
    cudaGraphCreate(&g, 0);
    cudaGraphNode_t first, second;
    void *first_arguments[] = {&d}, *second_arguments[] = {&d, &out};
    cudaKernelNodeParams params = kernel_params((void*)add_one, first_arguments);
    cudaGraphAddKernelNode(&first, g, nullptr, 0, &params);  // (1)
    params = kernel_params((void*)plus_one, second_arguments);
    cudaGraphAddKernelNode(&second, g, nullptr, 0, &params);  // (2)
    cudaGraphLaunch(executable(g), 0);
    cudaDeviceSynchronize();
}

// expect: nothing
void edge_added_later() {
    int *d = on_device_with(0), *out = on_device(), *back = pinned_with(0);
    cudaGraph_t g = nullptr;
    cudaGraphCreate(&g, 0);
    cudaGraphNodeParams p = {};
    p.type = cudaGraphNodeTypeKernel;
    void *first_arguments[] = {&d}, *second_arguments[] = {&d, &out};
    p.kernel.func = (void*)add_one;
    p.kernel.gridDim = dim3(count / threads);
    p.kernel.blockDim = dim3(threads);
    p.kernel.kernelParams = first_arguments;
    cudaGraphNode_t first, second;
    expect(cudaGraphAddNode(&first, g, nullptr, nullptr, 0, &p) == cudaSuccess, "a kernel node");
    p.kernel.func = (void*)plus_one;
    p.kernel.kernelParams = second_arguments;
    expect(cudaGraphAddNode(&second, g, nullptr, nullptr, 0, &p) == cudaSuccess, "another");
    cudaGraphAddDependencies(g, &first, &second, nullptr, 1);
    cudaStream_t s = stream_without_barrier();
    cudaGraphLaunch(executable(g), s);
    cudaMemcpyAsync(back, out, size, cudaMemcpyDeviceToHost, s);
    cudaStreamSynchronize(s);
    expect(all_are(back, 2), "0 + 1 + 1");
}

// expect: nothing
void a_child_runs_in_its_place() {
    cudaStream_t s = stream_without_barrier();
    int *d = on_device(), *back = pinned_with(0);
    cudaGraph_t child = nullptr, whole = nullptr;
    cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
    add_one<<<ON(s)>>>(d);
    add_one<<<ON(s)>>>(d);
    cudaStreamEndCapture(s, &child);
    cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
    fill<<<ON(s)>>>(d, 1);
    cudaStreamEndCapture(s, &whole);
    cudaGraphNode_t filled, once, twice;
    std::size_t n = 1;
    cudaGraphGetNodes(whole, &filled, &n);
    cudaGraphAddChildGraphNode(&once, whole, &filled, 1, child);
    cudaGraphAddChildGraphNode(&twice, whole, &once, 1, child);
    cudaGraphDestroy(child);  // cloned
    cudaGraphLaunch(executable(whole), s);
    cudaMemcpyAsync(back, d, size, cudaMemcpyDeviceToHost, s);
    cudaStreamSynchronize(s);
    expect(all_are(back, 5), "1 + 2 + 2");
}

// expect: nothing
void updated_with_a_new_capture() {
    cudaStream_t s = stream_without_barrier();
    int *d[] = {on_device(), on_device()}, *back = pinned_with(0);
    cudaGraphExec_t exec = nullptr;
    for (int round = 0; round < 2; ++round) {
        cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
        fill<<<ON(s)>>>(d[round], round + 1);
        cudaMemcpyAsync(back, d[round], size, cudaMemcpyDeviceToHost, s);
        cudaGraph_t g = nullptr;
        cudaStreamEndCapture(s, &g);
        cudaGraphExecUpdateResultInfo info{};
        if (exec == nullptr) {
            exec = executable(g);
        } else {
            expect(cudaGraphExecUpdate(exec, g, &info) == cudaSuccess, "the same shape");
            cudaGraphDestroy(g);
        }
        cudaGraphLaunch(exec, s);
        cudaStreamSynchronize(s);
        expect(all_are(back, round + 1), "the newest parameters");
    }
}

// expect: use-after-free
void buffer_freed_between_launches() {
    cudaStream_t s = stream_without_barrier();
    int *h = pinned_with(1), *d = on_device();
    cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
    cudaMemcpyAsync(d, h, size, cudaMemcpyHostToDevice, s);  // (2)
    cudaGraph_t g = nullptr;
    cudaStreamEndCapture(s, &g);
    cudaGraphExec_t exec = executable(g);
    cudaGraphLaunch(exec, s);
    cudaStreamSynchronize(s);
    cudaFree(d);  // (1)
    cudaGraphLaunch(exec, s);
    cudaStreamSynchronize(s);
}

// expect: freed-in-use
void buffer_freed_while_the_graph_runs() {
    cudaStream_t s = stream_without_barrier();
    int* d = on_device_with(0);
    cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
    add_one<<<ON(s)>>>(d);  // (1)
    cudaGraph_t g = nullptr;
    cudaStreamEndCapture(s, &g);
    cudaGraphLaunch(executable(g), s);
    cudaFree(d);  // (2)
    cudaDeviceSynchronize();
}

// expect: returned-with-work-pending
void launched_and_left() {
    cudaStream_t s = stream_without_barrier();
    cudaStream_t t = stream_without_barrier();
    cudaEvent_t forked = event(), joined = event();
    int *a = on_device_with(0), *b = on_device_with(0);
    cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
    cudaEventRecord(forked, s);
    cudaStreamWaitEvent(t, forked, 0);
    add_one<<<ON(s)>>>(a);
    add_one<<<ON(t)>>>(b);
    cudaEventRecord(joined, t);
    cudaStreamWaitEvent(s, joined, 0);
    cudaGraph_t g = nullptr;
    cudaStreamEndCapture(s, &g);
    cudaGraphLaunch(executable(g), s);  // (1)
}

// expect: nothing
void event_nodes_reach_other_streams() {
    cudaStream_t s = stream_without_barrier(), t = stream_without_barrier();
    cudaEvent_t made = event(), ready = event();
    int *d = on_device(), *back = pinned_with(0);
    cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
    cudaStreamWaitEvent(s, ready, cudaEventWaitExternal);
    add_one<<<ON(s)>>>(d);
    cudaEventRecordWithFlags(made, s, cudaEventRecordExternal);
    cudaGraph_t g = nullptr;
    expect(cudaStreamEndCapture(s, &g) == cudaSuccess, "the capture");
    fill<<<ON(t)>>>(d, 1);
    cudaEventRecord(ready, t);
    cudaGraphLaunch(executable(g), s);
    cudaStreamWaitEvent(t, made, 0);
    cudaMemcpyAsync(back, d, size, cudaMemcpyDeviceToHost, t);
    cudaStreamSynchronize(t);
    expect(all_are(back, 2), "through both events");
}

// expect: nothing
void disabled_nodes_do_nothing_and_keep_the_order() {
    int *d = on_device_with(0), *back = pinned_with(0);
    cudaGraph_t g = nullptr;
    cudaGraphCreate(&g, 0);
    void* arguments[] = {&d};
    const cudaKernelNodeParams params = kernel_params((void*)add_one, arguments);
    cudaGraphNode_t n[3], down;
    for (int i = 0; i < 3; ++i)
        cudaGraphAddKernelNode(&n[i], g, i == 0 ? nullptr : &n[i - 1], i == 0 ? 0 : 1, &params);
    cudaGraphAddMemcpyNode1D(&down, g, &n[2], 1, back, d, size, cudaMemcpyDeviceToHost);
    cudaGraphExec_t exec = nullptr;
    cudaGraphInstantiate(&exec, g, 0);
    expect(cudaGraphNodeSetEnabled(exec, n[1], 0) == cudaSuccess, "disabled");
    cudaGraphLaunch(exec, 0);
    cudaDeviceSynchronize();
    expect(all_are(back, 2), "two of three");
}

// expect: nothing
void long_chain_launched_often() {
    cudaStream_t s = stream_without_barrier();
    int *d = on_device_with(0), *back = pinned_with(0);
    cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
    for (int i = 0; i < 200; ++i) add_one<<<ON(s)>>>(d);
    cudaGraph_t g = nullptr;
    cudaStreamEndCapture(s, &g);
    cudaGraphExec_t exec = executable(g);
    for (int i = 0; i < 20; ++i) cudaGraphLaunch(exec, s);
    cudaMemcpyAsync(back, d, size, cudaMemcpyDeviceToHost, s);
    cudaStreamSynchronize(s);
    expect(all_are(back, 4000), "20 * 200");
}

template <class T>
__global__ void scale(T* p, T factor) {
    p[blockIdx.x * blockDim.x + threadIdx.x] *= factor;
}
namespace of_its_own {
__global__ void __launch_bounds__(128) shift(int* p, char by, long long more) {
    p[blockIdx.x * blockDim.x + threadIdx.x] += by + static_cast<int>(more);
}
}  // namespace of_its_own

// expect: nothing
void kernels_by_address() {
    int *d = on_device_with(0), *back = pinned_with(0);
    cudaGraph_t g = nullptr;
    cudaGraphCreate(&g, 0);
    char by = 3;
    long long more = 4;
    int factor = 5;
    void *shift_arguments[] = {&d, &by, &more}, *scale_arguments[] = {&d, &factor};
    cudaGraphNode_t first, second;
    cudaKernelNodeParams params = kernel_params((void*)of_its_own::shift, shift_arguments);
    expect(cudaGraphAddKernelNode(&first, g, nullptr, 0, &params) == cudaSuccess, "shift");
    params = kernel_params((void*)scale<int>, scale_arguments);
    expect(cudaGraphAddKernelNode(&second, g, &first, 1, &params) == cudaSuccess, "scale");
    by = 0;
    cudaStream_t s = stream_without_barrier();
    cudaGraphLaunch(executable(g), s);
    cudaMemcpyAsync(back, d, size, cudaMemcpyDeviceToHost, s);
    cudaStreamSynchronize(s);
    expect(all_are(back, 35), "(3 + 4) * 5");
}

// expect: nothing
void pageable_copies_in_a_graph() {
    cudaStream_t s = stream_without_barrier();
    std::vector<int> h(count, 1), back(count, 0);
    int* d = on_device();
    cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
    cudaMemcpyAsync(d, h.data(), size, cudaMemcpyHostToDevice, s);
    add_one<<<ON(s)>>>(d);
    cudaMemcpyAsync(back.data(), d, size, cudaMemcpyDeviceToHost, s);
    cudaGraph_t g = nullptr;
    cudaStreamEndCapture(s, &g);
    for (int& x : h) x = 5;  // read by the launch
    cudaGraphLaunch(executable(g), s);
    cudaStreamSynchronize(s);
    expect(all_are(back.data(), 6), "5 + 1");
}

int main(int argc, char** argv) {
    return run_named(
        argc, argv,
        {{"captured_pipeline_launched_often", captured_pipeline_launched_often},
         {"arguments_are_those_of_the_capture", arguments_are_those_of_the_capture},
         {"fork_and_join", fork_and_join},
         {"join_too_early", join_too_early},
         {"launched_and_not_waited_for", launched_and_not_waited_for},
         {"refilled_while_the_graph_runs", refilled_while_the_graph_runs},
         {"never_launched", never_launched},
         {"two_launches_in_two_streams", two_launches_in_two_streams},
         {"launches_of_one_executable_follow_each_other",
          launches_of_one_executable_follow_each_other},
         {"work_in_another_stream_is_not_ordered", work_in_another_stream_is_not_ordered},
         {"launch_in_the_legacy_stream_is_a_barrier", launch_in_the_legacy_stream_is_a_barrier},
         {"built_by_hand", built_by_hand},
         {"edge_forgotten", edge_forgotten},
         {"wrong_access_in_a_graph", wrong_access_in_a_graph},
         {"edge_added_later", edge_added_later},
         {"a_child_runs_in_its_place", a_child_runs_in_its_place},
         {"updated_with_a_new_capture", updated_with_a_new_capture},
         {"buffer_freed_between_launches", buffer_freed_between_launches},
         {"buffer_freed_while_the_graph_runs", buffer_freed_while_the_graph_runs},
         {"launched_and_left", launched_and_left},
         {"event_nodes_reach_other_streams", event_nodes_reach_other_streams},
         {"disabled_nodes_do_nothing_and_keep_the_order",
          disabled_nodes_do_nothing_and_keep_the_order},
         {"long_chain_launched_often", long_chain_launched_often},
         {"kernels_by_address", kernels_by_address},
         {"pageable_copies_in_a_graph", pageable_copies_in_a_graph}});
}
