#!/usr/bin/env python3
"""Functions of a user for custom calls, in C and, where jaxlib's header is, in C++: custom_calls.py SDYC"""
import importlib.util
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
RUNTIME = HERE.parents[1] / "runtime" / "call"

SCALE = """
func.func @main(%a: tensor<2x3xf32>) -> (tensor<2x3xf32>, tensor<i32>) {
  %0 = stablehlo.transpose %a, dims = [1, 0] : (tensor<2x3xf32>) -> tensor<3x2xf32>
  %1:2 = stablehlo.custom_call @my.scale(%0) {api_version = 4 : i32, backend_config = {factor = 3.0 : f32}} : (tensor<3x2xf32>) -> (tensor<3x2xf32>, tensor<i32>)
  %2 = stablehlo.transpose %1#0, dims = [1, 0] : (tensor<3x2xf32>) -> tensor<2x3xf32>
  return %2, %1#1 : tensor<2x3xf32>, tensor<i32>
}"""

# Effects: in order, in loops and branches, though nobody reads a result; layouts as asked for.
SAY = """
func.func @main(%a: tensor<2x2xf32>) -> tensor<i32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %two = stablehlo.constant dense<2> : tensor<i32>
  stablehlo.custom_call @say(%a) {api_version = 4 : i32, has_side_effect = true, backend_config = {text = "rows"}} : (tensor<2x2xf32>) -> ()
  stablehlo.custom_call @say(%a) {has_side_effect = true, backend_config = "", mhlo.backend_config = {inner = {flag = true}, sizes = array<i64: 7, 8>, text = "columns"}, operand_layouts = [dense<[0, 1]> : tensor<2xindex>], result_layouts = []} : (tensor<2x2xf32>) -> ()
  %last = stablehlo.while(%i = %zero) : tensor<i32>
  cond {
    %go = stablehlo.compare LT, %i, %two : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %go : tensor<i1>
  } do {
    %f = stablehlo.convert %i : (tensor<i32>) -> tensor<f32>
    stablehlo.custom_call @say(%f) {api_version = 4 : i32, has_side_effect = true, backend_config = {text = "turn"}} : (tensor<f32>) -> ()
    "stablehlo.case"(%i) ({
      stablehlo.custom_call @say() {api_version = 4 : i32, has_side_effect = true, backend_config = {text = "first"}} : () -> ()
      stablehlo.return
    }, {
      stablehlo.custom_call @say() {api_version = 4 : i32, has_side_effect = true, backend_config = {text = "other"}} : () -> ()
      stablehlo.return
    }) : (tensor<i32>) -> ()
    %next = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %next : tensor<i32>
  }
  stablehlo.custom_call @say() {api_version = 4 : i32, has_side_effect = true, backend_config = {text = "end"}} : () -> ()
  return %last : tensor<i32>
}"""

# Whole tensors where nothing says otherwise; the parts of a batch where it is said.
SHARDED = """
sdy.mesh @mesh = <["x"=2, "y"=2]>
func.func @main(%a: tensor<4x2xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}) -> (tensor<4x2xf32>, tensor<i32>, tensor<4x2xf32>) {
  %0:2 = stablehlo.custom_call @my.scale(%a) {api_version = 4 : i32, backend_config = {factor = 2.0 : f32}} : (tensor<4x2xf32>) -> (tensor<4x2xf32>, tensor<i32>)
  %1:2 = stablehlo.custom_call @my.scale(%a) {api_version = 4 : i32, backend_config = {factor = 4.0 : f32}} : (tensor<4x2xf32>) -> (tensor<4x2xf32>, tensor<i32>)
  return %0#0, %0#1, %1#0 : tensor<4x2xf32>, tensor<i32>, tensor<4x2xf32>
}"""

