"""embed.py OUTPUT FILE...: writes C++ that carries the files' text, for checker/pages/data.hpp."""

import pathlib
import sys

PIECE = 8000  # compilers need not take longer literals


def literal(text):
    pieces = [text[i : i + PIECE] for i in range(0, len(text), PIECE)] or [""]
    return "\n".join(f'R"~~~({piece})~~~"' for piece in pieces)


output, *files = sys.argv[1:]
entries = "".join(
    f'        {{"{path.name}",\n{literal(path.read_text(encoding="utf-8"))}}},\n'
    for path in map(pathlib.Path, files)
)
pathlib.Path(output).write_text(
    '#include "checker/pages/data.hpp"\n\n#include <stdexcept>\n#include <string>\n'
    "#include <utility>\n\n"
    "namespace checker {\n\n"
    "std::string_view page_data(std::string_view name) {\n"
    "    static constexpr std::pair<std::string_view, std::string_view> files[] = {\n"
    f"{entries}    }};\n"
    "    for (const auto& [known, text] : files) {\n"
    "        if (known == name) {\n            return text;\n        }\n    }\n"
    '    throw std::out_of_range("no page data called " + std::string(name));\n'
    "}\n\n}  // namespace checker\n",
    encoding="utf-8",
)
