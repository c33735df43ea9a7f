"""A headless Chromium for tests of pages, spoken to through a pair of pipes.

Without one the test that asks for it is skipped: exit status 77. Nothing is timed: what is waited
for has to come, as long as that takes.
"""

import base64
import contextlib
import json
import os
import select
import shutil
import signal
import subprocess
import sys
import tempfile
import time

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
TOO_LONG = 300  # seconds: on the busiest machine nothing takes this long

# What the browser's protocol calls the keys that tests press.
KEYS = {"Enter": 13, "Escape": 27, "Tab": 9, "End": 35, "Home": 36,
        "ArrowLeft": 37, "ArrowUp": 38, "ArrowRight": 39, "ArrowDown": 40}


class Page:
    """One page in a browser of its own."""

    def __init__(self, commands, answers):
        self.commands, self.answers, self.unread, self.last = commands, answers, b"", 0
        self.session = None
        target = self.ask("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.ask("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        self.ask("Page.enable")

    def message(self):
        end = time.monotonic() + TOO_LONG
        while b"\0" not in self.unread:
            ready, _, _ = select.select([self.answers], [], [], max(0, end - time.monotonic()))
            assert ready, "the browser does not answer"
            piece = os.read(self.answers, 1 << 20)
            assert piece, "the browser has ended"
            self.unread += piece
        one, self.unread = self.unread.split(b"\0", 1)
        return json.loads(one)

    def ask(self, method, **parameters):
        """A command of the browser's protocol, and its result."""
        self.last += 1
        command = {"id": self.last, "method": method, "params": parameters}
        if self.session:
            command["sessionId"] = self.session
        os.write(self.commands, json.dumps(command).encode() + b"\0")
        while (answer := self.message()).get("id") != self.last:
            pass
        assert "error" not in answer, (method, answer["error"])
        return answer["result"]

    def screen(self, width, height, scheme="light"):
        """The size in CSS pixels, and "light" or "dark"."""
        self.ask("Emulation.setDeviceMetricsOverride", width=width, height=height,
                 deviceScaleFactor=1, mobile=width < 600)
        self.ask("Emulation.setEmulatedMedia",
                 features=[{"name": "prefers-color-scheme", "value": scheme}])

    def open(self, address):
        self.ask("Page.navigate", url=address)
        self.until("document.readyState === 'complete'")

    def value(self, expression):
        """What a JavaScript expression says, as Python has it."""
        said = self.ask("Runtime.evaluate", expression=expression, returnByValue=True,
                        awaitPromise=True)
        assert "exceptionDetails" not in said, (expression, said["exceptionDetails"])
        return said["result"].get("value")

    def until(self, expression):
        end = time.monotonic() + TOO_LONG
        while not (value := self.value(expression)):
            assert time.monotonic() < end, f"never true: {expression}"
            time.sleep(0.02)
        return value

    def press(self, *keys):
        for key in keys:
            what = {"key": key, "windowsVirtualKeyCode": KEYS.get(key) or ord(key.upper())}
            text = {} if key in KEYS else {"text": key}
            self.ask("Input.dispatchKeyEvent", type="keyDown", **what, **text)
            self.ask("Input.dispatchKeyEvent", type="keyUp", **what)

    def mouse(self, kind, x, y, **more):
        self.ask("Input.dispatchMouseEvent", type=f"mouse{kind}", x=x, y=y, **more)

    def picture(self, file, whole=True):
        """A PNG of the page, all of it or what the screen shows."""
        shot = self.ask("Page.captureScreenshot", captureBeyondViewport=whole)
        with open(file, "wb") as out:
            out.write(base64.b64decode(shot["data"]))


def program():
    """The browser's path, or None."""
    return next(filter(None, map(shutil.which, NAMES)), None)


@contextlib.contextmanager
def page():
    if program() is None:
        print("skipped: no Chromium here")
        sys.exit(77)
    command_end, commands = os.pipe()
    answers, answer_end = os.pipe()
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        # The browser reads commands from descriptor 3 and answers on 4.
        process = subprocess.Popen(
            ["/bin/sh", "-c", f'exec "$@" 3<&{command_end} 4>&{answer_end}', "sh", program(),
             "--headless=new", "--remote-debugging-pipe", "--no-sandbox", "--disable-gpu",
             "--disable-dev-shm-usage", "--no-first-run", "--disable-background-networking",
             f"--user-data-dir={profile}", "about:blank"],
            pass_fds=(command_end, answer_end), stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True)
        os.close(command_end)
        os.close(answer_end)
        try:
            yield Page(commands, answers)
        finally:
            os.close(commands)
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()
            os.close(answers)
