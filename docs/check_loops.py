"""check_loops.py LAB ROOT BUILD: the loops that the chapters print are right.

Each piece of code with a loop around asynchronous copies goes into a file of its own, which
docs/loops.cu includes where it has what the loop needs. It is built as it is and run on the
simulated device: no warning, no defect.
"""

import os
import pathlib
import re
import subprocess
import sys
import tempfile

CODE = re.compile(r"^```cpp\n(.*?)^```", re.S | re.M)


def loops(root):
    """The name of each loop's file, and the loop."""
    for page in sorted((root / "docs/en").glob("[0-9][0-9]-*.md")):
        found = (code for code in CODE.findall(page.read_text("utf-8"))
                 if "for (" in code and "cudaMemcpyAsync" in code)
        for number, code in enumerate(found, 1):
            yield f"{page.stem}-{number}.inc", code


def main():
    lab, root, build = sys.argv[1], pathlib.Path(sys.argv[2]), sys.argv[3]
    program = root / "docs/loops.cu"
    environment = {**os.environ, "LAB_ROOT": str(root), "LAB_BUILD": build, "LAB_LANG": "en",
                   "SIMCUDA_STRICT": "1"}
    with tempfile.TemporaryDirectory() as folder:
        for name, code in loops(root):
            if f'#include "{name}"' not in program.read_text("utf-8"):
                return f"{name}: docs/loops.cu does not include this loop"
            (pathlib.Path(folder) / name).write_text(code, "utf-8")
        built = pathlib.Path(folder) / "loops"
        build_it = [lab, "cc", str(program), "-I", folder, "-o", str(built), "-Werror"]
        for command in (build_it, [str(built)]):
            done = subprocess.run(command, env=environment, text=True, capture_output=True)
            if done.returncode != 0 or done.stderr:
                return done.stdout + done.stderr
    print("the loops of the chapters are right")
    return 0


sys.exit(main())
