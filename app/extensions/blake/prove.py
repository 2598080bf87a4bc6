# SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT
"""The compression functions of BLAKE-256 and BLAKE-512, from the text of "SHA-3 proposal BLAKE",
version 1.3, for tests/proof: see spec.py there."""
from spec import Hash, columns_and_diagonals
from terms import constant

SIGMA = [[int(c, 16) for c in row] for row in """
    0123456789abcdef ea489fd61c02b753 b8c052fdae367194 7931dcbe265a40f8 905724afe1bc683d
    2c6a0b834d75fe19 c51fed4a0763928b db7ec13950f4862a 6fe9b308c2d714a5 a2847615fb9e3cd0""".split()]
# The first digits of pi, of which BLAKE-256 has the first half; and IV, of SHA-512 and of SHA-256.
PI = """243f6a88 85a308d3 13198a2e 03707344 a4093822 299f31d0 082efa98 ec4e6c89 452821e6 38d01377 be5466cf 34e90c6c
    c0ac29b7 c97c50dd 3f84d5b5 b5470917 9216d5d9 8979fb1b d1310ba6 98dfb5ac 2ffd72db d01adfb7 b8e1afed 6a267e96
    ba7c9045 f12c7f99 24a19947 b3916cf7 0801f2e2 858efc16 636920d8 71574e69""".split()
U = {32: [int(x, 16) for x in PI[:16]], 64: [int(PI[i] + PI[i + 1], 16) for i in range(0, 32, 2)]}
IV = {64: [0x6a09e667f3bcc908, 0xbb67ae8584caa73b, 0x3c6ef372fe94f82b, 0xa54ff53a5f1d36f1,
           0x510e527fade682d1, 0x9b05688c2b3e6c1f, 0x1f83d9abfb41bd6b, 0x5be0cd19137e2179]}
IV[32] = [x >> 32 for x in IV[64]]


class Blake(Hash):
    order, growth_bits = "big", 11                     # at most 1,024 bits

    def __init__(self, name, width, most_lanes, count, turns):
        self.name, self.width, self.most_lanes, self.count, self.turns = name, width, most_lanes, count, turns

    def salt(self, call, lane):
        return [call.T.var("s%d.%d" % (lane, i), self.width) for i in range(4)]

    def rows(self, call, lane, h, t):
        return [("h", w) for w in h] + [("s", w) for w in self.salt(call, lane)] + [
            ("t", w) for w in t]

    def compress(self, T, call, lane, h, m, t):
        return self.function(T, h, m, t, self.salt(call, lane))

    def function(self, T, h, m, t, s):
        """compress of section 2.1.2 (width 32) and 2.2.2 (64)."""
        u = [constant(x, self.width) for x in U[self.width]]
        v = h + [T.xor(x, y) for x, y in zip(s + [t[0], t[0], t[1], t[1]], u)]

        def x_y(r, i):
            j, k = SIGMA[r % 10][2 * i:2 * i + 2]
            return T.xor(m[j], u[k]), T.xor(m[k], u[j])
        columns_and_diagonals(T, v, self.count, self.turns, x_y)
        return [T.xor(T.xor(h[i], s[i % 4]), T.xor(v[i], v[i + 8])) for i in range(8)]


HASHES = [Blake("blake256", 32, 16, 14, (16, 12, 8, 7)),
          Blake("blake512", 64, 8, 16, (32, 25, 16, 11))]
