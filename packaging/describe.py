#!/usr/bin/env python3
"""The manual page and the completions of the command, from what it says of itself: describe.py man|bash|zsh SDYC OUTPUT

`sdyc --help` names the commands, and `sdyc COMMAND --help` prints the table of flags of each.
"""
import re
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

FLAG = re.compile(r"^  (--?)([\w-]+)(?:[= ](\S+))? +(.*)$")


class Flag(NamedTuple):
    dashes: str
    name: str
    value: str  # '' where it takes none
    help: str


class Command(NamedTuple):
    name: str
    summary: str
    usage: str
    about: str
    flags: list
    modes: list  # commands of their own, by a flag: `sdyc partition --report`


def say(sdyc, *words):
    return subprocess.run([sdyc, *words], stdout=subprocess.PIPE, text=True, check=True).stdout


def describe(sdyc, name, summary):
    """A help that says `(--report --help: its flags)` has a mode."""
    head, about, *rest = say(sdyc, *name.split(), "--help").split("\n\n")
    flags = [Flag(*(text or "" for text in match.groups()))
             for line in "\n".join(rest).splitlines() if (match := FLAG.match(line))]
    modes = [describe(sdyc, f"{name} {mode}", summary) for mode in re.findall(r"\((--[a-z]+) --help: its flags\)", about)]
    return Command(name, summary, head.removeprefix("usage: ").strip(), " ".join(about.split()), flags, modes)


def with_modes(commands):
    return [part for command in commands for part in (command, *command.modes)]


def flags_of(command):
    """With those of its modes, each once."""
    return list({flag.name: flag for part in (*command.modes, command) for flag in part.flags}.values())


def commands_of(sdyc):
    return [describe(sdyc, *match) for match in re.findall(r"^  sdyc ([a-z]+) {2,}(.*)$", say(sdyc, "--help"), re.M)
            if match[1] and not match[1].startswith("--")]


# --- the manual page ------------------------------------------------------------------------------


def escape(text):
    """For roff: hyphens that can be copied, no requests at the beginning of a line."""
    text = text.replace("\\", "\\e").replace("-", "\\-")
    return re.sub(r"^([.'])", r"\\&\1", text, flags=re.M)


def flag_entry(flag):
    left = f"\\fB{escape(flag.dashes + flag.name)}\\fR"
    if flag.value:
        left += ("=" if flag.dashes == "--" else " ") + f"\\fI{escape(flag.value)}\\fR"
    return f".TP\n{left}\n{escape(flag.help)}\n"


def manual(sdyc, commands):
    version = say(sdyc, "--version").split()[1]
    parts = [f'.TH SDYC 1 "" "sdyc {version}" "User Commands"\n.ad l\n.SH NAME\nsdyc \\- a sharding compiler for StableHLO programs\n'
             ".SH SYNOPSIS\n\\fBsdyc\\fR \\fICOMMAND\\fR [\\fIFILE\\fR] [\\fIFLAG\\fR]...\n.SH DESCRIPTION\n"
             "Compiles StableHLO programs with Shardy's shardings, MLIR text or bytecode, to parallel C, which runs at once or is\n"
             "written out. A file called \\fB\\-\\fR is standard input. Flags have one or two dashes, and their values stand after =\nor are the next word.\n"
             ".SH COMMANDS\n"]
    parts += [f".TP\n\\fBsdyc {escape(command.name)}\\fR\n{escape(command.summary)}\n" for command in commands]
    parts.append(".TP\n\\fBsdyc \\-\\-list\\-ops\\fR\nAll operations: name, has a sharding rule, how it runs, summary.\n"
                 ".TP\n\\fBsdyc \\-\\-version\\fR\nThe version.\n")
    for command in with_modes(commands):
        parts.append(f".SH SDYC {escape(command.name.upper())}\n.nf\n{escape(command.usage)}\n.fi\n.PP\n{escape(command.about)}\n")
        parts += map(flag_entry, command.flags)
    parts.append(".SH EXIT STATUS\n0, or 1 after an error, which is on standard error; \\fBverify\\fR and \\fBdiff\\fR say more by theirs.\n"
                 ".SH ENVIRONMENT\n"
                 ".TP\n\\fBSDYRT_ISA\\fR\nbaseline, avx2 or avx512: use no more of the processor.\n"
                 ".TP\n\\fBSDYC_CACHE\\fR, \\fBSDYC_CACHE_SIZE\\fR\nThe folder in which what \\-\\-jit=cc compiles is kept, and its largest size.\n"
                 ".TP\n\\fBSDYC_MPI_LIBRARY\\fR\nThe file libsdyrt_mpi.so, where it is not beside sdyc.\n")
    return "".join(parts)


# --- completions ----------------------------------------------------------------------------------


def spelt(flag):
    return flag.dashes + flag.name + ("=" if flag.value and flag.dashes == "--" else "")


BASH = """# Completion of sdyc for bash, made from its own help.
_sdyc() {{
    local word=${{COMP_WORDS[COMP_CWORD]}} flags=""
    COMPREPLY=()
    if [ "$COMP_CWORD" -eq 1 ]; then
        mapfile -t COMPREPLY < <(compgen -W "{names} --help --list-ops --version" -- "$word")
        return
    fi
    case ${{COMP_WORDS[1]}} in
{cases}
    esac
    if [[ $word == -* ]]; then
        mapfile -t COMPREPLY < <(compgen -W "$flags" -- "$word")
        [[ ${{COMPREPLY[0]-}} == *= ]] && compopt -o nospace 2>/dev/null
    else
        mapfile -t COMPREPLY < <(compgen -f -- "${{word#@}}")
        compopt -o filenames 2>/dev/null
    fi
    return 0
}}
complete -F _sdyc sdyc
"""


def bash(_, commands):
    cases = "\n".join(f"    {command.name}) flags=\"{' '.join(map(spelt, flags_of(command)))}\" ;;" for command in commands)
    return BASH.format(names=" ".join(command.name for command in commands), cases=cases)


ZSH = """#compdef sdyc
# Completion of sdyc for zsh, made from its own help.
local -a commands
commands=(
{commands}
)
if (( CURRENT == 2 )); then
    _describe command commands
    return
fi
case $words[2] in
{cases}
esac
"""


def quote(text):
    """In single quotes, and without what _arguments would read."""
    text = text.replace("'", "'\\''")
    return re.sub(r"([\[\]:])", r"\\\1", text)


def zsh_flag(flag):
    equals = ("=" if flag.dashes == "--" else "") if flag.value else ""
    action = f":{quote(flag.value)}:_files" if flag.value else ""
    return f"        '*{flag.dashes}{flag.name}{equals}[{quote(flag.help)}]{action}'"


def zsh(_, commands):
    names = "\n".join(f"    '{command.name}:{quote(command.summary)}'" for command in commands)
    cases = "\n".join("    {})\n        shift words; (( CURRENT-- ))\n        _arguments \\\n{} \\\n        '*:file:_files' ;;".format(
        command.name, " \\\n".join(map(zsh_flag, flags_of(command)))) for command in commands)
    return ZSH.format(commands=names, cases=cases)


def main():
    what, sdyc, output = sys.argv[1:]
    write = {"man": manual, "bash": bash, "zsh": zsh}[what]
    Path(output).write_text(write(sdyc, commands_of(sdyc)))


if __name__ == "__main__":
    main()
