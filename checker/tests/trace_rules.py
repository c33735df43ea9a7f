"""What a file in the Trace Event format must keep, so that viewers show all of it as it is meant.

From the format's description and from what Perfetto does with files that do not keep it: slices of
one track that overlap without nesting go to an overflow track, arrows whose ends lie in no slice are
dropped, tracks without a name are called by their number.
"""

import collections

KNOWN = {"X", "M", "s", "f"}
NAMES = {"process_name": "name", "thread_name": "name",
         "process_sort_index": "sort_index", "thread_sort_index": "sort_index"}


def ns(microseconds):
    return round(microseconds * 1000)


def slices_of(events):
    tracks = collections.defaultdict(list)
    for event in events:
        if event["ph"] == "X":
            start = ns(event["ts"])
            tracks[event["pid"], event["tid"]].append((start, start + ns(event["dur"])))
    return tracks


def check_fields(events):
    for event in events:
        if event["ph"] not in KNOWN:
            yield f"an event of kind {event['ph']}"
        if not isinstance(event["name"], str) or not event["name"]:
            yield f"an event without a name: {event}"
        if event["ph"] == "X" and (event["ts"] < 0 or event["dur"] < 0):
            yield f"a slice before the beginning, or of negative length: {event}"


def check_names(events):
    named = collections.defaultdict(list)
    for event in events:
        if event["ph"] == "M":
            value = event["args"][NAMES[event["name"]]]
            whose = event["pid"], event["tid"] if event["name"].startswith("thread") else None
            named[event["name"], whose].append(value)
    for (what, whose), values in named.items():
        if len(values) != 1:
            yield f"{what} of {whose} is given {len(values)} times"
    texts = [values[0] for (what, _), values in named.items() if what == "process_name"]
    if len(set(texts)) != len(texts):
        yield f"two processes have the same name: {texts}"
    for process, track in slices_of(events):
        for what in ("process_name", "process_sort_index"):
            if (what, (process, None)) not in named:
                yield f"process {process} has no {what}"
        for what in ("thread_name", "thread_sort_index"):
            if (what, (process, track)) not in named:
                yield f"track {track} has no {what}"


def check_nesting(events):
    for track, slices in slices_of(events).items():
        around = []
        for start, end in sorted(slices, key=lambda each: (each[0], -each[1])):
            while around and around[-1] <= start:
                around.pop()
            if around and end > around[-1]:
                yield f"track {track}: {start} to {end} ns overlaps its neighbour"
            around.append(end)


def check_arrows(events):
    tracks = slices_of(events)
    ends = collections.defaultdict(dict)
    for event in events:
        if event["ph"] in "sf":
            key = event["cat"], event["name"], event["id"]
            if event["ph"] in ends[key]:
                yield f"arrow {key} has two ends of one kind"
            ends[key][event["ph"]] = event
            at = ns(event["ts"])
            if not any(start <= at <= end for start, end in tracks[event["pid"], event["tid"]]):
                yield f"arrow {key} ends in no slice"
    for key, pair in ends.items():
        if len(pair) != 2:
            yield f"arrow {key} has one end"
        elif pair["f"]["ts"] < pair["s"]["ts"]:
            yield f"arrow {key} leads back in time"
        elif pair["f"].get("bp") != "e":
            yield f"arrow {key} is bound to the slice after its end"


def faults(trace):
    events = trace["traceEvents"]
    found = [] if trace.get("displayTimeUnit") in ("ns", "ms") else ["no displayTimeUnit"]
    for check in (check_fields, check_names, check_nesting, check_arrows):
        found += check(events)
    return found
