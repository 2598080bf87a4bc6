# SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT
"""BLAKE2s's compression function, from the text of RFC 7693, for tests/proof: see spec.py there."""
import hashlib
from spec import Hash, columns_and_diagonals
from terms import Terms, constant, number

SIGMA = [[int(c, 16) for c in row] for row in """
    0123456789abcdef ea489fd61c02b753 b8c052fdae367194 7931dcbe265a40f8 905724afe1bc683d
    2c6a0b834d75fe19 c51fed4a0763928b db7ec13950f4862a 6fe9b308c2d714a5 a2847615fb9e3cd0""".split()]
IV = (0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab,
      0x5be0cd19)


class Blake2s(Hash):
    name, width, growth_bits, most_lanes = "blake2s", 32, 7, 8

    def last(self, call, lane):
        return call.T.var("f%d.0" % lane, 32)

    def rows(self, call, lane, h, t):
        return [("h", w) for w in h] + [("t", w) for w in t] + [("last", self.last(call, lane))]

    def compress(self, T, call, lane, h, m, t):
        return self.function(T, h, m, t, self.last(call, lane))

    def function(self, T, h, m, t, last):
        """F of RFC 7693, section 3.2, with the flag as a word."""
        iv = [constant(x, 32) for x in IV]
        v = h + iv[:4] + [T.xor(iv[4], t[0]), T.xor(iv[5], t[1]), T.xor(iv[6], last), iv[7]]
        columns_and_diagonals(T, v, 10, (16, 12, 8, 7), lambda r,
                              i: [m[SIGMA[r][2 * i + k]] for k in (0, 1)])
        return [T.xor(h[i], T.xor(v[i], v[i + 8])) for i in range(8)]


HASHES = [Blake2s()]


def check():
    """The digest of a short message, on constants, is hashlib's."""
    text = bytes(range(50))
    words = [constant(int.from_bytes(text.ljust(64, b"\0")[i:i + 4], "little"), 32)
             for i in range(0, 64, 4)]
    h = [constant(x ^ (0x01010020 if i == 0 else 0), 32) for i, x in enumerate(IV)]
    out = HASHES[0].function(Terms(), h, words, [constant(50, 32), constant(0, 32)],
                             constant(-1, 32))
    if b"".join(number(x).to_bytes(4, "little") for x in out) != hashlib.blake2s(text).digest():
        raise AssertionError("BLAKE2s is not RFC 7693's")
