#!/usr/bin/env python3
"""Runs the public suites of Shardy and StableHLO in ../shared/conformance and fails where fewer cases
pass than reached.json says: public.py SDYC reached.json. Skipped (exit status 77) without ../shared."""
import subprocess
import sys
from pathlib import Path


def main():
    sdyc, reached = (Path(word).resolve() for word in sys.argv[1:3])
    report = reached.parents[3] / "shared/conformance/report"
    if not report.exists():
        print(f"skipped: there is no {report}")
        sys.exit(77)
    sys.exit(subprocess.run([sys.executable, report, sdyc, "--against", reached]).returncode)


if __name__ == "__main__":
    main()
