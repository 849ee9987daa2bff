#!/usr/bin/env python3
"""Programs of ranks over MPI: mpi.py SDYC [--models FOLDER] [--emit REGEX]

run       `sdyc run --target=mpi` gives the bits of one process in device order, and what is expected in the fused one
emit      what `sdyc emit --target=mpi` writes gives the same bits for any number of ranks, and compiles as C99, C11 and
          C++17 without a warning
mpich     the same folder built by MPICH's compiler, where it is installed beside Open MPI
levels    a level of threads of MPI that is not enough for a program is refused
hosts     two ranks on two hosts with latency between them (namespaces.py), where this user may make some
refused   numbers of ranks that do not divide the devices, and different programs, with a message at once
stopped   a rank that does not answer: the others say so within the limit and all end; no result is written
killed    a rank that is gone: all end

FOLDER has programs with inputs and outputs, as tests/conformance/models.py takes them: all are run, those that REGEX names
emitted. Without MPI this is skipped.
"""
import argparse
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numpy

from namespaces import Link

HERE = Path(__file__).resolve().parent
EXAMPLE = HERE.parents[1] / "examples/product.mlir"
INPUTS = ["--input=4x8xf32=random:3", "--input=8x2xf32=random:1"]
WARN = ["-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Wcast-qual", "-Wcast-align", "-Wundef", "-Wdouble-promotion", "-Wformat=2", "-Wvla",
        "-Wstrict-overflow", "-Werror", "-fopenmp-simd", "-fsyntax-only"]
MPIRUN = ["mpirun", "--allow-run-as-root", "--oversubscribe", "--bind-to", "none"]
LIMIT = 300
BASELINE = "--march=x86-64"  # one set of instructions to compile: what is asked is not of kernels


def fail(text):
    sys.exit(f"mpi.py: {text}")


def environment(**more):
    return os.environ | {"OMPI_MCA_btl": "self,vader", "OMPI_MCA_orte_base_help_aggregate": "0"} | more


def mpirun(*parts, timeout=60):
    """The result of `mpirun PART : PART`, each a number of ranks and a command. Open MPI's daemon itself sometimes fails
    where many run at a time: that is tried again."""
    words = [word for count, *command in parts for word in (":", "-np", str(count), *map(str, command))][1:]
    for _ in range(3):
        done = subprocess.run([*MPIRUN, *words], capture_output=True, text=True, timeout=LIMIT,
                              env=environment(SDYC_MPI_TIMEOUT=str(timeout)))
        if done.returncode == 0 or "sdyc" in done.stderr or "error: " in done.stderr:
            break
    return done


def run(*command):
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True)
    if done.returncode:
        fail(f"{' '.join(map(str, command))}\n{done.stdout}{done.stderr}")
    return done.stdout


def expect(done, text, what):
    if done.returncode or done.stdout != text:
        fail(f"{what}: exit {done.returncode}, {done.stdout!r} for {text!r}\n{done.stderr}")


# --- numbers ---------------------------------------------------------------------------------------------------------

def check_run(sdyc):
    for order in (["--reduce=device-order"], []):
        want = run(sdyc, "run", EXAMPLE, *INPUTS, "--storage=private", *order)
        for count in (1, 2, 4):
            expect(mpirun((count, sdyc, "run", "--target=mpi", EXAMPLE, *INPUTS, *order)), want, f"{count} ranks {order}")


def hosts():
    """Two of them, or None."""
    try:
        with Link(0):
            return Link(0.001)
    except (OSError, subprocess.CalledProcessError):
        return None


def check_hosts(sdyc, folder):
    order, link = "--reduce=device-order", hosts()
    if link is None:
        print("skipped: no namespaces can be made here")
        return
    want = run(sdyc, "run", EXAMPLE, *INPUTS, "--storage=private", order)
    with link:
        words = [*link.mpirun(folder), sdyc, "run", "--target=mpi", EXAMPLE, *INPUTS, order]
        done = subprocess.run(list(map(str, words)), capture_output=True, text=True, timeout=LIMIT)
    expect(done, want, "two hosts")


def check_emitted(sdyc, folder):
    order = "--reduce=device-order"
    run(sdyc, "emit", EXAMPLE, "-o", folder / "product", "--target=mpi", BASELINE, order)
    run("make", "-s", "-C", folder / "product", "CFLAGS=-O1 -Werror")
    want = mpirun((1, folder / "product/run", *INPUTS)).stdout
    for count in (2, 4):
        expect(mpirun((count, folder / "product/run", *INPUTS)), want, f"{count} ranks of the folder")
    include = ["-I", run("mpicc", "--showme:incdirs").split()[0]]
    for compiler, standard, words in (("cc", "c99", []), ("cc", "c11", []), ("c++", "c++17", ["-x", "c++"])):
        for source in sorted((folder / "product").glob("*.c")):
            run(compiler, f"-std={standard}", *WARN, *include, *words, source)


