#!/usr/bin/env python3
"""What the lessons of docs/tutorial show is what happens: tutorial.py [--fill] SDYC PLUGIN LESSON...

Runs each `$ command` of a lesson's README.md in a copy of its folder, and compares what it prints (sessions.py). --fill writes what is
printed into the lesson, but where it has dots. A lesson that needs JAX or MPI is skipped where that is not installed (exit status 77). PLUGIN is the device of JAX, or `none`.
"""
import importlib.util
import os
import shutil
import sys
import tempfile
from pathlib import Path

from sessions import try_page

SKIPPED = 77
# Processes of the test's own machine, which may have few cores and whose user may be root.
MPI = {"OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1", "OMPI_MCA_rmaps_base_oversubscribe": "1",
       "OMPI_MCA_hwloc_base_binding_policy": "none",
       "HWLOC_HIDE_ERRORS": "2"}  # of a machine that shows no topology, as a container may be


def lacks(lesson, plugin):
    """What the lesson needs and this machine does not have, or ''."""
    text = (lesson / "README.md").read_text()
    if "JAX_PLATFORMS" in text and (plugin == "none" or not importlib.util.find_spec("jaxlib")):
        return "JAX"
    return "MPI" if "mpirun" in text and not shutil.which("mpirun") else ""


def try_lesson(lesson, environment, fill):
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place) / lesson.name
        shutil.copytree(lesson, folder)
        return try_page(lesson / "README.md", folder, environment, fill)


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
