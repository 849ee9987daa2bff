#!/usr/bin/env python3
"""Turns files into a C array of (name, text, files that it always includes): embed.py OUTPUT ARRAY FILE..."""
import pathlib
import re
import sys


def literal(line):
    escaped = line.replace('\\', '\\\\').replace('"', '\\"').replace('\t', '\\t')
    return '        "' + escaped.replace('?', '\\?') + '\\n"'


def main():
    output, array, *files = sys.argv[1:]
    lines = ['#include "embedded.h"', '', 'const struct embedded_file %s[] = {' % array]
    for name in files:
        path = pathlib.Path(name)
        lines.append('    {"%s",' % path.name)
        text = path.read_text()
        always = re.sub(r'^#if SDYRT_HAS_\w+\n#include "[^"]+"\n#endif$', '', text, flags=re.MULTILINE)
        includes = re.findall(r'^#include "([^"]+)"', always, re.MULTILINE)
        lines += [literal(line) for line in text.splitlines()]
        lines[-1] += ', "%s"},' % ' '.join(dict.fromkeys(includes))
    lines += ['    {0}};', '']
    pathlib.Path(output).write_text('\n'.join(lines))


main()
