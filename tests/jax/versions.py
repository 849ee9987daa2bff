#!/usr/bin/env python3
"""The tests of the device with other versions of JAX: versions.py PLUGIN [--folder FOLDER] [VERSION...]

Each version of jax and jaxlib, from PyPI, has a Python environment in FOLDER (build-check/jaxlib), which is kept. Prints what each
version failed; the last line is `N passed, N failed`, of versions. Without a network nothing is tested, and the exit status is 77.
"""
import argparse
import os
import subprocess
import sys
import venv
from pathlib import Path

HERE = Path(__file__).resolve().parent
VERSIONS = ("0.6.0", "0.7.2", "0.8.0", "0.9.0", "0.10.2")  # the oldest and the newest that sdyc.plugin takes, and one of each between
SKIPPED = 77


def environment(folder, version):
    """Its Python; None: PyPI cannot be reached, or has no such version."""
    python = folder / version / "bin/python"
    if not (folder / version / "complete").exists():
        venv.create(folder / version, with_pip=True)
        packages = [f"jax=={version}", f"jaxlib=={version}", "ml_dtypes"]
        if subprocess.run([python, "-m", "pip", "install", "--quiet", *packages], check=False).returncode:
            return None
        (folder / version / "complete").touch()
    return python


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("plugin", type=Path)
    parser.add_argument("--folder", type=Path, default=HERE.parents[1] / "build-check/jaxlib")
    parser.add_argument("versions", nargs="*", default=VERSIONS)
    arguments = parser.parse_intermixed_args()
    passed = failed = 0
    for version in arguments.versions:
        python = environment(arguments.folder.resolve(), version)
        if not python:
            print(f"skipped: jaxlib {version} cannot be installed")
            continue
        print(f"jaxlib {version} ...", flush=True)
        # Versions that sdyc.plugin refuses are tried all the same.
        status = subprocess.run([python, HERE / "device.py", arguments.plugin.resolve()], env={**os.environ, "SDYC_ANY_JAXLIB": "1"},
                                check=False).returncode
        passed, failed = passed + (status == 0), failed + (status != 0)
    print(f"{passed} passed, {failed} failed")
    sys.exit(SKIPPED if passed + failed == 0 else failed > 0)


main()
