"""grading_run_test.py ROOT BUILD: `lab grade` stopped, killed, gone on with, and done anew.

Whatever happens on the way, the results are the same, byte for byte: also with another compiler, in
another order and in several processes. Nothing here is timed: the runs are stopped when the first
results are there, and killed then. Skipped (77) where bubblewrap makes no sandbox.
"""

import json
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time

from sandbox_here import has_sandbox

ROOT = pathlib.Path(sys.argv[1])
BUILD = pathlib.Path(sys.argv[2])
LAB = "01-blocking-copy"
TOO_LONG = 600  # seconds: on the busiest machine nothing takes this long


def command(*arguments, **more):
    env = {**os.environ, "LAB_ROOT": str(ROOT), "LAB_BUILD": str(BUILD), "LAB_LANG": "en",
           "LAB_COMMAND": "./lab", **more}
    return dict(args=[BUILD / "checker/command/lab", "grade", *map(str, arguments)], env=env,
                stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)


def grade(*arguments, status=0, **more):
    done = subprocess.run(**command(*arguments, **more), check=False, timeout=TOO_LONG)
    assert done.returncode == status, f"{arguments}: {done.returncode}\n{done.stdout}"
    return done.stdout


def results(folder):
    """All that has to be the same again, by its path."""
    return {str(p.relative_to(folder)): p.read_bytes() for p in sorted(folder.rglob("*"))
            if p.is_file() and p.name not in ("seed", "times.jsonl")}


def graded(results):
    """What was found out about each submission."""
    return {name: json.loads(text) for name, text in results.items()
            if name.startswith("submissions/")}


def times_noted(folder):
    return len((folder / "times.jsonl").read_text().splitlines())


def make_class(folder):
    mutants = ROOT / "checker/mutants" / LAB
    folder.mkdir()
    for name in ("never-freed", "always-first-chunk", "copy-not-checked", "wrong-direction"):
        shutil.copy(mutants / f"{name}.cu", folder)
    shutil.copy(ROOT / "solutions" / LAB / "lab.cu", folder / "good.cu")
    shutil.copy(ROOT / "labs" / LAB / "lab.cu", folder / "starter.cu")
    shutil.copy(ROOT / "checker/tests/grading/usual_code.cu", folder / "usual.cu")
    (folder / "broken.cu").write_text("int process(;\n")
    (folder / "nobody").mkdir()
    (folder / "README.txt").write_text("from the platform\n")


def stopped(folder, out, how):
    """A run that is sent a signal as soon as it has its first result, and not all of them."""
    run = subprocess.Popen(**command(folder, "--labs", 1, "--seed", 7, "--jobs", 1, "--out", out))
    start = time.monotonic()
    while not list(out.glob("submissions/*.json")):
        assert run.poll() is None and time.monotonic() - start < TOO_LONG
        time.sleep(0.01)
    run.send_signal(how)
    said, _ = run.communicate(timeout=TOO_LONG)
    there = len(list(out.glob("submissions/*.json")))
    assert 0 < there < 9, f"{there} results: it was not stopped in the middle\n{said}"
    return run.returncode, said


def check_stopping(folder, scratch, wanted):
    out = scratch / "stopped"
    status, said = stopped(folder, out, signal.SIGINT)
    assert status == 130, status
    assert "The same command goes on where it was" in said, said
    assert not (out / ".work").exists(), "what was begun is left"
    status, _ = stopped(folder, scratch / "killed", signal.SIGKILL)
    assert status == -signal.SIGKILL, status
    for each in (out, scratch / "killed"):
        # Without --labs: those that it was begun with.
        said = grade(folder, "--jobs", 2, "--out", each)
        assert "(as before)" in said, said
        assert times_noted(each) <= 9, "something was graded twice"
        assert results(each) == wanted, f"{each.name}: other results"
        assert not (each / ".work").exists(), "an earlier run's work is left"


