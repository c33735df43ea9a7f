"""pictures_test.py ROOT BUILD: `lab timeline` of a real lab, in every form.

The pictures of the course text are among them: with UPDATE_GOLDEN=1 they are written anew.
"""

import json
import os
import pathlib
import sys
import tempfile
import xml.etree.ElementTree as xml

from real_course import BAD, GOOD, Course
import trace_rules

ROOT, BUILD = (pathlib.Path(argument).resolve() for argument in sys.argv[1:])


def test_the_pictures_of_the_course_text(course):
    for language, name in (("en", "04-streams.svg"), ("zh-CN", "04-streams.zh-CN.svg")):
        drawn = course.lab("timeline", "4", "--file", GOOD, "--format", "svg", language=language)
        kept = ROOT / "docs/pictures" / name
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


def test_a_trace_keeps_the_rules_of_viewers(course):
    for number, file in (("4", GOOD), ("10", "solutions/10-double-buffering/lab.cu")):
        trace = json.loads(course.lab("timeline", number, "--file", file, "--format", "trace"))
        assert len(trace_rules.slices_of(trace["traceEvents"])) > 6
        assert sum(event["ph"] == "s" for event in trace["traceEvents"]) > 6
        assert trace_rules.faults(trace) == [], number


def test_a_trace_that_breaks_a_rule_is_found():
    name = {"ph": "M", "pid": 1, "tid": 1, "args": {"name": "a", "sort_index": 1}}
    names = [{**name, "name": each} for each in trace_rules.NAMES]
    slices = [{"ph": "X", "name": "k", "pid": 1, "tid": 1, "ts": ts, "dur": dur}
              for ts, dur in ((0, 2), (1, 1), (2, 3))]
    arrow = {"name": "w", "cat": "w", "id": 1, "pid": 1, "tid": 1}
    start, end = {**arrow, "ph": "s", "ts": 1.9}, {**arrow, "ph": "f", "bp": "e", "ts": 2}

    def faults(*events):
        return trace_rules.faults({"displayTimeUnit": "ns", "traceEvents": [*events]})

    assert faults(*names, *slices, start, end) == []
    assert faults(*names, *slices, {**slices[0], "ts": 4, "dur": 2})  # neither beside nor within
    assert faults(*names[1:], *slices)
    assert faults(*names, *slices, start)
    assert faults(*names, *slices, start, {**end, "ts": 9})
    assert faults(*names, *slices, start, {**end, "ts": 1})


def main():
    with tempfile.TemporaryDirectory() as folder:
        course = Course(folder, ROOT, BUILD)
        for name, test in list(globals().items()):
            if name.startswith("test_"):
                test(*[course][:test.__code__.co_argcount])
                print("ok", name, flush=True)


main()
