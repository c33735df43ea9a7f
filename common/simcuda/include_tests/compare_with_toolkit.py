#!/usr/bin/env python3
"""Compares our headers with a CUDA Toolkit's: numbers, sizes, field offsets, function types.

The names come from our headers; one program that prints what each of them is gets compiled against
both, and the outputs must be equal. Enumerations that we claim to have in full are also checked for
names that only the toolkit has. Exit status: 0 equal, 1 different, 77 no toolkit.
"""

import argparse
import pathlib
import re
import subprocess
import sys
import tempfile

SKIPPED = 77
COMPLETE_ENUMS = ["cudaError", "cudaDeviceAttr", "cudaMemcpyKind", "cudaMemoryType", "cudaLimit",
                  "cudaFuncAttribute", "cudaFuncCache", "cudaComputeMode", "cudaSharedCarveout",
                  "cudaMemPoolAttr", "cudaMemoryAdvise", "cudaMemRangeAttribute",
                  "cudaMemLocationType", "cudaMemcpySrcAccessOrder"]
# Ours describe the simulated toolkit's own version; older and newer ones number differently.
VERSION = "13."

FRAME = """
#include <cstddef>
#include <cstdio>
#include <cuda_runtime_api.h>
#include <vector_functions.h>
template <class T> void type_of(const char* name, T) {{
    std::printf("%s: %s\\n", name, __PRETTY_FUNCTION__);
}}
int main() {{
{body}
}}
"""


def without_comments(text):
    return re.sub(r"/\*.*?\*/|//[^\n]*", "", text, flags=re.S)


def enumerators(text, enum):
    found = re.search(r"enum\s+(?:__device_builtin__\s+)?%s\s*\{(.*?)\}" % enum, text, re.S)
    return re.findall(r"\b(cuda\w+)\b(?=\s*(?:=|,|$))", found.group(1)) if found else []


def fields(text, struct):
    body = re.search(r"struct\s+%s\s*\{(.*?)\n\}" % struct, text, re.S).group(1)
    return re.findall(r"(\w+)\s*(?:\[\d+\])*\s*;", body)


def questions(include):
    """The body of the program that prints everything our headers define."""
    text = "".join(without_comments(path.read_text()) for path in sorted(include.rglob("*.h")))
    lines = []
    for enum in re.findall(r"enum\s+(cuda\w+)\s*\{", text):
        lines += [f'std::printf("{name} = %lld\\n", (long long){name});'
                  for name in enumerators(text, enum)]
    for macro in re.findall(r"#define\s+(cuda\w+)\s", text):
        lines.append(f'std::printf("{macro} = %lld\\n", (long long){macro});')
    for struct in re.findall(r"struct\s+(cuda\w+)\s*\{", text):
        lines.append(f'std::printf("{struct}: %zu\\n", sizeof({struct}));')
        lines += [f'std::printf("{struct}.{field} at %zu, %zu\\n", offsetof({struct}, {field}),'
                  f' sizeof({struct}::{field}));' for field in fields(text, struct)]
    api = "".join(without_comments((include / name).read_text())
                  for name in ("cuda_runtime_api.h", "simcuda/graph_api.h"))
    for function in re.findall(r"(?:cudaError_t|const char\*)\s+(cuda\w+)\(", api):
        if not function.startswith("cudaProfiler"):
            lines.append(f'type_of("{function}", &{function});')
    vectors = [element + str(count) for count in (1, 2, 3, 4) for element in (
        "char", "uchar", "short", "ushort", "int", "uint", "long", "ulong", "longlong",
        "ulonglong", "float", "double")]
    vectors += [f"{element}4_{alignment}a" for alignment in (16, 32) for element in (
        "long", "ulong", "longlong", "ulonglong", "double")]
    for vector in vectors:
        lines.append(f'std::printf("{vector}: %zu, %zu\\n", sizeof({vector}), alignof({vector}));')
        lines.append(f'type_of("make_{vector}", &make_{vector});')
        lines += [f'type_of("{vector}.{member}", {vector}{{}}.{member});'
                  for member in "xyzw"[:int(re.search(r"\d", vector).group())]]
    for handle in ("cudaStream_t", "cudaEvent_t", "cudaError_t", "cudaHostFn_t",
                   "cudaStreamCallback_t", "cudaUUID_t", "cudaMemPool_t",
                   "cudaGraph_t", "cudaGraphNode_t", "cudaGraphExec_t"):
        lines.append(f'type_of("{handle}", {handle}{{}});')
    lines.append('std::printf("dim3: %zu, %zu\\n", sizeof(dim3), alignof(dim3));')
    lines.append('std::printf("CUDART_VERSION = %d\\n", CUDART_VERSION);')
    return "\n".join(lines)


def answers(source, include, compiler, folder):
    program = folder / "program"
    subprocess.run([compiler, "-std=c++17", "-w", "-isystem", str(include), "-x", "c++",
                    str(source), "-c", "-o", str(program) + ".o"], check=True)
    # Types are told without calling anything: every function may stay undefined.
    subprocess.run([compiler, str(program) + ".o", "-no-pie", "-Wl,--unresolved-symbols=ignore-all",
                    "-o", str(program)], check=True)
    told = subprocess.run([str(program)], check=True, capture_output=True, text=True).stdout
    # clang and g++ print one type alike; only our headers' own spelling of `void` may differ.
    return told.replace("(void)", "()").splitlines()


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("include", type=pathlib.Path, help="our folder of headers")
    parser.add_argument("toolkit", type=pathlib.Path, nargs="?", help="the toolkit's headers")
    parser.add_argument("--compiler", default="g++")
    options = parser.parse_args()

    theirs = options.toolkit
    if theirs is None:
        print("skipped: no CUDA Toolkit (no nvcc on the PATH)")
        return SKIPPED
    version = re.search(r"#define\s+CUDART_VERSION\s+(\d+)",
                        (theirs / "cuda_runtime_api.h").read_text()).group(1)
    if not f"{int(version) // 1000}.".startswith(VERSION):
        print(f"skipped: the toolkit here is {version}, our headers are {VERSION}x")
        return SKIPPED

    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        source = folder / "questions.cpp"
        source.write_text(FRAME.format(body=questions(options.include)))
        ours_told = answers(source, options.include, options.compiler, folder)
        theirs_told = answers(source, theirs, options.compiler, folder)

    different = [(ours, their) for ours, their in zip(ours_told, theirs_told) if ours != their]
    for ours, their in different:
        print(f"ours:    {ours}\ntoolkit: {their}")

    toolkit_types = without_comments((theirs / "driver_types.h").read_text())
    our_types = "".join(without_comments(path.read_text()) for path in options.include.rglob("*.h"))
    missing = [name for enum in COMPLETE_ENUMS
               for name in enumerators(toolkit_types, enum)
               if name not in enumerators(our_types, enum)]
    for name in missing:
        print(f"only in the toolkit: {name}")
    print(f"{len(ours_told)} compared, {len(different)} different, {len(missing)} missing")
    return 1 if different or missing or len(ours_told) != len(theirs_told) else 0


if __name__ == "__main__":
    sys.exit(main())
