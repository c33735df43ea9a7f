"""embed.py OUTPUT FUNCTION FILE...: writes C++ that carries the files' text."""

import pathlib
import sys

output, function, *files = sys.argv[1:]
entries = "".join(
    f'        {{"{path.stem}", R"~~~({path.read_text(encoding="utf-8")})~~~"}},\n'
    for path in map(pathlib.Path, files)
)
pathlib.Path(output).write_text(
    '#include "common/simcuda/runtime/embedded.hpp"\n\n'
    "namespace simcuda {\n\n"
    f"const std::vector<embedded_file>& {function}() {{\n"
    "    // Never destroyed: the last report is made at exit.\n"
    "    static const auto* files = new std::vector<embedded_file>{\n"
    f"{entries}    }};\n    return *files;\n}}\n\n}}  // namespace simcuda\n",
    encoding="utf-8",
)
