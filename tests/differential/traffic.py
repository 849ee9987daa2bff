#!/usr/bin/env python3
"""The bytes that `sdyc partition --report` says against those that the running program counts.

    traffic.py --sdyc BUILD/sdyc [--programs N] [--seed S] [--models NAME]

Programs with every kind of collective, in loops, branches, functions and manual computations, the exported ones of
../shared/models, and random ones.
Each is run as it is (where it calls no function: `run` inlines those first, and may have less to send), and as
what `sdyc partition` prints, with --storage=private --timing. Both must count, kind by kind, what the report says;
with branches no more than that. Where a loop's turns are not known before, nothing is compared.
"""
import argparse
import json
import re
import subprocess
import sys
import tempfile
from pathlib import Path

from control import Generator
from differential import Program

KINDS = {"all_reduce", "all_gather", "reduce_scatter", "all_to_all", "collective_permute", "collective_broadcast",
         "collective_reduce"}
MESH = 'sdy.mesh @mesh = <["x"=2, "y"=4]>\n'
X, Y = 'dense<[[0, 4], [1, 5], [2, 6], [3, 7]]> : tensor<4x2xi64>', 'dense<[[0, 1, 2, 3], [4, 5, 6, 7]]> : tensor<2x4xi64>'
ADD = """({{
  ^bb0(%p{0}: tensor<f32>, %q{0}: tensor<f32>):
    %s{0} = stablehlo.add %p{0}, %q{0} : tensor<f32>
    stablehlo.return %s{0} : tensor<f32>
  }})"""


def resharded(before, after, shape="8x16"):
    """One value that a constraint reshards."""
    return MESH + f"""func.func @main(%a: tensor<{shape}xf32> {{sdy.sharding = #sdy.sharding<@mesh, {before}>}}) -> tensor<{shape}xf32> {{
  %0 = stablehlo.tanh %a {{sdy.sharding = #sdy.sharding_per_value<[<@mesh, {before}>]>}} : tensor<{shape}xf32>
  %1 = sdy.sharding_constraint %0 <@mesh, {after}> : tensor<{shape}xf32>
  %2 = stablehlo.cosine %1 : tensor<{shape}xf32>
  return %2 : tensor<{shape}xf32>
}}"""


def manual(body, result="4x4", whole="8x16"):
    """A manual computation over all devices; `body` makes %r of %l."""
    return MESH + f"""func.func @main(%a: tensor<8x16xf32>) -> tensor<{whole}xf32> {{
  %0 = sdy.manual_computation(%a) in_shardings=[<@mesh, [{{"x"}}, {{"y"}}]>] out_shardings=[<@mesh, [{{"x"}}, {{"y"}}]>] manual_axes={{"x", "y"}} (%l: tensor<4x4xf32>) {{
{body}
    sdy.return %r : tensor<{result}xf32>
  }} : (tensor<8x16xf32>) -> tensor<{whole}xf32>
  return %0 : tensor<{whole}xf32>
}}"""


def loop(body, turns=5):
    """A for loop around a body that makes %r of %i, 8x16."""
    return f"""  %zero = stablehlo.constant dense<0> : tensor<i32>
  %w:2 = stablehlo.while(%n = %zero, %i = %a) : tensor<i32>, tensor<8x16xf32>
  cond {{
    %limit = stablehlo.constant dense<{turns}> : tensor<i32>
    %go = stablehlo.compare LT, %n, %limit : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %go : tensor<i1>
  }} do {{
{body}
    %one = stablehlo.constant dense<1> : tensor<i32>
    %next = stablehlo.add %n, %one : tensor<i32>
    stablehlo.return %next, %r : tensor<i32>, tensor<8x16xf32>
  }}"""


PRODUCT = """    %k = stablehlo.constant dense<0.01> : tensor<16x16xf32>
    %r = stablehlo.dot_general %i, %k, contracting_dims = [1] x [0] : (tensor<8x16xf32>, tensor<16x16xf32>) -> tensor<8x16xf32>"""
ARGUMENT = '%a: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}'

