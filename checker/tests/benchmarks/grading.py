"""grading.py ROOT BUILD [--count 40] [--labs 1,2,3]: how long it takes to grade a class.

Grades one made class again and again: with one and two submissions at a time, over the tasks of a
Slurm array (on a cluster of one node that this starts, where there is Slurm), and with clang++. For
each: seconds by the clock, seconds of processors, the machine's load before it, and whether
grades.json has the same bytes as the first, or at least the same points, checks and diagnoses (what
a compiler says of a file that does not build is its own). Run it on a machine that does nothing else; where that
cannot be, the processors' seconds are what to go by.
"""

import argparse
import collections
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
sys.path += [str(HERE.parent / "slurm"), str(HERE.parent / "grading")]

import cluster  # noqa: E402
from compare_class import faults  # noqa: E402


def scores(grades):
    """All but what a compiler says, and messages in which it is quoted."""
    return [(s["file"], s["points"], lab["lab"], lab["points"], [f["id"] for f in lab["flags"]],
             [(c["name"], c["status"]) for c in (lab["verdict"] or {"checks": []})["checks"]],
             [(d["id"], d["where"]) for d in (lab["verdict"] or {"diagnoses": []})["diagnoses"]])
            for s in json.loads(grades)["submissions"] for lab in s["labs"]]


def likeness(grades, first):
    if grades == first:
        return "the same"
    return "the same scores" if scores(grades) == scores(first) else "OTHERS"


class Bench:
    def __init__(self, asked, scratch):
        self.asked, self.scratch, self.first = asked, scratch, None
        self.made = scratch / "made"
        subprocess.run([sys.executable, HERE.parent / "grading/make_class.py", asked.root, asked.build,
                        self.made, str(asked.count), "--labs", asked.labs], check=True)
        print(f"{'':24} {'wall s':>7} {'cpu s':>7} {'a submission':>12}  {'load':>5}  grades.json")

    def run(self, name, *arguments, **environment):
        out = self.scratch / name
        load = os.getloadavg()[0]
        begin = time.monotonic()
        subprocess.run(
            [self.asked.build / "checker/command/lab", "grade", self.made / "class", "--labs",
             self.asked.labs, "--seed", "7", "--out", out, *arguments],
            env={**os.environ, "LAB_ROOT": str(self.asked.root), "LAB_BUILD": str(self.asked.build),
                 "LAB_LANG": "en", **environment},
            check=True, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        wall = time.monotonic() - begin
        grades = (out / "grades.json").read_bytes()
        if self.first is None:
            self.first = grades
            wrong = list(faults(json.loads((self.made / "expected.json").read_text()), json.loads(grades)))
            print("\n".join(wrong) or f"each of the {self.asked.count} has its points")
        processors = sum(lab["cpu_seconds"] for lab in self.labs_of(out))
        print(f"{name:24} {wall:7.1f} {processors:7.1f} {wall / self.asked.count:12.2f}  {load:5.1f}  "
              f"{likeness(grades, self.first)}", flush=True)
        return out

    @staticmethod
    def labs_of(out):
        for file in out.glob("times*.jsonl"):
            for line in file.read_text().splitlines():
                yield from json.loads(line)["labs"]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("root", type=lambda p: pathlib.Path(p).resolve())
    parser.add_argument("build", type=lambda p: pathlib.Path(p).resolve())
    parser.add_argument("--count", type=int, default=40)
    parser.add_argument("--labs", default="1,2,3")
    asked = parser.parse_args()
    cluster.alone()
    with tempfile.TemporaryDirectory() as scratch:
        bench = Bench(asked, pathlib.Path(scratch))
        out = bench.run("--jobs 1", "--jobs", "1")
        bench.run("--jobs 2", "--jobs", "2")
        if shutil.which("clang++"):
            bench.run("clang++, --jobs 2", "--jobs", "2", CXX="clang++")
        with cluster.Cluster(pathlib.Path(scratch) / "slurm") as slurm:
            for tasks in (1, 2, 5):
                bench.run(f"--slurm --tasks {tasks}", "--slurm", "--tasks", str(tasks),
                          SLURM_CONF=slurm.environment["SLURM_CONF"])
        by_lab = collections.defaultdict(list)
        for lab in bench.labs_of(out):
            if lab["cpu_seconds"] > 0.05:
                by_lab[lab["lab"]].append(lab["cpu_seconds"])
        for name, seconds in sorted(by_lab.items()):
            print(f"{name:24} {sum(seconds) / len(seconds):.2f} s of a core for a file, "
                  f"at most {max(seconds):.2f} ({len(seconds)} files)")


main()
