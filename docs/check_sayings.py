"""check_sayings.py LAB ROOT BUILD: docs/*.txt are what the programs beside them print here.

Virtual times are the same on every machine, so the texts are compared as they stand. With the
environment variable UPDATE_GOLDEN they are written anew. Of docs/figures.cu the parts that take
long are left out.
"""

import os
import pathlib
import subprocess
import sys
import tempfile

PROGRAMS = {"sayings": [], "figures": ["default-stream", "timing"]}


def printed_by(name, lab, root, environment):
    with tempfile.TemporaryDirectory() as folder:
        program = pathlib.Path(folder) / name
        subprocess.run([lab, "cc", str(root / f"docs/{name}.cu"), "-o", str(program)],
                       env=environment, check=True)
        done = subprocess.run([str(program), *PROGRAMS[name]], env=environment, check=True, text=True,
                              capture_output=True)
    return done.stdout, done.stderr


def main():
    lab, root, build = sys.argv[1], pathlib.Path(sys.argv[2]), sys.argv[3]
    environment = {**os.environ, "LAB_ROOT": str(root), "LAB_BUILD": build, "LAB_LANG": "en"}
    failed = False
    for name in PROGRAMS:
        printed, complaints = printed_by(name, lab, root, environment)
        golden = root / f"docs/{name}.txt"
        if complaints:
            print(complaints)
            failed = True
            continue
        if "UPDATE_GOLDEN" in os.environ:
            golden.write_text(printed, "utf-8")
        if printed != golden.read_text("utf-8"):
            print(f"{golden} says otherwise; printed was\n{printed}")
            failed = True
    if not failed:
        print("the sayings and the figures are measured")
    return failed


sys.exit(main())
