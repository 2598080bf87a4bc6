#!/usr/bin/env python3
# SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT
"""Prints expected.inc: the expected results of an extension's tests/contract.c. Its contract.py
has the same cases, in the same order, by the extension's model: parts(WIDTH) returns functions with
the names of the results.

    expected.py FOLDER [WIDTH]
"""
import os
import sys


class Random:
    """next() of contract.c."""

    def __init__(self, seed):
        self.seed = seed

    def next(self):
        self.seed = (self.seed * 1664525 + 1013904223) & 0xFFFFFFFF
        return self.seed >> 24

    def bytes(self, count):
        return bytes(self.next() for _ in range(count))


area = Random(1).bytes(800)
key = area[700:764]


def main():
    folder, *width = sys.argv[1:]
    sys.dont_write_bytecode = True
    sys.path[:0] = [os.path.join(folder, "tests"), folder]
    import contract
    for part in contract.parts(*map(int, width)):
        data = part()
        print("static const unsigned char expected_%s[%d] = {\n    %s\n};" %
              (part.__name__, len(data), ", ".join(map(str, data))))


if __name__ == "__main__":
    main()
