#!/usr/bin/env python3
"""sdyc as a device of JAX, against NumPy, on one device and on eight: device.py PLUGIN

Where there is no JAX, or none that the plugin is made for, nothing is tested and the exit status is 77.
"""
import os
import subprocess
import sys
import threading
import unittest
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parents[2]
SKIPPED = 77


def start(plugin, devices):
    """Runs the tests below in a process of their own, which has so many devices."""
    own = {"SDYC_PLUGIN": plugin, "SDYC_DEVICES": str(devices), "JAX_PLATFORMS": "sdyc,cpu"}
    path = os.pathsep.join([str(REPOSITORY / "python"), os.environ.get("PYTHONPATH", "")]).rstrip(os.pathsep)
    command = [sys.executable, str(Path(__file__).resolve()), "--devices"]
    return subprocess.run(command, env={**os.environ, **own, "PYTHONPATH": path}, check=False).returncode


def why_not():
    """What is missing; None: nothing."""
    sys.path.insert(0, str(REPOSITORY / "python"))
    try:
        import jax  # noqa: F401

        from sdyc import plugin

        plugin.check_version()
    except (ImportError, RuntimeError) as error:
        return str(error)
    return None


if len(sys.argv) == 2 and sys.argv[1] != "--devices":
    missing = why_not()
    if missing:
        print(f"skipped: {missing}")
        sys.exit(SKIPPED)
    sys.exit(max(start(sys.argv[1], devices) for devices in (1, 8)))

import jax  # noqa: E402
import jax.numpy as jnp  # noqa: E402
import numpy as np  # noqa: E402
from jax.experimental import io_callback, serialize_executable  # noqa: E402
from jax.experimental.layout import Format, Layout  # noqa: E402
from jax.sharding import Mesh, NamedSharding, PartitionSpec  # noqa: E402

COUNT = int(os.environ["SDYC_DEVICES"])
several = unittest.skipIf(COUNT < 8, "of several devices")


def mesh():
    return Mesh(np.array(jax.devices()).reshape((4, 2) if COUNT == 8 else (1, 1)), ("x", "y"))


def sharded(array, *axes):
    return jax.device_put(array, NamedSharding(mesh(), PartitionSpec(*axes)))


def numbers(*shape):
    return np.random.default_rng(1).standard_normal(shape).astype(np.float32)


def close(actual, expected):
    np.testing.assert_allclose(np.asarray(actual), expected, rtol=2e-5, atol=2e-5)


def mlp(weights, x):
    for w in weights[:-1]:
        x = jnp.tanh(x @ w)
    return x @ weights[-1]


def loss(weights, x, y):
    return jnp.mean((mlp(weights, x) - y) ** 2)


