#include "common/simcuda/rewriter/configuration.hpp"

namespace simcuda::rewriter {

std::string mistake_in_configuration(const sequence& tokens, const launch& found,
                                     const std::function<bool(std::string_view)>& is_macro) {
    constexpr int least = 2, most = 4;
    int values = found.open + 1 == found.close ? 0 : 1;
    bool has_less = false;
    for (std::size_t i = found.open + 1; i < found.close; i = tokens.after(i)) {
        const token& now = tokens[i];
        const bool is_pack = now.spelling.substr(0, 1) == ".";
        if (is_pack || (now.is(token_kind::identifier) && is_macro(now.spelling)))
            return {};
        values += now.is(token_kind::comma) ? 1 : 0;
        has_less = has_less || now.is(token_kind::less);
    }
    if (values == 0) {
        return "nothing stands between '<<<' and '>>>' of this launch. Write how many blocks there "
               "are and how many threads each has: kernel<<<blocks, threads>>>(arguments)";
    }
    if (values < least) {
        return "this launch says how many blocks there are, and not how many threads each has. "
               "Write both: kernel<<<blocks, threads>>>(arguments)";
    }
    // A comma behind `<` may be a template's.
    if (values > most && !has_less) {
        return "this launch has " + std::to_string(values) +
               " values between '<<<' and '>>>', and there are four at most: grid, block, bytes of "
               "shared memory, stream";
    }
    return {};
}

}  // namespace simcuda::rewriter
