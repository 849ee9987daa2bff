"""What `./check --full` asks beside the rest: matrices in full, and random programs for hours, by other seeds each day.

The counts of `./check` are a sample of these. A failing program is printed with its seed.
"""
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
DIFFERENTIAL = HERE / "differential"
SKIPPED = 77
SEED = int(time.time() / 86400) * 10000  # of today; beyond those of `./check`
FUZZ_SECONDS = 900
SETS = ("baseline", "avx2", "avx512")  # instruction sets; one that the processor lacks is the next lower (docs/design/runtime.md)

WATCHED = ("rt_scan", "rt_product", "rt_conv_routes")  # tests/unit/rt_test.h: test_takes

# script, its flags: random programs
RANDOM = (("differential.py", ["--programs", "300"]), ("layouts.py", ["--programs", "1500", "--emit"]),
          ("control.py", ["--programs", "3000", "--compilers"]), ("partition/programs.py", ["--programs", "4000"]),
          ("partition/programs.py", ["--programs", "2500", "--passes"]), ("partitioned.py", ["--programs", "400"]),
          ("traffic.py", ["--programs", "400"]), ("unreduced.py", ["--programs", "1500"]), ("each/each.py", ["--programs", "9000"]),
          ("propagation.py", ["--count", "8000", "--jobs", "2"]), ("propagation.py", ["--count", "8000", "--jobs", "2", "--reshards"]),
          ("propagation.py", ["--count", "8000", "--jobs", "2", "--local"]), ("quantized.py", ["--programs", "2000"]))


def random_runs(python, gcc):
    for script, flags in RANDOM:
        yield f"random: {script}", [python, DIFFERENTIAL / script, "--sdyc", gcc / "sdyc", "--seed", SEED, *flags], {}
    yield "random: ranks", [python, HERE / "mpi/programs.py", "--sdyc", gcc / "sdyc", "--ranks", gcc / "tests/mpi/libforked_ranks.so",
                            "--programs", "1500", "--seed", SEED], {}


def matrices(python, gcc):
    sdyc = gcc / "sdyc"
    yield "every factor of every operation", [python, DIFFERENTIAL / "partition/table.py", "--sdyc", sdyc, "--printed"], {}
    yield "padding of every size", [python, HERE / "partition/padding.py", sdyc], {}
    yield "every allocation", [gcc / "tests/unit/test_memory"], {"SDYC_TEST_ALL_ALLOCATIONS": "1"}
    yield "versions of jaxlib", [python, HERE / "jax/versions.py", gcc / "libsdyc_pjrt.so"], {}
    yield "clients of PJRT", [python, HERE / "jax/clients.py", gcc / "libsdyc_pjrt.so"], {}
    yield "packages of Debian", [python, HERE / "install/packages.py", gcc / "packages"], {}
    yield "emitted folders by both compilers", [python, HERE / "emitted/folders.py", sdyc, "--matrix"], {}
    yield "parts by gcc", [gcc / "tests/unit/test_parts"], {"CC": "gcc"}
    yield "kernels for ARM by gcc", [python, HERE / "kernels/arm.py", gcc / "arm", "--count", "4", "--gcc"], {}
    yield "emitted builds by gcc", [python, HERE / "emitted/builds.py", sdyc], {"CC": "gcc"}
    yield "emitted for Python by gcc", [python, HERE / "emitted/python.py", sdyc], {"CC": "gcc"}
    yield "emitted for other processors, optimised", [python, HERE / "emitted/processors.py", sdyc], {}
    yield "accuracy", [gcc / "tests/accuracy/accuracy", "--count=4000000"], {}
    for name in SETS:
        yield f"kernels for {name}", ["meson", "test", "-C", gcc, "--no-rebuild", "--suite", "unit", "--suite", "run", "--no-suite", "slow",
                                      "--print-errorlogs"], {"SDYRT_ISA": name}


def watched(clang):
    """What `./check` asks of every fourth case, under the sanitizers."""
    for name in WATCHED:
        for isa in ("", "avx512"):
            yield f"{name} {isa} under sanitizers", [clang / "tests/unit" / f"test_{name}"], {"SDYC_TEST_ALL": "1", "SDYRT_ISA": isa}


def fuzzing(clang):
    folder = clang / "tests/fuzz"
    for name in ("parse", "print", "verify", "passes", "bytecode"):
        corpus = HERE / "bytecode/modules" if name == "bytecode" else folder / "corpus"
        yield f"fuzzing: {name}", [HERE / "fuzz/fuzz.sh", folder / f"fuzz_{name}", corpus, folder / "words.dict", f"-seed={SEED}", "-runs=-1",
                                   f"-max_total_time={FUZZ_SECONDS}"], {}
    yield "random modules", [HERE / "fuzz/random_modules.py", clang / "sdyc", folder / "replay_passes", "--count", "5000", "--seed", SEED], {}


def runs(python, gcc, clang):
    """(name, command, variables of its environment) of each, with the build folders that the parts gcc and clang leave."""
    yield from matrices(python, gcc)
    yield from random_runs(python, gcc)
    yield from watched(clang)
    yield from fuzzing(clang)
