#include "checker/command/gpu_choice.hpp"

#include <fmt/core.h>

#include <charconv>
#include <cstdlib>
#include <optional>
#include <sstream>
#include <vector>

namespace checker {
namespace {

std::optional<std::size_t> number_in(const std::string& text) {
    std::size_t number = 0;
    const auto* const end = text.data() + text.size();
    const auto read = std::from_chars(text.data(), end, number);
    return read.ec == std::errc{} && read.ptr == end ? std::optional(number) : std::nullopt;
}

std::string list_of(const std::vector<std::string>& names) {
    std::string list;
    for (std::size_t i = 0; i < names.size(); ++i) {
        list += fmt::format("{}{} ({})", i == 0 ? "" : ", ", i, names[i]);
    }
    return list;
}

std::string part_of(const std::string& list, std::size_t number) {
    std::istringstream in(list);
    std::string part;
    for (std::size_t i = 0; i <= number; ++i) {
        std::getline(in, part, ',');
    }
    return part;
}

}  // namespace

std::string visible_gpus() {
    const char* const set = std::getenv("CUDA_VISIBLE_DEVICES");
    return set == nullptr ? "" : set;
}

std::string visible_for(const context& c, const gpus_here& here, const std::string& asked,
                        const std::string& visible) {
    const auto number = number_in(asked.empty() ? "0" : asked);
    if (!number || *number >= here.names.size()) {
        throw command_error(exit_with::usage,
                            c.say(phrase("There is no GPU \"{}\" here. --gpu takes the number of "
                                         "one of these: {}.",
                                         asked, list_of(here.names))));
    }
    return visible.empty() ? std::to_string(*number) : part_of(visible, *number);
}

}  // namespace checker
