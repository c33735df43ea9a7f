#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "common/timeline/units.hpp"

/// NVTX's handles point to these.
struct nvtxDomainRegistration_st {
    std::string name;
};
struct nvtxStringRegistration_st {
    std::string text;
};

namespace simcuda {

/// A range or mark as it begins.
struct annotation {
    std::string name;
    std::uint32_t colour = 0;  ///< 0xAARRGGBB; 0: none
    timeline::nanoseconds start{0};
    const void* pc = nullptr;
};

/// The program's own names for stretches of time (NVTX) that have not ended yet.
class annotations {
public:
    using domain = nvtxDomainRegistration_st;
    using text = nvtxStringRegistration_st;

    /// Nested ranges, by thread and domain; null: the program's own domain. The level of the range,
    /// from 0.
    int push(const domain* d, annotation a);
    [[nodiscard]] std::optional<annotation> pop(const domain* d);
    /// The level of the innermost open range; below 0 when there is none.
    [[nodiscard]] int level(const domain* d) const;

    /// Ranges that end anywhere; ids from 1.
    [[nodiscard]] std::uint64_t start(annotation a);
    [[nodiscard]] std::optional<annotation> finish(std::uint64_t id);

    /// What the program's end cuts off, the innermost first.
    [[nodiscard]] std::vector<annotation> take_open();

    [[nodiscard]] domain* add_domain(std::string name);
    [[nodiscard]] text* add_text(std::string content);

private:
    using place = std::pair<std::thread::id, const domain*>;
    std::map<place, std::vector<annotation>> nested_;
    std::map<std::uint64_t, annotation> started_;
    std::uint64_t next_id_ = 1;
    std::vector<std::unique_ptr<domain>> domains_;
    std::vector<std::unique_ptr<text>> texts_;
};

}  // namespace simcuda
