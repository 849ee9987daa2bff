#!/usr/bin/env python3
"""What is said of a program's memory, beside the memory that a process takes: memory.py SDYC [--instrumented]

--instrumented: SDYC is built with a sanitizer, whose own shadow of memory no program's figures count
"""
import os
import re
import subprocess
import sys
import tempfile
import unittest

INSTRUMENTED = "--instrumented" in sys.argv
SDYC = os.path.abspath(sys.argv[1])
HEAD = "func.func @main(%a: tensor<4096x1024xf32>) -> tensor<f32> {\n  %zero = stablehlo.constant dense<0.0> : tensor<f32>\n"
TAIL = "  return %sum : tensor<f32>\n}\n"
BASELINE = HEAD + """
  %row = stablehlo.slice %a [0:1, 0:1] : (tensor<4096x1024xf32>) -> tensor<1x1xf32>
  %sum = stablehlo.reshape %row : (tensor<1x1xf32>) -> tensor<f32>
""" + TAIL
PRODUCTS = HEAD + """
  %p = stablehlo.dot_general %a, %a, contracting_dims = [1] x [1] : (tensor<4096x1024xf32>, tensor<4096x1024xf32>) -> tensor<4096x4096xf32>
  %q = stablehlo.tanh %p : tensor<4096x4096xf32>
  %r = stablehlo.dot_general %q, %a, contracting_dims = [1] x [0] : (tensor<4096x4096xf32>, tensor<4096x1024xf32>) -> tensor<4096x1024xf32>
  %sum = stablehlo.reduce(%r init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<4096x1024xf32>, tensor<f32>) -> tensor<f32>
""" + TAIL
LOOP = HEAD + """
  %c = stablehlo.constant dense<0> : tensor<i32>
  %0:2 = stablehlo.while(%i = %c, %x = %a) : tensor<i32>, tensor<4096x1024xf32>
  cond {
    %n = stablehlo.constant dense<1> : tensor<i32>
    %p = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %one = stablehlo.constant dense<1> : tensor<i32>
    %j = stablehlo.add %i, %one : tensor<i32>
    %p = stablehlo.concatenate %x, %x, %x, %x, dim = 0 : (tensor<4096x1024xf32>, tensor<4096x1024xf32>, tensor<4096x1024xf32>, tensor<4096x1024xf32>) -> tensor<16384x1024xf32>
    %s = "stablehlo.sort"(%p) <{dimension = 0 : i64}> ({
    ^bb0(%l: tensor<f32>, %m: tensor<f32>):
      %less = stablehlo.compare LT, %l, %m : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %less : tensor<i1>
    }) : (tensor<16384x1024xf32>) -> tensor<16384x1024xf32>
    %y = stablehlo.slice %s [0:4096, 0:1024] : (tensor<16384x1024xf32>) -> tensor<4096x1024xf32>
    stablehlo.return %j, %y : tensor<i32>, tensor<4096x1024xf32>
  }
  %sum = stablehlo.reduce(%0#1 init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<4096x1024xf32>, tensor<f32>) -> tensor<f32>
""" + TAIL


class Memory(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)

    def file(self, text):
        path = os.path.join(self.folder.name, "program.mlir")
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        return path

    def peak(self, text):
        """The most memory that a process has which runs the program, in bytes."""
        process = subprocess.Popen([SDYC, "run", self.file(text), "--input=4096x1024xf32=random:1", "--threads=2"], stdout=subprocess.DEVNULL)
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        self.assertEqual(process.returncode, 0)
        return 1024 * usage.ru_maxrss

    def said(self, command, text, *flags):
        output = subprocess.run([SDYC, command, self.file(text), "--threads=2", *flags], check=True, capture_output=True, text=True).stdout
        return {name: int(number) for name, number in re.findall(r"^  (\w+) +(\d+)  ", output.split("memory, in bytes:\n")[1], re.M)}

    @unittest.skipIf(INSTRUMENTED, "a sanitizer's shadow of memory is part of what the process takes")
    def test_what_is_said_is_what_is_taken(self):
        baseline = self.peak(BASELINE)
        for text in (PRODUCTS, LOOP):
            said, taken = self.said("kernels", text)["temporaries"], self.peak(text) - baseline
            self.assertGreater(said, 64 << 20)
            self.assertLess(abs(taken - said), 0.05 * said, f"{said} bytes said, {taken} taken")

    def test_the_sum(self):
        said = self.said("kernels", PRODUCTS)
        self.assertEqual(said["temporaries"], said["arena"] + said["kept"] + said["scratch"])
        self.assertGreaterEqual(said["arena"], 4096 * 4096 * 4)

    def test_commands_agree(self):
        small = PRODUCTS.replace("4096", "512")
        self.assertEqual(self.said("bench", small, "--runs=1"), self.said("kernels", small))

    def test_constants(self):
        text = HEAD + """
  %w = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %b = stablehlo.slice %a [0:1, 0:2] : (tensor<4096x1024xf32>) -> tensor<1x2xf32>
  %d = stablehlo.reshape %b : (tensor<1x2xf32>) -> tensor<2xf32>
  %e = stablehlo.multiply %w, %d : tensor<2xf32>
  %sum = stablehlo.reduce(%e init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<2xf32>, tensor<f32>) -> tensor<f32>
""" + TAIL
        self.assertEqual(self.said("kernels", text)["constants"], 8)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
