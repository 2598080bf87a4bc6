#!/usr/bin/env python3
# SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT
"""Messages of more than 2^32 bytes: Python's digests of them, then PROGRAM (long.c) with these.

    long.py PROGRAM...
"""
import hashlib
import subprocess
import sys

BUFFER, SEED, BYTES = 17 << 16, 3, (1 << 32) + 131


def pattern():
    """test_pattern of tests/rigs/test.c."""
    seed, out = SEED, bytearray(BUFFER)
    for i in range(BUFFER):
        seed = (seed * 1664525 + 1013904223) & 0xFFFFFFFF
        out[i] = seed >> 24
    return bytes(out)


def sequential(buffer, skip):
    h = hashlib.blake2b(buffer[skip:])
    for _ in range(BYTES // BUFFER - 1):
        h.update(buffer)
    h.update(buffer[: BYTES % BUFFER])
    return h.hexdigest()


def parallel(buffer):
    """BLAKE2bp: the buffer is of whole stripes, so that every leaf sees the same again and again."""
    assert BUFFER % 512 == 0
    root = hashlib.blake2b(fanout=4, depth=2, node_depth=1, inner_size=64, last_node=True)
    for leaf in range(4):
        every = lambda part: b"".join(part[at : at + 128]
                                      for at in range(128 * leaf, len(part), 512))
        h = hashlib.blake2b(fanout=4, depth=2, node_offset=leaf, inner_size=64, last_node=leaf == 3)
        blocks = every(buffer)
        for _ in range(BYTES // BUFFER):
            h.update(blocks)
        h.update(every(buffer[: BYTES % BUFFER]))
        root.update(h.digest())
    return root.hexdigest()


def main():
    buffer = pattern()
    expected = [sequential(buffer, 0), sequential(buffer, 1), parallel(buffer)]
    status = 0
    for program in sys.argv[1:]:
        status |= subprocess.run([program] + expected).returncode
    return status


sys.exit(main())
