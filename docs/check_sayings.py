"""check_sayings.py LAB ROOT BUILD: docs/sayings.txt is what docs/sayings.cu prints here.

Virtual times are the same on every machine, so the text is compared as it stands. With the
environment variable UPDATE_GOLDEN it is written anew.
"""

import os
import pathlib
import subprocess
import sys
import tempfile


def main():
    lab, root, build = sys.argv[1], pathlib.Path(sys.argv[2]), sys.argv[3]
    environment = {**os.environ, "LAB_ROOT": str(root), "LAB_BUILD": build, "LAB_LANG": "en"}
    with tempfile.TemporaryDirectory() as folder:
        program = pathlib.Path(folder) / "sayings"
        subprocess.run([lab, "cc", str(root / "docs/sayings.cu"), "-o", str(program)],
                       env=environment, check=True)
        printed = subprocess.run([str(program)], env=environment, check=True, text=True,
                                 capture_output=True)
    if printed.stderr:
        print(printed.stderr)
        return True
    golden = root / "docs/sayings.txt"
    if "UPDATE_GOLDEN" in os.environ:
        golden.write_text(printed.stdout, "utf-8")
    if printed.stdout != golden.read_text("utf-8"):
        print(f"{golden} says otherwise; printed was\n{printed.stdout}")
        return True
    print("the sayings are measured")
    return False


sys.exit(main())
