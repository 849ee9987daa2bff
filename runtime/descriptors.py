#!/usr/bin/env python3
"""Writes the structs that emitted code passes to the runtime, as text for its compiler: descriptors.py OUTPUT HEADER...

A struct sdyrt_conv becomes DESCRIPTOR_sdyrt_conv, a string with its definition in one
line, without comments and with numbers for the sizes of arrays. `symbols.def` puts it in front of prototypes.
"""
import pathlib
import re
import sys

ENUM = re.compile(r'\benum \w*\s*\{(.*?)\}', re.S)
STRUCT = re.compile(r'^struct (sdyrt_\w+) \{\n(.*?)^\};', re.M | re.S)


def constants(text, known):
    """Adds the constants that have a value made of numbers and of those before."""
    given = re.findall(r'^#define (\w+) +(\w+)$', text, re.M)
    for body in ENUM.findall(text):
        given += re.findall(r'(\w+) = ([^,]+)', body)
    for name, value in given:
        try:
            known[name] = eval(value, {}, dict(known))  # pylint: disable=eval-used
        except (NameError, SyntaxError):
            pass


def definition(name, body, known):
    """The struct in one line, or None where the size of an array is not known."""
    try:
        body = re.sub(r'\[([^]]+)\]', lambda size: f'[{eval(size.group(1), {}, known)}]', body)  # pylint: disable=eval-used
    except (NameError, SyntaxError):
        return None
    return f'struct {name} {{ {" ".join(body.split())} }}; '


def main():
    known, found = {}, {}
    texts = [re.sub(r'/\*.*?\*/', '', pathlib.Path(path).read_text(), flags=re.S) for path in sys.argv[2:]]
    for text in texts:
        constants(text, known)
    for text in texts:
        for name, body in STRUCT.findall(text):
            line = definition(name, body, known)
            if line:
                found[name] = line
    lines = [f'#define DESCRIPTOR_{name} "{line}"' for name, line in sorted(found.items())]
    pathlib.Path(sys.argv[1]).write_text('/* Made by descriptors.py. */\n' + '\n'.join(lines) + '\n')


main()
