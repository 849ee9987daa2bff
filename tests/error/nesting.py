#!/usr/bin/env python3
"""Texts that nest without end: nesting.py SDYC. Each has to end soon with a located error."""
import subprocess
import sys
import tempfile
from pathlib import Path

DEPTH = 100_000
IN_FUNCTION = "func.func @f(%x: tensor<4xf32>) {{\n  {}\n  return\n}}\n"


def attribute(text):
    return IN_FUNCTION.format('"t.x"() {a = ' + text + "} : () -> ()")


def type_of(text):
    return IN_FUNCTION.format('"t.x"() : () -> ' + text)


def location(text):
    return IN_FUNCTION.format('"t.x"() : () -> () loc(' + text + ")")


def nested(opening, inner="", closing=""):
    return opening * DEPTH + inner + closing * DEPTH


TEXTS = {
    "parentheses": nested("("),
    "braces": nested("{"),
    "operands": IN_FUNCTION.format('"t.x"' + nested("(")),
    "arrays": attribute(nested("[", "1", "]")),
    "arrays left open": attribute(nested("[")),
    "dictionaries": attribute(nested("{a = ", "1", "}")),
    "signs": attribute(nested("-", "1 : i32")),
    "elements": attribute("dense<" + nested("[", "1", "]") + "> : tensor<1xf32>"),
    "dialect attributes": attribute("#t.x<" + nested("<([{", "", "}])>") + ">"),
    "tuples": type_of(nested("tuple<", "f32", ">")),
    "complex types": type_of(nested("complex<", "f32", ">")),
    "function types": type_of(nested("(() -> ", "f32", ")")),
    "encodings": type_of(nested("tensor<4xf32, ", "1", ">")),
    "futures": type_of(nested("!stablehlo.future<", "f32", ">")),
    "regions": nested('"t.x"() ({ ', "", "}) : () -> ()\n"),
    "modules": nested("module {\n", "", "}"),
    "functions": nested("func.func @f() { "),
    "loops": IN_FUNCTION.format(nested("stablehlo.while() : cond { ")),
    "calls": location(nested('callsite("a" at ', '"b"', ")")),
    "fused locations": location(nested("fused[", '"a"', "]")),
    "named locations": location(nested('"a"(', '"b"', ")")),
    "affine parentheses": attribute("affine_map<(d0) -> (" + nested("(", "d0", ")") + ")>"),
    "affine signs": attribute("affine_map<(d0) -> (" + nested("-", "d0") + ")>"),
    "affine sums": attribute("affine_map<(d0) -> (" + nested("d0 + ", "d0") + ")>"),
    "aliases": "".join(f"#a{i} = [#a{i - 1}]\n" if i else "#a0 = 1\n" for i in range(DEPTH)) + attribute("#a9"),
    "shardings": attribute("#sdy.sharding<@mesh, [" + nested("{")),
    "resources": "{-# " + nested("{a: "),
}


def main():
    failed = 0
    for name, text in TEXTS.items():
        with tempfile.NamedTemporaryFile("w", suffix=".mlir") as file:
            file.write(text)
            file.flush()
            done = subprocess.run([sys.argv[1], "opt", file.name], text=True, errors="replace", timeout=60,
                                  stdout=subprocess.PIPE, stderr=subprocess.PIPE)
            located = done.stderr.startswith(f"{file.name}:")
            if done.returncode != 1 or not located:
                failed += 1
                print(f"{name}: exit status {done.returncode}: {done.stderr[:300]}")
    print(f"{len(TEXTS)} texts, {failed} failed")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
