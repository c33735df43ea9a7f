"""The course as it is, with a folder of its own for what a check leaves."""

import os
import pathlib
import subprocess

GOOD = "solutions/04-streams/lab.cu"
BAD = "checker/mutants/04-streams/waits-in-the-loop.cu"


class Course:
    def __init__(self, folder, root, build):
        self.root, self.build = pathlib.Path(folder), build
        for name in ("labs", "solutions", "checker", "common", "docs", "course.toml",
                     "course.zh-CN.toml"):
            (self.root / name).symlink_to(root / name)

    def lab(self, *arguments, language="en"):
        return subprocess.run(
            [self.build / "checker/command/lab", *arguments], cwd=self.root, check=True, text=True,
            capture_output=True,
            env={**os.environ, "LAB_ROOT": str(self.root), "LAB_BUILD": str(self.build),
                 "LAB_LANG": language},
        ).stdout
