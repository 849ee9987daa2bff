#!/usr/bin/env python3
"""What a call of sdyc's device takes until it returns, and whether what is done beside it is for nothing: overlap.py [ms ...]

    JAX_PLATFORMS=sdyc PYTHONPATH=python bench/overlap.py 1 30 300

A loop in which a loader sleeps for as long as a step takes, as it would wait for a disk: its time over the longer of the two, least
of some rounds; what a dispatch takes, in the middle; and a tiny program, in a chain and waited for each time.
"""
import statistics
import sys
import time

import jax
import jax.numpy as jnp
import numpy as np

SIZE = 256


@jax.jit
def turns(x, a, count):
    return jax.lax.fori_loop(0, count, lambda i, y: jnp.tanh(y @ a), x)


def timed(call):
    start = time.perf_counter()
    result = call()
    return time.perf_counter() - start, result


def turns_of(seconds, x, a):
    """How many turns take so long."""
    count = 4
    while timed(lambda: turns(x, a, count).block_until_ready())[0] < max(seconds, 0.05):
        count *= 2
    whole = min(timed(lambda: turns(x, a, count).block_until_ready())[0] for _ in range(3))
    return max(1, round(count * seconds / whole))


def overlap(seconds, x, a):
    steps = max(5, min(300, round(1.5 / seconds)))
    count = turns_of(seconds, x, a)
    ratios, dispatches = [], []
    for _ in range(5):
        step = timed(lambda: [turns(x, a, count).block_until_ready() for _ in range(steps)])[0] / steps
        sleep = timed(lambda: [time.sleep(step) for _ in range(steps)])[0] / steps
        start = time.perf_counter()
        for _ in range(steps):
            taken, y = timed(lambda: turns(x, a, count))
            dispatches.append(taken)
            time.sleep(step)
        y.block_until_ready()
        ratios.append((time.perf_counter() - start) / steps / max(step, sleep))
    print(f"step of {1e3 * step:7.2f} ms, loop {min(ratios):.2f} of it (median {statistics.median(ratios):.2f}), "
          f"dispatch {1e3 * statistics.median(dispatches):.3f} ms (most {1e3 * max(dispatches):.3f})", flush=True)


def tiny():
    f, x = jax.jit(lambda x: x + 1), jnp.zeros(8)

    def chain():
        y = x
        for _ in range(2000):
            y = f(y)
        return y.block_until_ready()

    chained = min(timed(chain)[0] for _ in range(9)) / 2000
    waited = min(timed(lambda: [f(x).block_until_ready() for _ in range(2000)])[0] for _ in range(9)) / 2000
    print(f"a tiny program {1e6 * chained:.2f} us, waited for each time {1e6 * waited:.2f} us", flush=True)


def main():
    x = jnp.asarray(np.random.default_rng(0).standard_normal((SIZE, SIZE)).astype(np.float32))
    tiny()
    for word in sys.argv[1:] or ("1", "30", "300"):
        overlap(float(word) / 1e3, x, x / SIZE)


main()
