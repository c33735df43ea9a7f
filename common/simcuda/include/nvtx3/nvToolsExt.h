#pragma once

#include <stddef.h>
#include <stdint.h>
#include <wchar.h>

// NVTX: names for stretches of the host's time. Here they become part of the recording, and of what
// `lab timeline` and the trace show. The calls that CUDA programs use, with NVTX 3's types.

#define NVTX_VERSION 3
#define NVTX_SUCCESS 0
#define NVTX_FAIL 1
#define NVTX_NO_PUSH_POP_TRACKING ((int)-2)

typedef uint64_t nvtxRangeId_t;

struct nvtxDomainRegistration_st;
typedef struct nvtxDomainRegistration_st nvtxDomainRegistration;
typedef nvtxDomainRegistration* nvtxDomainHandle_t;

struct nvtxStringRegistration_st;
typedef struct nvtxStringRegistration_st nvtxStringRegistration;
typedef nvtxStringRegistration* nvtxStringHandle_t;

typedef enum nvtxColorType_t {
    NVTX_COLOR_UNKNOWN = 0,
    NVTX_COLOR_ARGB = 1,
} nvtxColorType_t;

typedef enum nvtxMessageType_t {
    NVTX_MESSAGE_UNKNOWN = 0,
    NVTX_MESSAGE_TYPE_ASCII = 1,
    NVTX_MESSAGE_TYPE_UNICODE = 2,
    NVTX_MESSAGE_TYPE_REGISTERED = 3,
} nvtxMessageType_t;

typedef enum nvtxPayloadType_t {
    NVTX_PAYLOAD_UNKNOWN = 0,
    NVTX_PAYLOAD_TYPE_UNSIGNED_INT64 = 1,
    NVTX_PAYLOAD_TYPE_INT64 = 2,
    NVTX_PAYLOAD_TYPE_DOUBLE = 3,
    NVTX_PAYLOAD_TYPE_UNSIGNED_INT32 = 4,
    NVTX_PAYLOAD_TYPE_INT32 = 5,
    NVTX_PAYLOAD_TYPE_FLOAT = 6,
} nvtxPayloadType_t;

typedef union nvtxMessageValue_t {
    const char* ascii;
    const wchar_t* unicode;
    nvtxStringHandle_t registered;
} nvtxMessageValue_t;

/// What a range or a mark is called and looks like. Its category and payload are accepted, and not
/// shown anywhere.
typedef struct nvtxEventAttributes_v2 {
    uint16_t version;
    uint16_t size;
    uint32_t category;
    int32_t colorType;
    uint32_t color;
    int32_t payloadType;
    int32_t reserved0;
    union payload_t {
        uint64_t ullValue;
        int64_t llValue;
        double dValue;
        uint32_t uiValue;
        int32_t iValue;
        float fValue;
    } payload;
    int32_t messageType;
    nvtxMessageValue_t message;
} nvtxEventAttributes_v2;
typedef struct nvtxEventAttributes_v2 nvtxEventAttributes_t;

#define NVTX_EVENT_ATTRIB_STRUCT_SIZE ((uint16_t)sizeof(nvtxEventAttributes_t))

#ifdef __cplusplus
extern "C" {
#endif

void nvtxInitialize(const void* reserved);

// Ranges that nest, by thread. Push returns the range's level, pop that of the range it ends.
int nvtxRangePushA(const char* message);
int nvtxRangePushW(const wchar_t* message);
int nvtxRangePushEx(const nvtxEventAttributes_t* eventAttrib);
int nvtxRangePop(void);

// Ranges that end anywhere.
nvtxRangeId_t nvtxRangeStartA(const char* message);
nvtxRangeId_t nvtxRangeStartW(const wchar_t* message);
nvtxRangeId_t nvtxRangeStartEx(const nvtxEventAttributes_t* eventAttrib);
void nvtxRangeEnd(nvtxRangeId_t id);

void nvtxMarkA(const char* message);
void nvtxMarkW(const wchar_t* message);
void nvtxMarkEx(const nvtxEventAttributes_t* eventAttrib);

// A library's own ranges: their names begin with the domain's.
nvtxDomainHandle_t nvtxDomainCreateA(const char* name);
nvtxDomainHandle_t nvtxDomainCreateW(const wchar_t* name);
void nvtxDomainDestroy(nvtxDomainHandle_t domain);
nvtxStringHandle_t nvtxDomainRegisterStringA(nvtxDomainHandle_t domain, const char* string);
nvtxStringHandle_t nvtxDomainRegisterStringW(nvtxDomainHandle_t domain, const wchar_t* string);
int nvtxDomainRangePushEx(nvtxDomainHandle_t domain, const nvtxEventAttributes_t* eventAttrib);
int nvtxDomainRangePop(nvtxDomainHandle_t domain);
nvtxRangeId_t nvtxDomainRangeStartEx(nvtxDomainHandle_t domain,
                                     const nvtxEventAttributes_t* eventAttrib);
void nvtxDomainRangeEnd(nvtxDomainHandle_t domain, nvtxRangeId_t id);
void nvtxDomainMarkEx(nvtxDomainHandle_t domain, const nvtxEventAttributes_t* eventAttrib);

// Accepted, and shown nowhere.
void nvtxDomainNameCategoryA(nvtxDomainHandle_t domain, uint32_t category, const char* name);
void nvtxDomainNameCategoryW(nvtxDomainHandle_t domain, uint32_t category, const wchar_t* name);
void nvtxNameCategoryA(uint32_t category, const char* name);
void nvtxNameCategoryW(uint32_t category, const wchar_t* name);
void nvtxNameOsThreadA(uint32_t threadId, const char* name);
void nvtxNameOsThreadW(uint32_t threadId, const wchar_t* name);

#ifdef __cplusplus
}
#endif

#ifdef UNICODE
#define nvtxRangePush nvtxRangePushW
#define nvtxRangeStart nvtxRangeStartW
#define nvtxMark nvtxMarkW
#define nvtxDomainCreate nvtxDomainCreateW
#define nvtxDomainRegisterString nvtxDomainRegisterStringW
#define nvtxNameCategory nvtxNameCategoryW
#define nvtxNameOsThread nvtxNameOsThreadW
#else
#define nvtxRangePush nvtxRangePushA
#define nvtxRangeStart nvtxRangeStartA
#define nvtxMark nvtxMarkA
#define nvtxDomainCreate nvtxDomainCreateA
#define nvtxDomainRegisterString nvtxDomainRegisterStringA
#define nvtxNameCategory nvtxNameCategoryA
#define nvtxNameOsThread nvtxNameOsThreadA
#endif
