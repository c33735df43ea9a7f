"""made_class_test.py ROOT BUILD: a small class of make_class.py gets the points that it must get.

In one run, and in three shares that are put together: the same results, byte for byte. Skipped (77)
where bubblewrap makes no sandbox.
"""

import json
import os
import pathlib
import subprocess
import sys
import tempfile

from compare_class import faults

sys.path.append(str(pathlib.Path(__file__).parents[1]))
from sandbox_here import has_sandbox  # noqa: E402

ROOT = pathlib.Path(sys.argv[1])
BUILD = pathlib.Path(sys.argv[2])
COUNT = 12
SHARES = 3
TOO_LONG = 600  # seconds: on the busiest machine nothing takes this long


def grade(folder, out, *arguments):
    done = subprocess.run(
        [BUILD / "checker/command/lab", "grade", folder / "class", "--labs", "1,2", "--seed", "5",
         "--out", out, *arguments],
        env={**os.environ, "LAB_ROOT": str(ROOT), "LAB_BUILD": str(BUILD), "LAB_LANG": "en"},
        check=False, timeout=TOO_LONG, text=True, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT)
    assert done.returncode == 0, f"{arguments}: {done.returncode}\n{done.stdout}"
    return done.stdout


def graded_by(out):
    return len((out).read_text().splitlines())


def main():
    if not has_sandbox():
        print("skipped: bubblewrap makes no sandbox here")
        sys.exit(77)
    with tempfile.TemporaryDirectory() as scratch:
        folder, whole, parts = (pathlib.Path(scratch) / name for name in ("made", "whole", "parts"))
        subprocess.run([sys.executable, pathlib.Path(__file__).with_name("make_class.py"), ROOT, BUILD,
                        folder, str(COUNT), "--labs", "1,2"], check=True)
        print(grade(folder, whole, "--jobs", "2"))
        found = list(faults(json.loads((folder / "expected.json").read_text()),
                            json.loads((whole / "grades.json").read_text())))
        assert not found, "\n".join(found)
        for number in range(1, SHARES + 1):
            grade(folder, parts, "--share", f"{number}/{SHARES}", "--jobs", "2")
            assert graded_by(parts / f"times.{number}-of-{SHARES}.jsonl") == COUNT // SHARES
            assert not (parts / "grades.json").exists(), "a share was put together"
        grade(folder, parts, "--collect")
        assert (parts / "grades.json").read_bytes() == (whole / "grades.json").read_bytes()


main()
