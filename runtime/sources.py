#!/usr/bin/env python3
"""Prints what the build asks of runtime.def: sources.py strips|team|others|headers|folders|parts

strips, team, others  the sources, as paths below this folder; the first two are compiled with options of their own
headers               the headers that have the prototypes of functions, and what these include
folders               the folders of the runtime
parts                 the text of parts_list.h, which says of each part that it is there

It fails where a row names a file that is not there, and where a source is of no row. A source that stands instead of
another, depends on what the build may not have, or is for tests, is not printed (APART).
"""
import pathlib
import re
import sys

HERE = pathlib.Path(__file__).resolve().parent
APART = {'team_plain.c', 'ranks_mpi.c', 'carrier.c', 'ranks_ucx.c', 'ucx_library.c', 'strips_here.c'}
KINDS = {'strips': 'strips/', 'team': 'team/team.c'}  # where the others are not
OF_NO_ROW = {'symbols.c', 'strips_here.c'}
PATHS = {path.name: path.relative_to(HERE).as_posix() for path in HERE.rglob('*.[ch]')}


def rows():
    """Pairs of a row's kind and the text in its parentheses, without quotes and breaks."""
    text = re.sub(r'/\*.*?\*/', '', (HERE / 'runtime.def').read_text(), flags=re.S)
    for kind, row in re.findall(r'^(PART|FUNCTIONS?|COMPILER)\(((?:"[^"]*"|[^()"])*)\)$', text, re.M):
        yield kind, re.sub(r'\s+', ' ', row.replace('"', ' ')).strip()


def kind_of(path):
    return next((kind for kind, start in KINDS.items() if path.startswith(start)), 'others')


def sources(kind):
    named = {word for kind, row in rows() if kind in ('PART', 'COMPILER') for word in re.findall(r'\w+\.c\b', row)} | OF_NO_ROW
    for name in sorted(named - PATHS.keys()):
        sys.exit(f'runtime/runtime.def: there is no {name}')
    for name in sorted(name for name in PATHS.keys() - named if name.endswith('.c')):
        sys.exit(f'runtime/runtime.def: no row has {PATHS[name]}')
    chosen = [PATHS[name] for name in named - APART if kind_of(PATHS[name]) == kind]
    return sorted(chosen, key=lambda path: (path.count('/'), path))


def headers():
    """Constants that give an array its size may stand in a header that is included."""
    found, wanted = [], [row.split()[-1] for kind, row in rows() if kind.startswith('FUNCTION')]
    for name in wanted:
        if name not in PATHS:
            sys.exit(f'runtime/runtime.def: there is no {name}')
        if PATHS[name] not in found:
            found.append(PATHS[name])
            wanted += [header for header in re.findall(r'^#include "(\w+\.h)"', (HERE / PATHS[name]).read_text(), re.M) if header in PATHS]
    return found


def parts():
    names = [row.split(',')[0] for kind, row in rows() if kind == 'PART']
    return ['/* The parts of the runtime that there are: all of runtime.def. Made by sources.py. */'] + [
        f'#define SDYRT_HAS_{name} 1' for name in names]


ASKED = {'strips': lambda: sources('strips'), 'team': lambda: sources('team'), 'others': lambda: sources('others'), 'headers': headers, 'parts': parts,
         'folders': lambda: sorted({path.rpartition('/')[0] for path in PATHS.values() if '/' in path})}

if __name__ == '__main__':
    print('\n'.join(ASKED[sys.argv[1]]()))
