#include "oracle.h"

#include <string>
#include <thread>

// Facts of stream capture: what each forbidden call returns, whether it spoils the capture and what
// its end then says. Runs on a GPU and on the simulated device alike; golden/capture_errors.txt is
// what must come out.

namespace {

constexpr int n = 1024;
constexpr int size = n * static_cast<int>(sizeof(int));

struct things {
    cudaStream_t s, t, blocking, other;
    cudaEvent_t e, never, eager;
    int *d, *h;
};
things it;

void make() {
    cudaStreamCreateWithFlags(&it.s, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&it.t, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&it.other, cudaStreamNonBlocking);
    cudaStreamCreate(&it.blocking);
    cudaEventCreate(&it.e);
    cudaEventCreate(&it.never);
    cudaEventCreate(&it.eager);
    cudaMalloc(&it.d, size);
    cudaMallocHost(&it.h, size);
    cudaMemset(it.d, 0, size);
    cudaDeviceSynchronize();
}

void work_in(cudaStream_t s) { add<<<n / 128, 128, 0, s>>>(it.d, n, 1); }

void say(const std::string& name, long long value) { ::say(name.c_str(), value); }

cudaError_t end(cudaStream_t s, const std::string& name, const char* what = ".end") {
    cudaGraph_t g = nullptr;
    const cudaError_t error = cudaStreamEndCapture(s, &g);
    say(name + what, error);
    say(name + what + ".graph", g != nullptr);
    if (g != nullptr) cudaGraphDestroy(g);
    cudaGetLastError();
    return error;
}

void say_status(cudaStream_t s, const std::string& name) {
    cudaStreamCaptureStatus status = cudaStreamCaptureStatusNone;
    say(name + ".asked", cudaStreamIsCapturing(s, &status));
    say(name + ".status", status);
}

/// One call while `s` captures: its code, what has become of the capture, and its end.
template <class Call>
void during(const std::string& name, cudaStream_t s, cudaStreamCaptureMode mode, Call call) {
    say(name + ".begin", cudaStreamBeginCapture(s, mode));
    work_in(s);
    say(name + ".code", call());
    cudaGetLastError();
    say_status(s, name);
    end(s, name);
    cudaDeviceSynchronize();
    cudaGetLastError();
}

constexpr auto global = cudaStreamCaptureModeGlobal;
constexpr auto local = cudaStreamCaptureModeThreadLocal;
constexpr auto relaxed = cudaStreamCaptureModeRelaxed;

void beginning_and_ending() {
    say("begin.legacy", cudaStreamBeginCapture(nullptr, global));
    say("begin.legacy.named", cudaStreamBeginCapture(cudaStreamLegacy, global));
    say("begin.badmode", cudaStreamBeginCapture(it.s, static_cast<cudaStreamCaptureMode>(7)));
    cudaGraph_t g = nullptr;
    say("end.not.capturing", cudaStreamEndCapture(it.s, &g));
    cudaGetLastError();
    say("begin.ptds", cudaStreamBeginCapture(cudaStreamPerThread, global));
    end(cudaStreamPerThread, "ptds");
    say("empty.begin", cudaStreamBeginCapture(it.s, global));
    end(it.s, "empty");
    during("begin.twice", it.s, global, [] { return cudaStreamBeginCapture(it.s, global); });
    say("status.none.asked", cudaStreamIsCapturing(it.s, nullptr));
    cudaGetLastError();
    say_status(it.s, "status.none");
    say("two.first", cudaStreamBeginCapture(it.s, global));
    say("two.second", cudaStreamBeginCapture(it.t, global));
    end(it.t, "two.second");
    end(it.s, "two.first");
}

void streams() {
    during("sync.own", it.s, relaxed, [] { return cudaStreamSynchronize(it.s); });
    during("query.own", it.s, relaxed, [] { return cudaStreamQuery(it.s); });
    during("sync.other.global", it.s, global, [] { return cudaStreamSynchronize(it.other); });
    during("query.other.global", it.s, global, [] { return cudaStreamQuery(it.other); });
    during("sync.other.relaxed", it.s, relaxed, [] { return cudaStreamSynchronize(it.other); });
    during("device.sync.global", it.s, global, [] { return cudaDeviceSynchronize(); });
    during("device.sync.relaxed", it.s, relaxed, [] { return cudaDeviceSynchronize(); });
    during("callback", it.s, relaxed, [] {
        return cudaStreamAddCallback(it.s, [](cudaStream_t, cudaError_t, void*) {}, nullptr, 0);
    });
    during("hostfunc", it.s, relaxed,
           [] { return cudaLaunchHostFunc(it.s, [](void*) {}, nullptr); });
    during("stream.create", it.s, global, [] {
        cudaStream_t made;
        const cudaError_t error = cudaStreamCreateWithFlags(&made, cudaStreamNonBlocking);
        if (error == cudaSuccess) cudaStreamDestroy(made);
        return error;
    });
    during("event.create", it.s, global, [] {
        cudaEvent_t made;
        const cudaError_t error = cudaEventCreate(&made);
        if (error == cudaSuccess) cudaEventDestroy(made);
        return error;
    });
    during("use.after.invalid", it.s, relaxed, [] {
        cudaStreamQuery(it.s);
        cudaGetLastError();
        return cudaMemsetAsync(it.d, 0, size, it.s);
    });
    during("record.after.invalid", it.s, relaxed, [] {
        cudaStreamQuery(it.s);
        cudaGetLastError();
        return cudaEventRecord(it.e, it.s);
    });
    during("launch.after.invalid", it.s, relaxed, [] {
        cudaStreamQuery(it.s);
        cudaGetLastError();
        work_in(it.s);
        return cudaGetLastError();
    });
    during("sync.after.invalid", it.s, relaxed, [] {
        cudaStreamQuery(it.s);
        cudaGetLastError();
        return cudaStreamSynchronize(it.s);
    });
}

void legacy() {
    const auto memcpy_down = [] { return cudaMemcpy(it.h, it.d, size, cudaMemcpyDeviceToHost); };
    during("legacy.memcpy.blocking", it.blocking, relaxed, memcpy_down);
    during("legacy.memcpy.nonblocking.global", it.s, global, memcpy_down);
    during("legacy.memcpy.nonblocking.relaxed", it.s, relaxed, memcpy_down);
    const auto memset_zero = [] { return cudaMemset(it.d, 0, size); };
    during("legacy.memset.blocking", it.blocking, relaxed, memset_zero);
    during("legacy.memset.nonblocking.global", it.s, global, memset_zero);
    during("legacy.memsetasync.blocking", it.blocking, relaxed,
           [] { return cudaMemsetAsync(it.d, 0, size, nullptr); });
    during("legacy.memsetasync.nonblocking", it.s, global,
           [] { return cudaMemsetAsync(it.d, 0, size, nullptr); });
    const auto launch = [] {
        work_in(nullptr);
        return cudaGetLastError();
    };
    during("legacy.launch.blocking", it.blocking, relaxed, launch);
    during("legacy.launch.nonblocking", it.s, global, launch);
    during("legacy.record.blocking", it.blocking, relaxed,
           [] { return cudaEventRecord(it.e, nullptr); });
    during("legacy.sync.blocking", it.blocking, relaxed,
           [] { return cudaStreamSynchronize(nullptr); });
    during("legacy.sync.nonblocking.global", it.s, global,
           [] { return cudaStreamSynchronize(nullptr); });
    during("legacy.query.blocking", it.blocking, relaxed, [] { return cudaStreamQuery(nullptr); });
    during("legacy.status.blocking", it.blocking, relaxed, [] {
        cudaStreamCaptureStatus status;
        return cudaStreamIsCapturing(nullptr, &status);
    });
    during("legacy.status.nonblocking", it.s, relaxed, [] {
        cudaStreamCaptureStatus status;
        return cudaStreamIsCapturing(nullptr, &status);
    });
    during("other.blocking.stream", it.blocking, global,
           [] { return cudaMemsetAsync(it.d, 0, size, it.other); });
}

void events() {
    cudaEventRecord(it.eager, it.other);
    cudaDeviceSynchronize();
    during("event.query.captured", it.s, relaxed, [] {
        cudaEventRecord(it.e, it.s);
        return cudaEventQuery(it.e);
    });
    during("event.sync.captured", it.s, relaxed, [] {
        cudaEventRecord(it.e, it.s);
        return cudaEventSynchronize(it.e);
    });
    during("event.elapsed.captured", it.s, relaxed, [] {
        float ms = 0;
        cudaEventRecord(it.e, it.s);
        return cudaEventElapsedTime(&ms, it.eager, it.e);
    });
    during("event.query.eager.global", it.s, global, [] { return cudaEventQuery(it.eager); });
    during("event.query.eager.local", it.s, local, [] { return cudaEventQuery(it.eager); });
    during("event.query.eager.relaxed", it.s, relaxed, [] { return cudaEventQuery(it.eager); });
    during("event.sync.eager.global", it.s, global, [] { return cudaEventSynchronize(it.eager); });
    during("event.query.never.global", it.s, global, [] { return cudaEventQuery(it.never); });
    during("wait.eager", it.s, relaxed, [] { return cudaStreamWaitEvent(it.s, it.eager, 0); });
    during("wait.eager.external", it.s, relaxed,
           [] { return cudaStreamWaitEvent(it.s, it.eager, cudaEventWaitExternal); });
    during("wait.never", it.s, relaxed, [] { return cudaStreamWaitEvent(it.s, it.never, 0); });
    during("record.external", it.s, relaxed,
           [] { return cudaEventRecordWithFlags(it.e, it.s, cudaEventRecordExternal); });
    during("record.elsewhere", it.s, global, [] { return cudaEventRecord(it.eager, it.other); });
    say("record.external.not.capturing",
        cudaEventRecordWithFlags(it.e, it.s, cudaEventRecordExternal));
    cudaGetLastError();
    say("wait.external.not.capturing",
        cudaStreamWaitEvent(it.s, it.eager, cudaEventWaitExternal));
    cudaGetLastError();
    // The newest record is in a capture that is over.
    during("record.inside", it.s, relaxed, [] { return cudaEventRecord(it.e, it.s); });
    say("past.query", cudaEventQuery(it.e));
    cudaGetLastError();
    say("past.sync", cudaEventSynchronize(it.e));
    cudaGetLastError();
    say("past.wait", cudaStreamWaitEvent(it.other, it.e, 0));
    cudaGetLastError();
    during("past.wait.capturing", it.s, relaxed,
           [] { return cudaStreamWaitEvent(it.s, it.e, 0); });
    say("past.record.again", cudaEventRecord(it.e, it.other));
    say("past.sync.again", cudaEventSynchronize(it.e));
}

void forks() {
    say("fork.begin", cudaStreamBeginCapture(it.s, relaxed));
    work_in(it.s);
    cudaEventRecord(it.e, it.s);
    say("fork.wait", cudaStreamWaitEvent(it.t, it.e, 0));
    say_status(it.t, "fork");
    say("fork.end.elsewhere", [] {
        cudaGraph_t g = nullptr;
        return cudaStreamEndCapture(it.t, &g);
    }());
    cudaGetLastError();
    say_status(it.s, "fork.after.elsewhere");
    end(it.s, "fork.unused");
    say_status(it.t, "fork.over");

    cudaStreamBeginCapture(it.s, relaxed);
    work_in(it.s);
    cudaEventRecord(it.e, it.s);
    cudaStreamWaitEvent(it.t, it.e, 0);
    work_in(it.t);
    end(it.s, "unjoined");
    say_status(it.t, "unjoined.over");

    cudaStreamBeginCapture(it.s, relaxed);
    work_in(it.s);
    cudaEventRecord(it.e, it.s);
    cudaStreamWaitEvent(it.t, it.e, 0);
    work_in(it.t);
    cudaEventRecord(it.e, it.t);
    cudaStreamWaitEvent(it.s, it.e, 0);
    end(it.s, "joined");

    cudaStreamBeginCapture(it.s, relaxed);
    work_in(it.s);
    cudaEventRecord(it.e, it.s);
    cudaStreamWaitEvent(it.t, it.e, 0);
    work_in(it.t);
    cudaEventRecord(it.e, it.t);
    cudaStreamWaitEvent(it.s, it.e, 0);
    work_in(it.t);
    end(it.s, "joined.too.early");

    say("merge.first", cudaStreamBeginCapture(it.s, relaxed));
    say("merge.second", cudaStreamBeginCapture(it.t, relaxed));
    work_in(it.s);
    cudaEventRecord(it.e, it.s);
    say("merge.wait", cudaStreamWaitEvent(it.t, it.e, 0));
    cudaGetLastError();
    say_status(it.s, "merge.first");
    say_status(it.t, "merge.second");
    end(it.t, "merge.second");
    end(it.s, "merge.first");

    say("join.legacy.begin", cudaStreamBeginCapture(it.s, relaxed));
    work_in(it.s);
    cudaEventRecord(it.e, it.s);
    say("join.legacy.wait", cudaStreamWaitEvent(nullptr, it.e, 0));
    cudaGetLastError();
    say_status(it.s, "join.legacy");
    end(it.s, "join.legacy");
}

void memory() {
    void* p = nullptr;
    const auto malloc_free = [&] {
        const cudaError_t error = cudaMalloc(&p, 4096);
        if (error == cudaSuccess) cudaFree(p);
        return error;
    };
    during("malloc.global", it.s, global, malloc_free);
    during("malloc.local", it.s, local, malloc_free);
    during("malloc.relaxed", it.s, relaxed, malloc_free);
    during("malloc.global.exchanged", it.s, global, [&] {
        cudaStreamCaptureMode mode = relaxed;
        cudaThreadExchangeStreamCaptureMode(&mode);
        const cudaError_t error = malloc_free();
        cudaThreadExchangeStreamCaptureMode(&mode);
        return error;
    });
    cudaMalloc(&p, 4096);
    during("free.global", it.s, global, [&] { return cudaFree(p); });
    cudaFree(p);
    cudaGetLastError();
    during("free.null.global", it.s, global, [] { return cudaFree(nullptr); });
    during("mallochost.global", it.s, global, [] {
        void* h = nullptr;
        const cudaError_t error = cudaMallocHost(&h, 4096);
        if (error == cudaSuccess) cudaFreeHost(h);
        return error;
    });
    static char registered[8192];
    during("hostregister.global", it.s, global, [] {
        const cudaError_t error = cudaHostRegister(registered, 4096, 0);
        if (error == cudaSuccess) cudaHostUnregister(registered);
        return error;
    });
    during("meminfo.global", it.s, global, [] {
        std::size_t free_bytes, total;
        return cudaMemGetInfo(&free_bytes, &total);
    });
    during("attributes.global", it.s, global, [] {
        cudaPointerAttributes a;
        return cudaPointerGetAttributes(&a, it.d);
    });
    during("memcpyasync.pinned", it.s, global, [] {
        return cudaMemcpyAsync(it.h, it.d, size, cudaMemcpyDeviceToHost, it.s);
    });
    during("memcpyasync.pageable.up", it.s, global, [] {
        static int source[n];
        return cudaMemcpyAsync(it.d, source, size, cudaMemcpyHostToDevice, it.s);
    });
    during("memcpyasync.pageable.down", it.s, global, [] {
        static int target[n];
        return cudaMemcpyAsync(target, it.d, size, cudaMemcpyDeviceToHost, it.s);
    });
    during("memcpyasync.host.host", it.s, global, [] {
        static int from[n], to[n];
        return cudaMemcpyAsync(to, from, size, cudaMemcpyHostToHost, it.s);
    });
}

void threads() {
    const auto elsewhere = [](auto call) {
        cudaError_t error = cudaSuccess;
        std::thread other([&] {
            error = call();
            cudaGetLastError();
        });
        other.join();
        return error;
    };
    const auto make_memory = [] {
        void* p = nullptr;
        const cudaError_t error = cudaMalloc(&p, 4096);
        if (error == cudaSuccess) cudaFree(p);
        return error;
    };
    during("thread.malloc.global", it.s, global, [&] { return elsewhere(make_memory); });
    during("thread.malloc.local", it.s, local, [&] { return elsewhere(make_memory); });
    during("thread.malloc.relaxed", it.s, relaxed, [&] { return elsewhere(make_memory); });
    during("thread.malloc.global.own.local", it.s, global, [&] {
        return elsewhere([&] {
            cudaStreamCaptureMode mode = local;
            cudaThreadExchangeStreamCaptureMode(&mode);
            return make_memory();
        });
    });
    const auto end_there = [] {
        cudaGraph_t g = nullptr;
        const cudaError_t error = cudaStreamEndCapture(it.s, &g);
        if (g != nullptr) cudaGraphDestroy(g);
        return error;
    };
    during("thread.end.global", it.s, global, [&] { return elsewhere(end_there); });
    during("thread.end.local", it.s, local, [&] { return elsewhere(end_there); });
    say("thread.end.relaxed.begin", cudaStreamBeginCapture(it.s, relaxed));
    say("thread.end.relaxed", elsewhere(end_there));
    say_status(it.s, "thread.end.relaxed");
    during("thread.work", it.s, global, [&] {
        return elsewhere([] { return cudaMemsetAsync(it.d, 0, size, it.s); });
    });
    cudaStreamCaptureMode mode = relaxed;
    say("exchange.code", cudaThreadExchangeStreamCaptureMode(&mode));
    say("exchange.before", mode);
    mode = static_cast<cudaStreamCaptureMode>(9);
    say("exchange.bad", cudaThreadExchangeStreamCaptureMode(&mode));
    cudaGetLastError();
    mode = global;
    cudaThreadExchangeStreamCaptureMode(&mode);
    say("exchange.after.bad", mode);
}

cudaGraphNode_t empty_node(cudaGraph_t g, const cudaGraphNode_t* after, std::size_t count) {
    cudaGraphNode_t made = nullptr;
    cudaGraphAddEmptyNode(&made, g, after, count);
    return made;
}

void graphs() {
    cudaGraph_t g = nullptr;
    say("graph.create", cudaGraphCreate(&g, 0));
    say("graph.create.flags", cudaGraphCreate(&g, 1));
    cudaGraphCreate(&g, 0);
    cudaGraphNode_t a = empty_node(g, nullptr, 0), b = empty_node(g, &a, 1), made = nullptr;
    cudaGraphNode_t twice[] = {a, a};
    say("add.twice", cudaGraphAddEmptyNode(&made, g, twice, 2));
    say("edge.again", cudaGraphAddDependencies(g, &a, &b, nullptr, 1));
    say("edge.self", cudaGraphAddDependencies(g, &a, &a, nullptr, 1));
    say("edge.remove", cudaGraphRemoveDependencies(g, &a, &b, nullptr, 1));
    say("edge.remove.again", cudaGraphRemoveDependencies(g, &a, &b, nullptr, 1));
    say("edge.back", cudaGraphAddDependencies(g, &b, &a, nullptr, 1));
    say("edge.circle", cudaGraphAddDependencies(g, &a, &b, nullptr, 1));
    cudaGraphExec_t exec = nullptr;
    say("instantiate.circle", cudaGraphInstantiate(&exec, g, 0));
    say("instantiate.circle.null", exec == nullptr);
    cudaGetLastError();
    cudaGraphRemoveDependencies(g, &a, &b, nullptr, 1);
    say("instantiate", cudaGraphInstantiate(&exec, g, 0));
    std::size_t count = 9;
    cudaGraphGetNodes(g, nullptr, &count);
    say("nodes", static_cast<long long>(count));
    cudaGraphGetRootNodes(g, nullptr, &count);
    say("roots", static_cast<long long>(count));
    cudaGraphGetEdges(g, nullptr, nullptr, nullptr, &count);
    say("edges", static_cast<long long>(count));
    cudaGraphNode_t listed[4];
    count = 4;
    say("nodes.listed", cudaGraphGetNodes(g, listed, &count));
    say("nodes.listed.count", static_cast<long long>(count));
    say("nodes.listed.rest.null", listed[2] == nullptr);
    cudaGraphNodeType type;
    say("type.code", cudaGraphNodeGetType(a, &type));
    say("type", type);

    cudaGraph_t bigger = nullptr;
    say("clone", cudaGraphClone(&bigger, g));
    say("clone.find", cudaGraphNodeFindInClone(&made, a, bigger));
    cudaGraphExecUpdateResultInfo info{};
    say("update.same", cudaGraphExecUpdate(exec, bigger, &info));
    say("update.same.result", info.result);
    empty_node(bigger, nullptr, 0);
    say("update.bigger", cudaGraphExecUpdate(exec, bigger, &info));
    say("update.bigger.result", info.result);
    cudaGetLastError();
    say("launch", cudaGraphLaunch(exec, it.s));
    during("launch.capturing", it.s, global, [&] { return cudaGraphLaunch(exec, it.s); });
    during("launch.elsewhere", it.s, global, [&] { return cudaGraphLaunch(exec, it.other); });
    during("launch.legacy.blocking", it.blocking, relaxed,
           [&] { return cudaGraphLaunch(exec, nullptr); });
    during("instantiate.capturing", it.s, global, [&] {
        cudaGraphExec_t more = nullptr;
        const cudaError_t error = cudaGraphInstantiate(&more, g, 0);
        if (error == cudaSuccess) cudaGraphExecDestroy(more);
        return error;
    });
    cudaStreamSynchronize(it.s);
    say("exec.destroy", cudaGraphExecDestroy(exec));
    say("destroy", cudaGraphDestroy(g));
    cudaGraphDestroy(bigger);
}

}  // namespace

int main() {
    make();
    beginning_and_ending();
    streams();
    legacy();
    events();
    forks();
    memory();
    threads();
    graphs();
    const cudaError_t last = cudaDeviceSynchronize();
    say("last", last);
    return last == cudaSuccess ? 0 : 1;
}