class Programs(unittest.TestCase):
    def test_branches_for_processors(self):
        """lax.platform_dependent takes the branch for JAX's own processors."""
        f = jax.jit(lambda x: jax.lax.platform_dependent(x, cpu=lambda x: x + 1, tpu=lambda x: x + 2))
        self.assertEqual(f(1.0), 2.0)
        g = jax.jit(lambda x: jax.lax.platform_dependent(x, cuda=lambda x: x + 1, default=lambda x: x + 2))
        self.assertEqual(g(1.0), 3.0)

    def test_platform(self):
        self.assertEqual(jax.devices()[0].platform, "sdyc")
        self.assertEqual(len(jax.devices()), COUNT)

    def test_perceptron_learns(self):
        weights = [numbers(8, 16) / 4, numbers(16, 4) / 4]
        x, y = numbers(32, 8), numbers(32, 4)
        step = jax.jit(lambda w: jax.tree.map(lambda a, g: a - 0.1 * g, w, jax.grad(loss)(w, x, y)))
        ours, theirs = weights, jax.device_put(weights, jax.devices("cpu")[0])
        for _ in range(5):
            ours, theirs = step(ours), step(theirs)
        self.assertLess(float(loss(ours, x, y)), float(loss(weights, x, y)))
        for a, b in zip(ours, theirs):
            close(a, np.asarray(b))

    def test_sharded_as_unsharded(self):
        x, w = numbers(16, 8), numbers(8, 32)
        result = jax.jit(lambda x, w: jnp.sin(x @ w))(sharded(x, "x", None), sharded(w, None, "y"))
        close(result, np.sin(x @ w))
        if COUNT == 8:
            self.assertEqual(result.sharding.spec, PartitionSpec("x", "y"))

    def test_shard_map(self):
        x = numbers(16, 8)
        total = jax.shard_map(lambda a: jax.lax.psum(a.sum(), ("x", "y")), mesh=mesh(), in_specs=PartitionSpec("x", "y"),
                              out_specs=PartitionSpec())
        close(jax.jit(total)(sharded(x, "x", "y")), x.sum())

    def test_scan_and_loops(self):
        x = numbers(10, 4)
        last, all_of_them = jax.jit(lambda x: jax.lax.scan(lambda c, a: (c * 0.5 + a, c), jnp.zeros(4), x))(x)
        self.assertEqual(all_of_them.shape, (10, 4))
        expected = np.zeros(4, np.float32)
        for row in x:
            expected = expected * 0.5 + row
        close(last, expected)
        self.assertEqual(int(jax.lax.while_loop(lambda n: n < 100, lambda n: n * 3, 1)), 243)

    def test_eager_operations(self):
        x = jnp.arange(12.0).reshape(3, 4)
        close(x[1:, ::2].sum(0) + jnp.sort(x, axis=0)[0, :2], np.array([12.0, 17.0]))
        close(jnp.where(x > 3, x, -x).max(1), [0, 7, 11])

    def test_random_numbers_are_those_of_jax(self):
        ours = jax.random.normal(jax.random.key(7), (100,))
        with jax.default_device(jax.devices("cpu")[0]):
            theirs = jax.random.normal(jax.random.key(7), (100,))
        close(ours, np.asarray(theirs))

    def test_linear_algebra(self):
        a = numbers(6, 6)
        spd = a @ a.T + 6 * np.eye(6, dtype=np.float32)
        close(jnp.linalg.solve(spd, a), np.linalg.solve(spd, a))
        close(jnp.linalg.eigvalsh(spd), np.linalg.eigvalsh(spd))
        close(jnp.linalg.svd(a, compute_uv=False), np.linalg.svd(a, compute_uv=False))
        q, r = jnp.linalg.qr(a)
        close(q @ r, a)

    def test_element_types(self):
        for dtype in (np.bool_, np.int8, np.uint16, np.int32, jnp.bfloat16, np.float16, np.complex64, jnp.float8_e4m3fn, jnp.int4):
            with self.subTest(dtype=dtype):
                array = np.arange(6).reshape(2, 3).astype(dtype)
                np.testing.assert_array_equal(np.asarray(jax.jit(lambda a: a.T)(array)).astype(np.complex64), array.T.astype(np.complex64))

    def test_negative_numbers_of_few_bits(self):
        for dtype, values in ((jnp.int4, [-8, -2, 3, 7]), (jnp.int2, [-2, -1, 0, 1])):
            x = jnp.asarray(np.array(values, dtype))
            self.assertEqual(x.astype(jnp.int32).tolist(), values)
            self.assertEqual(np.asarray(x).astype(np.int32).tolist(), values)
            self.assertEqual((x < 0).tolist(), [value < 0 for value in values])

    def test_empty_and_scalar(self):
        self.assertEqual(jax.jit(lambda a: a + 1)(np.zeros((0, 3), np.float32)).shape, (0, 3))
        self.assertEqual(float(jax.jit(lambda: jnp.float32(3))()), 3)


class Memory(unittest.TestCase):
    def test_donated_memory_is_used_again(self):
        step = jax.jit(lambda x: x + 1, donate_argnums=0)
        x = step(sharded(np.zeros((64, 8), np.float32), "x", None))
        memory = x.addressable_shards[0].data.unsafe_buffer_pointer()
        y = step(x)
        self.assertTrue(x.is_deleted())
        self.assertEqual(y.addressable_shards[0].data.unsafe_buffer_pointer(), memory)
        close(y, np.full((64, 8), 2))
        with self.assertRaisesRegex(RuntimeError, "deleted"):
            np.asarray(x)

    def test_what_is_still_seen_is_not_overwritten(self):
        x = jax.jit(lambda: jnp.arange(8.0))()
        seen = np.asarray(x)
        y = jax.jit(lambda x: x + 1, donate_argnums=0)(x)
        close(seen, np.arange(8))
        close(y, np.arange(8) + 1)

    def test_arrays_of_the_host_are_lent(self):
        array = np.arange(1024, dtype=np.float32)
        x = jnp.asarray(array)
        close(jax.jit(lambda x: x + 1, donate_argnums=0)(x), array + 1)
        close(array, np.arange(1024))

    @several
    def test_replicated_arrays_are_stored_once(self):
        x = sharded(jnp.ones((1024, 1024)))
        y = jax.jit(lambda x: x * 2)(x)
        for array in (x, y):
            self.assertEqual(len({shard.data.unsafe_buffer_pointer() for shard in array.addressable_shards}), 1)

    @several
    def test_parts(self):
        array = numbers(8, 8)
        for axes in ((None, "x"), ("y", "x"), (("x", "y"), None), (None, ("y", "x"))):
            x = sharded(array, *axes)
            y = jax.jit(lambda x: x * 2)(x)
            for shard in y.addressable_shards:
                close(shard.data, 2 * array[shard.index])

    @several
    def test_between_devices(self):
        x = jax.device_put(jnp.arange(4.0), jax.devices()[5])
        self.assertEqual(x.devices(), {jax.devices()[5]})
        y = jax.device_put(sharded(numbers(8, 8), "x", "y"), jax.devices()[2])
        close(y, numbers(8, 8))
        z = jax.device_put(y, NamedSharding(mesh(), PartitionSpec("y", "x")))
        close(z, numbers(8, 8))

    @several
    def test_meshes_in_another_order(self):
        devices = np.array(jax.devices())[[3, 1, 7, 5, 0, 2, 6, 4]].reshape(8)
        array = numbers(16)
        x = jax.device_put(array, NamedSharding(Mesh(devices, ("x",)), PartitionSpec("x")))
        y = jax.jit(lambda x: x + jnp.roll(x, 1))(x)
        close(y, array + np.roll(array, 1))
        for shard in y.addressable_shards:
            close(shard.data, (array + np.roll(array, 1))[shard.index])

    def test_layouts(self):
        array = numbers(4, 6)
        layout = Format(Layout(major_to_minor=(1, 0)), jax.sharding.SingleDeviceSharding(jax.devices()[0]))
        x = jax.device_put(array, layout)
        self.assertEqual(x.format.layout.major_to_minor, (1, 0))
        close(x, array)
        close(jax.jit(lambda x: x + 1)(x), array + 1)

    def test_statistics(self):
        before = jax.devices()[0].memory_stats()["bytes_in_use"]
        x = jnp.ones(1000) + 1
        self.assertGreaterEqual(jax.devices()[0].memory_stats()["bytes_in_use"], before + x.nbytes)


