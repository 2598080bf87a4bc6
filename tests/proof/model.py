# SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT
"""The compression functions of BLAKE2b, from RFC 7693, and of BLAKE, from its document, on integers.
They share no code and no table with the specifications that the prover uses, which spec.py compares
with them, and emulate.py the kernels."""
import hashlib
import math
import struct

SIGMA = [[int(c, 16) for c in row] for row in (
    "0123456789abcdef", "ea489fd61c02b753", "b8c052fdae367194", "7931dcbe265a40f8",
    "905724afe1bc683d", "2c6a0b834d75fe19", "c51fed4a0763928b", "db7ec13950f4862a",
    "6fe9b308c2d714a5", "a2847615fb9e3cd0")]
IV = {64: [math.isqrt(p << 128) & (1 << 64) - 1 for p in (2, 3, 5, 7, 11, 13, 17, 19)]}
IV[32] = [x >> 32 for x in IV[64]]


def pi(bits):
    """The first bits of pi's fraction, by Machin's formula."""
    one = 1 << bits + 32

    def arctan(x):
        term, total, n = one // x, 0, 1
        while term:
            total += term // n if n & 2 == 0 else -(term // n)
            term, n = term // (x * x), n + 2
        return total
    return (4 * (4 * arctan(5) - arctan(239)) >> 32) & (1 << bits) - 1


PI = {w: [pi(1024) >> 1024 - w * (i + 1) & (1 << w) - 1 for i in range(16)] for w in (32, 64)}


def mixed(width, v, rounds, turns, pair):
    """v after the rounds; pair(row, j) are the two words that the j-th G of a round adds."""
    v, mask = list(v), (1 << width) - 1
    for r in range(rounds):
        for j, (a, b, c, d) in enumerate(
                ((0, 4, 8, 12), (1, 5, 9, 13), (2, 6, 10, 14), (3, 7, 11, 15),
                 (0, 5, 10, 15), (1, 6, 11, 12), (2, 7, 8, 13), (3, 4, 9, 14))):
            for word, x, y in zip(pair(SIGMA[r % 10], 2 * j), turns[::2], turns[1::2]):
                v[a] = v[a] + v[b] + word & mask
                v[d] = (v[d] ^ v[a]) >> x | (v[d] ^ v[a]) << width - x & mask
                v[c] = v[c] + v[d] & mask
                v[b] = (v[b] ^ v[c]) >> y | (v[b] ^ v[c]) << width - y & mask
    return v


def blake2b(h, m, t, f, rounds=12):
    iv = IV[64]
    v = mixed(64, h + iv[:4] + [iv[4] ^ t[0], iv[5] ^ t[1], iv[6] ^ f[0], iv[7] ^ f[1]], rounds,
              (32, 24, 16, 63),
              lambda s, i: (m[s[i]], m[s[i + 1]]))
    return [h[i] ^ v[i] ^ v[i + 8] for i in range(8)]


def blake(width, h, m, t, s):
    c = PI[width]
    v = mixed(width, h + [a ^ b for a, b in zip(s + [t[0], t[0], t[1], t[1]], c)],
              14 if width == 32 else 16,
              (16, 12, 8, 7) if width == 32 else (32, 25, 16, 11),
              lambda s, i: (m[s[i]] ^ c[s[i + 1]], m[s[i + 1]] ^ c[s[i]]))
    return [h[i] ^ s[i % 4] ^ v[i] ^ v[i + 8] for i in range(8)]


# By (is it BLAKE2b?, bits of a word): f(h, m, t, f of BLAKE2b or s of BLAKE).
FUNCTIONS = {(True, 64): blake2b, (False, 32): lambda *words: blake(32, *words),
             (False, 64): lambda *words: blake(64, *words)}


# Of 72 and 144 zero bytes, of BLAKE's document.
DIGESTS = {32: "d419bad32d504fb7d44d460c42c5593fe544fa4c135dec31e21bd9abdcc22d41",
           64: "313717d608e9cf758dcb1eb0f0c3cf9fc150b2d500fb33f51c52afc99d358a2f"
               "1374b8a38bba7974e7f6ef79cab16f22ce1e649d6e01ad9589c213045d545dde"}


def check(is_2b, width, f):
    """The whole digest of two blocks by f, which is like those of FUNCTIONS, is hashlib's, or that
    of BLAKE's document."""
    h = IV[width]
    if is_2b:
        text, salt, person = bytes(range(200)), b"a salt of bytes.", b"sixteen letters."
        h = [x ^ y for x, y in zip(h, struct.unpack(
            "<8Q", struct.pack("<Q24x", 0x01010040) + salt + person))]
        want = hashlib.blake2b(text, salt=salt, person=person, last_node=True).hexdigest()
        blocks = [(struct.unpack("<16Q", text[:128]), 128, [0, 0]),
                  (struct.unpack("<16Q", text[128:].ljust(128, b"\0")), 200, [(1 << 64) - 1] * 2)]
    else:
        bits, want = 18 * width, DIGESTS[width]
        blocks = [([0] * 16, 16 * width, [0] * 4),
                  ([0, 0, 1 << width - 1] + [0] * 10 + [1, 0, bits], bits, [0] * 4)]
    for m, t, more in blocks:
        h = f(h, list(m), [t, 0], more)
    if b"".join(x.to_bytes(width // 8, "little" if is_2b else "big")
                for x in h).hex() != want:
        raise AssertionError("another digest: %s" % h)
