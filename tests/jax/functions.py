#!/usr/bin/env python3
"""Functions of a C++ library in stages, called by programs of JAX on sdyc: functions.py PLUGIN

Where there is no JAX, or none that the plugin is made for, or no C++ compiler, nothing is tested and the exit status is 77.
"""
import ctypes
import gc
import shutil
import subprocess
import sys
import tempfile
import threading
import unittest
from pathlib import Path

from start import SKIPPED, need_jax, start

COMPILER = shutil.which("g++") or shutil.which("clang++")
if "--tests" not in sys.argv:
    need_jax()
    if not COMPILER:
        print("skipped: there is no C++ compiler")
        sys.exit(SKIPPED)
    # Functions that are registered for JAX's own processors, too: with these beside sdyc, and without.
    sys.exit(max(start(__file__, 2, platforms, SDYC_PLUGIN=sys.argv[1]) for platforms in ("sdyc,cpu", "sdyc")))

import jax  # noqa: E402
import numpy as np  # noqa: E402

FOLDER = tempfile.TemporaryDirectory()


def build():
    library = Path(FOLDER.name) / "functions.so"
    source = Path(__file__).resolve().parent / "functions.cc"
    subprocess.run([COMPILER, "-std=c++17", "-O1", "-w", "-shared", "-fPIC", f"-I{jax.ffi.include_dir()}", source, "-o", library], check=True)
    return ctypes.CDLL(str(library))


LIBRARY = build()
LIBRARY.take_log.restype = ctypes.c_char_p
STAGES = {"instantiate": "Instantiate", "prepare": "Prepare", "initialize": "Initialize", "execute": "Execute"}


def capsule(name):
    """What a function of the library returns, as jax.ffi wants it."""
    function = getattr(LIBRARY, name)
    function.restype = ctypes.c_void_p
    make = ctypes.pythonapi.PyCapsule_New
    make.restype, make.argtypes = ctypes.py_object, [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p]
    return make(function(), None, None)


def functions(**stages):
    return {stage: jax.ffi.pycapsule(getattr(LIBRARY, name)) for stage, name in stages.items()}


jax.devices()  # so that XLA knows the types before the functions, as it wants to
for name in "plan", "prepared", "initialized":
    jax.ffi.register_ffi_type(name, {"type_id": capsule(f"{name}_id"), "type_info": capsule(f"{name}_type")}, platform="cpu")
jax.ffi.register_ffi_target("staged", functions(**STAGES), platform="sdyc")
jax.ffi.register_ffi_target("planned", functions(instantiate="Instantiate", execute="ExecutePlan"), platform="cpu")
jax.ffi.register_ffi_target("unregistered", functions(instantiate="InstantiateUnregistered", execute="ExecutePrepared"), platform="sdyc")
X = np.arange(4, dtype=np.float32)


def log():
    gc.collect()
    return LIBRARY.take_log().decode().split()


def call(target, factor=2, failing=0):
    return lambda x: jax.ffi.ffi_call(target, jax.ShapeDtypeStruct(x.shape, x.dtype))(x, factor=np.float32(factor), failing=np.int32(failing))