class Compiled(unittest.TestCase):
    def test_what_can_be_asked(self):
        compiled = jax.jit(lambda x: (x @ x).sum()).lower(sharded(numbers(8, 8), "x", None)).compile()
        self.assertIn("HloModule", compiled.as_text())
        if COUNT > 1:
            self.assertIn("all-reduce", compiled.as_text())
        self.assertGreater(compiled.cost_analysis()["flops"], 0)
        self.assertEqual(compiled.memory_analysis().argument_size_in_bytes, 8 * 8 * 4 // (4 if COUNT == 8 else 1))

    def test_serialized(self):
        x = numbers(8, 8)
        compiled = jax.jit(lambda x: x * 3).lower(sharded(x, "x", None)).compile()
        again = serialize_executable.deserialize_and_load(*serialize_executable.serialize(compiled), backend="sdyc")
        close(again(sharded(x, "x", None)), x * 3)

    def test_errors_name_the_operation(self):
        call = jax.ffi.ffi_call("no_such_function", jax.ShapeDtypeStruct((3,), np.float32))
        with self.assertRaisesRegex(jax.errors.JaxRuntimeError, "no_such_function.*\n?.*device.py:"):
            jax.jit(lambda x: call(x))(np.ones(3, np.float32))  # noqa: PLW0108

    def test_threads(self):
        step = jax.jit(lambda x: jnp.sin(x) @ x)
        x, results = numbers(32, 32), {}
        expected = np.asarray(step(x))

        def work(number):
            results[number] = [np.asarray(step(x)) for _ in range(50)] + [np.asarray(jax.jit(lambda a: a * number)(x))]

        threads = [threading.Thread(target=work, args=(i,)) for i in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        for number, values in results.items():
            for value in values[:-1]:
                np.testing.assert_array_equal(value, expected)
            close(values[-1], x * number)


class Callbacks(unittest.TestCase):
    def test_pure(self):
        shape = jax.ShapeDtypeStruct((3,), np.float32)
        f = jax.jit(lambda x: jax.pure_callback(np.cos, shape, x) + 1)
        close(f(np.arange(3, dtype=np.float32)), np.cos(np.arange(3)) + 1)

    def test_ordered(self):
        seen = []
        shape = jax.ShapeDtypeStruct((), np.float32)

        def note(value):
            seen.append(float(value))
            return np.float32(value)

        @jax.jit
        def f(x):
            return jax.lax.fori_loop(0, 4, lambda i, x: io_callback(note, shape, x + 1, ordered=True), x)

        self.assertEqual(float(f(0.0)), 4)
        jax.effects_barrier()
        self.assertEqual(seen, [1, 2, 3, 4])

    def test_programs_within_a_callback(self):
        double = jax.jit(lambda x: x * 2)
        shape = jax.ShapeDtypeStruct((2,), np.float32)
        f = jax.jit(lambda x: jax.pure_callback(lambda a: np.asarray(double(np.asarray(a))), shape, x))
        close(f(np.ones(2, np.float32)), [2, 2])

    def test_an_exception(self):
        def fail(_):
            raise ValueError("this one")

        f = jax.jit(lambda x: jax.pure_callback(fail, jax.ShapeDtypeStruct((), np.float32), x))
        with self.assertRaisesRegex(jax.errors.JaxRuntimeError, "ValueError: this one"):
            np.asarray(f(1.0))


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
