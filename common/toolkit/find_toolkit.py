"""find_toolkit.py NVCC: where the toolkit of this compiler is.

Prints five lines: its root, the folders of its headers and of its libraries, and CUPTI's folder of
headers and its library, both "none" where there is no CUPTI. Or says on standard error what is
missing. The compiler itself is asked, since an nvcc on the PATH may be a script that calls the one
of the toolkit from somewhere else.
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


def first_with(file, folders):
    return next((os.path.normpath(folder) for folder in folders
                 if (pathlib.Path(folder) / file).is_file()), None)


def library_in(folders, name):
    """Also where only NAME.13 lies, without the link that linkers want."""
    found = (sorted(pathlib.Path(folder).glob(f"{name}*"), key=lambda file: len(file.name))
             for folder in folders)
    return next((os.path.normpath(files[0]) for files in found if files), None)


def required(file, folders, root):
    return first_with(file, folders) or sys.exit(f"{file} is not under {root}")


def main():
    told = what_nvcc_would_do(sys.argv[1])
    here = value_of(told, "_HERE_")
    if not here:
        sys.exit(f"{sys.argv[1]} does not say where its toolkit is: {told.strip()[:200]}")
    # (links stay: nvcc is called through them)
    root = pathlib.Path(os.path.normpath(value_of(told, "TOP") or f"{here}/.."))
    packaged = root.parent == PACKAGED_IN
    header_folders = [*folders_of(told, "INCLUDES", "-I"), root / "include",
                      *root.glob("targets/*/include"), *(PACKAGED_HEADERS if packaged else [])]
    library_folders = [*folders_of(told, "LIBRARIES", "-L"), root / "lib64", root / "lib",
                       *root.glob("targets/*/lib"), *(PACKAGED_LIBRARIES if packaged else [])]
    cupti = root / "extras/CUPTI"
    cupti_headers = first_with("cupti.h", [*header_folders, cupti / "include"])
    cupti_library = library_in([*library_folders, cupti / "lib64"], "libcupti.so")
    has_cupti = cupti_headers and cupti_library
    print(root,
          required("cuda_runtime_api.h", header_folders, root),
          required("libcudart_static.a", library_folders, root),
          cupti_headers if has_cupti else "none",
          cupti_library if has_cupti else "none",
          sep="\n")


main()