def check_mpich(folder):
    """After check_emitted. Debian gives its programs these names where both are installed."""
    if not shutil.which("mpicc.mpich") or not shutil.which("mpirun.mpich"):
        print("skipped: there is no MPICH (Debian: mpich, libmpich-dev)")
        return
    built = folder / "by_mpich"
    shutil.copytree(folder / "product", built)
    run("make", "-s", "-C", built, "clean")
    run("make", "-s", "-C", built, "CC=mpicc.mpich", "CFLAGS=-O0 -Werror", "run")
    start = ["env", "UCX_LOG_LEVEL=fatal", "mpirun.mpich", "-np"]  # else its network library says on stdout what it lacks
    want = run(*start, "1", built / "run", *INPUTS)
    for count in (2, 4):
        printed = run(*start, count, built / "run", *INPUTS)
        if printed != want:
            fail(f"{count} ranks of MPICH print {printed} for {want}")


def check_folder_test(sdyc, folder):
    """The test that --with-test adds, by each number of ranks."""
    run(sdyc, "emit", EXAMPLE, "-o", folder / "tested", "--target=mpi", BASELINE, "--with-test", *INPUTS)
    for count in (2, 4):
        printed = run("make", "-s", "-C", folder / "tested", "CFLAGS=-O0 -Werror", f"MPIRUN={' '.join(MPIRUN)}", f"RANKS={count}", "test")
        if printed != "main: as expected\n":
            fail(f"make test with {count} ranks says {printed!r}")


def check_levels(folder):
    """After check_emitted: the level of threads that MPI was made ready with has to be enough."""
    include = run("mpicc", "--showme:incdirs").split()[0]
    run("mpicc", "-O1", "-I", include, "-I", folder / "product", "-o", folder / "levels", HERE / "levels.c", folder / "product/libmodel.a",
        "-fopenmp", "-pthread", "-ldl", "-lm")
    single, funneled, serialized = range(3)
    for level, threads, *elsewhere in ((single, 1), (single, 0), (funneled, 2), (serialized, 2, "elsewhere")):
        expect(mpirun((1, folder / "levels", level, threads, *elsewhere)), "0 \n", f"level {level}, {threads} threads")
    for level, threads, elsewhere, given, needed in ((single, 2, [], "SINGLE, and a program of several threads", "FUNNELED"),
                                                     (funneled, 1, ["elsewhere"], "FUNNELED, and a program that another thread", "SERIALIZED")):
        done = mpirun((1, folder / "levels", level, threads, *elsewhere))
        if f"MPI was made ready with MPI_THREAD_{given}" not in done.stdout or f"needs MPI_THREAD_{needed}" not in done.stdout:
            fail(f"level {level}, {threads} threads: {done.stdout}{done.stderr}")


def floats(bits):
    """Numbers of bf16, which files store as their bits: raw bytes or uint16."""
    return (bits.view(numpy.uint16).astype(numpy.uint32) << 16).view(numpy.float32)


def near(got, want, element, meta):
    if element == "bf16":
        got, want = floats(got), floats(want)
    if got.dtype != want.dtype or got.shape != want.shape:
        return False
    if want.dtype.kind in "fc":
        return numpy.allclose(got, want, rtol=meta.get("rtol", 1e-4), atol=meta.get("atol", 1e-5), equal_nan=True)
    return (got == want).all()


def compare(name, model, outputs):
    meta = json.loads((model / "meta.json").read_text())
    for path, want, result in zip(outputs, sorted((model / "out").glob("*.npy")), meta["outputs"]):
        got, want = numpy.load(path), numpy.load(want)
        if not near(got, want, result["dtype"], meta):
            fail(f"{name}: {path.name} is not what is expected")
        path.unlink()


def check_model(sdyc, model, folder, counts, command=None):
    inputs = [f"--input=@{path}" for path in sorted((model / "in").glob("*.npy"))]
    outputs = [folder / path.name for path in sorted((model / "out").glob("*.npy"))]
    written = [f"--output=@{path}" for path in outputs]
    command = command or [sdyc, "run", "--target=mpi", model / "model.mlir"]
    for count in counts:
        done = mpirun((count, *command, *inputs, *written))
        if done.returncode:
            fail(f"{model.name}, {count} ranks: exit {done.returncode}\n{done.stderr}")
        compare(f"{model.name}, {count} ranks", model, outputs)


def check_models(sdyc, models, emitted, counts):
    """Each model by one of the numbers of ranks, in turn, and the emitted ones by all."""
    for i, model in enumerate(sorted(path.parent for path in models.glob("*/model.mlir"))):
        with tempfile.TemporaryDirectory() as name:
            check_model(sdyc, model, Path(name), [counts[i % len(counts)]])
            if emitted and re.search(emitted, model.name):
                shapes = [f"--input=@{path}" for path in sorted((model / "in").glob("*.npy"))]
                run(sdyc, "emit", model / "model.mlir", "-o", f"{name}/e", "--target=mpi", "--march=native", *shapes)
                run("make", "-s", "-j2", "-C", f"{name}/e", "CFLAGS=-O1")
                check_model(sdyc, model, Path(name), counts, [f"{name}/e/run"])


