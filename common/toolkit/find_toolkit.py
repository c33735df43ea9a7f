"""find_toolkit.py NVCC: where the toolkit of this compiler is: its root, headers and libraries.

Prints three lines, or says on standard error what is missing. The compiler itself is asked, since
an nvcc on the PATH may be a script that calls the one of the toolkit from somewhere else.
"""

import os
import pathlib
import re
import shlex
import subprocess
import sys

# Where a distribution's own package puts what nvcc finds without being told.
PACKAGED_IN = pathlib.Path("/usr/lib")
PACKAGED_HEADERS = ["/usr/include"]
PACKAGED_LIBRARIES = ["/usr/lib/x86_64-linux-gnu", "/usr/lib/aarch64-linux-gnu"]


def what_nvcc_would_do(nvcc):
    try:
        asked = subprocess.run([nvcc, "--dryrun", "-E", "-x", "cu", "/dev/null"], check=False,
                               capture_output=True, text=True, errors="replace", timeout=60)
    except (OSError, subprocess.TimeoutExpired) as problem:
        sys.exit(f"{nvcc} could not be asked: {problem}")
    return asked.stdout + asked.stderr


def value_of(told, name):
    found = re.search(rf"^#\$ {name}=(.*)$", told, re.MULTILINE)
    return found[1].strip() if found else ""


def folders_of(told, name, option):
    """The folders that a line such as INCLUDES="-I/here" "-I/there" names."""
    words = shlex.split(value_of(told, name))
    return [word.removeprefix(option) for word in words if word.startswith(option)]


def first_with(file, folders, root):
    for folder in folders:
        if (pathlib.Path(folder) / file).is_file():
            return os.path.normpath(folder)
    sys.exit(f"{file} is not under {root}")


def main():
    told = what_nvcc_would_do(sys.argv[1])
    top = value_of(told, "TOP")
    if not top:
        sys.exit(f"{sys.argv[1]} does not say where its toolkit is: {told.strip()[:200]}")
    root = pathlib.Path(os.path.normpath(top))  # links stay: nvcc is called through them
    packaged = root.parent == PACKAGED_IN
    headers = first_with("cuda_runtime_api.h", [
        *folders_of(told, "INCLUDES", "-I"), root / "include", *root.glob("targets/*/include"),
        *(PACKAGED_HEADERS if packaged else [])], root)
    libraries = first_with("libcudart_static.a", [
        *folders_of(told, "LIBRARIES", "-L"), root / "lib64", root / "lib",
        *root.glob("targets/*/lib"),
        *(PACKAGED_LIBRARIES if packaged else [])], root)
    print(root, headers, libraries, sep="\n")


main()