# In place, though the operand is still needed; in any order, if it is the same.
TWICE = """
func.func @main(%a: tensor<2x3xf32>) -> (tensor<2x3xf32>, tensor<2x3xf32>) {
  %0 = stablehlo.custom_call @twice(%a) {api_version = 4 : i32, backend_config = {}, operand_layouts = [dense<[0, 1]> : tensor<2xindex>], result_layouts = [dense<[0, 1]> : tensor<2xindex>], output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [], operand_index = 0, operand_tuple_indices = []>]} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %1 = stablehlo.add %0, %a : tensor<2x3xf32>
  return %0, %1 : tensor<2x3xf32>, tensor<2x3xf32>
}"""

# Devices that take another case, or have ended the loop, call nothing.
DIVERGING = """
sdy.mesh @mesh = <["x"=3]>
func.func @main(%a: tensor<3xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> tensor<3xf32> {
  %0 = sdy.manual_computation(%a) in_shardings=[<@mesh, [{"x"}]>] out_shardings=[<@mesh, [{"x"}]>] manual_axes={"x"} (%p: tensor<1xf32>) {
    %id = stablehlo.partition_id : tensor<ui32>
    %i = stablehlo.convert %id : (tensor<ui32>) -> tensor<i32>
    %zero = stablehlo.constant dense<0> : tensor<i32>
    %one = stablehlo.constant dense<1> : tensor<i32>
    %c = "stablehlo.case"(%i) ({
      stablehlo.custom_call @say() {api_version = 4 : i32, has_side_effect = true, backend_config = {text = "zero"}} : () -> ()
      stablehlo.return %p : tensor<1xf32>
    }, {
      stablehlo.custom_call @say(%p) {api_version = 4 : i32, has_side_effect = true, backend_config = {text = "one"}} : (tensor<1xf32>) -> ()
      %q = stablehlo.negate %p : tensor<1xf32>
      stablehlo.return %q : tensor<1xf32>
    }) : (tensor<i32>) -> tensor<1xf32>
    %r:2 = stablehlo.while(%k = %zero, %v = %c) : tensor<i32>, tensor<1xf32>
    cond {
      %go = stablehlo.compare LT, %k, %i : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %go : tensor<i1>
    } do {
      stablehlo.custom_call @say(%v) {api_version = 4 : i32, has_side_effect = true, backend_config = {text = "turn"}} : (tensor<1xf32>) -> ()
      %even = stablehlo.compare EQ, %k, %zero : (tensor<i32>, tensor<i32>) -> tensor<i1>
      "stablehlo.if"(%even) ({
        stablehlo.custom_call @say(%v) {api_version = 4 : i32, has_side_effect = true, backend_config = {text = "first"}} : (tensor<1xf32>) -> ()
        stablehlo.return
      }, {
        stablehlo.return
      }) : (tensor<i1>) -> ()
      %n = stablehlo.add %k, %one : tensor<i32>
      %w:2 = stablehlo.custom_call @my.scale(%v) {api_version = 4 : i32, backend_config = {factor = 2.0 : f32}} : (tensor<1xf32>) -> (tensor<1xf32>, tensor<i32>)
      stablehlo.return %n, %w#0 : tensor<i32>, tensor<1xf32>
    }
    sdy.return %r#1 : tensor<1xf32>
  } : (tensor<3xf32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}"""

AFFINE = """
func.func @main(%x: tensor<2x2xf64>) -> tensor<2x2xf64> {
  %z = stablehlo.constant dense<(1.0, 2.0)> : tensor<3xcomplex<f32>>
  %0 = stablehlo.custom_call @affine(%z, %x) {api_version = 4 : i32, backend_config = {name = "affine", options = {strict = true}, scale = 2.0 : f64, shift = array<i64: SHIFT>, times = 3 : i32}} : (tensor<3xcomplex<f32>>, tensor<2x2xf64>) -> tensor<2x2xf64>
  return %0 : tensor<2x2xf64>
}"""