MODELS = Path(__file__).resolve().parents[3] / "shared/models"
PROGRAMS = {
    "all_gather": resharded('[{"x"}, {"y"}]', '[{}, {"y"}]'),
    "all_gather of two": resharded('[{"x"}, {"y"}]', '[{}, {}]'),
    "all_gather of a part": resharded('[{"y"}, {}]', '[{"y":(1)2}, {}]'),
    "all_slice": resharded('[{}, {}]', '[{"x"}, {"y"}]'),
    "all_to_all": resharded('[{"y"}, {}]', '[{}, {"y"}]'),
    "all_to_all of two": resharded('[{"x", "y"}, {}]', '[{}, {"x", "y"}]'),
    "collective_permute": resharded('[{"x"}, {"y"}]', '[{"y"}, {"x"}]', "16x16"),
    "permute of parts": resharded('[{"y":(1)2}, {}]', '[{"y":(2)2}, {}]'),
    "uneven": resharded('[{"y"}, {}]', '[{}, {"y"}]', "10x13"),
    "all_reduce": MESH + f"func.func @main({ARGUMENT}) -> tensor<16x8xf32> {{\n"
                  "  %0 = stablehlo.dot_general %a, %a, batching_dims = [0] x [0], contracting_dims = [1] x [1] : (tensor<8x16xf32>, tensor<8x16xf32>) -> tensor<8xf32>\n"
                  "  %1 = stablehlo.broadcast_in_dim %0, dims = [1] : (tensor<8xf32>) -> tensor<16x8xf32>\n"
                  "  return %1 : tensor<16x8xf32>\n}",
    "written all_reduce": manual(f'    %r = "stablehlo.all_reduce"(%l) <{{replica_groups = {X}}}> {ADD.format(1)} : (tensor<4x4xf32>) -> tensor<4x4xf32>'),
    "written all_gather": manual(f'    %r = "stablehlo.all_gather"(%l) <{{all_gather_dim = 1 : i64, replica_groups = {Y}}}> : (tensor<4x4xf32>) -> tensor<4x16xf32>',
                                 result="4x16", whole="8x64"),
    "written reduce_scatter": manual(f'    %r = "stablehlo.reduce_scatter"(%l) <{{scatter_dimension = 0 : i64, replica_groups = {Y}}}> {ADD.format(1)} : (tensor<4x4xf32>) -> tensor<1x4xf32>',
                                     result="1x4", whole="2x16"),
    "written all_to_all": manual(f'    %r = "stablehlo.all_to_all"(%l) <{{split_dimension = 0 : i64, concat_dimension = 1 : i64, split_count = 2 : i64, replica_groups = {X}}}> : (tensor<4x4xf32>) -> tensor<2x8xf32>',
                                 result="2x8", whole="4x32"),
    "written collective_permute": manual('    %r = "stablehlo.collective_permute"(%l) <{source_target_pairs = dense<[[0, 1], [1, 2], [2, 0], [3, 3]]> : tensor<4x2xi64>}> : (tensor<4x4xf32>) -> tensor<4x4xf32>'),
    "written collective_broadcast": manual('    %r = "stablehlo.collective_broadcast"(%l) <{replica_groups = dense<[[3, 1], [2, 0]]> : tensor<2x2xi64>}> : (tensor<4x4xf32>) -> tensor<4x4xf32>'),
    "written collective_reduce": manual(f'    %r = "stablehlo.collective_reduce"(%l) <{{replica_groups = {X}}}> {ADD.format(1)} : (tensor<4x4xf32>) -> tensor<4x4xf32>'),
    "sdy.reduce_scatter of two": MESH + """func.func @main(%a: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}], unreduced={"x", "y"}>}) -> tensor<8x16xf32> {
  %0 = sdy.reduce_scatter [{"x"}, {"y"}] %a out_sharding=<@mesh, [{"x"}, {"y"}]> : tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}""",
    "loop": MESH + f"func.func @main({ARGUMENT}) -> tensor<8x16xf32> {{\n{loop(PRODUCT)}\n  return %w#1 : tensor<8x16xf32>\n}}",
    "loop of no turns": MESH + f"func.func @main({ARGUMENT}) -> tensor<8x16xf32> {{\n{loop(PRODUCT, 0)}\n  return %w#1 : tensor<8x16xf32>\n}}",
    "branch": MESH + f"""func.func @main({ARGUMENT}, %p: tensor<i1>) -> tensor<8xf32> {{
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = "stablehlo.if"(%p) ({{
    %1 = stablehlo.reduce(%a init: %z) applies stablehlo.add across dimensions = [1] : (tensor<8x16xf32>, tensor<f32>) -> tensor<8xf32>
    stablehlo.return %1 : tensor<8xf32>
  }}, {{
    %1 = stablehlo.reduce(%a init: %z) applies stablehlo.maximum across dimensions = [1] : (tensor<8x16xf32>, tensor<f32>) -> tensor<8xf32>
    stablehlo.return %1 : tensor<8xf32>
  }}) : (tensor<i1>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}}""",
    "function called twice": MESH + f"""func.func @main({ARGUMENT}) -> tensor<8x8xf32> {{
  %0 = call @f(%a) : (tensor<8x16xf32>) -> tensor<8x16xf32>
  %1 = call @f(%0) : (tensor<8x16xf32>) -> tensor<8x16xf32>
  %2 = stablehlo.dot_general %1, %1, contracting_dims = [1] x [1] : (tensor<8x16xf32>, tensor<8x16xf32>) -> tensor<8x8xf32>
  return %2 : tensor<8x8xf32>
}}
func.func private @f(%i: tensor<8x16xf32>) -> tensor<8x16xf32> {{
{PRODUCT}
  return %r : tensor<8x16xf32>
}}""",
}


