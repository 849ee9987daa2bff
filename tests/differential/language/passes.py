#!/usr/bin/env python3
"""StableHLO's passes against those that jaxlib ships.

    passes.py --sdyc BUILD/sdyc [--only PASS] [--show N] FILES

Each module of the files, between `// -----` lines, goes through each pass in both; where both print it alike before, they must
print it alike behind. jaxlib is of an older date than some passes: some differences are on purpose.
"""
import argparse
import collections
import difflib
import os
import re
import subprocess
import sys
from pathlib import Path

sys.path[:0] = [str(Path(__file__).resolve().parent)]
import changed
from jaxlib.mlir import ir, passmanager

OF_FUNCTIONS = ["chlo-legalize-to-stablehlo", "shape-legalize-to-stablehlo", "stablehlo-canonicalize-dynamism",
                "stablehlo-check-shape-assertions", "stablehlo-complex-math-expander", "stablehlo-legalize-composite-to-call",
                "stablehlo-legalize-deprecated-ops", "stablehlo-legalize-quant-to-math",
                "stablehlo-legalize-qdq-to-quantized-op", "stablehlo-legalize-quantized-op-to-qdq"]
OF_MODULES = ["stablehlo-refine-shapes", "stablehlo-convert-to-signless", "stablehlo-compatibility-expander{target=1.0.0}",
              "stablehlo-wrap-in-composite{op-names=stablehlo.add}"]


def theirs(context, text, pipeline):
    with context, ir.Location.unknown(context):
        try:
            module = ir.Module.parse(text)
            if pipeline:
                passmanager.PassManager.parse(pipeline).run(module.operation)
            return str(module)
        except Exception as error:  # whatever jaxlib raises
            return f"error: {error}"


def apart(context, text, pipeline):
    """The same in a process that may crash."""
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reader)
        with os.fdopen(writer, "w") as answer:
            answer.write(theirs(context, text, pipeline))
        os._exit(0)
    os.close(writer)
    with os.fdopen(reader) as answer:
        text = answer.read()
    os.waitpid(child, 0)
    return text or "error: crash"


def ours(sdyc, text, name):
    flag = re.sub(r"\{(.*)\}$", r"=\1", name)
    done = subprocess.run([sdyc, "opt", "-", *([f"-{flag}"] if name else [])], input=text, capture_output=True, text=True)
    return done.stdout if done.returncode == 0 else f"error: {done.stderr}"


def modules(files):
    for file in files:
        with open(file) as text:
            for number, module in enumerate(re.split(r"^// -----.*$", text.read(), flags=re.M)):
                yield f"{file}:{number}", re.sub(r"^\s*//.*$", "", module, flags=re.M)


def alike(a, b):
    return a.split() == b.split() or (a.startswith("error") and b.startswith("error"))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sdyc", required=True)
    parser.add_argument("--only", default="")
    parser.add_argument("--show", type=int, default=5)
    parser.add_argument("files", nargs="+")
    options = parser.parse_args()
    context = changed.referee_context()
    pipelines = {name: f"builtin.module(func.func({name}))" for name in OF_FUNCTIONS}
    pipelines |= {name: f"builtin.module({name})" for name in OF_MODULES}
    counts, shown = collections.Counter(), 0
    for place, text in modules(options.files):
        before = theirs(context, text, None)
        if before.startswith("error") or not alike(before, ours(options.sdyc, before, "")):
            continue
        for name in (name for name in pipelines if options.only in name):
            want, got = apart(context, before, pipelines[name]), ours(options.sdyc, before, name)
            counts[name, "alike" if alike(want, got) else "different"] += 1
            if not alike(want, got) and shown < options.show:
                shown += 1
                print(place, name)
                print("\n".join(difflib.unified_diff(want.split("\n"), got.split("\n"), "jaxlib", "sdyc", lineterm="", n=1)))
    for (name, verdict), count in sorted(counts.items()):
        print(f"{count:6} {verdict:9} {name}")


if __name__ == "__main__":
    main()
