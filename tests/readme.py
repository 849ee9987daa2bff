#!/usr/bin/env python3
"""What README.md shows is what happens: readme.py SDYC EMBED

Runs each `$ sdyc ...` and `$ embed ...` of the text in examples/, and compares what it prints; a line of three dots
stands for any lines. `$ cat` shows the file as it is, the C program is examples/embed.c.
"""
import re
import shlex
import subprocess
import sys
from pathlib import Path

TOP = Path(__file__).resolve().parents[1]


def sessions(text):
    """(command, lines it prints), from the indented blocks."""
    found = []
    for line in text.split("\n"):
        if line.startswith("    $ "):
            found.append((line[6:], []))
        elif found and found[-1] and (line.startswith("    ") or not line):
            found[-1][1].append(line[4:])
        else:
            found.append(None)
    return [session for session in found if session]


def pattern(lines):
    escaped = [".*" if line == "..." else re.escape(line) for line in lines]
    return re.compile("\n".join(escaped), re.S)


def main():
    programs = dict(zip(("sdyc", "embed"), map(str, map(Path.resolve, map(Path, sys.argv[1:])))))
    text, failed = (TOP / "README.md").read_text(), 0
    for command, lines in sessions(text):
        words = shlex.split(command)
        words[0] = programs.get(words[0], words[0])
        done = subprocess.run(words, cwd=TOP / "examples", text=True, capture_output=True)
        wanted = "\n".join(lines).strip("\n")
        if not pattern(wanted.split("\n")).fullmatch(done.stdout.strip("\n")):
            failed += 1
            print(f"$ {command}\nREADME.md has\n{wanted}\nit prints\n{done.stdout}{done.stderr}")
    if (TOP / "examples/embed.c").read_text() not in re.findall(r"```c\n(.*?)```", text, re.S):
        failed += 1
        print("the C program of README.md is not examples/embed.c")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
