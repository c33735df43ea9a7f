"""redirected_test.py LIST LIBRARY: the list of redirected functions and those that exist agree."""

import pathlib
import subprocess
import sys


def main():
    lines = pathlib.Path(sys.argv[1]).read_text(encoding="ascii").splitlines()
    listed = {line.strip() for line in lines if line.strip() and not line.startswith("#")}
    symbols = subprocess.run(["nm", "--defined-only", "--format=posix", sys.argv[2]],
                             check=True, capture_output=True, text=True).stdout
    names = {line.split()[0] for line in symbols.splitlines() if line}
    # What nvcc's code calls differs from version to version: names with "__" may be missing.
    for prefix in "learner_", "checker_":
        defined = {name[len(prefix):] for name in names if name.startswith(prefix)}
        missing = {name for name in listed - defined if not name.startswith("__cuda")}
        if defined - listed or missing:
            sys.exit(f"{prefix}: not listed {sorted(defined - listed)}, "
                     f"not defined {sorted(missing)}")
    print(f"{len(listed)} functions, each twice")


main()
