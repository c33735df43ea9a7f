"""hostile_test.py ROOT BUILD: grades a class of students who try things, and one who does not.

The class is hostile/*.cu (what each has to be told is in hostile/cases.toml), archives and folders
that are made here, and a good solution under many odd names. Every hostile submission must get no
points, for its own reason; every good one all of them; and nothing may have happened to anything
outside of the folder with the results. Skipped (77) where bubblewrap makes no sandbox.
"""

import gzip
import io
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tarfile
import tempfile
import zipfile

from sandbox_here import has_sandbox

ROOT = pathlib.Path(sys.argv[1])
BUILD = pathlib.Path(sys.argv[2])
HOSTILE = ROOT / "checker/tests/hostile"
LAB = "01-blocking-copy"
MEMBER = f"labs/{LAB}/lab.cu"
GOOD = (ROOT / "solutions" / LAB / "lab.cu").read_bytes()

ODD_NAMES = [
    b"with blanks", b"quote'double\"quote", b"new\nline", b"\xe5\xbc\xa0\xe4\xb8\x89",
    b"not utf-8 \xff\xfe", b"-rf", b"$(touch was-here)", b"a;touch was-here", b"`touch was-here`",
    b"*", b"percent%sd{}", b"back\\slash", b"\xe2\x80\xaegnp.gpj", b"x" * 250, b"tab\there", b"a&b<c>",
]


def cases():
    """(file, reasons) of cases.toml, which has only these lines (Python 3.9 has no reader of it)."""
    name = None
    for line in (HOSTILE / "cases.toml").read_text().splitlines():
        if line.startswith("file = "):
            name = json.loads(line[7:])
        elif line.startswith("reason = "):
            yield name, json.loads(line[9:])


def tar_with(*members, mode="w:gz"):
    """An archive of (name, bytes) and of (name, type, link's target)."""
    stream = io.BytesIO()
    with tarfile.open(fileobj=stream, mode=mode) as archive:
        for name, *rest in members:
            entry = tarfile.TarInfo(name)
            if isinstance(rest[0], bytes) and len(rest) == 1:
                entry.size = len(rest[0])
                archive.addfile(entry, io.BytesIO(rest[0]))
            else:
                entry.type, entry.linkname = rest
                archive.addfile(entry)
    return stream.getvalue()


def zip_with(*members):
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in members:
            archive.writestr(name, content)
    return stream.getvalue()


def linked_zip():
    entry = zipfile.ZipInfo(MEMBER)
    entry.create_system = 3
    entry.external_attr = 0o120777 << 16
    return zip_with((entry, "/etc/passwd"))


def archives():
    """name -> (bytes, reasons); no reasons: it is a good one."""
    zeros = b"\0" * (1 << 20)
    return {
        "dots.tar.gz": (tar_with(("../../lab.cu", GOOD), (MEMBER, GOOD)), ["archive-unsafe"]),
        "absolute.tar": (tar_with(("/tmp/lab.cu", GOOD), mode="w"), ["archive-unsafe"]),
        "dots-zipped.zip": (zip_with((f"../{MEMBER}", GOOD)), ["archive-unsafe"]),
        "backslashes.zip": (zip_with(("..\\..\\lab.cu", GOOD)), ["archive-unsafe"]),
        "symlink.tgz": (tar_with((MEMBER, tarfile.SYMTYPE, "/etc/passwd")), ["link"]),
        "hardlink.tgz": (tar_with((MEMBER, tarfile.LNKTYPE, "../../seed")), ["link"]),
        "device.tar": (tar_with((MEMBER, tarfile.CHRTYPE, ""), mode="w"), ["link"]),
        "pipe-inside.tar": (tar_with((MEMBER, tarfile.FIFOTYPE, ""), mode="w"), ["link"]),
        "folder-is-a-link.tar": (tar_with((f"labs/{LAB}", tarfile.SYMTYPE, "/"), mode="w"), ["link"]),
        "symlink-zipped.zip": (linked_zip(), ["link"]),
        "bomb.zip": (zip_with((MEMBER, zeros * 64)), ["archive-too-large"]),
        "long.zip": (zip_with((MEMBER, zeros)), ["too-large"]),
        "bomb-beside.tar.gz": (tar_with(("a", zeros * 32), (MEMBER, GOOD)), ["archive-too-large"]),
        "bomb-in-bomb.tar.gz": (gzip.compress(gzip.compress(zeros * 64)), ["unreadable"]),
        "many.tar.gz": (tar_with(*((f"{i}", b"") for i in range(2100))), ["too-large"]),
        "twice.tar": (tar_with((MEMBER, GOOD), (MEMBER, GOOD + b"\n"), mode="w"), ["ambiguous"]),
        "cut.tar.gz": (tar_with((MEMBER, os.urandom(4000) + GOOD))[:1500], ["unreadable"]),
        "cut-zipped.zip": (zip_with((MEMBER, GOOD))[:300], ["unreadable"]),
        "noise.zip": (os.urandom(2000), ["unreadable"]),
        "nothing-inside.zip": (b"", ["unreadable"]),
        "is-no-archive.tar": (GOOD, ["unreadable"]),
        "report.docx": (b"PK", ["unreadable"]),
        "binary-inside.zip": (zip_with((MEMBER, b"\x7fELF\0\0")), ["binary"]),
        "good.zip": (zip_with(("project/" + MEMBER, GOOD), ("__MACOSX/" + MEMBER, b"\0")), []),
        "good-xz.tar.xz": (tar_with((f"./{LAB}/lab.cu", GOOD), mode="w:xz"), []),
        "windows.zip": (zip_with((MEMBER.replace("/", "\\"), GOOD)), []),
    }


