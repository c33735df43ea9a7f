"""slurm_test.py ROOT BUILD: `lab grade --slurm` on a Slurm that the test starts (cluster.py).

Six submissions: submitted and held, found again, let go, one of them failing for a reason that is not
its own, then submitted again: only that one. The results are those of a run without Slurm, byte for
byte. Folders and students have names that no shell must get to see. Skipped (77) where there is no
Slurm or no sandbox.
"""

import collections
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

import cluster

sys.path.append(str(pathlib.Path(__file__).parents[1]))
from sandbox_here import has_sandbox  # noqa: E402

ROOT = pathlib.Path(sys.argv[1])
BUILD = pathlib.Path(sys.argv[2])
LAB = "01-blocking-copy"
TOO_LONG = 600  # seconds: on the busiest machine nothing takes this long
FAILS_FIRST = "starter"


def make_class(folder):
    folder.mkdir()
    files = {"good one": ROOT / "solutions" / LAB / "lab.cu", FAILS_FIRST: ROOT / "labs" / LAB / "lab.cu",
             "$(touch was-here)": ROOT / "solutions" / LAB / "lab.cu",
             "new\nline; touch was-here": ROOT / "checker/mutants" / LAB / "never-freed.cu",
             "quote'\"": ROOT / "checker/mutants" / LAB / "wrong-direction.cu"}
    for name, source in files.items():
        (folder / name).mkdir()
        shutil.copy(source, folder / name / "01.cu")
    (folder / "nobody").mkdir()


class Class:
    def __init__(self, scratch, slurm):
        self.slurm = slurm
        self.folder = scratch / "week 3's \"100%d\""
        self.out = scratch / "grades %j $(touch was-here)"
        make_class(self.folder)

    def grade(self, *arguments, status=0, out=None, **more):
        environment = {**self.slurm.environment, "LAB_ROOT": str(ROOT), "LAB_BUILD": str(BUILD),
                       "LAB_LANG": "en", **more}
        done = subprocess.run(
            [BUILD / "checker/command/lab", "grade", self.folder, "--labs", "1", "--out",
             out or self.out, *arguments],
            env=environment, check=False, timeout=TOO_LONG, text=True, stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, cwd=self.folder.parent)
        assert done.returncode == status, f"{arguments}: {done.returncode}\n{done.stdout}"
        return done.stdout

    def jobs(self):
        return self.slurm.ask("squeue", "--noheader", "--array", "--format=%F").split()

    def times(self):
        lines = [line for file in self.out.glob("times*.jsonl") for line in file.open()]
        return collections.Counter(json.loads(line)["file"] for line in lines)


def check_refusals(students):
    said = students.grade("--slurm", status=2, PATH="/nowhere")
    assert "apt-get install slurm-client" in said, said
    said = students.grade("--slurm", "--partition", "nowhere", status=4)
    assert "did not take the array" in said and "invalid partition" in said, said
    assert not students.jobs()


def check_held(students):
    said = students.grade("--slurm", "--tasks", "3", "--partition", "lab", "--no-wait",
                          "--sbatch=--hold")
    assert "submissions: 6, tasks: 3" in said, said
    assert "with a result: 0 of 6. Tasks at work: 0, waiting: 3" in said, said
    before = students.jobs()
    assert len(before) == 3, before
    said = students.grade("--slurm", "--no-wait")
    assert "nothing is submitted" in said and students.jobs() == before, said
    script = students.slurm.ask("scontrol", "write", "batch_script", before[0], "-")
    assert script.strip() == (ROOT / "checker/grading/slurm_task.sh").read_text().strip(), script
    return before[0]


def check_resumed(students, job):
    # Where its result belongs there is a folder: it cannot be stored, whatever it is.
    blocked = students.out / "submissions" / f"{FAILS_FIRST}.json"
    blocked.mkdir(parents=True)
    students.slurm.ask("scontrol", "release", job)
    said = students.grade("--slurm", status=4)
    assert f"Not graded: 1 of 6, the first of them {FAILS_FIRST}" in said, said
    assert f"{FAILS_FIRST} was not graded; this is not its fault" in said, said
    blocked.rmdir()
    said = students.grade("--slurm", "--tasks", "3")
    assert "submissions: 1, tasks: 1" in said, said
    assert set(students.times().values()) == {1, 2} and len(students.times()) == 6, students.times()
    assert students.times()[FAILS_FIRST] == 2, students.times()
    said = students.grade("--slurm")
    assert "submitted" not in said, said


def check_results(students):
    alone = students.folder.parent / "alone"
    seed = (students.out / "seed").read_text().strip()
    students.grade("--seed", seed, out=alone)
    assert (alone / "grades.json").read_bytes() == (students.out / "grades.json").read_bytes()
    points = {s["student"]: s["points"] for s in json.loads((alone / "grades.json").read_text())["submissions"]}
    assert points["good one"] == points["$(touch was-here)"] == 10, points
    assert points["nobody"] == points[FAILS_FIRST] == 0, points
    assert not list(students.folder.parent.rglob("was-here"))
    assert not (students.out / ".work").exists()


def main():
    if not has_sandbox():
        cluster.skip("bubblewrap makes no sandbox here")
    cluster.alone()
    with tempfile.TemporaryDirectory() as folder:
        scratch = pathlib.Path(folder)
        with cluster.Cluster(scratch / "slurm") as slurm:
            students = Class(scratch, slurm)
            check_refusals(students)
            check_resumed(students, check_held(students))
            check_results(students)
    print("six submissions, as without Slurm")


main()
