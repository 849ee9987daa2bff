#!/usr/bin/env python3
"""Modules of other projects do sdyc no harm: foreign.py FOLDER [--sdyc SDYC] [--jobs N] [--seconds S] [--keep DIR].

FOLDER holds what whoever runs this has fetched: the .mlir files in it that speak of StableHLO or sdy, cut at their
`// -----` lines, and its .mlirbc files. Each module goes through `opt`, `propagate`, `partition` and `explain`, and each
of its functions through `kernels`, `run` with random inputs in both storage models, and `emit`. A module that is rejected
with an error passes; one that ends sdyc by a signal, takes longer than the limit or is answered by an internal error, or
by no error at all, fails. So does one that is rejected without a place, but for what `run` says of its inputs. What holds a
tensor of more than 16 million elements is compiled and not run. A program with a loop that is not over at the limit is
counted, and no fault: what ends a loop is for its inputs to say.

Prints what failed, with the command to see it again (--keep keeps the modules for that), how many modules were accepted, and at last `N passed, N failed`.
"""
import argparse
import collections
import math
import os
import re
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
OURS = re.compile(rb"\b(stablehlo|sdy|vhlo|chlo|mhlo)\.")
MARKER = re.compile(r"^[ \t/]*// -----.*$", re.MULTILINE)
PLACE = re.compile(r"^[^\n]*(:\d+:\d+|: byte \d+): error: ", re.MULTILINE)
WHOLE = ("opt", "propagate", "partition", "explain")
OTHERS = "--allow-unregistered-dialect"  # attributes and operations of other dialects may stand beside ours
UNKNOWN_SIZE = "3"  # of a dimension that the inputs decide
MOST_ELEMENTS = 1 << 24  # of any tensor in what is run


def modules_of(path):
    """The modules in a file as bytes; each keeps the lines of the file, so that places are those of the file."""
    data = path.read_bytes()
    if path.suffix == ".mlirbc":
        return [data]
    if not OURS.search(data):
        return []
    text, chunks, begin = data.decode(errors="surrogateescape"), [], 0
    for marker in [*MARKER.finditer(text), None]:
        end = marker.start() if marker else len(text)
        chunk = text[begin:end]
        if OURS.search(chunk.encode(errors="surrogateescape")):
            chunks.append(("\n" * text.count("\n", 0, begin) + chunk).encode(errors="surrogateescape"))
        begin = marker.end() if marker else end
    return chunks


def inputs_of(header):
    """Random values for the tensors that a function takes, by the line on which its arguments stand, and for what else it takes."""
    types = re.findall(r"%arg\d+: tensor<((?:[^<>]|<[^<>]*>)*)>", header)
    values = [re.sub(r"!quant\.uniform<(\w+).*", r"\1", text) for text in types]  # by the integers that are stored
    values = [re.sub(r"\?|, .*", lambda found: UNKNOWN_SIZE if found[0] == "?" else "", text) for text in values]
    return [*(f"--input={value}=random:{number}" for number, value in enumerate(values)), "--input=random"]


def functions_of(printed):
    """(name, inputs) of each function that has a body."""
    found = re.findall(r'^ *func\.func (?:public |private )?@([\w.$-]+|"[^"]*")(\(.*)\{$', printed, re.MULTILINE)
    return [(name.strip('"'), inputs_of(header.split(" -> ")[0])) for name, header in found]


def is_too_large(printed):
    """Whether some tensor is so large that running the module says nothing but how fast it is."""
    shapes = set(re.findall(r"tensor<((?:\d+x)+)", printed))
    return any(math.prod(map(int, shape[:-1].split("x"))) > MOST_ELEMENTS for shape in shapes)


