"""measure.py LOAD: what work costs on the simulated device, in processor time.

LOAD is load.cu built for it. Each amount is run a few times and the shortest counts; the cost of
the smallest amount's run is taken off the others. Linear: the last column stays where it is.
"""

import os
import sys

RUNS = 3


def processor_seconds(words):
    best, memory = float("inf"), 0
    for _ in range(RUNS):
        child = os.spawnv(os.P_NOWAIT, words[0], words)
        _, status, used = os.wait4(child, 0)
        if status != 0:
            sys.exit(f"{' '.join(words)} failed")
        best = min(best, used.ru_utime + used.ru_stime)
        memory = used.ru_maxrss
    return best, memory / 1024


def table(load, what, amounts, unit):
    print(f"{what:>14} {'seconds':>9} {'MiB':>7}   {unit}")
    start, _ = processor_seconds([load, what, str(amounts[0])])
    for amount in amounts[1:]:
        seconds, memory = processor_seconds([load, what, str(amount)])
        cost = (seconds - start) / (amount - amounts[0]) * 1e9
        print(f"{amount:14} {seconds:9.3f} {memory:7.0f}   {cost:.3g}")
    print()


def main():
    load = sys.argv[1]
    mib = 1 << 20
    table(load, "accesses", [0, 10**7, 10**8, 4 * 10**8], "ns for each load or store in a kernel")
    table(load, "barriers", [0, 10**6, 10**7, 4 * 10**7], "ns for each thread at each barrier")
    table(load, "shuffles", [0, 10**6, 10**7, 4 * 10**7], "ns for each thread at each shuffle")
    table(load, "operations", [100, 10**3, 10**4, 10**5, 10**6], "ns for each operation")
    table(load, "bytes", [4096, mib, 16 * mib, 256 * mib, 4096 * mib], "ns for each byte copied")


main()
