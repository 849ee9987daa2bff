#!/usr/bin/env python3
"""Exceptions end at the call of a function (runtime/call/catch.c), on this processor and on those for which there are a cross compiler
and qemu: throw.py"""
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
RUNTIME = HERE.parents[1] / "runtime" / "call"
# A compiler, what runs its programs, and whether they have to be whole.
PROCESSORS = [(["cc"], [], []), (["clang"], [], []), (["aarch64-linux-gnu-gcc"], ["qemu-aarch64"], ["-static"])]


def check(folder, compiler, emulator, flags):
    program = Path(folder) / "throw"
    for level in "-O0", "-O2":
        command = [*compiler, "-std=c11", level, "-fexceptions", "-w", *flags, f"-I{RUNTIME}", HERE / "throw.c", RUNTIME / "catch.c", "-o", program, "-ldl"]
        subprocess.run(command, check=True, capture_output=True)
        done = subprocess.run([*emulator, program], capture_output=True, text=True, timeout=60)
        if done.returncode or done.stdout != "done\n":
            sys.exit(f"{' '.join(compiler)} {level}: exit {done.returncode}: {done.stdout}{done.stderr}")


def main():
    with tempfile.TemporaryDirectory() as folder:
        for compiler, emulator, flags in PROCESSORS:
            if all(shutil.which(word) for word in compiler + emulator):
                check(folder, compiler, emulator, flags)
            else:
                print(f"skipped: there is no {' or '.join(compiler + emulator)}")
    print("done")


if __name__ == "__main__":
    main()
