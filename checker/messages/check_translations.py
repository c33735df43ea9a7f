"""check_translations.py ROOT: what the programs say is there in Chinese, all of it and nothing else.

- Every phrase("...") in the sources, and every name of a check in course.toml, has its line in
  checker/messages/zh-CN.words.toml; no line there has lost its phrase.
- No check, command or complaint about a file is a sentence that is not a phrase.
- What the entry script says is there in both languages.
- Pages say the same of a thing as the terminal does.
- The simulated device's catalogues have the same keys, and the same placeholders under each.

(The catalogue of diagnoses is compared by messages_test.cpp.) Prints each fault; exit status 1 when
there is any.
"""

import json
import pathlib
import re
import sys

TEXT = r'"(?:[^"\\\n]|\\.)*"'
PHRASE = re.compile(rf"\bphrase\(\s*((?:{TEXT}\s*)+)")
COMMENT = re.compile(rf"({TEXT})|//[^\n]*")
# A sentence that would be said in English to everybody.
PLAIN = re.compile(
    r'\b(?:(?:note|doing|leave_open|remark|misused|complain|course_error|told_error)\(|command_error\(\s*exit_with::\w+,)\s*'
    r'(?:fmt::format\(\s*|std::string\()?"'
    r'|\bfmt::print\((?:stderr, )?"[^"]*[A-Za-z]{3,} [a-z]{2,}|\bstd::cerr <<')
LINE = re.compile(rf"^(?:({TEXT})|([a-z_-]+)) = ({TEXT})$", re.M)

# Names of checks and outcomes that the programs make themselves, without a phrase.
NAMES = {"program", "compiles", "links", "device", "checker", "fail", "inconclusive", "error"}


def phrases(root):
    for path in sorted((root / "checker").rglob("*.[ch]pp")):
        if "tests" in path.relative_to(root).parts:
            continue
        source = COMMENT.sub(lambda m: m[1] or "", path.read_text("utf-8"))
        for found in PHRASE.finditer(source):
            yield "".join(json.loads(part) for part in re.findall(TEXT, found[1])), path


def check_sentences(root):
    for folder in ("labs", "harness", "command", "course", "grading"):
        for path in sorted((root / "checker" / folder).rglob("*.cpp")):
            for found in PLAIN.finditer(path.read_text("utf-8")):
                yield f"{path.relative_to(root)}: no phrase, so only English: {found[0]}..."


def check_lines(root):
    for name in ("zh-CN.words.toml", "zh-CN.help.toml"):
        said = [m[1] for m in LINE.finditer((root / "checker/messages" / name).read_text("utf-8"))]
        for text in sorted({t for t in said if t and said.count(t) > 1}):
            yield f"{name} has two lines for {text}"


def check_words(root):
    table = root / "checker/messages/zh-CN.words.toml"
    translated = {json.loads(m[1]) for m in LINE.finditer(table.read_text("utf-8"))}
    wanted = dict(phrases(root))
    course = (root / "course.toml").read_text("utf-8")
    checks = re.findall(r'\[\[lab\.check\]\]\s*name = "([^"]*)"', course)
    for text in sorted(wanted.keys() - translated):
        yield f"{table.name} lacks a phrase of {wanted[text].relative_to(root)}: {json.dumps(text)}"
    for name in sorted({*checks} - translated):
        yield f"{table.name} lacks a check of course.toml: {name}"
    for text in sorted(translated - wanted.keys() - {*checks} - NAMES):
        yield f"{table.name} has a line that nothing says any more: {json.dumps(text)}"


def entries(path):
    """The texts of a catalogue by "table.key"."""
    table = ""
    found = {}
    for line in path.read_text("utf-8").splitlines():
        if head := re.match(r"\[(.+)\]$", line):
            table = head[1] + "."
        elif entry := LINE.match(line):
            found[table + entry[2]] = json.loads(entry[3])
    return found


def placeholders(text):
    return {*re.findall(r"\{(\w+)\}", text)}


def check_device(root):
    folder = root / "common/simcuda/messages"
    english, chinese = entries(folder / "en.toml"), entries(folder / "zh-CN.toml")
    for key in sorted(english.keys() ^ chinese.keys()):
        yield f"{folder.relative_to(root)}: {key} is not there in both languages"
    for key in sorted(english.keys() & chinese.keys()):
        if different := placeholders(english[key]) ^ placeholders(chinese[key]):
            yield f"{folder.relative_to(root)}: {key}: only one language has {sorted(different)}"
        if english[key].startswith("docs/en/") and chinese[key] != english[key].replace(
            "docs/en/", "docs/zh-CN/"
        ):
            yield f"{folder.relative_to(root)}: {key} names another page"


def setup_texts(path):
    return dict(re.findall(r"^said_(\w+)='(.*?)'$", path.read_text("utf-8").replace("'\\''", "’"),
                           re.M | re.S))


def check_setup(root):
    """What the entry script says before anything is built."""
    script = re.sub(r"^ *#.*", "", (root / "checker/command/setup.sh").read_text("utf-8"), flags=re.M)
    wanted = {*re.findall(r"\b(?:text|say|stop) ([a-z_]+)", script)}
    english, chinese = (setup_texts(root / f"checker/messages/setup.{language}.sh")
                        for language in ("en", "zh-CN"))
    for key in sorted(english.keys() ^ chinese.keys()):
        yield f"setup: {key} is not there in both languages"
    for key in sorted(wanted - english.keys()):
        yield f"setup.sh says {key}, which is not in setup.en.sh"
    for key in sorted(english.keys() & chinese.keys()):
        if english[key].count("%s") != chinese[key].count("%s"):
            yield f"setup: {key} has other places in Chinese"


# Keys of pages/data/words.*.toml that say the same as a phrase.
SAME = {"status_pass": "pass", "status_fail": "FAIL", "status_inconclusive": "unclear",
        "status_error": "ERROR", "status_open": "open", "status_started": "started",
        "status_passed": "passed", "serial": "serial", "bound": "bound", "speedup": "speedup",
        "closed_gap": "gap closed", "overlap": "overlap", "why": "Why", "try": "Try", "read": "Read",
        "lab": "lab", "kernel": "kernel", "measured": "yours"}


def check_pages(root):
    """One word for one thing, in the terminal and on pages."""
    pages = entries(root / "checker/pages/data/words.zh-CN.toml")
    told = {json.loads(m[1]): json.loads(m[3]) for m in LINE.finditer(
        (root / "checker/messages/zh-CN.words.toml").read_text("utf-8")) if m[1]}
    for key, phrase in SAME.items():
        if pages[key] != told[phrase]:
            yield f"words.zh-CN.toml: {key} is {pages[key]}, in the terminal {told[phrase]}"
    titles = (root / "checker/pages/data/words.zh-CN.toml").read_text("utf-8")
    for english, own in re.findall(r'^    "([^=]*)=([^"]*)",$', titles, re.M):
        if told.get(english, own) != own:
            yield f"words.zh-CN.toml: {english} is {own}, in the terminal {told[english]}"


def main():
    root = pathlib.Path(sys.argv[1]).resolve()
    faults = [*check_lines(root), *check_words(root), *check_sentences(root),
              *check_device(root), *check_setup(root),
              *check_pages(root)]
    print("\n".join(faults) if faults else "everything is said in both languages")
    return bool(faults)


sys.exit(main())
