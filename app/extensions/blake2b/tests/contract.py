# SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT
"""The expected results of contract.c, for tests/systems/contract/expected.py: the same cases, in
the same order, by Python's hashlib and by the plain Python of vectors.py, which is checked against hashlib
first.
"""
import hashlib

import vectors
from expected import Random, area, key

MASK64, MASK128 = vectors.MASK64, (1 << 128) - 1


class Kernel(Random):
    """Calls of a kernel, each continuing from the H of the previous one."""

    def __init__(self, seed=2):
        Random.__init__(self, seed)
        self.h = [0] * 8

    def random_counter(self):
        self.t = bytearray(self.bytes(16))

    def call(self, last_block, last_node, offset, size, stride):
        t = int.from_bytes(self.t, "little")
        f1 = MASK64 if last_node else 0
        if last_block:
            t = (t + size) & MASK128
            block = area[offset:offset + size].ljust(128, b"\0")
            self.h = vectors.compress(self.h, block, t, MASK64, f1)
        else:
            for _ in range(size // 128):
                t = (t + 128) & MASK128
                self.h = vectors.compress(self.h, area[offset:offset + 128], t, 0, f1)
                offset += stride
        self.h[0] ^= t & MASK64
        self.h[1] ^= t >> 64

    def result(self):
        return b"".join(x.to_bytes(8, "little") for x in self.h)


STRIDES = (0, 1, 77, 127, 128, 129, 300, -128, -300)
LENGTHS = (0, 1, 63, 64, 65, 127, 128, 129, 200, 255, 256, 257, 384, 600)
KEY_LENGTHS = (0, 1, 31, 64)
DOWN = 600


def partial_blocks():
    k = Kernel()
    for size in range(129):
        k.random_counter()
        k.call(True, size & 1, size & 63, size, 0)
    return k.result()


def many_blocks():
    k = Kernel()
    for i, stride in enumerate(STRIDES):
        for size in range(0, 385, 128):
            k.random_counter()
            k.call(False, i & 1, i + (DOWN if stride < 0 else 0), size, stride)
    return k.result()


def counters():
    k = Kernel()
    for size in range(2, 17):
        for below in (1, 128, 256, 257):
            for last in (False, True):
                k.random_counter()
                k.t[:size] = ((1 << 8 * size) - below).to_bytes(size, "little")
                k.call(last, 0, size, below % 129 if last else 256, 128)
    return k.result()


def random_calls():
    k = Kernel()
    for _ in range(100):
        k.random_counter()
        if k.next() & 1:
            n = 1 + k.next() % 16
            k.t[:n] = b"\xff" * n
            k.t[0] = k.next()
        last = k.next() & 1
        node = k.next() & 1
        size = k.next()
        size = size % 129 if last else 128 * (size % 4)
        stride = STRIDES[k.next() % len(STRIDES)]
        k.call(last, node, k.next() % 64 + (DOWN if stride < 0 else 0), size, stride)
    return k.result()


def blake2b(message, **parameters):
    return hashlib.blake2b(message, **parameters).digest()


def one_call():
    digests = b""
    for i, n in enumerate(LENGTHS):
        digests += blake2b(area[i:i + n])
        digests += b"".join(blake2b(area[:n], key=key[:k]) for k in KEY_LENGTHS)
    return blake2b(digests)


def in_pieces():
    return blake2b(b"".join(blake2b(area[:n] + more, key=key[:k])
                          for n in LENGTHS for k in (0, 64) for more in (b"", area[:100])))


def parameters():
    digests = b""
    for n in range(1, 65):
        tree = {}
        if n % 3:
            tree = dict(fanout=4 * n - 1, depth=256 - n, leaf_size=0x01020304 * n,
                        node_offset=0x03020100 * n, node_depth=255 - n, inner_size=64 - n,
                        last_node=bool(n & 1), salt=area[n:n + 16], person=area[2 * n:2 * n + 16])
        digests += blake2b(area[:3 * n], digest_size=n, key=b"" if n & 1 else key[:n], **tree)
    return blake2b(digests)


def any_rounds():
    k = Kernel(3)
    for rounds in range(25):
        t = int.from_bytes(k.bytes(8), "big") | int.from_bytes(k.bytes(8), "big") << 64
        k.h = vectors.compress(k.h, area[rounds:rounds + 128], t, MASK64 * (rounds & 1),
                               MASK64 * (rounds >> 1 & 1), rounds)
    return blake2b(k.result())


def parts():
    vectors.check_compress()
    return partial_blocks, many_blocks, counters, random_calls, one_call, in_pieces, parameters, any_rounds
