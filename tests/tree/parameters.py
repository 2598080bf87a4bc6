#!/usr/bin/env python3
# SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT
"""Lists macros with more than eight parameters, which are hard to read.

Parameters that differ only in the number at their end, such as a0 to a3, are one row of words and
count as one.
"""
import os
import re
import sys

MOST = 8
TOP = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
MACRO = re.compile(r'^[ \t]*(?:#[ \t]*define[ \t]+(\w+)\(([^)]*)\)|\.macro[ \t]+(\w+)[ \t]*(.*))',
                   re.M)


def macros(text):
    """Each macro's name and how many parameters it has."""
    text = re.sub(r'/\*.*?\*/', '', text.replace('\\\n', ' '), flags=re.S)
    for c_name, c_list, as_name, as_list in MACRO.findall(text):
        names = [re.sub(r'=.*|:\w+', '', p) for p in re.split(r'[,\s]+', c_list or as_list) if p]
        yield c_name or as_name, len({re.sub(r'\d+$', '', name) for name in names})


def main():
    wrong = seen = 0
    for folder, _, files in os.walk(os.path.join(TOP, 'app')):
        for name in files:
            if name.endswith(('.inc', '.h', '.c')):
                path = os.path.join(folder, name)
                with open(path, encoding='utf-8') as f:
                    for macro, n in macros(f.read()):
                        seen += 1
                        if n > MOST:
                            wrong += 1
                            print('FAIL parameters: %s %s has more than %d' %
                                  (os.path.relpath(path, TOP), macro, MOST))
    if not wrong and seen:
        print('PASS parameters: %d macros' % seen)
    return wrong or not seen


if __name__ == '__main__':
    sys.exit(main())
