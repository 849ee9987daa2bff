#!/usr/bin/env python3
"""StableHLO's passes, Shardy's and MLIR's against those that jaxlib ships.

    passes.py --sdyc BUILD/sdyc [--only PASS] [--show N] [--changes N] [--seed S] FILE_OR_FOLDER...

Each module of the files, between `// -----` lines, and N of them changed at random as by changed.py, goes through each pass in
both. Where both print it alike before, they must print it alike behind, or say the same error first. jaxlib is of an older date than
some passes: some differences are on purpose.
"""
import argparse
import collections
import difflib
import random
import re
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path[:0] = [str(Path(__file__).resolve().parent)]
import changed
from jaxlib.mlir import ir, passmanager

OF_FUNCTIONS = ["chlo-legalize-to-stablehlo", "shape-legalize-to-stablehlo", "stablehlo-canonicalize-dynamism",
                "stablehlo-check-shape-assertions", "stablehlo-complex-math-expander", "stablehlo-legalize-composite-to-call",
                "stablehlo-legalize-deprecated-ops", "stablehlo-legalize-quant-to-math",
                "stablehlo-legalize-qdq-to-quantized-op", "stablehlo-legalize-quantized-op-to-qdq", "canonicalize", "cse",
                "sdy-explicit-gather-scatter-batching", "sdy-populate-op-sharding-rules", "sdy-constant-or-scalar-merger",
                "sdy-sink-data-flow-edges", "sdy-sharding-constraint-to-reshard", "sdy-drop-sharding-rules",
                "sdy-insert-explicit-reshards", "sdy-insert-explicit-reshards{enable-full-version=true}",
                "sdy-reshard-to-collectives", "sdy-remove-all-gather-reduce-scatter-for-cmv1", "sdy-pad-for-divisibility"]
OF_MODULES = ["symbol-dce", "inline", "stablehlo-refine-shapes", "stablehlo-convert-to-signless", "stablehlo-compatibility-expander{target=1.0.0}",
              "stablehlo-wrap-in-composite{op-names=stablehlo.add}", "sdy-lift-inlined-meshes", "sdy-remove-size-one-axes",
              "sdy-propagate-sharding-from-func-to-call", "sdy-constant-or-scalar-splitter", "sdy-manual-axes-cleanup",
              "sdy-add-data-flow-edges", "sdy-add-func-data-flow-edges", "sdy-flatten-call-graph", "sdy-import-func-calls",
              "sdy-apply-sharding-constraints", "sdy-sharding-group-import", "sdy-pre-order-funcs", "sdy-basic-propagate",
              "sdy-aggressive-propagate", "sdy-op-priority-propagate", "sdy-user-priority-propagate", "sdy-export-named-computations",
              "sdy-propagate-to-func-results", "sdy-unflatten-call-graph", "sdy-insert-func-call-reshards",
              "sdy-sink-func-data-flow-edges", "sdy-remove-sharding-groups", "sdy-update-non-divisible-input-output-shardings",
              "sdy-remove-sub-axes-in-input-output-shardings", "sdy-close-shardings", "sdy-remove-propagation-debug-info",
              "sdy-inline-meshes", "sdy-resolve-permutation-factors", "sdy-convert-global-to-local", "sdy-drop-sharding-and-mesh",
              "sdy-import-pipeline", "sdy-export-pipeline", "sdy-propagation-pipeline", "stablehlo-legalize-to-vhlo",
              "stablehlo-legalize-to-vhlo,vhlo-to-version{target=1.4.0}", "stablehlo-legalize-to-vhlo,vhlo-to-version{target=0.9.0}",
              "stablehlo-legalize-to-vhlo,vhlo-legalize-to-stablehlo"]
PIPELINES = {name: f"builtin.module(func.func({name}))" for name in OF_FUNCTIONS}
PIPELINES |= {name: f"builtin.module({name})" for name in OF_MODULES}


def theirs(context, text, pipeline):
    """What jaxlib makes of it, as changed.py's answers."""
    with context, ir.Location.unknown(context):
        try:
            module = ir.Module.parse(text)
            if pipeline:
                passmanager.PassManager.parse(pipeline).run(module.operation)
            return "module", str(module)
        except ir.MLIRError as error:
            return "error", changed.errors_of(error) or [(0, str(error))]
        except Exception as error:  # whatever jaxlib raises
            return "error", [(0, str(error))]


def each(context, text, pipelines):
    """The same for several pipelines, in processes that may crash."""
    for found in changed.each(pipelines, lambda pipeline: theirs(context, text, pipeline)):
        yield found or ("crash", "")


def ours(sdyc, path, name):
    flags = [re.sub(r"\{(.*)\}$", r"=\1", part) for part in re.split(r",(?![^{]*\})", name)] if name else []
    try:
        done = subprocess.run([sdyc, "opt", "--allow-unregistered-dialect", str(path), *[f"-{flag}" for flag in flags]],
                              capture_output=True, text=True, timeout=20)
    except subprocess.TimeoutExpired:
        return "crash", "no end"
    if done.returncode == 0:
        return "module", done.stdout
    found = re.findall(r"^\S*module\.mlir:(\d+):(\d+): error: (.*)$", done.stderr, re.M)
    return ("error", [(int(line), message) for line, _, message in found]) if found else ("crash", done.stderr[-500:])


def texts(options):
    found = [text for text in dict.fromkeys(changed.chunks(options.paths)) if 'loc("' not in text and "check." not in text]
    changes = changed.Changes(random.Random(options.seed))
    yield from found if not options.changes else []
    for _ in range(options.changes):
        yield changes.change(changes.random.choice(found))


def difference(want, got):
    kind = changed.compare(got, want)
    return "" if kind is None else kind[0] if kind[0] in ("print", "crash", "message", "line") else f"{kind[0]}, not {kind[1]}"


def show(name, before, want, got):
    print(f"--- {name}: {difference(want, got)}")
    print(before)
    if want[0] == got[0] == "module":
        print("\n".join(difflib.unified_diff(want[1].split("\n"), got[1].split("\n"), "jaxlib", "sdyc", lineterm="", n=1)))
    else:
        changed.show("", got, want)
    sys.stdout.flush()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sdyc", required=True)
    parser.add_argument("--only", default="")
    parser.add_argument("--show", type=int, default=1, help="differences of each pass to print")
    parser.add_argument("--changes", type=int, default=0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("paths", type=Path, nargs="+")
    options = parser.parse_args()
    context = changed.referee_context()
    context.allow_unregistered_dialects = True
    names = [name for name in PIPELINES if re.search(options.only, name)]
    counts, shown = collections.defaultdict(collections.Counter), collections.Counter()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "module.mlir"
        for text in texts(options):
            verdict, before = next(each(context, text, [None]))
            if verdict != "module":
                continue
            path.write_text(before)
            if difference((verdict, before), ours(options.sdyc, path, "")):
                continue
            for name, want in zip(names, each(context, before, [PIPELINES[name] for name in names])):
                got = ours(options.sdyc, path, name)
                kind = difference(want, got)
                counts[name][kind] += 1
                if kind and shown[name, kind] < options.show:
                    shown[name, kind] += 1
                    show(name, before, want, got)
    for name, kinds in counts.items():
        total = sum(kinds.values())
        print(f"{total:6} {total - kinds[''] :5} differ  {name}  " + ", ".join(f"{count} {kind}" for kind, count in kinds.items() if kind))


if __name__ == "__main__":
    main()
