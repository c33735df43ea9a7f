#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace checker {

/// What binutils said of one lab.
struct object_listing {
    std::string sections_and_symbols;  ///< readelf --wide --sections --symbols OBJECT
    std::string instructions;          ///< objdump --disassemble --reloc --no-show-raw-insn OBJECT
    std::string shared_symbols;        ///< readelf --wide --dyn-syms PROGRAM
};

struct object_section {
    std::string name;
    std::string flags;  ///< readelf's letters
    std::uint64_t size = 0;
};

struct object_symbol {
    std::string name;
    std::string type;     ///< FUNC, OBJECT, ...
    std::string binding;  ///< LOCAL, GLOBAL, WEAK, UNIQUE
    std::string section;  ///< UND, ABS, COM or a number
};

[[nodiscard]] std::vector<object_section> sections_in(std::string_view listing);
[[nodiscard]] std::vector<object_symbol> symbols_in(std::string_view listing);

}  // namespace checker
