#!/usr/bin/env python3
"""Clients of PJRT other than JAX drive the plugin: clients.py PLUGIN [--folder FOLDER] [--headers DIR]

PyPI's pypjrt asks by `pypjrt.conform` for everything that the interface has: what the plugin lacks is to be refused by name, and what it
has is to be right. FOLDER (build-check/clients) keeps what was fetched. examples/pjrt/add.c is compiled and run where DIR has
OpenXLA's pjrt_c_api.h. Where neither can be done, the exit status is 77.
"""
import argparse
import json
import subprocess
import sys
from pathlib import Path

TOP = Path(__file__).resolve().parents[2]
PYPJRT = "pypjrt==0.1.1"
SKIPPED = 77


def run(*command, **keywords):
    return subprocess.run([str(word) for word in command], text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False, **keywords)


def fetch_pypjrt(folder):
    if not (folder / "pypjrt").exists():
        run(sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--target", folder, PYPJRT)
    return (folder / "pypjrt").exists()


def conforms(plugin, folder):
    """What pypjrt finds wrong."""
    report = folder / "report.json"
    report.unlink(missing_ok=True)
    done = run(sys.executable, "-m", "pypjrt.conform", plugin, "--json", report, cwd=folder)
    if not report.exists():
        return [done.stdout]
    checks = json.loads(report.read_text())["checks"]
    assert any(check["result"] == "pass" for check in checks), "nothing was asked"
    return [f"{check['id']}: {check['detail']}" for check in checks if check["result"] == "fail"]


def try_example(plugin, folder, headers):
    program = folder / "add"
    done = run("cc", "-Wall", "-Werror", "-I", headers, TOP / "examples/pjrt/add.c", "-ldl", "-o", program)
    said = run(program, plugin).stdout if done.returncode == 0 else done.stdout
    return [] if said == "2 4 6 8\n" else [f"examples/pjrt/add.c: {said}"]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("plugin", type=Path)
    parser.add_argument("--folder", type=Path, default=TOP / "build-check/clients")
    parser.add_argument("--headers", type=Path)
    arguments = parser.parse_args()
    plugin, folder = arguments.plugin.resolve(), arguments.folder.resolve()
    folder.mkdir(parents=True, exist_ok=True)
    faults, tested = [], 0
    if fetch_pypjrt(folder):
        faults, tested = conforms(plugin, folder), 1
    else:
        print(f"skipped: {PYPJRT} cannot be installed")
    if arguments.headers:
        faults, tested = faults + try_example(plugin, folder, arguments.headers), tested + 1
    else:
        print("skipped: examples/pjrt/add.c, without --headers")
    print("\n".join(faults))
    sys.exit(1 if faults else SKIPPED if not tested else 0)


main()
