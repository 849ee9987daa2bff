#!/usr/bin/env python3
"""Runs the public suites of Shardy and StableHLO in ../shared/conformance and fails where fewer cases
pass than reached.json says: public.py SDYC reached.json. Skipped (exit status 77) without ../shared."""
import json
import subprocess
import sys
from pathlib import Path

# The first would select the second, which builds a folder per program: models.py runs both.
SLOW = ["jax models", "jax models emitted"]


def main():
    sdyc, reached = (Path(word).resolve() for word in sys.argv[1:3])
    report = reached.parents[3] / "shared/conformance/report"
    if not report.exists():
        print(f"skipped: there is no {report}")
        sys.exit(77)
    suites = [name for name in json.loads(reached.read_text()) if name not in SLOW]
    chosen = [word for name in suites for word in ("--only", name)]
    sys.exit(subprocess.run([sys.executable, report, sdyc, "--against", reached, *chosen]).returncode)


if __name__ == "__main__":
    main()
