"""check_pages.py ROOT: the course text holds together.

- Every page that a diagnosis names exists and has a section headed by that diagnosis, so that a
  learner who comes from a message finds it.
- Both languages have the same pages, the same levels of headings and the same code; in the tasks of
  the labs (labs/NN-slug/README.md, README.zh-CN.md) every name in code marks as well.
- Pages with a GPU's figures name the programs that print them, and lines that these print.
- The notes on solutions are there in both languages, with the same code marks and figures.
- Each page leads to itself in the other language.
- Every relative link leads to a file, and to a heading that is there.

Prints each fault; exit status 1 when there is any.
"""

import pathlib
import re
import sys

LANGUAGES = ("en", "zh-CN")
FENCE = re.compile(r"^```.*?^```$", re.S | re.M)


def headings(text):
    return re.findall(r"^(#+) (.+)$", FENCE.sub("", text), re.M)


def anchor(title):
    """The fragment that GitHub gives to a heading."""
    kept = (c for c in title.strip().lower() if c.isalnum() or c in " -_")
    return "".join(kept).replace(" ", "-")


def diagnoses(catalogue):
    """Pairs of a diagnosis and the page that its texts name."""
    table = None
    for line in catalogue.splitlines():
        if head := re.match(r'\["?([a-z0-9-]+)', line):
            table = head[1]
        elif page := re.match(r'docs = "(.+)"', line):
            yield table, page[1]


def check_diagnoses(root):
    for name, page in diagnoses((root / "checker/messages/en.toml").read_text("utf-8")):
        for language in LANGUAGES:
            path = root / page.replace("docs/en/", f"docs/{language}/")
            if not path.is_file():
                yield f"{name}: there is no {path.relative_to(root)}"
            elif f"`{name}`" not in (title for _, title in headings(path.read_text("utf-8"))):
                yield f"{path.relative_to(root)}: there is no heading `{name}`"


def code(text):
    """Fences, and lines that an indent makes code."""
    return FENCE.findall(text), re.findall(r"^    .+$", FENCE.sub("", text), re.M)


def shape(text):
    return [level for level, _ in headings(text)], FENCE.findall(text)


def code_marks(text):
    return sorted({m.replace("docs/zh-CN/", "docs/en/")
                   for m in re.findall(r"`([^`\n]+)`", FENCE.sub("", text))})


def check_languages(docs):
    first, *others = ({p.name: p.read_text("utf-8") for p in (docs / language).glob("*.md")}
                      for language in LANGUAGES)
    for language, pages in zip(LANGUAGES[1:], others):
        for name in sorted(first.keys() ^ pages.keys()):
            yield f"{name} is not there in every language"
        for name in sorted(first.keys() & pages.keys()):
            for what, a, b in zip(("headings", "code"), shape(first[name]), shape(pages[name])):
                if a != b:
                    yield f"{language}/{name}: its {what} differ from those of {LANGUAGES[0]}"


def switch(page, other):
    return f"]({other})" in page.split("\n", 1)[0]


def check_switches(docs):
    for language, other in (LANGUAGES, LANGUAGES[::-1]):
        for page in sorted((docs / language).glob("*.md")):
            if not switch(page.read_text("utf-8"), f"../{other}/{page.name}"):
                yield f"{language}/{page.name}: its first line does not lead to {other}"


def check_tasks(root):
    for lab in sorted((root / "labs").iterdir()):
        names = ("README.md", "README.zh-CN.md")
        if not all((lab / name).is_file() for name in names):
            yield f"{lab.name}: the task is not there in both languages"
            continue
        english, chinese = ((lab / name).read_text("utf-8") for name in names)
        for what, a, b in (("headings", shape(english)[0], shape(chinese)[0]),
                           ("code", code(english), code(chinese)),
                           ("code marks", code_marks(english), code_marks(chinese))):
            if a != b:
                yield f"{lab.name}: the {what} of its tasks differ"
        if not switch(english, names[1]) or not switch(chinese, names[0]):
            yield f"{lab.name}: the first line of a task does not lead to the other language"


def numbers(text):
    """All figures, whatever stands between them."""
    return sorted(re.findall(r"\d+(?:\.\d+)?", text))


def check_notes(root):
    for lab in sorted((root / "solutions").iterdir()):
        notes = [lab / name for name in ("notes.md", "notes.zh-CN.md")]
        if not all(each.is_file() for each in notes):
            yield f"{lab.name}: the notes are not there in both languages"
            continue
        english, chinese = (each.read_text("utf-8") for each in notes)
        if code_marks(english) != code_marks(chinese):
            yield f"{lab.name}: the code marks of its notes differ"
        if english.count("\n\n**") != chinese.count("\n\n**"):
            yield f"{lab.name}: one of its notes has more to say"
        tables = ["\n".join(line for line in text.splitlines() if line.startswith("|"))
                  for text in (english, chinese)]
        if numbers(tables[0]) != numbers(tables[1]):
            yield f"{lab.name}: the figures in the tables of its notes differ"


# Pages that only repeat the figures of others, or say beside each how to get it.
WITHOUT_PROGRAMS = {"README.md", "checklist.md", "glossary.md", "topics.md", "instructors.md",
                    "profiles.md", "real-gpu.md", "sayings.md"}


def check_measured(root):
    """A page with a GPU's figures names the programs that print them, and lines that they print."""
    tests = root / "common/simcuda"
    printed = "".join(path.read_text("utf-8") for path in (
        root / "docs/sayings.txt", root / "docs/figures.cu", tests / "tests/h200_figures.txt",
        *sorted((tests / "profiles").glob("measuring/*.cuh")), tests / "profiles/measure.cu"))
    for path in sorted((root / "docs").glob("*/*.md")):
        text = path.read_text("utf-8")
        if path.name in WITHOUT_PROGRAMS or not re.search(r"H200-\d", text):
            continue
        name = path.relative_to(root)
        found = re.search(r"^\[[^\]]+\]\(README\.md#(?:measure-it-again|再测一遍)\).*", text, re.M)
        if not found:
            yield f"{name}: its figures come from no program"
            continue
        for line in re.findall(r"`([\w.-]+\*|\w+_per_mib|depth|cuda\w+)`", found[0]):
            if line.rstrip("*").rstrip(".") not in printed:
                yield f"{name}: no program prints {line}"


def check_links(docs, pages):
    for page in pages:
        for link in re.findall(r"\]\(([^)\s]+)\)", FENCE.sub("", page.read_text("utf-8"))):
            if link.startswith(("http:", "https:")):
                continue
            path, _, fragment = link.partition("#")
            target = (page.parent / path).resolve() if path else page
            if not target.exists():
                yield f"{page.relative_to(docs.parent)}: {link} leads nowhere"
            elif fragment and target.suffix == ".md":
                known = {anchor(t) for _, t in headings(target.read_text("utf-8"))}
                if fragment not in known:
                    yield f"{page.relative_to(docs.parent)}: {link}: there is no such heading"


def main():
    root = pathlib.Path(sys.argv[1]).resolve()
    docs = root / "docs"
    pages = [*sorted(docs.glob("*/*.md")), *sorted(root.glob("labs/*/README*.md"))]
    faults = [*check_diagnoses(root), *check_languages(docs), *check_switches(docs),
              *check_tasks(root), *check_notes(root),
              *check_measured(root), *check_links(docs, pages)]
    print("\n".join(faults) if faults else "the pages hold together")
    return bool(faults)


sys.exit(main())
