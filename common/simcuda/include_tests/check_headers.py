#!/usr/bin/env python3
"""Compiles what programs do with our headers, with every compiler of this machine.

Cases: `usage` (it compiles, from C++14 on, in any order with the standard library), `redirected`
(memory and time functions reach the simulated device at every optimisation level), `places` (a
call's return address leads to the learner's line), `absent` (refused with its sentence), `lint`
(clang's CUDA front end accepts it). Exit status 0, 1, or 77 when no compiler of the wanted kind is
here.
"""

import argparse
import itertools
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

SKIPPED = 77
HERE = pathlib.Path(__file__).resolve().parent
REDIRECTED = {"memcpy", "memmove", "memset", "memcmp", "bcmp", "free", "realloc", "munmap", "__assert_fail", "clock",
              "time", "clock_gettime", "gettimeofday", "nanosleep", "clock_nanosleep", "usleep",
              "sleep", "__memcpy_chk", "__memset_chk", "__memmove_chk",
              "_ZNSt6chrono3_V212steady_clock3nowEv", "_ZNSt6chrono3_V212system_clock3nowEv"}
# What the driver passes: written copies stay calls, so that they are seen.
AS_CALLS = ["-fno-builtin-" + name for name in ("memcpy", "memmove", "memset", "memcmp")]


def run(line):
    return subprocess.run(line, capture_output=True, text=True)


