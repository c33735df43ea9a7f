"""grade_both_test.py ROOT BUILD: a tiny class is graded on both devices, in the sandbox.

A solution, a correct file that overlaps nothing, a starter, and a file that shows the two devices
different code. Skipped (77) where there is no GPU, no CUDA Toolkit or no sandbox; what is said there
is looked at all the same.
"""

import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

sys.path.append(str(pathlib.Path(__file__).parents[1]))
from sandbox_here import has_sandbox  # noqa: E402

ROOT = pathlib.Path(sys.argv[1])
BUILD = pathlib.Path(sys.argv[2])
LAB = "04-streams"
TWO_FACED = '#ifdef __NVCC__\n#include <cstdlib>\nstatic int hidden = system("true");\n#endif\n'


def make_class(folder):
    solution = (ROOT / "solutions" / LAB / "lab.cu").read_text()
    files = {
        "good": solution,
        "overlaps-nothing": (ROOT / "checker/mutants" / LAB / "one-stream.cu").read_text(),
        "starter": (ROOT / "labs" / LAB / "lab.cu").read_text(),
        "two-faced": TWO_FACED + solution,
    }
    for name, text in files.items():
        (folder / name).mkdir(parents=True)
        (folder / name / "04.cu").write_text(text)


def grade(folder, out, *arguments, more=None):
    done = subprocess.run(
        [BUILD / "checker/command/lab", "grade", folder, "--labs", "4", "--seed", "5", "--out", out,
         *arguments],
        env={**os.environ, "LAB_ROOT": str(ROOT), "LAB_BUILD": str(BUILD), "LAB_LANG": "en",
             **(more or {})},
        check=False, text=True, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT)
    print(done.stdout)
    return done.returncode, done.stdout


def fake_slurm(folder):
    """A cluster that notes what is asked of it, and does nothing."""
    folder.mkdir()
    for name, line in ("sbatch", f'echo "$@" > {folder}/asked; echo 7'), ("squeue", "true"):
        (folder / name).write_text(f"#!/bin/sh\n{line}\n")
        (folder / name).chmod(0o755)
    return {"PATH": f"{folder}:{os.environ['PATH']}"}


def look_at_slurm(folder, scratch):
    cluster = fake_slurm(scratch / "cluster")
    status, said = grade(folder, scratch / "array", "--device", "both", "--slurm", "--no-wait",
                         "--gres", "gpu:h200:1", more=cluster)
    assert status == 0, said
    asked = (scratch / "cluster/asked").read_text()
    assert "--gres=gpu:h200:1" in asked and "--device both" in asked, asked
    status, said = grade(folder, scratch / "plain", "--slurm", "--no-wait", more=cluster)
    asked = (scratch / "cluster/asked").read_text()
    assert status == 0 and "--gres" not in asked and "--device sim" in asked, asked


def flags_of(submission):
    return {f["id"] for f in submission["labs"][0]["flags"]}


def look_at(results):
    grades = json.loads((results / "grades.json").read_text())
    assert grades["device"] == "both", grades["device"]
    by_name = {s["student"]: s for s in grades["submissions"]}
    starter, hidden = by_name["starter"], by_name["two-faced"]
    assert starter["points"] == 0 and starter["labs"][0]["verdict"]["device"] == "sim"
    assert hidden["points"] == 0 and {"imports", "conditional"} <= flags_of(hidden), hidden
    csv = (results / "grades.csv").read_text()
    for name in "good", "overlaps-nothing":
        one = by_name[name]
        if "gpu-undecided" in flags_of(one):
            print(f"{name}: this GPU does not show it, or is busy")
            continue
        verdict = one["labs"][0]["verdict"]
        assert verdict["device"] == "gpu" and verdict["profile"] in csv, verdict
        assert one["points"] == 20 if name == "good" else 0 < one["points"] < 20, one


def main():
    if not has_sandbox():
        print("skipped: bubblewrap makes no sandbox here")
        return 77
    with tempfile.TemporaryDirectory() as scratch:
        folder, results = pathlib.Path(scratch) / "class", pathlib.Path(scratch) / "results"
        make_class(folder)
        if "[gpu]" in (BUILD / "checker/program.toml").read_text():
            look_at_slurm(folder, pathlib.Path(scratch))
        status, said = grade(folder, results, "--device", "both")
        if status == 2:
            assert "Nothing was graded" in said and not results.exists(), said
            print("skipped: no GPU can be used here")
            return 77
        assert status == 0, status
        look_at(results)
        status, said = grade(folder, results)
        assert status == 0 and "(as before)" in said, "the same command does not go on"
        status, said = grade(folder, results, "--device", "sim")
        assert status == 2 and "made with --device both" in said, said
        shutil.rmtree(folder / "good")
        status, said = grade(folder, results, "--collect")
        assert status == 0, "putting together needs no GPU"
    return 0


sys.exit(main())
