"""programs_test.py LAB simulated
programs_test.py LAB PROFILE NVCC ARCH TOOLKIT: what overlapping brings, predicted and measured,
for programs that are no labs.

Each program runs over and over in one process (warm_run.hpp), on the GPU and on the simulated
device: as it is, and with every call waiting for its work. What is compared is by how much the one
is faster than the other. PROFILE is a machine profile; where it is "calibrate", this machine is
measured first. How long a program's own loops take is a property of the program, which no profile
holds: it is taken from the blocking run on this machine. TOOLKIT is the folder of the toolkit's
libraries. Exit status 77 where there is no GPU. With "simulated" the programs run on the simulated
device alone, each as it is shipped, and none may be slower than one call after the other.
"""

import ctypes
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
# Each with a whole MiB or more where it moves data, and again with more, or less, of it.
PROGRAMS_HERE = [("halves", 8), ("halves", 1), ("halves", 64), ("readers", 1), ("reduce", 1),
                 ("reduce", 8), ("six_syncs", 8), ("six_syncs", 1)]
RUNS = 31
SIMULATED_RUNS = 3  # which are all alike, but for the first
FAR_OFF = 1.2  # a ratio that no noise makes


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
    """The program with `times` as many elements, its launches told to warm_run.hpp, and another
    name for its main, which one that repeats it calls."""
    text = (PROGRAMS / f"{name}.cu").read_text(encoding="utf-8")
    text = re.sub(r"\bint main\(\)", "static int program(int, char**)", text)
    text = re.sub(r"\bint main\(", "static int program(", text)
    text = re.sub(r"\bn = 1 << (\d+)", rf"n = {times} << \1", text)
    text = re.sub(r"(\w+(?:<\w+>)?<<<[^;]*?>>>\([^;]*\));",
                  r"warm::run::current().work([&] { \1; return cudaSuccess; });", text)
    # (what falls off the end of main returns 0, and nothing else does)
    text = text.rstrip().removesuffix("}") + "\nreturn 0; }\n"
    file = folder / f"warm_{name}.cu"
    file.write_text(f'#include "{HERE}/warm_run.hpp"\n{text}'
                    "int main(int, char** argv) {\n"
                    "    return warm::repeat(program, std::atoi(argv[1]), argv[2]);\n}\n",
                    encoding="utf-8")
    return file


def times_of(program, runs, folder, **environment):
    """Medians in us: of a run as it is, of a blocking one, and of what the host did in that."""
    times = folder / "times"
    run([program, runs, times], **environment)
    found = {"as-is": [], "blocking": []}
    for line in times.read_text(encoding="utf-8").splitlines():
        how, *numbers = line.split()
        found[how].append(tuple(map(float, numbers)))
    (as_is, _), (blocking, host) = (map(statistics.median, zip(*found[how])) for how in found)
    return as_is, blocking, host


def with_host_loops(profile, slower, folder):
    """The profile, but for how fast the host goes through its memory."""
    def touch(entry):
        return f"touch_gb_per_s = {float(entry[1]) / slower:.6g}"
    text, changed = re.subn(r"(?m)^touch_gb_per_s = (\S+)", touch,
                            profile.read_text(encoding="utf-8"))
    if changed != 1:
        sys.exit(f"{profile}: no touch_gb_per_s")
    file = folder / "with_host_loops.toml"
    file.write_text(text, encoding="utf-8")
    return file


def simulated(lab, profile, source, measured_host, folder):
    program = folder / "simulated"
    run([lab, "cc", source, "-o", program])
    as_is, blocking, host = times_of(program, SIMULATED_RUNS, folder,
                                     SIMCUDA_PROFILE=str(profile))
    if host == 0 or measured_host == 0:
        return as_is, blocking, host
    fitted = with_host_loops(profile, measured_host / host, folder)
    return times_of(program, SIMULATED_RUNS, folder, SIMCUDA_PROFILE=str(fitted))


def measured(toolchain, source, folder):
    program = folder / "measured"
    nvcc, arch, libraries = toolchain
    run([nvcc, "-std=c++20", "-O2", arch, source, "-o", program, f"-L{libraries}"])
    return times_of(program, RUNS, folder)


def simulated_alone(lab):
    slower = 0
    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(temporary)
        for name in sorted({name for name, _ in PROGRAMS_HERE}):
            source = repeated(name, 1, folder)
            as_is, blocking, _ = simulated(lab, "h200", source, 0, folder)
            print(f"{name}: {as_is:.1f} us, blocking {blocking:.1f} us")
            slower += not 0 < as_is <= blocking
    sys.exit(slower > 0)


def main():
    if sys.argv[2:] == ["simulated"]:
        simulated_alone(sys.argv[1])
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
        print(f"{'':14}{'as it is (us)':>22}{'blocking (us)':>22}{'speedup':>22}{'ratio':>8}")
        print(f"{'':14}" + f"{'predicted':>12}{'measured':>10}" * 3)
        for name, times in PROGRAMS_HERE:
            source = repeated(name, times, folder)
            as_is, blocking, host = measured(toolchain, source, folder)
            p_as_is, p_blocking, _ = simulated(lab, pathlib.Path(profile), source, host, folder)
            ratio = (p_blocking / p_as_is) / (blocking / as_is)
            print(f"{name} x{times}".ljust(14) + f"{p_as_is:12.1f}{as_is:10.1f}"
                  f"{p_blocking:12.1f}{blocking:10.1f}"
                  f"{p_blocking / p_as_is:12.2f}{blocking / as_is:10.2f}{ratio:8.2f}")
            wrong += not 1 / FAR_OFF < ratio < FAR_OFF
    sys.exit(wrong > 0)


main()
