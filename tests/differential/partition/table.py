#!/usr/bin/env python3
"""A table of the partitioner: each operation, each factor of its sharding rule, 2 and 3 devices.

    table.py --sdyc BUILD/sdyc [--only NAME] [--each N] [--jobs N] [--printed] [--short] [--case CASE] [--verbose]

A case is OPERATION/SEED/FACTOR/DEVICES/PLACE: a program of tests/differential/each around the operation, one factor
of whose rule shards what has it: operands and results (`all`), operands while results are whole (`in`), or results
while operands are whole (`out`). The program is partitioned, run with `--storage=private`, and must give what it gives
unsharded; --printed runs what `sdyc partition` prints, too, with a process for each device. For each operation, kind of
factor, number of devices and for sizes that divide and that do not, N programs are taken. `--case` prints the program
of a case and what it gives; --short takes a fixed selection. An operation with a sharding rule that no program is made around is a failure.
"""
import argparse
import collections
import copy
import hashlib
import itertools
import re
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from running import OUTCOMES, ROWS, Failure, Tally, failure_of, loosened, run, run_proved, save_inputs, sdyc
from printed import printed_failure
from module import Dim, Sharding
from program import Program

DEVICES, PLACES = (2, 3), ("all", "in", "out")
SEEDS, FEW = 24, 3  # programs that are looked at for each operation; for the short selection
KINDS = ("reduction", "need_replication", "permutation", "blocked_propagation")


class Factor:
    """A factor of a rule: its size, and the dimensions that it is the outermost of, as (tensor, dimension)."""

    def __init__(self, name, size, kind, dims, operands):
        self.name, self.size, self.kind, self.dims, self.operands = name, size, kind, dims, operands

    def dims_in(self, place):
        return [(t, d) for t, d in self.dims if place == "all" or (place == "in") == (t < self.operands)]

    @property
    def signature(self):
        """What factors of one operation have in common that are treated alike."""
        tensors = ",".join(str(t) if t < self.operands else f"r{t - self.operands}" for t, _ in self.dims)
        return f"{self.kind or 'free'}({tensors})"


def rule_of(text, shapes, operands):
    """The factors of the last rule in a text that is one of tensors of these shapes."""
    for rule in reversed(re.findall(r"#sdy\.op_sharding_rule<(.*?)>(?=[,}])", text)):
        tensors = re.match(r"\((.*?)\)->\((.*?)\)", rule)
        sides = [re.findall(r"\[(.*?)\]", side) for side in tensors.groups()]
        sizes = {name: int(size) for name, size in re.findall(r"(\w+)=(\d+)", rule)}
        dims = [[re.findall(r"[a-z](?:_\d+)?", dim) for dim in tensor.split(",")] if tensor.strip() else []
                for tensor in itertools.chain(*sides)]
        if len(sides[0]) == operands and [len(t) for t in dims] == [len(s) for s in shapes]:
            return factors_of(rule, dims, sizes, operands)
    return None


def factors_of(rule, dims, sizes, operands):
    kinds = {}
    for kind in KINDS:
        for group in re.findall(kind + r"=\{(.*?)\}", rule):
            kinds.update((name.strip(), kind) for name in group.split(","))
    places = collections.defaultdict(list)
    for t, tensor in enumerate(dims):
        for d, names in enumerate(tensor):
            if names and names[0] in sizes:
                places[names[0]].append((t, d))
    return [Factor(name, sizes[name], kinds.get(name, ""), found, operands) for name, found in sorted(places.items())]


def dims_alone(shapes, operands):
    """For operations without a rule: each dimension of each tensor."""
    return [Factor(f"t{t}d{d}", size, "no rule", [(t, d)], operands)
            for t, shape in enumerate(shapes) for d, size in enumerate(shape)]


class Subject:
    """A program around an operation: the operation in it, and the factors of its rule."""

    def __init__(self, name, seed):
        scale = 1 if seed % 2 else 12
        self.name, self.seed, self.program = name, seed, Program(seed, name, scale, False)
        ops = [op for op in self.program.function.body.ops if op.name == name]
        self.op = ops[-1] if ops else None
        self.factors = []

    def find_factors(self, binary, folder):
        tensors = [*self.op.operands, *self.op.results]
        shapes = [value.shape for value in tensors]
        path = folder / "rules.mlir"
        path.write_text(str(self.program.module))
        text = sdyc([binary, "opt", path, "-sdy-populate-op-sharding-rules"])
        found = None if isinstance(text, Failure) else rule_of(text, shapes, len(self.op.operands))
        self.factors = dims_alone(shapes, len(self.op.operands)) if found is None else found

    def sharded(self, factor, devices, place):
        """The module with what has the factor sharded; arguments and results have shardings of their own."""
        module = copy.deepcopy(self.program.module)
        module.meshes = [f'sdy.mesh @mesh = <["x"={devices}]>']
        function = module.functions[0]
        tensors = [*self.op.operands, *self.op.results]
        wanted = collections.defaultdict(set)
        for t, d in factor.dims_in(place):
            wanted[tensors[t].name].add(d)

        def sharding(value):
            dims = sorted(wanted.get(value.name, ()))[:1]  # an axis shards one dimension of a tensor
            return Sharding("@mesh", [Dim(['"x"'] if d in dims else []) for d in range(len(value.shape))])
        function.argument_shardings = [sharding(value) for value in function.body.arguments]
        function.result_shardings = [sharding(value) for value in function.body.returned]
        return module

    def can_shard(self, factor, place):
        """Whether something of the place can be sharded: it is an argument or a result of the program."""
        body = self.program.function.body
        outside = {value.name for value in [*body.arguments, *body.returned]}
        tensors = [*self.op.operands, *self.op.results]
        return any(tensors[t].name in outside for t, _ in factor.dims_in(place))


