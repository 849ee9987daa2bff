#!/usr/bin/env python3
"""`sdyc run --trace` and `sdyc bench --kernels`: profile.py SDYC [--instrumented]

With --instrumented, sdyc is slow: a loop is over fewer elements.
"""
import json
import os
import re
import subprocess
import sys
import tempfile
import unittest

INSTRUMENTED = "--instrumented" in sys.argv
SDYC = os.path.abspath([word for word in sys.argv if word != "--instrumented"][-1])
ELEMENTS = 8192 if INSTRUMENTED else 65536
PROGRAM = """sdy.mesh @mesh = <["x"=2]>
func.func @main(%a: tensor<256x512xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>},
                %b: tensor<512x512xf32>) -> tensor<256x512xf32> {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0]
    : (tensor<256x512xf32>, tensor<512x512xf32>) -> tensor<256x512xf32>
  %1 = stablehlo.transpose %0, dims = [1, 0] : (tensor<256x512xf32>) -> tensor<512x256xf32>
  %2 = stablehlo.exponential %1 : tensor<512x256xf32>
  %3 = stablehlo.transpose %2, dims = [1, 0] : (tensor<512x256xf32>) -> tensor<256x512xf32>
  %4 = stablehlo.dot_general %3, %b, contracting_dims = [1] x [0]
    : (tensor<256x512xf32>, tensor<512x512xf32>) -> tensor<256x512xf32>
  return %4 : tensor<256x512xf32>
}
"""
LOOP = """func.func @main(%a: tensor<65536xf32>) -> tensor<65536xf32> {
  %c = stablehlo.constant dense<0> : tensor<i32>
  %0:2 = stablehlo.while(%i = %c, %x = %a) : tensor<i32>, tensor<65536xf32>
  cond {
    %n = stablehlo.constant dense<300> : tensor<i32>
    %p = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %one = stablehlo.constant dense<1> : tensor<i32>
    %j = stablehlo.add %i, %one : tensor<i32>
    %y = stablehlo.tanh %x : tensor<65536xf32>
    stablehlo.return %j, %y : tensor<i32>, tensor<65536xf32>
  }
  return %0#1 : tensor<65536xf32>
}
""".replace("65536", str(ELEMENTS))
INPUTS = ["--input=256x512xf32=random:1", "--input=512x512xf32=random:2"]


class Profile(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)

    def call(self, command, text, *flags):
        path = os.path.join(self.folder.name, "program.mlir")
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        done = subprocess.run([SDYC, command, path, *flags], capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout

    def trace(self, text, *flags):
        """The events of a run; stages and tasks apart. And what it prints."""
        path = os.path.join(self.folder.name, "trace.json")
        printed = self.call("run", text, f"--trace={path}", *flags)
        with open(path, encoding="utf-8") as file:
            events = json.load(file)["traceEvents"]
        stages = [e for e in events if e["ph"] == "X" and e["pid"] == 1]
        return printed, stages, [e for e in events if e["ph"] == "X" and e["pid"] == 2]

    def check_tasks(self, tasks):
        """All tasks of each kernel, equally often; a thread does one thing at a time. How often all
        kernels together ran."""
        executions = 0
        by_kernel, by_thread = {}, {}
        for event in tasks:
            by_kernel.setdefault(event["args"]["kernel"], []).append(event)
            by_thread.setdefault(event["tid"], []).append(event)
        for events in by_kernel.values():
            count = events[0]["args"]["tasks"]
            times = len(events) // count
            executions += times
            self.assertEqual(sorted(e["args"]["task"] for e in events), sorted(list(range(count)) * times))
        for events in by_thread.values():
            events.sort(key=lambda e: (e["ts"], e["dur"]))
            for before, after in zip(events, events[1:]):
                self.assertLessEqual(before["ts"] + before["dur"], after["ts"] + 0.002)
        return executions

    def test_every_task_is_in_the_trace(self):
        for flags in [[], ["--storage=private"], ["--threads=1"], ["--threads=7"], ["--jit=cc"]]:
            with self.subTest(flags=flags):
                printed, stages, tasks = self.trace(PROGRAM, *INPUTS, *flags)
                self.assertEqual(printed, self.call("run", PROGRAM, *INPUTS, *flags))
                self.assertIn("parse", [stage["name"] for stage in stages])
                self.assertGreater(len(tasks), 1)
                self.check_tasks(tasks)
                self.assertTrue(any("exponential" in task["name"] for task in tasks))

    def test_a_loop_is_in_the_trace(self):
        _, _, tasks = self.trace(LOOP, f"--input={ELEMENTS}xf32=0.5")
        self.assertEqual(self.check_tasks([task for task in tasks if "tanh" in task["name"]]), 300)

    def test_an_empty_program_has_a_trace(self):
        _, stages, tasks = self.trace("func.func @main(%a: tensor<0xf32>) -> tensor<0xf32> {\n"
                                      "  %0 = stablehlo.add %a, %a : tensor<0xf32>\n"
                                      "  return %0 : tensor<0xf32>\n}\n", "--input=0xf32=")
        self.assertTrue(stages)
        self.assertEqual(tasks, [])

    def test_no_trace_where_it_cannot_be_written(self):
        path = os.path.join(self.folder.name, "program.mlir")
        with open(path, "w", encoding="utf-8") as file:
            file.write(PROGRAM)
        done = subprocess.run([SDYC, "run", path, *INPUTS, "--trace=/nowhere/trace.json"], capture_output=True,
                              text=True, check=False)
        self.assertEqual(done.returncode, 1)
        self.assertIn("/nowhere/trace.json", done.stderr)

    def test_kernels_with_their_share(self):
        for text, flags in [(PROGRAM, ["--runs=3"]), (LOOP, ["--runs=1", "--threads=1"])]:
            lines = self.call("bench", text, "--kernels", *flags).splitlines()
            rows = [re.match(r" +(\d+) +([\d.]+) +([\d.]+) % +(\d+)", line) for line in lines]
            shares = [float(row.group(3)) for row in rows if row]
            self.assertTrue(shares)
            self.assertEqual(shares, sorted(shares, reverse=True))
            self.assertLessEqual(sum(shares), 101)
            self.assertIn("between kernels", lines[-1])

    def test_width_from_the_time_of_each_task(self):
        for text, flags in [(PROGRAM, ["--runs=3"]), (LOOP, ["--runs=1"])]:
            lines = self.call("bench", text, "--width=1,4", *flags).splitlines()
            bounds = [re.match(r" +(\d+) threads: at most ([\d.]+) times as fast", line) for line in lines]
            bounds = {int(bound.group(1)): float(bound.group(2)) for bound in bounds if bound}
            self.assertEqual(list(bounds), [1, 4])
            self.assertLessEqual(bounds[4], 4 * max(bounds[1], 1) + 1)
            rows = [re.match(r" +(\d+) +([\d.]+) +(\d+) +([\d.]+)", line) for line in lines]
            times = [float(row.group(2)) for row in rows if row]
            self.assertTrue(times)
            self.assertEqual(times, sorted(times, reverse=True))

    def test_width_takes_numbers_of_threads(self):
        path = os.path.join(self.folder.name, "program.mlir")
        with open(path, "w", encoding="utf-8") as file:
            file.write(PROGRAM)
        for counts in ["", "0", "16,", "4 8", "2,4,6,8,10,12,14", "9999"]:
            done = subprocess.run([SDYC, "bench", path, f"--width={counts}"], capture_output=True, text=True,
                                  check=False)
            self.assertEqual(done.returncode, 1, counts)
            self.assertIn("numbers of threads", done.stderr)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
