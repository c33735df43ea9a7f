#include <string>
#include <utility>

#include "checker/tests/catch.hpp"
#include "common/simcuda/runtime/call_words.hpp"

using simcuda::stream_among;
using simcuda::variable_in;

TEST_CASE("an argument names the variable that it is made of", "[call_words]") {
    const std::pair<const char*, const char*> table[] = {
        {"x", "x"},
        {"&x", "x"},
        {"(void**)&x", "x"},
        {"reinterpret_cast<void**>(&x)", "x"},
        {"static_cast<void*>(x)", "x"},
        {"(char*)x", "x"},
        {"(const void *) x", "x"},
        {"x.data()", "x"},
        {"x->data()", "x"},
        {"&o.x[i]", "o.x[i]"},
        {"reinterpret_cast<char*>(x.data())", "x"},
        {"(void*)x.get()", "x"},
        {"buffer + 2 * n", "buffer + 2 * n"},
        {"f(x)", ""},
        {"x.data() + f(n)", ""},
        {"", ""},
    };
    for (const auto& [argument, name] : table) {
        INFO(argument);
        CHECK(variable_in(argument) == name);
    }
}

TEST_CASE("a call's stream is its last argument, if it was given one", "[call_words]") {
    CHECK(stream_among("cudaMemcpyAsync", {"d", "h", "n", "kind", "up"}) == "up");
    CHECK(stream_among("cudaMemcpyAsync", {"d", "h", "n", "kind"}).empty());
    CHECK(stream_among("cudaGraphLaunch", {"exec", "s"}) == "s");
    CHECK(stream_among("cudaMemcpy", {"d", "h", "n", "kind"}).empty());
    CHECK(stream_among("cudaMemcpyAsync", {}).empty());
}
