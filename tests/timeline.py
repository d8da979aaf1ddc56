# SPDX-License-Identifier: GPL-2.0-or-later
"""timeline.py FILE... - is each a whole timeline by the rules of the Trace Event Format and of those who read it?

Prints a line for each rule that is broken, otherwise "X slices, i instants, C counters" with their numbers. The rules
are those that Perfetto, chrome://tracing and speedscope rely on, not what ktally happens to write:

- one JSON value, with no key twice; traceEvents is a list of objects; phases are X, i, C and M
- pid and tid are whole numbers of at most 32 bits; ts and dur are numbers that are not negative, in microseconds
- slices of one thread do not overlap, to the nanosecond, so they nest under any rule
- an instant says whose it is; a name of a process or thread is a text, and every thread with slices or instants of a
  task that is known has one
- otherData counts the events that are there
"""
import json
import sys
from collections import Counter, defaultdict
from decimal import Decimal


def unique(pairs):
    keys = [key for key, value in pairs]
    if len(set(keys)) != len(keys):
        raise ValueError(f"a key twice: {keys}")
    return dict(pairs)


def nanoseconds(value):
    ns = Decimal(value) * 1000
    return int(ns) if ns == ns.to_integral_value() else None


def number(value, most):
    return type(value) is int and 0 <= value <= most


def complaints_of(event, slices):
    if not isinstance(event, dict):
        return "no object"
    phase = event.get("ph")
    if phase not in ("X", "i", "C", "M"):
        return f"phase {phase!r}"
    if not isinstance(event.get("name"), str) or not event["name"]:
        return "no name"
    if not number(event.get("pid"), 2**32 - 1) or phase != "C" and not number(event.get("tid"), 2**32 - 1):
        return "pid or tid"
    if phase == "M":
        named = event["name"] in ("process_name", "thread_name") and event.get("args", {}).get("name")
        return None if isinstance(named, str) and named else "a name that is none"
    ts = event.get("ts")
    if type(ts) not in (int, Decimal) or ts < 0 or nanoseconds(ts) is None:
        return f"ts {ts}"
    if not isinstance(event.get("args"), dict):
        return "no args"
    if phase == "i" and event.get("s") not in ("t", "p", "g"):
        return "an instant of nobody"
    if phase == "X":
        dur = event.get("dur")
        if type(dur) not in (int, Decimal) or dur < 0 or nanoseconds(dur) is None:
            return f"dur {dur}"
        slices[event["pid"], event["tid"]].append((nanoseconds(ts), nanoseconds(ts) + nanoseconds(dur)))
    return None


def overlaps(slices):
    for thread, all_of_it in slices.items():
        all_of_it.sort()
        for before, after in zip(all_of_it, all_of_it[1:]):
            if after[0] < before[1]:
                yield f"slices of {thread} overlap: {before}, {after}"
                break


def check(text):
    """What is wrong, and how many events of each phase there are"""
    wrong, slices, phases = [], defaultdict(list), Counter()
    try:
        top = json.loads(text, parse_float=Decimal, object_pairs_hook=unique)
    except ValueError as error:
        return [f"no JSON: {error}"], phases
    if not isinstance(top, dict) or not isinstance(top.get("traceEvents"), list):
        return ["no list traceEvents"], phases
    if top.get("displayTimeUnit") not in ("ns", "ms"):
        wrong.append("displayTimeUnit")
    named = {(e["pid"], e["tid"]) for e in top["traceEvents"] if e.get("ph") == "M" and e.get("name") == "thread_name"}
    for i, event in enumerate(top["traceEvents"]):
        what = complaints_of(event, slices)
        if what:
            wrong.append(f"event {i}: {what}")
            continue
        phases[event["ph"]] += 1
        if event["ph"] in "Xi" and event["args"].get("comm") and (event["pid"], event["tid"]) not in named:
            wrong.append(f"event {i}: its thread has no name")
    wrong.extend(overlaps(slices))
    other = top.get("otherData")
    if not isinstance(other, dict) or other.get("events") != phases["X"] + phases["i"] + phases["C"]:
        wrong.append(f"otherData does not count {phases}: {other}")
    return wrong, phases


def main():
    for path in sys.argv[1:]:
        with open(path, encoding="utf-8", errors="surrogateescape") as file:
            wrong, phases = check(file.read())
        for line in wrong[:10]:
            print(line)
        if not wrong:
            print(f"{phases['X']} slices, {phases['i']} instants, {phases['C']} counters")


if __name__ == "__main__":
    main()
