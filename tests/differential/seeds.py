"""What tests of random programs share: their command line, a folder for each program, the count.

A program is made from a seed and tells its `text()`. A failing one is printed with its seed:
`--seed S --programs 1` makes it again.
"""
import argparse
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path


def run(command):
    """"", or the command with what it said where it failed."""
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True, timeout=600)
    return "" if done.returncode == 0 else f"{' '.join(map(str, command))}\nexit {done.returncode}\n{done.stderr[:4000]}"


def compiled_by(compiler="cc"):
    """What `make` is told of an emitted program, most of whose runtime is that of the program before: ccache has it."""
    return f"CC=ccache {compiler}" if shutil.which("ccache") else f"CC={compiler}"


def test(description, programs, make, check, emit_every=0):
    """Makes and checks a program for each seed; exits with 1 where one fails.

    check(sdyc, folder, program) gives the first failure, or "". Where `emit_every` is not 0 there is
    a flag --emit, and check has a fourth argument: whether the program is emitted too, which takes
    seconds and so is done for one program in so many.
    """
    parser = argparse.ArgumentParser(description=description, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--sdyc", required=True, type=Path)
    parser.add_argument("--programs", type=int, default=programs)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--print", action="store_true", help="print the programs instead of running them")
    if emit_every:
        parser.add_argument("--emit", action="store_true")
    arguments = parser.parse_args()
    seeds, failed = range(arguments.seed, arguments.seed + arguments.programs), 0
    if arguments.print:
        for seed in seeds:
            print(make(seed).text())
        return
    for seed in seeds:
        more = [arguments.emit and seed % emit_every == 0] if emit_every else []
        with tempfile.TemporaryDirectory() as folder:
            failure = check(arguments.sdyc.resolve(), Path(folder), make(seed), *more)
        if failure:
            failed += 1
            print(f"seed {seed}: {failure}\n{make(seed).text()}")
    print(f"{arguments.programs - failed} passed, {failed} failed")
    sys.exit(1 if failed else 0)
