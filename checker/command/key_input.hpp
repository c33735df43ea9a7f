#pragma once

#include <optional>

namespace checker {

/// Keys as they are pressed, from standard input: without the return key and without showing them
/// where that is a terminal; the first character of each line where it is not. The terminal is put
/// back when this ends, also when a signal ends the program.
class key_input {
public:
    key_input();
    ~key_input();
    key_input(const key_input&) = delete;
    key_input& operator=(const key_input&) = delete;

    /// Standard input; -1 once it has ended.
    [[nodiscard]] int descriptor() const { return is_open_ ? 0 : -1; }
    [[nodiscard]] bool is_terminal() const { return is_terminal_; }

    /// The next key that is there; none without waiting.
    [[nodiscard]] std::optional<char> next();

    /// After the program was stopped and continued: shells put the terminal into their own mode.
    void resume() const;

private:
    bool is_open_ = true;
    bool is_terminal_ = false;
    bool is_line_start_ = true;
};

}  // namespace checker
