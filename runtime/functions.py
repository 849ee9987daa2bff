#!/usr/bin/env python3
"""Writes what emitted code may call besides the strips: functions.py OUTPUT HEADER...

OUTPUT has a row for each function of runtime.def, FUNCTION(name, part, text), in the macro FUNCTIONS. The text is what
a just-in-time compiler reads: the prototype of the header in one line of C99, and in front of it the structs that it
names. Of one that has no row before it that is the definition, without comments and with numbers for the sizes of
arrays, where all fields are int64_t; a struct of such, or of pointers to them, comes behind these.
"""
import pathlib
import re
import sys

sys.dont_write_bytecode = True
from sources import rows  # noqa: E402  pylint: disable=wrong-import-position

ENUM = re.compile(r'\benum \w*\s*\{(.*?)\}', re.S)
STRUCT = re.compile(r'^struct (sdyrt_\w+) \{\n(.*?)^\};', re.M | re.S)
PROTOTYPE = re.compile(r'^(?:(?!typedef|static|return|extern)\w)[^;{}#\n"]*?\b(sdyrt_\w+)\([^;{}#]*\);', re.M)
TYPE_OF_FUNCTION = re.compile(r'^typedef (\w+ \**)(\w+)\(([^;]*)\);$', re.M)
MACRO = re.compile(r'^#define (\w+)\((\w+)\) +(?!\w+\()(.*)$', re.M)
INCLUDED = re.compile(r'^#include "(\w+\.def)"$', re.M)


def read(path):
    """The text of a header without comments, and with what its macros make of the rows of tables that it includes."""
    text = re.sub(r'/\*.*?\*/', '', path.read_text(), flags=re.S).replace('\\\n', ' ')
    same = dict(re.findall(r'^#define (\w+)\(\w+\) +(\w+)\(\w+\)$', text, re.M))
    made = {macro: (parameter, body) for macro, parameter, body in MACRO.findall(text)}
    for table in INCLUDED.findall(text):
        for macro, argument in re.findall(r'^(\w+)\((\w+)\)$', (path.parent / table).read_text(), re.M):
            parameter, body = made.get(same.get(macro, macro), ('', ''))
            text += '\n' + re.sub(r';\s*', ';\n', body.replace(f'##{parameter}##', argument))
    return text


def without_names_of_types(texts):
    """The same texts, with types of functions where their names stood."""
    types = [found for text in texts.values() for found in TYPE_OF_FUNCTION.findall(text)]
    for header, text in texts.items():
        for result, name, parameters in types:
            text = re.sub(rf'\b{name} \*(\w+)', rf'{result}(*\1)({parameters})', text)
        yield header, text


def constants(text, known):
    """Adds the constants that have a value made of numbers and of those before."""
    given = re.findall(r'^#define (\w+) +(\w+)$', text, re.M)
    for body in ENUM.findall(text):
        before = '-1'
        for name, value in re.findall(r'(\w+)\s*(?:= ([^,]+))?(?:,|$)', body):
            given.append((name, value or f'{before} + 1'))
            before = name
    for name, value in given:
        try:
            known[name] = eval(value, {}, dict(known))  # pylint: disable=eval-used
        except (NameError, SyntaxError):
            pass


def definition(name, body, known):
    """The struct in one line, or None where code that is emitted has nothing to do with its fields."""
    others = re.sub(r'(const )?struct sdyrt_\w+ \*?\w+(\[\w+\])?;|(const )?void \*[^;]*;|char \*\*\w+;|void \(\*\w+\)\([^;]*\);', '', body)
    if re.sub(r'int64_t [^;]+;|\s', '', others):
        return None
    try:
        body = re.sub(r'\[([^]]+)\]', lambda size: f'[{eval(size.group(1), {}, known)}]', body)  # pylint: disable=eval-used
    except (NameError, SyntaxError):
        return None
    return f'struct {name} {{ {" ".join(body.split())} }}; '


class Structs:
    """Which are described, and which of them a row has described."""

    def __init__(self, texts):
        known = {}
        for text in [*texts.values()] * 2:  # some are made of those of headers that come later
            constants(text, known)
        self.found = {name: definition(name, body, known) for text in texts.values() for name, body in STRUCT.findall(text)}
        self.told = set()

    def before(self, text, own=''):
        """What stands in front of a text that names structs."""
        lines = []
        for name in dict.fromkeys(re.findall(r'struct (sdyrt_\w+) (?=[*\w])', text)):
            line = self.found.get(name)
            if name in self.told or not line:
                lines.append('' if own else f'struct {name}; ')
            else:
                self.told.add(name)
                lines.append(self.before(line, name) + line)
        return ''.join(lines)


def functions(texts):
    for kind, row in rows():
        if not kind.startswith('FUNCTION'):
            continue
        *names, part, header = row.replace(',', ' ').split()
        prototypes = {match.group(1): ' '.join(match.group().split()) for match in PROTOTYPE.finditer(texts[header])}
        for name in names if kind == 'FUNCTION' else prototypes:
            if name not in prototypes:
                sys.exit(f'runtime/runtime.def: {header} has no prototype of {name}')
            yield name, part, prototypes[name]


def main():
    paths = [pathlib.Path(path) for path in sys.argv[2:]]
    texts = dict(without_names_of_types({path.name: read(path) for path in paths}))
    structs = Structs(texts)
    made = list(functions(texts))
    headers = dict.fromkeys(row.split()[-1] for kind, row in rows() if kind.startswith('FUNCTION'))
    lines = ['/* Made by functions.py. */', *(f'#include "{header}"' for header in headers), '#define FUNCTIONS \\']
    lines += [f'    FUNCTION({name}, {part}, "{structs.before(text)}{text}") \\' for name, part, text in made]
    pathlib.Path(sys.argv[1]).write_text('\n'.join(lines) + '\n\n')


main()