def call(sdyc, *words, text=None):
    done = subprocess.run([sdyc, *words], input=text, capture_output=True, text=True, timeout=300)
    if done.returncode:
        raise RuntimeError(f"sdyc {' '.join(words)}: {done.stderr}")
    return done


def inputs(text):
    """--input for each argument of @main, by its type."""
    head = re.search(r"@main\((.*?)\) (?:->|\{)", text.replace("\n", " "), re.S)
    types = re.findall(r"%\w+: tensor<((?:[^<>]|<[^<>]*>)*)>", head.group(1)) if head else []
    return [f"--input={kind}=random:{i}" for i, kind in enumerate(types)]


def counted(sdyc, path):
    done = call(sdyc, "run", "--storage=private", "--timing", str(path), *inputs(path.read_text()))
    return {kind: int(sent) for sent, kind in re.findall(r"(\d+) B   sent by all devices: (\w+)", done.stderr)}


def check(sdyc, folder, name, text):
    """What differs, or None; and the kinds that were sent."""
    whole, parts = folder / "whole.mlir", folder / "parts.mlir"
    whole.write_text(text)
    report = json.loads(call(sdyc, "partition", "--report", "--json", str(whole)).stdout)
    said = {row["kind"]: row["all"] for row in report["sent"]["by_kind"] if row["all"]}
    parts.write_text(call(sdyc, "partition", str(whole)).stdout)
    runs = {"what is printed": counted(sdyc, parts)}
    if "call @" not in text:
        runs["the program"] = counted(sdyc, whole)
    for what, sent in runs.items():
        if not report["sent"]["known"]:
            continue
        if re.search(r"stablehlo\.(if|case)", text):
            fits = sum(sent.values()) <= sum(said.values())
        else:
            fits = sent == said
        if not fits:
            return f"{name}: {what} sent {sent}, the report says {said}", set(said)
    return None, set(said)


def random_programs(first, count):
    for seed in range(first, first + count):
        yield f"plain program {seed}", Program(seed).text()
        kind = "manual" if seed % 2 else "loops"
        yield f"program of {kind} {seed}", str(Generator(seed, kind).module())


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--sdyc", required=True, type=Path)
    parser.add_argument("--programs", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--models", default="", help="of the exported programs those of such names")
    arguments = parser.parse_args()
    failures, kinds, count = [], set(), 0
    models = [(path.parent.name, path.read_text()) for path in sorted(MODELS.glob("*/model.mlir"))
              if re.search(arguments.models, path.parent.name)]
    programs = [*PROGRAMS.items(), *models, *random_programs(arguments.seed, arguments.programs)]
    with tempfile.TemporaryDirectory() as folder:
        for name, text in programs:
            try:
                failure, sent = check(str(arguments.sdyc.resolve()), Path(folder), name, text)
            except (RuntimeError, subprocess.TimeoutExpired) as error:
                failure, sent = f"{name}: {error}", set()
            kinds |= sent
            if failure:
                failures.append(failure)
                print(failure, "\n" + text if "program" in name else "")
    for kind in KINDS - kinds:
        failures.append(kind)
        print(f"no program sends by {kind}")
    print(f"{len(programs) - len(failures)} passed, {len(failures)} failed")
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
