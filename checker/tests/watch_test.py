"""watch_test.py: `lab watch` on the course in small, through a pseudo-terminal and through pipes.

Each step waits for what has to come, as long as that takes; nothing is timed. LAB_PROGRAM,
MINIATURE_COURSE and MINIATURE_BUILD say what is tested.
"""

import contextlib
import os
import pathlib
import pty
import select
import shutil
import signal
import subprocess
import tempfile
import termios
import time

TOO_LONG = 300  # seconds: on the busiest machine nothing takes this long


class Course:
    """A copy that a test may change."""

    def __init__(self, folder):
        self.root = pathlib.Path(folder) / "course"
        shutil.copytree(os.environ["MINIATURE_COURSE"], self.root)
        self.file = self.root / "labs/01-add-one/lab.cu"
        self.starter = self.file.read_text()
        self.solution = (self.root / "solutions/01-add-one/lab.cu").read_text()

    def command(self, *arguments):
        return [os.environ["LAB_PROGRAM"], "watch", *arguments]

    def environment(self, **more):
        return {**os.environ, "LAB_ROOT": str(self.root), "LAB_COMMAND": "./lab",
                "LAB_BUILD": os.environ["MINIATURE_BUILD"], "LAB_LANG": "en", "TERM": "xterm", **more}

    def replace(self, text):
        """As many editors save: another file takes the name."""
        other = self.file.with_name("lab.cu.new")
        other.write_text(text)
        other.rename(self.file)


class Session:
    """A running `lab watch` and what it has said since it was last asked."""

    def __init__(self, process, output, keys):
        self.process, self.output, self.keys, self.unread = process, output, keys, ""

    def until(self, text):
        """Reads on until `text` comes; returns what came up to there."""
        end = time.monotonic() + TOO_LONG
        while text not in self.unread:
            left = end - time.monotonic()
            ready, _, _ = select.select([self.output], [], [], max(0, left))
            assert ready, f"{text!r} did not come, but {self.unread!r}"
            try:
                piece = os.read(self.output, 65536)
            except OSError:
                piece = b""
            assert piece, f"it ended before {text!r} came: {self.unread!r}"
            self.unread += piece.decode()
        at = self.unread.index(text) + len(text)
        said, self.unread = self.unread[:at], self.unread[at:]
        return said

    def ready(self):
        """The status line with the keys: all before it is done."""
        return self.until("q quit")

    def press(self, keys):
        os.write(self.keys, keys.encode())

    def status(self):
        return self.process.wait(TOO_LONG)


@contextlib.contextmanager
def on_terminal(course, *arguments):
    master, slave = pty.openpty()
    before = termios.tcgetattr(slave)
    process = subprocess.Popen(course.command(*arguments), stdin=slave, stdout=slave, stderr=slave,
                               env=course.environment(), cwd=course.root, start_new_session=True)
    session = Session(process, master, master)
    session.is_as_found = lambda: termios.tcgetattr(slave) == before
    try:
        yield session
    finally:
        process.kill()
        process.wait()
        os.close(master)
        os.close(slave)


@contextlib.contextmanager
def on_pipes(course, *arguments):
    process = subprocess.Popen(course.command(*arguments), stdin=subprocess.PIPE,
                               stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                               env=course.environment(), cwd=course.root)
    try:
        yield Session(process, process.stdout.fileno(), process.stdin.fileno())
    finally:
        process.kill()
        process.wait()


def test_a_lab_from_its_starter_to_the_next(course):
    with on_terminal(course) as lab:
        said = lab.ready()
        assert "01-add-one" in said and "FAIL" in said and "0 of 2 labs passed" in said, said
        assert not lab.is_as_found()

        lab.press("h")
        assert "hint 1 of" in lab.ready()
        lab.press("h")
        assert "hint 2 of" in lab.ready()
        lab.press("t")
        assert "nothing was recorded" in lab.ready()
        lab.press("l")
        said = lab.ready()
        assert "02-reverse" in said and "started" in said, said

        course.replace(course.solution)
        said = lab.ready()
        assert "pass" in said and "1 of 2 labs passed, 4 of 10 points" in said, said

        # It stays: the same lab is checked again, and left only on the key.
        course.file.write_text(course.starter)
        said = lab.ready()
        assert "01-add-one" in said and "FAIL" in said and "02-reverse/lab.cu" not in said, said
        assert "1 of 2 labs passed" in said, said
        lab.press("n")
        said = lab.ready()
        assert "Save labs/02-reverse/lab.cu" in said and "FAIL" in said, said
        lab.press("n")
        assert "the only lab that is not passed" in lab.ready()

        lab.press("q")
        assert "Your progress is kept" in lab.until("shows it.")
        assert lab.status() == 0
        assert lab.is_as_found()


