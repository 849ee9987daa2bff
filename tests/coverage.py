#!/usr/bin/env python3
"""Checks that every operation which has a sharding rule is named in tests/rules, and every one that
can run in tests/run: coverage.py SDYC. A test in tests/run that also asks for the rule counts as both."""
import re
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent


def named_in(folder, asks=""):
    """All operations that the tests of a folder name which ask for this."""
    names = set()
    for file in (HERE / folder).rglob("*.mlir"):
        if asks not in file.read_text():
            continue
        names.update(re.findall(r"\b(?:stablehlo|chlo|sdy|sdyc|check|func|shape|tensor|interpreter|arith|builtin)\.[a-z_0-9-]+", file.read_text()))
    return names


def main():
    table = subprocess.run([sys.argv[1], "--list-ops"], check=True, capture_output=True, text=True).stdout
    rows = [line.split()[:3] for line in table.splitlines()]
    # Made and removed by the pipeline itself, or an older spelling of another operation.
    inner = {"sdy.data_flow_edge", "sdy.func_data_flow_edge", "stablehlo.cross-replica-sum"}
    rows = [row for row in rows if row[0] not in inner]
    in_rules = named_in("rules") | named_in("run", "-sdy-populate-op-sharding-rules")
    in_run = named_in("run")
    missing = [f"{name} has a sharding rule and no test in tests/rules"
               for name, rule, _ in rows if rule == "rule" and name not in in_rules]
    missing += [f"{name} can run and has no test in tests/run"
                for name, _, run in rows if run in ("run", "expanded", "static", "checked") and name not in in_run]
    print("\n".join(missing) or f"{len(rows)} operations")
    sys.exit(1 if missing else 0)


if __name__ == "__main__":
    main()
