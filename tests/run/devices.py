#!/usr/bin/env python3
"""Many devices on few cores, each with memory of its own.

    devices.py SDYC

A program with every kind of collective, in a loop and outside, on meshes of 512 devices and two threads: it ends, and its
results are those of shared storage. On 16 devices its C, built with -fsanitize=thread on POSIX threads, runs without a race.
"""
import argparse
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

SECONDS = 120  # what runs longer stands still
MESHES = [{"x": 512, "y": 1}, {"x": 16, "y": 32}, {"x": 2, "y": 256}]
SMALL = {"x": 4, "y": 4}
ADD = """({
      ^bb0(%p: tensor<f32>, %q: tensor<f32>):
        %s = stablehlo.add %p, %q : tensor<f32>
        stablehlo.return %s : tensor<f32>
      })"""


def groups(rows):
    return f"dense<{rows}> : tensor<{len(rows)}x{len(rows[0])}xi64>"


def program(mesh, scale):
    """Values of [x scale, y scale]: a product, reshards, and a loop around a manual computation."""
    x, y = mesh["x"], mesh["y"]
    n, m = x * y * scale, x * y
    ring = groups([[i, (i + 1) % (x * y)] for i in range(x * y)])
    along_y = groups([[i * y + j for j in range(y)] for i in range(x)])
    tensor, local = f"tensor<{n}x{m}xf32>", f"tensor<{n // x}x{m // y}xf32>"
    split = f"tensor<{n // x // y}x{m // y}xf32>"
    return f"""sdy.mesh @mesh = <["x"={x}, "y"={y}]>
func.func @main(%a: {tensor} {{sdy.sharding = #sdy.sharding<@mesh, [{{"x"}}, {{"y"}}]>}},
                %b: tensor<{m}x{m}xf32> {{sdy.sharding = #sdy.sharding<@mesh, [{{"y"}}, {{}}]>}}) -> ({tensor}, {tensor}) {{
  %scale = stablehlo.constant dense<{1 / m}> : {tensor}
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : ({tensor}, tensor<{m}x{m}xf32>) -> {tensor}
  %1 = stablehlo.multiply %0, %scale : {tensor}
  %2 = sdy.sharding_constraint %1 <@mesh, [{{}}, {{"x"}}]> : {tensor}
  %3 = stablehlo.tanh %2 : {tensor}
  %4 = sdy.sharding_constraint %3 <@mesh, [{{"y"}}, {{}}]> : {tensor}
  %5 = stablehlo.cosine %4 : {tensor}
  %6 = sdy.sharding_constraint %5 <@mesh, [{{"x", "y"}}, {{}}]> : {tensor}
  %7 = stablehlo.sine %6 : {tensor}
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %three = stablehlo.constant dense<3> : tensor<i32>
  %8:2 = stablehlo.while(%i = %zero, %v = %7) : tensor<i32>, {tensor}
  cond {{
    %go = stablehlo.compare LT, %i, %three : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %go : tensor<i1>
  }} do {{
    %9 = sdy.manual_computation(%v) in_shardings=[<@mesh, [{{"x"}}, {{"y"}}]>] out_shardings=[<@mesh, [{{"x"}}, {{"y"}}]>] manual_axes={{"x", "y"}} (%l: {local}) {{
      %10 = "stablehlo.collective_permute"(%l) <{{source_target_pairs = {ring}}}> : ({local}) -> {local}
      %11 = "stablehlo.reduce_scatter"(%10) <{{scatter_dimension = 0 : i64, replica_groups = {along_y}}}> {ADD} : ({local}) -> {split}
      %12 = "stablehlo.all_gather"(%11) <{{all_gather_dim = 0 : i64, replica_groups = {along_y}}}> : ({split}) -> {local}
      %13 = stablehlo.tanh %12 : {local}
      sdy.return %13 : {local}
    }} : ({tensor}) -> {tensor}
    %next = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %next, %9 : tensor<i32>, {tensor}
  }}
  return %8#1, %3 : {tensor}, {tensor}
}}
""", [f"--input={n}x{m}xf32=random:1", f"--input={m}x{m}xf32=random:2"]


def execute(*command, environment=None, seconds=SECONDS):
    """What went wrong, or None."""
    try:
        done = subprocess.run([str(word) for word in command], capture_output=True, text=True, timeout=seconds,
                              env={**os.environ, **(environment or {})})
    except subprocess.TimeoutExpired:
        return f"{command[0]} {command[1]}: not done after {seconds} s"
    return None if done.returncode == 0 else f"{' '.join(map(str, command))}: {done.stdout[-500:]}{done.stderr[-3000:]}"


def run_many(sdyc, folder, mesh):
    text, inputs = program(mesh, 1)
    path = folder / "many.mlir"
    path.write_text(text)
    results = [folder / "0.npy", folder / "1.npy"]
    fault = execute(sdyc, "run", path, *inputs, *[f"--output=@{result}" for result in results])
    for threads in (1, 2):
        fault = fault or execute(sdyc, "run", path, *inputs, "--storage=private", f"--threads={threads}",
                                 *[f"--expected-output=@{result}" for result in results])
    return fault


def run_watched(sdyc, folder, compiler):
    """The emitted program under ThreadSanitizer, which does not see into libgomp: on POSIX threads."""
    text, inputs = program(SMALL, 256)
    path, emitted = folder / "few.mlir", folder / "emitted"
    path.write_text(text)
    fault = execute(sdyc, "emit", path, "--storage=private", "-o", emitted)
    if fault:
        return fault
    if not any("sdyrt_run(thread" in file.read_text() for file in emitted.glob("*.c")):
        return "nothing of the program is handed out to threads"
    fault = execute("make", "-C", emitted, "-j2", f"CC={compiler}", "CFLAGS=-g -O1 -fsanitize=thread",
                    "OPENMP=-fopenmp-simd -pthread", seconds=1200)
    for threads in (2, 4):
        fault = fault or execute(emitted / "run", *inputs, f"--threads={threads}",
                                 environment={"TSAN_OPTIONS": "halt_on_error=1:exitcode=66"})
    return fault


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("sdyc", type=Path)
    arguments = parser.parse_args()
    sdyc, compiler = arguments.sdyc.resolve(), shutil.which("gcc") or shutil.which("cc")
    faults = []
    for mesh in MESHES:
        with tempfile.TemporaryDirectory() as folder:
            faults.append(run_many(sdyc, Path(folder), mesh))
    with tempfile.TemporaryDirectory() as folder:
        faults.append(run_watched(sdyc, Path(folder), compiler))
    for fault in filter(None, faults):
        print(fault)
    print(f"{faults.count(None)} passed, {len(faults) - faults.count(None)} failed")
    sys.exit(any(faults))


if __name__ == "__main__":
    main()
