#!/usr/bin/env python3
"""ResNet-50, MobileNetV2 and a U-Net in each layout, beside XLA and PyTorch: a table, and a chart as SVG.

    measure.py BUILD --jax=PYTHON [--torch=PYTHON] [OPTION]...

BUILD is a build folder with bench/worker. The networks are JAX's text (jax_side.py), which needs a Python with JAX, or
a folder of --texts that has them; XLA is measured where --jax is given, PyTorch where --torch is. The columns:

    nchw, auto  JAX's text with channels first, by --layout=nchw, which reorders nothing, and --layout=auto
    blocked     the same, images given (and a U-Net's taken) as nChw16c, --layout=auto
    nhwc        JAX's text with channels last, --layout=auto
    constants   the same, its weights closed over: they are constants, as for the frozen ways of PyTorch
    XLA         by XLA's CPU backend: the same two texts
    torch       eager, contiguous and channels_last; frozen by torch.jit; frozen with oneDNN's fusion (oneDNN);
                torch.compile, which needs a compiler for C++

Each way is a process; of one network, pass and batch all take turns, on all numbers of devices. A turn is a run that
does not count and as many as fill half a second. The table has the least times in ms; --json has the medians too.
Weights are arguments for XLA, and for sdyc but in the last of its columns; it and frozen ways of PyTorch have them as
constants, packed beforehand, or in the first run.
"""
import argparse
import itertools
import json
import os
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))

import turns
from chart import chart
from networks import NETWORKS, Case

TURN = 500  # ms
MOST = 50  # runs in a turn
LAYOUTS = ["nchw", "auto", "blocked", "nhwc"]
CONSTANTS = "constants"
XLA = {"XLA nchw": "nchw", "XLA nhwc": "nhwc"}
TORCH = {"torch first": "first", "torch last": "last", "frozen": "frozen", "oneDNN": "onednn", "compile": "compiled"}
# Memory in huge pages, kept from run to run: else some spend their time on page faults, and others do not.
MEMORY = {"GLIBC_TUNABLES": ":".join(f"glibc.malloc.{setting}" for setting in (
    "hugetlb=1", "mmap_max=0", "trim_threshold=17179869184", "top_pad=268435456", "arena_max=1"))}


class Way:
    """One column of one row. What `fresh` says is a new process in each turn, which leaves its memory to others."""

    def __init__(self, column, devices, command, fresh):
        self.column, self.devices, self.command, self.fresh = column, devices, command, fresh
        self.worker, self.times = None, []

    def turn(self):
        self.worker = self.worker or turns.Worker(self.column, self.command, MEMORY)
        first = self.worker.run(1)[0][0]
        self.times += [wall for wall, _ in self.worker.run(max(1, min(MOST, int(TURN / first))))]
        if self.fresh:
            self.end()

    def end(self):
        if self.worker:
            self.worker.end()
        self.worker = None


class Bench:
    def __init__(self, options, texts):
        self.options, self.texts = options, texts
        self.missing = set()  # columns that cannot be measured, as has been said

    def skip(self, columns, why):
        for column in set(columns) - self.missing:
            print(f"{column} is skipped: {why}", file=sys.stderr)
        self.missing |= set(columns)

    def write(self, cases, verb="write", suffix="mlir"):
        """The texts that are not there yet."""
        names = [case.name for case in cases if not (self.texts / f"{case.name}.{suffix}").exists()]
        if names and not self.options.jax:
            sys.exit(f"{names[0]}.{suffix} is JAX's text: give --jax=PYTHON, or --texts=FOLDER with it")
        if names:
            subprocess.run([self.options.jax, HERE / "jax_side.py", verb, self.texts, *names], check=True)

    def sdyc(self, case, layout):
        text = self.texts / f"{case.name}.{'mlirbc' if layout == CONSTANTS else 'mlir'}"
        command = [Path(self.options.build) / "bench/worker", text, self.options.threads]
        command.append(f"--layout={'nchw' if layout == 'nchw' else 'auto'}")
        if layout == "blocked":
            command.append("--input=nChw16c")
            command += ["--output=nChw16c"] if case.network == "unet" and not case.training else []
        return Way(layout, case.devices, command, True)

    def ways(self, case):
        """Of the case on each number of devices, in each order."""
        options, all_devices = self.options, [n for n in self.options.devices if case.batch % n == 0]
        for devices in all_devices:
            for layout in options.layouts:
                if layout == CONSTANTS and case.training:
                    continue
                one = case._replace(devices=devices, order="nhwc" if layout in ("nhwc", CONSTANTS) else "nchw")
                yield self.sdyc(one, layout)
            for column, order in XLA.items() if options.jax else ():
                name = case._replace(devices=devices, order=order).name
                yield Way(column, devices, [options.jax, HERE / "jax_side.py", "run", name, options.threads], False)
        for column, way in TORCH.items() if options.torch and 1 in all_devices else ():
            if not (case.training and way in ("frozen", "onednn")):
                yield Way(column, 1, [options.torch, HERE / "torch_side.py", case.name, way, options.threads], False)

    def measure(self, case):
        """The ways of a case that could be measured."""
        ways = [way for way in self.ways(case) if way.column not in self.missing]
        for _ in range(self.options.rounds):
            for way in ways[:]:
                try:
                    way.turn()
                except turns.NotStarted as error:
                    if way.fresh:
                        raise
                    self.skip([way.column], error)
                    ways.remove(way)
        for way in ways:
            way.end()
        return ways


