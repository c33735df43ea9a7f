"""seal.py [--redirect PREFIX LIST] OUTPUT.a INPUT...: a library that shares no template with its users.

Both a learner's file and our own libraries contain instances of the standard library's templates,
and a linker keeps one of each: our code would then run the learner's, which are instrumented. In
the sealed library these (weak) symbols are local.

With --redirect, each function named in the file LIST, one a line, is called as PREFIX_NAME instead.

Needs GNU ld, nm, objcopy and ar; they come with the compiler.
"""

import pathlib
import subprocess
import sys


def weak_symbols(path):
    """Defined symbols that the linker may merge with another file's."""
    listing = subprocess.run(
        ["nm", "--defined-only", "--format=posix", path],
        check=True, capture_output=True, text=True).stdout
    rows = (line.split() for line in listing.splitlines())
    return sorted({row[0] for row in rows if len(row) > 1 and row[1] in "WVu"})


def redirections(prefix, path):
    """What objcopy has to be told to call the functions named in `path` by another name."""
    lines = (line.strip() for line in pathlib.Path(path).read_text(encoding="ascii").splitlines())
    return [f"--redefine-sym={name}={prefix}_{name}"
            for name in lines if name and not name.startswith("#")]


def main():
    arguments = sys.argv[1:]
    redirected = []
    if arguments[0] == "--redirect":
        redirected = redirections(*arguments[1:3])
        arguments = arguments[3:]
    output, *inputs = map(pathlib.Path, arguments)
    whole = output.with_suffix(".o")
    listed = output.with_suffix(".weak")
    subprocess.run(
        ["ld", "-r", "--force-group-allocation", "-o", whole, "--whole-archive", *inputs],
        check=True)
    listed.write_text("\n".join(weak_symbols(whole)) + "\n", encoding="ascii")
    subprocess.run(["objcopy", f"--localize-symbols={listed}", *redirected, whole], check=True)
    output.unlink(missing_ok=True)
    subprocess.run(["ar", "rcsD", output, whole], check=True)
    whole.unlink()
    listed.unlink()


main()
