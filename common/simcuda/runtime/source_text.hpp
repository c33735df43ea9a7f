#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "common/timeline/operation.hpp"

namespace simcuda {

/// The program's own text, where its source files can still be read.
class source_text {
public:
    /// One line without its blanks at both ends; empty if there is none.
    [[nodiscard]] std::string line(const timeline::source_place& place);
    /// The same without its comment.
    [[nodiscard]] std::string code(const timeline::source_place& place);
    /// The line and the few after it: as much as a call may take.
    [[nodiscard]] std::string statement(const timeline::source_place& place);

private:
    const std::vector<std::string>& file(const std::string& path);
    std::map<std::string, std::vector<std::string>> files_;
};

/// The arguments of the `index`-th (from 0) call of a function whose name starts with `name`; none
/// if there is no such call or it does not end.
[[nodiscard]] std::vector<std::string> arguments_of(std::string_view text, std::string_view name,
                                                    std::size_t index = 0);

/// The same for what stands between `<<<` and `>>>`.
[[nodiscard]] std::vector<std::string> launch_configuration(std::string_view text);

}  // namespace simcuda