class Functions(unittest.TestCase):
    def setUp(self):
        jax.clear_caches()
        log()

    def test_stages(self):
        compiled = jax.jit(call("staged", 3)).lower(X).compile()
        self.assertEqual(log(), ["instantiate"])
        for run in 1, 2:
            np.testing.assert_array_equal(compiled(X), 3 * X + 100 * run)
            self.assertEqual(log(), ["prepare", "initialize4", f"execute{run}", "~initialized", "~prepared"])
        del compiled
        jax.clear_caches()
        self.assertEqual(log(), ["~plan"])

    def test_all_are_prepared_before_one_is_executed(self):
        f = jax.jit(lambda x: call("staged", 2)(call("staged", 3)(x)))
        np.testing.assert_array_equal(f(X), 2 * (3 * X + 100) + 100)
        ends = ["~initialized", "~prepared"] * 2
        self.assertEqual(log(), ["instantiate"] * 2 + ["prepare"] * 2 + ["initialize4"] * 2 + ["execute1"] * 2 + ends)

    def test_each_call_has_its_state(self):
        f, g = jax.jit(call("planned", 2)), jax.jit(call("planned", 2))
        for run in 1, 2:
            f(X).block_until_ready()
            self.assertEqual(log()[-1], f"execute{run}")
        g(X).block_until_ready()  # the same program, of another executable
        self.assertEqual(log(), ["instantiate", "execute1"])
        loop = jax.jit(lambda x: jax.lax.fori_loop(0, 3, lambda i, x: call("planned", 2)(x), x))
        np.testing.assert_array_equal(loop(X), 8 * X)
        self.assertEqual(log(), ["instantiate", "execute1", "execute2", "execute3"])

    def test_as_xla_does(self):
        """What is registered for JAX's own processors is called by these, and by us."""
        try:
            processor = jax.devices("cpu")[0]
        except RuntimeError:
            self.skipTest("JAX's own processors are not there")
        with jax.default_device(processor):
            compiled = jax.jit(call("planned", 5)).lower(jax.device_put(X, processor)).compile()
            np.testing.assert_array_equal(compiled(jax.device_put(X, processor)), 5 * X)
        del compiled
        jax.clear_caches()
        theirs = log()
        np.testing.assert_array_equal(jax.jit(call("planned", 5))(X), 5 * X)
        jax.clear_caches()
        self.assertEqual(log(), theirs)

    def test_errors_keep_their_codes(self):
        codes = {1: "INVALID_ARGUMENT", 2: "RESOURCE_EXHAUSTED", 3: "UNAVAILABLE", 4: "OUT_OF_RANGE"}
        for stage, (name, code) in enumerate(zip(STAGES, codes.values()), 1):
            where = "" if name == "execute" else f" in its stage '{name}'"
            with self.subTest(stage=name), self.assertRaisesRegex(
                jax.errors.JaxRuntimeError, rf"{code}: (.|\n)*@staged, which comes from jit.*functions.py:\d+, failed{where}: stage {stage}"):
                jax.jit(call("staged", 1, stage))(X).block_until_ready()
            with self.subTest(throws=name), self.assertRaisesRegex(
                jax.errors.JaxRuntimeError, rf"INTERNAL: (.|\n)*failed{where}: a C\+\+ exception in the handler"):
                jax.jit(call("staged", 1, -stage))(X).block_until_ready()
        jax.clear_caches()
        seen = log()
        for made, end in ("instantiate", "~plan"), ("prepare", "~prepared"), ("initialize4", "~initialized"):
            self.assertEqual(seen.count(made) - 2, seen.count(end), f"{made} failed twice, and else ends: {seen}")

    def test_types(self):
        with self.assertRaisesRegex(jax.errors.JaxRuntimeError, "INVALID_ARGUMENT: (.|\n)*type of the state that the stage instantiate sets has not"):
            jax.jit(lambda x: jax.ffi.ffi_call("unregistered", jax.ShapeDtypeStruct(x.shape, x.dtype))(x))(X)
        jax.ffi.register_ffi_target("mistaken", functions(instantiate="Instantiate", execute="ExecutePrepared"), platform="sdyc")
        with self.assertRaisesRegex(jax.errors.JaxRuntimeError, "is of another type"):
            jax.jit(call("mistaken"))(X).block_until_ready()

    def test_what_cannot_be_registered(self):
        with self.assertRaisesRegex(ValueError, "it has no function that executes it"):
            jax.ffi.register_ffi_target("nothing", functions(instantiate="Instantiate"), platform="sdyc")
        with self.assertRaisesRegex(ValueError, "the stages of a function are instantiate, .*; odd has begin, execute"):
            jax.ffi.register_ffi_target("odd", functions(begin="Instantiate", execute="Execute"), platform="sdyc")

    def test_second_versions_have_the_same_state(self):
        """Of a program that is called while it calls back, and while a trace is on."""
        inner = []

        def call_back(x):
            if len(inner) < 2:
                inner.append(None)
                inner[-1] = np.asarray(compiled(np.asarray(x)))
            return x

        shape = jax.ShapeDtypeStruct(X.shape, X.dtype)
        compiled = jax.jit(lambda x: call("planned", 2)(jax.pure_callback(call_back, shape, x))).lower(X).compile()
        np.testing.assert_array_equal(compiled(X), 2 * X)
        self.assertEqual(log(), ["instantiate", "execute1", "execute2", "execute3"])
        with tempfile.TemporaryDirectory() as folder, jax.profiler.trace(folder):
            compiled(X).block_until_ready()
        self.assertEqual(log(), ["execute4"])
        del compiled, call_back
        jax.clear_caches()
        self.assertEqual(log(), ["~plan"])

    def test_threads(self):
        programs = [jax.jit(call("staged", i)) for i in range(1, 5)]
        results = {}

        def work(i):
            for run in range(1, 21):
                results[i, run] = np.asarray(programs[i](X))

        threads = [threading.Thread(target=work, args=(i,)) for i in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        for (i, run), result in results.items():
            np.testing.assert_array_equal(result, (i + 1) * X + 100 * run)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
