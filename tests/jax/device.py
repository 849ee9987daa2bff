#!/usr/bin/env python3
"""sdyc as a device of JAX, against NumPy, on one device and on eight: device.py PLUGIN

Where there is no JAX, or none that the plugin is made for, nothing is tested and the exit status is 77.
"""
import ctypes
import gc
import os
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import threading
import time
import unittest
from pathlib import Path

from start import need_jax, start

if "--tests" not in sys.argv:
    need_jax()
    os.environ.pop("MALLOC_PERTURB_", None)  # it touches memory that nobody uses, where tests ask what is used
    os.environ["MALLOC_MMAP_THRESHOLD_"] = str(1 << 20)  # else it grows, and a thread's heap keeps 32 MB that were given back to it
    sys.exit(max(start(__file__, devices, "sdyc,cpu", SDYC_PLUGIN=sys.argv[1]) for devices in (1, 8)))

import jax  # noqa: E402
import jax.numpy as jnp  # noqa: E402
import numpy as np  # noqa: E402
from jax import export  # noqa: E402
from jax.experimental import io_callback, serialize_executable, sparse  # noqa: E402
from jax.experimental.custom_partitioning import custom_partitioning  # noqa: E402
from jax.sharding import Mesh, NamedSharding, PartitionSpec  # noqa: E402

from sdyc import dlpack  # noqa: E402

COUNT = int(os.environ["SDYC_DEVICES"])
several = unittest.skipIf(COUNT < 8, "of several devices")


def since(*version):
    """A test of what JAX has, or what does not cost memory in it, from a version on."""
    return unittest.skipIf(jax.__version_info__ < version, f"of JAX from {'.'.join(map(str, version))} on")


def shard_map(*args, **keywords):
    """jax.shard_map, which was experimental before."""
    if not hasattr(jax, "shard_map"):
        from jax.experimental import shard_map as old

        return old.shard_map(*args, **keywords)
    return jax.shard_map(*args, **keywords)


def memory_of(*kinds):
    """Bytes of the process of these kinds, as /proc/self/status names them."""
    status = Path("/proc/self/status").read_text()
    return sum(1024 * int(re.search(rf"{kind}:\s+(\d+)", status)[1]) for kind in kinds)


def resident():
    """Pages of files are not counted: a busy system takes them away, and reads them again when they are next asked for."""
    return memory_of("RssAnon", "RssShmem")


def settled(enough=None):
    """The least of what is resident in half a second, and where that is more than enough in up to ten: threads of the device give back
    what they needed after the result is there, and the C library keeps small blocks that it is given back until it is asked. To look for
    cycles takes as long as all else of a reading: it is done for every tenth."""
    readings = []
    while len(readings) < 10 or (enough is not None and min(readings) >= enough and len(readings) < 200):
        if len(readings) % 10 == 0:
            gc.collect()
        ctypes.CDLL(None).malloc_trim(0)
        readings.append(resident())
        time.sleep(0.05)
    return min(readings)


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


