"""programs_test.py LAB PROFILE NVCC ARCH TOOLKIT LIBRARY: predicted and measured, for programs that
are no labs.

Each program runs over and over in one process, on the GPU and on the simulated device, and what is
compared is from the first to the last work of the device in one run: how long that is, and how much
of it was overlapped (all work's time by that length). PROFILE is a machine profile; where it is
"calibrate", this machine is measured first. TOOLKIT is the folder of its
libraries, LIBRARY that of warm_run.cpp. Exit status 77 where there is no GPU.
"""

import ctypes
import json
import os
import pathlib
import re
import statistics
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[2]
PROGRAMS = ROOT / "common/simcuda/tests/programs"
# Each as it is, and where it moves data also with so much that this is what takes the time.
PROGRAMS_HERE = [("halves", 1), ("halves", 16), ("readers", 1), ("reduce", 1), ("reduce", 8),
                 ("six_syncs", 1), ("six_syncs", 16)]
RUNS = 12  # as warm_run.hpp says
SIMULATED_RUNS = 3  # which are all alike, but for the first
FAR_OFF = 2.0  # a ratio that no noise makes


def gpus():
    try:
        driver = ctypes.CDLL("libcuda.so.1")
    except OSError:
        return 0
    count = ctypes.c_int(0)
    if driver.cuInit(0) != 0 or driver.cuDeviceGetCount(ctypes.byref(count)) != 0:
        return 0
    return count.value


def run(command, **environment):
    ended = subprocess.run([str(c) for c in command], capture_output=True, text=True, check=False,
                           env={**os.environ, **environment})
    if ended.returncode != 0:
        sys.exit(f"{command[0]}: exit status {ended.returncode}\n{ended.stdout}{ended.stderr}")
    return ended.stdout


def repeated(name, times, folder):
    """The program with `times` as many elements, and another name for its main, which one that
    repeats it calls."""
    text = (PROGRAMS / f"{name}.cu").read_text(encoding="utf-8")
    text = re.sub(r"\bint main\(\)", "static int program(int, char**)", text)
    text = re.sub(r"\bint main\(", "static int program(", text)
    text = re.sub(r"\bn = 1 << (\d+)", rf"n = {times} << \1", text)
    # (what falls off the end of main returns 0, and nothing else does)
    text = text.rstrip().removesuffix("}") + "\nreturn 0; }\n"
    file = folder / f"warm_{name}.cu"
    file.write_text(f'#include "{HERE}/warm_run.hpp"\n{text}'
                    "int main(int, char** argv) { return run_warm(program, argv); }\n",
                    encoding="utf-8")
    return file


def per_run(work, runs):
    """(length, work) in us of each run but the first of them, where it may be cold."""
    work = sorted(work)
    each, rest = divmod(len(work), runs)
    if rest or not each:
        sys.exit(f"{len(work)} pieces of work do not make {runs} equal runs")
    found = []
    for at in range(0, len(work), each):
        part = work[at:at + each]
        length = max(end for _, end in part) - part[0][0]
        found.append((length / 1e3, sum(end - start for start, end in part) / 1e3))
    return found


def medians(found):
    return tuple(statistics.median(column) for column in zip(*found))


def simulated(lab, profile, source, folder):
    program = folder / "simulated"
    run([lab, "cc", source, HERE / "warm_run_simulated.cu", "-o", program])
    run([program], SIMCUDA_REPORT=str(folder / "report.json"), SIMCUDA_PROFILE=str(profile))
    operations = json.loads((folder / "report.json").read_text(encoding="utf-8"))["operations"]
    on_device = ("copy_h2d", "copy_d2h", "copy_d2d", "memset", "kernel")
    work = [(o["start_ns"], o["end_ns"]) for o in operations if o["kind"] in on_device]
    return medians(per_run(work, SIMULATED_RUNS)[1:])


def measured(toolchain, source, folder):
    program = folder / "measured"
    nvcc, arch, libraries, warm_run = toolchain
    compiled = folder / "compiled.o"
    run([nvcc, "-std=c++20", "-O2", arch, "-c", source, "-o", compiled])
    # (nvcc's own linker does not open thin archives)
    run(["g++", compiled, warm_run, "-o", program, f"-L{libraries}", "-lcudart_static", "-lfmt",
         "-ldl", "-lrt"])
    records = folder / "records"
    run([program], WARM_RECORDS=str(records))
    lines = records.read_text(encoding="utf-8").splitlines()
    return medians(per_run([tuple(map(int, line.split())) for line in lines], RUNS - 1))


def main():
    if gpus() == 0:
        print("skipped: there is no GPU")
        sys.exit(77)
    lab, profile, *toolchain = sys.argv[1:]
    wrong = 0
    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(temporary)
        if profile == "calibrate":
            profile = folder / "here.toml"
            run([lab, "calibrate", "-o", profile])
        print(f"{'':14}{'length (us)':>24}{'overlapped':>24}")
        print(f"{'':14}" + f"{'predicted':>12}{'measured':>12}" * 2)
        for name, times in PROGRAMS_HERE:
            source = repeated(name, times, folder)
            predicted_length, predicted_work = simulated(lab, profile, source, folder)
            length, work = measured(toolchain, source, folder)
            print(f"{name} x{times}".ljust(14) + f"{predicted_length:12.1f}{length:12.1f}"
                  f"{predicted_work / predicted_length:12.2f}{work / length:12.2f}")
            ratio = (predicted_work / predicted_length) / (work / length)
            wrong += not 1 / FAR_OFF < ratio < FAR_OFF
    sys.exit(wrong > 0)


main()
