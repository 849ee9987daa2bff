#!/usr/bin/env python3
"""Faults that relations must not prove: relations_faults.py SDYC [--seed S] [--faults N] [FILE]...

Plants a fault at random in the partition of a model of ../shared/models (or of FILE): an entry of a table, the members of a group, a pair of a
permute, an operation, an operand, a slice, a padding, a constant, a dimension. Some change nothing. What relations prove evaluation, which knows
nothing of them, must neither refute nor find another in real numbers.
"""
import argparse
import random
import re
import subprocess
import sys
import tempfile
from pathlib import Path

MODELS = Path(__file__).resolve().parents[3] / "shared/models"
LONG = {"transformer_train", "special_functions", "prng_dropout", "resnet_train_nhwc"}  # seconds to evaluate
WORDS = [("add", "maximum"), ("maximum", "add"), ("add", "subtract"), ("subtract", "add"), ("multiply", "add"), ("tanh", "exponential"),
         ("maximum", "minimum"), ("divide", "multiply"), ("and", "or"), ("exponential", "negate"), ("LT", "LE"), ("GE", "GT"), ("LT", "GT")]
SKIPPED = 77


def swapped(rnd, items):
    a, b = rnd.sample(range(len(items)), 2) if len(items) > 1 else (0, 0)
    items[a], items[b] = items[b], items[a]
    return items


def changed(rnd, items):
    """Numbers with one of them another, turned by one, backwards, or two exchanged."""
    at = rnd.randrange(len(items))
    return rnd.choice([lambda: [x + rnd.choice([-2, -1, 1, 2, 4]) if i == at else x for i, x in enumerate(items)],
                       lambda: items[1:] + items[:1], lambda: items[::-1], lambda: swapped(rnd, items[:])])()


def in_numbers(pattern):
    def fault(rnd, line, _):
        found = re.search(pattern, line)
        if not found:
            return None
        numbers = changed(rnd, [int(x) for x in re.findall(r"-?\d+", found.group(1))])
        place = iter(numbers)
        return line[:found.start(1)] + re.sub(r"-?\d+", lambda _: str(next(place)), found.group(1)) + line[found.end(1):]
    return fault


def other_members(rnd, line, _):
    found = re.search(r"(?:replica_groups|source_target_pairs) = dense<(\[\[[\d, \[\]]*\]\])>", line)
    if not found:
        return None
    numbers = [int(x) for x in re.findall(r"\d+", found.group(1))]
    place = iter(rnd.choice([swapped(rnd, numbers[:]), numbers[1:] + numbers[:1], numbers[::-1], [x ^ 1 for x in numbers]]))
    return line[:found.start(1)] + re.sub(r"\d+", lambda _: str(next(place)), found.group(1)) + line[found.end(1):]


def other_word(rnd, line, _):
    old, new = rnd.choice(WORDS)
    return re.sub(rf"(?<=stablehlo\.){old}\b" if old.islower() else rf"\b{old}\b", new, line, count=1)


def other_operand(rnd, line, before):
    head, equals, rest = line.partition("=")
    own, others = re.findall(r"%[\w#]+", rest), re.findall(r"%\w+", before)
    return head + equals + rest.replace(rnd.choice(own), rnd.choice(others), 1) if own and others else None


def other_float(rnd, line, _):
    return re.sub(r"dense<-?\d\.\d+e[+-]\d+>", f"dense<{rnd.choice(['0.0', '1.0', '2.0', '0xFF800000'])}>", line, count=1)


FAULTS = [in_numbers(r"dense<\[([-\d, ]+)\]>"), in_numbers(r"slice %[\w#]+ \[([\d:, ]+)\]"), in_numbers(r"(low = \[[-\d, ]+\], high = \[[-\d, ]+\])"),
          in_numbers(r"dense<(-?\d+)>"), in_numbers(r"pad = (\[\[[-\d, \[\]]+\]\])"), in_numbers(r" dims = \[([\d, ]+)\]"),
          in_numbers(r"(?:dim|dimension\w*) = (\d)"), other_members, other_word, other_operand, other_float]


def faulty(rnd, text):
    lines = text.split("\n")
    for _ in range(200):
        at = rnd.randrange(len(lines))
        line = rnd.choice(FAULTS)(rnd, lines[at], "\n".join(lines[max(0, at - 40):at]))
        if line and line != lines[at]:
            return "\n".join([*lines[:at], line, *lines[at + 1:]]), at + 1
    return text, 0


def said(sdyc, *words):
    return subprocess.run([sdyc, "verify", "--quiet", *words], capture_output=True, text=True, timeout=120)


def is_wrong(evaluated):
    """Refuted, or another result in real numbers that the field does not show."""
    return evaluated.returncode == 1 or "real inputs make a result another one" in evaluated.stdout


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("sdyc")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--faults", type=int, default=150)
    parser.add_argument("files", nargs="*", type=Path)
    options = parser.parse_args()
    models = options.files or sorted(path for path in MODELS.glob("*/model.mlir") if path.parent.name not in LONG)
    if not models:
        sys.exit(SKIPPED)
    proved, judged, failed, rnd = 0, 0, 0, random.Random(options.seed)
    with tempfile.TemporaryDirectory() as scratch:
        parts = Path(scratch) / "parts.mlir"
        for _ in range(options.faults):
            model = rnd.choice(models)
            right = subprocess.run([options.sdyc, "partition", model], capture_output=True, text=True, check=True, timeout=120).stdout
            text, line = faulty(rnd, right)
            parts.write_text(text)
            first = said(options.sdyc, "--seconds=0.01", model, parts)
            judged += first.returncode != 2
            crashed, by_relations = first.returncode not in (0, 1, 2, 3), "proved by relations" in first.stdout
            proved += by_relations
            if crashed or (by_relations and is_wrong(said(options.sdyc, "--evaluate", model, parts))):
                failed += 1
                print(f"{model.parent.name}:{line}: {'it ends by a signal' if crashed else 'proved by relations, not by evaluation'}")
                print("    " + text.split("\n")[line - 1])
    print(f"{judged} faulty partitions that can be read, {proved} proved by relations, {failed} failed")
    sys.exit(1 if failed or not judged else 0)


if __name__ == "__main__":
    main()