# --- failures --------------------------------------------------------------------------------------------------------

def expect_error(done, *texts):
    if done.returncode == 0 or not all(text in done.stderr for text in texts):
        fail(f"exit {done.returncode}, where it should fail with {texts}\n{done.stdout}{done.stderr}")


def check_refused(sdyc, folder):
    one = (sdyc, "run", "--target=mpi", EXAMPLE, *INPUTS)
    expect_error(mpirun((3, *one)), "4 devices cannot be shared by 3 ranks")
    expect_error(mpirun((1, *one), (1, *one, "--reduce=device-order")), "its program", "is not that of rank")
    expect_error(mpirun((1, *one), (1, *one[:4], "--input=4x8xf32=1", f"--input=@{folder}/none.npy")), "none.npy", "cannot go on")
    run(sdyc, "emit", EXAMPLE, "-o", folder / "two", "--target=mpi", BASELINE, "--ranks=2")
    run("make", "-s", "-C", folder / "two", "CFLAGS=-O0")
    folders = [(1, folder / part / "run", *INPUTS) for part in ("two", "product")]
    expect_error(mpirun((4, *folders[0][1:])), "the program is for 2 ranks, not for 4")
    expect_error(mpirun(*folders), "its program", "is not that of rank")


def wait_for(condition, what):
    end = time.monotonic() + 60
    while not condition():
        if time.monotonic() > end:
            fail(f"no {what} within a minute")
        time.sleep(0.1)


def alive(pid):
    try:
        return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"
    except FileNotFoundError:
        return False


def without_rank(sdyc, folder, sent):
    """A program of very many turns of which rank 1 is sent a signal; what the others say."""
    folder.mkdir()
    script = f'echo $$ >{folder}/part.$OMPI_COMM_WORLD_RANK; mv {folder}/part.$OMPI_COMM_WORLD_RANK {folder}/pid.$OMPI_COMM_WORLD_RANK; exec "$@"'
    command = [*MPIRUN, "-np", "2", "sh", "-c", script, "sh", str(sdyc), "run", "--target=mpi", str(HERE / "turns.mlir"),
               "--input=8xf32=1", f"--output=@{folder}/out.npy"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                          env=environment(SDYC_MPI_TIMEOUT="3")) as running:
        wait_for(lambda: all((folder / f"pid.{rank}").exists() for rank in (0, 1)), "rank")
        pids = [int((folder / f"pid.{rank}").read_text()) for rank in (0, 1)]
        time.sleep(4)
        begin = time.monotonic()
        os.kill(pids[1], sent)
        _, said = running.communicate(timeout=60)
        seconds = time.monotonic() - begin
    wait_for(lambda: not any(map(alive, pids)), "end of the ranks")
    left = sorted(path.name for path in folder.iterdir() if not path.name.startswith("pid."))
    if running.returncode == 0 or seconds > 30 or left:
        fail(f"rank 1 is gone: exit {running.returncode} after {seconds:.0f} s, files {left}\n{said}")
    return said


def check_lost(sdyc, folder):
    said = without_rank(sdyc, folder / "stopped", signal.SIGSTOP)
    if not re.search(r"rank 0: exchange 0 \(line \d+\) has waited 3 s for rank 1, which does not answer", said):
        fail(f"rank 0 does not say that rank 1 is gone:\n{said}")
    without_rank(sdyc, folder / "killed", signal.SIGKILL)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("sdyc", type=Path)
    parser.add_argument("--models", type=Path)
    parser.add_argument("--emit", default="^mlp$")
    parser.add_argument("--ranks", default="2,4,8,1")
    options = parser.parse_args()
    sdyc = options.sdyc.resolve()
    for program in ("mpirun", "mpicc"):
        if not shutil.which(program):
            print(f"skipped: there is no {program} (Debian: openmpi-bin, libopenmpi-dev)")
            sys.exit(77)
    if options.models:
        if not options.models.is_dir():
            print(f"skipped: there is no {options.models}")
            sys.exit(77)
        check_models(sdyc, options.models, options.emit, [int(count) for count in options.ranks.split(",")])
        return
    with tempfile.TemporaryDirectory() as name:
        check_run(sdyc)
        check_hosts(sdyc, Path(name))
        check_emitted(sdyc, Path(name))
        check_mpich(Path(name))
        check_levels(Path(name))
        check_folder_test(sdyc, Path(name))
        check_refused(sdyc, Path(name))
        check_lost(sdyc, Path(name))


if __name__ == "__main__":
    main()