def test_a_save_without_a_change_and_a_key_that_means_nothing(course):
    with on_terminal(course, "1") as lab:
        lab.ready()
        course.file.write_text(course.starter)
        assert "nothing changed" in lab.ready()
        lab.press("c")
        assert "FAIL" in lab.ready()
        lab.press("x")
        assert "FAIL" not in lab.ready()


def test_reset_asks_and_keeps_the_old_version(course):
    mine = course.starter + "// mine\n"
    course.file.write_text(mine)
    with on_terminal(course, "1") as lab:
        lab.ready()
        lab.press("rx")
        lab.until("Any other key leaves it.")
        lab.ready()
        assert course.file.read_text() == mine
        lab.press("ry")
        lab.until("is the starter again.")
        lab.ready()
        backups = list((course.root / ".lab/backup/01-add-one").iterdir())
        assert [b.read_text() for b in backups] == [mine]
        assert "mine" not in course.file.read_text()
        # The new file is a save like any other.
        lab.ready()
        lab.press("q")
        assert lab.status() == 0


def test_a_file_that_does_not_compile_or_is_not_there(course):
    with on_terminal(course, "1") as lab:
        lab.ready()
        course.replace("int broken(\n")
        assert "Mend the first error first" in lab.ready()
        course.file.unlink()
        lab.press("c")
        assert "There is no labs/01-add-one/lab.cu" in lab.ready()
        course.replace(course.solution)
        said = lab.ready()
        assert "1 of 2 labs passed" in said, said


def running(course):
    """The programs of this course's labs that run now."""
    found = []
    for process in pathlib.Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            program = os.readlink(process / "exe")
            found += [program] if program.startswith(str(course.root / ".lab")) else []
    return found


def test_a_program_that_does_not_end_is_stopped_and_the_watch_goes_on(course):
    endless = course.solution.replace("for (int i = 0; i < n; ++i)", "for (int i = 0;; i = 0)")
    assert endless != course.solution
    with on_terminal(course, "1") as lab:
        lab.ready()
        course.replace(endless)
        said = lab.ready()
        assert "The program did not end" in said and "0 of 2 labs passed" in said, said
        assert running(course) == []
        course.replace(course.solution)
        said = lab.ready()
        assert "1 of 2 labs passed" in said, said
        lab.press("q")
        assert lab.status() == 0


def test_leaving_while_a_program_runs_leaves_nothing_behind(course):
    endless = course.solution.replace("for (int i = 0; i < n; ++i)", "for (int i = 0;; i = 0)")
    with on_terminal(course, "1") as lab:
        lab.ready()
        course.replace(endless)
        lab.until("Checking")
        while not running(course):
            assert lab.process.poll() is None
            time.sleep(0.01)
        os.kill(lab.process.pid, signal.SIGINT)
        lab.status()
        while running(course):
            time.sleep(0.01)


def test_looking_instead_of_notices(course):
    with on_terminal(course, "1", "--poll") as lab:
        assert "looked at twice a second" in lab.ready()
        course.replace(course.solution)
        said = lab.ready()
        assert "1 of 2 labs passed" in said, said


def test_ctrl_c_leaves_the_terminal_as_it_was(course):
    with on_terminal(course, "1") as lab:
        lab.ready()
        os.kill(lab.process.pid, signal.SIGINT)
        assert lab.status() == -signal.SIGINT
        assert lab.is_as_found()


def test_without_a_terminal(course):
    with on_pipes(course, "1") as lab:
        said = lab.until("q quit.")
        assert "FAIL" in said and "\033" not in said, said
        course.replace(course.solution)
        said = lab.until("q quit.")
        assert "1 of 2 labs passed, 4 of 10 points" in said and "\033" not in said, said
        lab.press("hint\n")
        assert "hint 1 of" in lab.until("q quit.")
        # The end of the keys is not the end of the watch.
        lab.process.stdin.close()
        course.replace(course.starter)
        assert "FAIL" in lab.until("q quit.")


def test_when_all_is_passed_a_lab_has_to_be_named(course):
    state = course.root / ".lab"
    state.mkdir()
    (state / "progress.toml").write_text("schema = 1\n" + "".join(
        f"\n[labs.'{name}']\nstatus = 'pass'\npassed = true\n" for name in ("01-add-one", "02-reverse")))
    done = subprocess.run(course.command(), env=course.environment(), cwd=course.root,
                          stdin=subprocess.DEVNULL, capture_output=True, text=True)
    assert done.returncode == 2, done
    assert "Name one to work on it again: ./lab watch 1" in done.stderr, done


def main():
    for name, test in list(globals().items()):
        if name.startswith("test_"):
            with tempfile.TemporaryDirectory() as folder:
                test(Course(folder))
            print("ok", name, flush=True)


main()
