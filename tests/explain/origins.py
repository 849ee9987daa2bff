#!/usr/bin/env python3
"""The origins that `sdyc explain` tells are those of the passes' own debugging notes: origins.py SDYC [FIRST COUNT].

Random modules (../differential/generate.py) are explained, and propagated with `debug-sharding-origins`, which
notes for each axis of each value whose sharding it came from. The passes keep these notes on their own, as
Shardy does; here they are matched with explanations by the places of the values in the text. The notes name what
waits for a later priority, and what an operation's own sharding gives they cannot name: where such a value stands on
the way, they differ from the explanation (about one module in 300; none of the first 1,000).
"""
import collections
import json
import re
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "differential"))
from generate import generate  # noqa: E402
from propagation import IMPORT, INLINED  # noqa: E402

SECONDS = 60
NOTED = "-sdy-user-priority-propagate=debug-sharding-origins=true"
PRINTED = ["--mlir-print-debuginfo", "--mlir-print-local-scope"]
NAME = re.compile(r'sdy\.sharding_origin_name = "(\w+)"')
NOTES = re.compile(r"sdy\.sharding_origins = (\[[^\]]*\]|\{[^}]*\})")
AXES = re.compile(r"\{([^}]*)\}")
AXIS = re.compile(r'"?([\w$.]+(?::\(\d+\)\d+)?)"? = "([^"]*)"')
PLACE = re.compile(r'loc\("[^"]*":(\d+):\d+\)\s*$')
OPERANDS = re.compile(r'(?:"\(|sharding_constraint )([%\w#, ]*)')


def output_of(*words):
    done = subprocess.run(words, capture_output=True, text=True, timeout=SECONDS)
    return done.stdout if done.returncode == 0 else None


def axes_of(text):
    return [dict(AXIS.findall(axes)) for axes in AXES.findall(text)]


def read_notes(module):
    """(line, result) of an operation, or ("input", i) and ("output", i) of main: origins of its axes, for each copy.
    And the names of origins: line -> name."""
    notes, names = collections.defaultdict(list), {}
    for line in module.splitlines():
        if "func.func" in line and "@main" in line:
            arguments, results = line.split(") -> ") if ") -> " in line else (line, "")
            for i, one in enumerate(re.split(r"%arg\d+: ", arguments)[1:]):
                notes["input", i] = axes_of((NOTES.search(one) or [""])[0])
            for i, one in enumerate(re.split(r", (?=tensor<)", results)):
                notes["output", i] = axes_of((NOTES.search(one) or [""])[0])
            continue
        place, found = PLACE.search(line), NOTES.search(line)
        name = NAME.search(line)
        if not place:
            continue
        if name:
            names[int(place[1])] = name[1]
        if found and "sdy.data_flow_edge" not in line:
            for i, axes in enumerate(axes_of(found[0])):
                notes[int(place[1]), i].append(axes)
    return notes, names


def key_of(value):
    if value["kind"] == "argument" and value["function"] == "main":
        return "input", value["index"]
    if value["kind"] == "function_result" and value["function"] == "main":
        return "output", value["index"]
    return (value["line"], value["index"]) if value["kind"] == "result" else None


def own_name(value, names):
    """What the notes call the sharding that the value was given; None: none of those they name."""
    if value["kind"] in ("argument", "function_result"):
        kind = "input" if value["kind"] == "argument" else "output"
        return f"{kind}: {value['index']}"
    name = names.get(value["line"])
    if value["kind"] == "block_argument":  # on a line of its own, after that of the computation
        name = names.get(max((line for line in names if line < value["line"]), default=0))
    if name and value["operation"] == "sdy.manual_computation":
        return f"{name}_{'input' if value['kind'] == 'block_argument' else 'output'}: {value['index']}"
    return name


def axis_text(axis):
    return axis["axis"] + (f":({axis['pre_size']}){axis['size']}" if "size" in axis else "")


def presets(source, names):
    """(function, value) -> what the notes name before propagation: what is returned, or goes into a computation or a
    constraint, has the name of the sharding asked for there, even if it waits for a later priority."""
    found, function = collections.defaultdict(set), None
    for number, line in enumerate(source.splitlines(), 1):
        begin, operands = re.match(r".*func\.func.*?@(\w+)\(", line), OPERANDS.search(line)
        function = begin[1] if begin else function
        for i, operand in enumerate(operands[1].strip().split(", ") if operands and not begin else []):
            if "func.return" in line:
                found[function, operand].add(f"output: {i}")
            elif number in names:
                is_constraint = names[number].startswith("constraint")
                found[function, operand].add(names[number] + ("" if is_constraint else f"_input: {i}"))
    return found


def noted_names(value, text, notes, names):
    found = [axes[text] for axes in notes.get(key_of(value), []) if text in axes]
    return {own_name(value, names) if name == "self" else name for name in found}


def compare(explained, notes, names, preset):
    """How many axes were compared, and what differs."""
    values = {value["id"]: value for value in explained["values"]}
    copies = collections.Counter(key_of(value) for value in explained["values"])
    count, wrong = 0, []
    for value in explained["values"]:
        for axis in (axis for dim in value["dims"] for axis in dim["axes"]):
            text = axis_text(axis)
            noted = noted_names(value, text, notes, names)
            origin = values[axis["origin"]]
            if not noted or noted <= preset[value["function"], value["name"]]:
                continue
            if origin["function"] != value["function"]:
                continue  # the notes have no name for what comes through a call
            count += 1
            # A value that several shardings were given to has the name of only one of them in the notes.
            told = {own_name(origin, names), *preset[origin["function"], origin["name"]],
                    *noted_names(origin, text, notes, names)}
            # The notes may name what came to another copy of the value.
            is_copied = copies[key_of(value)] > 1
            if not told & noted and not (is_copied and told == {None}):
                wrong.append(f"{value['label']} {text}: explained {origin['label']}, noted {noted}")
    return count, wrong


def main():
    sdyc = sys.argv[1]
    first, many = [int(word) for word in sys.argv[2:]] or [1, 150]
    total = failed = modules = 0
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / "module.mlir"
        for seed in range(first, first + many):
            source.write_text(str(generate(seed)))
            noted = output_of(sdyc, "opt", source, *["-" + name for name in [*IMPORT, *INLINED]], NOTED, *PRINTED)
            explained = output_of(sdyc, "explain", source, "--json")
            if noted is None or explained is None:
                continue
            modules += 1
            notes, names = read_notes(noted)
            count, wrong = compare(json.loads(explained), notes, names, presets(source.read_text(), names))
            total += count
            failed += len(wrong)
            for line in wrong:
                print(f"seed {seed}: {line}")
    print(f"{modules} modules, {total} axes, {failed} with another origin")
    sys.exit(failed != 0 or total == 0)


if __name__ == "__main__":
    main()