class checks:
    def __init__(self, include, compilers, folder):
        self.include, self.compilers, self.folder = include, compilers, folder
        self.done, self.failures = 0, []

    def expect(self, holds, what, details=""):
        self.done += 1
        if not holds:
            self.failures.append(what)
            print(f"FAILED: {what}\n{details[:4000]}")

    def headers(self):
        return ["-isystem", str(self.include), "-include", "simcuda/prelude.hpp"]

    def usage(self):
        variants = {
            "14": ["-DSTANDARD_HEADERS_FIRST"],
            "17": ["-DUSING_NAMESPACE_STD", "-fsanitize=thread"],
            "20": ["-DSTANDARD_HEADERS_FIRST", "-DUSING_NAMESPACE_STD",
                   "-DCUDA_API_PER_THREAD_DEFAULT_STREAM"],
            "2b": ["-include", "cuda_runtime.h", "-DUSING_NAMESPACE_STD"],
        }
        for compiler, (standard, variant) in itertools.product(self.compilers, variants.items()):
            line = [compiler, f"-std=c++{standard}", "-O1", "-Wall", "-Wextra", "-Werror",
                    *self.headers(), *variant, "-x", "c++", "-fsyntax-only", str(HERE / "usage.cu")]
            result = run(line)
            self.expect(result.returncode == 0, " ".join(line), result.stderr)

    def newer_c_library(self):
        """C23's functions may be declared already, or only later."""
        newer = ["-include", str(HERE / "newer_c_library.hpp")]
        ours = [*self.headers(), "-include", "cuda_runtime.h"]
        for compiler, files in itertools.product(self.compilers, [newer + ours, ours + newer]):
            line = [compiler, "-std=c++20", "-O1", "-Wall", "-Wextra", "-Werror", *files, "-x", "c++",
                    "-fsyntax-only", str(HERE / "usage.cu")]
            result = run(line)
            self.expect(result.returncode == 0, " ".join(line), result.stderr)

    def redirected(self):
        object_file = self.folder / "redirected.o"
        flags = [["-O0"], ["-O1"], ["-O2", "-fPIC"], ["-O3", "-D_FORTIFY_SOURCE=2"]]
        for compiler, flag in itertools.product(self.compilers, flags):
            line = [compiler, "-std=c++20", "-fsanitize=thread", *AS_CALLS, *flag,
                    *self.headers(), "-c", str(HERE / "redirected.cpp"), "-o", str(object_file)]
            result = run(line)
            self.expect(result.returncode == 0, " ".join(line), result.stderr)
            table = run(["readelf", "--relocs", "--wide", str(object_file)]).stdout
            called = set(re.findall(r"R_\w+\s+[0-9a-f]+\s+([\w.]+)", table))
            name = " ".join(line)
            self.expect(not called & REDIRECTED,
                        f"{name}: still calls {sorted(called & REDIRECTED)}")
            wanted = {"sim_memcpy", "sim_memset", "sim_memmove", "sim_memcmp", "sim_free",
                      "sim_assert_fail", "sim_steady_now", "sim_system_now", "sim_nanosleep",
                      "sim_clock", "sim_time", "sim_clock_gettime"}
            self.expect(wanted <= called, f"{name}: never calls {sorted(wanted - called)}")
            # Copies of 64, 48 and 24 bytes must not have been expanded in place.
            code = run(["objdump", "-dr", "-C", str(object_file)]).stdout
            body = re.search(r"<small\(char\*, char const\*\)>:(.*?)\n\n", code, re.S).group(1)
            self.expect(body.count("sim_mem") == 2, f"{name}: expands a copy in place", body)

    def places(self):
        """`places.cu` says which call stands on which line."""
        source = HERE / "places.cu"
        wanted = {name: number for number, text in enumerate(source.read_text().splitlines(), 1)
                  for name in re.findall(r"// calls (\w+)", text)}
        object_file = self.folder / "places.o"
        for compiler, level in itertools.product(self.compilers, ["-O0", "-O1", "-O3"]):
            line = [compiler, "-std=c++20", "-g", level, "-fsanitize=thread", "-fno-pie",
                    "-fno-optimize-sibling-calls", *self.headers(), "-x", "c++", "-c", str(source),
                    "-o", str(object_file)]
            result = run(line)
            self.expect(result.returncode == 0, " ".join(line), result.stderr)
            # Each wanted call is in a section of its own, so offsets are addresses.
            code = run(["objdump", "-dr", "--no-show-raw-insn", str(object_file)]).stdout
            for name, number in wanted.items():
                section, address = self.return_address(code, name)
                frames = run(["addr2line", "-i", "-j", section, "-e", str(object_file),
                              address]).stdout.splitlines()
                outside = [f for f in frames if f"{self.include}/" not in f]
                self.expect(outside and re.search(rf"places\.cu:{number}\b", outside[0]),
                            f"{compiler} {level}: {name} is called on line {number}",
                            "\n".join(frames))

    @staticmethod
    def return_address(code, name):
        """Section and offset of the instruction after the call of `name`."""
        section, called = "", False
        for text in code.splitlines():
            started = re.match(r"Disassembly of section (\S+):", text)
            section = started.group(1) if started else section
            instruction = re.match(r"\s+([0-9a-f]+):\t", text)
            if called and instruction:
                return section, hex(int(instruction.group(1), 16) - 1)
            called = called or bool(re.search(rf"R_\w+\s+\w*{name}\w*[-+]", text))
        return section, "0"

    def absent(self):
        for compiler in self.compilers:
            result = run([compiler, "-std=c++20", *self.headers(), "-x", "c++", "-fsyntax-only",
                          str(HERE / "absent.cu")])
            self.expect(result.returncode != 0 and "absent.cu:7:" in result.stderr
                        and "pass the kernel itself" in result.stderr,
                        f"{compiler}: cudaLaunchKernel with void* is refused", result.stderr)

    def lint(self):
        clang = [c for c in self.compilers if "clang" in pathlib.Path(c).name]
        for compiler in clang:
            result = run([compiler, "-x", "cuda", "--cuda-host-only", "-nocudainc", "-nocudalib",
                          "--cuda-path=/nonexistent", "-fsyntax-only", "-std=c++17",
                          *self.headers(), "-include", "cuda_runtime.h", str(HERE / "usage.cu")])
            self.expect(result.returncode == 0, f"{compiler} -x cuda", result.stderr)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("include", type=pathlib.Path, help="our folder of headers")
    parser.add_argument("case", choices=["usage", "newer_c_library", "redirected", "places", "absent", "lint"])
    options = parser.parse_args()
    names = ["clang++"] if options.case == "lint" else ["g++", "clang++"]
    compilers = [path for path in map(shutil.which, names) if path]
    if not compilers:
        print(f"skipped: no {' or '.join(names)} here")
        return SKIPPED
    with tempfile.TemporaryDirectory() as folder:
        case = checks(options.include.resolve(), compilers, pathlib.Path(folder))
        getattr(case, options.case)()
    print(f"{options.case}: {case.done} checks, {len(case.failures)} failed")
    return 1 if case.failures else 0


if __name__ == "__main__":
    sys.exit(main())
