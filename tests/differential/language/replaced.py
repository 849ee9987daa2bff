#!/usr/bin/env python3
"""Each operand, result and attribute of each operation, replaced by others: sdyc's verdict beside jaxlib's.

    replaced.py --sdyc BUILD/sdyc FILE_OR_FOLDER... [--most N] [--seed S] [--only NAME]

The operations of the chunks that both read are taken out, with their operands as arguments of a function. Of each
operation up to three are taken, and N changes of each: element types, dimensions, kinds of types, numbers of operands
and results, attributes of every kind, regions. What differs is printed once for each kind of difference, as by changed.py.
"""
import argparse
import collections
import random
import re
import sys
import tempfile
from pathlib import Path

sys.path[:0] = [str(Path(__file__).resolve().parent)]
import changed
from jaxlib.mlir import ir


def split_types(text):
    """The parts of a list at its top level."""
    parts, depth, start = [], 0, 0
    quoted = False
    for i, c in enumerate(text):
        if c == '"': quoted = not quoted
        if quoted: continue
        if c in "<([{": depth += 1
        elif c in ">)]}":
            if not (c == ">" and i and text[i-1] == "-"): depth -= 1
        elif c == "," and depth == 0:
            parts.append(text[start:i].strip()); start = i + 1
    last = text[start:].strip()
    return parts + [last] if last else parts

def ops_of(text, context):
    """(name, operand names, attributes, extra, regions, operand types, result types, had parens)"""
    module = ir.Module.parse(text, context)
    generic = module.operation.get_asm(print_generic_op_form=True, use_local_scope=True)
    lines = generic.split("\n")
    for i, line in enumerate(lines):
        m = re.match(r'^(\s*)(?:(%[\w:, ]+) = )?"((?:stablehlo|chlo)\.[\w]+)"\((.*)$', line)
        if not m: continue
        indent = m.group(1)
        body = [line.strip()]
        if line.rstrip().endswith("({"):
            j = i + 1
            while not re.match(re.escape(indent) + r"\}\) *(?:\{.*\} )?:", lines[j]) : 
                body.append(lines[j]); j += 1
            body.append(lines[j].strip())
        yield m.group(3), "\n".join(body)

SIG = re.compile(r" : \(((?:[^()]|\([^()]*\))*)\) -> (.*)$", re.S)

def parse_op(text):
    m = re.match(r'(?:%[\w:, ]+ = )?"([\w.]+)"\(([^)]*)\)', text)
    name, operands = m.group(1), [o.strip() for o in m.group(2).split(",") if o.strip()]
    rest = text[m.end():]
    last = rest.split("\n")[-1]
    for colon in re.finditer(r" : \(", last):
        signature = SIG.match(last[colon.start():])
        if signature and "{" not in signature.group(1).split("tensor")[0]:
            break
    else:
        return None
    middle = rest[:len(rest) - len(last) + colon.start()]
    results = signature.group(2).strip()
    results = split_types(results[1:-1]) if results.startswith("(") else [results]
    return name, operands, middle, split_types(signature.group(1)), [result for result in results if result]


def wrap(name, count, middle, types, results):
    arguments = ", ".join(f"%p{i}: {t}" for i, t in enumerate(types))
    uses = ", ".join(f"%p{i}" for i in range(count))
    target = (f"%r:{len(results)} = " if len(results) > 1 else "%r = ") if results else ""
    outs = "(" + ", ".join(results) + ")"
    return f'func.func @f({arguments}) {{\n  {target}"{name}"({uses}){middle} : ({", ".join(types)}) -> {outs}\n  func.return\n}}\n'

