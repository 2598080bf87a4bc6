# SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT
"""blake2b_asm beside hashlib: the least of many runs, as a Markdown table.

All runs take turns for some seconds, so that other load on the machine meets all of them.
"""
import hashlib
import timeit

import blake2b_asm

PASSES = 10


class Row:
    """What a statement takes with each module; SCALE: seconds to UNIT."""

    def __init__(self, what, ours, theirs, unit, scale, calls, repeats, **names):
        self.what, self.unit, self.scale, self.repeats = what, unit, scale / calls, repeats
        names.update(vars(blake2b_asm), theirs=hashlib.blake2b)
        timers = [timeit.Timer(statement, globals=names) for statement in (ours, theirs)]
        self.runs = [lambda timer=timer: timer.timeit(calls) for timer in timers]
        self.least = [float("inf")] * 2

    def measure(self):
        for _ in range(self.repeats):
            for i, run in enumerate(self.runs):
                self.least[i] = min(self.least[i], run() * self.scale)

    def __str__(self):
        ours, theirs = self.least
        return "| %s | %.4g %s | %.4g %s | %.2f |" % (self.what, ours, self.unit, theirs, self.unit,
                                                     theirs / ours)


def short(what, ours, theirs, count=1, **names):
    """Nanoseconds for each of COUNT messages."""
    return Row(what, ours, theirs, "ns", 1e9 / count, 1000 // count, 50, **names)


def long(what, ours, theirs, **names):
    return Row(what, ours, theirs, "ms", 1e3, 1, 1, **names)


def rows():
    m = bytes(64)
    yield short("64 bytes, the constructor", "blake2b(m)", "theirs(m)", m=m)
    yield short("the same with a key", "blake2b(m, key=k)", "theirs(m, key=k)", m=m, k=bytes(32))
    for what, m in ("1 byte", b"a"), ("64 bytes", m), ("1 KiB", bytes(1024)):
        yield short(what + ", a digest", "blake2b(m).digest()", "theirs(m).digest()", m=m)
    yield short("64 bytes with a key, a digest", "blake2b(m, key=k, digest_size=32).digest()",
                "theirs(m, key=k, digest_size=32).digest()", m=bytes(64), k=bytes(32))
    for count in 2, 1000:
        yield short("%d of 64 bytes, each" % count, "many(ms)",
                    "[theirs(m).digest() for m in ms]", count, ms=[bytes(64)] * count)
    big = bytes(64 << 20)
    yield long("one message of 64 MiB", "blake2b(m).digest()", "theirs(m).digest()", m=big)
    yield long("the same, BLAKE2bp", "blake2bp(m).digest()", "theirs(m).digest()", m=big)
    for count, size in (10000, 4096), (1000000, 64):
        yield long("%s of %d bytes" % (format(count, ","), size), "many(ms)",
                   "[theirs(m).digest() for m in ms]", ms=[bytes(size)] * count)


def main():
    table = list(rows())
    for _ in range(PASSES):
        for row in table:
            row.measure()
    print("| | blake2b_asm | hashlib | ratio |\n| --- | ---: | ---: | ---: |")
    for row in table:
        print(row)


main()
