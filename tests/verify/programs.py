#!/usr/bin/env python3
"""Sharded programs of the tests, partitioned and verified: programs.py SDYC [FILE]...

Each section of tests/partition, tests/run and tests/count that has a mesh and a main function, and each function of one that has none, is
partitioned on every way of ways.py that knows it; the result must be proved. A program that checks its own values gives them as results
instead. What cannot be proved stands in KNOWN below, with the reason; a program there that is proved after all is a failure too, as is one
that is gone. What is not asked stands in LEFT_OUT.
"""
import re
import sys
import tempfile
from pathlib import Path

from ways import WAYS, call, verified

TESTS = Path(__file__).resolve().parents[1]
CHECK = re.compile(r"^\s*check\.expect_\w+ (%[\w#]+),? .*: ([^\n{]+)$", re.M)
MAIN = re.compile(r"func\.func (?:public )?@main\(\) \{(.*?)\n\}", re.S)
FUNCTION = re.compile(r"^( *)func\.func (?:public |private )?@(\w+)\(.*?^\1\}$", re.M | re.S)
FOLDERS = ("partition", "run", "count")
MIDDLE = re.compile(r"sdy\.(?:all_|reduce_scatter|collective_permute)|_to_unreduced|stablehlo\.(?:all_|collective_)")
LEFT_OUT = {
    "partition/explicit_reshards.0.loop": "a loop without an end",
    "partition/manual.0.nested": "a loop without an end",
    "partition/impossible.0.too_many": "2^40 elements",
    "partition/resolve.0.approximate_top_k": "a custom call whose results evaluation does not know",
}
KNOWN = {
    "partition/sum_behind_slice.0": "in the middle of the way: its all_reduce ends a sum that partitioning ends again",
    "partition/unreduced_functions.0": "checks values in two functions",
    "run/collective/axes_not_nested_inside.0": "meshes of 12 and of 6 devices",
    "run/product/bounded_lapack.0": "LAPACK's functions of batches are not taken for functions of matrices",
    "run/control/custom_calls.0": "a custom call with side effects",
    "run/types/resources.0": "a constant that is written as sparse<...>",
}


def with_results(text):
    """A program that checks values of its own, with these as its results; others as they are."""
    main = MAIN.search(text)
    if not main:
        return text
    checked = [(value, kind.split(", tensor")[0].strip()) for value, kind in CHECK.findall(main.group(1))]
    checked = list(dict.fromkeys(checked))
    if not checked:
        return text
    body = CHECK.sub("", main.group(1))
    returned = "return " + ", ".join(value for value, _ in checked) + " : " + ", ".join(kind for _, kind in checked)
    body = re.sub(r"^\s*(?:func\.)?return\s*$", f"  {returned}", body, flags=re.M)
    kinds = ", ".join(kind for _, kind in checked)
    return text[:main.start()] + f"func.func public @main() -> ({kinds}) {{{body}\n}}" + text[main.end():]


def programs_of(text):
    """(name, program) of a section: itself where it has a main function, else each of its functions as one, with what this calls. A function
    with collectives may be one in the middle of the way, and no whole program."""
    if "sdy.mesh" not in text or re.search(r"^\s*func\.func (?:public )?@main\(", text, re.M):
        yield from [("", with_results(text))] if "sdy.mesh" in text else []
        return
    functions = {found[2]: found[0] for found in FUNCTION.finditer(text)}
    for name, own in functions.items():
        if MIDDLE.search(own):
            continue
        called = [other for known, other in functions.items() if known != name and re.search(rf"@{re.escape(known)}\b", own)]
        own = re.sub(rf"func\.func (public |private )?@{re.escape(name)}\(", "func.func public @main(", own, count=1)
        yield f".{name}", with_results("\n".join([FUNCTION.sub("", text), own, *called]))


def sections(paths):
    """(name, program) of all files."""
    for path in paths:
        for number, text in enumerate(re.split(r"^// -----.*$", path.read_text(), flags=re.M)):
            for name, program in programs_of(text):
                name = f"{path.resolve().relative_to(TESTS).with_suffix('')}.{number}{name}"
                if name not in LEFT_OUT:
                    yield name, program


def judge(sdyc, folder, text, way):
    """'' where it is proved, None where it is no program that is known on that way, else what is said."""
    whole, parts = folder / "global.mlir", folder / "partitioned.mlir"
    whole.write_text(text)
    made = call(sdyc, *WAYS[way], whole)
    if made.returncode:
        return None
    parts.write_text(made.stdout)
    outcome, said = verified(way, sdyc, whole, parts)
    return "" if outcome == "proved" else f"{outcome}: {said.strip()}"


def main():
    sdyc, files = sys.argv[1], [Path(word) for word in sys.argv[2:]]
    files = files or [path for name in FOLDERS for path in sorted((TESTS / name).rglob("*.mlir"))]
    proved, failed = 0, 0
    with tempfile.TemporaryDirectory() as scratch:
        for name, text in sections(files):
            said = {way: judge(sdyc, Path(scratch), text, way) for way in WAYS}
            if said["partition"] is None:
                continue
            faults = [f"{name}, {way}: {words[:300]}" for way, words in said.items() if words]
            if name in KNOWN:
                faults = [] if faults else [f"{name}: proved, though it is known not to be"]
            print("".join(f"{fault}\n" for fault in faults), end="", flush=True)
            failed += len(faults)
            proved += sum(words == "" for words in said.values())
    print(f"{proved} proved, {failed} failed")
    sys.exit(1 if failed or not proved else 0)


if __name__ == "__main__":
    main()