class Class:
    """A folder with submissions, and what is expected of each by the name it gets in the results."""

    def __init__(self, folder):
        self.folder = pathlib.Path(folder) / "class"
        self.folder.mkdir()
        self.expected = {}

    def add_folder(self, name, reasons):
        place = self.folder / name / "labs" / LAB
        place.mkdir(parents=True)
        self.expected[name] = reasons
        return place / "lab.cu"

    def fill(self):
        for name, reasons in cases():
            shutil.copy(HOSTILE / name, self.add_folder(name[:-3], reasons))
        for name, (content, reasons) in archives().items():
            (self.folder / name).write_bytes(content)
            self.expected[name] = reasons
        self.add_folder("linked-file", ["link"]).symlink_to("/etc/passwd")
        os.mkfifo(self.add_folder("pipe", ["link"]))
        self.add_folder("linked-folder", ["link"]).parent.rmdir()
        (self.folder / "linked-folder/labs" / LAB).symlink_to(ROOT / "solutions" / LAB)
        (self.folder / "linked-student").symlink_to(ROOT / "solutions")
        self.expected["linked-student"] = ["unreadable"]
        self.add_folder("huge", ["too-large"]).write_bytes(b"// \n" * (100 << 10))
        self.add_folder("binary", ["binary"]).write_bytes(GOOD + b"\0")
        self.add_folder("empty", ["missing"]).write_bytes(b"")
        self.add_folder("nothing", ["missing"])
        for name in ODD_NAMES:
            place = os.path.join(os.fsencode(self.folder), name)
            os.mkdir(place)
            with open(os.path.join(place, b"01.cu"), "wb") as file:
                file.write(GOOD)


def reasons_of(result):
    lab = result["labs"][0]
    checks = (lab["verdict"] or {"checks": []})["checks"]
    return {f["id"] for f in result["flags"] + lab["flags"] if f["effect"] == "no_points"} | {
        c["name"] for c in checks if c["status"] != "pass"}


def faults_in(results, expected):
    by_name = {}
    for result in results:
        by_name.setdefault(result["student"], []).append(result)
    good = 0
    for name, reasons in expected.items():
        student = name
        for ending in (".tar.gz", ".tar.xz", ".tgz", ".tar", ".zip"):
            student = student[: -len(ending)] if student.endswith(ending) else student
        found = by_name.get(student, [])
        if not found:
            yield f"{name}: there is no result"
        elif reasons and not any(set(reasons) & reasons_of(r) for r in found):
            yield f"{name}: {[sorted(reasons_of(r)) for r in found]} instead of {reasons}"
        elif reasons and len(found) == 1 and found[0]["points"] != 0:
            yield f"{name}: has {found[0]['points']} points"
    for result in results:
        good += result["points"] == 10
        if 0 < result["points"] < 10:
            yield f"{result['student']}: {result['points']} points"
    wanted = len(ODD_NAMES) + sum(not reasons for reasons in expected.values())
    if good != wanted:
        yield f"{good} submissions have all points instead of the {wanted} good ones"
    if len({r["file"].lower() for r in results}) != len(results):
        yield "two submissions have the same name for their files"


def uncounted(scratch):
    """What was stopped has used its processor, too: a course plans with that."""
    for line in (scratch / "results/times.jsonl").read_text().splitlines():
        times = json.loads(line)
        if times["file"] == "loop" and times["labs"][0]["cpu_seconds"] < 0.5:
            yield f"an endless loop counts as {times['labs'][0]['cpu_seconds']} s of processor time"


def left_running(scratch):
    """Processes in a sandbox of ours: its mounts come from our folder, or run our builder."""
    for process in pathlib.Path("/proc").glob("[0-9]*"):
        try:
            mounts = (process / "mountinfo").read_text(errors="replace")
        except OSError:
            continue
        if f"{scratch}/results/.work/" in mounts:
            yield f"still running: {process.name}"


def snapshot(folder):
    return sorted((str(p), p.lstat().st_size) for p in folder.rglob("*") if not p.is_dir())


def harm(scratch, before):
    if snapshot(scratch / "class") != before:
        yield "the submissions were changed"
    for place in (pathlib.Path("/tmp"), scratch, pathlib.Path.cwd()):
        for name in ("was-here", "0", "lab.cu"):
            if (place / name).exists():
                yield f"{place / name} was made"
    if sorted(p.name for p in scratch.iterdir()) != ["class", "results"]:
        yield f"beside the results: {sorted(p.name for p in scratch.iterdir())}"
    if (scratch / "results/seed").stat().st_mode & 0o077:
        yield "the seed can be read by others"
    yield from left_running(scratch)


def main():
    if not has_sandbox():
        print("skipped: bubblewrap makes no sandbox here")
        return 77
    with tempfile.TemporaryDirectory() as folder:
        scratch = pathlib.Path(folder)
        students = Class(scratch)
        students.fill()
        before = snapshot(scratch / "class")
        graded = subprocess.run(
            [BUILD / "checker/command/lab", "grade", "class", "--labs", "1", "--out", "results",
             "--limits", HOSTILE / "limits.toml", "--jobs", "2"],
            cwd=scratch, check=False, text=True, stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
            env={**os.environ, "LAB_ROOT": str(ROOT), "LAB_BUILD": str(BUILD), "LAB_LANG": "en"})
        print(graded.stdout)
        if graded.returncode != 0:
            print(f"exit status {graded.returncode} instead of 0")
            return 1
        results = json.loads((scratch / "results/grades.json").read_text())["submissions"]
        faults = [*faults_in(results, students.expected), *harm(scratch, before),
                  *uncounted(scratch)]
        print("\n".join(faults) if faults else f"{len(results)} submissions, as they should be")
        return bool(faults)


sys.exit(main())
