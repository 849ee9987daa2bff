#!/usr/bin/env python3
"""`sdyc explain --json` follows docs/how-to/explain.md: schema.py SDYC [--instrumented] FILE...

Every field has its type, every reference an end, and every axis a path that begins where the program, or
a pass, gave it. Files of programs from JAX are read where ../shared is there. With --instrumented, sdyc is slow: of the
longest of these no single values are asked.
"""
import json
import math
import subprocess
import sys
from pathlib import Path

WHY_CAME = {"given", "copy", "rule", "flow", "barrier", "return", "constraint", "callee",
            "manual_computation", "group", "carried", "pass"}
WHY_STOPPED = {"closed", "used", "replicated", "unreduced", "conflict", "elsewhere", "divisibility",
               "strided", "part", "late", "barrier", "blocked", "elementwise", "no_factor", "no_rule", "other_mesh"}
KINDS = {"argument", "result", "block_argument", "function_result", "added"}
LONG = 30_000  # bytes of a program
BEGINS = {"given", "callee", "manual_computation", "pass"}

# Name: type, and whether it is always there.
DOCUMENT = {"version": (int, True), "file": (str, True), "meshes": (list, True), "values": (list, True)}
MESH = {"name": (str, True), "axes": (list, True), "devices": (int, True), "device_ids": (list, False)}
MESH_AXIS = {"name": (str, True), "size": (int, True)}
VALUE = {"id": (int, True), "name": (str, True), "label": (str, True), "copy": (int, True),
         "function": (str, True), "kind": (str, True), "index": (int, True), "operation": (str, True),
         "line": (int, True), "column": (int, True), "type": (str, True), "mesh": (str, False),
         "sharding": (str, True), "carrier": (int, False), "manual": (list, False), "group": (int, False),
         "gone": (str, False), "gone_by": (str, False), "dims": (list, True), "replicated": (list, True),
         "unreduced": (list, True), "stops": (list, True), "events": (list, True), "holds": (list, False)}
HELD = {"operation": (str, True), "line": (int, False), "column": (int, False), "number": (int, True), "inside": (dict, False),
        "type": (str, True), "dimensions": (list, False), "partial": (list, False), "other": (list, False),
        "replicated": (list, False), "outside": (str, False), "padding": (str, False), "is": (str, True)}
DIM = {"size": (int, True), "local": (int, True), "axes": (list, True), "lost": (str, False)}
REASON = {"why": (str, True), "text": (str, True), "from": (int, False), "from_dim": (int, False),
          "operation": (str, False), "line": (int, False), "factor": (str, False), "round": (dict, False)}
AXIS = {**REASON, "place": (int, True), "axis": (str, True), "pre_size": (int, False),
        "size": (int, False), "path": (list, False), "origin": (int, True), "origin_dim": (int, True)}
LINK = {**REASON, "value": (int, True), "label": (str, True), "dim": (int, True)}
STOP = {"why": (str, True), "text": (str, True), "dim": (int, False), "axis": (str, False),
        "pre_size": (int, False), "size": (int, False), "from": (int, False), "from_dim": (int, False),
        "operation": (str, True), "line": (int, False)}
ROUND = {"priority": (int, True), "op_priority": (int, True), "strategy": (str, True)}
EVENT = {"time": (int, True), "pass": (str, False), "after": (str, True), "text": (str, True)}


def check(item, fields, where):
    for name, (kind, always) in fields.items():
        if name in item:
            assert isinstance(item[name], kind), f"{where}: '{name}' is {item[name]!r}"
        else:
            assert not always, f"{where}: no '{name}'"
    unknown = set(item) - set(fields)
    assert not unknown, f"{where}: unknown {unknown}"


def check_reason(reason, fields, where):
    check(reason, fields, where)
    assert reason["why"] in WHY_CAME, f"{where}: came by {reason['why']}"
    if "round" in reason:
        check(reason["round"], ROUND, where)


def check_axis(axis, values, where):
    check_reason(axis, AXIS, where)
    if "from" in axis and values:
        source = values[axis["from"]]
        assert axis["from_dim"] < len(source["dims"]), where
    assert not values or axis["origin"] in values, where
    for link in axis.get("path", []):
        check_reason(link, LINK, where)
    if "path" in axis:
        assert axis["path"][0]["why"] in BEGINS, f"{where}: begins by {axis['path'][0]['why']}"
        assert axis["path"][-1]["text"] == axis["text"], where
        assert axis["path"][0]["value"] == axis["origin"], where


def check_value(value, values):
    where = value["label"]
    check(value, VALUE, where)
    assert value["kind"] in KINDS, where
    for d, dim in enumerate(value["dims"]):
        check(dim, DIM, where)
        for axis in dim["axes"]:
            check_axis(axis, values, f"{where} dimension {d}")
    for stop in value["stops"]:
        check(stop, STOP, where)
        assert stop["why"] in WHY_STOPPED, where
        assert not values or stop.get("from", value["id"]) in values, where
    for event in value["events"]:
        check(event, EVENT, where)
    for held in value.get("holds", []):
        check(held, HELD, where)
    times = [event["time"] for event in value["events"]]
    assert times == sorted(times), where


def origin(value, dim, axis, values):
    """Follows `from` to where the axis began; the reason there."""
    for _ in range(len(values) + 1):
        reason = next((a for a in value["dims"][dim]["axes"] if a["axis"] == axis), None)
        if reason is None:
            return "lost"  # an export pass took it away from the source
        if "from" not in reason:
            return reason["why"]
        value, dim = values[reason["from"]], reason["from_dim"]
    return "circle"


def explain(sdyc, *words):
    done = subprocess.run([sdyc, "explain", *words, "--json"], capture_output=True, check=True)
    return json.loads(done.stdout)


def check_file(sdyc, path, singly):
    document = explain(sdyc, path)
    check(document, DOCUMENT, path)
    assert document["version"] == 1
    for mesh in document["meshes"]:
        check(mesh, MESH, path)
        for axis in mesh["axes"]:
            check(axis, MESH_AXIS, path)
    values = {value["id"]: value for value in document["values"]}
    assert len(values) == len(document["values"]), f"{path}: an id twice"
    for value in document["values"]:
        check_value(value, values)
        for d, dim in enumerate(value["dims"]):
            for axis in dim["axes"]:
                begin = origin(value, d, axis["axis"], values)
                assert begin in BEGINS | {"lost", "circle"}, f"{path}: {value['label']}: {begin}"
    if singly:
        check_single_values(sdyc, path, document["values"])


def check_single_values(sdyc, path, values):
    """With --value, the same value, with its paths."""
    names = [value for value in values if value["kind"] == "function_result" and value["function"] == "main"]
    for value in names[:3]:
        alone = explain(sdyc, path, f"--value={value['name']}")["values"]
        for single in alone:
            check_value(single, {})
            assert all("path" in axis for dim in single["dims"] for axis in dim["axes"]), path
        assert alone[0]["sharding"] == value["sharding"], path


def main():
    sdyc, *files = (word for word in sys.argv[1:] if word != "--instrumented")
    longest = LONG if "--instrumented" in sys.argv else math.inf
    here = Path(__file__).resolve()
    shared = next((folder / "shared" / "models" for folder in here.parents if (folder / "shared" / "models").is_dir()), None)
    programs = [Path(file) for file in files] + (sorted(shared.glob("*/model.mlir")) if shared else [])
    for program in programs:
        try:
            check_file(sdyc, str(program), program.stat().st_size < longest)
        except (AssertionError, subprocess.CalledProcessError) as error:
            sys.exit(f"{program}: {error}")
    print(f"{len(programs)} programs")


main()
