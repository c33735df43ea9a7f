#include "common/simcuda/runtime/environment.hpp"

#include <cstdio>
#include <cstdlib>
#include <string_view>

namespace simcuda {

bool is_on(const char* variable, setting otherwise) {
    const char* const set = std::getenv(variable);
    const std::string_view value = set == nullptr ? "" : set;
    if (value.empty())
        return otherwise == setting::on;
    if (value == "0" || value == "1")
        return value == "1";
    std::fprintf(stderr, "simulated device: %s: '%s' is neither 1 (on) nor 0 (off)\n", variable,
                 set);
    std::_Exit(2);
}

}  // namespace simcuda
