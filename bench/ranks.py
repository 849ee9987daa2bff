#!/usr/bin/env python3
"""Two ranks of one thread each beside one process of two threads, of emitted programs.

    ranks.py SDYC [--rounds N] [--runs N] [--first] [FILE.mlir|FOLDER]...

A FOLDER has model.mlir and inputs in/*.npy, as tests/mpi/mpi.py takes them; of a file the inputs are random, and on each rank as
--input= takes them. Without any, bench/mlp.mlir is measured. Each program is emitted twice, for this processor; then rounds follow
each other in which one process and the ranks run in turn, --runs times each. The least time of each counts, and their ratio. --first: before all else that the machine does
(chrt), where it is not idle.
"""
import argparse
import os
import re
import subprocess
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
MPIRUN = ["mpirun", "--allow-run-as-root", "-np", "2", "--bind-to", "core"]
FLAGS = ["-O2", "-D_GNU_SOURCE"]
TOOLS = ["runtime/value.c", "runtime/npy.c"]


def run(*command, **more):
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True, **more)
    if done.returncode:
        raise SystemExit(f"{' '.join(map(str, command))}\n{done.stdout}{done.stderr}")
    return done.stdout


def inputs_of(path):
    """Values for --input=."""
    if path.is_dir():
        return [f"@{name}" for name in sorted((path / "in").glob("*.npy"))]
    signature = re.search(r"@main\((.*)\)\s*->", path.read_text()).group(1)
    shapes = re.findall(r"%\w+: tensor<([^>]*)>", signature)
    return [f"{shape}=random:{number}" for number, shape in enumerate(shapes, 1)]


def build(sdyc, module, folder, ranks):
    flags = ["--target=mpi", "--ranks=2"] if ranks else []
    run(sdyc, "emit", module, "-o", folder, "--march=native", *flags)
    run("make", "-s", "-C", folder, "libmodel.a")
    compiler = ["mpicc", "-DRANKS"] if ranks else ["cc"]
    driver = folder / "ranks.c"
    driver.write_text((HERE / "ranks.c").read_text().replace("sdyrt_", "model_sdyrt_"))  # as the folder's names are
    run(*compiler, *FLAGS, driver, *(folder / name for name in TOOLS), folder / "libmodel.a", "-fopenmp", "-lm",
        "-o", folder / "ranks")
    return folder / "ranks"


def measure(options, path):
    module = path / "model.mlir" if path.is_dir() else path
    inputs = inputs_of(path)
    environment = os.environ | {"OMPI_MCA_btl": "self,vader"}
    with tempfile.TemporaryDirectory() as name:
        one = build(options.sdyc, module, Path(name) / "one", False)
        two = build(options.sdyc, module, Path(name) / "two", True)
        least = {one: 1e9, two: 1e9}
        for _ in range(options.rounds):
            for command, threads in ((one, 2), (two, 1)):
                before = (["chrt", "-f", "1"] if options.first else []) + (MPIRUN if command == two else [])
                text = run(*before, command, options.runs, threads, *inputs, env=environment)
                least[command] = min(least[command], float(text))
    print(f"{path.name:24} one process {1e3 * least[one]:9.3f} ms, two ranks {1e3 * least[two]:9.3f} ms: "
          f"{least[two] / least[one]:.2f}", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("sdyc", type=Path)
    parser.add_argument("programs", type=Path, nargs="*", default=[HERE / "mlp.mlir"])
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--runs", type=int, default=100)
    parser.add_argument("--first", action="store_true")
    options = parser.parse_intermixed_args()
    options.sdyc = options.sdyc.resolve()
    for path in options.programs:
        measure(options, path)


if __name__ == "__main__":
    main()
