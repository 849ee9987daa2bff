"""What sdyc says of a program and makes of it, without running it: explain, partition, emit and report.

A program is a function that jax.jit made, with its arguments; what its .lower() gives; or MLIR as text or bytecode.
All of it is done by the command `sdyc`, which a wheel has beside this file and a build in its folder: it can do all four
where the library lacks the page, works before JAX has a device, and is a process of its own.
"""
import os
import subprocess
import sys
import tempfile
from json import loads
from pathlib import Path


class Error(Exception):
    """sdyc cannot take a program; the text says why."""


def command_path():
    """The command: SDYC_COMMAND, else the one beside the plugin or this file, else that of a build in the repository."""
    here = Path(__file__).resolve().parent
    places = [here / "sdyc", here.parents[1] / "build" / "sdyc"]
    if os.environ.get("SDYC_PLUGIN"):
        places.insert(0, Path(os.environ["SDYC_PLUGIN"]).parent / "sdyc")
    if os.environ.get("SDYC_COMMAND"):
        places = [Path(os.environ["SDYC_COMMAND"])]
    for place in places:
        if place.is_file():
            return str(place.resolve())
    raise Error(f"sdyc: there is no command at {' or '.join(map(str, places))}; build it, or name it by SDYC_COMMAND")


def main():
    """The command `sdyc` of an installation."""
    path = command_path()
    os.execv(path, [path, *sys.argv[1:]])


def lower(function, arguments, keywords):
    """The program as JAX gives it to a processor: whatever platform JAX runs on, sdyc knows what these call."""
    import jax

    if not hasattr(function, "lower"):
        function = jax.jit(function)
    if not hasattr(function, "trace"):
        return function.lower(*arguments, **keywords)
    platform = "sdyc" if jax.default_backend() == "sdyc" else "cpu"
    return function.trace(*arguments, **keywords).lower(lowering_platforms=(platform,))


def code_of(program, arguments, keywords):
    """MLIR, as bytes."""
    if isinstance(program, (str, bytes)) or hasattr(program, "as_text"):
        if arguments or keywords:
            raise TypeError("arguments go with a function; this is a program that has been lowered already")
    else:
        program = lower(program, arguments, keywords)
    if isinstance(program, str):
        return program.encode()
    if isinstance(program, bytes):
        return program
    program = getattr(program, "lowered", program)  # Equinox and Flax wrap what JAX has lowered
    return str(program.compiler_ir("stablehlo")).encode()


def run(code, *words):
    """What the command prints of a program."""
    done = subprocess.run([command_path(), *words], input=code, capture_output=True, check=False)
    if done.returncode != 0:
        message = done.stderr.decode(errors="replace").strip()
        raise Error(message or f"sdyc {words[0]} ended with status {done.returncode}")
    return done.stdout.decode()


def explain(program, *arguments, path=None, **keywords):
    """Opens a page that says of every value why it is sharded as it is, and what the program costs; with `path` writes it
    there. Returns where it is."""
    code = code_of(program, arguments, keywords)
    page = Path(path if path is not None else Path(tempfile.mkdtemp(prefix="sdyc-")) / "program.html")
    run(code, "explain", "-", f"--html={page}")
    if path is None:
        import webbrowser  # for which nobody else is to wait

        webbrowser.open(page.as_uri())
    return page


def partition(program, *arguments, **keywords):
    """The program that each device runs: StableHLO with local shapes and collectives, as text."""
    return run(code_of(program, arguments, keywords), "partition", "-")


def report(program, *arguments, json=False, flags=(), **keywords):
    """What the partitioned program sends, holds and repeats, and why: text, or with `json` a dictionary (docs/reference/report.md);
    `flags` are of `sdyc partition --report`, such as --machine=10us:25GB/s and --scale=x:8,64."""
    words = [*flags, *(["--json"] if json else [])]
    text = run(code_of(program, arguments, keywords), "partition", "--report", *words, "-")
    return loads(text) if json else text


def emit(program, *arguments, directory, flags=(), **keywords):
    """Writes the program as C into a new or empty folder (docs/how-to/emit.md); `flags` are of `sdyc emit`. Returns the folder."""
    run(code_of(program, arguments, keywords), "emit", "-", "-o", os.fspath(directory), *flags)
    return Path(directory)
