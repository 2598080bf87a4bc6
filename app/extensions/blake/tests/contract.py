# SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT
"""The expected results of contract.c, for tests/systems/contract/expected.py: the same cases, in
the same order, by blake.py.
"""
import blake
from expected import Random, area, key

LENGTHS = (0, 1, 55, 56, 63, 64, 65, 111, 112, 119, 120, 127, 128, 129, 200, 239, 240, 256, 600)


class Blake(Random):
    def __init__(self, bits):
        self.bits, self.width = bits, blake.HASHES[bits][0]
        self.word_bytes = bits // 64

    def words(self, count):
        return [int.from_bytes(self.bytes(self.word_bytes), "big") for _ in range(count)]

    def bytes_of(self, words):
        return b"".join(x.to_bytes(self.word_bytes, "big") for x in words)

    def hash(self, message, salt=None, bits=None):
        return blake.blake(bits or self.bits, message, salt)

    def kernel_calls(self):
        h, self.seed, mask = [0] * 8, 2, self.width.mask
        for _ in range(60):
            s, t = self.words(4), self.words(2)
            kind, blocks = self.next() & 3, self.next() & 3
            some, offset = self.next(), self.next() & 63
            t = [mask, mask if kind else t[1]] if kind < 2 else t
            counter = t[0] | t[1] << self.width.word
            for i in range(blocks):
                counter += 0 if kind == 2 else some if kind == 3 else 8 * self.width.block
                counter &= (1 << 2 * self.width.word) - 1
                h = self.width.compress(h, s, counter,
                                        area[offset + i * self.width.block:][:self.width.block])
            h[0] ^= counter & mask
            h[1] ^= counter >> self.width.word
        return self.bytes_of(h)

    def one_call(self):
        short = {256: 224, 512: 384}[self.bits]
        return self.hash(b"".join(self.hash(area[i:i + n], salt, bits)
                                  for i, n in enumerate(LENGTHS)
                                  for salt in (None, key[:4 * self.word_bytes])
                                  for bits in (self.bits, short)))

    def in_pieces(self):
        salt = bytes(key[:4 * self.word_bytes])
        return self.hash(b"".join(blake.saved(self.bits, area[:n], salt)[-16:] +
                                  self.hash(area[:n], salt) +
                                  self.hash(area[:n] + area[:100], salt) for n in LENGTHS))

    def rounds(self):
        self.seed, out = 3, b""
        for i, rounds in enumerate((0, 1, 8, self.width.rounds, 23)):
            h, s, t = self.words(8), self.words(4), self.words(2)
            out += self.bytes_of(self.width.compress(h, s, t[0] | t[1] << self.width.word,
                                                     area[i:i + self.width.block], rounds))
        return self.hash(out)


def parts(bits):
    blake.check_known()
    of = Blake(bits)
    return of.kernel_calls, of.one_call, of.in_pieces, of.rounds
