#!/usr/bin/env python3
"""Gathers a corpus for the fuzz targets: gather.py FOLDER [--most BYTES] SOURCE...

Every chunk (between `// -----` lines) of every .mlir file below the sources becomes a file of FOLDER,
named by its text, without what is too large to be of use. Comments for test tools are dropped.
"""
import argparse
import hashlib
import re
from pathlib import Path


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--most", type=int, default=8192, help="bytes of the largest chunk")
    parser.add_argument("sources", nargs="+", type=Path)
    arguments = parser.parse_args()
    arguments.folder.mkdir(parents=True, exist_ok=True)
    count = 0
    for source in arguments.sources:
        for path in sorted(source.rglob("*.mlir")):
            for chunk in re.split(r"(?m)^// -----.*\n?", path.read_text(errors="surrogateescape")):
                text = re.sub(r"(?m)^[ \t]*//(?! passes:).*\n", "", chunk)
                data = text.strip("\n").encode(errors="surrogateescape") + b"\n"
                if 1 < len(data) <= arguments.most:
                    (arguments.folder / hashlib.sha1(data).hexdigest()).write_bytes(data)
                    count += 1
    print(f"{count} chunks")


if __name__ == "__main__":
    main()
