"""pictures_test.py ROOT BUILD: `lab timeline` of a real lab, in every form.

The pictures of the course text are among them: with UPDATE_GOLDEN=1 they are written anew.
"""

import collections
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as xml

ROOT, BUILD = (pathlib.Path(argument).resolve() for argument in sys.argv[1:])
GOOD = "solutions/04-streams/lab.cu"
BAD = "checker/mutants/04-streams/waits-in-the-loop.cu"


class Course:
    """The course as it is, with a folder of its own for what a check leaves."""

    def __init__(self, folder):
        self.root = pathlib.Path(folder)
        for name in ("labs", "solutions", "checker", "common", "docs", "course.toml"):
            (self.root / name).symlink_to(ROOT / name)

    def lab(self, *arguments):
        return subprocess.run(
            [BUILD / "checker/command/lab", *arguments], cwd=self.root, check=True, text=True,
            capture_output=True,
            env={**os.environ, "LAB_ROOT": str(self.root), "LAB_BUILD": str(BUILD), "LAB_LANG": "en"},
        ).stdout


def test_the_picture_of_the_course_text(course):
    drawn = course.lab("timeline", "4", "--file", GOOD, "--format", "svg")
    kept = ROOT / "docs/pictures/04-streams.svg"
    if os.environ.get("UPDATE_GOLDEN"):
        kept.write_text(drawn, encoding="utf-8")
    assert kept.read_text(encoding="utf-8") == drawn, (
        f"{kept} is another picture; look at the new one, and keep it with UPDATE_GOLDEN=1")
    assert xml.fromstring(drawn).tag == "{http://www.w3.org/2000/svg}svg"


def test_a_page_of_a_pass(course):
    course.lab("timeline", "4", "--file", GOOD, "-o", "good.html")
    page = (course.root / "good.html").read_text(encoding="utf-8")
    for text in ("one step after the other", "yours", "2.78x as fast", "The picture as a table"):
        assert text in page, text
    assert str(course.root) not in page and str(ROOT) not in page
    assert "<link" not in page and " src=" not in page.replace(' src="data:', "")


def test_a_page_of_a_mistake_marks_its_place(course):
    course.lab("timeline", "4", "--file", BAD, "-o", "bad.html")
    page = (course.root / "bad.html").read_text(encoding="utf-8")
    assert 'data-do="place" data-panel="1" data-place="1">1 sync-in-loop<' in page
    assert f"sync-in-loop: {BAD}:" in page
    assert "mark wait found" in page and "arrow found" in page
    data = page.split('class="tl-data">')[1].split("</script>")[0]
    operations = json.loads(data)["panels"][1]["operations"]
    assert sum(1 for op in operations if len(op) > 9 and op[9] == 1) >= 8


def test_the_reference_stands_below(course):
    course.lab("timeline", "4", "--solution", "-o", "both.html")
    page = (course.root / "both.html").read_text(encoding="utf-8")
    data = json.loads(page.split('class="tl-data">')[1].split("</script>")[0])
    assert [p["title"] for p in data["panels"]] == [
        "one step after the other", "yours", "the reference solution"], data["panels"]


def test_no_two_slices_overlap_on_a_track(course):
    for number, file in (("4", GOOD), ("10", "solutions/10-double-buffering/lab.cu")):
        trace = json.loads(course.lab("timeline", number, "--file", file, "--format", "trace"))
        tracks = collections.defaultdict(list)
        for event in trace["traceEvents"]:
            if event["ph"] == "X":
                ends = round(event["ts"] * 1000), round((event["ts"] + event["dur"]) * 1000)
                tracks[event["pid"], event["tid"]].append(ends)
        assert len(tracks) > 6
        for slices in tracks.values():
            slices.sort()
            for (_, end), (start, _) in zip(slices, slices[1:]):
                assert end <= start, (number, end, start)


def main():
    with tempfile.TemporaryDirectory() as folder:
        course = Course(folder)
        for name, test in list(globals().items()):
            if name.startswith("test_"):
                test(course)
                print("ok", name, flush=True)


main()