HIDE_OPENBLAS = """
void *dlsym(void *, const char *);
int strncmp(const char *, const char *, unsigned long);
void *dlopen(const char *name, int flags) {
    if (name && strncmp(name, "libopenblas", 11) == 0) return 0;
    return ((void *(*)(const char *, int))dlsym((void *)-1, "dlopen"))(name, flags);
}
"""
USE_LAPACK = """
import jax.numpy as jnp, numpy as np
a = np.array([[2, 1], [1, 3]], np.float32)
for x in (jnp.asarray(a), jnp.asarray(a).astype(jnp.complex64)):
    np.testing.assert_allclose(jnp.linalg.solve(x, x), np.eye(2), atol=1e-5)
    np.testing.assert_allclose(jnp.linalg.eigvalsh(x), np.linalg.eigvalsh(a), rtol=1e-5)
    np.testing.assert_allclose(jnp.linalg.svd(x)[1], np.linalg.svd(a)[1], rtol=1e-5)
assert not any("/libopenblas" in line for line in open("/proc/self/maps"))
"""


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
        total = shard_map(lambda a: jax.lax.psum(a.sum(), ("x", "y")), mesh=mesh(), in_specs=PartitionSpec("x", "y"),
                          out_specs=PartitionSpec())
        close(jax.jit(total)(sharded(x, "x", "y")), x.sum())

    @several
    @since(0, 10)
    def test_sums_that_are_not_made(self):
        """Each device holds its own term of an unreduced array, in what comes out, goes in, and is put there."""
        a, b = numbers(8, 8), numbers(8, 4)
        with jax.set_mesh(jax.make_mesh((4, 2), ("x", "y"), axis_types=(jax.sharding.AxisType.Explicit,) * 2)):
            term = PartitionSpec(None, None, unreduced={"x"})
            product = jax.jit(lambda a, b: jnp.einsum("ij,jk->ik", a, b, out_sharding=term))
            result = product(jax.device_put(a, PartitionSpec(None, "x")), jax.device_put(b, PartitionSpec("x", None)))
            self.assertEqual(result.sharding.spec.unreduced, {"x"})
            for i, shard in enumerate(result.addressable_shards):
                part = slice(i // 2 * 2, i // 2 * 2 + 2)
                close(shard.data, a[:, part] @ b[part])
            close(jax.jit(lambda x: jax.reshard(x, PartitionSpec(None, "y")))(result), a @ b)
            twice = jax.jit(lambda x: x + x, donate_argnums=0)(result)
            close(jax.reshard(twice, PartitionSpec()), 2 * (a @ b))
            put = jax.device_put(a, PartitionSpec("x", "y"))
            close(jax.reshard(jax.device_put(put, PartitionSpec(None, "y", unreduced={"x"})), PartitionSpec()), a)
            parts = [jax.device_put(numbers(3) + i, device) for i, device in enumerate(jax.devices())]
            shards = jax.make_array_from_single_device_arrays((6,), NamedSharding(jax.sharding.get_mesh(), PartitionSpec(
                "y", unreduced={"x"})), parts)
            close(jax.reshard(shards, PartitionSpec()), np.concatenate([4 * numbers(3) + 12, 4 * numbers(3) + 16]))

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

    @unittest.skipIf(COUNT > 1 or shutil.which("cc") is None, "once is enough, and cc is needed")
    def test_linear_algebra_without_openblas(self):
        """SciPy's LAPACK is taken, in a process that finds no OpenBLAS."""
        with tempfile.TemporaryDirectory() as folder:
            library = os.path.join(folder, "hide.so")
            subprocess.run(["cc", "-shared", "-fPIC", "-x", "c", "-", "-o", library, "-ldl"], input=HIDE_OPENBLAS, text=True, check=True)
            subprocess.run([sys.executable, "-c", USE_LAPACK], env={**os.environ, "LD_PRELOAD": library}, check=True)

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

    def test_bits_beside_a_number_are_no_part_of_it(self):
        # Those of NumPy's arrays may be anything; unsigned integers kept them, and a view of two in a byte showed them.
        array = np.arange(0, 256, 3, dtype=np.uint8)[:64]
        for dtype, bits in ((jnp.uint4, 4), (jnp.uint2, 2)):
            x = jnp.asarray(array.view(dtype))
            self.assertEqual(x.astype(jnp.int32).tolist(), (array % 2**bits).tolist())
            packed = (array % 2**bits).reshape(-1, 8 // bits) << np.arange(0, 8, bits, dtype=np.uint8)
            self.assertEqual(x.view(jnp.uint8).tolist(), packed.sum(axis=1).tolist())
        x = jnp.asarray(array.view(jnp.float4_e2m1fn))
        self.assertEqual(x.astype(jnp.float32).tolist(), (array % 16).view(jnp.float4_e2m1fn).astype(np.float32).tolist())

    def test_weights_of_four_bits(self):
        # Programs take them packed; the arrays stay as they are, whatever else is made of them, and however they lie.
        rng = np.random.default_rng(5)
        x = rng.standard_normal((2, 256)).astype(np.float32)
        for dtype, least in ((jnp.int4, -8), (jnp.uint4, 0)):
            values = rng.integers(least, least + 16, (256, 512))
            weights = jax.jit(lambda a: a.T)(jnp.asarray(values.T.astype(dtype)))
            product = jax.jit(lambda x, w: x @ w.astype(jnp.float32))
            turned = jax.jit(lambda x, w: jax.lax.dot_general(x, w.astype(jnp.float32), (((1,), (1,)), ((), ()))))
            for _ in range(2):
                np.testing.assert_allclose(product(x, weights), x @ values, rtol=1e-4, atol=1e-2)
                np.testing.assert_allclose(turned(x, weights.T), x @ values, rtol=1e-4, atol=1e-2)
                self.assertEqual(np.asarray(weights).astype(np.int32).tolist(), values.tolist())
            self.assertEqual((weights[:2, 1:3] + 1).astype(jnp.int32).shape, (2, 2))

    def test_empty_and_scalar(self):
        self.assertEqual(jax.jit(lambda a: a + 1)(np.zeros((0, 3), np.float32)).shape, (0, 3))
        self.assertEqual(float(jax.jit(lambda: jnp.float32(3))()), 3)


    def test_tokens_are_no_arrays(self):
        with self.assertRaisesRegex(RuntimeError, "token"):
            np.asarray(jax.lax.create_token()._buf)


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

    @since(0, 8)  # earlier ones donate for the same shape alone
    def test_donated_for_another_shape_or_needed_for_longer(self):
        y, z = sharded(numbers(16, 1), "x", None), sharded(numbers(16, 3), "x", None)

        @jax.jit
        def outer(y, z):
            return jnp.reshape(y, (16,)), jax.lax.with_sharding_constraint(z, NamedSharding(mesh(), PartitionSpec())), z

        step = jax.jit(outer, donate_argnums=(0, 1))
        reshaped, whole, same = step(y, z)
        self.assertTrue(y.is_deleted() and z.is_deleted())
        close(reshaped, numbers(16, 1)[:, 0])
        close(whole, numbers(16, 3))
        close(same, numbers(16, 3))

    def test_donated_once_and_used_for_nothing_else(self):
        x = jax.jit(lambda: jnp.arange(8.0))()
        for donated in (0, 1, (0, 1)):
            with self.assertRaisesRegex(RuntimeError, "arguments 0 and 1 of .* are one array, which is donated"):
                jax.jit(lambda x, y: x + y, donate_argnums=donated)(x, x)
        close(jax.jit(lambda x, y: x + y)(x, x), 2 * np.arange(8))
        close(jax.jit(lambda x, y: x + y, donate_argnums=0)(x + 0, x), 2 * np.arange(8))

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
        z = sharded(numbers(1024, 1024).T)  # which has to be copied
        for array in (x, y, z):
            self.assertEqual(len({shard.data.unsafe_buffer_pointer() for shard in array.addressable_shards}), 1)

    @several
    def test_copies_of_the_host_are_not_confused(self):
        array = numbers(1024, 2048)
        first = sharded(array[:, ::2])
        array[5, 6] = 7
        second = sharded(array[:, ::2])
        third = jax.jit(lambda x: x + 1, donate_argnums=0)(second)
        fourth = sharded(array[:, ::2])
        self.assertNotEqual(first[5, 3], 7)
        self.assertEqual(third[5, 3], 8)
        self.assertEqual(fourth[5, 3], 7)

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

    @since(0, 7)
    def test_layouts(self):
        from jax.experimental.layout import Format, Layout

        array = numbers(4, 6)
        layout = Format(Layout(major_to_minor=(1, 0)), jax.sharding.SingleDeviceSharding(jax.devices()[0]))
        x = jax.device_put(array, layout)
        self.assertEqual(x.format.layout.major_to_minor, (1, 0))
        close(x, array)
        close(jax.jit(lambda x: x + 1)(x), array + 1)

    @since(0, 7)  # earlier ones say no kind of what no program says it of
    def test_memory_kinds(self):
        """Arrays have the kind that they are put into, or that a result has by the program."""
        host = NamedSharding(mesh(), PartitionSpec("x"), memory_kind="pinned_host")
        device = host.with_memory_kind("device")
        x = jax.device_put(numbers(8, 2), host)
        there = jax.device_put(x, device)
        here, there = (array.addressable_shards[0].data.unsafe_buffer_pointer() for array in (x, there))
        self.assertEqual(here, there)
        for array, kind in ((x, "pinned_host"), (x + 1, "pinned_host"), (jax.device_put(x, device), "device"),
                            (jax.jit(jnp.tanh, out_shardings=device)(x), "device"),
                            (jax.jit(jnp.tanh, out_shardings=host)(numbers(8, 2)), "pinned_host")):
            self.assertEqual(array.sharding.memory_kind, kind)
            self.assertEqual({shard.data.sharding.memory_kind for shard in array.addressable_shards}, {kind})
        kinds = [memory.kind for memory in jax.devices()[0].addressable_memories()]
        self.assertEqual(kinds, ["device", "pinned_host", "unpinned_host"])
        self.assertEqual(jax.devices()[0].default_memory().kind, "device")

    def test_nothing_leaks(self):
        """Steps, arrays that come and go, and programs: 1,000 of them leave the process as large as 200."""
        def step(w, x):
            return w - 0.1 * jax.grad(lambda w: jnp.tanh(x @ w).sum())(w)

        program, w = jax.jit(step, donate_argnums=0), sharded(numbers(16, 8), None, "y")
        sizes, in_use = [], []
        for number in range(1000):
            x = sharded(numbers(32, 16), "x", None)
            w = program(w, x)
            np.asarray((x + 1).addressable_shards[-1].data)
            if number % 50 == 0:
                jax.jit(lambda x: x * 2).lower(x).compile()(x)
            if number in (199, 999):
                gc.collect()
                sizes.append(resident())
                in_use.append(jax.devices()[0].memory_stats()["bytes_in_use"])
        self.assertLess(sizes[1], sizes[0] + (2 << 20))
        self.assertEqual(*in_use)

    def test_statistics(self):
        before = jax.devices()[0].memory_stats()["bytes_in_use"]
        x = jnp.ones(1000) + 1
        self.assertGreaterEqual(jax.devices()[0].memory_stats()["bytes_in_use"], before + x.nbytes)


class Compiled(unittest.TestCase):
    def test_programs_in_files(self):
        with tempfile.TemporaryDirectory() as folder:
            options = {"xla_dump_to": folder, "xla_dump_hlo_as_proto": True, "xla_dump_hlo_as_text": True}
            jax.jit(lambda x: jnp.sin(x) + 3, compiler_options=options)(numbers(3))
            files = {name.split(".", 2)[2]: Path(folder, name) for name in os.listdir(folder)}
            self.assertEqual(sorted(files), ["before_optimizations.mlir", "sdyc_after_optimizations.hlo.pb", "sdyc_after_optimizations.txt"])
            self.assertIn("stablehlo.sine", files["before_optimizations.mlir"].read_text())
            self.assertIn("sine(", files["sdyc_after_optimizations.txt"].read_text())
            message = files["sdyc_after_optimizations.hlo.pb"].read_bytes()
            self.assertEqual((message[0], message[1] % 128 + message[2] * 128), (10, len(message) - 3))

    def test_what_can_be_asked(self):
        compiled = jax.jit(lambda x: (x @ x).sum()).lower(sharded(numbers(8, 8), "x", None)).compile()
        self.assertIn("HloModule", compiled.as_text())
        if COUNT > 1:
            self.assertIn("all-reduce", compiled.as_text())
        self.assertGreater(compiled.cost_analysis()["flops"], 0)
        self.assertEqual(compiled.memory_analysis().argument_size_in_bytes, 8 * 8 * 4 // (4 if COUNT == 8 else 1))

    @since(0, 10)
    def test_constants_are_there_once(self):
        weights = np.random.default_rng(0).integers(-8, 9, (2048, 4096)).astype(np.float32)  # 32 MB, and sums are exact

        def in_memory():
            gc.collect()
            return resident()

        held, costs = [], []
        for i in range(3):
            lowered = jax.jit(lambda x, i=i: x @ weights + i).lower(jnp.ones((2, 2048), jnp.float32))
            before = in_memory()
            compiled = lowered.compile()
            close(compiled(jnp.ones((2, 2048), jnp.float32))[0], weights.sum(0) + i)
            held.append((lowered, compiled))
            costs.append((in_memory() - before) / weights.nbytes)
        self.assertLess(costs[0], 1.3)  # 0.1 and what else a first program takes
        self.assertLess(sum(costs[1:]), 0.5)
        if COUNT > 1:
            return  # JAX wants arguments of all devices for what it has read back
        again = serialize_executable.deserialize_and_load(*serialize_executable.serialize(held[0][1]), backend="sdyc")
        close(again(jnp.ones((2, 2048), jnp.float32))[0], weights.sum(0))

    @since(0, 10)
    def test_constants_in_another_form(self):
        """What is read in another order or packed, and what eight to a byte were, is there once, and can be written as it was."""
        rng = np.random.default_rng(0)
        kernel = rng.integers(-8, 9, (4096, 2048, 1, 1)).astype(np.float32)  # 32 MB, of which rows are read that lie apart
        taps = rng.integers(-8, 9, (960, 928, 3, 3)).astype(np.float32)  # 33 MB, which are packed
        mask = rng.integers(0, 2, (4096, 8192)).astype(bool)  # 32 MB, 4 as text
        image, column = jnp.ones((1, 2048, 4, 4), jnp.float32), jnp.ones((4096, 1), jnp.float32)
        convolution = jax.jit(lambda x: jax.lax.conv_general_dilated(x, kernel, (1, 1), "SAME")).lower(image)
        packed = jax.jit(lambda x: jax.lax.conv_general_dilated(x, taps, (1, 1), "SAME")).lower(image[:, :928])
        masked = jax.jit(lambda x: jnp.where(mask, x, 0).sum(0)).lower(column)
        cases = (
            (convolution, image, kernel.sum((1, 2, 3)), 1.4),
            (packed, image[:, :928], taps.sum((1, 2, 3)), 1.4),
            (masked, column, mask.sum(0), 1.6),
        )
        for lowered, x, want, most in cases:
            before = settled()
            compiled = lowered.compile()
            got = compiled(x)
            close(got[0, :, 1, 1] if got.ndim == 4 else got, want)
            del got
            self.assertLess((settled(before + most * (32 << 20)) - before) / (32 << 20), most)
            if COUNT == 1:
                again = serialize_executable.deserialize_and_load(*serialize_executable.serialize(compiled), backend="sdyc")
                np.testing.assert_array_equal(again(x), compiled(x))

    @since(0, 10)
    def test_narrow_constants_are_there_once(self):
        """Weights of bf16 and f16 by which numbers of f32 are multiplied are widened as they are read, in either direction."""
        for element, columns in (jnp.bfloat16, False), (jnp.bfloat16, True), (jnp.float16, False):
            numbers = np.random.default_rng(0).integers(-8, 9, (4096, 4096))  # of which sums are exact
            weights = numbers.astype(element)  # 32 MB
            lowered = jax.jit(lambda x, w=weights, c=columns: x @ (w.T if c else w)).lower(jnp.ones((4, 4096), jnp.float32))
            before = settled()
            compiled = lowered.compile()
            close(compiled(jnp.ones((4, 4096), jnp.float32))[1], numbers.sum(1 if columns else 0))
            self.assertLess((settled(before + 1.4 * weights.nbytes) - before) / weights.nbytes, 1.4)
            if COUNT == 1:
                again = serialize_executable.deserialize_and_load(*serialize_executable.serialize(compiled), backend="sdyc")
                close(again(jnp.ones((4, 4096), jnp.float32))[1], numbers.sum(1 if columns else 0))

    def test_names_of_devices(self):
        device = jax.devices()[0]
        self.assertEqual((str(device), repr(device), device.device_kind), ("sdyc:0", "SdycDevice(id=0)", "sdyc"))

    def test_temporary_memory(self):
        compiled = jax.jit(lambda x: jnp.tanh(x @ x.T).sum()).lower(numbers(1024, 8)).compile()
        self.assertGreaterEqual(compiled.memory_analysis().temp_size_in_bytes, 1024 * 1024 * 4)

    @unittest.skipIf(COUNT > 1, "of the process")
    @since(0, 10)  # earlier ones hold an array of the call before, or not
    def test_temporary_memory_of_lapack(self):
        """Work that LAPACK leaves untouched, and vectors that it does not compute, are not asked for."""
        for vectors, copies in (True, 7), (False, 2):
            values = jax.jit(lambda x, vectors=vectors: jnp.linalg.svd(x, compute_uv=vectors))
            jax.block_until_ready(values(numbers(1599, 1599)))  # OpenBLAS keeps panels of its own, by thread, and by the processor
            x = jax.block_until_ready(jnp.asarray(numbers(1600, 1600)))
            compiled = values.lower(x).compile()
            before = settled()
            Path("/proc/self/clear_refs").write_text("5")  # the peak begins here
            jax.block_until_ready(compiled(x))
            peak = memory_of("VmHWM") - memory_of("RssFile")
            memory = compiled.memory_analysis()
            self.assertLess(memory.temp_size_in_bytes / x.nbytes, copies + 0.3)
            used = (peak - before) / (memory.output_size_in_bytes + memory.temp_size_in_bytes)
            self.assertTrue(0.75 < used < 1.1, used)

    def test_serialized(self):
        x = numbers(8, 8)
        compiled = jax.jit(lambda x: x * 3).lower(sharded(x, "x", None)).compile()
        again = serialize_executable.deserialize_and_load(*serialize_executable.serialize(compiled), backend="sdyc")
        close(again(sharded(x, "x", None)), x * 3)

    def test_errors_name_the_operation(self):
        call = jax.ffi.ffi_call("no_such_function", jax.ShapeDtypeStruct((3,), np.float32))
        with self.assertRaisesRegex(jax.errors.JaxRuntimeError, "no_such_function.*\n?.*device.py:"):
            jax.jit(lambda x: call(x))(np.ones(3, np.float32))  # noqa: PLW0108
        with self.assertRaises(jax.errors.JaxRuntimeError) as raised:
            jax.jit(lambda x: call(x))(np.ones(3, np.float32))  # noqa: PLW0108
        self.assertNotRegex(str(raised.exception), "byte [0-9]|\n$|annotate_device_placement")

    def test_errors_of_memory_say_of_what(self):
        def huge():
            return jnp.zeros(1 << 55, np.float32)

        with self.assertRaisesRegex(jax.errors.JaxRuntimeError, "result 0 of jit_huge takes 144115188075855872 bytes"):
            jax.jit(huge)().block_until_ready()

    def test_kernels_of_pallas_are_interpreted(self):
        """What was said of others was that a rule for them is missing."""
        from jax.experimental import pallas

        def increment(x, result):
            result[...] = x[...] + 1

        x = numbers(8, 128)
        shape = jax.ShapeDtypeStruct(x.shape, x.dtype)
        close(pallas.pallas_call(increment, out_shape=shape, interpret=True)(x), x + 1)
        with self.assertRaisesRegex(ValueError, "Only interpret mode"):
            pallas.pallas_call(increment, out_shape=shape)(x)

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


    def test_programs_share_threads(self):
        x = numbers(256, 256)
        before = len(os.listdir("/proc/self/task"))
        programs = [jax.jit(lambda x, k=k: jnp.sin(x @ x * k) @ x) for k in range(12)]
        for program in programs:
            program(x).block_until_ready()
        self.assertLessEqual(len(os.listdir("/proc/self/task")), before + os.cpu_count() + 2)


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


    def test_without_processors_of_jax(self):
        """Arguments of callbacks were put on JAX's own processor, which JAX_PLATFORMS=sdyc does not name."""
        code = ("import jax, numpy as np; shape = jax.ShapeDtypeStruct((2,), np.float32); "
                "f = jax.jit(lambda x: jax.pure_callback(np.negative, shape, x)); "
                "jax.jit(lambda x: jax.debug.print('{}', x))(f(np.ones(2, np.float32))); jax.effects_barrier()")
        done = subprocess.run([sys.executable, "-c", code], env={**os.environ, "JAX_PLATFORMS": "sdyc"}, capture_output=True, text=True,
                              check=False)
        self.assertEqual((done.stdout, done.returncode), ("[-1. -1.]\n", 0), done.stderr)

    def test_processes(self):
        """A coordinator ended the process; processes.py has several."""
        code = ("import jax; jax.distributed.initialize('localhost:%d', 1, 0); print(jax.numpy.ones(2) + 1, flush=True); "
                "import time; time.sleep(0.5)")
        with socket.socket() as free:
            free.bind(("localhost", 0))
            port = free.getsockname()[1]
        done = subprocess.run([sys.executable, "-c", code % port], env={**os.environ, "JAX_PLATFORMS": "sdyc"},
                              capture_output=True, text=True, check=False)
        self.assertIn("[2. 2.]", done.stdout)
        self.assertEqual(done.returncode, 0, done.stderr)

    @since(0, 7)
    def test_in_place(self):
        """What the function gets is the memory of arguments and results, of an alias the same."""
        from jax.experimental.buffer_callback import buffer_callback

        seen = []

        def double(context, out, x):
            seen.append((context.stage.name, x.writeable, out.writeable, np.asarray(x).ctypes.data == np.asarray(out).ctypes.data))
            np.asarray(out)[...] = 2 * np.asarray(x)

        shape = jax.ShapeDtypeStruct((2, 3), np.float32)
        for aliases, is_same in ((None, False), ({0: 0}, True)):
            f = jax.jit(buffer_callback(double, shape, input_output_aliases=aliases))
            x = jnp.ones((2, 3))
            close(f(x), 2 * np.ones((2, 3)))
            close(x, np.ones((2, 3)))
            self.assertEqual(seen.pop(), ("EXECUTE", False, True, is_same))


class Partitioning(unittest.TestCase):
    """Functions that say how they are partitioned."""

    def partition(self, mesh, arguments, result):
        self.seen.append((arguments[0].sharding.spec, result.sharding.spec))

        def local(x):
            return jax.lax.psum(x.sum(1), "y")

        return mesh, local, NamedSharding(mesh, PartitionSpec("x")), (NamedSharding(mesh, PartitionSpec("x", "y")),)

    @several
    @since(0, 7)
    def test_in_functions_and_loops(self):
        self.seen = []
        rows = custom_partitioning(lambda x: x.sum(1))
        rows.def_partition(self.partition, sharding_rule="i j -> i", reduction_factors=("j",))

        def f(x):
            y = rows(2 * x)
            return jax.lax.fori_loop(0, 2, lambda _, y: y + rows(jnp.outer(y, y)), y)

        x = numbers(8, 4) / 10
        with jax.set_mesh(mesh()):
            out = jax.jit(f, in_shardings=NamedSharding(mesh(), PartitionSpec("x", "y")))(x)
        self.assertEqual(len(self.seen), 2)
        self.assertEqual(self.seen[0], (PartitionSpec("x", "y"), PartitionSpec("x")))
        y = 2 * x.sum(1)
        for _ in range(2):
            y = y + np.outer(y, y).sum(1)
        close(out, y)

    @several
    def test_inspected(self):
        seen = []

        def f(x):
            y = x @ x.T
            jax.debug.inspect_array_sharding(y, callback=seen.append)
            return y

        jax.jit(f)(sharded(numbers(8, 4), "x", None))
        self.assertEqual([sharding.spec for sharding in seen], [PartitionSpec("x")])

    @several
    @since(0, 7)
    def test_callbacks_of_parts(self):
        seen = []

        def f(x, y):
            jax.debug.callback(lambda *parts: seen.append(tuple(part.shape for part in parts)), 2 * x, y, partitioned=True)

        jax.jit(f)(sharded(numbers(8, 4), "x", "y"), sharded(numbers(3), None))
        jax.effects_barrier()
        self.assertEqual(seen, [((2, 2), (3,))] * 8)

    @several
    @since(0, 7)
    def test_a_wrong_sharding(self):
        rows = custom_partitioning(lambda x: x + 1)
        rows.def_partition(lambda mesh, arguments, result: (mesh, lambda x: x, NamedSharding(mesh, PartitionSpec()),
                                                            (NamedSharding(mesh, PartitionSpec("x")),)), sharding_rule="i -> i")
        with jax.set_mesh(mesh()), self.assertRaisesRegex(ValueError, r"Mismatch in result shapes. \[\(\(2,\).* vs \[\(\(8,\)"):
            jax.jit(rows, in_shardings=NamedSharding(mesh(), PartitionSpec("x")))(np.ones(8, np.float32))


class Cache(unittest.TestCase):
    """JAX's cache of executables in files keeps ours, but for those that call back, which would call something else."""

    def test_kept_in_files(self):
        from jax._src import compilation_cache

        with tempfile.TemporaryDirectory() as folder:
            settings = {"jax_compilation_cache_dir": folder, "jax_persistent_cache_min_compile_time_secs": 0.0,
                        "jax_persistent_cache_min_entry_size_bytes": -1}
            before = {name: getattr(jax.config, name) for name in settings}
            try:
                for name, value in settings.items():
                    jax.config.update(name, value)
                compilation_cache.reset_cache()
                shape = jax.ShapeDtypeStruct((), np.float32)
                jax.jit(lambda x: jax.pure_callback(np.sin, shape, x) + 1)(1.0)
                names = [path.name for path in Path(folder).iterdir()]
                self.assertFalse([name for name in names if "lambda" in name])
                for _ in range(2):
                    jax.clear_caches()
                    close(jax.jit(lambda x: 3 * x + 2)(2.0), 8)
                names = [path.name for path in Path(folder).iterdir()]
                self.assertEqual(len([name for name in names if "lambda" in name and name.endswith("-cache")]), 1)
            finally:
                for name, value in before.items():
                    jax.config.update(name, value)
                compilation_cache.reset_cache()


class Gspmd(unittest.TestCase):
    """Programs whose shardings are tiles over numbered devices."""

    @several
    def test_partitioned(self):
        before = jax.config.jax_use_shardy_partitioner
        jax.config.update("jax_use_shardy_partitioner", False)
        try:
            for shape in ((4, 2), (2, 4), (8, 1)):
                grid = Mesh(np.array(jax.devices()).reshape(shape), ("x", "y"))
                specs = PartitionSpec("x"), PartitionSpec(None, "y"), PartitionSpec("y", "x")
                inner = NamedSharding(grid, specs[2])
                f = jax.jit(lambda x, y, z, inner=inner: jax.lax.with_sharding_constraint(x @ y, inner) + z)
                x, y, z = (jax.device_put(numbers(8, 8), NamedSharding(grid, spec)) for spec in specs)
                out = f(x, y, z)
                close(out, numbers(8, 8) @ numbers(8, 8) + numbers(8, 8))
                self.assertTrue(out.sharding.is_equivalent_to(inner, 2))
            f = jax.jit(shard_map(lambda x: jax.lax.psum(x, "x"), mesh=grid, in_specs=specs[0], out_specs=PartitionSpec()))
            close(f(np.ones((8, 8), np.float32)), 8 * np.ones((1, 8)))
        finally:
            jax.config.update("jax_use_shardy_partitioner", before)


class OfProcessors(unittest.TestCase):
    """What is made for JAX's own processors."""

    def test_exported(self):
        """Programs that were exported for several platforms could not be called."""
        f = export.export(jax.jit(lambda x: jnp.linalg.cholesky(x @ x.T)), platforms=("tpu", "cpu"))
        x = np.eye(3, dtype=np.float32) * 2
        out = jax.jit(f(jax.ShapeDtypeStruct((3, 3), np.float32)).call)(x)
        self.assertEqual(out.devices(), {jax.devices()[0]})
        close(out, x)

    def test_functions(self):
        """A sparse product is a function that jaxlib registers for processors."""
        dense = np.triu(numbers(4, 4))
        f = jax.jit(lambda matrix, x: matrix @ x)
        close(f(sparse.BCSR.fromdense(dense), jnp.ones((4, 2))), dense @ np.ones((4, 2)))

    def test_arrays_for_other_libraries(self):
        x = jnp.arange(6, dtype=np.float32).reshape(2, 3)
        y = np.from_dlpack(x)
        self.assertEqual(y.ctypes.data, x.unsafe_buffer_pointer())
        x.delete()
        del x
        close(y, np.arange(6).reshape(2, 3))
        held = len(dlpack.living)
        del y
        self.assertEqual(len(dlpack.living), held - 1)
        capsule = jnp.ones(3, jnp.bfloat16).__dlpack__()
        self.assertEqual(len(dlpack.living), held)
        del capsule
        self.assertEqual(len(dlpack.living), held - 1)
        close(jnp.from_dlpack(np.arange(4)), np.arange(4))


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
