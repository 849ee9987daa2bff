#!/usr/bin/env python3
"""The tests that a source file has: index.py FILE...

    $ tests/index.py src/transforms/cse.c
    src/transforms/cse.c
      names -cse: tests/cli/opt_flags.mlir, tests/pass/cse/equal.mlir
      names -sdyc-merge-collectives: tests/partition/merge_collectives.mlir

A test is found by what both name: an operation or a pass that the file defines, or a function that its header declares, in a test in C.
Most tests of the code generator and of the runtime's kernels run programs and name neither; the folders are then where to look
(tests/README.md).
"""
import functools
import re
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
TOP = HERE.parent
MANY = 12  # names of tests in a line; of more only the count by folder is shown


@functools.cache
def texts(*endings):
    return {path: path.read_text(errors="replace") for ending in endings for path in sorted(HERE.rglob(f"*.{ending}"))
            if path.name != "index.py"}


def naming(pattern, *endings):
    return [path for path, text in texts(*endings).items() if re.search(pattern, text)]


@functools.cache
def passes():
    """{function: name} of src/passes.def."""
    rows = re.findall(r'^PASS\("([^"]+)", (\w+)', (TOP / "src/passes.def").read_text(), re.M)
    return {function: name for name, function in rows}


@functools.cache
def operations():
    """{definition: name} of src/ops/ops.def."""
    rows = re.findall(r'^OP\(\w+, "([^"]+)",\s*(\w+)\)', (TOP / "src/ops/ops.def").read_text(), re.M)
    return {definition: name for name, definition in rows}


def defined_functions(path, text):
    """Functions of a C file that are not static."""
    return re.findall(r"^(?!static|return|else|typedef)[a-z][\w *]*?\b(\w+)\([^;{}]*\)\s*\{", text, re.M) if path.suffix == ".c" else []


def relations(path):
    """(what is named, tests that name it) of one source file."""
    text = path.read_text()
    quoted = set(re.findall(r'"((?:[a-z]+)\.[a-z_0-9-]+)"', text)) & set(operations().values())
    defined = {operations()[word] for word in re.findall(r"\bop_\w+", text) if word in operations()}
    for name in sorted(quoted | defined):
        yield name, naming(rf"(?<![\w.]){re.escape(name)}\b", "mlir", "py")
    functions = defined_functions(path, text)
    for name in (passes()[function] for function in functions if function in passes()):
        yield f"-{name}", naming(rf"-{re.escape(name)}\b", "mlir", "py")
    called = "|".join(map(re.escape, functions))
    if called:
        yield "functions of it", naming(rf"\b(?:{called})\(", "c")


def shown(tests):
    names = [str(test.relative_to(TOP)) for test in tests]
    if len(names) <= MANY:
        return ", ".join(names)
    folders = [test.relative_to(HERE).parts[0] for test in tests]
    return ", ".join(f"{folders.count(folder)} in tests/{folder}" for folder in sorted(set(folders)))


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    for path in map(Path, sys.argv[1:]):
        print(path)
        found = [(name, tests) for name, tests in relations(path.resolve()) if tests]
        for name, tests in found:
            print(f"  names {name}: {shown(tests)}")
        if not found:
            print("  no test names what it defines: see tests/README.md for the folder that asks for such code")


if __name__ == "__main__":
    main()
