"""find_toolkit.py NVCC: where the toolkit of this compiler is: its root, headers and libraries.

Prints three lines, or says on standard error what is missing.
"""

import pathlib
import sys


def first_with(root, folders, file):
    for folder in folders:
        if (root / folder / file).is_file():
            return root / folder
    sys.exit(f"{file} is not under {root}")


def main():
    root = pathlib.Path(sys.argv[1]).resolve().parent.parent
    targets = sorted(path.relative_to(root) for path in root.glob("targets/*-linux"))
    headers = first_with(
        root, ["include", *(path / "include" for path in targets)], "cuda_runtime_api.h")
    libraries = first_with(
        root, ["lib64", "lib", *(path / "lib" for path in targets)], "libcudart_static.a")
    print(root, headers, libraries, sep="\n")


main()
