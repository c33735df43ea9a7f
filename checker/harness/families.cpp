#include "checker/harness/families.hpp"

#include <algorithm>
#include <array>

namespace checker {
namespace {

constexpr std::array<std::string_view, 14> overlap_family = {
    "pageable-async",       "pageable-copy",     "blocking-copy",           "legacy-default-stream",
    "sync-in-loop",         "device-wide-wait",  "single-stream",           "chunk-too-small",
    "chunk-too-large",      "too-few-buffers",   "one-direction-at-a-time", "not-enough-overlap",
    "overlap-without-gain", "needless-host-wait"};

}  // namespace

bool is_about_overlap(std::string_view diagnosis) {
    return std::find(overlap_family.begin(), overlap_family.end(), diagnosis) !=
           overlap_family.end();
}

}  // namespace checker