ELEMENTS = ["f32", "i32", "i1", "ui8", "complex<f32>", "index", "i4", "f8E4M3FN", "si32", "i64", "ui64", "none", "f4E2M1FN", "i2", "f64", "bf16", "i3", "tf32", "complex<i32>",
            "!quant.uniform<i8:f32, 1.0:17>", "!quant.uniform<i32:f32, 1.0>", "!quant.uniform<ui8:f32, 34.0:16>", "!quant.uniform<i8<-127:127>:f32, 2.0>",
            "!quant.uniform<i8<-127:127>:f32:0, {1.0, 2.0}>", "!quant.uniform<i8:f32:1, {1.0:1, 2.0:2}>"]
BOUNDS = ["?", "2", "4", "10"]
def alternatives(t):
    made = []
    m = re.match(r"tensor<((?:[\d?]+x)*)(.*)>$", t)
    if m:
        dims, element = m.groups()
        made += [f"tensor<{dims}{e}>" for e in ELEMENTS if e != element]
        d = dims.split("x")[:-1]
        made += [f"tensor<*x{element}>", f"tensor<{element}>", f"tensor<2x{dims}{element}>", element]
        for i in range(len(d)):
            for n in ("?", "0", "1", "2", "3", "7", "16"):
                made.append("tensor<" + "".join(f"{n if k == i else v}x" for k, v in enumerate(d)) + element + ">")
        if d: made.append("tensor<" + "".join(f"{v}x" for v in d[1:]) + element + ">")
        if d: made.append("tensor<" + "".join("?x" for v in d) + element + ">")
        for i in range(len(d)):
            for bound in BOUNDS:
                made.append("tensor<" + "".join(f"{'?' if k == i else v}x" for k, v in enumerate(d)) + element +
                            ", #stablehlo.bounds<" + ", ".join(bound if k == i else "?" for k in range(len(d))) + ">>")
    return made + ["!stablehlo.token", "tuple<tensor<f32>>", "memref<2xf32>", "vector<2xf32>", "f32", "tensor<2x2xf32>", "!stablehlo.future<tensor<f32>>"]

ATTRS = ["true", "unit", "0 : i64", "-1 : i64", "1 : i32", "7 : i64", "1.0 : f32", "1.0 : f64", '"text"', "@symbol", "[]", "[0]", "array<i64>", "array<i64: 0>", "array<i64: 0, 1>", "array<i64: 1, 1>", "array<i64: -1>", "array<i64: 9>", "array<i32: 0>", "array<i1: true>", "array<i1>",
  "dense<0> : tensor<1xi64>", "dense<[[0, 1]]> : tensor<1x2xi64>", "dense<0> : tensor<i64>", "dense<1> : tensor<2x2xi64>", "dense<1> : tensor<1x2xi32>", "dense<1> : tensor<1x2xui64>", "dense<1.0> : tensor<1xf32>", "dense<true> : tensor<1xi1>", "tensor<2xf32>", "f32", "{}", "dense<-1> : tensor<1x2xi64>", "dense<> : tensor<0x2xi64>",
  "#stablehlo<precision HIGH>", "#stablehlo<comparison_direction LT>", "[#stablehlo<precision HIGH>]", "#stablehlo.channel_handle<handle = 1, type = 0>", "#stablehlo.channel_handle<handle = -1, type = 3>", "dense<[[0, 2], [1, 3]]> : tensor<2x2xi64>", "dense<[[0, 1, -1], [2, 3, 4]]> : tensor<2x3xi64>", "dense<[[0, 1], [0, 2]]> : tensor<2x2xi64>"]

def entries(middle):
    """(start, end, name, value) of the top entries of the properties and attributes"""
    out = []
    first = middle.split("\n")[0]
    for m in re.finditer(r"<\{|(?<= )\{(?=\w)", middle):
        if "\n" in middle[:m.start()] and m.group() == "<{": continue
        start = m.end()
        depth, i, quoted = 1, start, False
        while i < len(middle) and depth:
            c = middle[i]
            if c == '"': quoted = not quoted
            elif not quoted and c in "<([{": depth += 1
            elif not quoted and c in ">)]}" and not (c == ">" and middle[i-1] == "-"): depth -= 1
            i += 1
        text = middle[start:i-1]
        at = start
        for part in split_types(text):
            p = middle.index(part, at)
            out.append((p, p + len(part), part.split(" = ")[0]))
            at = p + len(part)
        break
    return out