class Trial:
    """What one module was put through, and what went wrong."""

    def __init__(self, options, path, folder):
        self.options, self.path, self.folder = options, path, folder
        self.faults = []
        self.endless = 0  # runs of loops that random inputs may never end

    def call(self, words):
        """What sdyc printed, or None where it rejected the module."""
        command = [self.options.sdyc, words[0], str(self.path), *words[1:]]
        try:
            done = subprocess.run(command, capture_output=True, timeout=self.options.seconds, cwd=self.folder)
        except subprocess.TimeoutExpired:
            if words[0] == "run" and b"while" in self.path.read_bytes():
                self.endless += 1
            else:
                self.note("hang", words, f"more than {self.options.seconds} s")
            return None
        said = done.stderr.decode(errors="replace")
        first = next((line for line in said.splitlines() if "error: " in line), said[:200])
        if done.returncode < 0 or done.returncode > 128:
            self.note("crash", words, f"status {done.returncode}; {said.strip()[-300:]}")
        elif "internal error" in said or "AddressSanitizer" in said or "runtime error: " in said:
            self.note("internal error", words, first)
        elif done.returncode and not first:
            self.note("silence", words, f"status {done.returncode}")
        elif done.returncode and words[0] != "run" and not PLACE.search(said):
            self.note("no place", words, first)
        return None if done.returncode else done.stdout.decode(errors="replace")

    def note(self, kind, words, detail):
        self.faults.append((kind, f"sdyc {words[0]} {self.path} {' '.join(words[1:])}", detail))

    def put_through(self):
        """Whether sdyc accepted the module."""
        printed = [self.call([command, OTHERS]) for command in WHOLE][0]
        for number, (name, inputs) in enumerate(functions_of(printed) if printed else []):
            entry = [f"--entry={name}", OTHERS]
            self.call(["kernels", *entry])
            for storage in () if is_too_large(printed) else ("shared", "private"):
                self.call(["run", *entry, *inputs, f"--storage={storage}"])
            self.call(["emit", *entry, "-o", str(self.folder / f"emitted{number}")])
        return printed is not None


def try_module(options, name, data):
    with tempfile.TemporaryDirectory() as scratch:
        keep = Path(options.keep) if options.keep else Path(scratch)
        suffix = ".mlirbc" if data.startswith(b"ML\xefR") else ".mlir"
        path = keep / (re.sub(r"[^\w.-]", "_", name) + suffix)
        path.write_bytes(data)
        trial = Trial(options, path, Path(scratch))
        return name, trial.put_through(), trial.endless, trial.faults


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--sdyc", default=str(ROOT / "build/sdyc"))
    parser.add_argument("--jobs", type=int, default=len(os.sched_getaffinity(0)))
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--keep")
    options = parser.parse_args()
    options.sdyc = str(Path(options.sdyc).resolve())
    if options.keep:
        Path(options.keep).mkdir(parents=True, exist_ok=True)
        options.keep = str(Path(options.keep).resolve())
    files = sorted(path for path in options.folder.rglob("*.mlir*") if path.suffix in (".mlir", ".mlirbc"))
    modules = [(f"{path.relative_to(options.folder)}.{number}", data)
               for path in files for number, data in enumerate(modules_of(path))]
    kinds, accepted, endless, failed = collections.Counter(), 0, 0, 0
    with ThreadPoolExecutor(options.jobs) as pool:
        for name, good, loops, faults in pool.map(lambda module: try_module(options, *module), modules):
            accepted, endless, failed = accepted + good, endless + loops, failed + bool(faults)
            for kind, command, detail in faults:
                kinds[kind] += 1
                print(f"{name}: {kind}: {command}\n    {detail}", flush=True)
    print(f"{len(files)} files, {accepted} modules accepted, {len(modules) - accepted} rejected, {endless} runs of loops without an end")
    print("".join(f"{kind}: {count}\n" for kind, count in sorted(kinds.items())), end="")
    print(f"{len(modules) - failed} passed, {failed} failed")
    return 1 if failed or not modules else 0


if __name__ == "__main__":
    sys.exit(main())
