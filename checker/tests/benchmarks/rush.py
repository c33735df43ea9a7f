"""rush.py TIMES...: a deadline, simulated: how long submissions wait for their points.

TIMES are the files times*.jsonl that `lab grade` leaves. Each simulated submission takes as long as
one of theirs, drawn at random: processor time, so that it does not matter what else the machine was
doing, and --more for what `lab grade` itself does beside compiling and running. 10 000 come within an hour, more and more of them as the deadline comes near (--shape ramp),
or evenly; so many cores grade them, first come, first served.

Beside the simulation stands what can be predicted without it: with too few cores, the queue as a
fluid that flows in at the rate of the arrivals and out at cores / mean time; with enough of them, the
mean wait of an M/G/c queue (Allen and Cunneen's approximation). Exit status 1 where the simulation
drains at another time than predicted: by more than 3 % of the way from the hour's begin.
"""

import argparse
import heapq
import json
import math
import random
import statistics
import sys

HOUR = 3600.0
WITHIN = 0.03
STEP = 1.0  # of the fluid, in seconds


def service_times(files, more, scale):
    """Seconds of processor time by submission; several lines of one are several gradings."""
    times = []
    for name in files:
        with open(name, encoding="utf-8") as file:
            for line in file:
                times.append(sum(lab["cpu_seconds"] for lab in json.loads(line)["labs"]))
    return [scale * t + more for t in times]


def arrivals(count, shape, chance):
    """Instants of a Poisson process with `count` of them in the hour."""
    drawn = sorted(chance.random() for _ in range(count))
    return [HOUR * (math.sqrt(x) if shape == "ramp" else x) for x in drawn]


def rate(t, count, shape):
    """Arrivals in a second, at an instant."""
    if t >= HOUR:
        return 0.0
    return 2 * count * t / HOUR**2 if shape == "ramp" else count / HOUR


def simulate(instants, times, cores, chance):
    """Waits in seconds, when the last one is done, and how many waited at each whole minute."""
    free = [0.0] * cores
    waits, queue_changes, last = [], [], 0.0
    for instant in instants:
        begin = max(instant, heapq.heappop(free))
        end = begin + chance.choice(times)
        heapq.heappush(free, end)
        waits.append(begin - instant)
        queue_changes += [(instant, 1), (begin, -1)]
        last = max(last, end)
    queue_changes.sort()
    longest, length, by_minute = 0, 0, []
    for when, change in queue_changes:
        while when >= 60 * len(by_minute):
            by_minute.append(length)
        length += change
        longest = max(longest, length)
    return {"waits": waits, "drained": last, "longest": longest, "by_minute": by_minute}


def fluid(count, shape, mean, cores):
    """The same, of a fluid: longest queue, longest wait, when it is empty, queue by minute."""
    queue, t, longest, by_minute = 0.0, 0.0, 0.0, []
    while t < HOUR or queue > 0:
        if t >= 60 * len(by_minute):
            by_minute.append(queue)
        queue = max(0.0, queue + STEP * (rate(t + STEP / 2, count, shape) - cores / mean))
        longest = max(longest, queue)
        t += STEP
    return {"drained": t, "longest": longest, "wait": longest * mean / cores, "by_minute": by_minute}


def wait_of_mgc(per_second, times, cores):
    """Mean seconds in the queue; none where it grows without end."""
    mean = statistics.fmean(times)
    load = per_second * mean
    if load >= cores:
        return None
    term, below = 1.0, 1.0
    for k in range(1, cores):
        term *= load / k
        below += term
    top = term * load / cores * cores / (cores - load)
    all_busy = top / (below + top)
    variation = statistics.pvariance(times) / mean**2
    return (1 + variation) / 2 * all_busy / (cores / mean - per_second)


def minutes(seconds):
    return f"{seconds / 60:.1f}"


def row(asked, times, cores):
    """A line of the table, and whether it drained when predicted."""
    chance = random.Random(asked.seed)
    runs = [simulate(arrivals(asked.count, asked.shape, chance), times, cores, chance)
            for _ in range(asked.runs)]
    flow = fluid(asked.count, asked.shape, statistics.fmean(times), cores)
    drained = statistics.fmean(r["drained"] for r in runs)
    waits = sorted(w for r in runs for w in r["waits"])
    mean_wait = wait_of_mgc(asked.count / HOUR, times, cores) if asked.shape == "even" else None
    print(f"{cores:5}  {flow['longest']:9.0f} {statistics.fmean(r['longest'] for r in runs):9.0f}  "
          f"{minutes(flow['wait']):>9} {minutes(statistics.fmean(max(r['waits']) for r in runs)):>9}  "
          f"{minutes(flow['drained']):>9} {minutes(drained):>9}  "
          f"{'-' if mean_wait is None else f'{mean_wait:.2f}':>9} {statistics.fmean(waits):9.2f}  "
          f"{waits[len(waits) * 95 // 100]:9.1f}")
    return abs(drained - flow["drained"]) <= WITHIN * flow["drained"], runs, flow


def print_course(flow, run):
    """The queue by time, of one simulated hour and of the fluid."""
    print(f"\n{'minute':>8} {'predicted':>9} {'simulated':>9}")
    top = max(max(flow["by_minute"]), max(run["by_minute"]), 1)
    for minute in range(0, max(len(flow["by_minute"]), len(run["by_minute"])), 10):
        there = [q[minute] if minute < len(q) else 0 for q in (flow["by_minute"], run["by_minute"])]
        print(f"{minute:8} {there[0]:9.0f} {there[1]:9}  {'#' * round(40 * there[1] / top)}".rstrip())


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("times", nargs="+")
    parser.add_argument("--count", type=int, default=10000, help="submissions in the hour")
    parser.add_argument("--shape", choices=["ramp", "even"], default="ramp")
    parser.add_argument("--cores", default="2,3,4,6,8", help="so many, one line each")
    parser.add_argument("--runs", type=int, default=10, help="simulated hours for each line")
    parser.add_argument("--more", type=float, default=0.15, help="seconds for each submission")
    parser.add_argument("--scale", type=float, default=1, help="for labs that take longer")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    times = service_times(asked.times, asked.more, asked.scale)
    mean = statistics.fmean(times)
    print(f"{len(times)} measured submissions: {mean:.2f} s of a core each, "
          f"standard deviation {statistics.pstdev(times):.2f} s, longest {max(times):.2f} s")
    print(f"{asked.count} submissions in an hour ({asked.shape}): "
          f"{asked.count * mean / HOUR:.2f} cores busy, were they spread\n")
    print(f"       {'longest queue':^19}  {'longest wait, min':^19}  {'drained, min':^19}  "
          f"{'mean wait, s':^19}  {'95 % wait':>9}")
    print("cores  " + "  ".join(["predicted simulated"] * 4) + "  less than")
    rows = [row(asked, times, int(cores)) for cores in asked.cores.split(",")]
    print_course(rows[0][2], rows[0][1][0])
    late = sum(not as_predicted for as_predicted, _, _ in rows)
    print(f"\n{len(rows) - late} of {len(rows)} drained as predicted, within {WITHIN:.0%}")
    return bool(late)


if __name__ == "__main__":
    sys.exit(main())
