#!/usr/bin/env python3
"""Modules printed with locations, in generic form, without aliases: by sdyc and by the MLIR inside jaxlib.

    printed.py --sdyc BUILD/sdyc FILE_OR_FOLDER... [--changes N] [--seed S] [--only TEXT]

The chunks of the files that both read get locations and attributes of all kinds at random places, and are printed by both in
each of the forms that the flags of mlir-opt ask for. A kind of difference is printed once.
"""
import argparse
import collections
import random
import re
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path[:0] = [str(Path(__file__).resolve().parent)]
import changed
from jaxlib.mlir import ir

FORMS = {
    "debuginfo": (["--mlir-print-debuginfo"], dict(enable_debug_info=True)),
    "generic": (["--mlir-print-op-generic"], dict(print_generic_op_form=True)),
    "local": (["--mlir-print-local-scope"], dict(use_local_scope=True)),
    "generic debuginfo": (["--mlir-print-op-generic", "--mlir-print-debuginfo"], dict(enable_debug_info=True, print_generic_op_form=True)),
    "local debuginfo": (["--mlir-print-local-scope", "--mlir-print-debuginfo"], dict(enable_debug_info=True, use_local_scope=True)),
    "elided": (["--mlir-elide-elementsattrs-if-larger=2"], dict(large_elements_limit=2)),
    "local generic": (["--mlir-print-local-scope", "--mlir-print-op-generic"], dict(use_local_scope=True, print_generic_op_form=True)),
}
END = re.compile(r"(?<=[\w>)}\"])$", re.M)
ATTRS = [
    "unit", "true", "false", "1 : i64", "-1 : i8", "255 : ui8", "-3 : si8", "7 : index", "1.0 : f32", "-0.0 : f64", "0x7FC00000 : f32", "0x7C00 : f16",
    "1.0e-45 : f32", "1.5e300 : f64", "0x7FF0000000000000 : f64", "3.14159274 : f32", "1.0 : bf16", "0.1 : f8E4M3FN", "1.0e+10 : f32",
    '"plain"', '"with \\22 quote"', '"tab\\09 and \\0A line"', '"back\\\\slash"', '"\\00\\FF"', '"text" : i32', "@name", "@name::@inner", '@"odd name"',
    "[]", "[1, 2]", "[unit, [true]]", "{}", "{a}", "{a = 1 : i32, b}", '{"odd key" = 1 : i64}', "{a = {b = {c = [1]}}}",
    "array<i32>", "array<i64: 1, -2>", "array<i1: true, false>", "array<f32: 1.0, 0x7F800000>", "array<i8: -1>", "array<f64: 1.0e-3>",
    "dense<> : tensor<0xi32>", "dense<1> : tensor<2xi32>", "dense<[1, 2]> : tensor<2xi32>", "dense<[[1, 2], [3, 4]]> : tensor<2x2xi8>",
    "dense<[true, false]> : tensor<2xi1>", "dense<true> : tensor<i1>", "dense<[1.0, 0x7FC00000]> : tensor<2xf32>", 'dense<"0x01020304"> : tensor<4xi8>',
    'dense<"0x0000803F00000040"> : tensor<2xf32>', "dense<(1.0, 2.0)> : tensor<complex<f32>>", "dense<[(1.0, 2.0), (0.0, -1.0)]> : tensor<2xcomplex<f64>>",
    "dense<(1, 2)> : tensor<2xcomplex<i32>>", 'dense<["a", "b"]> : tensor<2x!unknown.text>', "dense<7> : vector<4xi64>", "dense<[1, 2]> : vector<2xindex>",
    "dense<> : tensor<0x3xf32>", "dense<[[], []]> : tensor<2x0xf32>", "dense<5> : tensor<3xi4>", "dense<[1, -1]> : tensor<2xi2>", "dense<[255, 0]> : tensor<2xui8>",
    "sparse<[0], [1]> : tensor<3xi32>", "sparse<[[0, 1], [1, 0]], [1.0, 2.0]> : tensor<2x2xf32>", "sparse<[], []> : tensor<4xf32>", "sparse<[[0, 0]], 5> : vector<2x2xi32>",
    "affine_map<(d0) -> (d0)>", "affine_map<(d0, d1)[s0] -> (d0 + s0, d1 floordiv 2)>", "affine_map<() -> ()>", "affine_map<(d0) -> (d0 mod 3 ceildiv 2)>",
    "affine_map<(d0, d1) -> (-d0 - d1 * 4 + 1)>", "affine_map<(d0) -> (d0 * 2 floordiv 4 - 8)>", "affine_set<(d0) : (d0 >= 0)>", "affine_set<(d0)[s0] : (d0 - s0 == 0, 4 - d0 >= 0)>",
    "strided<[1, ?], offset: 3>", "strided<[4, 1]>", "i32", "tensor<2x?xf32>", "(i32, f32) -> tensor<2xi1>", "() -> ()", "none", "index", "memref<2x3xf32>",
    "memref<?xf32, strided<[2], offset: ?>>", "memref<2xf32, 1>", "vector<[4]x2xf32>", "tuple<i32, tuple<>>", "complex<f32>",
    "!unknown.type<1, 2>", "#unknown.attr<a = [b]>", "#unknown<x>", "!unknown<y>", "!quant.uniform<i8:f32, 0.5:3>", "!quant.uniform<u8<1:254>:f32:0, {1.0:1, 2.0}>",
    "tensor<2xf32, #stablehlo.bounds<3>>", "#stablehlo.bounds<?, 2>", "#stablehlo<precision HIGH>", "#stablehlo.channel_handle<handle = 1, type = 2>",
    "#stablehlo.dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [1], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [2]>",
    "#stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>", "#stablehlo<comparison_type TOTALORDER>", "#stablehlo.gather<offset_dims = [1], start_index_map = [0]>",
    "#stablehlo.scatter<>", "#stablehlo.output_operand_alias<output_tuple_indices = [0], operand_index = 0, operand_tuple_indices = []>", "#chlo.ragged_dot<lhs_ragged_dimensions = [0]>",
    "#sdy.sharding<mesh<[\"x\"=2]>, [{\"x\"}, {?}]>", "#sdy.mesh<[\"a\"=2, \"b\"=4]>", "loc(\"here\")", "loc(\"f\":1:2)", "loc(unknown)",
    "opaque<\"unknown\", \"0xAB\"> : tensor<1xi8>",
    "#sparse_tensor.encoding<{ map = (d0) -> (d0 : compressed) }>", "i0", "si4", "ui128", "i16777215", "f80", "f128", "tf32", "f8E8M0FNU", "f6E2M3FN", "f4E2M1FN",
]


