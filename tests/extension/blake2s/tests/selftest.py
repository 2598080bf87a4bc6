#!/usr/bin/env python3
# SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT
"""
A model of BLAKE2s (RFC 7693, section 3.2): prints the cases of the self-test in blake2s_kernels.c. With --check FILE:
fails if the file does not have them. The model is compared with hashlib first.
"""
import hashlib
import struct
import sys

IV = (0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab,
      0x5be0cd19)
SIGMA = [[int(x, 16) for x in row] for row in (
    "0123456789abcdef", "ea489fd61c02b753", "b8c052fdae367194", "7931dcbe265a40f8",
    "905724afe1bc683d",
    "2c6a0b834d75fe19", "c51fed4a0763928b", "db7ec13950f4862a", "6fe9b308c2d714a5",
    "a2847615fb9e3cd0")]
BLOCKS = [  # blocks, offset, add, t, last
    (1, 0, 64, 0, 0), (3, 1, 64, 64, 0), (0, 0, 64, 256, 0), (2, 7, 64, 2**32 - 64, 0),
    (1, 30, 17, 2**32 - 5, 2**32 - 1),
    (1, 65, 0, 0, 2**32 - 1), (1, 190, 64, 2**64 - 30, 0)]


def compress(h, block, t, last):
    m = struct.unpack("<16I", block)
    v = list(h) + list(IV)
    v[12] ^= t & 0xffffffff
    v[13] ^= t >> 32
    v[14] ^= last

    def ror(x, n):
        return (x >> n | x << 32 - n) & 0xffffffff
    for s in SIGMA:
        for i, (a, b, c, d) in enumerate(
            ((0, 4, 8, 12), (1, 5, 9, 13), (2, 6, 10, 14), (3, 7, 11, 15),
                                          (0, 5, 10, 15), (1, 6, 11, 12), (2, 7, 8, 13),
                                          (3, 4, 9, 14))):
            for word, turn_d, turn_b in ((m[s[2 * i]], 16, 12), (m[s[2 * i + 1]], 8, 7)):
                v[a] = (v[a] + v[b] + word) & 0xffffffff
                v[d] = ror(v[d] ^ v[a], turn_d)
                v[c] = (v[c] + v[d]) & 0xffffffff
                v[b] = ror(v[b] ^ v[c], turn_b)
    return [h[i] ^ v[i] ^ v[i + 8] for i in range(8)]


def main():
    h = [IV[0] ^ 0x01010020] + list(IV[1:])
    h = compress(compress(h, bytes(range(64)), 64, 0), bytes(range(64, 101)) + bytes(27), 101,
                 0xffffffff)
    assert struct.pack("<8I", *h) == hashlib.blake2s(bytes(range(101))).digest()
    data, x = [], 1
    for _ in range(256):
        x = (x * 5 + 113) & 0x7fff
        data.append(x >> 7 & 0xff)
    h, lines = [0] * 8, []
    for blocks, offset, add, t, last in BLOCKS:
        for k in range(blocks):
            h = compress(h, bytes(data[offset + 64 * k:offset + 64 * k + 64]),
                         (t + (k + 1) * add) % 2**64, last)
        lines.append("    {%d, %d, %d, 0x%xu, 0x%xu, 0x%08x}," %
                     (blocks, offset, add, t, last, h[0]))
    lines.append("    " + ", ".join("0x%08x" % x for x in h) + ",")
    if sys.argv[1:2] == ["--check"]:
        with open(sys.argv[2], encoding="ascii") as f:
            there = f.read().split("\n")
        sys.exit(any(line not in there for line in lines))
    print("\n".join(lines))


main()
