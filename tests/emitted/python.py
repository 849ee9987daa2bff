#!/usr/bin/env python3
"""The module for Python that `sdyc emit --python` writes (docs/how-to/emit.md): python.py SDYC

It takes and gives arrays of every element type, in any layout, of sizes known at run time; contexts compute at the same time; what
does not fit is refused. make, meson and cmake build the library that it loads. Without NumPy this is skipped.
"""
import importlib.util
import shutil
import subprocess
import sys
import tempfile
import threading
from pathlib import Path

import quick

HERE = Path(__file__).resolve().parent
EXAMPLES = HERE.parents[1] / "examples"

try:
    import numpy
except ImportError:
    print("skipped: there is no NumPy")
    sys.exit(77)


def run(*command):
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"{' '.join(map(str, command))}\n{done.stdout}{done.stderr}")


def load(path):
    spec = importlib.util.spec_from_file_location(path.stem, path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def emitted(sdyc, folder, module, name, *flags):
    run(sdyc, "emit", module, "-o", folder / name, f"--name={name}", "--python", *flags)
    run("make", "-s", "-j2", "-C", folder / name, f"CFLAGS={quick.CFLAGS} -Werror", f"lib{name}.so")
    return load(folder / name / f"{name}.py")


def expect(got, wanted, what):
    wanted = numpy.asarray(wanted)
    if got.dtype != wanted.dtype or got.shape != wanted.shape or got.tobytes() != wanted.tobytes():
        sys.exit(f"{what}: {got!r} for {wanted!r}")


def refused(error, text, function, *values):
    try:
        function(*values)
    except error as said:
        if text in str(said):
            return
    sys.exit(f"no {error.__name__} that says {text}")


def check_product(product):
    """In several contexts, each on its thread."""
    a = numpy.arange(32, dtype="f4").reshape(4, 8)
    b = numpy.arange(16, dtype="f4").reshape(8, 2)
    if repr(product.FUNCTIONS["main"]) != "main(a: 4x8xf32, b: 8x2xf32) -> (result0: 4x2xf32)":
        sys.exit(f"the function of product: {product.FUNCTIONS}")

    def calls():
        with product.Context(threads=2) as context:
            for _ in range(50):
                expect(context.main(a, b), a @ b, "a product")
            done.append(context)

    done = []
    threads = [threading.Thread(target=calls) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if len(done) != 4:
        sys.exit("contexts on threads fail")
    refused(ValueError, "closed", done[0].main, a, b)
    with product.Context() as context:
        refused(TypeError, "takes 2 arrays, not 1", context.main, a)
        refused(TypeError, "b: float64, but float32", context.main, a, b.astype("f8"))
        refused(ValueError, "b: 8x2xf32 is needed", context.main, a, b.T)
        refused(AttributeError, "no function other", lambda: context.other)


def check_entries(entries):
    with entries.Context(threads=1) as context:
        sums, yes = context.new(numpy.ones(4, "f4"))
        expect(sums, numpy.array([2, 3, 4, 5], "f4"), "@new")
        expect(yes, True, "@new")
        expect(context.main(21), numpy.int32(42), "@main")
        expect(context.run("f.g", numpy.ones(64, "f4")), 2 * numpy.ones(64, "f4"), "@f.g")


def check_sizes(sizes):
    with sizes.Context() as context:
        x, w = numpy.arange(1, 7, dtype="f4").reshape(3, 2), numpy.array([[1, 10], [1, 10]], "f4")
        y, sums = context.main(x, w)
        expect(y, x @ w, "a product of open size")
        expect(sums, x.sum(0), "sums of open size")
        refused(ValueError, "<=6x2xf32 is needed", context.main, numpy.zeros((7, 2), "f4"), w)


def check_layouts(layouts):
    function = layouts.FUNCTIONS["main"]
    values = [numpy.arange(numpy.prod(tensor.shape)).reshape(tensor.shape).astype(tensor.dtype) for tensor in function.inputs]
    with layouts.Context() as context:
        return context.main(*values)


def check_types(types):
    """A program that gives what it is given."""
    function = types.FUNCTIONS["main"]
    values = [numpy.arange(numpy.prod(tensor.shape)).reshape(tensor.shape).astype(tensor.dtype) for tensor in function.inputs]
    with types.Context() as context:
        for tensor, value, result in zip(function.outputs, values, context.main(*values)):
            expect(result, value, f"{tensor}")


def check_packed(module):
    """Numbers of 4 bits are bytes here, whatever the program takes."""
    signed = numpy.arange(-8, 4, dtype=numpy.int8).reshape(3, 4)
    with module.Context() as context:
        expect(context.asked(signed), numpy.where(signed == -8, -8, -signed), "packed numbers")
        weights = (numpy.arange(256 * 256).reshape(256, 256) % 16 - 8).astype(numpy.int8)
        x = numpy.ones((1, 256), numpy.float32)
        expect(context.rows(x, weights), weights.astype(numpy.float32).sum(0, keepdims=True), "packed weights")


def check_builds(sdyc, folder):
    product = folder / "product"
    tools = [("meson", ["meson", "setup", folder / "by_meson", product, "--buildtype=plain"],
              ["ninja", "-C", folder / "by_meson"]),
             ("cmake", ["cmake", "-S", product, "-B", folder / "by_cmake", "-DCMAKE_BUILD_TYPE=Debug"],
              ["cmake", "--build", folder / "by_cmake", "-j2"])]
    for tool, *commands in tools:
        if shutil.which(tool) and not subprocess.run([tool, "--version"], capture_output=True).returncode:
            for command in commands:
                run(*command)
            check_product(load(folder / f"by_{tool}" / "product.py"))


def main():
    sdyc = Path(sys.argv[1]).resolve()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        check_product(emitted(sdyc, folder, EXAMPLES / "product.mlir", "product"))
        check_builds(sdyc, folder)
        check_entries(emitted(sdyc, folder, HERE / "entries.mlir", "entries", "--threads=0", "--constants=file"))
        check_sizes(emitted(sdyc, folder, HERE / "sizes.mlir", "sizes"))
        check_types(emitted(sdyc, folder, HERE / "types.mlir", "kinds", "--threads=0"))
        plain = check_layouts(emitted(sdyc, folder, HERE.parent / "run/layout/layouts_of_the_caller.mlir", "plain", "--march=x86-64"))
        other = check_layouts(emitted(sdyc, folder, HERE.parent / "run/layout/layouts_of_the_caller.mlir", "other", "--march=x86-64",
                                      "--input-format=0:channels_last", "--output-format=0:nChw8c"))
        expect(other, plain, "a result in blocks of channels")
        check_packed(emitted(sdyc, folder, HERE.parent / "run/layout/packed.mlir", "packed", "--march=x86-64"))


main()
