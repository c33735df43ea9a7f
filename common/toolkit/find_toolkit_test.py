"""find_toolkit_test.py: the toolkit is found however nvcc is called, and what it lacks is named."""

import pathlib
import re
import subprocess
import sys
import tempfile

FIND = pathlib.Path(__file__).with_name("find_toolkit.py")
SAYS_WHERE = """#!/bin/sh
here=$(dirname "$0")
echo "#\\$ _HERE_=$here" >&2
echo "#\\$ TOP=$here/.." >&2
echo "#\\$ INCLUDES=\\"-I$here/../targets/some-linux/include\\"" >&2
echo "#\\$ LIBRARIES=  \\"-L$here/../targets/some-linux/lib/stubs\\" \\"-L$here/../{lib}\\"" >&2
"""


def program(path, text):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    path.chmod(0o755)
    return path


def touch(*files):
    for file in files:
        file.parent.mkdir(parents=True, exist_ok=True)
        file.touch()


def make_toolkit(root, lib="targets/some-linux/lib", headers="targets/some-linux/include"):
    touch(root / headers / "cuda_runtime_api.h", root / lib / "libcudart_static.a")
    return program(root / "bin/nvcc", SAYS_WHERE.format(lib=lib))


def find(nvcc):
    done = subprocess.run([sys.executable, FIND, nvcc], check=False, capture_output=True, text=True)
    return done.returncode, done.stdout.splitlines(), done.stderr


def same(nvcc, root, lib="targets/some-linux/lib", headers="targets/some-linux/include",
         cupti=("none", "none")):
    status, lines, said = find(nvcc)
    assert status == 0, said
    assert lines == [str(root), str(root / headers), str(root / lib), *map(str, cupti)], lines


def missing(nvcc, *words):
    status, lines, said = find(nvcc)
    assert status != 0 and not lines, lines
    assert all(word in said for word in words), said


def main():
    with tempfile.TemporaryDirectory() as scratch:
        here = pathlib.Path(scratch).resolve()
        toolkit = here / "cuda 13"  # also with a blank in it
        nvcc = make_toolkit(toolkit)
        same(nvcc, toolkit)

        (here / "cuda").symlink_to(toolkit)
        same(here / "cuda/bin/nvcc", here / "cuda")
        (here / "links").mkdir()
        wrapper = program(here / "other/bin/nvcc", f'#!/bin/sh\nexec "{nvcc}" "$@"\n')
        same(wrapper, toolkit)
        (here / "links/nvcc").symlink_to(wrapper)
        same(here / "links/nvcc", toolkit)

        touch(toolkit / "extras/CUPTI/include/cupti.h")
        same(nvcc, toolkit)  # headers alone are no CUPTI
        numbered = toolkit / "extras/CUPTI/lib64/libcupti.so.13"
        touch(numbered)
        same(nvcc, toolkit, cupti=(toolkit / "extras/CUPTI/include", numbered))
        touch(toolkit / "extras/CUPTI/lib64/libcupti.so")
        same(nvcc, toolkit, cupti=(toolkit / "extras/CUPTI/include",
                                   toolkit / "extras/CUPTI/lib64/libcupti.so"))
        touch(toolkit / "targets/some-linux/include/cupti.h",
              toolkit / "targets/some-linux/lib/libcupti.so")
        same(nvcc, toolkit, cupti=(toolkit / "targets/some-linux/include",
                                   toolkit / "targets/some-linux/lib/libcupti.so"))

        older = make_toolkit(here / "older", lib="lib64", headers="include")
        same(older, here / "older", lib="lib64", headers="include")

        # As Debian packages it: no TOP, and the rest is said or beside it.
        packaged = make_toolkit(here / "packaged")
        packaged.write_text(re.sub("echo .*TOP.*\n", "", packaged.read_text()))
        same(packaged, here / "packaged")

        (toolkit / "targets/some-linux/lib/libcudart_static.a").unlink()
        missing(nvcc, "libcudart_static.a is not under", str(toolkit))
        (toolkit / "targets/some-linux/include/cuda_runtime_api.h").unlink()
        missing(nvcc, "cuda_runtime_api.h is not under", str(toolkit))
        missing(program(here / "broken", "#!/bin/sh\necho no license >&2\nexit 1\n"),
                "does not say where", "no license")
        missing(here / "nothing", "could not be asked")
    return 0


sys.exit(main())
