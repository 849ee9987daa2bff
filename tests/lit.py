#!/usr/bin/env python3
"""Runs the RUN lines of one test file, as LLVM's lit does.

    lit.py --sdyc BUILD/sdyc [--scratch DIR] [--threads N] FILE

A line `// RUN: command` (any comment sign; a backslash continues it) is run by bash, with

    %s  the test file        %t  a scratch name of this test's own      %S  the file's folder
    %T  the scratch folder   %{shared}  ../shared; the test is skipped where that is absent
    sdyc, FileCheck, not     the command under test, LLVM's FileCheck, and the one that wants its
                             command to fail (an exit status, not a crash)

FileCheck compares what it reads with the CHECK, CHECK-NEXT, CHECK-NOT, ... lines of the file.
With --threads each `sdyc run` has that many, unless it names a number itself.
`// COUNT: N text` lines ask that the output of `sdyc partition %s` holds `text` N times.
The test passes when every line succeeds, all commands of its pipes included. Exit status 77: skipped.
"""
import argparse
import glob
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

SKIPPED = 77
TIMEOUT = 300
TOOLS = """
set -o pipefail
sdyc() {{ if [ "$1" = run ]; then shift; set -- run {run_flags} "$@"; fi; {sdyc} "$@"; }}
FileCheck() {{ {filecheck} --enable-var-scope "$@"; }}
not() {{ "$@"; local status=$?; [ $status -ge 1 ] && [ $status -lt 126 ]; }}
"""


def find_filecheck():
    """LLVM's FileCheck: on PATH, or where Debian puts it."""
    found = shutil.which("FileCheck") or max(glob.glob("/usr/lib/llvm-*/bin/FileCheck"), default=None)
    return found or sys.exit("lit.py: FileCheck is missing: install llvm-14-tools")


def shared_folder(test):
    """The `shared` folder beside the repository, or None."""
    candidates = (folder.parent / "shared" for folder in test.parents)
    return next((folder for folder in candidates if (folder / "models").is_dir()), None)


def run_lines(text):
    """The commands after RUN:, continued lines joined."""
    commands = "\n".join(re.findall(r"^\W*RUN:[ \t]*(.*)$", text, re.M))
    return [line for line in commands.replace("\\\n", " ").split("\n") if line.strip()]


class Test:
    def __init__(self, path, sdyc, scratch, threads=None, variables=None):
        self.path, self.text, self.variables = path, path.read_text(), variables
        self.tools = TOOLS.format(sdyc=shlex.quote(sdyc), filecheck=shlex.quote(find_filecheck()),
                                  run_flags=f"--threads={threads}" if threads else "")
        self.names = {"%s": path, "%S": path.parent, "%t": scratch / path.stem, "%T": scratch,
                      "%{shared}": shared_folder(path)}

    def shell(self, line):
        """Exit status and output of a line, its names replaced."""
        command = re.sub(r"%\{shared\}|%[sStT]\b", lambda name: str(self.names[name.group()]), line)
        try:
            done = subprocess.run(["bash", "-c", self.tools + command], timeout=TIMEOUT, text=True, env=self.variables,
                                  stdout=subprocess.PIPE, stderr=subprocess.STDOUT, errors="replace")
            return done.returncode, done.stdout
        except subprocess.TimeoutExpired:
            return 124, f"no end after {TIMEOUT} s"

    def failures(self):
        """What went wrong, one text per line of the file that failed."""
        lines = run_lines(self.text)
        counts = re.findall(r"^\W*COUNT:\s*(\d+)\s+(.*?)\s*$", self.text, re.M)
        if not lines and not counts:
            return ["the file has no RUN line"]
        failed = []
        for line in lines:
            status, output = self.shell(line)
            if status:
                failed.append(f"RUN: {line}\nexit {status}\n{output}")
        status, output = self.shell("sdyc partition %s") if counts else (0, "")
        if status:
            failed.append(f"sdyc partition: exit {status}\n{output}")
        failed += [f"{output.count(what)} times '{what}', expected {number}\n{output}"
                   for number, what in counts if not status and output.count(what) != int(number)]
        return failed


def arguments(words=None):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--sdyc", required=True)
    parser.add_argument("--scratch", type=Path)
    parser.add_argument("--threads", type=int)
    parser.add_argument("file", type=Path)
    return parser.parse_args(words)


def run(options, variables=None):
    """Exit status and what to print. `variables` are the environment of the commands, this process's where there are none."""
    path = options.file.resolve()
    if "%{shared}" in path.read_text() and not shared_folder(path):
        return SKIPPED, "skipped: there is no ../shared"
    with tempfile.TemporaryDirectory(dir=options.scratch, prefix="lit.") as folder:
        failures = Test(path, str(Path(options.sdyc).resolve()), Path(folder), options.threads, variables).failures()
    return (1 if failures else 0), "\n\n".join(failures) or "passed"


def main():
    status, output = run(arguments())
    print(output)
    sys.exit(status)


if __name__ == "__main__":
    main()
