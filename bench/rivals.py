"""The MLP by others, as workers of `bench/mesh` (the protocol is worker.c's):

    rivals.py xla THREADS         XLA's CPU backend, one device; needs jax
    rivals.py xla-step THREADS    one SGD step of it
    rivals.py blas THREADS        its two products alone, by two calls of OpenBLAS's sgemm
"""
import ctypes
import os
import resource
import sys
import time

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
    os.sched_setaffinity(0, sorted(os.sched_getaffinity(0))[:threads])
    start = time.perf_counter()
    run = blas(threads) if kind == "blas" else xla(kind == "xla-step")
    print("ready %.3f" % (1e3 * (time.perf_counter() - start)), flush=True)
    for line in sys.stdin:
        for _ in range(int(line)):
            wall, cpu = time.perf_counter(), time.process_time()
            run()
            print("%.4f %.4f" % (1e3 * (time.perf_counter() - wall), 1e3 * (time.process_time() - cpu)))
        sys.stdout.flush()
    print("peak", resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)


if __name__ == "__main__":
    main()
