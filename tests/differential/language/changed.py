#!/usr/bin/env python3
"""Modules that are changed at random, read and verified by sdyc and by the MLIR inside jaxlib.

    changed.py --sdyc BUILD/sdyc FILE_OR_FOLDER... [--changes N] [--seed S] [--only TEXT] [--limit N]

The chunks of the files (parted by `// -----`) that both read are changed in one to three places: integers, element
types, names, attributes, operands, dimensions. Both must take the module and print the same, or say the same
errors at the same lines. A kind of difference (the two messages without their numbers and names) is printed once.
"""
import argparse
import collections
import json
import os
import random
import re
import signal
import subprocess
import sys
import tempfile
from pathlib import Path

PART = re.compile(r"^\s*// -----.*$", re.M)
COMMENT = re.compile(r"//(?!-)[^\n\"]*$", re.M)
ELEMENTS = ["f32", "i32", "f64", "i1", "ui8", "bf16", "f16", "i64", "complex<f32>", "index", "i4", "f8E4M3FN", "si32", "ui64",
            "tuple<f32>", "none", "i3", "!quant.uniform<i8:f32, 1.0:17>", "!quant.uniform<i8:f32:0, {1.0, 2.0}>"]
ELEMENT = re.compile(r"(?<=[x<\[ ])(?:[us]?i\d+|f\d+(?:E\w+)?|bf16|complex<f\d+>|index)(?=[>,\])])")
NUMBER = re.compile(r"(?<![\w.%@#-])-?\d+(?![\w.:])")
DIM = re.compile(r"(?<=[<x])(?:\d+|\?)(?=x)")
ENTRY = re.compile(r"[\w.]+ = (?:#?[\w.!]*<[^<>{}]*(?:<[^<>]*>[^<>]*)?>|\[[^\[\]]*\]|-?[\w.\"]+(?: : \w+)?)(?:, )?")
TYPE = re.compile(r"tensor<[^<>()]*(?:<[^<>]*>)?[^<>()]*>")
USE = re.compile(r"%\w+(?:#\d+)?")
WORD = re.compile(r"(?<=[\w\]>}] )\b[a-zA-Z_]\w+(?= ?[=(\[,:])|#stablehlo<[a-z_]+ [A-Z_0-9]+>|\b(?:EQ|NE|GE|LT|FLOAT|SIGNED|DEFAULT|HIGHEST)\b")
PUNCTUATION = re.compile(r"[,:=<>(){}\[\]]")


class Changes:
    def __init__(self, generator):
        self.random = generator

    def at(self, text, pattern, new):
        places = list(pattern.finditer(text))
        if not places:
            return text
        place = self.random.choice(places)
        made = new(place.group())
        return text[:place.start()] + made + text[place.end():]

    def number(self, text):
        def new(old):
            value = int(old)
            return str(self.random.choice([value + 1, value - 1, 0, 1, -1, 2, 3, 5, 7, value * 2, -value, 100]))
        return self.at(text, NUMBER, new)

    def dim(self, text):
        return self.at(text, DIM, lambda old: self.random.choice(["?", "0", "1", "2", "3", "4", "5", "8", "16"]))

    def element(self, text):
        return self.at(text, ELEMENT, lambda old: self.random.choice(ELEMENTS))

    def everywhere(self, text):
        found = ELEMENT.findall(text)
        if not found:
            return text
        old, new = self.random.choice(found), self.random.choice(ELEMENTS)
        return ELEMENT.sub(lambda match: new if match.group() == old else match.group(), text)

    def drop(self, text):
        return self.at(text, ENTRY, lambda old: "")

    def double(self, text):
        return self.at(text, ENTRY, lambda old: old + ("" if old.endswith(", ") else ", ") + old)

    def operand(self, text):
        uses = USE.findall(text) or ["%0"]
        return self.at(text, USE, lambda old: self.random.choice(uses + ["%nothing", "", old + ", " + old]))

    def type(self, text):
        types = TYPE.findall(text) or ["f32"]
        return self.at(text, TYPE, lambda old: self.random.choice(types + ["f32", "tensor<f32>", "tensor<*xf32>", "memref<2xf32>",
            "tensor<i1>", "tensor<?x?xf32>", "!stablehlo.token", "tuple<tensor<f32>>", "vector<2xf32>", old.replace("tensor<", "tensor<2x"),
            "tensor<?xf32, #stablehlo.bounds<3>>"]))

    def word(self, text):
        return self.at(text, WORD, lambda old: self.random.choice([old + "s", "bad", old[:-1], old.lower()]))

    def punctuation(self, text):
        return self.at(text, PUNCTUATION, lambda old: self.random.choice(["", "", old + old, ",", "=", "]", ")", "}"]))

    def array(self, text):
        return self.at(text, re.compile(r"array<i\d+: [^<>]*>|array<i1: [^<>]*>|\[[\d, ]+\]"),
                       lambda old: self.random.choice([re.sub(r", [^,]*(?=[>\]])", "", old), re.sub(r"(?=[>\]])", ", 1", old),
                                                       re.sub(r"(?<=[:\[]) ?-?\d+", " 9", old), re.sub(r": [^>]*", "", old)]))

    def change(self, text):
        kinds = [self.number] * 4 + [self.dim] * 4 + [self.element] * 3 + [self.everywhere] * 2 + [self.drop] * 3 + [self.double] + \
                [self.operand] * 2 + [self.type] * 3 + [self.word] + [self.punctuation] + [self.array] * 3
        for _ in range(self.random.choice([1, 1, 1, 2, 3])):
            text = self.random.choice(kinds)(text)
        return text


