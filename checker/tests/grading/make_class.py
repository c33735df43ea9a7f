"""make_class.py ROOT BUILD FOLDER COUNT [--labs 1,2,3] [--seed N]: a class as a course has it.

Makes FOLDER/class with COUNT submissions, each with a file for one or two of the labs: solutions,
starters, mutants, files that do not compile, are cut off, empty or binary, missing ones, and
archives that are damaged; as folders, .zip, .tar.gz and .tar; under names as students have them. No
two files are the same: each ends in a comment of its own.

FOLDER/expected.json says how many points each must get: {"name of the entry": {"lab": points}}. For
what compiles they come from `lab check`, which shares no step with `lab grade` but the checker, on
the plain file and with other data. Same arguments, same class.
"""

import argparse
import gzip
import io
import json
import os
import pathlib
import random
import subprocess
import tarfile
import zipfile

SURNAMES = ["Okafor", "García López", "O'Brien", "Müller", "van der Berg", "张伟", "李娜", "Ng", "Ž. Novák",
            "Nguyễn Thị", "da Silva", "Иванова", "Smith; rm -rf x", "$(id)", "100%", "-n", "a&b <c>",
            "tab\tbed", "two\nlines", "back\\slash", "quote\"d", "*", "`uname`", "محمد", "x" * 120]
FORMS = ["folder", "folder", "plain", ".zip", ".tar.gz", ".tar"]
# What is handed in, out of a hundred.
KINDS = {"solution": 38, "mutant": 30, "starter": 12, "broken": 8, "cut": 4, "empty": 2, "binary": 2,
         "damaged": 2, "nothing": 2}


class Course:
    """The labs' files, and what each of them is worth."""

    def __init__(self, root, build, numbers):
        self.root, self.build = root, build
        folders = sorted(p.name for p in (root / "labs").iterdir() if p.is_dir())
        self.labs = [f for f in folders if int(f[:2]) in numbers]
        self.known = {}

    def source(self, kind, lab, chance):
        if kind == "mutant":
            return chance.choice(sorted((self.root / "checker/mutants" / lab).glob("*.cu")))
        return self.root / {"solution": "solutions", "starter": "labs"}[kind] / lab / "lab.cu"

    def points(self, lab, file):
        if file not in self.known:
            said = subprocess.run(
                [self.build / "checker/command/lab", "check", lab[:2], "--file", file, "--json"],
                env={**os.environ, "LAB_ROOT": str(self.root), "LAB_BUILD": str(self.build),
                     "LAB_LANG": "en"},
                cwd=self.root, check=False, stdout=subprocess.PIPE, stdin=subprocess.DEVNULL)
            verdict = json.loads(said.stdout)
            full = verdict["points"] == verdict["max_points"]
            if full != (file.parts[-3] == "solutions"):
                raise SystemExit(f"{file}: {verdict['points']} of {verdict['max_points']} points")
            self.known[file] = verdict["points"]
        return self.known[file]


def handed_in(course, kind, lab, who, chance):
    """What stands in the file, None for no file, and its points."""
    if kind in ("nothing", "damaged"):
        return None, 0
    if kind == "empty":
        return b" \n", 0
    if kind == "binary":
        return b"\x7fELF\0" + chance.randbytes(300), 0
    if kind in ("broken", "cut"):
        text = course.source("solution", lab, chance).read_bytes()
        if kind == "cut":
            return text[: text.rindex(b"{")], 0
        return text.replace(b";", b"", 1) + b"\nint main( {\n", 0
    file = course.source(kind, lab, chance)
    return file.read_bytes() + f"\n// handed in by no. {who}\n".encode(), course.points(lab, file)


def path_in(form, lab):
    return f"{lab[:2]}.cu" if form == "plain" else f"labs/{lab}/lab.cu"


def archive(form, files):
    stream = io.BytesIO()
    if form == ".zip":
        with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as packed:
            for path, content in files:
                packed.writestr(zipfile.ZipInfo(path), content)
    else:
        with tarfile.open(fileobj=stream, mode="w") as packed:
            for path, content in files:
                entry = tarfile.TarInfo(path)
                entry.size = len(content)
                packed.addfile(entry, io.BytesIO(content))
    return gzip.compress(stream.getvalue(), mtime=0) if form == ".tar.gz" else stream.getvalue()


def put(place, name, form, files):
    """Returns the entry's name."""
    if form in ("folder", "plain"):
        (place / name).mkdir()
        for path, content in files:
            target = place / name / path
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(content)
        return name
    (place / (name + form)).write_bytes(archive(form, files))
    return name + form


def make(course, folder, count, chance):
    place = folder / "class"
    place.mkdir(parents=True)
    expected = {}
    for who in range(count):
        kind = chance.choices(list(KINDS), weights=list(KINDS.values()))[0]
        form = ".zip" if kind == "damaged" else chance.choice(FORMS)
        name = f"{chance.choice(SURNAMES)} {who:05d}"
        files, worth = [], {lab: 0 for lab in course.labs}
        for lab in chance.sample(course.labs, k=min(len(course.labs), chance.choice([1, 1, 2]))):
            content, worth[lab] = handed_in(course, kind, lab, who, chance)
            if content is not None:
                files.append((path_in(form, lab), content))
        entry = put(place, name, form, files)
        if kind == "damaged":
            (place / entry).write_bytes(b"PK\x03\x04" + chance.randbytes(200))
        expected[entry] = worth
    (folder / "expected.json").write_text(json.dumps(expected, indent=1))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("root", type=lambda p: pathlib.Path(p).resolve())
    parser.add_argument("build", type=lambda p: pathlib.Path(p).resolve())
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("count", type=int)
    parser.add_argument("--labs", default="1,2,3")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    course = Course(asked.root, asked.build, [int(n) for n in asked.labs.split(",")])
    make(course, asked.folder, asked.count, random.Random(asked.seed))
    print(f"{asked.count} submissions in {asked.folder / 'class'}")


if __name__ == "__main__":
    main()
