"""semantics_test.py PROGRAM EXPECTED: what a GPU answers is what was once measured on one.

Exit status 77 where there is no GPU.
"""

import difflib
import pathlib
import subprocess
import sys


def main():
    run = subprocess.run([sys.argv[1]], capture_output=True, text=True, check=False)
    # The first thing it does is to allocate nothing, which works wherever anything does.
    if not run.stdout.startswith("malloc.zero.code = 0\n"):
        print("skipped: no GPU works here:", run.stdout.split("\n", maxsplit=1)[0])
        sys.exit(77)
    expected = pathlib.Path(sys.argv[2]).read_text(encoding="utf-8").splitlines()
    difference = list(difflib.unified_diff(expected, run.stdout.splitlines(), "expected", "here",
                                           lineterm=""))
    print("\n".join(difference))
    sys.exit(bool(difference))


main()
