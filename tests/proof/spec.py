# SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT
"""The compression functions, from the text of their specifications, on terms: RFC 7693 (BLAKE2b), and "SHA-3
proposal BLAKE", version 1.3 (BLAKE-256, BLAKE-512). check() has them hash, on constants."""
import hashlib
from terms import Terms, constant, number, ror

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


def rounds(T, v, count, turns, x_y):
    """G on columns and diagonals; x_y(round, i) are the two words that G_i adds."""
    def G(a, b, c, d, x, y):
        for word, r1, r2 in ((x, turns[0], turns[1]), (y, turns[2], turns[3])):
            v[a] = T.add(v[a], v[b], word)
            v[d] = ror(T.xor(v[d], v[a]), r1)
            v[c] = T.add(v[c], v[d])
            v[b] = ror(T.xor(v[b], v[c]), r2)

    for r in range(count):
        for i in range(8):
            k = i // 4                                  # 0 for columns, 1 for diagonals
            G(i % 4, 4 + (i + k) % 4, 8 + (i + 2 * k) % 4, 12 + (i + 3 * k) % 4, *x_y(r, i))


def blake2b(T, h, m, t, f, count=12):
    """F of RFC 7693, section 3.2, with both flags."""
    v = blake2b_rounds(T, blake2b_begin(T, h, t + f, [constant(x, 64) for x in IV[64]]), m, count)
    return [T.xor(h[i], T.xor(v[i], v[i + 8])) for i in range(8)]


def blake2b_begin(T, h, tf, iv):
    return h + iv[:4] + [T.xor(x, y) for x, y in zip(iv[4:], tf)]


def blake2b_rounds(T, v, m, count):
    """The first rounds of the endless sequence."""
    v = list(v)
    rounds(T, v, count, (32, 24, 16, 63), lambda r, i: [m[SIGMA[r % 10][2 * i + k]] for k in (0, 1)])
    return v


def blake(T, width, h, m, t, s):
    """compress of BLAKE, section 2.1.2 (width 32) and 2.2.2 (64)."""
    u = [constant(x, width) for x in U[width]]
    v = h + [T.xor(x, y) for x, y in zip(s + [t[0], t[0], t[1], t[1]], u)]

    def x_y(r, i):
        j, k = SIGMA[r % 10][2 * i:2 * i + 2]
        return T.xor(m[j], u[k]), T.xor(m[k], u[j])
    rounds(T, v, *((14, (16, 12, 8, 7)) if width == 32 else (16, (32, 25, 16, 11))), x_y)
    return [T.xor(T.xor(h[i], s[i % 4]), T.xor(v[i], v[i + 8])) for i in range(8)]


def check():
    """The functions above on constants: the digest of a short message, by hashlib and by BLAKE's document."""
    T = Terms()
    words = lambda data, order, width: [constant(int.from_bytes(data[i:i + width // 8], order), width) for i in range(0, len(data), width // 8)]
    text = bytes(range(100))
    h = [constant(x ^ (0x01010040 if i == 0 else 0), 64) for i, x in enumerate(IV[64])]
    out = blake2b(T, h, words(text.ljust(128, b"\0"), "little", 64), words((100).to_bytes(16, "little"), "little", 64),
                  [constant(-1, 64), constant(0, 64)])
    if b"".join(number(x).to_bytes(8, "little") for x in out) != hashlib.blake2b(text).digest():
        raise AssertionError("BLAKE2b is not RFC 7693's")
    for width, begin in ((32, "0ce8d4ef4dd7cd8d"), (64, "97961587f6d970fa")):     # one zero byte
        size = width * 2
        block = b"\0\x80" + bytes(size - 2 - width // 4 - 1) + b"\1" + (8).to_bytes(width // 4, "big")
        zero = constant(0, width)
        out = blake(T, width, [constant(x, width) for x in IV[width]], words(block, "big", width),
                    [constant(8, width), zero], [zero] * 4)
        if not b"".join(number(x).to_bytes(width // 8, "big") for x in out).hex().startswith(begin):
            raise AssertionError("BLAKE with words of %d bits is not the specification's" % width)
