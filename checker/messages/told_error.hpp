#pragma once

#include <stdexcept>

#include "checker/messages/words.hpp"

namespace checker {

/// Something that went wrong, in words for whoever reads it; what() is the English.
class told_error : public std::runtime_error {
public:
    explicit told_error(const words& message)
        : std::runtime_error(message.english()), said_(message) {}
    [[nodiscard]] const words& said() const { return said_; }

private:
    words said_;
};

/// The words of an error that has some; what() of any other.
[[nodiscard]] inline words said_by(const std::exception& problem) {
    const auto* told = dynamic_cast<const told_error*>(&problem);
    return told != nullptr ? told->said() : words(problem.what());
}

}  // namespace checker
