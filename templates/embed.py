#!/usr/bin/env python3
"""Turns files into a C array of (name, text, files that it always includes).

    embed.py OUTPUT ARRAY [--headers=FOLDER --depfile=FILE] FILE...

With --headers the headers below a folder come too, those included that no build file names; FILE says to ninja which.
"""
import argparse
import pathlib
import re


def literal(line):
    escaped = line.replace('\\', '\\\\').replace('"', '\\"').replace('\t', '\\t')
    return '        "' + escaped.replace('?', '\\?') + '\\n"'


def headers_below(folder):
    return sorted(path for path in folder.rglob('*') if path.suffix in ('.h', '.def', '.inc'))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('output')
    parser.add_argument('array')
    parser.add_argument('--headers', type=pathlib.Path)
    parser.add_argument('--depfile', type=pathlib.Path)
    parser.add_argument('files', nargs='+', type=pathlib.Path)
    options = parser.parse_args()
    headers = headers_below(options.headers) if options.headers else []
    if options.depfile:
        options.depfile.write_text('%s: %s\n' % (options.output, ' '.join(map(str, headers))))
    lines = ['#include "embedded.h"', '', 'const struct embedded_file %s[] = {' % options.array]
    for path in options.files + headers:
        lines.append('    {"%s",' % path.name)
        text = path.read_text()
        always = re.sub(r'^#if SDYRT_HAS_\w+\n#include "[^"]+"\n#endif$', '', text, flags=re.MULTILINE)
        includes = re.findall(r'^#include "([^"]+)"', always, re.MULTILINE)
        lines += [literal(line) for line in text.splitlines()]
        lines[-1] += ', "%s"},' % ' '.join(dict.fromkeys(includes))
    lines += ['    {0}};', '']
    pathlib.Path(options.output).write_text('\n'.join(lines))


main()
