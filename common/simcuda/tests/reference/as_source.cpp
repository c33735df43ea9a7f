#include "common/simcuda/tests/reference/as_source.hpp"

#include <fmt/format.h>

#include <set>

namespace simcuda::reference {
namespace {

constexpr const char* head = R"(#include <cuda_runtime.h>

#include <chrono>
#include <cstdlib>
#include <cstring>
#include <thread>

using bytes = unsigned char;
using any_bytes = volatile unsigned char;

template <unsigned Count>
__host__ __device__ inline void read(any_bytes* p) {
    for (unsigned i = 0; i < Count; ++i) static_cast<void>(p[i]);
}
template <unsigned Count>
__host__ __device__ inline void write(any_bytes* p) {
    for (unsigned i = 0; i < Count; ++i) p[i] = 1;
}

)";

class source {
public:
    explicit source(const program& p) : p_(p) {}

    std::string write() {
        text_ += head;
        globals();
        for (std::size_t i = 0; i < p_.steps.size(); ++i)
            function_of(i);
        for (int host = 1; host < hosts_of(p_); ++host) {
            text_ += fmt::format("void host_{}() {{\n", host);
            steps_of(host, at_first_beside(), p_.steps.size());
            text_ += "}\n";
        }
        text_ += "int main() {\n";
        steps_of(0, 0, at_first_beside());
        for (int host = 1; host < hosts_of(p_); ++host)
            text_ += fmt::format("    std::thread thread_{0}(host_{0});\n", host);
        steps_of(0, at_first_beside(), p_.steps.size());
        for (int host = 1; host < hosts_of(p_); ++host)
            text_ += fmt::format("    thread_{}.join();\n", host);
        text_ += "}\n";
        return std::move(text_);
    }

private:
    [[nodiscard]] std::size_t at_first_beside() const {
        return static_cast<std::size_t>(first_beside(p_));
    }
    void steps_of(int host, std::size_t first, std::size_t last) {
        for (std::size_t i = first; i < last; ++i) {
            if (p_.steps[i].host != host)
                continue;
            text_ += fmt::format("    {}  // ({}) {}\n", statement(i), i, as_text(p_, p_.steps[i]));
        }
    }
    void globals() {
        std::set<int> buffers, streams, events;
        for (const step& s : p_.steps) {
            if (s.what == action::allocate || s.what == action::allocate_async)
                buffers.insert(s.buffer);
            if (s.what == action::create_stream)
                streams.insert(s.stream);
            if (s.what == action::create_event)
                events.insert(s.event);
        }
        for (const int b : buffers)
            text_ += fmt::format("bytes* b{} = nullptr;\n", b);
        for (const int s : streams)
            text_ += fmt::format("cudaStream_t s{} = nullptr;\n", s);
        for (const int e : events)
            text_ += fmt::format("cudaEvent_t e{} = nullptr;\n", e);
        text_ += "\n";
    }
    [[nodiscard]] static std::string at(const piece& w) {
        return fmt::format("b{} + {}", w.buffer, w.first);
    }
    [[nodiscard]] static std::string body(const std::vector<touch>& touches) {
        std::string text;
        for (const touch& t : touches) {
            if (t.how == use::update) {
                // Atomics are of whole words: as many as lie in the range.
                text += fmt::format(
                    " for (unsigned i = 0; i + 4 <= {}; i += 4) "
                    "atomicAdd(reinterpret_cast<int*>({} + i), 1);",
                    t.where.count, at(t.where));
            } else {
                text += fmt::format(" {}<{}>({});", t.how == use::read ? "read" : "write",
                                    t.where.count, at(t.where));
            }
        }
        return text;
    }
    void function_of(std::size_t i) {
        const step& s = p_.steps[i];
        if (s.what == action::host_function) {
            text_ += fmt::format("void function_{}(void*) {{{} }}\n", i, body(s.touches));
        }
        if (s.what != action::launch)
            return;
        std::string parameters;
        for (const int b : buffers_of(s))
            parameters += fmt::format("{}bytes* b{}", parameters.empty() ? "" : ", ", b);
        text_ += fmt::format("__global__ void kernel_{}({}) {{\n    if (blockIdx.x != 0) return;\n",
                             i, parameters);
        text_ += fmt::format("   {} __nanosleep({});\n}}\n", body(s.touches), s.busy.count());
    }
    [[nodiscard]] static std::string stream(int s) {
        return s == legacy_stream       ? "cudaStreamLegacy"
               : s == per_thread_stream ? "cudaStreamPerThread"
                                        : fmt::format("s{}", s);
    }
    [[nodiscard]] std::string allocation(int b) const {
        const buffer& what = p_.buffers[static_cast<std::size_t>(b)];
        switch (what.where) {
            case memory::device:
                return fmt::format("cudaMalloc(&b{}, {});", b, what.size);
            case memory::pinned:
                return fmt::format("cudaMallocHost(&b{}, {});", b, what.size);
            case memory::pageable:
                return fmt::format("b{} = static_cast<bytes*>(std::aligned_alloc(4096, {}));", b,
                                   what.size);
        }
        return {};
    }
    [[nodiscard]] std::string release(int b) const {
        const memory m = p_.buffers[static_cast<std::size_t>(b)].where;
        return fmt::format("{}(b{});",
                           m == memory::device   ? "cudaFree"
                           : m == memory::pinned ? "cudaFreeHost"
                                                 : "std::free",
                           b);
    }
    [[nodiscard]] std::string launch(std::size_t i) const {
        const step& s = p_.steps[i];
        std::string arguments;
        for (const int b : buffers_of(s))
            arguments += fmt::format("{}b{}", arguments.empty() ? "" : ", ", b);
        return fmt::format("kernel_{}<<<{}, 1, 0, {}>>>({});", i, s.blocks, stream(s.stream),
                           arguments);
    }
    [[nodiscard]] std::string statement(std::size_t i) const {
        const step& s = p_.steps[i];
        const bool async = s.form == call_form::async;
        const std::string in = async ? ", " + stream(s.stream) : "";
        switch (s.what) {
            case action::allocate:
                return allocation(s.buffer);
            case action::free:
                return release(s.buffer);
            case action::allocate_async:
                return fmt::format("cudaMallocAsync(&b{}, {}, {});", s.buffer,
                                   p_.buffers[static_cast<std::size_t>(s.buffer)].size,
                                   stream(s.stream));
            case action::free_async:
                return fmt::format("cudaFreeAsync(b{}, {});", s.buffer, stream(s.stream));
            case action::create_stream:
                return fmt::format(
                    "cudaStreamCreateWithPriority(&s{}, {}, {});", s.stream,
                    s.with_legacy == barrier::none ? "cudaStreamNonBlocking" : "cudaStreamDefault",
                    s.priority);
            case action::destroy_stream:
                return fmt::format("cudaStreamDestroy(s{});", s.stream);
            case action::create_event:
                return fmt::format(
                    "cudaEventCreateWithFlags(&e{}, {});", s.event,
                    s.timed == timing::off ? "cudaEventDisableTiming" : "cudaEventDefault");
            case action::destroy_event:
                return fmt::format("cudaEventDestroy(e{});", s.event);
            case action::record:
                return fmt::format("cudaEventRecord(e{}, {});", s.event, stream(s.stream));
            case action::wait:
                return fmt::format("cudaStreamWaitEvent({}, e{}, 0);", stream(s.stream), s.event);
            case action::copy:
                return fmt::format("cudaMemcpy{}({}, {}, {}, cudaMemcpyDefault{});",
                                   async ? "Async" : "", at(s.to), at(s.from), s.to.count, in);
            case action::fill:
                return fmt::format("cudaMemset{}({}, 1, {}{});", async ? "Async" : "", at(s.to),
                                   s.to.count, in);
            case action::launch:
                return launch(i);
            case action::host_function:
                return fmt::format("cudaLaunchHostFunc({}, function_{}, nullptr);",
                                   stream(s.stream), i);
            case action::host_touches:
                return "{" + body(s.touches) + " }";
            case action::host_sleeps:
                return fmt::format("std::this_thread::sleep_for(std::chrono::nanoseconds({}));",
                                   s.busy.count());
            case action::synchronize_stream:
                return fmt::format("cudaStreamSynchronize({});", stream(s.stream));
            case action::synchronize_event:
                return fmt::format("cudaEventSynchronize(e{});", s.event);
            case action::synchronize_device:
                return "cudaDeviceSynchronize();";
            case action::query_stream:
                return fmt::format("cudaStreamQuery({});", stream(s.stream));
            case action::query_event:
                return fmt::format("cudaEventQuery(e{});", s.event);
            case action::elapsed:
                return fmt::format("{{ float ms; cudaEventElapsedTime(&ms, e{}, e{}); }}", s.event,
                                   s.event2);
        }
        return {};
    }

    const program& p_;
    std::string text_;
};

std::string pairs(const char* what, const encounters& list) {
    std::string text = fmt::format("// {}:\n", what);
    for (const auto& [pair, bytes] : list) {
        text +=
            fmt::format("//   ({}) with ({}) in buffer {}:", pair.earlier, pair.later, pair.buffer);
        for (const auto& [first, last] : bytes.stretches())
            text += fmt::format(" {}..{}", first, last - 1);
        text += "\n";
    }
    return text;
}

}  // namespace

std::string as_source(const program& p, const expected& reference, const outcome& found) {
    std::string text =
        fmt::format("// Machine: {}. The reference and the runtime differ:\n", p.machine);
    for (const std::string& line : compare(p, reference, found))
        text += "//   " + line + "\n";
    text += pairs("Expected races", reference.owed) + pairs("Found races", found.races);
    return text + source(p).write();
}

}  // namespace simcuda::reference