# Types by the numbers of XLA's header.
TYPES = {"i2": 26, "ui2": 27, "i4": 21, "ui4": 22, "f4E2M1FN": 32, "f8E3M4": 29, "f8E4M3": 28, "f8E4M3FN": 20, "f8E4M3FNUZ": 25,
         "f8E4M3B11FNUZ": 23, "f8E5M2": 19, "f8E5M2FNUZ": 24, "f8E8M0FNU": 33, "bf16": 16, "f16": 10, "f32": 11, "f64": 12, "i1": 1,
         "i8": 2, "ui64": 9, "complex<f32>": 15, "complex<f64>": 18}


def call_with_types():
    arguments = ", ".join(f"%{i}: tensor<2x{name}>" for i, name in enumerate(TYPES))
    operands = ", ".join(f"%{i}" for i in range(len(TYPES)))
    return f"""
func.func @main({arguments}) {{
  stablehlo.custom_call @types({operands}) {{api_version = 4 : i32, has_side_effect = true, backend_config = {{}}}} : ({", ".join(f"tensor<2x{name}>" for name in TYPES)}) -> ()
  return
}}"""


# A program that goes on after functions that threw, for they are errors of the call.
THROW = """
func.func @main(%a: tensor<1xf32>) -> tensor<1xf32> {
  %0 = stablehlo.custom_call @throw(%a) {api_version = 4 : i32, backend_config = {how = HOW : i32}} : (tensor<1xf32>) -> tensor<1xf32>
  return %0 : tensor<1xf32>
}"""


class Tests:
    def __init__(self, sdyc):
        self.sdyc, self.folder = sdyc, Path(tempfile.mkdtemp())
        # The address sanitizer looks for what throws when the process begins.
        is_sanitized = b"__asan_init" in Path(sdyc).read_bytes()
        self.environment = {**os.environ, "LD_PRELOAD": "libstdc++.so.6"} if is_sanitized else None

    def run(self, program, *words):
        path = self.folder / "program.mlir"
        path.write_text(program.lstrip("\n"))
        done = subprocess.run([self.sdyc, words[0], str(path), *words[1:]], capture_output=True, text=True, timeout=120, env=self.environment)
        return done.returncode, done.stdout, done.stderr

    def expect(self, program, words, out, err="", status=0):
        got = self.run(program, *words)
        if got[0] != status or got[1] != out or not re.search(err, got[2]) or (not err and got[2]):
            sys.exit(f"{words}: exit {got[0]}, printed\n{got[1]}{got[2]}where exit {status} and\n{out}{err}\nwas expected")

    def build(self, compiler, source, *flags):
        library = self.folder / (Path(source).stem + Path(source).suffix[1:] + ".so")
        subprocess.run([*compiler, "-shared", "-fPIC", *flags, str(HERE / source), "-o", str(library)], check=True)
        return library


