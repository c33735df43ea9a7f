"""compare_class.py FOLDER GRADES.json: whether each submission of make_class.py got its points.

Prints each that did not; exit status 1 when there is any.
"""

import json
import pathlib
import sys


def shown(name):
    """A name as the results have it: without what an archive ends in, and control characters."""
    for ending in (".tar.gz", ".tar", ".zip"):
        name = name[: -len(ending)] if name.endswith(ending) else name
    return "".join("\ufffd" if ord(c) < 0x20 else c for c in name)


def faults(expected, grades):
    found = {s["student"]: s for s in grades["submissions"]}
    if len(found) != len(expected):
        yield f"{len(found)} results instead of {len(expected)}"
    for name, worth in expected.items():
        if shown(name) not in found:
            yield f"{name!r}: there is no result"
            continue
        got = {lab["lab"]: lab["points"] for lab in found[shown(name)]["labs"]}
        if any(abs(got[lab] - points) > 1e-9 for lab, points in worth.items()):
            yield f"{name!r}: {got} instead of {worth}"


def main():
    expected = json.loads((pathlib.Path(sys.argv[1]) / "expected.json").read_text())
    grades = json.loads(pathlib.Path(sys.argv[2]).read_text())
    found = list(faults(expected, grades))
    print("\n".join(found) if found else f"{len(expected)} submissions, each with its points")
    return bool(found)


if __name__ == "__main__":
    sys.exit(main())
