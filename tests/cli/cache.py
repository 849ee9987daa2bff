#!/usr/bin/env python3
"""What `--jit=cc` keeps in the folder that SDYC_CACHE names: cache.py SDYC"""
import os
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

SDYC = os.path.abspath(sys.argv.pop())
PROGRAM = """func.func @main(%a: tensor<64xf32>) -> tensor<64xf32> {
  %0 = stablehlo.add %a, %a : tensor<64xf32>
  return %0 : tensor<64xf32>
}
"""
# The compiler, which notes that it compiles; -### asks what it would do.
COMPILER = """#!/bin/sh
case "$*" in *-###*) echo version {version} ;; *) echo compiled >>{log} ;; esac
exec {real} "$@"
"""


class Cache(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.cache, self.log = self.folder / "cache", self.folder / "log"
        (self.folder / "program.mlir").write_text(PROGRAM)
        self.compiler = shutil.which("cc")
        self.install(1)

    def install(self, version):
        path = self.folder / "cc"
        path.write_text(COMPILER.format(version=version, log=self.log, real=self.compiler))
        path.chmod(0o755)

    def start(self, *flags, cache=None, size="1M"):
        own = {"PATH": f"{self.folder}:{os.environ['PATH']}", "SDYC_CACHE": str(self.cache if cache is None else cache), "SDYC_CACHE_SIZE": size}
        command = [SDYC, "run", self.folder / "program.mlir", "--input=64xf32=1.5", "--jit=cc", *flags]
        return subprocess.Popen(command, cwd=self.folder, env={**os.environ, **own}, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)

    def end(self, process):
        output = process.communicate()[0]
        self.assertEqual((process.returncode, output.count(" 3")), (0, 63), output)

    def compilations(self, *flags, cache=None):
        """How often a run that gives the right numbers compiles."""
        self.log.write_text("")
        self.end(self.start(*flags, cache=cache))
        return self.log.read_text().count("compiled")

    def none(self, cache):
        """What a run prints that compiles, and takes from no folder and keeps in none."""
        before = sorted(self.folder.rglob("*"))
        for _ in range(2):
            self.log.write_text("")
            process = self.start(cache=cache)
            output = process.communicate()[0]
            self.assertEqual((process.returncode, output.count(" 3")), (0, 63), output)
            self.assertEqual(self.log.read_text().count("compiled"), 1)
        self.assertEqual(sorted({*before, self.log}), sorted(self.folder.rglob("*")))
        return output

    def refused(self, cache, why):
        self.assertIn(f"sdyc: warning: SDYC_CACHE={cache}: {why}", self.none(cache))

    def object(self):
        (path,) = self.cache.iterdir()  # and nothing half written
        return path

    def test_compiled_once(self):
        self.assertEqual([self.compilations() for _ in range(3)], [1, 0, 0])
        self.object()

    def test_another_compiler(self):
        self.compilations()
        self.install(2)
        self.assertEqual([self.compilations(), self.compilations()], [1, 0])
        self.assertEqual(len(list(self.cache.iterdir())), 2)

    def test_another_program(self):
        self.compilations()
        (self.folder / "program.mlir").write_text(PROGRAM.replace("add %a", "maximum %a").replace("return %0", "return %1").replace(
            "  return", "  %1 = stablehlo.add %0, %a : tensor<64xf32>\n  return"))
        self.assertEqual(self.compilations(), 1)

    def test_damaged(self):
        self.compilations()
        good = self.object().read_bytes()
        for bad in (good[:-1], good[: len(good) // 2], b"", good + b"x", good[:4000] + bytes([good[4000] ^ 1]) + good[4001:]):
            self.object().write_bytes(bad)
            self.assertEqual([self.compilations(), self.compilations()], [1, 0])
            self.assertEqual(len(self.object().read_bytes()), len(good))

    def test_many_at_once(self):
        for process in [self.start() for _ in range(4)]:
            self.end(process)
        self.assertEqual(self.compilations(), 0)
        self.object()

    def test_room_is_made(self):
        self.compilations()
        bytes_of_one = len(self.object().read_bytes())
        oldest = self.object()
        for i, name in enumerate(["b" * 32 + ".so", "c" * 32 + ".so", "c" * 32 + ".so.abc123", "notes"]):
            (self.cache / name).write_bytes(bytes(bytes_of_one))
            os.utime(self.cache / name, (i, i))
        self.assertEqual(self.compilations(), 0)  # it is used, and is not the oldest any more
        self.install(2)
        self.end(self.start(size=str(3 * bytes_of_one)))
        left = {path.name for path in self.cache.iterdir()}
        self.assertEqual((len(left), {oldest.name, "notes"} - left), (3, set()))
        self.install(3)
        self.end(self.start(size="0k"))
        self.assertEqual([path.name for path in self.cache.iterdir()], ["notes"])

    def test_where_nothing_can_be_kept(self):
        for cache, why in ((self.folder / "nowhere/cache", "No such file or directory"), (self.folder / "program.mlir", "not a folder")):
            self.refused(cache, why)

    def test_names_that_mean_none(self):
        for name in ("off", "0", ""):
            self.assertNotIn("warning", self.none(name))

    def test_not_from_the_root_on(self):
        self.refused("cache", "not an absolute path")
        self.refused("no", "not an absolute path")

    def test_made_for_the_user_alone(self):
        self.compilations()
        self.assertEqual(self.cache.stat().st_mode & 0o777, 0o700)

    def test_folder_of_others(self):
        self.compilations()
        for mode in (0o770, 0o707):
            self.cache.chmod(mode)
            self.refused(self.cache, "others may write to the folder")
        self.cache.chmod(0o755)
        self.assertEqual(self.compilations(), 0)
        if os.geteuid() == 0:
            os.chown(self.cache, 65534, -1)
            self.refused(self.cache, "the folder belongs to another user")


if __name__ == "__main__":
    unittest.main()
