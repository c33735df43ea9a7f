#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "common/simcuda/rewriter/token.hpp"

namespace simcuda::rewriter {

inline constexpr std::size_t no_token = static_cast<std::size_t>(-1);

/// Tokens that belong together (a unit's code, or one macro's replacement) and which bracket
/// closes which.
class sequence {
public:
    explicit sequence(const std::vector<token>& tokens);

    [[nodiscard]] std::size_t size() const { return tokens_->size(); }
    /// An `end` token outside the sequence.
    [[nodiscard]] const token& operator[](std::size_t index) const {
        ++looks_;
        return index < tokens_->size() ? (*tokens_)[index] : nothing_;
    }
    /// How often a token was looked at: what the work on this sequence has cost.
    [[nodiscard]] std::uint64_t looks() const { return looks_; }
    /// Index of the bracket that belongs to the one at `index`, or `no_token`.
    [[nodiscard]] std::size_t partner(std::size_t index) const {
        return index < partners_.size() ? partners_[index] : no_token;
    }
    /// Index after the token at `index`, or after the whole group that it opens.
    [[nodiscard]] std::size_t after(std::size_t index) const;
    /// True where three `>` without anything between them begin.
    [[nodiscard]] bool is_launch_close(std::size_t index) const;
    /// How many `>` follow one another without anything between them.
    [[nodiscard]] std::size_t count_greater(std::size_t index) const;

private:
    const std::vector<token>* tokens_;
    std::vector<std::size_t> partners_;
    token nothing_;
    mutable std::uint64_t looks_ = 0;
};

[[nodiscard]] bool is_open_bracket(token_kind kind);
[[nodiscard]] bool is_close_bracket(token_kind kind);

}  // namespace simcuda::rewriter
