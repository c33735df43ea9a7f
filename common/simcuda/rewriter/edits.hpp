#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace simcuda::rewriter {

/// Replacements in a text, made all at once; what none of them names stays byte-identical.
class edits {
public:
    /// Puts `text` in the place of the bytes from `begin` to `end`. Edits must not overlap; one
    /// that would is dropped.
    void replace(std::size_t begin, std::size_t end, std::string text);
    void insert(std::size_t at, std::string text) { replace(at, at, std::move(text)); }

    [[nodiscard]] std::string apply(std::string_view text) &&;

private:
    struct edit {
        std::size_t begin = 0;
        std::size_t end = 0;
        std::string text;
    };
    std::vector<edit> edits_;
};

}  // namespace simcuda::rewriter
