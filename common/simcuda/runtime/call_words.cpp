#include "common/simcuda/runtime/call_words.hpp"

#include <algorithm>
#include <array>
#include <string_view>

namespace simcuda {
namespace {

/// Calls whose last argument is the stream, if they have this many; the others have none.
struct call_with_stream {
    std::string_view name;
    std::size_t arguments;
};
constexpr std::array calls_with_stream = {
    call_with_stream{"cudaEventRecord", 2},
    call_with_stream{"cudaFreeAsync", 2},
    call_with_stream{"cudaGraphLaunch", 2},
    call_with_stream{"cudaMallocAsync", 3},
    call_with_stream{"cudaMallocFromPoolAsync", 4},
    call_with_stream{"cudaMemPrefetchAsync", 4},
    call_with_stream{"cudaMemPrefetchAsync", 5},
    call_with_stream{"cudaMemcpy2DAsync", 8},
    call_with_stream{"cudaMemcpy3DAsync", 2},
    call_with_stream{"cudaMemcpyAsync", 5},
    call_with_stream{"cudaMemcpyBatchAsync", 8},
    call_with_stream{"cudaMemcpyFromSymbolAsync", 6},
    call_with_stream{"cudaMemcpyPeerAsync", 6},
    call_with_stream{"cudaMemcpyToSymbolAsync", 6},
    call_with_stream{"cudaMemset2DAsync", 6},
    call_with_stream{"cudaMemset3DAsync", 4},
    call_with_stream{"cudaMemsetAsync", 4},
};

void drop_end(std::string& text, std::string_view end) {
    if (text.ends_with(end))
        text.erase(text.size() - end.size());
}

}  // namespace

std::string stream_among(const std::string& call, const std::vector<std::string>& arguments) {
    const bool has_stream = std::any_of(
        calls_with_stream.begin(), calls_with_stream.end(), [&](const call_with_stream& each) {
            return each.name == call && each.arguments == arguments.size();
        });
    return has_stream ? arguments.back() : std::string();
}

std::string variable_in(std::string argument) {
    const std::size_t address_of = argument.rfind('&'), cast = argument.find("_cast<");
    const std::size_t type_end = argument.find(')');
    if (address_of != std::string::npos)
        argument.erase(0, address_of + 1);
    else if (cast != std::string::npos && argument.find(">(", cast) != std::string::npos)
        argument.erase(0, argument.find(">(", cast) + 2);
    else if (argument.starts_with('(') && type_end > 1 && argument[type_end - 1] == '*')
        argument.erase(0, type_end + 1);
    while (!argument.empty() && (argument.back() == ')' || argument.back() == ' ') &&
           std::count(argument.begin(), argument.end(), ')') >
               std::count(argument.begin(), argument.end(), '(')) {
        argument.pop_back();
    }
    for (const std::string_view storage : {"->data()", ".data()", "->get()", ".get()"})
        drop_end(argument, storage);
    const std::size_t begin = argument.find_first_not_of(' ');
    const bool is_expression = argument.find('(') != std::string::npos;
    return begin == std::string::npos || is_expression ? std::string() : argument.substr(begin);
}

}  // namespace simcuda
