# SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT
"""blake2b_asm beside hashlib: the least of several runs, as a Markdown table."""
import hashlib
import time

import blake2b_asm


def least(work, repeats=7):
    best = None
    for _ in range(repeats):
        start = time.perf_counter_ns()
        work()
        taken = time.perf_counter_ns() - start
        best = taken if best is None else min(best, taken)
    return best


def loop(function, argument, count=20000):
    def work():
        for _ in range(count):
            function(argument)
    return least(work) / count


def row(what, ours, theirs, unit):
    print("| %s | %.4g %s | %.4g %s | %.2f |" % (what, ours, unit, theirs, unit, theirs / ours))


def main():
    print("| | blake2b_asm | hashlib | ratio |\n| --- | ---: | ---: | ---: |")
    for name, m in (("1 byte, a call", b"a"), ("64 bytes, a call", bytes(64)),
                    ("1 KiB, a call", bytes(1024))):
        row(name, loop(lambda x: blake2b_asm.blake2b(x).digest(), m),
            loop(lambda x: hashlib.blake2b(x).digest(), m), "ns")
    big = bytes(64 << 20)
    row("one message of 64 MiB", least(lambda: blake2b_asm.blake2b(big).digest(), 3) / 1e6,
        least(lambda: hashlib.blake2b(big).digest(), 3) / 1e6, "ms")
    row("the same, BLAKE2bp", least(lambda: blake2b_asm.blake2bp(big).digest(), 3) / 1e6,
        least(lambda: hashlib.blake2b(big).digest(), 3) / 1e6, "ms")
    for count, size in ((10000, 4096), (1000000, 64)):
        messages = [bytes(size)] * count
        row("%s of %d bytes" % (format(count, ","), size),
            least(lambda: blake2b_asm.many(messages), 3) / 1e6,
            least(lambda: [hashlib.blake2b(m).digest() for m in messages], 3) / 1e6, "ms")


main()
