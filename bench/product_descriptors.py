#!/usr/bin/env python3
"""Lists the products that programs hold, as rows of bench/network_products.def.

    product_descriptors.py build/sdyc FILE.mlir... > bench/network_products.def

Each program is emitted as C, in which every product has its descriptor, that of the tile of one task. A row is the
name of the program (of its folder, where it is called model.mlir) and the descriptor; one that several programs have
stands once, under the first of them. Programs that sdyc does not emit are named on the standard error.
"""
import re
import subprocess
import sys
import tempfile
import textwrap
from pathlib import Path

HEAD = """/*
 * Products of programs, as bench/product_descriptors.py lists them: PRODUCT(program, type, m, n, k,
 * strides of rows and columns of A, B and C, in order, direct; how many, steps). Of all programs in
 * ../shared/models, ../shared/kernels and ../shared/scaling, and of those that
 * bench/product_programs.py writes.
 */"""
ROW = re.compile(r"\{SDYRT_PRODUCT_(\w+), ([-0-9, ]+)\}")


def descriptors(sdyc, program):
    """The descriptors of a program, in its order."""
    with tempfile.TemporaryDirectory() as folder:
        done = subprocess.run([sdyc, "emit", program, "-o", f"{folder}/out"], capture_output=True, text=True)
        if done.returncode != 0:
            print(f"{program}: {done.stderr.strip().splitlines()[:1]}", file=sys.stderr)
        for file in sorted(Path(folder).glob("out/program_*.c")):
            yield from ROW.findall(file.read_text())


def main():
    sdyc, programs = sys.argv[1], sys.argv[2:]
    seen = set()
    print(HEAD)
    for program in map(Path, programs):
        name = program.parent.name if program.stem == "model" else program.stem
        for row in descriptors(sdyc, program):
            if row not in seen:
                seen.add(row)
                print("\n        ".join(textwrap.wrap(f'PRODUCT("{name}", {row[0]}, {row[1]})', 92)))
    print("#undef PRODUCT")


if __name__ == "__main__":
    main()
