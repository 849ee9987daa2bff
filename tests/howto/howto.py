#!/usr/bin/env python3
"""Whether HACKING.md is true where it says how to add something: howto.py [--folder FOLDER]

Each patch beside this file adds an example of one kind. It touches no more files than a change of its kind may, stands in
HACKING.md as it is, and applies to a copy of the tree; the copy with all of them builds without a warning, the tests
that they add pass, and so do those that count the operations' tests, and those of the families of kernels that they touch,
on every set of instructions that the processor has (tests/kernels): each route has to be taken, and to be right.

FOLDER (build-check/howto) keeps the copy and its build, so that only what has changed is compiled again. The copy is built
as `./check` builds the tree itself with gcc, in a folder of the same name, so that ccache, where it is installed, has
all that the patches do not touch. Prints what failed, `FAILED CHECK` and why; the last line is `N passed, N failed`.
"""
import argparse
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
TOP = HERE.parents[1]
# Files that an example of each kind touches, its test among them.
MOST = {"elementwise": 3, "collective": 4, "kernel": 7, "family": 8, "route": 3, "instruction_set": 3}
# As gcc's part of ./check is built, so that a cache of compilations has nearly all of it.
OPTIONS = ["-Dtests=enabled", "-Dbench=disabled", "-Dwerror=true", "-Dbuildtype=debugoptimized", "-Dc_args=-fno-var-tracking"]


def execute(command, folder, variables=None):
    """The exit status and what was printed."""
    done = subprocess.run([str(word) for word in command], cwd=folder, text=True, errors="replace", stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, env={**os.environ, **(variables or {})}, check=False)
    return done.returncode, done.stdout


def files_of(patch):
    return re.findall(r"^\+\+\+ b/(\S+)$", patch, re.M)


def tree_files():
    """What git keeps, and what it does not ignore."""
    listed = execute(["git", "ls-files", "--cached", "--others", "--exclude-standard"], TOP)[1].splitlines()
    return [name for name in listed if (TOP / name).is_file()]


def patched(patches, stage):
    """{name: bytes} of the files that the patches touch or add, and a fault, or ''."""
    shutil.rmtree(stage, ignore_errors=True)
    for name in {file for patch in patches for file in files_of(patch.read_text())}:
        (stage / name).parent.mkdir(parents=True, exist_ok=True)
        if (TOP / name).exists():
            shutil.copyfile(TOP / name, stage / name)
    for patch in patches:
        # As if outside of any repository, where `git apply` takes the folder that it stands in.
        status, output = execute(["git", "apply", patch], stage, {"GIT_CEILING_DIRECTORIES": str(stage.parent)})
        if status:
            return {}, f"{patch.name} does not apply: {output}"
    return {str(file.relative_to(stage)): file.read_bytes() for file in stage.rglob("*") if file.is_file()}, ""


def copy_tree(tree, changed):
    """Makes the copy equal to the tree with the changed files; what is equal already keeps its time."""
    wanted = {name: None for name in tree_files()} | changed
    for file in [file for file in tree.rglob("*") if file.is_file()]:
        name = str(file.relative_to(tree))
        if name not in wanted and not name.startswith("build-check/"):
            file.unlink()
    for name, data in wanted.items():
        data = (TOP / name).read_bytes() if data is None else data
        target = tree / name
        if not target.exists() or target.read_bytes() != data:
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(data)
            shutil.copymode(TOP / name, target) if (TOP / name).exists() else None


def build(tree, folder):
    """'' or what went wrong."""
    compiler = "ccache gcc" if shutil.which("ccache") else "gcc"
    variables = {"CC": compiler, "CCACHE_NOHASHDIR": "1"}
    setup = ["meson", "setup", *(["--reconfigure"] if (folder / "build.ninja").exists() else []), folder, tree, *OPTIONS]
    for command in (setup, ["ninja", "-C", folder, "sdyc", "tests/kernels/kernels"]):
        status, output = execute(command, tree, variables)
        if status:
            return "\n".join(line for line in output.splitlines() if not re.match(r"\[\d+/\d+\]", line))[-4000:]
    return ""


def families_of(tree, changed):
    """The families of kernels in whose folders files are changed."""
    families = re.findall(r"^FAMILY\((\w+)\)", (tree / "tests/kernels/families.def").read_text(), re.M)
    return [name for name in families if any(file.startswith(f"runtime/{name}/") for file in changed)]


def checks(folder):
    """Pairs of what was asked and the fault, '' where there is none."""
    patches = sorted(HERE.glob("*.patch"))
    shown = (TOP / "HACKING.md").read_text()
    for patch in patches:
        text, kind = patch.read_text(), patch.stem
        count = len(files_of(text))
        yield f"{kind}: few files", "" if count <= MOST[kind] else f"{count} files, more than {MOST[kind]}"
        yield f"{kind}: HACKING.md shows it", "" if text.strip() in shown else f"HACKING.md does not show {patch.name} as it is"
    changed, fault = patched(patches, folder / "stage")
    yield "the patches apply", fault
    if fault:
        return
    tree = folder / "tree"
    made = tree / "build-check/gcc"
    copy_tree(tree, changed)
    fault = build(tree, made)
    yield "the copy builds", fault
    if fault:
        return
    for name in sorted(changed):
        if name.startswith("tests/") and name.endswith(".mlir"):
            status, output = execute([sys.executable, "tests/lit.py", "--sdyc", made / "sdyc", name], tree)
            yield name, output if status else ""
    for family in families_of(tree, changed):
        status, output = execute([made / "tests/kernels/kernels", "--family", family], tree)
        yield f"kernels of {family}", output if status else ""
    status, output = execute([sys.executable, "tests/coverage.py", made / "sdyc"], tree)
    yield "every operation is tested", output if status else ""


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--folder", type=Path, default=TOP / "build-check/howto")
    folder = parser.parse_args().folder.resolve()
    folder.mkdir(parents=True, exist_ok=True)
    passed = failed = 0
    for what, fault in checks(folder):
        passed, failed = passed + (fault == ""), failed + (fault != "")
        if fault:
            print(f"FAILED {what}\n{fault}")
    print(f"{passed} passed, {failed} failed")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
