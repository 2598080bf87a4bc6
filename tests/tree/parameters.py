#!/usr/bin/env python3
# SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT
"""Lists macros with more than eight parameters, which are hard to read.

    tests/tree/parameters.py [--update]

Parameters that differ only in the number at their end, such as a0 to a3, are one row of words and
count as one. tests/lists/parameters.txt lists existing macros with more. Any other one fails, and
so does a listed one that no longer has them. --update removes the latter.
"""
import os
import re
import sys

MOST = 8
TOP = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
LIST = os.path.join(TOP, 'tests/lists/parameters.txt')
MACRO = re.compile(r'^[ \t]*(?:#[ \t]*define[ \t]+(\w+)\(([^)]*)\)|\.macro[ \t]+(\w+)[ \t]*(.*))', re.M)


def macros(text):
    """Each macro's name and how many parameters it has."""
    text = re.sub(r'/\*.*?\*/', '', text.replace('\\\n', ' '), flags=re.S)
    for c_name, c_list, as_name, as_list in MACRO.findall(text):
        names = [re.sub(r'=.*|:\w+', '', p) for p in re.split(r'[,\s]+', c_list or as_list) if p]
        yield c_name or as_name, len({re.sub(r'\d+$', '', name) for name in names})


def main():
    update = sys.argv[1:] == ['--update']
    found = set()
    for folder, _, files in os.walk(os.path.join(TOP, 'app')):
        for name in files:
            if name.endswith(('.inc', '.h', '.c')):
                path = os.path.join(folder, name)
                with open(path) as f:
                    found |= {'%s %s' % (os.path.relpath(path, TOP), macro) for macro, n in macros(f.read()) if n > MOST}
    with open(LIST) as f:
        lines = f.read().splitlines()
    listed = {line for line in lines if line and not line.startswith('#')}
    if update:
        with open(LIST, 'w') as f:
            f.writelines(line + '\n' for line in lines if line.startswith('#') or line in found)
        listed &= found
    for macro in sorted(found - listed):
        print('FAIL parameters: %s has more than %d' % (macro, MOST))
    for macro in sorted(listed - found):
        print('FAIL parameters: %s is clean: run tests/tree/parameters.py --update' % macro)
    if found == listed:
        print('PASS parameters: %d macros left that have more than %d' % (len(found), MOST))
    return found != listed


if __name__ == '__main__':
    sys.exit(main())