def least(ways, devices, columns):
    times = [min(way.times) for way in ways if way.devices == devices and way.column in columns]
    return min(times) if times else None


def ratios(ways, devices):
    best = least(ways, devices, LAYOUTS)
    pairs = {"torch": (least(ways, devices, [*LAYOUTS, CONSTANTS]), least(ways, devices, TORCH)), "XLA": (best, least(ways, devices, XLA)),
             "auto:nhwc": (least(ways, devices, ["auto"]), least(ways, devices, ["nhwc"])),
             "8:1": (best, least(ways, 1, LAYOUTS) if devices > 1 else None)}
    return {name: a / b if a and b else None for name, (a, b) in pairs.items()}


RATIOS = {"torch": "best : torch", "XLA": "best : XLA", "auto:nhwc": "auto : nhwc", "8:1": "devices : 1"}


def cell(value, width, digits):
    return f"{'-' if value is None else format(value, f'.{digits}f'):>{width}}"


def rows(case, ways, devices):
    """What one line of the table says."""
    for count in devices:
        times = {way.column: way.times for way in ways if way.devices == count}
        if times:
            yield {"network": case.network, "pass": case.kind, "batch": case.batch, "devices": count,
                   "element": case.element, "size": case.size,
                   "least": {column: min(of) for column, of in times.items()},
                   "median": {column: statistics.median(of) for column, of in times.items()},
                   "ratios": ratios(ways, count)}


def parsed():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)

    def several(name, default, kind=str, choices=None):
        def split(text):
            values = [kind(word) for word in text.split(",")]
            for value in values:
                if choices and value not in choices:
                    raise argparse.ArgumentTypeError(f"{value} is none of {', '.join(map(str, choices))}")
            return values
        meant = f"several of {','.join(choices)}" if choices else "several numbers"
        parser.add_argument(name, type=split, default=split(default), help=f"{meant}; {default}")
    parser.add_argument("build")
    several("--networks", ",".join(NETWORKS), choices=list(NETWORKS))
    several("--passes", "forward", choices=["forward", "step"])
    several("--batches", "8", int)
    several("--devices", "1", int)
    several("--layouts", ",".join([*LAYOUTS, CONSTANTS]), choices=[*LAYOUTS, CONSTANTS])
    several("--types", "f32", choices=["f32", "bf16"])
    parser.add_argument("--size", type=int, default=224, help="pixels in a row of an image; 224")
    parser.add_argument("--threads", type=int, default=len(os.sched_getaffinity(0)), help="one for each core")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--jax", default="", help="a Python that has JAX")
    parser.add_argument("--torch", default="", help="a Python that has PyTorch")
    parser.add_argument("--texts", type=Path, help="keep JAX's texts in this folder, and take those that are there")
    parser.add_argument("--svg", type=Path)
    parser.add_argument("--json", type=Path)
    return parser.parse_args()


def run(options, texts):
    bench, table = Bench(options, texts), []
    columns = options.layouts + list(XLA if options.jax else ()) + list(TORCH if options.torch else ())
    for name, rivals in (("jax", XLA), ("torch", TORCH)):
        if not getattr(options, name):
            bench.skip(rivals, f"no --{name}=PYTHON is given")
    print(f"{'ms':<40}" + "".join(f"{name:>13}" for name in (*columns, *RATIOS.values())), flush=True)
    for network, kind, element, batch in itertools.product(options.networks, options.passes, options.types,
                                                           options.batches):
        case = Case(network, kind, batch, 1, "nchw", element, options.size)
        for devices in options.devices:
            if batch % devices:
                print(f"a batch of {batch} is not sharded over {devices} devices", file=sys.stderr)
        bench.write([case._replace(devices=devices, order=order) for devices in options.devices if batch % devices == 0
                     for order in ("nchw", "nhwc")])
        if CONSTANTS in options.layouts and not case.training:
            bench.write([case._replace(devices=devices, order="nhwc") for devices in options.devices if batch % devices == 0],
                        "close", "mlirbc")
        for row in rows(case, bench.measure(case), options.devices):
            table.append(row)
            title = f"{network} {kind} {element} x{batch}, {row['devices']} device{'s' * (row['devices'] > 1)}"
            print(f"{title:<40}" + "".join(cell(row["least"].get(column), 13, 2) for column in columns)
                  + "".join(cell(row["ratios"][name], 13, 3) for name in RATIOS), flush=True)
    if options.svg:
        options.svg.write_text(chart(table))
    if options.json:
        options.json.write_text(json.dumps(table, indent=1) + "\n")


def main():
    options = parsed()
    if options.texts:
        options.texts.mkdir(parents=True, exist_ok=True)
        return run(options, options.texts)
    with tempfile.TemporaryDirectory() as folder:
        return run(options, Path(folder))


if __name__ == "__main__":
    main()
