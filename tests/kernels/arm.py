#!/usr/bin/env python3
"""Every family of kernels on 64-bit ARM: arm.py FOLDER [--count PERCENT] [--family NAME ...] [--gcc]

The runtime and these tests are compiled in FOLDER, what has changed since the last time, and run by
qemu-aarch64: the loops for NEON, and every path that is not x86's. It is slow, so `meson test` runs a small share of the cases, and of
the others one for each route that these do not take: a route that no case takes is a failure. Where clang is, it compiles, the kernels
without optimisation: in a quarter of the time of aarch64-linux-gnu-gcc, which --gcc asks for, and which links. Where this or qemu is not
installed, it says so and ends with 77 (skipped).
"""
import argparse
import concurrent.futures
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
RUNTIME = HERE.parents[1] / "runtime"
TRIPLE = "aarch64-linux-gnu"
# Of the compiler, of ranks and of calls: no kernels.
NO_KERNELS = {"call", "ranks", "value"}
WRAPPED = ["isa", "set", "processor", "has_avx512_bf16", "has_avx512_vbmi", "has_avx512_vnni", "has_amx"]


def run(*words, **options):
    done = subprocess.run([str(word) for word in words], capture_output=True, text=True, **options)
    if done.returncode:
        sys.exit(f"{' '.join(map(str, words))} ends with {done.returncode}\n{done.stdout}{done.stderr}")
    return done.stdout


def sources():
    for kind in ("others", "strips", "team"):
        for name in run(sys.executable, RUNTIME / "sources.py", kind).split():
            if name.split("/")[0] not in NO_KERNELS and name != "symbols.c":
                yield RUNTIME / name
    yield RUNTIME / "strips/strips_here.c"
    yield from (path for path in sorted(HERE.glob("*.c")) if not path.name.startswith("emulate"))


def is_new(result):
    """Whether it is newer than all that it was made of."""
    needs = result.with_suffix(".d")
    if not result.exists() or not needs.exists():
        return False
    paths = [Path(name) for name in re.sub(r"\\\n", " ", needs.read_text()).split()[1:]]
    return all(path.exists() and path.stat().st_mtime <= result.stat().st_mtime for path in paths)


def compiler_of(source, by_gcc):
    """What the results are compared with is worth optimising."""
    ccache = [shutil.which("ccache")] if shutil.which("ccache") else []
    if by_gcc:
        return [*ccache, f"{TRIPLE}-gcc", "-O1"]
    return [*ccache, "clang", f"--target={TRIPLE}", "-O1" if source.parent == HERE else "-O0", "-Wno-pass-failed"]


def compile_all(folder, by_gcc):
    folder.mkdir(parents=True, exist_ok=True)
    parts = folder / "parts_list.h"
    text = run(sys.executable, RUNTIME / "sources.py", "parts")
    if not parts.exists() or parts.read_text() != text:
        parts.write_text(text)
    includes = [f"-I{path}" for path in [folder, RUNTIME, *sorted(path for path in RUNTIME.rglob("*") if path.is_dir())]]

    def compile_one(source):
        result = folder / f"{source.parent.name}_{source.stem}.o"
        if not is_new(result):
            run(*compiler_of(source, by_gcc), "-std=gnu11", "-D_GNU_SOURCE", "-fopenmp-simd", "-Wall", "-Wextra", "-MMD", *includes,
                "-c", source, "-o", result)
        return result
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        objects = list(pool.map(compile_one, sources()))
    program = folder / "kernels"
    if not program.exists() or program.stat().st_mtime < max(path.stat().st_mtime for path in objects):
        wraps = [f"-Wl,--wrap=sdyrt_cpu_{name}" for name in WRAPPED]
        run(f"{TRIPLE}-gcc", *objects, *wraps, "-lm", "-ldl", "-lpthread", "-o", program)
    return program


parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
parser.add_argument("folder", type=Path)
parser.add_argument("--count", default="100")
parser.add_argument("--family", nargs="*", default=[])
parser.add_argument("--gcc", action="store_true")
arguments = parser.parse_args()
for needed in (f"{TRIPLE}-gcc", "qemu-aarch64"):
    if not shutil.which(needed):
        print(f"skipped: there is no {needed}")
        sys.exit(77)
program = compile_all(arguments.folder.resolve(), arguments.gcc or not shutil.which("clang"))
families = arguments.family or re.findall(r"^FAMILY\((\w+)\)", (HERE / "families.def").read_text(), re.M)
failed = [family for family in families if subprocess.run(
    ["qemu-aarch64", "-L", f"/usr/{TRIPLE}", program, "--begun", "--set", "baseline", "--routes", "--family", family, "--count",
     arguments.count],
    check=False).returncode]
sys.exit(f"fails: {' '.join(failed)}" if failed else 0)
