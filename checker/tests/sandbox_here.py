"""Whether bubblewrap makes a sandbox on this machine."""

import shutil
import subprocess


def has_sandbox():
    if not shutil.which("bwrap"):
        return False
    made = subprocess.run(["bwrap", "--unshare-all", "--ro-bind", "/", "/", "--proc", "/proc", "true"],
                          check=False)
    return made.returncode == 0
