"""The MLP by others, as workers of `bench/mesh` (turns.py):

    rivals.py xla THREADS         XLA's CPU backend, one device; needs jax
    rivals.py xla-step THREADS    one SGD step of it
    rivals.py blas THREADS        its two products alone, by two calls of OpenBLAS's sgemm
"""
import ctypes
import os
import sys

import turns

SHAPES = (512, 1024), (1024, 4096), (4096, 1024)


def xla(step):
    os.environ["JAX_PLATFORMS"] = "cpu"
    import jax
    import numpy as np

    import export
    rng = np.random.default_rng(0)
    args = [jax.device_put(rng.uniform(-0.05, 0.05, shape).astype(np.float32)) for shape in SHAPES]
    function = jax.jit(export.step if step else export.mlp).lower(*args).compile()
    return lambda: jax.block_until_ready(function(*args))


def blas(threads):
    os.environ["OPENBLAS_NUM_THREADS"] = str(threads)
    with open("/proc/cpuinfo") as cpuinfo:
        if " avx512" in cpuinfo.read():  # old OpenBLAS does not know new processors
            os.environ.setdefault("OPENBLAS_CORETYPE", "Cooperlake")
    library = ctypes.CDLL("libopenblas.so.0")
    x, w1, w2, hidden, y = [(ctypes.c_float * (m * n))(*([0.01] * (m * n)))
                            for m, n in SHAPES + ((512, 4096), (512, 1024))]

    def product(m, n, k, a, b, c):
        row_major, as_it_is = 101, 111
        library.cblas_sgemm(row_major, as_it_is, as_it_is, m, n, k, ctypes.c_float(1), a, k, b, n,
                            ctypes.c_float(0), c, n)

    def run():
        product(512, 4096, 1024, x, w1, hidden)
        product(512, 1024, 4096, hidden, w2, y)
    return run


def main():
    kind, threads = sys.argv[1], int(sys.argv[2])
    turns.serve(lambda: blas(threads) if kind == "blas" else xla(kind == "xla-step"), threads)


if __name__ == "__main__":
    main()
