#!/usr/bin/env python3
"""Every constraint of StableHLO's specification has a test that violates it.

    constraints.py [--update]

constraints.txt says how many constraints each operation has: C1, C2 and so on. The tests are the
chunks of constraints/*.mlir that begin with a comment `// gather C9`. constraints.md is the table of
both: a row for each constraint, with the place of its test, or why there can be none. --update writes
the places anew, and keeps the reasons.
"""
import re
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
TABLE = HERE / "constraints.md"
OPENING = """# The constraints of the specification

Each constraint of an operation of StableHLO, by its number in the specification, with a test that violates it; or the
reason why no program can. `constraints.py --update` writes the places, and tells what is missing.

| operation | constraint | test |
|---|---|---|
"""


def wanted():
    """(operation, number) of every constraint, in order."""
    for line in (HERE / "constraints.txt").read_text().split("\n"):
        if line:
            name, count = line.split()
            yield from ((name, number) for number in range(1, int(count) + 1))


def tests():
    """Where each constraint is violated."""
    found = {}
    for path in sorted((HERE / "constraints").glob("*.mlir")):
        for number, line in enumerate(path.read_text().split("\n"), 1):
            match = re.fullmatch(r"// (\w+) C(\d+)", line)
            if match:
                found.setdefault((match[1], int(match[2])), f"{path.name}:{number}")
    return found


def rows():
    """What the table says of each constraint."""
    said = {}
    for line in TABLE.read_text().split("\n") if TABLE.exists() else []:
        match = re.fullmatch(r"\| (\w+) \| C(\d+) \| (.*) \|", line)
        if match:
            said[match[1], int(match[2])] = match[3]
    return said


def is_place(text):
    return re.fullmatch(r"[\w.]+:\d+", text) is not None


def update(constraints, places, said):
    text = OPENING
    for name, number in constraints:
        reason = said.get((name, number), "")
        where = places.get((name, number)) or ("" if is_place(reason) else reason)
        text += f"| {name} | C{number} | {where} |\n"
    TABLE.write_text(text)


def faults(constraints, places, said):
    for key in constraints:
        where, name = said.get(key), f"{key[0]} C{key[1]}"
        if not where:
            yield f"{name}: no test violates it, and no reason is given"
        elif is_place(where) and where != places.get(key):
            yield f"{name}: the table says {where}, but the test is at {places.get(key)}: constraints.py --update"
    yield from (f"{name} C{number}: in the table alone" for name, number in said if (name, number) not in constraints)
    yield from (f"{name} C{number}: {where} tests what is no constraint"
                for (name, number), where in places.items() if (name, number) not in constraints)


def main():
    constraints, places = list(wanted()), tests()
    if "--update" in sys.argv[1:]:
        update(constraints, places, rows())
    found = list(faults(constraints, places, rows()))
    for fault in found:
        print(fault)
    reasons = sum(not is_place(text) for text in rows().values())
    print(f"{len(constraints)} constraints: {len(places)} violated by a test, {reasons} that none can violate")
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main()
