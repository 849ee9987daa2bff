#!/usr/bin/env python3
"""Calls that return before they have run, and what ends them, on one device and on eight: under_way.py PLUGIN

Skipped (77) where there is no JAX that the plugin is made for.
"""
import os
import signal
import subprocess
import sys
import threading
import time
import unittest

from start import need_jax, start

if "--tests" not in sys.argv:
    need_jax()
    sys.exit(max(start(__file__, devices, "sdyc,cpu", SDYC_PLUGIN=sys.argv[1]) for devices in (1, 8)))

import jax  # noqa: E402
import jax.numpy as jnp  # noqa: E402
import numpy as np  # noqa: E402
from jax.experimental import io_callback  # noqa: E402
from jax.sharding import NamedSharding, PartitionSpec  # noqa: E402

COUNT = int(os.environ["SDYC_DEVICES"])
PATIENCE = 100  # seconds, after which something hangs
FOR_EVER = 10**9


@jax.jit
def turns(x, count):
    return jax.lax.fori_loop(0, count, lambda i, y: y * 0.5 + 1, x)


@jax.jit
def product(x):
    y = x
    for _ in range(40):
        y = y @ x
    return y


def mesh():
    return jax.make_mesh((COUNT,), ("x",))


def exchange(x, count):
    """Collectives, for so many turns."""

    def local(v, n):
        def turn(_, w):
            moved = jax.lax.ppermute(w, "x", [(i, (i + 1) % COUNT) for i in range(COUNT)])
            return (moved + jax.lax.pmean(w, "x")) * 0.5

        return jax.lax.fori_loop(0, n[0], turn, v)

    parts = PartitionSpec("x")
    return jax.jit(jax.shard_map(local, mesh=mesh(), in_specs=(parts, PartitionSpec()), out_specs=parts))(x, np.array([count], np.int32))


def in_process(code, **variables):
    """Runs it in a process of its own, which has to end by itself."""
    path = os.environ["PYTHONPATH"]
    done = subprocess.run([sys.executable, "-c", "import jax, jax.numpy as jnp, numpy as np, os, time\n" + code], text=True, check=False,
                          env={**os.environ, "PYTHONPATH": path, **variables}, capture_output=True, timeout=PATIENCE)
    return done.returncode, done.stdout, done.stderr


