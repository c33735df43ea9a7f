"""seal.py OUTPUT.a INPUT.a...: a static library that shares no template with its users.

Both a learner's file and our own libraries contain instances of the standard library's templates,
and a linker keeps one of each: our code would then run the learner's, which are instrumented. In
the sealed library these (weak) symbols are local.

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


def main():
    output, *inputs = map(pathlib.Path, sys.argv[1:])
    whole = output.with_suffix(".o")
    listed = output.with_suffix(".weak")
    subprocess.run(
        ["ld", "-r", "--force-group-allocation", "-o", whole, "--whole-archive", *inputs],
        check=True)
    listed.write_text("\n".join(weak_symbols(whole)) + "\n", encoding="ascii")
    subprocess.run(["objcopy", f"--localize-symbols={listed}", whole], check=True)
    output.unlink(missing_ok=True)
    subprocess.run(["ar", "rcsD", output, whole], check=True)
    whole.unlink()
    listed.unlink()


main()
