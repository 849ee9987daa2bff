#!/usr/bin/env python3
"""Loops beside XLA on one thread, in one run: an LSTM, a loop over single numbers, a scan that stacks rows.

    loops.py SDYC [--rounds N] [--only NAME]

In each round sdyc and XLA take turns; the least time of each counts, and their ratio. Needs jax.
"""
import argparse
import os
import re
import subprocess
import tempfile
import time
from pathlib import Path

os.environ.setdefault("JAX_PLATFORMS", "cpu")
os.environ.setdefault("XLA_FLAGS", "--xla_cpu_multi_thread_eigen=false")
os.sched_setaffinity(0, sorted(os.sched_getaffinity(0))[:1])

import jax  # after the settings that it reads
import jax.numpy as jnp
import numpy as np


def lstm(rows, w, u, b):
    """256 steps of a batch of 32, 512 wide."""
    def step(state, row):
        h, c = state
        i, f, g, o = jnp.split(row @ w + h @ u + b, 4, axis=-1)
        c = jax.nn.sigmoid(f) * c + jax.nn.sigmoid(i) * jnp.tanh(g)
        h = jax.nn.sigmoid(o) * jnp.tanh(c)
        return (h, c), h
    zero = jnp.zeros((rows.shape[1], u.shape[0]), rows.dtype)
    return jax.lax.scan(step, (zero, zero), rows)[1]


def numbers(x):
    """100,000 steps of a number that each needs the last."""
    return jax.lax.fori_loop(0, 100_000, lambda _, x: x * 0.999 + 0.5, x)


def stacked(x):
    """1,000 rows of 64 KB."""
    return jax.lax.scan(lambda c, _: (c * 0.5 + 1, c), x, None, length=1000)[1]


PROGRAMS = {lstm: [(256, 32, 512), (512, 2048), (512, 2048), (2048,)], numbers: [()], stacked: [(16384,)]}


def sdyc_ms(sdyc, file):
    output = subprocess.run([sdyc, "bench", file, "--as-given", "--threads=1", "--runs=5"], capture_output=True, text=True, check=True).stdout
    return float(re.search(r"as given .* ([\d.]+)$", output, re.M).group(1))


def xla_ms(compiled, arguments):
    least = np.inf
    for _ in range(5):
        start = time.perf_counter()
        jax.block_until_ready(compiled(*arguments))
        least = min(least, 1e3 * (time.perf_counter() - start))
    return least


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("sdyc")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--only", default="")
    options = parser.parse_args()
    random = np.random.default_rng(0)
    print("ratio   sdyc ms    XLA ms")
    with tempfile.TemporaryDirectory() as folder:
        for function, shapes in PROGRAMS.items():
            if options.only not in function.__name__:
                continue
            arguments = [np.float32(random.uniform(-0.05, 0.05, shape)) for shape in shapes]
            lowered = jax.jit(function).lower(*arguments)
            file = Path(folder) / f"{function.__name__}.mlir"
            file.write_text(lowered.as_text())
            compiled = lowered.compile()
            turns = [(sdyc_ms(options.sdyc, file), xla_ms(compiled, arguments)) for _ in range(options.rounds)]
            ours, theirs = (min(times) for times in zip(*turns))
            print(f"{ours / theirs:5.2f} {ours:9.3f} {theirs:9.3f}  {function.__name__}: {function.__doc__}")


main()
