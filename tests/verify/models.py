#!/usr/bin/env python3
"""Models of JAX, verified: models.py SDYC [MODEL]...

The partition that sdyc makes of each model of ../shared/models must be proved. So must the one that Shardy's own passes made
(partitioned.mlir), but for those that compute something else, which must be refuted: tests/conformance/differences.md.
"""
import subprocess
import sys
import tempfile
from pathlib import Path

MODELS = Path(__file__).resolve().parents[3] / "shared/models"
# Shardy takes the largest of parts for the largest of all, sums what is true, and pads a maximum with zeros.
OF_SHARDY_WRONG = {"dot_attributes", "many_dtypes", "segment_sum_graph"}
SKIPPED = 77


def verify(sdyc, whole, parts):
    said = subprocess.run([sdyc, "verify", "--quiet", whole, parts], capture_output=True, text=True, timeout=120)
    return said.returncode, (said.stdout + said.stderr).strip()


def main():
    sdyc, names = sys.argv[1], set(sys.argv[2:])
    if not MODELS.is_dir():
        sys.exit(SKIPPED)
    failed, passed = [], 0
    with tempfile.TemporaryDirectory() as scratch:
        for model in sorted(MODELS.glob("*/model.mlir")):
            name, own, of_shardy = model.parent.name, Path(scratch) / "parts.mlir", model.parent / "partitioned.mlir"
            if names and name not in names:
                continue
            with own.open("w") as out:
                subprocess.run([sdyc, "partition", model], stdout=out, check=True, timeout=120)
            for parts, wanted in [(own, 0), (of_shardy, 1 if name in OF_SHARDY_WRONG else 0)]:
                if parts.exists():
                    status, said = verify(sdyc, model, parts)
                    passed += status == wanted
                    if status != wanted:
                        failed.append(f"{name}, {parts.name}: exit {status}: {said[:300]}")
    print("\n".join(failed))
    print(f"{passed} as they should be, {len(failed)} failed")
    sys.exit(1 if failed or not passed else 0)


if __name__ == "__main__":
    main()