class Calls(unittest.TestCase):
    def test_nobody_waits(self):
        """What has no end returns, too, and stops when nobody holds its result."""
        x = jnp.ones(8)
        y = turns(x, FOR_EVER)
        z = turns(y, 3)
        self.assertFalse(y.is_ready() or z.is_ready())
        del y, z
        np.testing.assert_allclose(turns(x, 1), 1.5)

    def test_in_order(self):
        x = jnp.zeros(8)
        for _ in range(200):
            x = turns(x, 50)
        np.testing.assert_allclose(x, 2, rtol=1e-6)

    def test_arguments_may_be_changed(self):
        x = np.ones((300, 300), np.float32) / 300
        y = product(x)
        x[:] = 7
        np.testing.assert_allclose(y, np.ones((300, 300)) / 300, rtol=1e-4)

    def test_donated(self):
        step = jax.jit(lambda x: jax.lax.fori_loop(0, 1000, lambda i, y: y * 0.5 + 1, x), donate_argnums=0)
        x = jnp.zeros(8)
        for _ in range(20):
            before, x = x, step(x)
            self.assertTrue(before.is_deleted())
        np.testing.assert_allclose(x, 2, rtol=1e-6)

    def test_parts(self):
        """A part that does not lie in one piece is copied when it is ready."""
        x = jax.device_put(np.arange(64.0, dtype=np.float32).reshape(8, 8), NamedSharding(mesh(), PartitionSpec(None, "x")))
        y = jax.jit(lambda x: jax.lax.fori_loop(0, 10**7, lambda i, y: y * 1.0, x) + 1, out_shardings=x.sharding)(x)
        self.assertFalse(y.is_ready())
        width = 8 // COUNT
        for i, shard in enumerate(y.addressable_shards):
            np.testing.assert_array_equal(shard.data, (np.arange(64).reshape(8, 8) + 1)[:, width * i:width * (i + 1)])
        pieces = [turns(jax.device_put(np.full((1, 4), i, np.float32), device), 1000) for i, device in enumerate(jax.devices())]
        whole = jax.make_array_from_single_device_arrays((COUNT, 4), NamedSharding(mesh(), PartitionSpec("x")), pieces)
        np.testing.assert_allclose(jax.jit(lambda a: a + 1)(whole), 3, rtol=1e-5)

    def test_many_threads(self):
        faults = []

        def work(number):
            for _ in range(50):
                if not np.allclose(turns(turns(jnp.full(8, float(number)), 20), 20), 2, rtol=1e-4):
                    faults.append(number)

        threads = [threading.Thread(target=work, args=(i,)) for i in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(PATIENCE)
        self.assertEqual(faults, [])

    def test_nothing_is_added(self):
        def counts():
            return len(os.listdir("/proc/self/task")), len(os.listdir("/proc/self/fd")), jax.devices()[0].memory_stats()["bytes_in_use"]

        def steps(x, count):
            for _ in range(count):
                x = turns(x, 5)
            return x.block_until_ready()

        x = steps(jnp.zeros(8), 200)
        before = counts()
        x = steps(x, 3000)
        for after, first in zip(counts(), before):
            self.assertLessEqual(after, first)


class Callbacks(unittest.TestCase):
    def test_an_error_is_of_the_result_and_what_comes_of_it(self):
        def fail(_):
            raise ValueError("this one")

        x = jnp.ones(3)
        bad = jax.jit(lambda x: jax.pure_callback(fail, jax.ShapeDtypeStruct((3,), np.float32), x))(x)
        worse = jax.jit(lambda x: x + 1)(bad)
        with self.assertRaisesRegex(jax.errors.JaxRuntimeError, "this one"):
            worse.block_until_ready()
        with self.assertRaisesRegex(jax.errors.JaxRuntimeError, "this one"):
            np.asarray(bad)
        with self.assertRaises(jax.errors.JaxRuntimeError):
            jax.effects_barrier()
        np.testing.assert_array_equal(jax.jit(lambda x: x + 1)(x), 2)

    def test_effects_stay_in_order(self):
        seen = []

        @jax.jit
        def note(i):
            io_callback(lambda n: seen.append(int(n)), None, i, ordered=True)
            return i + 1

        i = jnp.int32(0)
        for _ in range(30):
            i = note(i)
        jax.effects_barrier()
        self.assertEqual(seen, list(range(30)))

    def test_computes_what_was_called_later(self):
        """The queue goes on while a callback is under way, which may wait for what is behind it."""
        later, known = [], threading.Event()

        def wait(x):
            known.wait(PATIENCE)
            return np.asarray(later[0] + jax.jit(lambda a: a * 2)(x))

        result = jax.jit(lambda x: jax.pure_callback(wait, jax.ShapeDtypeStruct((8,), np.float32), x))(jnp.ones(8))
        later.append(turns(jnp.zeros(8), 10000))
        known.set()
        np.testing.assert_allclose(result, 4, rtol=1e-5)

    def test_outlives_its_function(self):
        """The program is dropped while it waits to be run, and with it the callback that it needs."""
        def program(i):
            return jax.jit(lambda x: jax.pure_callback(lambda v: v + i, jax.ShapeDtypeStruct((8,), np.float32), x))

        x = turns(jnp.zeros(8), 100000)
        results = [program(i)(x) for i in range(5)]
        jax.clear_caches()
        for i, result in enumerate(results):
            np.testing.assert_allclose(result, 2 + i, rtol=1e-5)


class Interrupts(unittest.TestCase):
    def setUp(self):
        # What a shell runs in the background ignores the signal.
        signal.signal(signal.SIGINT, signal.default_int_handler)

    def check(self, call, wait, again):
        """Ctrl-C while a result is waited for; what is called afterwards is not delayed by what was under way."""
        expected = np.asarray(again())
        result = call()
        timer = threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT))
        timer.start()
        with self.assertRaises(KeyboardInterrupt):
            wait(result)
            time.sleep(PATIENCE)
        timer.join()
        del result
        np.testing.assert_array_equal(again(), expected)

    def test_loop(self):
        x = jnp.ones(8)
        for wait in (jax.block_until_ready, np.asarray):
            self.check(lambda: turns(x, FOR_EVER), wait, lambda: turns(x, 10))

    def test_product(self):
        large, small = jnp.ones((2000, 2000)) / 2000, jnp.ones((20, 20)) / 20
        self.check(lambda: product(large), jax.block_until_ready, lambda: product(small))

    def test_collective(self):
        x = jax.device_put(np.ones((COUNT, 1000), np.float32), NamedSharding(mesh(), PartitionSpec("x")))
        self.check(lambda: exchange(x, FOR_EVER), jax.block_until_ready, lambda: exchange(x, 10))

    def test_callback(self):
        released = threading.Event()

        def wait(x):
            if x[0] > 0:
                released.wait(PATIENCE)
            return x

        f = jax.jit(lambda x: jax.pure_callback(wait, jax.ShapeDtypeStruct((8,), np.float32), x) + 1)
        started = time.monotonic()
        self.check(lambda: f(jnp.ones(8)), jax.block_until_ready, lambda: f(-jnp.ones(8)))
        self.assertLess(time.monotonic() - started, PATIENCE)
        released.set()


LOOP = "f = jax.jit(lambda x, n: jax.lax.fori_loop(0, n, lambda i, y: y * 0.5 + 1, x)); x = jnp.ones(8)\n"


class Ends(unittest.TestCase):
    def test_exit(self):
        """The interpreter ends though something is under way."""
        self.assertEqual(in_process(LOOP + "y = f(x, 10**9); z = f(y, 3)"), (0, "", ""))
        self.assertEqual(in_process(LOOP + "y = f(x, 10**9)\nraise SystemExit(3)"), (3, "", ""))

    def test_exit_in_a_callback(self):
        code = ("g = jax.jit(lambda x: jax.pure_callback(lambda v: (print('called', flush=True), time.sleep(3), v)[2], "
                "jax.ShapeDtypeStruct((8,), np.float32), x))\ny = g(jnp.ones(8)); time.sleep(1); os.write(1, b'end\\n')")
        code, out, _ = in_process(code)
        self.assertEqual((code, out), (0, "called\nend\n"))

    def test_exit_waits_for_effects(self):
        code = ("g = jax.jit(lambda x: (jax.debug.callback(lambda v: (time.sleep(0.5), print(v, flush=True)), x), x + 1)[1])\n"
                "for i in range(3): g(jnp.float32(i))")
        status, out, errors = in_process(code)
        self.assertEqual((status, sorted(out.split())), (0, ["0.0", "1.0", "2.0"]), errors)

    def test_fork(self):
        code = LOOP + ("import warnings; warnings.simplefilter('ignore')\ny = f(x, 10**9)\nchild = os.fork()\n"
                       "if child == 0:\n    print(np.asarray(f(x, 1))[0], flush=True); os._exit(0)\n"
                       "print(os.waitpid(child, 0)[1])")
        status, out, errors = in_process(code)
        self.assertEqual((status, out.split()), (0, ["1.5", "0"]), errors)


if __name__ == "__main__":
    unittest.main(argv=[word for word in sys.argv if word != "--tests"])
