# SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT
"""BLAKE2b's compression function, from the text of RFC 7693, for tests/proof: see spec.py there."""
from spec import Hash, columns_and_diagonals
from terms import constant

SIGMA = [[int(c, 16) for c in row] for row in """
    0123456789abcdef ea489fd61c02b753 b8c052fdae367194 7931dcbe265a40f8 905724afe1bc683d
    2c6a0b834d75fe19 c51fed4a0763928b db7ec13950f4862a 6fe9b308c2d714a5 a2847615fb9e3cd0""".split()]
IV = (0x6a09e667f3bcc908, 0xbb67ae8584caa73b, 0x3c6ef372fe94f82b, 0xa54ff53a5f1d36f1,
      0x510e527fade682d1, 0x9b05688c2b3e6c1f, 0x1f83d9abfb41bd6b, 0x5be0cd19137e2179)


class Blake2b(Hash):
    name, strided, stored, most_lanes = "blake2b", True, "little", 16
    iv, count, cycle = IV, 12, 10

    @staticmethod
    def flags(call, lane):
        """Of several messages both are the caller's; of one the first says whether it is the last
        block."""
        f = [call.T.var("f%d.%d" % (lane, i), 64) for i in (0, 1)]
        return f if call.several else [constant(0 if call.last is None else -1, 64), f[1]]

    def rows(self, call, lane, h, t):
        return [("h", w) for w in h] + [("t", w) for w in t] + [
            ("f", w) for w in self.flags(call, lane)]

    def compress(self, T, call, lane, h, m, t):
        return self.function(T, h, m, t, self.flags(call, lane))

    def function(self, T, h, m, t, f):
        """F of RFC 7693, section 3.2, with both flags."""
        v = self.begin(T, h, t + f, [constant(x, 64) for x in IV])
        return self.finish(T, h, self.rounds(T, v, m, self.count))

    def begin(self, T, h, tf, iv):
        return h + iv[:4] + [T.xor(x, y) for x, y in zip(iv[4:], tf)]

    def rounds(self, T, v, m, count):
        v = list(v)
        columns_and_diagonals(T, v, count, (32, 24, 16, 63),
                              lambda r, i: [m[SIGMA[r % 10][2 * i + k]] for k in (0, 1)])
        return v

    def finish(self, T, h, v):
        return [T.xor(h[i], T.xor(v[i], v[i + 8])) for i in range(8)]


HASHES = [Blake2b()]
