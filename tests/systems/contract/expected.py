#!/usr/bin/env python3
# SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT
"""Prints expected.inc, the expected results of contract.c: the same cases, in the same order, by Python's
hashlib and by the plain Python of app/extensions/blake2b/vectors.py, which is checked against hashlib first.

    expected.py          of BLAKE2b
    expected.py WIDTH    of libblake, 256 or 512, by app/extensions/blake/blake.py
"""
import hashlib
import os
import sys

for extension in ("blake", "blake2b"):
    sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../../app/extensions", extension))
sys.dont_write_bytecode = True
import blake as blake_model  # noqa: E402
import vectors  # noqa: E402

MASK64, MASK128 = vectors.MASK64, (1 << 128) - 1
area = vectors.pattern(800, 1)
key = area[700:764]


class Kernel:
    """Calls of a kernel, each continuing from the H of the previous one."""

    def __init__(self):
        self.h = [0] * 8
        self.seed = 2

    def next(self):
        self.seed = (self.seed * 1664525 + 1013904223) & 0xFFFFFFFF
        return self.seed >> 24

    def random_counter(self):
        self.t = bytearray(self.next() for _ in range(16))

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


def blake(message, **parameters):
    return hashlib.blake2b(message, **parameters).digest()


def one_call():
    digests = b""
    for i, n in enumerate(LENGTHS):
        digests += blake(area[i:i + n])
        digests += b"".join(blake(area[:n], key=key[:k]) for k in KEY_LENGTHS)
    return blake(digests)


def in_pieces():
    return blake(b"".join(blake(area[:n] + more, key=key[:k])
                          for n in LENGTHS for k in (0, 64) for more in (b"", area[:100])))


def parameters():
    digests = b""
    for n in range(1, 65):
        tree = {}
        if n % 3:
            tree = dict(fanout=4 * n - 1, depth=256 - n, leaf_size=0x01020304 * n, node_offset=0x03020100 * n,
                        node_depth=255 - n, inner_size=64 - n, last_node=bool(n & 1),
                        salt=area[n:n + 16], person=area[2 * n:2 * n + 16])
        digests += blake(area[:3 * n], digest_size=n, key=b"" if n & 1 else key[:n], **tree)
    return blake(digests)


def any_rounds():
    k = Kernel()
    k.seed = 3
    for rounds in range(25):
        t = int.from_bytes(bytes(k.next() for _ in range(8)), "big") | int.from_bytes(bytes(k.next() for _ in range(8)), "big") << 64
        k.h = vectors.compress(k.h, area[rounds:rounds + 128], t, MASK64 * (rounds & 1), MASK64 * (rounds >> 1 & 1), rounds)
    return blake(k.result())


class Blake:
    """The expected results of blake.inc."""
    LENGTHS = (0, 1, 55, 56, 63, 64, 65, 111, 112, 119, 120, 127, 128, 129, 200, 239, 240, 256, 600)

    def __init__(self, bits):
        self.bits, self.width = bits, blake_model.HASHES[bits][0]
        self.word_bytes = bits // 64

    def words(self, count):
        return [int.from_bytes(bytes(self.next() for _ in range(self.word_bytes)), "big") for _ in range(count)]

    def bytes_of(self, words):
        return b"".join(x.to_bytes(self.word_bytes, "big") for x in words)

    def hash(self, message, salt=None, bits=None):
        return blake_model.blake(bits or self.bits, message, salt)

    next = Kernel.next

    def kernel_calls(self):
        h, self.seed, mask = [0] * 8, 2, self.width.mask
        for _ in range(60):
            s, t = self.words(4), self.words(2)
            kind, blocks, some, offset = self.next() & 3, self.next() & 3, self.next(), self.next() & 63
            t = [mask, mask if kind else t[1]] if kind < 2 else t
            counter = t[0] | t[1] << self.width.word
            for i in range(blocks):
                counter += 0 if kind == 2 else some if kind == 3 else 8 * self.width.block
                counter &= (1 << 2 * self.width.word) - 1
                h = self.width.compress(h, s, counter, area[offset + i * self.width.block:][:self.width.block])
            h[0] ^= counter & mask
            h[1] ^= counter >> self.width.word
        return self.bytes_of(h)

    def one_call(self):
        short = {256: 224, 512: 384}[self.bits]
        return self.hash(b"".join(self.hash(area[i:i + n], salt, bits)
                                  for i, n in enumerate(self.LENGTHS)
                                  for salt in (None, key[:4 * self.word_bytes]) for bits in (self.bits, short)))

    def in_pieces(self):
        salt = bytes(key[:4 * self.word_bytes])
        return self.hash(b"".join(blake_model.saved(self.bits, area[:n], salt)[-16:] + self.hash(area[:n], salt) +
                                  self.hash(area[:n] + area[:100], salt) for n in self.LENGTHS))

    def rounds(self):
        self.seed, out = 3, b""
        for i, rounds in enumerate((0, 1, 8, self.width.rounds, 23)):
            h, s, t = self.words(8), self.words(4), self.words(2)
            out += self.bytes_of(self.width.compress(h, s, t[0] | t[1] << self.width.word, area[i:i + self.width.block], rounds))
        return self.hash(out)


def write(parts):
    for part in parts:
        data = part()
        print("static const unsigned char expected_%s[%d] = {\n    %s\n};" % (part.__name__, len(data), vectors.c_bytes(data)))


def main():
    if sys.argv[1:]:
        blake_model.check_known()
        of = Blake(int(sys.argv[1]))
        write((of.kernel_calls, of.one_call, of.in_pieces, of.rounds))
        return
    vectors.check_compress()
    write((partial_blocks, many_blocks, counters, random_calls, one_call, in_pieces, parameters, any_rounds))


if __name__ == "__main__":
    main()