def referee_context():
    """jaxlib's MLIR, with quantized types: a pass that may make some loads their dialect."""
    from jax._src.interpreters import mlir
    from jaxlib.mlir import ir, passmanager
    from jaxlib.mlir.dialects import stablehlo
    stablehlo.register_stablehlo_passes()
    context = mlir.make_ir_context()
    context.enable_multithreading(False)
    with context, ir.Location.unknown(context):
        passmanager.PassManager.parse("builtin.module(vhlo-legalize-to-stablehlo)").run(ir.Module.parse("module {}").operation)
    return context


def each(items, answer):
    """What `answer` gives of each, as JSON has it, by processes that may crash or find no end: None of an item at which one did."""
    done = 0
    while done < len(items):
        reader, writer = os.pipe()
        child = os.fork()
        if child == 0:
            os.close(reader)
            os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
            with os.fdopen(writer, "w") as out:
                for item in items[done:]:
                    signal.alarm(20)
                    out.write(json.dumps(answer(item)) + "\n")
                    out.flush()
            os._exit(0)
        os.close(writer)
        with os.fdopen(reader) as lines:
            for line in lines:
                done += 1
                yield json.loads(line)
        os.waitpid(child, 0)
        if done < len(items):
            done += 1
            yield None


def errors_of(error):
    """Of what jaxlib raises: [(line, message)...]."""
    return [(line_of(d.location), d.message) for d in error.error_diagnostics]


def answers(texts):
    """What jaxlib says of each: ("module", text), ("error", [(line, message)...]) or ("crash", "")."""
    from jaxlib.mlir import ir
    context = referee_context()
    context.allow_unregistered_dialects = True

    def answer(text):
        try:
            with context:
                return "module", str(ir.Module.parse(text))
        except ir.MLIRError as error:
            return "error", errors_of(error)
        except Exception as error:
            return "error", [(0, str(error))]

    for found in each(texts, answer):
        yield found or ("crash", "")


def line_of(location):
    found = re.search(r'"-":(\d+):(\d+)', str(location))
    return int(found.group(1)) if found else 0


def ours(sdyc, folder, text):
    path = folder / "module.mlir"
    path.write_text(text)
    try:
        done = subprocess.run([str(sdyc), "opt", "--allow-unregistered-dialect", str(path)], capture_output=True, text=True, timeout=20)
    except subprocess.TimeoutExpired:
        return "crash", "no end"
    if done.returncode == 0:
        return "module", done.stdout
    found = re.findall(r"^\S*module\.mlir:(\d+):(\d+): error: (.*)$", done.stderr, re.M)
    if done.returncode != 1 or not found:
        return "crash", done.stderr[-2000:]
    if len(found) > 1:  # where it reads like MLIR's tools, it stops where they do
        done = subprocess.run([str(sdyc), "opt", "-verify-diagnostics", "--allow-unregistered-dialect", str(path)], capture_output=True, text=True, timeout=20)
        found = re.findall(r"^\S*module\.mlir:(\d+)()?: error: unexpected error \"(.*)\"$", done.stderr, re.M)
    return "error", [(int(line), message) for line, _, message in found]


def plain(text):
    """The same module or message, whatever its operations' names and spaces."""
    text = re.sub(r"^module (?:attributes \{.*\} )?\{\n(.*)^\}\n*\Z", r"\1", text, flags=re.M | re.S) if text.startswith("module {") else text
    return re.sub(r"\s+", " ", text).strip()


