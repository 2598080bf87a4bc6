#!/usr/bin/env python3
# SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT
"""Compares the code of functions in objects, relocated bytes left out.

    same_code.py OBJDUMP OTHER OBJECT...

Each function that an OBJECT defines must be in OTHER, with the same bytes. Prints a line for each
that differs or is missing, and for each object without functions, unless its name says that it has
the constants. Without such a line: prints the number of functions compared. Exit status 1 if it
printed another line.
"""
import os
import re
import subprocess
import sys


def functions(objdump, path):
    """By name: the bytes of each function, and the offsets that are relocated."""
    text = subprocess.run([objdump, '-w', '-z', '-d', '-r', path], check=True,
                          stdout=subprocess.PIPE,
                          universal_newlines=True).stdout
    sizes = {}
    symbols = subprocess.run([objdump, '-t', path], check=True, stdout=subprocess.PIPE,
                             universal_newlines=True).stdout
    for m in re.finditer(r'^[0-9a-f]+ .{6}F (\S+)\s+([0-9a-f]+) (?:\.hidden )?(\S+)$', symbols,
                         re.M):
        if m.group(1).startswith('.text'):
            sizes[m.group(3)] = int(m.group(2), 16)
    found, name = {}, None
    for line in text.splitlines():
        m = re.match(r'([0-9a-f]+) <(\S+)>:$', line)
        if m:
            if m.group(2) in sizes:
                name, start = m.group(2), int(m.group(1), 16)
                found[name] = (bytearray(), set())
            continue
        m = re.match(r'\s+([0-9a-f]+):\t((?:[0-9a-f]{2,8} )+)', line)
        if m and name:
            for word in m.group(2).split():
                # Objdump shows words of other CPUs as numbers; their byte order does not matter for
                # a comparison.
                found[name][0].extend(bytes.fromhex(word))
            for r in re.finditer(r'\t([0-9a-f]+): R_\w+', line):
                found[name][1].add(int(r.group(1), 16) - start)
            continue
        m = re.match(r'\s+([0-9a-f]+): R_', line)
        if m and name:
            found[name][1].add(int(m.group(1), 16) - start)
    return {n: (code[:sizes[n]], relocated) for n, (code, relocated) in found.items() if sizes[n]}


def differences(ours, theirs):
    """What is wrong with each function of ours."""
    for name, (code, relocated) in sorted(ours.items()):
        if name not in theirs:
            yield name + ' is missing'
            continue
        code2, relocated2 = theirs[name]
        left_out = {at + i for at in relocated | relocated2 for i in range(4)}
        differ = [i for i in range(max(len(code), len(code2)))
                  if i not in left_out
                  and (i >= len(code) or i >= len(code2) or code[i] != code2[i])]
        if differ:
            yield '%s differs at byte %d' % (name, differ[0])


def main():
    objdump, other = sys.argv[1:3]
    theirs, wrong, compared = functions(objdump, other), [], 0
    for path in sys.argv[3:]:
        ours = functions(objdump, path)
        compared += len(ours)
        wrong += ['%s: %s' % (os.path.basename(path), what) for what in differences(ours, theirs)]
        if not ours and not path.endswith('common.o'):
            wrong.append('%s: no function found' % os.path.basename(path))
    print('\n'.join(wrong) if wrong else compared)
    sys.exit(1 if wrong else 0)


main()
