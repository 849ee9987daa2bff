#!/usr/bin/env python3
"""Models that are proved by relations: relations.py SDYC [MODEL]...

The partition of each model of ../shared/models is proved without evaluating it, but for those in EVALUATED, with what relations do not
follow there. One of these that is proved by relations after all is a failure too.
"""
import subprocess
import sys
import tempfile
from pathlib import Path

MODELS = Path(__file__).resolve().parents[3] / "shared/models"
EVALUATED = {}
SKIPPED = 77


def proof(sdyc, model, parts):
    with parts.open("w") as out:
        subprocess.run([sdyc, "partition", model], stdout=out, stderr=subprocess.DEVNULL, check=True, timeout=120)
    said = subprocess.run([sdyc, "verify", "--quiet", "--seconds=0.01", model, parts], capture_output=True, text=True, timeout=120)
    return "proved by relations" in said.stdout


def main():
    sdyc, names = sys.argv[1], set(sys.argv[2:])
    if not MODELS.is_dir():
        sys.exit(SKIPPED)
    models = [path for path in sorted(MODELS.glob("*/model.mlir")) if not names or path.parent.name in names]
    with tempfile.TemporaryDirectory() as scratch:
        proved = {path.parent.name for path in models if proof(sdyc, path, Path(scratch) / "parts.mlir")}
    wrong = sorted(path.parent.name for path in models if (path.parent.name in proved) == (path.parent.name in EVALUATED))
    for name in wrong:
        print(f"{name}: {'proved by relations, though it is known not to be' if name in proved else 'not proved by relations'}")
    print(f"{len(proved)} of {len(models)} proved by relations")
    sys.exit(1 if wrong or not models else 0)


if __name__ == "__main__":
    main()
