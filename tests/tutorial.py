#!/usr/bin/env python3
"""What the lessons of docs/tutorial show is what happens: tutorial.py [--fill] SDYC PLUGIN LESSON...

Runs each `$ command` of a lesson's README.md in a copy of its folder, and compares what it prints, on both channels; three
dots stand for anything. --fill writes what is printed into the lesson, but where it has dots. A lesson that needs JAX or MPI
is skipped where that is not installed (exit status 77). PLUGIN is the device of JAX, or `none`.
"""
import importlib.util
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

SKIPPED = 77
SESSION = re.compile(r"^    \$ (.*)\n((?:    .*\n|\n+(?=    (?!\$)))*)", re.M)


# Processes of the test's own machine, which may have few cores and whose user may be root.
MPI = {"OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1", "OMPI_MCA_rmaps_base_oversubscribe": "1",
       "OMPI_MCA_hwloc_base_binding_policy": "none"}


def lacks(lesson, plugin):
    """What the lesson needs and this machine does not have, or ''."""
    text = (lesson / "README.md").read_text()
    if "JAX_PLATFORMS" in text and (plugin == "none" or not importlib.util.find_spec("jaxlib")):
        return "JAX"
    return "MPI" if "mpirun" in text and not shutil.which("mpirun") else ""


def pattern(shown):
    return re.compile(".*".join(re.escape(piece) for piece in shown.strip("\n").split("...")), re.S)


def printed(command, folder, environment):
    done = subprocess.run(command, shell=True, cwd=folder, env=environment, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    return "\n".join(line.rstrip() for line in done.stdout.strip("\n").split("\n"))


def indented(text):
    return "".join(f"    {line}\n" if line else "\n" for line in text.split("\n"))


def try_lesson(lesson, environment, fill):
    """The number of sessions that print something else."""
    page, failed = lesson / "README.md", 0
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place) / lesson.name
        shutil.copytree(lesson, folder)

        def tried(match):
            nonlocal failed
            command, shown = match[1], re.sub(r"(?m)^    ", "", match[2])
            found = printed(command, folder, environment)
            if fill and "..." not in shown:
                return f"    $ {command}\n{indented(found) if found else ''}"
            if not pattern(shown).fullmatch(found):
                failed += 1
                print(f"{page}: $ {command}\nthe lesson has\n{shown}\nit prints\n{found}\n")
            return match[0]

        text = SESSION.sub(tried, page.read_text())
    if fill:
        page.write_text(text)
    return failed


def main():
    words = [word for word in sys.argv[1:] if word != "--fill"]
    sdyc, plugin, lessons = Path(words[0]).resolve(), words[1], [Path(word).resolve() for word in words[2:]]
    environment = {**os.environ, **MPI, "SDYC_CACHE": "off", "PJRT_NAMES_AND_LIBRARY_PATHS": f"sdyc:{Path(plugin).resolve()}",
                   "PATH": f"{sdyc.parent}:{Path(sys.executable).parent}:{os.environ['PATH']}"}
    for lesson in lessons:
        if lacking := lacks(lesson, plugin):
            print(f"{lesson.name}: {lacking} is not installed")
            sys.exit(SKIPPED)
    sys.exit(1 if sum(try_lesson(lesson, environment, "--fill" in sys.argv) for lesson in lessons) else 0)


if __name__ == "__main__":
    main()
