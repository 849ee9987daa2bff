#!/usr/bin/env python3
"""Ctrl-C ends `sdyc run` between two tasks, as the signal would, and leaves no file behind: interrupt.py SDYC"""
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

# It never ends.
PROGRAM = """
func.func @main(%n: tensor<i32>) -> (tensor<i32>, tensor<4xf32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %f = stablehlo.constant dense<0.0> : tensor<4xf32>
  %r = stablehlo.while(%i = %zero) : tensor<i32>
    cond {
      %c = stablehlo.compare NE, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
    } do {
      %j = stablehlo.add %i, %one : tensor<i32>
      %k = stablehlo.maximum %j, %zero : tensor<i32>
      stablehlo.return %k : tensor<i32>
    }
  return %r, %f : tensor<i32>, tensor<4xf32>
}
"""


def handles_interrupts(process):
    """Whether the command has come to the run, during which it takes the signal."""
    status = Path(f"/proc/{process.pid}/status").read_text()
    caught = next(line for line in status.splitlines() if line.startswith("SigCgt"))
    return int(caught.split()[1], 16) >> (signal.SIGINT - 1) & 1


def main():
    with tempfile.TemporaryDirectory() as folder:
        program = Path(folder, "endless.mlir")
        program.write_text(PROGRAM)
        before = set(Path(folder).iterdir())
        command = [sys.argv[1], "run", str(program), "--input=i32=-1", f"--output=@{folder}/r.npy", f"--output=@{folder}/f.npy"]
        # A shell in the background has its commands ignore the signal.
        process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                                   preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL))
        while process.poll() is None and not handles_interrupts(process):
            time.sleep(0.01)
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=60)
        assert process.returncode == -signal.SIGINT, (process.returncode, errors)
        assert "the run was cancelled" in errors, errors
        assert set(Path(folder).iterdir()) == before, list(Path(folder).iterdir())


main()