def check_changes(folder, out, wanted):
    noted = times_noted(out)
    grade(folder, "--labs", 1, "--out", out)
    grade(folder, "--labs", 1, "--out", out, LAB_LANG="zh-CN")
    assert times_noted(out) == noted, "graded again without a reason"
    shutil.copy(folder / "good.cu", folder / "starter.cu")
    grade(folder, "--labs", 1, "--collect", "--out", out, status=4)
    missing = json.loads((out / "grades.json").read_text())["submissions"]
    flags = {s["student"]: [f["id"] for f in s["flags"]] for s in missing}
    assert flags["starter"] == ["not-graded"], flags
    assert "1 of them are not graded yet" in grade("--collect", out, status=4)
    grade(folder, "--labs", 1, "--out", out)
    assert times_noted(out) == noted + 1, "more was graded again than what has changed"
    now = results(out)
    assert {name for name in wanted if now[name] != wanted[name]} == {
        "grades.json", "submissions/starter.json", "gradescope/starter.json", "pages/starter.html",
        "grades.csv", "junit.xml", "summary.md", "class.html"}
    # All of that from grades.json alone.
    for name in ("grades.csv", "pages/starter.html", "gradescope/starter.json"):
        (out / name).unlink()
    grade("--collect", out)
    assert results(out) == now, "written anew, it is something else"
    for left in ("pages/gone.html", "gradescope/gone.json"):
        (out / left).write_text("of somebody who has left")
    # Without --labs: those of the results.
    grade(folder, "--collect", "--out", out)
    assert results(out) == now, "put together anew, it is something else"
    said = grade(folder, "--labs", "1-2", "--out", out, status=2)
    assert f"are of {LAB}. Leave --labs out" in said, said
    assert results(out) == now, "what was refused has changed something"
    (out / "grades.json").write_text("{")
    grade(folder, "--labs", 1, "--out", out)
    assert results(out) == now, "damaged results were not written anew"
    assert oct(out.stat().st_mode)[-2:] == "00" and (out / ".gitignore").read_text() == "*\n"


def check_points(out):
    by_student = {s["student"]: s for s in json.loads((out / "grades.json").read_text())["submissions"]}
    points = {name: s["points"] for name, s in by_student.items()}
    assert points["good"] == 10 and points["starter"] == 0 and points["broken"] == 0, points
    assert not by_student["usual"]["labs"][0]["flags"], by_student["usual"]
    assert points["nobody"] == 0 and 0 < points["never-freed"] < 10, points
    broken = by_student["broken"]["labs"][0]
    assert broken["verdict"]["checks"][0]["name"] == "compiles", broken
    assert f"labs/{LAB}/lab.cu:1:" in broken["compiler_output"], broken
    leak = by_student["never-freed"]["labs"][0]["verdict"]["diagnoses"][0]
    assert leak["id"] == "leak" and leak["where"][0]["file"] == f"labs/{LAB}/lab.cu", leak
    for text in results(out).values():
        assert str(ROOT).encode() not in text and str(out).encode() not in text, "a path of here"


def check_without_sandbox(scratch):
    """What the sandbox keeps out of sight is looked for where there is none."""
    folder, out = scratch / "open", scratch / "open-grades"
    folder.mkdir()
    answers = ROOT / "checker/tests/correct" / LAB
    answer = sorted(answers.iterdir())[0]
    for name, text in {
            "of-the-tree": f'#include "{answer.relative_to(ROOT)}"',
            "by-its-path": f'#include "{answer}"',
            "by-a-macro": f'#define OTHER "solutions/{LAB}/lab.cu"\n#include OTHER',
            "of-the-machine": '#include "/etc/passwd"',
    }.items():
        (folder / f"{name}.cu").write_text(text + "\n")
    shutil.copy(ROOT / "solutions" / LAB / "lab.cu", folder / "good.cu")
    grade(folder, "--labs", 1, "--no-sandbox", "--out", out)
    for one in json.loads((out / "grades.json").read_text())["submissions"]:
        lab = one["labs"][0]
        flags = [f["id"] for f in lab["flags"]]
        is_good = one["student"] == "good"
        assert flags == ([] if is_good else ["include"]), (one["student"], flags)
        assert lab["points"] == (10 if is_good else 0) and "root:" not in lab["compiler_output"], lab


