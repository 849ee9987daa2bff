"""Workers that take turns: processes that run one thing when told to, so that ratios hold on a busy machine.

A worker prints "ready MS" when it can run; then, for every line with a number of runs on standard input, as many
"WALL CPU" pairs in ms; at the end of the input "peak KIB". `worker.c` is one for programs of sdyc, `serve` makes
one of a function in Python, and `Worker` is how a benchmark sees any of them.
"""
import ctypes
import os
import resource
import subprocess
import sys
import tempfile
import time


class NotStarted(SystemExit):
    """Ends the benchmark with its message where nobody catches it."""


class Worker:
    def __init__(self, name, command, environment=None):
        self.name, self.peak = name, 0
        self.errors = tempfile.TemporaryFile("w+")
        self.process = subprocess.Popen([str(word) for word in command], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        stderr=self.errors, text=True, env={**os.environ, **(environment or {})})
        self.start = float(self.answer(2)[1])

    def answer(self, words):
        """The words of the next line that has as many; libraries may print others of their own before the first."""
        for line in self.process.stdout:
            if len(line.split()) == words:
                return line.split()
        self.process.wait()
        self.errors.seek(0)
        raise NotStarted(f"{self.name}: {(self.errors.read().strip() or 'ends').splitlines()[-1]}")

    def run(self, count):
        """Pairs of wall and processor time of so many runs, in ms."""
        self.process.stdin.write(f"{count}\n")
        self.process.stdin.flush()
        return [tuple(map(float, self.answer(2))) for _ in range(count)]

    def end(self):
        self.process.stdin.close()
        self.peak = int(self.answer(2)[1]) / 1024
        self.process.wait()
        self.errors.close()


def serve(make, threads):
    """Is a worker for the function that `make` returns, on so many cores."""
    os.sched_setaffinity(0, sorted(os.sched_getaffinity(0))[:threads])
    start = time.perf_counter()
    run = make()
    print("ready %.3f" % (1e3 * (time.perf_counter() - start)), flush=True)
    for line in sys.stdin:
        for _ in range(int(line)):
            wall, cpu = time.perf_counter(), time.process_time()
            run()
            print("%.4f %.4f" % (1e3 * (time.perf_counter() - wall), 1e3 * (time.process_time() - cpu)))
        sys.stdout.flush()
        ctypes.CDLL(None).malloc_trim(0)  # others need the memory until the next turn
    print("peak", resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
