// NVTX: ranges and marks of the program become part of the recording. They take no time.

#include <nvtx3/nvToolsExt.h>
#include <nvtx3/nvToolsExtCudaRt.h>

#include "common/simcuda/runtime/device.hpp"

using namespace simcuda;

namespace {

/// UTF-8.
std::string narrow(const wchar_t* wide) {
    std::string text;
    for (; wide != nullptr && *wide != L'\0'; ++wide) {
        const auto c = static_cast<std::uint32_t>(*wide);
        const auto tail = [&](int shift) {
            text += static_cast<char>(0x80 | ((c >> shift) & 0x3f));
        };
        if (c < 0x80) {
            text += static_cast<char>(c);
        } else if (c < 0x800) {
            text += static_cast<char>(0xc0 | (c >> 6));
            tail(0);
        } else if (c < 0x10000) {
            text += static_cast<char>(0xe0 | (c >> 12));
            tail(6), tail(0);
        } else {
            text += static_cast<char>(0xf0 | ((c >> 18) & 0x07));
            tail(12), tail(6), tail(0);
        }
    }
    return text;
}

std::string copied(const char* text) {
    return text == nullptr ? std::string() : std::string(text);
}

std::string message_of(const nvtxEventAttributes_t& a) {
    switch (a.messageType) {
        case NVTX_MESSAGE_TYPE_ASCII:
            return copied(a.message.ascii);
        case NVTX_MESSAGE_TYPE_UNICODE:
            return narrow(a.message.unicode);
        case NVTX_MESSAGE_TYPE_REGISTERED:
            return a.message.registered == nullptr ? std::string() : a.message.registered->text;
        default:
            return {};
    }
}

annotation named(std::string name, const void* pc) {
    annotation a;
    a.name = std::move(name);
    a.pc = pc;
    return a;
}

annotation described(nvtxDomainHandle_t domain, const nvtxEventAttributes_t* attributes,
                     const void* pc) {
    annotation a;
    a.pc = pc;
    if (attributes != nullptr) {
        a.name = message_of(*attributes);
        if (attributes->colorType == NVTX_COLOR_ARGB)
            a.colour = attributes->color;
    }
    if (domain != nullptr)
        a.name = domain->name + ": " + a.name;
    return a;
}

/// The device, with its clock at what the host has done so far.
class session {
public:
    session() : lock_(dev_) { dev_.close_host_accesses(); }

    [[nodiscard]] annotation begun(annotation a) {
        a.start = dev_.order().now();
        return a;
    }
    void record(const std::optional<annotation>& a) {
        if (a)
            dev_.records().add_annotation(*a, dev_.order().now());
    }
    [[nodiscard]] annotations& open() { return dev_.notes(); }

private:
    device& dev_ = device::instance();
    device_lock lock_;
};

int push(nvtxDomainHandle_t domain, annotation a) {
    session s;
    return s.open().push(domain, s.begun(std::move(a)));
}

int pop(nvtxDomainHandle_t domain) {
    session s;
    const int level = s.open().level(domain);
    s.record(s.open().pop(domain));
    return level < 0 ? NVTX_NO_PUSH_POP_TRACKING : level;
}

nvtxRangeId_t start(annotation a) {
    session s;
    return s.open().start(s.begun(std::move(a)));
}

void finish(nvtxRangeId_t id) {
    session s;
    s.record(s.open().finish(id));
}

void mark(annotation a) {
    session s;
    s.record(s.begun(std::move(a)));
}

void name_stream(cudaStream_t stream, const std::string& name) {
    device& dev = device::instance();
    const device_lock lock(dev);
    if (const CUstream_st* s = dev.order().find_stream(stream))
        dev.order().name_stream(s->id, name);
}

}  // namespace