def check_mistakes(folder, scratch):
    said = grade(folder, "--labs", 99, status=2)
    assert 'There is no lab "99"' in said, said
    assert "There is no folder" in grade(scratch / "none", status=2)
    (scratch / "empty").mkdir()
    assert "holds no submissions" in grade(scratch / "empty", status=2)
    for seed in ("-1", "99999999999999999999999"):
        assert "--seed takes a number from 0 to" in grade(folder, "--seed", seed, status=2)
    for key in ("seconds", "processes", "depth"):
        limits = (ROOT / "checker/grading/limits.toml").read_text(encoding="utf-8")
        file = scratch / "limits.toml"
        file.write_text(re.sub(rf"^{key} = \d+", f"{key} = 0", limits, flags=re.M), encoding="utf-8")
        said = grade(folder, "--labs", 1, "--limits", file, status=2)
        assert f'"{key}" has to be more than 0' in said, said
    said = grade(folder, "--labs", 1, PATH="/nowhere", status=2)
    assert "sudo apt-get install bubblewrap" in said and "--no-sandbox" in said, said


MOUNTS = ["unshare", "--user", "--map-root-user", "--mount", "sh", "-c"]


def can_mount(place):
    tried = subprocess.run([*MOUNTS, f"mount -t tmpfs tmpfs '{place}'"], check=False, capture_output=True)
    return tried.returncode == 0


def grade_on(place, options, *arguments, status):
    """With a small or read-only disk at `place`."""
    one = command(*arguments)
    one["args"] = [*MOUNTS, f"mount -t tmpfs -o {options} tmpfs '{place}' && exec \"$@\"", "sh",
                   *map(str, one["args"])]
    done = subprocess.run(**one, check=False, timeout=TOO_LONG)
    assert done.returncode == status, f"{arguments}: {done.returncode}\n{done.stdout}"
    return done.stdout


def check_trouble(folder, out, scratch):
    """What is in the way of the results is told once, and the run goes on when it is gone."""
    full = scratch / "full"
    full.mkdir()
    grade(folder, "--labs", 1, "--seed", 7, "--share", "9/9", "--out", full)  # one, as kept
    (full / "times.jsonl").symlink_to("/dev/full")
    said = grade(folder, "--jobs", 2, "--out", full, status=4)
    assert said.count("The disk is full") == 1 and "was not graded" not in said, said
    assert f"What is graded stays in {full}." in said and not (full / "grades.json").exists(), said
    said = grade(folder, "--jobs", 2, "--out", full, LAB_LANG="zh-CN", status=4)
    assert said.count("磁盘满了") == 1 and "is full" not in said, said
    (full / "times.jsonl").unlink()
    said = grade(folder, "--jobs", 2, "--out", full)
    assert "(as before)" in said, said

    for name in ("grades.csv", "begun", "device", "submissions/good.json", "pages/good.html"):
        copy = scratch / "in-the-way"
        shutil.copytree(out, copy)
        (copy / name).unlink(missing_ok=True)
        (copy / name / "x").mkdir(parents=True)
        # (in the place of one result, the others are graded)
        said = grade(folder, "--out", copy, status=4 if name.startswith("submissions") else 2)
        assert f"{copy / name} is a folder, where `lab grade` keeps a file." in said, said
        assert "filesystem error" not in said and ".new" not in said, said
        shutil.rmtree(copy)

    # Without a sandbox, the compiler writes to the machine's disk: a full one is nobody's fault.
    small = scratch / "small"
    small.mkdir()
    if can_mount(small):
        said = grade_on(small, "size=200k", folder, "--labs", 1, "--no-sandbox", "--jobs", 1, "--out",
                        small / "out", status=4)
        assert said.count("The disk is full") == 1, said
        assert "compile-limit" not in said and "was not graded" not in said, said
        # What can only be read is told of, and not the course, where it is not in there.
        for what in ([folder, "--labs", 1, "--out", small], ["--workflow", small / "labs.yml"]):
            said = grade_on(small, "ro", *what, status=2 if folder in what else 4)
            assert f"{small}" in said and "course's own" not in said, said

    # Slurm's commands, and no cluster.
    away = scratch / "no-cluster"
    away.mkdir()
    for name in ("sbatch", "squeue"):
        (away / name).write_text("#!/bin/sh\n[ \"$1\" = --version ] ||\n"
                                 "    { echo 'Unable to contact slurm controller' >&2; exit 1; }\n")
        (away / name).chmod(0o755)
    nowhere = scratch / "nowhere"
    path = f"{away}:{os.environ['PATH']}"
    said = grade(folder, "--labs", 1, "--slurm", "--out", nowhere, PATH=path, status=2)
    assert "they reach no cluster" in said and not nowhere.exists(), said


