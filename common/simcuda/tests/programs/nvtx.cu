// Names that a program gives to its time and its streams (NVTX). What the recording must hold is in
// nvtx_test.cpp.
#include <nvtx3/nvToolsExt.h>
#include <nvtx3/nvToolsExtCudaRt.h>

#include <nvtx3/nvtx3.hpp>
#include <vector>

#include "cases.cuh"

// expect: nothing
void nested_ranges() {
    int *h = pinned_with(1), *d = on_device();
    expect(nvtxRangePushA("outer") == 0, "level 0");
    expect(nvtxRangePush("upload") == 1, "level 1");
    cudaMemcpy(d, h, size, cudaMemcpyHostToDevice);
    expect(nvtxRangePop() == 1, "level of what ended");
    nvtxRangePushW(L"compute \u00b5s");
    add_one<<<ON(0)>>>(d);
    cudaDeviceSynchronize();
    nvtxRangePop();
    nvtxMarkA("now");
    nvtxRangePop();
    expect(nvtxRangePop() < 0, "nothing is open");
}

// expect: nothing
void crossing_ranges() {
    const nvtxRangeId_t first = nvtxRangeStartA("first");
    cudaDeviceSynchronize();
    const nvtxRangeId_t second = nvtxRangeStart("second");
    expect(first != second && first != 0, "ids");
    cudaDeviceSynchronize();
    nvtxRangeEnd(first);
    cudaDeviceSynchronize();
    nvtxRangeEnd(second);
    nvtxRangeEnd(second);
    nvtxRangePushA("never ended");
    cudaDeviceSynchronize();
}

// expect: nothing
void attributes() {
    nvtxEventAttributes_t a = {};
    a.version = NVTX_VERSION;
    a.size = NVTX_EVENT_ATTRIB_STRUCT_SIZE;
    a.colorType = NVTX_COLOR_ARGB;
    a.color = 0xff76b900;
    a.messageType = NVTX_MESSAGE_TYPE_ASCII;
    a.message.ascii = "green";
    nvtxRangePushEx(&a);
    cudaDeviceSynchronize();
    nvtxRangePop();
    const nvtxDomainHandle_t library = nvtxDomainCreateA("library");
    a.messageType = NVTX_MESSAGE_TYPE_REGISTERED;
    a.message.registered = nvtxDomainRegisterStringA(library, "registered");
    nvtxDomainRangePushEx(library, &a);
    nvtxRangePushA("own");  // of another domain: not inside of it
    nvtxDomainRangePop(library);
    nvtxRangePop();
    nvtxDomainDestroy(library);
}

struct library {
    static constexpr const char* name{"library"};
};

void step(int n) {
    NVTX3_FUNC_RANGE();
    if (n > 0) step(n - 1);
    cudaDeviceSynchronize();
}

// expect: nothing
void cpp() {
    const nvtx3::scoped_range all{"all", nvtx3::rgb{255, 0, 0}};
    step(1);
    nvtx3::mark("half", nvtx3::category{3}, nvtx3::payload{7});
    {
        const nvtx3::scoped_range_in<library> inside{nvtx3::argb{255, 0, 0, 255}, "inside"};
        cudaDeviceSynchronize();
    }
    const nvtx3::range_handle handle = nvtx3::start_range("handle");
    cudaDeviceSynchronize();
    nvtx3::end_range(handle);
    const std::string text = "unique";
    nvtx3::unique_range first{text};
    cudaDeviceSynchronize();
    const nvtx3::unique_range second{std::move(first)};
}

cudaStream_t made_elsewhere() {
    cudaStream_t result = nullptr;
    cudaError_t (*create)(cudaStream_t*, unsigned) = cudaStreamCreateWithFlags;
    create(&result, cudaStreamNonBlocking);
    return result;
}

// expect: race-between-kernels
void stream_named_by_nvtx() {
    std::vector<cudaStream_t> streams{made_elsewhere(), made_elsewhere()};
    nvtxNameCudaStreamA(streams[0], "north");
    nvtxNameCudaStreamA(streams[1], "south");
    int* d = on_device();
    fill<<<ON(streams[0])>>>(d, 1);  // (1)
    add_one<<<ON(streams[1])>>>(d);  // (2)
    cudaDeviceSynchronize();
}

int main(int argc, char** argv) {
    return run_named(argc, argv,
                     {{"nested_ranges", nested_ranges},
                      {"crossing_ranges", crossing_ranges},
                      {"attributes", attributes},
                      {"cpp", cpp},
                      {"stream_named_by_nvtx", stream_named_by_nvtx}});
}
