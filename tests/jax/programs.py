#!/usr/bin/env python3
"""What the package `sdyc` says of JAX's programs, whatever device JAX runs on: programs.py PLUGIN SDYC

Where there is no JAX, or none that the plugin is made for, nothing is tested and the exit status is 77.
"""
import re
import subprocess
import sys
import tempfile
import types
import unittest
import unittest.mock
import webbrowser
from pathlib import Path

from start import REPOSITORY, need_jax, start

if "--tests" not in sys.argv:
    need_jax()
    plugin, command = (str(Path(word).resolve()) for word in sys.argv[1:])
    sys.exit(max(start(__file__, 8, platform, SDYC_PLUGIN=plugin, SDYC_COMMAND=command) for platform in ("sdyc", "cpu")))

import jax  # noqa: E402
import jax.numpy as jnp  # noqa: E402
import numpy as np  # noqa: E402
from jax.sharding import Mesh, NamedSharding, PartitionSpec  # noqa: E402

import sdyc  # noqa: E402


class Programs(unittest.TestCase):
    def setUp(self):
        mesh = Mesh(np.reshape(jax.devices(), (4, 2)), ("data", "model"))
        self.x = jax.device_put(jnp.ones((16, 8)), NamedSharding(mesh, PartitionSpec("data", "model")))
        self.w = jax.device_put(jnp.ones((8, 4)), NamedSharding(mesh, PartitionSpec("model", None)))
        self.f = jax.jit(lambda x, w: jnp.tanh(x @ w))
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def test_partition(self):
        text = sdyc.partition(self.f, self.x, self.w)
        self.assertIn("stablehlo.all_reduce", text)
        self.assertIn("tensor<4x4xf32>", text)

    def test_every_form_of_a_program(self):
        text = sdyc.partition(self.f, self.x, self.w)
        lowered = self.f.lower(self.x, self.w)
        self.assertEqual(sdyc.partition(lowered), text)
        self.assertEqual(sdyc.partition(str(lowered.compiler_ir("stablehlo"))), text)
        self.assertIn("stablehlo.sine", sdyc.partition(jnp.sin, 1.0))
        with self.assertRaisesRegex(TypeError, "lowered already"):
            sdyc.partition(lowered, self.x)

    def test_functions_that_libraries_wrap(self):
        """As Equinox and Flax do: what they lower has JAX's within."""
        wrapped = types.SimpleNamespace(lower=lambda *arguments: types.SimpleNamespace(lowered=self.f.lower(*arguments)))
        self.assertEqual(sdyc.partition(wrapped, self.x, self.w), sdyc.partition(self.f, self.x, self.w))

    def test_keywords_are_the_functions(self):
        f = jax.jit(lambda x, *, scale: x * scale, static_argnames="scale")
        self.assertIn("3.000000e+00", sdyc.partition(f, 1.0, scale=3))

    def test_report(self):
        self.assertIn("all_reduce", sdyc.report(self.f, self.x, self.w))
        report = sdyc.report(self.f, self.x, self.w, json=True)
        self.assertTrue(any("all_reduce" in str(row) for row in report["collectives"]), report)
        larger = sdyc.report(self.f, self.x, self.w, json=True, flags=["--machine=1us:1GB/s", "--scale=model:4"])
        self.assertGreater(larger["sent"]["seconds"], 0)
        self.assertEqual(larger["scaling"]["sizes"][0]["devices"], 16)

    def test_explain(self):
        page = sdyc.explain(self.f, self.x, self.w, path=self.folder / "page.html")
        self.assertIn("</html>", page.read_text())

    def test_page_is_opened(self):
        opened = []
        with unittest.mock.patch.object(webbrowser, "open", opened.append):
            page = sdyc.explain(self.f, self.x, self.w)
        self.addCleanup(page.parent.rmdir)
        self.addCleanup(page.unlink)
        self.assertEqual(opened, [page.as_uri()])

    def test_emit(self):
        folder = sdyc.emit(self.f, self.x, self.w, directory=self.folder / "out", flags=["--name=tanh"])
        self.assertIn("tanh_", (folder / "model.h").read_text())
        with self.assertRaisesRegex(sdyc.Error, "out"):  # which is not empty now
            sdyc.emit(self.f, self.x, self.w, directory=folder)

    def test_errors(self):
        with self.assertRaisesRegex(sdyc.Error, "1:27: error"):
            sdyc.partition("func.func @main() { return 1 }")

    def test_what_the_documentation_shows(self):
        text = (REPOSITORY / "docs/how-to/jax.md").read_text()
        shown = [code for code in re.findall(r"```python\n(.*?)```", text, re.S) if "sdyc.explain" in code]
        self.assertEqual(len(shown), 1)
        code = shown[0].replace("sdyc.explain(f, x, w)", "sdyc.explain(f, x, w, path='page.html')")
        subprocess.run([sys.executable, "-c", code], cwd=self.folder, check=True, stdout=subprocess.DEVNULL)
        self.assertTrue((self.folder / "page.html").exists())


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
