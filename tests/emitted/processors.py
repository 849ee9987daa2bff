#!/usr/bin/env python3
"""Emitted folders on processors that are not this one: processors.py SDYC [--quick] [--models DIR [--only REGEX]]

processors.mlir is emitted once with its test, compiled by each cross compiler that is installed, and run by qemu:
every function gives what it gives here within the test's tolerance, and the same bits as the AVX2 code of this
processor (both fuse multiplications with additions) but for the functions in LIBRARY, whose sines and sums of two
products depend on the C library and the compiler.

They are compiled as users compile them, which takes long. With --quick the cross compilers optimise less, and what runs here is compiled
by the compiler that is quickest at it (quick.py): the bits are the same.

With --models, each folder of DIR (model.mlir, in/*.npy) is treated so instead; what differs in bits is only printed.
What is not installed is skipped with a message.
"""
import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import quick

HERE = Path(__file__).resolve().parent
PROCESSORS = {"aarch64": "aarch64-linux-gnu", "riscv64": "riscv64-linux-gnu"}
LIBRARY = {"library", "spectra", "triangles"}


def run(*command, **options):
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True, **options)
    if done.returncode != 0:
        sys.exit(f"{' '.join(map(str, command))} ends with {done.returncode}\n{done.stdout}{done.stderr}")
    return done.stdout


def numbered(folder, pattern):
    """The files by their numbers: 2 comes before 10."""
    return sorted(folder.glob(pattern), key=lambda path: (len(path.name), path.name))


def installed():
    """{processor: (compiler, how its programs are run)} of this machine."""
    found = {}
    for processor, triple in PROCESSORS.items():
        compiler, emulator = shutil.which(f"{triple}-gcc"), shutil.which(f"qemu-{processor}")
        if compiler and emulator:
            found[processor] = (compiler, [emulator, "-L", f"/usr/{triple}"])
        else:
            print(f"skipped: there is no {triple}-gcc, or no qemu-{processor}")
    return found


def has_avx2():
    info = Path("/proc/cpuinfo")
    return info.exists() and " avx2 " in info.read_text()


def results(program, name, inputs, folder, environment=None):
    """The bytes of each output file of one function."""
    folder.mkdir(parents=True, exist_ok=True)
    expected = numbered(inputs, f"{name}_output*.npy")
    given = [f"--input=@{path}" for path in numbered(inputs, f"{name}_input*.npy")]
    taken = [f"--output=@{folder / path.name}" for path in expected]
    run(*program, f"--entry={name}", *given, *taken, env=os.environ | (environment or {}))
    return [(folder / path.name).read_bytes() for path in expected]


def make(target, folder, *more):
    run("make", "-s", "-j2", "-C", folder, f"CFLAGS={'-O1' if arguments.quick else '-O3'}", target, *more)


def check(module, scratch, processors):
    """The names of the functions that give other bits, by processor."""
    native, names = scratch / "native", []
    run(sdyc, "emit", module, "-o", native, "--with-test")
    copies = {processor: scratch / processor for processor in processors}
    for copy in copies.values():
        shutil.copytree(native, copy)
    make("run", native, *([f"CC={quick.CC}", f"CFLAGS={quick.CFLAGS}"] if arguments.quick else []))
    differing = {}
    for processor, (compiler, emulator) in processors.items():
        folder = copies[processor]
        make("run", folder, f"CC={compiler}", "model_test")
        printed = run(*emulator, folder / "model_test", folder / "test")
        names = re.findall(r"^(\S+): as expected$", printed, re.M)
        differing[processor] = [
            name for name in names if has_avx2() and
            results([*emulator, folder / "run"], name, native / "test", folder / "results") !=
            results([native / "run"], name, native / "test", native / "results", {"SDYRT_ISA": "avx2"})]
        print(f"{module.parent.name}/{module.name} on {processor}: {len(names)} functions, other bits: "
              f"{' '.join(differing[processor]) or 'none'}", flush=True)
    return differing


parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
parser.add_argument("sdyc", type=Path)
parser.add_argument("--models", type=Path)
parser.add_argument("--only", default="")
parser.add_argument("--quick", action="store_true")
arguments = parser.parse_args()
sdyc = arguments.sdyc.resolve()
processors = installed()
with tempfile.TemporaryDirectory() as name:
    scratch = Path(name)
    if arguments.models:
        for index, path in enumerate(sorted(arguments.models.glob("*/model.mlir"))):
            if re.search(arguments.only, path.parent.name):
                (scratch / str(index)).mkdir()
                check(path, scratch / str(index), processors)
    elif processors:
        for processor, differing in check(HERE / "processors.mlir", scratch, processors).items():
            if set(differing) - LIBRARY:
                sys.exit(f"other bits on {processor}: {differing}")