def changes(op):
    name, operands, middle, types, results = op
    n = len(operands)
    for i, t in enumerate(types):
        for new in alternatives(t):
            yield wrap(name, n, middle, types[:i] + [new] + types[i+1:], results)
            # the same element everywhere is a valid change of many operations
    for i, t in enumerate(results):
        for new in alternatives(t):
            yield wrap(name, n, middle, types, results[:i] + [new] + results[i+1:])
    elements = set(re.findall(r"tensor<(?:[\d?]+x)*([^>]*>?)>", " ".join(types + results)))
    for e in elements:
        for new in ELEMENTS:
            sub = lambda s: s.replace(f"x{e}>", f"x{new}>").replace(f"<{e}>", f"<{new}>")
            yield wrap(name, n, sub(middle), [sub(t) for t in types], [sub(t) for t in results])
    for extra in (["tensor<f32>"], types[-1:]):
        yield wrap(name, n + 1, middle, types + extra, results)
    if n: yield wrap(name, n - 1, middle, types[:-1], results)
    yield wrap(name, n, middle, types, results + ["tensor<f32>"])
    if results: yield wrap(name, n, middle, types, results[:-1])
    for start, end, key in entries(middle):
        yield wrap(name, n, middle[:start] + middle[end:].removeprefix(", "), types, results)
        for value in ATTRS:
            yield wrap(name, n, middle[:start] + f"{key} = {value}" + middle[end:], types, results)
    if "({" in middle:
        yield wrap(name, n, re.sub(r" ?\(\{.*\}\)", "", middle, flags=re.S), types, results)
        yield wrap(name, n, middle.replace("({", "({}, {", 1), types, results)
        yield wrap(name, n, re.sub(r"\(\{.*\}\)", "({})", middle, flags=re.S), types, results)

def collect(options, context):
    """Operations of the chunks by name, as generic text."""
    found = collections.defaultdict(list)
    texts = list(dict.fromkeys(changed.chunks(options.paths)))
    for text, answer in zip(texts, changed.answers(texts)):
        if answer[0] == "module":
            for name, op in ops_of(text, context):
                if options.only in name:
                    found[name].append(op)
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sdyc", type=Path, required=True)
    parser.add_argument("paths", type=Path, nargs="+")
    parser.add_argument("--most", type=int, default=40)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", default="")
    options = parser.parse_args()
    generator = random.Random(options.seed)
    context = changed.referee_context()
    context.allow_unregistered_dialects = True
    found, made = collect(options, context), []
    for name, ops in sorted(found.items()):
        unique = sorted(set(ops), key=len)
        generator.shuffle(unique)
        for op in [parsed for parsed in map(parse_op, unique) if parsed][:3]:
            all_changes = list(dict.fromkeys(changes(op)))
            generator.shuffle(all_changes)
            made += all_changes[:options.most]
    seen = collections.Counter()
    with tempfile.TemporaryDirectory() as folder:
        for text, theirs in zip(made, changed.answers(made)):
            mine = changed.ours(options.sdyc, Path(folder), text)
            kind = changed.compare(mine, theirs)
            if kind:
                kind = (re.search(r'"((?:stablehlo|chlo)\.\w+)"', text).group(1), *kind)
                seen[kind] += 1
                if seen[kind] == 1:
                    print("--- " + " | ".join(kind))
                    changed.show(text, mine, theirs)
    print(f"{len(found)} operations, {len(made)} modules: {sum(seen.values())} differ in {len(seen)} ways")
    for kind, count in seen.most_common():
        print(f"{count:5} {' | '.join(kind)[:300]}")
    sys.exit(1 if seen else 0)


if __name__ == "__main__":
    main()