class Decorations:
    def __init__(self, generator):
        self.random = generator

    def name(self):
        return self.random.choice(['"x"', '"layer/add"', '"a b"', '"q\\22"', '"jit(f)/sin"', '""', '"\\09"'])

    def location(self, depth=0):
        kinds = [lambda: "unknown", self.name, lambda: '"model.py":%d:%d' % (self.random.randrange(99), self.random.randrange(9)),
                 lambda: '"m.py":1:2 to :%d' % self.random.randrange(2, 9), lambda: '"m.py":1:2 to %d:%d' % (self.random.randrange(2, 4), self.random.randrange(2, 9))]
        if depth < 3:
            kinds += [lambda: self.name() + "(" + self.location(depth + 1) + ")",
                      lambda: "callsite(" + self.location(depth + 1) + " at " + self.location(depth + 1) + ")",
                      lambda: "fused[" + ", ".join(self.location(depth + 1) for _ in range(self.random.randrange(1, 4))) + "]",
                      lambda: "fused<" + self.random.choice(ATTRS[:60]) + ">[" + self.location(depth + 1) + "]"]
        return self.random.choice(kinds)()

    def locations(self, text):
        lines = text.split("\n")
        aliases = []
        for i, line in enumerate(lines):
            if self.random.random() < 0.5 or not re.search(r"(?:[\w>)]|\])$", line) or not re.match(r"\s*(?:%|stablehlo|\"|return|func\.return|chlo|sdy\.return)", line):
                continue
            if self.random.random() < 0.3:
                aliases.append(f"#place{len(aliases)} = loc({self.location()})")
                lines[i] = f"{line} loc(#place{len(aliases) - 1})"
            else:
                lines[i] = f"{line} loc({self.location()})"
        text = "\n".join(lines)
        return "\n".join([text.rstrip("\n")] + aliases) + "\n"

    def attribute(self, text):
        """An attribute on the module, a function or an argument of one."""
        value = self.random.choice(ATTRS)
        places = list(re.finditer(r"(%\w+: tensor<[^<>]*>)(?=[,)])", text))
        functions = list(re.finditer(r"^(\s*func\.func[^{}]*?)( attributes \{)?(?=\{\s*$)", text, re.M))
        if places and self.random.random() < 0.5:
            place = self.random.choice(places)
            return text[:place.end()] + f" {{x.a = {value}}}" + text[place.end():]
        if functions:
            place = self.random.choice(functions)
            return text[:place.end()] + f" attributes {{x.b = {value}}} " + text[place.end():]
        return f"module attributes {{x.c = {value}}} {{\n{text}}}\n"

    def decorate(self, text):
        for _ in range(self.random.choice([0, 0, 1, 1, 2, 3])):
            text = self.attribute(text)
        return self.locations(text) if self.random.random() < 0.6 else text


