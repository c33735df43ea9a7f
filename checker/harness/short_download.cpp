#include "checker/harness/short_download.hpp"

#include <algorithm>
#include <cstdint>
#include <map>

#include "checker/harness/places.hpp"
#include "checker/harness/rules/pick.hpp"

namespace checker {

finding or_short_download(finding wrong, const attempt& run, std::size_t count) {
    if (wrong.id() != "missing-output" || count == 0) {
        return wrong;
    }
    const auto downloads =
        pick(run.recorded, [](const operation& op) { return op.kind == op_kind::copy_d2h; });
    for (const auto& first : downloads) {
        std::uint64_t copied = 0;
        for (const auto& op : downloads) {
            copied += op.where == first.where ? op.size.value : 0;
        }
        if (copied == count) {
            return {"missing-output/in-elements",
                    {{"call", first.name},
                     {"copied", std::to_string(copied)},
                     {"size", std::to_string(count * sizeof(std::uint32_t))}},
                    known_places({first})};
        }
    }
    return wrong;
}

}  // namespace checker
