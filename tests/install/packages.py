#!/usr/bin/env python3
"""The packages of Debian: built from a copy of the tree, looked into, and used: packages.py FOLDER [--built] [--install]

FOLDER keeps the copy, so that a second run is quicker; with --built the packages are there already. What they hold is unpacked beside it, and a program is built
with what the packages bring and run. --install, as root and on a machine that may be changed, installs, runs and purges them, after which no file is left.
"""
import argparse
import importlib.util
import os
import shutil
import subprocess
import sys
from pathlib import Path

TOP = Path(__file__).resolve().parents[2]
SKIPPED = 77


def python_files():
    return [f"/dist-packages/{file.relative_to(TOP / 'python')}" for file in sorted((TOP / "python").rglob("*.py"))]


# What each holds, by the ends of its files' names.
HOLDS = {
    "libsdyc1": ["/libsdyc.so.1"],
    "libsdyc-dev": ["/include/sdyc/sdyc.h", "/include/sdyc/sdyc.hpp", "/libsdyc.so", "/pkgconfig/sdyc.pc", "/cmake/sdyc/sdycConfig.cmake",
                    "/cmake/sdyc/sdycConfigVersion.cmake"],
    "sdyc": ["/bin/sdyc", "/man1/sdyc.1.gz", "/bash-completion/completions/sdyc", "/zsh/vendor-completions/_sdyc"],
    "sdyc-mpi": ["/sdyc/libsdyrt_mpi.so"],
    "python3-sdyc": ["/sdyc/libsdyc_pjrt.so", "/dist-packages/sdyc/libsdyc_pjrt.so", "/dist-packages/sdyc/sdyc", *python_files()],
}


def run(*command, **keywords):
    done = subprocess.run([str(word) for word in command], text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False, **keywords)
    assert done.returncode == 0, f"{' '.join(map(str, command))}\n{done.stdout[-5000:]}"
    return done.stdout


def build(folder):
    """From what git knows, and what it does not ignore."""
    source = folder / "sdyc"
    for name in run("git", "-C", TOP, "ls-files", "-z", "--cached", "--others", "--exclude-standard").split("\0"):
        if name and (TOP / name).is_file():
            (source / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(TOP / name, source / name)
    run("dpkg-buildpackage", "-b", "-us", "-uc", cwd=source)


def packages(folder):
    found = {path.name.split("_")[0]: path for path in folder.glob("*.deb") if "dbgsym" not in path.name}
    assert set(found) == set(HOLDS), sorted(found)
    return found


def check_contents(found):
    for name, ends in HOLDS.items():
        files = [line.split()[5] for line in run("dpkg-deb", "--contents", found[name]).splitlines() if not line.startswith("d")]
        own = [file for file in files if "/usr/share/doc/" not in file and "/lintian/" not in file]
        missing = [end for end in ends if not any(file.endswith(end) for file in own)]
        more = [file for file in own if not any(file.endswith(end) for end in ends)]
        assert not missing and not more, f"{name}: misses {missing}, has {more}"


def check_use(found, folder):
    """A program with what is unpacked."""
    root = folder / "root"
    shutil.rmtree(root, ignore_errors=True)
    for path in found.values():
        run("dpkg-deb", "--extract", path, root)
    library = next(root.rglob("libsdyc.so.1")).parent
    variables = {**os.environ, "PKG_CONFIG_LIBDIR": str(library / "pkgconfig"), "PKG_CONFIG_SYSROOT_DIR": str(root), "LD_LIBRARY_PATH": str(library)}
    flags = run("pkg-config", "--cflags", "--libs", "sdyc", env=variables).split()
    run("cc", TOP / "examples/embed.c", "-o", folder / "embed", *flags)
    assert run(folder / "embed", TOP / "examples/product.mlir", env=variables) == "0 4\n"
    check_python(root)
    run(root / "usr/bin/sdyc", "run", TOP / "examples/product.mlir", "--input=random")


def check_python(root):
    """JAX, where this Python has it, finds the device in the package."""
    if not importlib.util.find_spec("jaxlib"):
        print("skipped: no JAX")
        return
    link = root / "usr/lib/python3/dist-packages/sdyc/sdyc"
    assert os.readlink(link) == "../../../../bin/sdyc", os.readlink(link)
    said = run(sys.executable, "-c", "import jax; print(jax.jit(lambda x: x + 1)(1), jax.devices()[0].platform)", cwd=root,
               env={**os.environ, "PYTHONPATH": str(link.parents[1]), "JAX_PLATFORMS": "sdyc"})
    assert said == "2 sdyc\n", said



def check_installed(found):
    run("dpkg", "--install", *found.values())
    try:
        said = run("sdyc", "run", TOP / "examples/product.mlir", "--input=4x8xf32=0.5", "--input=8x2xf32=1")
        assert said == "4x2xf32=[4 4][4 4][4 4][4 4]\n", said
        files = [line for name in found for line in run("dpkg", "--listfiles", name).splitlines()]
    finally:
        run("dpkg", "--purge", *found)
    left = [file for file in files if Path(file).is_file() or "sdyc" in Path(file).name and Path(file).exists()]
    assert not left, left


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--built", action="store_true")
    parser.add_argument("--install", action="store_true")
    arguments = parser.parse_args()
    folder = arguments.folder.resolve()
    folder.mkdir(parents=True, exist_ok=True)
    if not shutil.which("dpkg-buildpackage") or subprocess.run(["dpkg-query", "-W", "debhelper"], capture_output=True, check=False).returncode:
        print("skipped: no dpkg-buildpackage, or no debhelper")
        sys.exit(SKIPPED)
    if not arguments.built:
        build(folder)
    found = packages(folder)
    check_contents(found)
    check_use(found, folder)
    if arguments.install:
        check_installed(found)


if __name__ == "__main__":
    main()