extern "C" {

void nvtxInitialize(const void*) {}

int nvtxRangePushA(const char* message) {
    return push(nullptr, named(copied(message), __builtin_return_address(0)));
}
int nvtxRangePushW(const wchar_t* message) {
    return push(nullptr, named(narrow(message), __builtin_return_address(0)));
}
int nvtxRangePushEx(const nvtxEventAttributes_t* a) {
    return push(nullptr, described(nullptr, a, __builtin_return_address(0)));
}
int nvtxRangePop() {
    return pop(nullptr);
}

nvtxRangeId_t nvtxRangeStartA(const char* message) {
    return start(named(copied(message), __builtin_return_address(0)));
}
nvtxRangeId_t nvtxRangeStartW(const wchar_t* message) {
    return start(named(narrow(message), __builtin_return_address(0)));
}
nvtxRangeId_t nvtxRangeStartEx(const nvtxEventAttributes_t* a) {
    return start(described(nullptr, a, __builtin_return_address(0)));
}
void nvtxRangeEnd(nvtxRangeId_t id) {
    finish(id);
}

void nvtxMarkA(const char* message) {
    mark(named(copied(message), __builtin_return_address(0)));
}
void nvtxMarkW(const wchar_t* message) {
    mark(named(narrow(message), __builtin_return_address(0)));
}
void nvtxMarkEx(const nvtxEventAttributes_t* a) {
    mark(described(nullptr, a, __builtin_return_address(0)));
}

nvtxDomainHandle_t nvtxDomainCreateA(const char* name) {
    session s;
    return s.open().add_domain(copied(name));
}
nvtxDomainHandle_t nvtxDomainCreateW(const wchar_t* name) {
    session s;
    return s.open().add_domain(narrow(name));
}
void nvtxDomainDestroy(nvtxDomainHandle_t) {}  // its open ranges may still end

nvtxStringHandle_t nvtxDomainRegisterStringA(nvtxDomainHandle_t, const char* text) {
    session s;
    return s.open().add_text(copied(text));
}
nvtxStringHandle_t nvtxDomainRegisterStringW(nvtxDomainHandle_t, const wchar_t* text) {
    session s;
    return s.open().add_text(narrow(text));
}

int nvtxDomainRangePushEx(nvtxDomainHandle_t domain, const nvtxEventAttributes_t* a) {
    return push(domain, described(domain, a, __builtin_return_address(0)));
}
int nvtxDomainRangePop(nvtxDomainHandle_t domain) {
    return pop(domain);
}
nvtxRangeId_t nvtxDomainRangeStartEx(nvtxDomainHandle_t domain, const nvtxEventAttributes_t* a) {
    return start(described(domain, a, __builtin_return_address(0)));
}
void nvtxDomainRangeEnd(nvtxDomainHandle_t, nvtxRangeId_t id) {
    finish(id);
}
void nvtxDomainMarkEx(nvtxDomainHandle_t domain, const nvtxEventAttributes_t* a) {
    mark(described(domain, a, __builtin_return_address(0)));
}

void nvtxDomainNameCategoryA(nvtxDomainHandle_t, uint32_t, const char*) {}
void nvtxDomainNameCategoryW(nvtxDomainHandle_t, uint32_t, const wchar_t*) {}
void nvtxNameCategoryA(uint32_t, const char*) {}
void nvtxNameCategoryW(uint32_t, const wchar_t*) {}
void nvtxNameOsThreadA(uint32_t, const char*) {}
void nvtxNameOsThreadW(uint32_t, const wchar_t*) {}

void nvtxNameCudaStreamA(cudaStream_t stream, const char* name) {
    name_stream(stream, copied(name));
}
void nvtxNameCudaStreamW(cudaStream_t stream, const wchar_t* name) {
    name_stream(stream, narrow(name));
}
void nvtxNameCudaDeviceA(int, const char*) {}
void nvtxNameCudaDeviceW(int, const wchar_t*) {}
void nvtxNameCudaEventA(cudaEvent_t, const char*) {}
void nvtxNameCudaEventW(cudaEvent_t, const wchar_t*) {}

}  // extern "C"
