// Correct: two chunks in every turn of the loop, breadth first, with names instead of an index.

#include "lab.hpp"

#include <algorithm>
#include <memory>

#include "common/workload/advance.cuh"

using workload::advance_into;
using workload::blocks_for;
using workload::threads_per_block;

namespace {

struct stream_deleter {
    void operator()(cudaStream_t s) const { cudaStreamDestroy(s); }
};
struct event_deleter {
    void operator()(cudaEvent_t e) const { cudaEventDestroy(e); }
};
struct device_deleter {
    void operator()(std::uint32_t* p) const { cudaFree(p); }
};
struct pinned_deleter {
    void operator()(std::uint32_t* p) const { cudaFreeHost(p); }
};
using stream = std::unique_ptr<CUstream_st, stream_deleter>;
using event = std::unique_ptr<CUevent_st, event_deleter>;
using device_buffer = std::unique_ptr<std::uint32_t, device_deleter>;
using pinned_buffer = std::unique_ptr<std::uint32_t, pinned_deleter>;

// Keeps the first error; once there is one, nothing more is issued.
struct outcome {
    cudaError_t error = cudaSuccess;
    bool ok() const { return error == cudaSuccess; }
    template <class Call>
    outcome& then(Call call) {
        if (ok()) {
            error = call();
        }
        return *this;
    }
};

template <class Owner, class Make>
void make(outcome& all, Owner& owner, Make make_it) {
    all.then([&] {
        typename Owner::pointer raw = nullptr;
        const cudaError_t error = make_it(&raw);
        owner.reset(raw);
        return error;
    });
}

struct half {
    pinned_buffer staging;
    device_buffer in, out;
    event uploaded, computed, downloaded;

    void create(outcome& all, std::size_t bytes) {
        make(all, staging, [&](std::uint32_t** p) { return cudaMallocHost(p, bytes); });
        make(all, in, [&](std::uint32_t** p) { return cudaMalloc(p, bytes); });
        make(all, out, [&](std::uint32_t** p) { return cudaMalloc(p, bytes); });
        for (event* e : {&uploaded, &computed, &downloaded}) {
            make(all, *e, [](cudaEvent_t* p) {
                return cudaEventCreateWithFlags(p, cudaEventDisableTiming);
            });
        }
    }
};

struct piece {
    half* where;
    std::size_t first, count;
    std::size_t bytes() const { return count * sizeof(std::uint32_t); }
};

}  // namespace

cudaError_t process(const job& work) {
    outcome all;
    half even, odd;
    stream up, compute, down;
    for (stream* s : {&up, &compute, &down}) {
        make(all, *s, [](cudaStream_t* p) { return cudaStreamCreate(p); });
    }
    even.create(all, work.chunk * sizeof(std::uint32_t));
    odd.create(all, work.chunk * sizeof(std::uint32_t));

    const auto upload = [&](const piece& c) {
        half& h = *c.where;
        all.then([&] { return cudaEventSynchronize(h.uploaded.get()); });
        if (all.ok()) {
            work.produce(c.first, c.count, h.staging.get());
        }
        all.then([&] { return cudaStreamWaitEvent(up.get(), h.computed.get(), 0); })
            .then([&] {
                return cudaMemcpyAsync(h.in.get(), h.staging.get(), c.bytes(),
                                       cudaMemcpyHostToDevice, up.get());
            })
            .then([&] { return cudaEventRecord(h.uploaded.get(), up.get()); });
    };
    const auto launch = [&](const piece& c) {
        half& h = *c.where;
        all.then([&] { return cudaStreamWaitEvent(compute.get(), h.uploaded.get(), 0); })
            .then([&] { return cudaStreamWaitEvent(compute.get(), h.downloaded.get(), 0); })
            .then([&] {
                advance_into<<<blocks_for(c.count), threads_per_block, 0, compute.get()>>>(
                    h.in.get(), h.out.get(), c.count, work.steps);
                return cudaGetLastError();
            })
            .then([&] { return cudaEventRecord(h.computed.get(), compute.get()); });
    };
    const auto download = [&](const piece& c) {
        half& h = *c.where;
        all.then([&] { return cudaStreamWaitEvent(down.get(), h.computed.get(), 0); })
            .then([&] {
                return cudaMemcpyAsync(work.output + c.first, h.out.get(), c.bytes(),
                                       cudaMemcpyDeviceToHost, down.get());
            })
            .then([&] { return cudaEventRecord(h.downloaded.get(), down.get()); });
    };

    for (std::size_t first = 0; first < work.count && all.ok(); first += 2 * work.chunk) {
        const piece a{&even, first, std::min(work.chunk, work.count - first)};
        const std::size_t second = first + a.count;
        const piece b{&odd, second, std::min(work.chunk, work.count - second)};
        upload(a);
        if (b.count > 0) {
            upload(b);
        }
        launch(a);
        if (b.count > 0) {
            launch(b);
        }
        download(a);
        if (b.count > 0) {
            download(b);
        }
    }
    for (const stream* s : {&up, &compute, &down}) {
        if (*s) {
            const cudaError_t waited = cudaStreamSynchronize(s->get());
            all.then([&] { return waited; });
        }
    }
    return all.error;
}
