#!/usr/bin/env python3
"""What jax.profiler records of programs of sdyc, on eight devices: profile.py PLUGIN

The traces are read as the messages that they are, without JAX. Where there is no JAX, or none that the plugin is made for, nothing is
tested and the exit status is 77.
"""
import gzip
import inspect
import json
import os
import sys
import tempfile
import threading
import time
import unittest
import warnings
from pathlib import Path

from start import need_jax, start

if "--tests" not in sys.argv:
    need_jax()
    sys.exit(start(__file__, 8, "sdyc", SDYC_PLUGIN=sys.argv[1]))

import jax  # noqa: E402
import jax.numpy as jnp  # noqa: E402
import numpy as np  # noqa: E402
from jax.sharding import Mesh, PartitionSpec  # noqa: E402


def fields(message):
    """The fields of a message of protocol buffers: number and value."""
    at = 0

    def number():
        nonlocal at
        value = shift = 0
        while True:
            byte = message[at]
            at += 1
            value |= (byte & 127) << shift
            shift += 7
            if byte < 128:
                return value

    while at < len(message):
        tag = number()
        if tag & 7 == 0:
            yield tag >> 3, number()
        else:
            size = {1: 8, 2: None, 5: 4}[tag & 7]
            size = number() if size is None else size
            yield tag >> 3, message[at : at + size]
            at += size


def one(message, field, default=0):
    return next((value for number, value in fields(message) if number == field), default)


def every(message, field):
    return [value for number, value in fields(message) if number == field]


def table(plane, field):
    """A map of a plane: what it has under each number."""
    return {one(entry, 1): one(entry, 2, b"") for entry in every(plane, field)}


class Event:
    def __init__(self, event, start, kinds, stat_names):
        kind = kinds[one(event, 1)]
        self.name = one(kind, 2, b"").decode()
        self.begin = start + one(event, 2) / 1000  # ns
        self.end = self.begin + one(event, 3) / 1000
        self.stats = {}
        for stat in every(kind, 5) + every(event, 4):
            values = {number: value for number, value in fields(stat) if number > 1}
            (form, value), = values.items()
            self.stats[stat_names[one(stat, 1)]] = stat_names[value] if form == 7 else value.decode() if form == 5 else value


class Trace:
    """What sdyc has recorded while `work` ran: the events of each thread."""

    def __init__(self, work, **options):
        with tempfile.TemporaryDirectory() as folder:
            began = time.monotonic_ns()
            with jax.profiler.trace(folder, **options):
                work()
            self.duration = time.monotonic_ns() - began
            (path,) = Path(folder).rglob("*.xplane.pb")
            self.shown = [json.loads(gzip.decompress(path.read_bytes())) for path in Path(folder).rglob("perfetto*.gz")]
            planes = {one(plane, 2).decode(): plane for plane in every(path.read_bytes(), 1)}
        self.threads = {}
        plane = planes.get("/device:CUSTOM:sdyc", b"")
        kinds = table(plane, 4)
        stat_names = {number: one(kind, 2, b"").decode() for number, kind in table(plane, 5).items()}
        for line in every(plane, 3):
            events = [Event(event, one(line, 3), kinds, stat_names) for event in every(line, 4)]
            self.threads[one(line, 1)] = (one(line, 2).decode(), events)

    def events(self):
        return [event for _, events in self.threads.values() for event in events]

    def named(self, name):
        return [event for event in self.events() if name in event.name]

    def kernels(self):
        return [event for event in self.events() if "tasks" in event.stats]


def numbers(*shape):
    return np.random.default_rng(1).standard_normal(shape).astype(np.float32)


def line_of(function, text):
    lines, first = inspect.getsourcelines(function)
    return f"{Path(__file__).resolve()}:{first + next(i for i, line in enumerate(lines) if text in line)}"


