#!/usr/bin/env python3
# SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT
"""
BLAKE-224, -256, -384 and -512 in plain Python, from their specification (version 1.4, of the final
round of the SHA-3 competition), and the tables of known answers that it generates. The constants
are computed as digits of pi and of square roots of primes. It shares no code with the library.

app/extensions/blake/blake.py           write the tables: app/extensions/blake/selftest-*.inc, app/extensions/blake/tests/vectors-blake.h
app/extensions/blake/blake.py --check   fail if a table is not what this script writes
"""
import math
import os
import sys

TOP = os.path.abspath(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../.."))
BLAKE = "app/extensions/blake"

SIGMA = [
    [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15],
    [14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3],
    [11, 8, 12, 0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4],
    [7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8],
    [9, 0, 5, 7, 2, 4, 10, 15, 14, 1, 11, 12, 6, 8, 3, 13],
    [2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9],
    [12, 5, 1, 15, 14, 13, 4, 10, 0, 7, 6, 3, 9, 2, 8, 11],
    [13, 11, 7, 14, 12, 1, 3, 9, 5, 0, 15, 4, 8, 6, 2, 10],
    [6, 15, 14, 9, 11, 3, 0, 8, 12, 2, 13, 7, 1, 4, 10, 5],
    [10, 2, 8, 4, 7, 6, 1, 5, 15, 11, 9, 14, 3, 12, 13, 0],
]


def pi_fraction(bits):
    """The first fractional bits of pi, by Machin's formula."""
    one = 1 << (bits + 64)

    def arctan_of_inverse(x):
        term = total = one // x
        n, sign = 3, -1
        while term:
            term //= x * x
            total += sign * (term // n)
            n, sign = n + 2, -sign
        return total

    return (4 * (4 * arctan_of_inverse(5) - arctan_of_inverse(239)) - 3 * one) >> 64


def root_fraction(n):
    """The first 64 fractional bits of the square root of n."""
    return math.isqrt(n << 128) & (2 ** 64 - 1)


PRIMES = [p for p in range(2, 54) if all(p % q for q in range(2, p))]
PI = pi_fraction(1024)


class Width:
    """The differences between 32-bit and 64-bit words."""

    def __init__(self, word, rounds, rotations):
        self.word, self.rounds, self.rotations = word, rounds, rotations
        self.mask = 2 ** word - 1
        self.block = 2 * word
        self.c = [PI >> (1024 - word * (i + 1)) & self.mask for i in range(16)]

    def compress(self, h, s, t, block, rounds=None):
        """The chaining value after a block with counter t (both words as one number)."""
        n, mask, c = self.word // 8, self.mask, self.c
        m = [int.from_bytes(block[n * i:n * i + n], "big") for i in range(16)]
        t0, t1 = t & mask, t >> self.word & mask
        v = list(h) + [s[i] ^ c[i] for i in range(4)] + [t0 ^ c[4], t0 ^ c[5], t1 ^ c[6], t1 ^ c[7]]

        def rotated(x, by):
            return (x >> by | x << (self.word - by)) & mask

        def mix(r, i, at, bt, ct, dt):
            x, y = SIGMA[r % 10][2 * i], SIGMA[r % 10][2 * i + 1]
            for first, second, to_d, to_b in ((x, y) + self.rotations[:2],
                                              (y, x) + self.rotations[2:]):
                v[at] = (v[at] + v[bt] + (m[first] ^ c[second])) & mask
                v[dt] = rotated(v[dt] ^ v[at], to_d)
                v[ct] = (v[ct] + v[dt]) & mask
                v[bt] = rotated(v[bt] ^ v[ct], to_b)

        for r in range(self.rounds if rounds is None else rounds):
            for i in range(4):
                mix(r, i, i, 4 + i, 8 + i, 12 + i)
            for i in range(4):
                mix(r, 4 + i, i, 4 + (i + 1) % 4, 8 + (i + 2) % 4, 12 + (i + 3) % 4)
        return [h[i] ^ s[i % 4] ^ v[i] ^ v[i + 8] for i in range(8)]


NARROW = Width(32, 14, (16, 12, 8, 7))
WIDE = Width(64, 16, (32, 25, 16, 11))

# By the digest's bits: width, chaining value before the first block.
HASHES = {
    224: (NARROW, [root_fraction(p) & 0xffffffff for p in PRIMES[8:16]]),
    256: (NARROW, [root_fraction(p) >> 32 for p in PRIMES[:8]]),
    384: (WIDE, [root_fraction(p) for p in PRIMES[8:16]]),
    512: (WIDE, [root_fraction(p) for p in PRIMES[:8]]),
}


def blake(bits, message, salt=None, rounds=None, last_bit=None, idle_counter=0):
    """
    The digest of BITS of a message. The other arguments are for common mistakes: another number of
    ROUNDS, another LAST_BIT before the length, and a counter of idle_counter * len(message) for
    blocks without a bit of the message.
    """
    width, h = HASHES[bits]
    n = width.word // 8
    s = [int.from_bytes((salt or bytes(4 * n))[n * i:n * i + n], "big") for i in range(4)]
    length = 8 * len(message)
    # a 1 bit, zeros, a 1 bit for the longer digest of the two, the length in two words
    padded = bytearray(message) + b"\x80"
    while len(padded) % width.block != width.block - 2 * n:
        padded.append(0)
    if bits == 8 * width.word if last_bit is None else last_bit:
        padded[-1] |= 1
    padded += length.to_bytes(2 * n, "big")
    for at in range(0, len(padded), width.block):
        # message bits up to here, or 0 if the block has none
        t = min(8 * (at + width.block), length) if 8 * at < length else idle_counter * len(message)
        h = width.compress(h, s, t, padded[at:at + width.block], rounds)
    return b"".join(x.to_bytes(n, "big") for x in h)[:bits // 8]


def check_known():
    """The digests in the specification and by its authors' programs."""
    for bits, zeros, digest in (
            (256, 1, "0ce8d4ef4dd7cd8d62dfded9d4edb0a774ae6a41929a74da23109e8f11139c87"),
            (256, 72, "d419bad32d504fb7d44d460c42c5593fe544fa4c135dec31e21bd9abdcc22d41"),
            (512, 1, "97961587f6d970faba6d2478045de6d1fabd09b61ae50932054d52bc29d31be4"
                     "ff9102b9f69e2bbdb83be13d4b9c06091e5fa0b48bd081b634058be0ec49beb3"),
            (512, 144, "313717d608e9cf758dcb1eb0f0c3cf9fc150b2d500fb33f51c52afc99d358a2f"
                       "1374b8a38bba7974e7f6ef79cab16f22ce1e649d6e01ad9589c213045d545dde"),
            (224, 1, "4504cb0314fb2a4f7a692e696e487912fe3f2468fe312c73a5278ec5"),
            (384, 1, "10281f67e135e90ae8e882251a355510a719367ad70227b137343e1bc1220"
                     "15c29391e8545b5272d13a7c2879da3d807")):
        assert blake(bits, bytes(zeros)).hex() == digest, (bits, zeros)


# ---- the cases of the self-tests: blake_kernels.inc and blake_lanes.inc run them ----

def pattern(length):
    x, out = 1, bytearray()
    for _ in range(length):
        x = x * 5 + 113 & 0x7fff
        out.append(x >> 7)
    return bytes(out)


def selftest_input(random, ones=0):
    """What the function of this name in selftests.c makes."""
    return bytes(0xff if x & 0x80 else x for x in pattern(random)) + b"\xff" * ones


def extended(width, byte):
    return byte - 256 & width.mask if byte & 0x80 else byte


def filled(width, byte):
    """A word of one byte, as filled() in blake_kernels.inc makes it."""
    return (width.mask ^ 0xff) // 255 * (255 if byte & 0x80 else byte & 0x40) | byte


def salted(width, seed):
    return [seed * (i + 1) * 0x9e3779b97f4a7c15 & width.mask for i in range(4)]


def words(width, values, each):
    """C source: lines of so many words."""
    text = ["0x%0*xu" % (width.word // 4, x) for x in values]
    return ["     " + ", ".join(text[i:i + each]) for i in range(0, len(text), each)]


def selftest(width):
    """Offset, bits, blocks, t0, t1, salt; then h[0]. A case continues from the h of the last one."""
    block = width.block
    cases = [(0, 0, 8 * block, 0, 0, 0), (1, 0, 8 * block, 0, 0, 0), (2, 1, 8 * block, 0x7f, 0, 0),
             (1, 3, 8, 0, 0, 0),
             (1, 2, 0, 0, 0, 0), (3, 5, 8 * block, 0x80, 0, 1), (5, 7, 8 * block, 0x9c, 0xff, 0xa5),
             (2, 4, 0, 5, 9, 0x5a),
             (2, 6, 8 * block, 0xff, 0x7f, 0xff), (4, 8, 8 * block - 8, 0xf7, 0xff, 0x33),
             (1, 11, 440, 0x40, 1, 0xc3),
             # words of ones; the counter's second word is kept
             (2, 5 * block, 8 * block, 1, 0xfe, 0x77)]
    data = selftest_input(6 * block, block)
    h, lines = [0] * 8, []
    for blocks, offset, bits, t0, t1, salt in cases:
        t = filled(width, t0) | filled(width, t1) << width.word
        for k in range(blocks):
            t = t + bits & (1 << 2 * width.word) - 1
            h = width.compress(h, salted(width, salt), t, data[offset + k * block:][:block])
        lines.append("    {%d, %d, %d, 0x%02x, 0x%02x, 0x%02x, 0x%0*xu}," % (
            offset, bits, blocks, t0, t1, salt, width.word // 4, h[0]))
    out = ["static const selftest_case selftest_cases[] = {"] + lines + ["};", "",
        "/* All of h after the last case. */",
           "static const word selftest_result[8] = {"]
    out += [line[1:] + "," for line in words(width, h, 4)] + ["};"]
    message = selftest_input(2 * block - 1)
    out += ["", "/* The digest of %d bytes, the first of which are the salt as well. */" %
            len(message),
            "static const unsigned char selftest_digest[DIGEST_BYTES] = {",
            "    " + c_bytes(blake(8 * width.word, message, message[:width.word // 2])).replace(
                "\n     ", "\n    ") + ",", "};"]
    return out


def lanes_selftest(width):
    """Offset, blocks, spread, step, t0, t1, top, add, salt; then word 0 of h in each lane."""
    block, lanes = width.block, 512 // width.word
    random = 704 if width.word == 32 else 896
    data = selftest_input(random, block + 32)

    def widest(blocks):
        """The largest spread in which no lane reads ones, with a step of 7."""
        return (random - blocks * block) // max(7 * j % 16 for j in range(lanes))

    # Second blocks of lanes next to each other are at least 256 bytes apart, so that more than a
    # byte of their addresses differs; first ones, of lanes next but one, in one case or another.
    cases = [(0, 3, widest(3), 7, 76, 0, 0x31D5, -59, 0),
             (0, 2, widest(2), 7, 0xE9, 0xFF, 0xFDB1, 113, 0x5A),
             (90, 1, 30, 5, 0xE8, 0x7F, 0x424E, 128, 0x3C),
             # words of ones
             (random, 1, 2, 5, 23, 0xFE, 0xEF7A, -124, 0x11),
             (random - 24, 1, 3, 5, 11, 0xFE, 0xA89B, 21, 0x22),
             (3, 1, 34, 5, 0x98, 0x33, 0xFC9B, 53, 0x44),
             (29, 1, 34, 5, 97, 0x44, 0xDE01, -235, 0x88)]
    assert 7 * widest(2) >= 256
    # every way to carry, or not: the highest bits of the counter's first word before and after
    ways = [set() for _ in range(lanes)]
    h = [[0] * 8 for _ in range(lanes)]
    lines, expected = [], []
    for offset, blocks, spread, step, t0, t1, top, add, salt in cases:
        for j in range(lanes):
            t = (extended(width, t0) - j ^ (top >> j & 1) << width.word - 1) & width.mask
            t |= (extended(width, t1) - j & width.mask) << width.word
            for k in range(blocks):
                before, t = t, t + (add & width.mask ^ j) & (1 << 2 * width.word) - 1
                ways[j].add((before >> width.word - 1 & 1, add < 0, t >> width.word - 1 & 1))
                h[j] = width.compress(h[j], salted(width, salt ^ j), t,
                                      data[offset + spread * (step * j % 16) + k * block:][:block])
        lines.append("    {%d, %d, %d, %d, 0x%02x, 0x%02x, 0x%04x, %d, 0x%02x}," %
                     (offset, blocks, spread, step, t0, t1, top, add, salt))
        expected += ["    {" + ",\n".join(words(width, [x[0] for x in h], 8 if width.word == 32
                                                else 4))[5:] + "},"]
    assert all(len(x) == 8 for x in ways)
    out = ["#define SELFTEST_RANDOM %d" % random, "",
           "static const lanes_case lanes_cases[] = {"] + lines + ["};", "",
        "/* Word 0 of h after each case, in each lane. */",
           "static const word lanes_expected[][LANES_MAX] = {"] + expected + ["};", "",
           "/* All of h after the last case: words, lanes. */",
           "static const word lanes_result[8][LANES_MAX] = {"]
    for i in range(8):
        out += ["    {" + ",\n".join(words(width, [x[i] for x in h], 8 if width.word == 32 else 4))[
            5:] + "},"]
    return out + ["};"]


# ---- app/extensions/blake/tests/blake.inc ----

def c_bytes(data):
    text = ["0x%02x" % x for x in data]
    return ",\n     ".join(", ".join(text[i:i + 20]) for i in range(0, len(text), 20))


def checksum(data):
    """As in tests/rigs/checksum.h."""
    x = 0x811c9dc5
    for byte in data:
        x = (x ^ byte) * 0x01000193 & 0xffffffff
    return x


def rows(texts, number):
    return ["    " + " ".join(texts[i:i + number]) for i in range(0, len(texts), number)]


def saved(bits, message, salt):
    """A state that has taken MESSAGE, as blake.h describes it."""
    width, h = HASHES[bits]
    n, block = width.word // 8, width.block
    s = [int.from_bytes(salt[n * i:n * i + n], "big") for i in range(4)]
    whole = len(message) - len(message) % block
    for at in range(0, whole, block):
        h = width.compress(h, s, 8 * (at + block), message[at:at + block])
    t = 8 * whole
    rest = message[whole:]
    words = h + s + [t & width.mask, t >> width.word]
    body = b"blstate\x01" + bytes([block, bits // 8, len(rest), 0]) + b"".join(x.to_bytes(n, "big")
        for x in words)
    body += rest + bytes(block - len(rest))
    return body + blake(8 * width.word, body, b"blake state 1".ljust(4 * n, b"\0"))[:16]


def vectors():
    out = ["/* The function with any number of rounds, each from where the one before left h. */",
           "static const known_rounds rounds_known[] = {"]
    for width in (NARROW, WIDE):
        out.append("#if WIDTH == %d" % (8 * width.word))
        h, texts = [0] * 8, []
        for rounds in (0, 1, 2, 8, 9, 10, 11, 13, 14, 15, 16, 17, 20, 21, 33):
            t = rounds * 0x1234567 & width.mask | (rounds * 0x89abcdef & width.mask) << width.word
            h = width.compress(h, salted(width, rounds), t, pattern(width.block), rounds)
            texts.append("{%d, 0x%08x}," %
                         (rounds, checksum(b"".join(x.to_bytes(width.word // 8, "big")
                                                    for x in h))))
        out += rows(texts, 5) + ["#endif"]
    out += ["};", "", "/* Saved states of both hashes that have taken a pattern. */",
            "static const known_saved saved_known[] = {"]
    for bits in HASHES:
        width = HASHES[bits][0]
        out.append("#if WIDTH == %d" % (8 * width.word))
        for length in (0, 2 * width.block + 37):
            out.append("    {%d, %d, 0x%08x}," % (bits // 8, length, checksum(
                saved(bits, pattern(length), bytes(range(1, width.word // 2 + 1))))))
        out.append("#endif")
    return out + ["};"]


def files():
    head = ["/* SPDX-License-" "Identifier: LicenseRef-libblake2b-public-domain OR MIT */",
            "/* Generated by app/extensions/blake/blake.py. */", ""]
    return {BLAKE + "/selftest-256.inc": head + selftest(NARROW),
            BLAKE + "/selftest-512.inc": head + selftest(WIDE),
            BLAKE + "/selftest-lanes-256.inc": head + lanes_selftest(NARROW),
            BLAKE + "/selftest-lanes-512.inc": head + lanes_selftest(WIDE),
            "app/extensions/blake/tests/vectors-blake.h": head + vectors(), }


def main(arguments):
    check_known()
    failed = 0
    for name, lines in files().items():
        path, text = os.path.join(TOP, name), "\n".join(lines) + "\n"
        if arguments == ["--check"]:
            before = open(path, encoding="utf-8").read() if os.path.exists(path) else ""
            if before != text:
                print("%s is not what app/extensions/blake/blake.py writes" % name)
                failed = 1
        else:
            with open(path, "w", encoding="utf-8") as out:
                out.write(text)
    return failed


if __name__ == "__main__":
    if sys.argv[1:] not in ([], ["--check"]):
        sys.exit(__doc__.strip())
    sys.exit(main(sys.argv[1:]))
