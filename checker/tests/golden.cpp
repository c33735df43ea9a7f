#include "checker/tests/golden.hpp"

#include <cstdlib>

#include "checker/course/atomic_file.hpp"
#include "checker/tests/catch.hpp"

namespace checker::tests {

void check_golden_file(const std::filesystem::path& file, const std::string& text) {
    if (std::getenv("UPDATE_GOLDEN") != nullptr) {
        write_atomically(file, text);
    }
    CAPTURE(file);
    CHECK(text == read_file(file));
}

}  // namespace checker::tests