def try_subject(options, subject, cases):
    """[(case, None or Failure, module)] of the cases of a program: (factor, devices, place)."""
    program = subject.program
    body = program.function.body
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        inputs = save_inputs(folder, body.arguments, program.inputs)
        want = run(options.sdyc, folder / "plain.mlir", str(program.module), inputs, body.returned, ["--threads=1"])
        if isinstance(want, Failure):
            return [(case, Failure("left out", want.text), None) for case in cases]
        loose = loosened(program.tolerance, [value.element for value in body.returned])
        outcomes = []
        for case in cases:
            module, path, limits = subject.sharded(*case), folder / "sharded.mlir", [loose] * len(want)
            got = run_proved(options.sdyc, path, str(module), inputs, body.returned, ["--storage=private", "--threads=1"])
            failure = failure_of(got, want, limits)
            if not failure and options.printed:
                arrays = [program.inputs[value.name] for value in body.arguments]
                failure = printed_failure(options.sdyc, folder, path, [("x", case[1])], arrays, want, limits)
            outcomes.append((case, failure, module))
        return outcomes


def cell(factor, devices, place):
    fits = "even" if factor.size % devices == 0 else "uneven"
    return factor.signature, devices, fits, place


def chosen_cases(options, name):
    """[(Subject, [(factor, devices, place)])] that fill the cells of an operation."""
    filled, chosen = collections.Counter(), []
    with tempfile.TemporaryDirectory() as folder:
        for seed in range(1, (FEW if options.short else SEEDS) + 1):
            subject = Subject(name, seed)
            if not subject.op:
                continue
            subject.find_factors(options.sdyc, Path(folder))
            cases = []
            for case in itertools.product(subject.factors, DEVICES, PLACES):
                key = cell(*case)
                if filled[key] < options.each and subject.can_shard(case[0], case[2]):
                    filled[key] += 1
                    cases.append(case)
            if cases:
                chosen.append((subject, cases))
    return chosen


def case_name(subject, case):
    factor, devices, place = case
    return f"{subject.name}/{subject.seed}/{factor.name}/{devices}/{place}"


def is_short(name):
    """Whether a case is of the short selection: one in six, always the same."""
    return int(hashlib.sha1(name.encode()).hexdigest()[:8], 16) % 6 == 0


def try_operation(options, name):
    """[(case name, signature, None or Failure, module)] of an operation."""
    results = []
    for subject, cases in chosen_cases(options, name):
        if options.short:
            cases = [case for case in cases if is_short(case_name(subject, case))]
        for case, failure, module in try_subject(options, subject, cases) if cases else ():
            results.append((case_name(subject, case), cell(*case), failure, module))
    return results


def show_case(options):
    name, seed, factor, devices, place = options.case.rsplit("/", 4)
    subject = Subject(name, int(seed))
    with tempfile.TemporaryDirectory() as folder:
        subject.find_factors(options.sdyc, Path(folder))
    chosen = next(f for f in subject.factors if f.name == factor)
    (_, failure, module), = try_subject(options, subject, [(chosen, int(devices), place)])
    print(module or subject.program.module)
    print(f"{failure.outcome}: {failure.text}" if failure else "passed")
    return 1 if failure else 0


# What chlo's functions become (their rows are chlo's), and what random programs alone have (graph.py, joins.py).
ELSEWHERE = {f"sdyc.{name}" for name in ("acos", "acosh", "asin", "asinh", "atan", "atanh", "cosh", "erf", "erfc", "sinh")} | {
    f"stablehlo.{name}" for name in ("all_gather", "all_reduce", "all_to_all", "collective_broadcast", "collective_permute",
                                     "cross-replica-sum", "reduce_scatter")} | {"sdy.sharding_constraint"}


def without_rows(options):
    """Operations that have a sharding rule and no row."""
    listed = sdyc([options.sdyc, "--list-ops"]).splitlines()
    ruled = {line.split()[0] for line in listed if line.split()[1:2] == ["rule"]}
    return sorted(ruled - ELSEWHERE - {name for names, _, _ in ROWS for name in names})


def operations(options):
    known = sorted({name for names, _, _ in ROWS for name in names})
    return [name for name in known if options.only in (None, name)]


def report(options, all_results):
    tally = Tally()
    for results in all_results:
        for name, of, failure, module in results:
            outcome = failure.outcome if failure else "passed"
            tally.add(name.split("/")[0], outcome, failure.kind if failure and outcome != "wrong" else "")
            if outcome not in ("passed", "left out", *(["error"] if not options.verbose else [])):
                print(f"--- {name} {of}: {outcome}: {failure.text}", flush=True)
                if options.verbose:
                    print(module)
    print(tally.reasons())
    print(tally.summary())
    return tally


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--sdyc", type=Path, required=True)
    parser.add_argument("--only")
    parser.add_argument("--each", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--printed", action="store_true")
    parser.add_argument("--short", action="store_true")
    parser.add_argument("--case")
    parser.add_argument("--verbose", action="store_true")
    options = parser.parse_args()
    options.sdyc = options.sdyc.resolve()
    if options.case:
        sys.exit(show_case(options))
    with ThreadPoolExecutor(options.jobs) as pool:
        tally = report(options, pool.map(lambda name: try_operation(options, name), operations(options)))
    missing = without_rows(options)
    if missing:
        print("no row has", ", ".join(missing))
    sys.exit(1 if missing or any(tally.total(outcome) for outcome in OUTCOMES[:OUTCOMES.index("left out")]) else 0)


if __name__ == "__main__":
    main()