def part(x, w):
    y = jnp.tanh(x @ w)
    y = jax.lax.psum(y, "d")
    y = jax.lax.fori_loop(0, 10, lambda i, c: c * 0.5 + jnp.sin(c), y)
    return jnp.sort(y, axis=1)


@jax.jit
def step(x, w):
    mesh = Mesh(np.array(jax.devices()), ("d",))
    return jax.shard_map(part, mesh=mesh, in_specs=(PartitionSpec("d"), PartitionSpec()), out_specs=PartitionSpec())(x, w)


class Profiles(unittest.TestCase):
    def check_times(self, trace):
        """Events of one thread lie within one another or apart, kernels apart, and all within the trace."""
        for name, events in trace.threads.values():
            around = []
            for event in events:
                self.assertLessEqual(0, event.begin, name)  # JAX counts from where the trace begins
                self.assertLessEqual(event.begin, event.end, name)
                self.assertLessEqual(event.end, trace.duration, name)
                while around and around[-1].end <= event.begin:
                    around.pop()
                self.assertTrue(not around or event.end <= around[-1].end, f"{event.name} and {around and around[-1].name}")
                self.assertFalse(around and "tasks" in around[-1].stats and "tasks" in event.stats, event.name)
                around.append(event)

    def test_kernels_by_name_line_and_thread(self):
        x, w = numbers(512, 512), numbers(512, 512)
        untraced = np.asarray(step(x, w))
        traced = []
        trace = Trace(lambda: traced.extend(np.asarray(step(x, w)) for _ in range(3)))
        for result in traced:
            np.testing.assert_array_equal(result, untraced)
        self.check_times(trace)
        self.assertEqual(len(trace.named("compile jit_step for the trace")), 1)
        runs = [event for event in trace.events() if event.name == "jit_step"]
        self.assertEqual(len(runs), 3)
        for kernel in trace.kernels():
            self.assertEqual(kernel.stats["hlo_module"], "jit_step")
            self.assertTrue(any(run.begin <= kernel.begin and kernel.end <= run.end for run in runs), kernel.name)
        for name, kind, operation, text in (("dot_general", "product", "dot_general", "x @ w"), ("all_reduce", "loop", "psum", "psum"),
                                            ("sort", "sort", "sort", "jnp.sort"), ("add", "loop", "add", "jnp.sin")):
            with self.subTest(name=name):
                kernels = trace.named(name)
                self.assertGreaterEqual(len(kernels), 3)
                for kernel in kernels:
                    self.assertEqual(kernel.stats["hlo_category"], kind)
                    self.assertIn(operation, kernel.stats["tf_op"])
                    self.assertEqual(kernel.stats["source"], line_of(part, text))
        products = trace.named("dot_general")
        self.assertEqual(products[0].stats["flops"], 2 * 512**3)
        self.assertEqual(sum(kernel.stats["tasks"] for kernel in products) % 3, 0)
        adds = trace.named("stablehlo.add tensor<64x512xf32>")
        self.assertGreaterEqual(len(adds), 30)  # of each turn of the loop

    def test_a_track_for_each_thread(self):
        x, w = numbers(2048, 1024), numbers(1024, 1024)
        product = jax.jit(lambda x, w: x @ w)
        product(x, w).block_until_ready()

        def work():
            for _ in range(5):
                product(x, w).block_until_ready()

        trace = Trace(work)
        self.check_times(trace)
        kernels = {thread for thread, (_, events) in trace.threads.items() if any("tasks" in event.stats for event in events)}
        leaders = {thread for thread, (_, events) in trace.threads.items() if any("tasks" not in event.stats for event in events)}
        cores = len(os.sched_getaffinity(0))
        self.assertEqual(len(leaders), 1)
        self.assertLessEqual(len(kernels | leaders), cores + 1)
        if cores > 1:
            self.assertGreater(len(kernels), 1)
        for thread, (name, _) in trace.threads.items():
            self.assertEqual(name, f"{'programs' if thread in leaders else 'worker'} (thread {thread})")

    def test_on_the_thread_that_calls(self):
        """Tiny programs run there, and a callback's program lies within the one that calls back."""
        double = jax.jit(lambda x: x + x)
        double(1.0)
        trace = Trace(lambda: double(2.0).block_until_ready())
        self.check_times(trace)
        self.assertEqual(list(trace.threads), [threading.get_native_id()])

        def call_back(x):
            return np.asarray(double(jnp.asarray(x)))

        outer = jax.jit(lambda x: jax.pure_callback(call_back, jax.ShapeDtypeStruct((), np.float32), x) + 1)
        outer(1.0).block_until_ready()
        trace = Trace(lambda: self.assertEqual(outer(2.0), 5.0))
        self.check_times(trace)
        self.assertTrue(trace.named("custom_call"))

    def test_several_threads(self):
        programs = [jax.jit(lambda x, i=i: jnp.cos(x) * i) for i in range(4)]
        x = numbers(300, 300)

        def work():
            threads = [threading.Thread(target=lambda f=f: [f(x).block_until_ready() for _ in range(10)]) for f in programs]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()

        trace = Trace(work)
        self.check_times(trace)
        self.assertEqual(len(trace.named("jit__lambda")), 40 + 4)

    def test_traces_have_nothing_of_each_other(self):
        f, g = jax.jit(lambda x: jnp.exp(x).sum()), jax.jit(lambda x: jnp.log(x).sum())
        x = numbers(100)
        f(x), g(x)
        self.assertTrue(Trace(lambda: f(x).block_until_ready()).named("compile"))
        f(x).block_until_ready()
        second = Trace(lambda: g(x).block_until_ready())
        self.assertFalse([event for event in second.events() if "exp" in event.stats.get("tf_op", "")])
        self.assertFalse(Trace(lambda: None).threads)
        self.assertTrue(Trace(lambda: f(x).block_until_ready()).named("reduce"))

    def test_what_people_are_shown(self):
        f = jax.jit(lambda x: jnp.tanh(x).sum())
        x = numbers(1000)
        f(x).block_until_ready()
        trace = Trace(lambda: f(x).block_until_ready(), create_perfetto_trace=True)
        (shown,) = trace.shown
        events = [event for event in shown["traceEvents"] if "reduce" in event.get("name", "")]
        self.assertTrue(events)
        self.assertEqual(events[0]["args"]["source"], line_of(type(self).test_what_people_are_shown, "jnp.tanh"))

    def test_programs_that_end_while_they_are_traced(self):
        def work():
            for i in range(20):
                jax.jit(lambda x, i=i: x * i + i)(numbers(10)).block_until_ready()
                jax.clear_caches()

        trace = Trace(work)
        self.check_times(trace)
        self.assertEqual(len(trace.named("compile")), 20)

    def test_child_of_a_traced_process(self):
        """It computes, and does not go on with the trace."""
        f = jax.jit(lambda x: x * 3)
        x = numbers(5)
        f(x)
        statuses = []

        def work():
            f(x).block_until_ready()
            with warnings.catch_warnings(action="ignore"):
                child = os.fork()
            if child == 0:
                os._exit(not np.array_equal(np.asarray(f(x)), 3 * x))
            statuses.append(os.waitpid(child, 0)[1])

        trace = Trace(work)
        self.assertEqual(statuses, [0])
        self.assertEqual(len([event for event in trace.events() if event.name == "jit__lambda"]), 1)

    def test_costs(self):
        costs = jax.jit(lambda x: jnp.tanh(x) + jnp.sqrt(jnp.sin(x)) * x).lower(numbers(30, 40)).compile().cost_analysis()
        self.assertEqual(costs["transcendentals"], 3 * 1200)
        self.assertGreater(costs["flops"], 0)
        self.assertEqual(costs["bytes accessed"], 2 * 4 * 1200)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1], verbosity=2 if os.environ.get("SDYC_TEST_VERBOSE") else 1)