def check_c(tests):
    library = tests.build(["cc"], "handlers.c", f"-I{RUNTIME}")
    scale, say = f"--load={library}:scale=my.scale", f"--load={library}:say"
    a = "--input=2x3xf32=1 2 3 4 5 6"
    for how in [], ["--jit=cc"], ["--storage=private"], ["--threads=1"]:
        tests.expect(SCALE, ["run", *how, scale, a], "2x3xf32=[3 6 9][12 15 18]\ni32=6\n")
        tests.expect(SAY, ["run", *how, say, "--input=2x2xf32=1 2 3 4"], "i32=2\n",
                     r"\Arows 1 2 3 4\ncolumns 7 8 true 1 3 2 4\nturn 0\nfirst\nturn 1\nother\nend\n\Z")
        tests.expect(SHARDED, ["run", *how, scale, "--input=4x2xf32=1 2 3 4 5 6 7 8"],
                     "4x2xf32=[2 4][6 8][10 12][14 16]\ni32=8\n4x2xf32=[4 8][12 16][20 24][28 32]\n")
        tests.expect(DIVERGING, ["run", *how, scale, say, "--input=3xf32=1 2 3"], "3xf32=1 -4 -12\n",
                     r"\Aone 2\none 3\nzero\nturn -2\nturn -3\nfirst -2\nfirst -3\nturn -6\n\Z")
        tests.expect(TWICE, ["run", *how, f"--load={library}:twice", a], "2x3xf32=[2 4 6][8 10 12]\n2x3xf32=[3 6 9][12 15 18]\n")
    tests.expect(call_with_types(), ["run", f"--load={library}:types", *(f"--input=2x{name}=random:1" for name in TYPES)], "",
                 f"^{' '.join(map(str, TYPES.values()))} $")
    tests.expect(SCALE, ["run", f"--load={library}:refuse=my.scale", a], "",
                 r"program.mlir:3:10: error: the custom call of @my.scale failed: not today\n", 1)
    tests.expect(SCALE.replace("factor = 3.0", "factor = 3"), ["run", scale, a], "", "error", 1)
    tests.expect(SCALE.replace("3.0 : f32", "3.0 : f64"), ["run", scale, a], "", "scale takes one tensor and a factor", 1)
    tests.expect(SCALE.replace("{factor = 3.0 : f32}", "{factor = @main}"), ["run", scale, a], "",
                 "calls @my.scale, whose attribute 'factor' is no number, text, array of numbers or dictionary", 1)
    tests.expect(SCALE.replace("{api_version = 4 : i32, backend_config = {factor = 3.0 : f32}}", ""), ["run", scale, a],
                 "", "calls @my.scale by an older interface than the typed one", 1)
    tests.expect(SCALE, ["run", a], "", "calls @my.scale, which is not known", 1)
    tests.expect(SCALE, ["run", f"--load={library}", a], "", "names no function: LIBRARY.so:SYMBOL", 1)
    tests.expect(SCALE, ["run", f"--load={library}:none", a], "", "undefined symbol: none", 1)
    tests.expect(SCALE, ["run", "--load=/none.so:scale", a], "", "/none.so: cannot open", 1)
    tests.expect(SCALE, ["run", f"--load={library}:later", a], "", "is made for version 0.1000 of the interface", 1)
    tests.expect(SCALE, ["run", f"--load={library}:silent", a], "", "does not answer when it is asked", 1)


def check_cpp(tests):
    jaxlib = importlib.util.find_spec("jaxlib")
    include = Path(jaxlib.origin).parent / "include" if jaxlib and jaxlib.origin else None
    compiler = shutil.which("g++") or shutil.which("clang++")
    if not compiler or not include or not (include / "xla/ffi/api/ffi.h").exists():
        print("skipped: there is no C++ compiler, or no xla/ffi/api/ffi.h of jaxlib")
        return
    library = tests.build([compiler, "-std=c++17", "-w"], "handlers.cc", f"-I{include}")
    load, x = f"--load={library}:Affine=affine", "--input=2x2xf64=1 2 3 4"
    for how in [], ["--jit=cc"]:
        tests.expect(AFFINE.replace("SHIFT", "1, 2"), ["run", *how, load, x], "2x2xf64=[7 14][19 26]\n")
    tests.expect(AFFINE.replace("SHIFT", "1"), ["run", load, x], "",
                 r"program.mlir:3:8: error: the custom call of @affine failed: one shift a column is needed\n", 1)
    tests.expect(AFFINE.replace("SHIFT", "1, 2").replace("times = 3 : i32", "times = 3 : i64"), ["run", load, x], "",
                 "the custom call of @affine failed: (?s:.)*Wrong scalar data type", 1)

    for target in f"{library}:Throw=throw", f"{library}:ThrowBare=throw":
        for how in ("1", "2"):
            for flags in [], ["--jit=cc"]:
                tests.expect(THROW.replace("HOW", how), ["run", *flags, f"--load={target}", "--input=1xf32=5"], "",
                             r"program.mlir:2:8: error: the custom call of @throw failed: a C\+\+ exception in the handler\n", 1)
    tests.expect(THROW.replace("HOW", "0"), ["run", f"--load={library}:Throw=throw", "--input=1xf32=5"], "1xf32=5\n")


def main():
    tests = Tests(sys.argv[1])
    check_c(tests)
    check_cpp(tests)
    print("done")


if __name__ == "__main__":
    main()
