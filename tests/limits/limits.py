#!/usr/bin/env python3
"""Programs that meet the limits of the compiler's own work (src/support/limits.def): limits.py SDYC

Each is compiled and run in time, gives the right numbers all the same, and shows what its row says becomes of it.
What takes hours, or what no program is known for, is named in WITHOUT, with the reason.
"""
import re
import subprocess
import sys
import tempfile
from pathlib import Path

TABLE = Path(__file__).resolve().parents[2] / "src/support/limits.def"
SECONDS = 60
WITHOUT = {
    "ROUNDS": "each round of a pass that is repeated does so much that no program is known for ten",
    "REFINEMENTS": "each round takes as long as the function is, so a thousand take minutes",
    "SPANS": "a million tasks; tests/unit/test_team.c lets a small profile overflow",
}


def limits():
    rows = re.findall(r'^LIMIT\((\w+), ([\d <]+),', TABLE.read_text(), re.M)
    return {name: eval(value) for name, value in rows}


def main(body, mesh=""):
    return f"{mesh}func.func public @main() {{\n{body}  return\n}}\n"


def returning(body, value, kind):
    return f"func.func public @main() -> {kind} {{\n{body}  return {value} : {kind}\n}}\n"


def expect(value, number, kind):
    return f"  check.expect_eq_const {value}, dense<{number}> : {kind}\n"


def kernel_nodes(limit):
    """A chain of operations that are all needed, of which one kernel does not take all: a buffer stands between two of them."""
    kind, count = "tensor<64xi32>", 2 * limit
    text = f"  %c = stablehlo.iota dim = 0 : {kind}\n  %s0 = stablehlo.add %c, %c : {kind}\n"
    numbers = [2 * k for k in range(64)]
    for i in range(count):
        text += f"  %s{i + 1} = stablehlo.{'xor' if i % 2 else 'add'} %s{i}, %c : {kind}\n"
        numbers = [number ^ k if i % 2 else number + k for k, number in enumerate(numbers)]
    return main(text + expect(f"%s{count}", numbers, kind)), returning(text, f"%s{count}", kind)