def first_difference(mine, theirs):
    at = next((i for i, (a, b) in enumerate(zip(mine, theirs)) if a != b), min(len(mine), len(theirs)))
    return f"{mine[max(at - 30, 0):at + 30]} -- {theirs[max(at - 30, 0):at + 30]}"


def kind_of(message):
    message = re.sub(r"'[^']*'|\"[^\"]*\"", "'…'", message)
    message = re.sub(r"tensor<.*>|!quant\.uniform<.*?>+", "T", message)
    return re.sub(r"-?\d+|%\w+|\?", "N", message)


def compare(mine, theirs):
    """What tells the difference's kind; None where there is none."""
    if theirs[0] == "crash" or "does not allow unknown operations" in str(theirs[1]):
        return None
    if mine[0] == "crash":
        return "crash", mine[1][:100]
    if mine[0] != theirs[0]:
        return (mine[0], theirs[0], kind_of(mine[1][0][1] if mine[0] == "error" else theirs[1][0][1]))
    if mine[0] == "module":
        return None if plain(mine[1]) == plain(theirs[1]) else ("print", first_difference(plain(mine[1]), plain(theirs[1])))
    for first, second in zip(mine[1], theirs[1]):
        if second[1].split("\n")[0].strip().removeprefix("op ") not in first[1]:  # ours say what was found, too
            return "message", kind_of(first[1]), kind_of(second[1])
        if first[0] != second[0]:
            return "line", kind_of(first[1])
    if len(mine[1]) != len(theirs[1]):
        more = mine[1] if len(mine[1]) > len(theirs[1]) else theirs[1]
        return "more", "sdyc" if more is mine[1] else "jaxlib", kind_of(more[min(len(mine[1]), len(theirs[1]))][1])
    return None


def chunks(paths):
    for path in paths:
        files = sorted(path.rglob("*.mlir")) if path.is_dir() else [path]
        for file in files:
            for chunk in PART.split(file.read_text(errors="replace")):
                chunk = COMMENT.sub("", chunk)
                chunk = re.sub(r"\n\s*\n+", "\n", chunk).strip() + "\n"
                # long files are cut into their functions
                if len(chunk) > 3000:
                    parts = re.split(r"^(?=func\.func)", chunk, flags=re.M)
                    for part in parts:
                        yield part if "sdy.mesh" not in parts[0] or part is parts[0] else parts[0] + part
                elif len(chunk) > 20:
                    yield chunk


def show(text, mine, theirs):
    def told(answer):
        if answer[0] == "error":
            return "\n".join(f"    {line}: {message}" for line, message in answer[1][:3])
        return "    " + answer[0] + (": " + answer[1][:1500].replace("\n", "\n    ") if answer[0] == "module" else " " + answer[1][:500])
    print(text + "  sdyc\n" + told(mine) + "\n  jaxlib\n" + told(theirs) + "\n", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sdyc", type=Path, required=True)
    parser.add_argument("paths", type=Path, nargs="+")
    parser.add_argument("--changes", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", default="")
    parser.add_argument("--valid", action="store_true", help="compare the chunks as they are too")
    options = parser.parse_args()
    generator = random.Random(options.seed)
    bases = [chunk for chunk in dict.fromkeys(chunks(options.paths)) if options.only in chunk and 'loc("' not in chunk]
    valid = []
    seen = collections.Counter()
    with tempfile.TemporaryDirectory() as made:
        folder = Path(made)

        def ask(texts):
            for text, theirs in zip(texts, answers(texts)):
                mine = ours(options.sdyc, folder, text)
                kind = compare(mine, theirs)
                yield text, theirs, kind
                if kind:
                    seen[kind] += 1
                    if seen[kind] == 1:
                        print(f"--- {' | '.join(kind)}")
                        show(text, mine, theirs)
        if options.valid:
            for text, theirs, _ in ask(bases):
                if theirs[0] == "module":
                    valid.append(text)
        else:
            valid = [text for text, theirs in zip(bases, answers(bases)) if theirs[0] == "module"]
        changes = Changes(generator)
        texts = [changes.change(generator.choice(valid)) for _ in range(options.changes)] if valid else []
        for _ in ask(texts):
            pass
    print(f"{len(bases)} chunks, {len(valid)} valid, {len(texts)} changed: {sum(seen.values())} differ in {len(seen)} ways")
    for kind, count in seen.most_common(400):
        print(f"{count:5} {' | '.join(kind)[:230]}")
    sys.exit(1 if seen else 0)


if __name__ == "__main__":
    main()
