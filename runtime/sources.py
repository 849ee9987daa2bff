#!/usr/bin/env python3
"""Prints the sources of the runtime that parts.def names, as paths below this folder: sources.py strips|others

Strips are compiled with options of their own. It fails where a part names a source that is not there, and where a source
is of no part. A source that stands instead of another, needs what the build may not have, or is for tests, is not printed (APART).
"""
import pathlib
import re
import sys

HERE = pathlib.Path(__file__).resolve().parent
APART = {'team_plain.c', 'ranks_mpi.c', 'strips_here.c'}
OF_NO_PART = {  # what the compiler and tests alone ask
    'symbols.c', 'strips_here.c', 'conv_cost.c', 'conv_cost_pixels.c', 'conv_cost_winograd.c', 'conv_costing.c',
    'conv_make.c', 'conv_places.c', 'conv_plan.c', 'conv_tasks.c',
    'fft_plan.c', 'fft_table.c',
    'linalg_plan.c', 'product_tile.c', 'scan_normal.c', 'scan_plan.c', 'scatter_plan.c', 'sort_plan.c', 'transpose_normal.c', 'transpose_plan.c',
    'weave_plan.c'}


def main():
    # A row's text may go on in a second literal.
    text = re.sub(r'"\s*"', '', (HERE / 'parts.def').read_text())
    rows = re.findall(r'^PART\(\w+,\s*"([^"]*)"', text, re.M)
    named = {name for row in rows for name in row.split() if name.endswith('.c')} | OF_NO_PART
    paths = {path.name: path.relative_to(HERE).as_posix() for path in HERE.rglob('*.c')}
    for name in sorted(named - paths.keys()):
        sys.exit(f'runtime/parts.def: there is no {name}')
    for name in sorted(paths.keys() - named):
        sys.exit(f'runtime/parts.def: no part has {paths[name]}')
    strips = sys.argv[1] == 'strips'
    chosen = [paths[name] for name in named - APART if paths[name].startswith('strips/') == strips]
    print('\n'.join(sorted(chosen, key=lambda path: (path.count('/'), path))))


main()
