#!/usr/bin/env python3
"""The build files that `sdyc emit` writes, and the test that --with-test adds: builds.py SDYC

make, meson, cmake    build the folder, pass its test, and install a library, a header and a package
pkg-config, cmake     find the package, with which examples/embed-c/embed.c is built
test                  fails where an expected result is another, or a file is missing

Without optimisation, which takes most of the time; make by cc, the others by the compiler that is quickest (quick.py). What is not
installed is skipped with a message.
"""
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import quick

HERE = Path(__file__).resolve().parent
EXAMPLES = HERE.parents[1] / "examples"
CONSUMER = """cmake_minimum_required(VERSION 3.13)
project(embed C)
find_package(product REQUIRED)
add_executable(embed embed.c)
target_link_libraries(embed product::product)
"""


def run(*command, fails=False, **options):
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True, **options)
    if (done.returncode != 0) != fails:
        sys.exit(f"{' '.join(map(str, command))} ends with {done.returncode}\n{done.stdout}{done.stderr}")
    return done.stdout + done.stderr


def has(*programs):
    for program in programs:
        if not shutil.which(program) or subprocess.run([program, "--version"], capture_output=True).returncode:
            print(f"skipped: there is no {program}")
            return False
    return True


def check_embedded(program):
    printed = run(program)
    if printed != "0 4\n":
        sys.exit(f"{program} prints {printed}")


def check_package(folder, installed, compiler):
    """embed.c by pkg-config."""
    if not has("pkg-config"):
        return
    found = os.environ | {"PKG_CONFIG_PATH": ":".join(map(str, installed.glob("**/pkgconfig")))}
    flags = run("pkg-config", "--cflags", "--libs", "--static", "product", env=found).split()
    run(compiler, EXAMPLES / "embed-c/embed.c", "-o", folder / "embedded", *flags)
    check_embedded(folder / "embedded")


def check_make(folder):
    installed = folder / "by_make"
    make = ["make", "-s", "-j2", "-C", folder / "product", "CC=cc", "CFLAGS=-O0", f"PREFIX={installed}"]
    if "main: as expected" not in run(*make, "test"):
        sys.exit("make test does not say that results are as expected")
    run(*make, "install")
    check_package(folder, installed, "cc")
    test, result = folder / "product/model_test", folder / "product/test/main_output0.npy"
    run(test, folder / "product/test", "1")
    good = result.read_bytes()
    result.write_bytes(good[:-1] + bytes([good[-1] ^ 0x10]))
    if "output 0: 1 of 8 elements differ" not in run(test, folder / "product/test", fails=True):
        sys.exit("the test does not say what differs")
    result.unlink()
    run(test, folder / "product/test", fails=True)
    result.write_bytes(good)
    run(*make, "clean")


def check_meson(folder):
    if has("meson", "ninja"):
        build, installed = folder / "meson", folder / "by_meson"
        run("meson", "setup", build, folder / "product", "--buildtype=plain", f"--prefix={installed}")
        run("meson", "test", "-C", build)
        run("meson", "install", "-C", build, "--no-rebuild")
        check_package(folder, installed, quick.CC)


def check_cmake(folder):
    if has("cmake"):
        build, installed, embed = folder / "cmake", folder / "by_cmake", folder / "embed"
        run("cmake", "-S", folder / "product", "-B", build, "-DCMAKE_BUILD_TYPE=Debug", f"-DCMAKE_INSTALL_PREFIX={installed}")
        run("cmake", "--build", build, "-j2")
        run("ctest", "--output-on-failure", cwd=build)
        run("cmake", "--install", build)
        check_package(folder, installed, quick.CC)
        embed.mkdir()
        (embed / "CMakeLists.txt").write_text(CONSUMER)
        shutil.copy(EXAMPLES / "embed-c/embed.c", embed)
        run("cmake", "-S", embed, "-B", embed / "build", f"-DCMAKE_PREFIX_PATH={installed}")
        run("cmake", "--build", embed / "build")
        check_embedded(embed / "build/embed")


def check_functions(sdyc, folder):
    """Several functions, one with a donated input; values that are given; what cannot be tested."""
    entries = folder / "entries"
    run(sdyc, "emit", HERE / "entries.mlir", "-o", entries, "--with-test", "--input=i32=21", "--threads=0", "--march=x86-64")
    printed = run("make", "-s", "-j2", "-C", entries, f"CFLAGS={quick.CFLAGS}", "test")
    for name in ("main", "scaled", "new", "f.g", "f_g", "2 'names'"):
        if f"{name}: as expected\n" not in printed:
            sys.exit(f"make test says nothing of {name}: {printed}")
    printed = run(entries / "model_test", entries, fails=True)
    if run("tail", "-c", "4", entries / "test/main_output0.npy") != "*\0\0\0":
        sys.exit("the test does not take the value of --input")
    printed = run(sdyc, "emit", HERE.parent / "run/control/host.mlir", "-o", folder / "host", "--with-test", fails=True)
    if "which a test cannot answer" not in printed or (folder / "host").exists():
        sys.exit(f"a test of a program with a host: {printed}")


def check_layouts(sdyc, folder):
    """Tensors of a test in other orders than row-major, in which the files have them."""
    layouts = ["--input-format=0:channels_last", "--output-format=0:nChw8c"]
    run(sdyc, "emit", HERE.parent / "run/layout/layouts_of_the_caller.mlir", "-o", folder / "layouts", "--with-test", "--march=x86-64", *layouts)
    printed = run("make", "-s", "-j2", "-C", folder / "layouts", f"CFLAGS={quick.CFLAGS} -Werror", "test")
    if printed.count(": as expected\n") != 4:
        sys.exit(f"make test of programs with layouts: {printed}")
    run(sdyc, "emit", HERE.parent / "run/layout/packed.mlir", "-o", folder / "packed", "--with-test", "--march=x86-64")
    printed = run("make", "-s", "-j2", "-C", folder / "packed", f"CFLAGS={quick.CFLAGS} -Werror", "test")
    if printed.count(": as expected\n") != 6 or "two numbers in a byte" not in (folder / "packed/model.h").read_text():
        sys.exit(f"make test of programs with packed numbers: {printed}")


def main():
    sdyc = Path(sys.argv[1]).resolve()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        run(sdyc, "emit", EXAMPLES / "product.mlir", "-o", folder / "product", "--name=product", "--with-test")
        check_make(folder)
        check_meson(folder)
        check_cmake(folder)
        check_functions(sdyc, folder)
        check_layouts(sdyc, folder)


main()