def theirs(texts):
    """What jaxlib prints of each in each form, or its errors; None where it crashes."""
    context = changed.referee_context()
    context.allow_unregistered_dialects = True

    def answer(text):
        try:
            with context:
                module = ir.Module.parse(text)
                return {name: module.operation.get_asm(**form) for name, (_, form) in FORMS.items()}
        except ir.MLIRError as error:
            return changed.errors_of(error)

    return changed.each(texts, answer)


def ours(sdyc, path, flags):
    done = subprocess.run([str(sdyc), "opt", "--allow-unregistered-dialect", str(path), *flags], capture_output=True, text=True, timeout=20, errors="replace")
    return done.stdout.replace(f'"{path}"', '"-"') if done.returncode == 0 else done


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sdyc", type=Path, required=True)
    parser.add_argument("paths", type=Path, nargs="+")
    parser.add_argument("--changes", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", default="")
    options = parser.parse_args()
    generator = random.Random(options.seed)
    bases = [chunk for chunk in dict.fromkeys(changed.chunks(options.paths)) if options.only in chunk]
    decorations = Decorations(generator)
    texts = [decorations.decorate(generator.choice(bases)) for _ in range(options.changes)]
    seen, read = collections.Counter(), 0

    def differ(kind, text, mine, want):
        seen[kind] += 1
        if seen[kind] == 1:
            print(f"--- {' | '.join(kind)}\n{text}")
            a, b = want.split("\n"), mine.split("\n")
            for x, y in [(x, y) for x, y in zip(a, b) if x != y][:3]:
                print(f"  jaxlib {x[:600]}\n  sdyc   {y[:600]}")
            if len(a) != len(b):
                print(f"  {len(a)} lines, sdyc {len(b)}")
            sys.stdout.flush()

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "module.mlir"
        for text, want in zip(texts, theirs(texts)):
            if want is None:
                continue
            path.write_text(text)
            if isinstance(want, list):
                got = ours(options.sdyc, path, [])
                if isinstance(got, str):
                    differ(("accepted", changed.kind_of(want[0][1] if want else "")), text, got, str(want[:2]))
                continue
            read += 1
            for name, (flags, _) in FORMS.items():
                got = ours(options.sdyc, path, flags)
                if not isinstance(got, str):
                    differ(("refused", changed.kind_of(got.stderr.split("error: ")[-1].split("\n")[0])), text, got.stderr, "")
                    break
                if plain(got) != plain(want[name]):
                    differ((name, kind(plain(got), plain(want[name]))), text, got, want[name])
                    break
    print(f"{len(bases)} chunks, {len(texts)} decorated, {read} read: {sum(seen.values())} differ in {len(seen)} ways")
    for what, count in seen.most_common(400):
        print(f"{count:5} {' | '.join(what)[:230]}")
    sys.exit(1 if seen else 0)


def plain(text):
    return text.strip() + "\n"


def kind(mine, want):
    return re.sub(r"\d+|[%@#]\w+", "N", changed.first_difference(mine, want).replace("\n", " "))[:100]


if __name__ == "__main__":
    main()
