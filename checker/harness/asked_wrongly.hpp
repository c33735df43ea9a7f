#pragma once

#include <exception>
#include <utility>

#include "checker/harness/finding.hpp"

namespace checker {

/// Thrown by what a caller hands to the learner's function, such as work.produce, when it is asked
/// for what it cannot do: there is nothing that it could return. Leaves the learner's function.
class asked_wrongly : public std::exception {
public:
    explicit asked_wrongly(finding mistake) : mistake_(std::move(mistake)) {}
    [[nodiscard]] const finding& mistake() const { return mistake_; }
    [[nodiscard]] const char* what() const noexcept override { return mistake_.text.c_str(); }

private:
    finding mistake_;
};

/// `function` ("work.produce") wants `count` elements from `first` on of a job of `all`. Throws
/// asked_wrongly unless they are there.
void require_elements(const char* function, std::size_t first, std::size_t count, std::size_t all);

/// Throws asked_wrongly for a null pointer to memory that `function` is to use.
void require_memory(const char* function, const void* memory);

}  // namespace checker