def check_compilers(folder, scratch):
    """One out of the sandbox's sight is nobody's fault: it is said before anything is written."""
    out = scratch / "no-compiler"
    away = scratch / "bin/my-c++"
    away.parent.mkdir()
    away.write_text('#!/bin/sh\nexec g++ "$@"\n')
    away.chmod(0o755)
    for compiler in (away, f"env {away}", "no-such-compiler"):
        said = grade(folder, "--labs", 1, "--out", out, CXX=str(compiler), status=2)
        assert f"compiler {compiler} (CXX)" in said and "that lie below /usr." in said, said
        assert f"CXX=g++ ./lab grade {folder}" in said, said
        assert not out.exists(), said
    said = grade(folder, "--labs", 1, "--out", out, CXX=str(away), LAB_LANG="zh-CN", status=2)
    assert str(away) in said and f"CXX=g++ ./lab grade {folder}" in said, said
    assert "沙箱" in said and not re.search("compiler|sandbox|graded", said), said
    # Without a sandbox, a name that only this shell's PATH explains.
    path = f"{away.parent}:{os.environ['PATH']}"
    said = grade(folder, "--labs", 1, "--no-sandbox", "--out", out, CXX=away.name, PATH=path, status=2)
    assert "whole path" in said and "/usr/local/bin" in said and not out.exists(), said


def main():
    if not has_sandbox():
        print("skipped: bubblewrap makes no sandbox here")
        return 77
    with tempfile.TemporaryDirectory() as name:
        scratch = pathlib.Path(name)
        folder = scratch / "class"
        make_class(folder)
        out = scratch / "whole"
        said = grade(folder, "--labs", 1, "--seed", 7, "--jobs", 2, "--out", out)
        for flag, who in {"not-built": "broken", "missing": "nobody", "starter": "starter"}.items():
            assert re.search(rf"^  {flag} +1 +{who}$", said, re.M), said
        assert "Ignored, as nobody's submission: README.txt." in said, said
        check_points(out)
        wanted = results(out)
        check_stopping(folder, scratch, wanted)
        other = scratch / "other"
        if shutil.which("clang++"):
            grade(folder, "--labs", 1, "--seed", 7, "--out", other, CXX="clang++")
            ours, theirs = graded(wanted), graded(results(other))
            assert ours.keys() == theirs.keys()
            for name, one in ours.items():
                assert points_in(one) == points_in(theirs[name]), f"{name}: other points with clang++"
        check_changes(folder, out, wanted)
        check_mistakes(folder, scratch)
        check_trouble(folder, out, scratch)
        check_compilers(folder, scratch)
        check_without_sandbox(scratch)
    print("as it should be")
    return 0


def points_in(result):
    labs = result["labs"]
    return [(lab["points"], lab["flags"], [(c["name"], c["status"]) for c in
                                           (lab["verdict"] or {"checks": []})["checks"]],
             [d["id"] for d in (lab["verdict"] or {"diagnoses": []})["diagnoses"]]) for lab in labs]


sys.exit(main())
