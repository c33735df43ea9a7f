#pragma once

namespace simcuda::rewriter {

constexpr bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

/// Bytes from 0x80 are parts of UTF-8 names.
constexpr bool starts_word(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '$' ||
           static_cast<unsigned char>(c) >= 0x80;
}

constexpr bool continues_word(char c) {
    return starts_word(c) || is_digit(c);
}

constexpr bool is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\r' || c == '\v' || c == '\f';
}

}  // namespace simcuda::rewriter
