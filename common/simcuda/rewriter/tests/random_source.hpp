#pragma once

#include <cstdint>
#include <random>
#include <string>

namespace simcuda::rewriter::testing {

/// Writes CUDA sources that nobody would write: every form of kernels and launches, in odd spacing,
/// between comments, directives, raw strings, digraphs and spliced lines. Names v0, v1, ... stand
/// in a text once each, so that a test can follow them. The same seed gives the same texts.
class random_source {
public:
    enum class with : std::uint8_t {
        everything,
        no_kernels,  ///< nothing is rewritten a second time
        no_cuda,     ///< nothing is rewritten at all
    };

    explicit random_source(unsigned seed) : random_(seed) {}

    [[nodiscard]] std::string next(with what);
    /// The text with some random damage: cut off, doubled, foreign pieces put in.
    [[nodiscard]] std::string damaged(std::string text);

private:
    [[nodiscard]] std::size_t below(std::size_t limit);
    [[nodiscard]] bool one_in(std::size_t n) { return below(n) == 0; }
    std::string name();
    std::string gap();
    std::string type();
    std::string expression(int depth);
    std::string arguments(int depth);
    std::string launch(int depth);
    std::string statement(int depth);
    std::string body(int depth);
    std::string kernel();
    std::string definition(int depth);
    std::string directive();

    std::mt19937 random_;
    with what_ = with::everything;
    int names_ = 0;
    bool in_macro_ = false;
};

}  // namespace simcuda::rewriter::testing
