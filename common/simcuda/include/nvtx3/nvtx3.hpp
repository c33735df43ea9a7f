#pragma once

#include <memory>
#include <string>
#include <type_traits>
#include <utility>

#include "../host_defines.h"
#include "nvToolsExt.h"

// NVTX for C++: ranges that end with their scope. The parts that programs use most; a function is
// always inlined, so that a range's place is the learner's line.

namespace nvtx3 {
inline namespace v1 {

class domain {
public:
    struct global {};

    /// The domain that type D names with a static member `name`; made at its first use.
    template <class D = global>
    static domain const& get() noexcept {
        static domain const made = make<D>();
        return made;
    }
    operator nvtxDomainHandle_t() const noexcept { return handle_; }

private:
    explicit domain(nvtxDomainHandle_t handle) noexcept : handle_(handle) {}

    template <class D>
    static domain make() noexcept {
        if constexpr (std::is_same_v<D, global>) {
            return domain(nullptr);
        } else if constexpr (std::is_convertible_v<decltype(D::name), const wchar_t*>) {
            return domain(nvtxDomainCreateW(D::name));
        } else {
            return domain(nvtxDomainCreateA(D::name));
        }
    }

    nvtxDomainHandle_t handle_;
};

struct rgb {
    using component_type = uint8_t;
    constexpr rgb(component_type r, component_type g, component_type b) noexcept
        : red(r), green(g), blue(b) {}
    component_type red, green, blue;
};

struct argb : rgb {
    constexpr argb(component_type a, component_type r, component_type g, component_type b) noexcept
        : rgb(r, g, b), alpha(a) {}
    component_type alpha;
};

class color {
public:
    using value_type = uint32_t;
    constexpr explicit color(value_type hex_code) noexcept : value_(hex_code) {}
    constexpr color(argb c) noexcept
        : value_(static_cast<value_type>(c.alpha) << 24 | static_cast<value_type>(c.red) << 16 |
                 static_cast<value_type>(c.green) << 8 | c.blue) {}
    constexpr color(rgb c) noexcept : color(argb(0xff, c.red, c.green, c.blue)) {}
    constexpr value_type get_value() const noexcept { return value_; }
    constexpr nvtxColorType_t get_type() const noexcept { return NVTX_COLOR_ARGB; }

private:
    value_type value_;
};

class category {
public:
    using id_type = uint32_t;
    constexpr explicit category(id_type id) noexcept : id_(id) {}
    constexpr id_type get_id() const noexcept { return id_; }

private:
    id_type id_;
};

/// A text that is handed over once. M names it with a static member `message`.
template <class D = domain::global>
class registered_string_in {
public:
    explicit registered_string_in(const char* text) noexcept
        : handle_(nvtxDomainRegisterStringA(domain::get<D>(), text)) {}
    explicit registered_string_in(const wchar_t* text) noexcept
        : handle_(nvtxDomainRegisterStringW(domain::get<D>(), text)) {}
    explicit registered_string_in(std::string const& text) noexcept
        : registered_string_in(text.c_str()) {}

    template <class M>
    static registered_string_in const& get() noexcept {
        static registered_string_in const made(M::message);
        return made;
    }
    nvtxStringHandle_t get_handle() const noexcept { return handle_; }

private:
    nvtxStringHandle_t handle_;
};
using registered_string = registered_string_in<domain::global>;

class message {
public:
    using value_type = nvtxMessageValue_t;
    message(const char* text) noexcept : type_(NVTX_MESSAGE_TYPE_ASCII) { value_.ascii = text; }
    message(const wchar_t* text) noexcept : type_(NVTX_MESSAGE_TYPE_UNICODE) {
        value_.unicode = text;
    }
    message(std::string const& text) noexcept : message(text.c_str()) {}
    message(std::wstring const& text) noexcept : message(text.c_str()) {}
    message(std::string&&) = delete;  // it would be gone before the range is read
    message(std::wstring&&) = delete;
    template <class D>
    message(registered_string_in<D> const& text) noexcept : type_(NVTX_MESSAGE_TYPE_REGISTERED) {
        value_.registered = text.get_handle();
    }
    nvtxMessageType_t get_type() const noexcept { return type_; }
    value_type get_value() const noexcept { return value_; }

private:
    nvtxMessageType_t type_;
    value_type value_;
};

class payload {
public:
    using value_type = nvtxEventAttributes_v2::payload_t;
    explicit payload(int64_t v) noexcept : type_(NVTX_PAYLOAD_TYPE_INT64) { value_.llValue = v; }
    explicit payload(int32_t v) noexcept : type_(NVTX_PAYLOAD_TYPE_INT32) { value_.iValue = v; }
    explicit payload(uint64_t v) noexcept : type_(NVTX_PAYLOAD_TYPE_UNSIGNED_INT64) {
        value_.ullValue = v;
    }
    explicit payload(uint32_t v) noexcept : type_(NVTX_PAYLOAD_TYPE_UNSIGNED_INT32) {
        value_.uiValue = v;
    }
    explicit payload(float v) noexcept : type_(NVTX_PAYLOAD_TYPE_FLOAT) { value_.fValue = v; }
    explicit payload(double v) noexcept : type_(NVTX_PAYLOAD_TYPE_DOUBLE) { value_.dValue = v; }
    nvtxPayloadType_t get_type() const noexcept { return type_; }
    value_type get_value() const noexcept { return value_; }

private:
    nvtxPayloadType_t type_;
    value_type value_;
};

/// Made of any of these, in any order; of several of one kind the first counts.
class event_attributes {
public:
    using value_type = nvtxEventAttributes_t;

    event_attributes() noexcept : value_{} {
        value_.version = NVTX_VERSION;
        value_.size = NVTX_EVENT_ATTRIB_STRUCT_SIZE;
    }
    template <class... Args>
    explicit event_attributes(category const& c, Args const&... args) noexcept
        : event_attributes(args...) {
        value_.category = c.get_id();
    }
    template <class... Args>
    explicit event_attributes(color const& c, Args const&... args) noexcept
        : event_attributes(args...) {
        value_.color = c.get_value();
        value_.colorType = c.get_type();
    }
    template <class... Args>
    explicit event_attributes(rgb const& c, Args const&... args) noexcept
        : event_attributes(color(c), args...) {}
    template <class... Args>
    explicit event_attributes(argb const& c, Args const&... args) noexcept
        : event_attributes(color(c), args...) {}
    template <class... Args>
    explicit event_attributes(payload const& p, Args const&... args) noexcept
        : event_attributes(args...) {
        value_.payload = p.get_value();
        value_.payloadType = p.get_type();
    }
    template <class... Args>
    explicit event_attributes(message const& m, Args const&... args) noexcept
        : event_attributes(args...) {
        value_.message = m.get_value();
        value_.messageType = m.get_type();
    }
    value_type const* get() const noexcept { return &value_; }

private:
    value_type value_;
};

template <class D = domain::global>
class [[maybe_unused]] scoped_range_in {
public:
    SIMCUDA_WRAPPER scoped_range_in() noexcept : scoped_range_in(event_attributes()) {}
    SIMCUDA_WRAPPER explicit scoped_range_in(event_attributes const& attr) noexcept {
        nvtxDomainRangePushEx(domain::get<D>(), attr.get());
    }
    template <class First, class... Args,
              class = std::enable_if_t<!std::is_same_v<event_attributes, std::decay_t<First>>>>
    SIMCUDA_WRAPPER explicit scoped_range_in(First const& first, Args const&... args) noexcept
        : scoped_range_in(event_attributes(first, args...)) {}
    SIMCUDA_WRAPPER ~scoped_range_in() noexcept { nvtxDomainRangePop(domain::get<D>()); }

    scoped_range_in(scoped_range_in const&) = delete;
    scoped_range_in& operator=(scoped_range_in const&) = delete;
    void* operator new(std::size_t) = delete;  // ranges of a thread nest
};
using scoped_range = scoped_range_in<domain::global>;

struct range_handle {
    using value_type = nvtxRangeId_t;
    constexpr explicit range_handle(value_type id) noexcept : id_(id) {}
    constexpr range_handle() noexcept = default;
    constexpr range_handle(std::nullptr_t) noexcept {}
    constexpr explicit operator bool() const noexcept { return id_ != 0; }
    constexpr value_type get_value() const noexcept { return id_; }
    friend constexpr bool operator==(range_handle a, range_handle b) noexcept {
        return a.id_ == b.id_;
    }
    friend constexpr bool operator!=(range_handle a, range_handle b) noexcept { return !(a == b); }

private:
    value_type id_ = 0;
};

template <class D>
[[nodiscard]] SIMCUDA_WRAPPER range_handle start_range_in(event_attributes const& attr) noexcept {
    return range_handle(nvtxDomainRangeStartEx(domain::get<D>(), attr.get()));
}
template <class D, class First, class... Args,
          class = std::enable_if_t<!std::is_same_v<event_attributes, std::decay_t<First>>>>
[[nodiscard]] SIMCUDA_WRAPPER range_handle start_range_in(First const& first,
                                                          Args const&... args) noexcept {
    return start_range_in<D>(event_attributes(first, args...));
}
template <class... Args>
[[nodiscard]] SIMCUDA_WRAPPER range_handle start_range(Args const&... args) noexcept {
    return start_range_in<domain::global>(args...);
}
template <class D>
SIMCUDA_WRAPPER void end_range_in(range_handle r) noexcept {
    nvtxDomainRangeEnd(domain::get<D>(), r.get_value());
}
SIMCUDA_WRAPPER void end_range(range_handle r) noexcept {
    end_range_in<domain::global>(r);
}

/// A range that can be handed on: it ends with its last owner.
template <class D = domain::global>
class [[maybe_unused]] unique_range_in {
public:
    template <class... Args>
    SIMCUDA_WRAPPER explicit unique_range_in(Args const&... args) noexcept
        : handle_(start_range_in<D>(event_attributes(args...))) {}
    unique_range_in(unique_range_in&& other) noexcept
        : handle_(std::exchange(other.handle_, range_handle())) {}
    unique_range_in& operator=(unique_range_in&& other) noexcept {
        std::swap(handle_, other.handle_);
        return *this;
    }
    SIMCUDA_WRAPPER ~unique_range_in() noexcept {
        if (handle_)
            end_range_in<D>(handle_);
    }

private:
    range_handle handle_;
};
using unique_range = unique_range_in<domain::global>;

template <class D>
SIMCUDA_WRAPPER void mark_in(event_attributes const& attr) noexcept {
    nvtxDomainMarkEx(domain::get<D>(), attr.get());
}
template <class D, class First, class... Args,
          class = std::enable_if_t<!std::is_same_v<event_attributes, std::decay_t<First>>>>
SIMCUDA_WRAPPER void mark_in(First const& first, Args const&... args) noexcept {
    mark_in<D>(event_attributes(first, args...));
}
template <class... Args>
SIMCUDA_WRAPPER void mark(Args const&... args) noexcept {
    mark_in<domain::global>(args...);
}

}  // namespace v1
}  // namespace nvtx3

/// The rest of the function is a range of its name.
#define NVTX3_FUNC_RANGE_IN(D)                                  \
    ::nvtx3::scoped_range_in<D> const nvtx3_range_of_function { \
        __func__                                                \
    }
#define NVTX3_FUNC_RANGE() NVTX3_FUNC_RANGE_IN(::nvtx3::domain::global)