def looked(limit):
    """So many results of their own: none waits for another, until the list is as long as it may be."""
    kind, text = "tensor<8x2xi32>", "  %a = stablehlo.iota dim = 0 : tensor<8x2xi32>\n"
    text += "  %zero = stablehlo.constant dense<0> : tensor<i32>\n"
    for i in range(limit // 4):
        text += f"  %k{i} = stablehlo.constant dense<{i}> : {kind}\n  %p{i} = stablehlo.add %a, %k{i} : {kind}\n"
        text += (f"  %r{i} = stablehlo.reduce(%p{i} init: %zero) applies stablehlo.add across dimensions = [0]"
                 " : (tensor<8x2xi32>, tensor<i32>) -> tensor<2xi32>\n")
        text += expect(f"%r{i}", 28 + 8 * i, "tensor<2xi32>")
    return main(text), None


def placed(limit):
    """A turn of a loop with so many buffers, of which each is made of the one before."""
    kind, row, count = "tensor<8x2xi32>", "tensor<2xi32>", limit + 64
    sums = f"""    %r = stablehlo.reduce(%p init: %zero) applies stablehlo.add across dimensions = [0] : ({kind}, tensor<i32>) -> {row}
"""
    text = f"""  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %start = stablehlo.constant dense<0> : {row}
  %end:2 = stablehlo.while(%i = %zero, %s0 = %start) : tensor<i32>, {row}
  cond {{
    %goes = stablehlo.compare LT, %i, %one : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %goes : tensor<i1>
  }} do {{
    %a = stablehlo.iota dim = 0 : {kind}
"""
    for k in range(count):
        text += f"    %b{k} = stablehlo.broadcast_in_dim %s{k}, dims = [1] : ({row}) -> {kind}\n"
        text += f"    %p{k} = stablehlo.subtract %a, %b{k} : {kind}\n"
        text += sums.replace("%r", f"%s{k + 1}").replace("%p", f"%p{k}")
    text += f"    %next = stablehlo.add %i, %one : tensor<i32>\n    stablehlo.return %next, %s{count} : tensor<i32>, {row}\n  }}\n"
    number = 0
    for k in range(count):
        number = (28 - 8 * number + 2**31) % 2**32 - 2**31
    return main(text + expect("%end#1", number, row)), None


def ahead(limit):
    """A loop and the sum of it, with more steps between than are looked at."""
    kind, text = "tensor<64x64xi32>", "  %a = stablehlo.iota dim = 0 : tensor<64x64xi32>\n"
    text += "  %zero = stablehlo.constant dense<0> : tensor<i32>\n  %b = stablehlo.add %a, %a : tensor<64x64xi32>\n"
    sums = "across dimensions = [0] : (tensor<64x64xi32>, tensor<i32>) -> tensor<64xi32>"
    for i in range(limit + 8):
        text += f"  %k{i} = stablehlo.constant dense<{i}> : {kind}\n  %p{i} = stablehlo.xor %a, %k{i} : {kind}\n"
        text += f"  %r{i} = stablehlo.reduce(%p{i} init: %zero) applies stablehlo.add {sums}\n"
        text += expect(f"%r{i}", sum(row ^ i for row in range(64)), "tensor<64xi32>")
    text += f"  %last = stablehlo.reduce(%b init: %zero) applies stablehlo.add {sums}\n"
    return main(text + expect("%last", 64 * 63, "tensor<64xi32>")), None


def deep(limit):
    """A reduction whose body picks by more selections of selections than are followed, over two devices."""
    mesh = 'sdy.mesh @mesh = <["x"=2]>\n'
    text = "  %a = stablehlo.iota dim = 0 : tensor<8xi32>\n  %low = stablehlo.constant dense<-1> : tensor<i32>\n"
    text += '  %s = sdy.sharding_constraint %a <@mesh, [{"x"}]> : tensor<8xi32>\n'
    text += "  %r = stablehlo.reduce(%s init: %low) across dimensions = [0] : (tensor<8xi32>, tensor<i32>) -> tensor<i32>\n"
    text += "   reducer(%x: tensor<i32>, %y: tensor<i32>) {\n    %m0 = stablehlo.maximum %x, %y : tensor<i32>\n"
    for i in range(limit + 4):
        text += f"    %m{i + 1} = stablehlo.maximum %m{i}, %x : tensor<i32>\n"
    text += f"    stablehlo.return %m{limit + 4} : tensor<i32>\n  }}\n"
    return main(text + expect("%r", 7, "tensor<i32>"), mesh=mesh), None


def function(limit):
    """A kernel of floats of more operations than a function of machine code has."""
    kind = "tensor<512xf32>"
    text = f"  %i = stablehlo.iota dim = 0 : {kind}\n  %v0 = stablehlo.add %i, %i : {kind}\n"
    for i in range(2 * limit):
        text += f"  %v{i + 1} = stablehlo.{'subtract' if i % 2 else 'maximum'} %v{i}, {'%i' if i % 2 else f'%v{max(i - 3, 0)}'} : {kind}\n"
    values = [[2.0 * k for k in range(512)]]
    for i in range(2 * limit):
        values.append([a - k if i % 2 else max(a, values[max(i - 3, 0)][k]) for k, a in enumerate(values[-1])])
    return main(text + expect(f"%v{2 * limit}", values[-1], kind)), None


def knot(limit):
    """Values of which each is added to each other one's transpose: their orders are one knot."""
    count, kind, text = 28, "tensor<16x16xi32>", "  %zero = stablehlo.constant dense<0> : tensor<i32>\n"
    sums = "across dimensions = [0, 1] : (tensor<16x16xi32>, tensor<i32>) -> tensor<i32>"
    text += f"  %a = stablehlo.iota dim = 0 : {kind}\n"
    for i in range(count):
        text += f"  %k{i} = stablehlo.constant dense<{i}> : {kind}\n  %v{i} = stablehlo.add %a, %k{i} : {kind}\n"
        text += f"  %t{i} = stablehlo.transpose %v{i}, dims = [1, 0] : ({kind}) -> {kind}\n"
    for i in range(count):
        for k in range(i):
            text += f"  %p{i}x{k} = stablehlo.xor %v{i}, %t{k} : {kind}\n"
            text += f"  %r{i}x{k} = stablehlo.reduce(%p{i}x{k} init: %zero) applies stablehlo.add {sums}\n"
            number = sum((row + i) ^ (column + k) for row in range(16) for column in range(16))
            text += expect(f"%r{i}x{k}", number, "tensor<i32>")
    return main(text), None


def folded(limit):
    """The negation of a constant that is data, whose every number differs."""
    kind, numbers = f"tensor<{limit + 8}xi32>", list(range(limit + 8))
    text = f"  %c = stablehlo.constant dense<{numbers}> : {kind}\n  %n = stablehlo.negate %c : {kind}\n"
    return main(text + expect("%n", [-n for n in numbers], kind)), None


def devices(limit):
    """A number of the device, on a mesh of more devices than a table has."""
    mesh, whole, part = f'sdy.mesh @mesh = <["x"={2 * limit}]>\n', f"tensor<{2 * limit}xi32>", "tensor<1xi32>"
    text = f"""  %a = stablehlo.constant dense<0> : {whole}
  %0 = sdy.manual_computation(%a) in_shardings=[<@mesh, [{{"x"}}]>] out_shardings=[<@mesh, [{{"x"}}]>] manual_axes={{"x"}} (%x: {part}) {{
    %p = stablehlo.partition_id : tensor<ui32>
    %i = stablehlo.convert %p : (tensor<ui32>) -> tensor<i32>
    %r = stablehlo.reshape %i : (tensor<i32>) -> {part}
    %y = stablehlo.add %r, %x : {part}
    sdy.return %y : {part}
  }} : ({whole}) -> {whole}
  %want = stablehlo.iota dim = 0 : {whole}
  check.expect_eq %0, %want : {whole}
"""
    return main(text, mesh), None


def turns(limit):
    """A loop of one turn more than are written out."""
    kind, count = "tensor<64x64xi32>", limit + 1
    text = f"""  %a = stablehlo.iota dim = 0 : {kind}
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %r:2 = stablehlo.while(%i = %zero, %x = %a) : tensor<i32>, {kind}
  cond {{
    %end = stablehlo.constant dense<{count}> : tensor<i32>
    %c = stablehlo.compare LT, %i, %end : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  }} do {{
    %one = stablehlo.constant dense<1> : tensor<i32>
    %n = stablehlo.add %i, %one : tensor<i32>
    %y = stablehlo.add %x, %x : {kind}
    stablehlo.return %n, %y : tensor<i32>, {kind}
  }}
  %s = stablehlo.reduce(%r#1 init: %zero) applies stablehlo.add across dimensions = [0] : ({kind}, tensor<i32>) -> tensor<64xi32>
"""
    return main(text + expect("%s", sum(range(64)) << count, "tensor<64xi32>")), None


CASES = {"KERNEL_NODES": kernel_nodes, "LOOKED": looked, "PLACED": placed, "AHEAD": ahead, "DEEP": deep, "FUNCTION": function,
         "TABLE": knot, "TABLES": knot, "FOLDED": folded, "DEVICES": devices,
         "TURNS": turns}


def meets(sdyc, file, name, limit):
    """What is wrong: "" for nothing."""
    text, shown = CASES[name](limit)
    file.write_text(text)
    run = subprocess.run([sdyc, "run", file], capture_output=True, text=True, timeout=SECONDS)
    if run.returncode != 0:
        return run.stderr[:400]
    if shown is not None:
        file.write_text(shown)
        said = subprocess.run([sdyc, "kernels", file], capture_output=True, text=True, timeout=SECONDS)
        count = len(re.findall(r"^ *b[0-9]+ = ", said.stdout, re.M))
        if said.returncode != 0 or count < 2:
            return f"{count} buffers: it does not meet the limit"
    return ""


def check(sdyc):
    wrong = 0
    with tempfile.TemporaryDirectory() as folder:
        for name, limit in limits().items():
            if name in WITHOUT:
                continue
            said = meets(sdyc, Path(folder) / f"{name.lower()}.mlir", name, limit) if name in CASES else "no program here meets it"
            print(f"{name}: {said or 'ok'}")
            wrong += said != ""
    return wrong


if __name__ == "__main__":
    sys.exit(check(sys.argv[1]) > 0)
