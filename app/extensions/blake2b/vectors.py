#!/usr/bin/env python3
# SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT
"""Generates the test vectors, with Python's hashlib and a short model of RFC 7693.

    app/extensions/blake2b/vectors.py           write the generated files
    app/extensions/blake2b/vectors.py --check   fail if a generated file is not what this script writes

hashlib is an independent implementation. What it cannot compute (a compression from any state
and counter) comes from compress() below, which is first checked against hashlib.
"""
import hashlib
import os
import sys

TOP = os.path.abspath(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../.."))
MASK64 = (1 << 64) - 1

IV = [0x6A09E667F3BCC908, 0xBB67AE8584CAA73B, 0x3C6EF372FE94F82B, 0xA54FF53A5F1D36F1,
      0x510E527FADE682D1, 0x9B05688C2B3E6C1F, 0x1F83D9ABFB41BD6B, 0x5BE0CD19137E2179]

SIGMA = [[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15],
         [14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3],
         [11, 8, 12, 0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4],
         [7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8],
         [9, 0, 5, 7, 2, 4, 10, 15, 14, 1, 11, 12, 6, 8, 3, 13],
         [2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9],
         [12, 5, 1, 15, 14, 13, 4, 10, 0, 7, 6, 3, 9, 2, 8, 11],
         [13, 11, 7, 14, 12, 1, 3, 9, 5, 0, 15, 4, 8, 6, 2, 10],
         [6, 15, 14, 9, 11, 3, 0, 8, 12, 2, 13, 7, 1, 4, 10, 5],
         [10, 2, 8, 4, 7, 6, 1, 5, 15, 11, 9, 14, 3, 12, 13, 0]]


def compress(h, block, t, f0, f1, rounds=12):
    """F of RFC 7693 section 3.2: the new h."""
    m = [int.from_bytes(block[8 * i:8 * i + 8], "little") for i in range(16)]
    v = h + IV
    v[12] ^= t & MASK64
    v[13] ^= t >> 64
    v[14] ^= f0
    v[15] ^= f1

    def ror(x, n):
        return (x >> n | x << (64 - n)) & MASK64

    def g(a, b, c, d, x, y):
        v[a] = (v[a] + v[b] + x) & MASK64
        v[d] = ror(v[d] ^ v[a], 32)
        v[c] = (v[c] + v[d]) & MASK64
        v[b] = ror(v[b] ^ v[c], 24)
        v[a] = (v[a] + v[b] + y) & MASK64
        v[d] = ror(v[d] ^ v[a], 16)
        v[c] = (v[c] + v[d]) & MASK64
        v[b] = ror(v[b] ^ v[c], 63)

    for r in range(rounds):
        s = SIGMA[r % 10]
        for i in range(4):
            g(i, 4 + i, 8 + i, 12 + i, m[s[2 * i]], m[s[2 * i + 1]])
        for i in range(4):
            g(i, 4 + (i + 1) % 4, 8 + (i + 2) % 4, 12 + (i + 3) % 4, m[s[8 + 2 * i]],
              m[s[9 + 2 * i]])
    return [h[i] ^ v[i] ^ v[8 + i] for i in range(8)]


def check_compress():
    """compress() is right if a hash made of it agrees with hashlib's."""
    for length in (0, 1, 127, 128, 129, 255, 256, 257, 1000):
        for last_node in (False, True):
            message = bytes(i * 7 & 0xFF for i in range(length))
            h = list(IV)
            h[0] ^= 0x01010040
            done = 0
            while length - done > 128:
                h = compress(h, message[done:done + 128], done + 128, 0, 0)
                done += 128
            block = message[done:].ljust(128, b"\0")
            h = compress(h, block, length, MASK64, MASK64 if last_node else 0)
            digest = b"".join(x.to_bytes(8, "little") for x in h)
            assert digest == hashlib.blake2b(message, last_node=last_node).digest(), length


def c_bytes(data):
    return ", ".join("0x%02x" % x for x in data)


def selftest_input(random, ones=0):
    """What the function of this name in selftests.c makes."""
    x, out = 1, bytearray()
    for _ in range(random):
        x = (x * 5 + 113) & 0x7FFF
        out.append(0xFF if x & 0x4000 else x >> 7)
    return out + b"\xff" * ones


def selftest():
    """The kernels' start-up test; blake2b_kernels.c says how a case is run."""
    ones = 272
    pattern = selftest_input(ones, 128)
    minus = 0x100  # bytes that extend() makes words of
    cases = [  # bytes, offset, stride, t0, t1, f0, f1
        (128, 0, 128, 0, 0, 0, 0),                     # one block
        (0, 0, 128, 5, 9, 0, minus - 1),               # nothing to do
        (384, 1, 128, 127, 0, 0, 0),                   # three in a row, at an odd address
        (384, 157, -77, 5, 9, 0, 0),                   # three, strided, the last one first
        (256, 2, 0, 5, 9, 0, 0),                       # the same one twice
        (256, 0, 128, minus - 128, 0, 0, 0),           # counter: carry into its upper half
        (256, 5, 128, minus - 100, minus - 1, 0, 0),   # wrap of all 128 bits
        (256, 7, 9, minus - 1, 3, 0, minus - 1),       # last node, blocks not the last
        (256, ones - 128, 128, 1, minus - 2, 0, 0),    # carries through words; upper half kept
        (128, ones, 0, minus - 3, minus - 2, minus - 1, minus - 1),  # the same of a last block
    ]
    for i, n in enumerate((0, 1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 31, 33, 63, 64, 65, 111, 127, 128)):
        # the stride does not matter
        cases.append((n, i + 1, -i, i * 5, i, minus - 1, minus - 1 if i & 1 else 0))
    cases.append((60, 0, 0, minus - 60, 0, minus - 1, 0))           # last block: carry
    cases.append((61, 0, 0, minus - 9, minus - 1, minus - 1, 0))    # last block: wrap

    def extend(byte):
        return (0xFF if byte & 0x80 else byte & 0x40) * 0x0101010101010100 & MASK64 | byte

    out = ["/* Generated by app/extensions/blake2b/vectors.py. */", "",
           "static const selftest_case selftest_cases[] = {"]
    h = [0] * 8
    for size, offset, stride, t0, t1, f0, f1 in cases:
        t = extend(t1) << 64 | extend(t0)
        if f0:
            t = (t + size) % (1 << 128)
            block = bytes(pattern[offset:offset + size]).ljust(128, b"\0")
            h = compress(h, block, t, extend(f0), extend(f1))
        else:
            for start in (offset + stride * i for i in range(size // 128)):
                t = (t + 128) % (1 << 128)
                block = bytes(pattern[start:start + 128])
                assert len(block) == 128
                h = compress(h, block, t, 0, extend(f1))
        out.append("    {%d, %d, %d, 0x%02x, 0x%02x, 0x%02x, 0x%02x, {%s}}," %
                   (size, offset, stride, t0, t1, f0, f1, c_bytes(h[0].to_bytes(8, "little"))))
    out += ["};", "", "/* All of H after the last case. */",
            "static const unsigned char selftest_result[64] = {"]
    result = b"".join(x.to_bytes(8, "little") for x in h)
    out += ["    %s," % c_bytes(result[i:i + 16]) for i in range(0, 64, 16)]
    out += ["};", ""]
    return "\n".join(out)


def rounds_selftest():
    """The same of kernels with any number of rounds; see blake2b_rounds.c."""
    count = 23
    data = selftest_input(128 + count)
    h = [0] * 8
    for i in range(count):
        h = compress(h, data[i:i + 128], MASK64 - i | (i << 33 | i) << 64, MASK64 * (i & 1),
                     MASK64 * (i >> 1 & 1), i)
    out = ["/* Generated by app/extensions/blake2b/vectors.py. */", "",
           "#define SELFTEST_ROUNDS %d" % count, "", "/* H after them. */",
           "static const uint64_t selftest_rounds[8] = {"]
    out += ["    " + ", ".join("0x%016xu" % x for x in h[i:i + 4]) + "," for i in (0, 4)]
    return "\n".join(out + ["};", ""])


def short_selftest():
    """The same of kernels of short messages; see blake2b_short.c."""
    size, room = 255 + 3 * 128, 65
    data = selftest_input(size)
    cases = [  # groups, rest, digest, f1, whole blocks, first length, step, t0, t1
        (1, 0, 64, 0, 0, 65, 0, 0, 0),                       # alone, all alike: a byte more than
        (1, 0, 7, 0, 0, 33, 0, 0, 0),                        # fits in registers
        (1, 0, 64, 0, 0, 97, 0, 0, 0),
        (2, 0, 64, 0, 0, 1, 13, 128, 0),                     # two groups, any lengths
        (3, 37, 64, 1, 0, 0, 29, 37, 1 << 40),               # after a remainder in the first half
        (2, 64, 63, 0, 0, 3, 17, MASK64 - 128, MASK64),      # the highest counter
        (3, 127, 1, 1, 0, 0, 1, 0xFFFFFFFF, 5),              # at most one byte
        (1, 100, 63, 1, 0, 28, 25, 1 << 63, 0),              # a remainder in both halves
        (3, 0, 64, 0, 0, 128, 120, 0, 0),                    # full blocks among others
        (3, 0, 64, 0, 1, 128, 1, 0, 0),                      # longer messages: kernels of eight
        (2, 37, 3, 1, 2, 1, 9, 0xFFFFFFA5, 0),              # a carry before the last block
        (1, 100, 64, 1, 1, 1, 13, 100, 0),
        (1, 0, 1, 0, 2, 1, 0, 128, 0),
    ]
    short = next(i for i, c in enumerate(cases) if c[4])
    out = ["/* Generated by app/extensions/blake2b/vectors.py. */", "",
           "#define SELFTEST_SHORT_BYTES %d" % size, "", "typedef struct short_case {",
           "    unsigned char groups, rest, digest, f1, whole;",
           "    unsigned char first, step; /* lengths, modulo what fits */", "    uint64_t t0, t1;",
           "} short_case;", "enum { SHORT_OF_ONE_BLOCK = %d };" % short,
           "static const short_case short_cases[] = {"]
    h, results = [0] * 8, []
    for i, (groups, rest, digest, f1, whole, first, step, t0, t1) in enumerate(cases):
        out.append("    {%d, %d, %d, %d, %d, %d, %d, 0x%xu, 0x%xu}," %
                   (groups, rest, digest, f1, whole, first, step, t0, t1))
        written = []
        for j in range(8 * groups):
            fits = 129 if whole else 129 - rest
            length = (128 * whole - rest if whole else 0) + (first + step * j) % fits
            message = bytes(data[:rest] + data[61 * j & 255:][:length]).ljust(128, b"\0")
            new, t = h, t1 << 64 | t0
            for at in range(whole + 1):
                last = at == whole
                block = message[128 * at:128 * at + 128].ljust(128, b"\0")
                new = compress(new, block, t + (length if last else 128 * at + 128 - rest),
                               MASK64 * last, MASK64 * (last and f1))
            bytes_out = b"".join(w.to_bytes(8, "little") for w in new)[:digest]
            written.append((b"\x5a" * (i & 1) + bytes_out).ljust(room, b"\x5a"))
        h = list(h)
        for one in written:
            for w in range(room):
                h[w & 7] = (h[w & 7] << 13 & MASK64 | h[w & 7] >> 51) ^ one[w]
        results += h if i in (short - 1, len(cases) - 1) else []
    out += ["};", "", "/* H after those of one block, and after all. */",
            "static const uint64_t short_results[2][8] = {"]
    out += ["    %s%s%s," % ("{" * (i % 8 == 0), ", ".join("0x%016xu" % x for x in results[i:i + 4]),
                             "}" * (i % 8 > 0)) for i in range(0, 16, 4)]
    return "\n".join(out + ["};", ""])


def pattern(length, seed):
    """The bytes that tests/rigs/test.c's test_pattern() makes."""
    x = seed
    out = bytearray(length)
    for i in range(length):
        x = (x * 1664525 + 1013904223) & 0xFFFFFFFF
        out[i] = x >> 24
    return bytes(out)


MESSAGE_SEED, KEY_SEED, SALT_SEED, PERSONAL_SEED = 1, 2, 3, 4
LENGTHS = 1104

# digest, key, fanout, depth, leaf, node_offset, node_depth, inner, last_node, message
PARAMS = [
    (64, 0, 1, 1, 0, 0, 0, 0, 0, 0),
    (64, 64, 1, 1, 0, 0, 0, 0, 1, 128),
    (1, 0, 0, 1, 0, 0, 0, 0, 0, 3),
    (32, 0, 255, 1, 0, 0, 0, 0, 0, 3),
    (64, 0, 1, 2, 0x01020304, 0x0102030405060708, 0, 0, 0, 300),
    (64, 0, 4, 2, 0, 3, 0, 64, 1, 256),
    (48, 13, 4, 2, 4096, 3, 0, 64, 1, 512),
    (20, 64, 200, 17, 0xDEADBEEF, 0xFEDCBA9876543210, 99, 33, 1, 1100),
]


def blake2b(message, key=b"", **parameters):
    return hashlib.blake2b(message, key=key, **parameters).digest()


def parameter_block(digest_length, key_length=0, fanout=1, depth=1, leaf=0, offset=0, node_depth=0,
                    inner=0, salt=b"", personal=b""):
    """RFC 7693 section 2.5, BLAKE2 paper section 2.8."""
    block = bytes([digest_length, key_length, fanout, depth])
    block += leaf.to_bytes(4, "little") + offset.to_bytes(8, "little") + bytes([node_depth, inner])
    return block.ljust(32, b"\0") + salt.ljust(16, b"\0") + personal.ljust(16, b"\0")


def node(message, digest_length, key=b"", key_length=None, last_node=False, **parameters):
    """A BLAKE2b after RFC 7693, its whole 64 bytes, of a parameter block that hashlib may refuse: an
    outer digest length, a key length without a key, depth 0."""
    block = parameter_block(digest_length, len(key) if key_length is None else key_length,
                            **parameters)
    h = [IV[i] ^ int.from_bytes(block[8 * i:8 * i + 8], "little") for i in range(8)]
    if key:
        message = key.ljust(128, b"\0") + message
    done = 0
    while len(message) - done > 128:
        h = compress(h, message[done:done + 128], done + 128, 0, 0)
        done += 128
    h = compress(h, message[done:].ljust(128, b"\0"), len(message), MASK64, MASK64 if last_node
                 else 0)
    return b"".join(x.to_bytes(8, "little") for x in h)


def blake2bp(message, length=64, key=b""):
    """BLAKE2 paper section 2.10. The leaves are hashlib's where it can say them."""
    leaves = b""
    for i in range(4):
        part = b"".join(message[at:at + 128] for at in range(128 * i, len(message), 512))
        if length == 64:
            leaves += blake2b(part, key, fanout=4, depth=2, node_offset=i, inner_size=64,
                              last_node=i == 3)
        else:
            leaves += node(part, length, key, fanout=4, depth=2, offset=i, inner=64,
                           last_node=i == 3)
    if not key:
        return blake2b(leaves, digest_size=length, fanout=4, depth=2, node_depth=1, inner_size=64,
                       last_node=True)
    return node(leaves, length, key_length=len(key), fanout=4, depth=2, node_depth=1, inner=64,
                last_node=True)[:length]


UNKNOWN = 0xFFFFFFFF


def blake2xb(message, length, key=b"", outlen=UNKNOWN):
    """BLAKE2X paper section 2: the first LENGTH bytes of an output of OUTLEN."""
    root = node(message, 64, key, offset=outlen << 32)
    assert root == blake2b(message, key, node_offset=outlen << 32)
    out = b""
    while len(out) < length:
        size = 64 if outlen == UNKNOWN else min(64, outlen - len(out))
        out += node(root, size, fanout=0, depth=0, leaf=64, offset=outlen << 32 | len(out) // 64,
                    inner=64)[:size]
    return out[:length]


def check_node():
    """node() is right if it agrees with hashlib where that has an opinion."""
    for i in range(1, 60):
        message, key = pattern(i * 13, 5), pattern(64, 6)[:i * 7 % 65]
        salt, personal = pattern(i % 17, 7), pattern(i % 16, 8)
        assert node(message, i, key, None, i % 2 > 0, fanout=2 + i, depth=3 + i, leaf=4 + i << 20,
                    offset=5 + i << 50,
                    node_depth=6 + i, inner=i, salt=salt, personal=personal)[:i] == blake2b(
            message, key, digest_size=i, fanout=2 + i, depth=3 + i, leaf_size=4 + i << 20,
            node_offset=5 + i << 50,
            node_depth=6 + i, inner_size=i, last_node=i % 2 > 0, salt=salt, person=personal), i


def checksum(data):
    """As in tests/rigs/checksum.h."""
    x = 0x811C9DC5
    for byte in data:
        x = (x ^ byte) * 0x01000193 & 0xFFFFFFFF
    return x


GROUP = 16  # CHECKSUM_GROUP


def array(name, results, group=1):
    """Lines of C: the checksum of each result, or of so many together."""
    assert len(results) % group == 0
    texts = ["0x%08x," % checksum(b"".join(results[i:i + group]))
             for i in range(0, len(results), group)]
    return (["static const uint32_t vectors_%s[%d] = {" % (name, len(texts))] +
            ["    " + " ".join(texts[i:i + 8]) for i in range(0, len(texts), 8)] + ["};", ""])


def more_vectors():
    """What app/extensions/blake2b/tests/parallel.c, xof.c and compress.c expect."""
    message, key = pattern(5000, MESSAGE_SEED), pattern(64, KEY_SEED)
    out = ["/* Generated by app/extensions/blake2b/vectors.py: checksums of results. */",
           '#include "checksum.h"', ""]

    def put(name, results, group=1):
        out.extend(array(name, results, group))

    lengths = sorted({0, 1, 3000, 4095, 4096, 4097, 5000} |
                     {n + d for n in range(64, 2241, 64) for d in (-1, 0, 1)})
    out.append("static const unsigned short vectors_bp_lengths[] = {")
    out += ["    " + ", ".join(map(str, lengths[i:i + 20])) + ","
            for i in range(0, len(lengths), 20)]
    out.append("};")
    out.append("/* BLAKE2bp of so many bytes of the message. */")
    put("bp", [blake2bp(message[:n]) for n in lengths], GROUP)
    out.append("/* The same with the first n % 65 bytes of the key. */")
    put("bp_keyed", [blake2bp(message[:n], key=key[:n % 65]) for n in lengths], GROUP)
    out += ["/*", " * Digests of 1, 2, ... 64 bytes, of twenty times as many bytes; the even ones "
            "keyed with as many.", " */"]
    put("bp_digests", [blake2bp(message[:20 * n], n, key[:n if n % 2 == 0 else 0])
                       for n in range(1, 65)], GROUP)

    out += ["/*", " * BLAKE2Xb of 1, 2, ... bytes, of three times as many; the even ones keyed "
            "with the first n % 65", " * bytes.", " */"]
    put("xb", [blake2xb(message[:3 * n], n, key[:n % 65 if n % 2 == 0 else 0], n)
               for n in range(1, 209)], GROUP)
    lengths = [255, 256, 257, 511, 512, 513, 575, 576, 577, 1023, 1024, 1025, 1087, 1088, 1089,
               5000, 70000]
    out.append("static const unsigned long vectors_xb_lengths[] = {%s};" %
               ", ".join(map(str, lengths)))
    out.append("/* Of so many bytes, of the first 100 of the message. */")
    put("xb_long", [blake2xb(message[:100], n, b"", n) for n in lengths])
    out.append("/* Of a length that is not known, 3000 bytes of it; without a key, with the whole "
               "one. */")
    put("xb_unknown", [blake2xb(message[:200], 3000, k) for k in (b"", key)])

    out += ["/*", " * The compression function: 8 words, the block, the counter's 2 words, all "
            "from the message at 200",
            " * * i; f0 if bit 0 of i is set, f1 if bit 1 is; so many rounds.", " */"]
    rounds = [0, 1, 2, 9, 10, 11, 12, 12, 12, 12, 13, 19, 20, 21, 30, 100]
    out.append("static const unsigned char vectors_rounds[] = {%s};" % ", ".join(map(str, rounds)))
    results = []
    for i, n in enumerate(rounds):
        part = message[200 * i:]
        h = [int.from_bytes(part[8 * j:8 * j + 8], "little") for j in range(8)]
        t = int.from_bytes(part[192:208], "little")
        h = compress(h, part[64:192], t, MASK64 * (i & 1), MASK64 * (i >> 1 & 1), n)
        results.append(b"".join(x.to_bytes(8, "little") for x in h))
    put("compress", results)
    return "\n".join(out)


def vectors():
    """What app/extensions/blake2b/tests/vectors.c expects."""
    message = pattern(LENGTHS, MESSAGE_SEED)
    key = pattern(64, KEY_SEED)
    out = ["/* Generated by app/extensions/blake2b/vectors.py from Python's hashlib: checksums of "
           "digests. */", '#include "checksum.h"', ""]

    def put(name, digests, group=1):
        out.extend(array(name, digests, group))

    out.append("enum { VECTORS_MESSAGE_SEED = %d, VECTORS_KEY_SEED = %d, VECTORS_SALT_SEED = %d, "
               "VECTORS_PERSONAL_SEED = %d };" % (MESSAGE_SEED, KEY_SEED, SALT_SEED, PERSONAL_SEED))
    out += ["", "/* The first n bytes of the message, n = 0, 1, ... */",
            "enum { VECTORS_LENGTHS = %d };" % LENGTHS]
    put("unkeyed", [blake2b(message[:n]) for n in range(LENGTHS)], GROUP)
    out.append("/* The same with the first n % 65 bytes of the key. */")
    put("keyed", [blake2b(message[:n], key[:n % 65]) for n in range(LENGTHS)], GROUP)
    out.append("/* BLAKE2b of 300 bytes, BLAKE2bp of none, 99 bytes of BLAKE2Xb of 297. */")
    put("single", [blake2b(message[:300]), blake2bp(b""), blake2xb(message[:297], 99, b"", 99)])
    out.append("/* Digests of 1, 2, ... 64 bytes, of three times as many bytes; the even ones "
               "keyed with as many. */")
    put("digests", [blake2b(message[:3 * n], key[:n if n % 2 == 0 else 0], digest_size=n)
                    for n in range(1, 65)])

    out += ["/* Salt and personalization are 16 bytes of their patterns, from the number of the "
            "case on; in every", "   third case they are zero. */", "static const struct {",
            "    unsigned char digest, key, fanout, depth;", "    uint32_t leaf;",
            "    uint64_t node_offset;", "    unsigned char node_depth, inner, last_node;",
            "    unsigned short message;", "} vectors_params_cases[] = {"]
    salt, personal = pattern(16 + len(PARAMS), SALT_SEED), pattern(16 + len(PARAMS), PERSONAL_SEED)
    digests = []
    for i, (n, k, fanout, depth, leaf, offset, node_depth, inner, last,
            length) in enumerate(PARAMS):
        plain = i % 3 == 0
        digests.append(blake2b(message[:length], key[:k], digest_size=n, fanout=fanout, depth=depth,
                               leaf_size=leaf, node_offset=offset, node_depth=node_depth,
                               inner_size=inner, last_node=bool(last), salt=b"" if plain
                               else salt[i:i + 16], person=b"" if plain else personal[i:i + 16]))
        out.append("    {%d, %d, %d, %d, 0x%xu, 0x%xu, %d, %d, %d, %d}," %
                   (n, k, fanout, depth, leaf, offset, node_depth, inner, last, length))
    out.append("};")
    put("params", digests)
    return "\n".join(out)


def lanes_selftest():
    """The start-up test of the kernels of several lanes; blake2b_lanes.c says how a case is run."""
    ones = 768
    data = selftest_input(ones, 160)
    lanes = 16
    minus = 0x100  # signed bytes
    cases = [  # offset, blocks, stride, spread, t0, t1, top, add, f0, f1
        (231, 4, -77, 27, 79, 0, 0x2FA5, -39, 0, 0),  # strided, the last one first
        (0, 2, 0, 53, minus - 31, minus - 1, 0x7782, 153, 0xFFFF, 0),  # twice the same
        (200, 1, 128, 27, minus - 94, 0x7F, 0xABF9, 249, 0, 0xFF0F),
        # words of ones
        (ones, 1, 0, 2, 107, minus - 2, 0xD05A, -179, 0xD18E, 0x4BD8),
        (ones - 24, 1, 7, 3, minus - 14, minus - 2, 0x544D, 245, 0x2E71, 0xB427),
        # far apart: in one of the two, addresses of any two lanes differ in more than a byte
        (3, 1, -2, 45, 101, 0x33, 0x2878, 203, 0xFFFF, 0xFFFF),
        (117, 1, 0, 45, 109, 0x44, 0x9BCF, 90, 0x695A, 0x3CC3),
    ]
    # every way to carry, or not: the highest bits of the counter's first word before and after
    ways = [set() for _ in range(lanes)]

    def extend(byte):
        return byte | (MASK64 ^ 0xFF if byte & 0x80 else 0)

    h = [[0] * 8 for _ in range(lanes)]
    for offset, blocks, stride, spread, t0, t1, top, add, f0, f1 in cases:
        for j in range(lanes):
            t = (extend(t1) - j & MASK64) << 64 | (extend(t0) - j & MASK64) ^ (top >> j & 1) << 63
            for k in range(blocks):
                before, t = t, (t + (add - j & MASK64)) % (1 << 128)
                ways[j].add((before >> 63 & 1, add < j, t >> 63 & 1))
                start = offset + spread * (5 * j % 16) + k * stride
                block = bytes(data[start:start + 128])
                assert len(block) == 128
                h[j] = compress(h[j], block, t, MASK64 * (f0 >> j & 1), MASK64 * (f1 >> j & 1))
    assert all(len(x) == 8 for x in ways)

    def table(declaration, rows):
        out.append("")
        out.append(declaration)
        for row in rows:
            out.append("    {" + ",\n     ".join(", ".join("0x%016xu" % w for w in row[i:i + 4])
                                                 for i in range(0, lanes, 4)) + "},")
        out.append("};")

    out = ["/* Generated by app/extensions/blake2b/vectors.py. */", "",
           "static const lanes_case lanes_cases[] = {"]
    out += ["    {%d, %d, %d, %d, 0x%02x, 0x%02x, 0x%04x, %d, 0x%04x, 0x%04x}," % case
            for case in cases]
    out.append("};")
    table("/* All of H after the last case: words, lanes. */\nstatic const uint64_t "
          "lanes_result[8][16] = {", [[h[j][w] for j in range(lanes)] for w in range(8)])
    out.append("")
    return "\n".join(out)


def running(message, **parameters):
    """The state of a BLAKE2b in progress as saved states have it: buffered, chained value and counter and buffer."""
    block = parameter_block(**parameters)
    h = [IV[i] ^ int.from_bytes(block[8 * i:8 * i + 8], "little") for i in range(8)]
    done = 0
    while len(message) - done > 128:
        h = compress(h, message[done:done + 128], done + 128, 0, 0)
        done += 128
    return (len(message) - done,
            b"".join(x.to_bytes(8, "little") for x in h) + done.to_bytes(16, "little") +
            message[done:].ljust(128, b"\0"))


def saved(kind, *parts):
    """blake2b.h, "saved states"."""
    data = b"b2state" + bytes([1, kind]) + b"".join(bytes([x]) if isinstance(x, int) else x
                                                    for x in parts)
    return data + blake2b(data, digest_size=16, person=b"blake2b state 1")


def saved_vectors():
    """What app/extensions/blake2b/tests/saved.c expects."""
    message, key = pattern(5000, MESSAGE_SEED), pattern(64, KEY_SEED)
    out = ["/* Generated by app/extensions/blake2b/vectors.py: checksums of saved states. */",
           '#include "checksum.h"', "", "typedef struct saved_vector {",
           "    unsigned kind;      /* as in the format */",
           "    unsigned long digest, key, message, squeezed; /* digest: of BLAKE2Xb the length of "
           "all output, 0 if unknown */", "    int last_node;", "    uint32_t saved;",
           "} saved_vector;", "", "static const saved_vector vectors_saved[] = {"]

    def put(kind, digest, keylen, length, squeezed, last_node, data):
        out.append("    {%d, %d, %d, %d, %d, %d, 0x%08x}," %
                   (kind, digest, keylen, length, squeezed, last_node, checksum(data)))

    def input_of(keylen, length):
        return (key[:keylen].ljust(128, b"\0") if keylen else b"") + message[:length]

    for digest, keylen, length, last_node in ((64, 0, 0, 0), (64, 0, 3, 1), (32, 17, 0, 0),
                                              (1, 64, 300, 1), (48, 0, 128, 0),
                                              (64, 0, 129, 0), (20, 0, 5000, 0)):
        buffered, state = running(input_of(keylen, length), digest_length=digest, key_length=keylen)
        put(1, digest, keylen, length, 0, last_node, saved(1, digest, last_node, buffered, state))
    for digest, keylen, length in ((64, 0, 0), (32, 5, 384), (64, 0, 896), (64, 0, 897),
                                   (7, 64, 5000)):
        whole = (key[:keylen].ljust(128, b"\0") * 4 if keylen else b"") + message[:length]
        # A stripe is compressed when the next one has a byte for the last leaf.
        stripes = max(0, -(-(len(whole) - 896) // 512))
        leaves = b""
        for j in range(4):
            part = b"".join(whole[at:at + 128] for at in range(128 * j, 512 * stripes, 512))
            # running() keeps a last block, so append one for it to keep
            leaves += running(part + b"\0" * (128 if part else 0), digest_length=digest,
                              key_length=keylen, fanout=4, depth=2,
                              offset=j, inner=64)[1][:80]
        rest = whole[512 * stripes:]
        put(2, digest, keylen, length, 0, 0,
            saved(2, digest, keylen, 0, len(rest).to_bytes(2, "little"), leaves,
                  rest.ljust(896, b"\0")))
    for outlen, keylen, length in ((64, 0, 0), (1000, 32, 200), (0, 0, 77)):
        total = outlen or UNKNOWN
        buffered, state = running(input_of(keylen, length), digest_length=64, key_length=keylen,
                                  offset=total << 32)
        words = [x.to_bytes(4, "little") for x in (total, total, 0)]
        put(3, outlen, keylen, length, 0, 0, saved(3, 0, 0, buffered, *words, state))
    for outlen, squeezed in ((100, 0), (100, 10), (100, 70), (100, 100), (5000, 128), (0, 0),
                             (0, 640), (0, 65)):
        total = outlen or UNKNOWN
        root = node(message[:200], 64, key, offset=total << 32)
        number, kept, last = -(-squeezed // 64), 0, b""
        if squeezed % 64:
            size = min(64, total - 64 * (number - 1)) if outlen else 64
            last = node(root, size, fanout=0, depth=0, leaf=64, offset=total << 32 | number - 1,
                        inner=64)[:size]
            kept = size - squeezed % 64
        left = total - squeezed if outlen else UNKNOWN
        if not left:
            root = bytes(64)
        words = [x.to_bytes(4, "little") for x in (total, left, number)]
        put(4, outlen, 64, 200, squeezed, 0,
            saved(4, 0, kept, 0, *words, root, last[len(last) - kept:].rjust(64, b"\0"), bytes(80)))
    return "\n".join(out + ["};", ""])


GENERATED = {"app/extensions/blake2b/selftest-lanes.inc": lanes_selftest,
             "app/extensions/blake2b/selftest-rounds.inc": rounds_selftest,
             "app/extensions/blake2b/selftest-short.inc": short_selftest,
             "app/extensions/blake2b/selftest.inc": selftest,
             "app/extensions/blake2b/tests/vectors.h": vectors,
             "app/extensions/blake2b/tests/vectors-more.h": more_vectors,
             "app/extensions/blake2b/tests/vectors-saved.h": saved_vectors, }


# What C files begin with; JSON has no comments.
LICENSE = "/* SPDX-License-" "Identifier: LicenseRef-libblake2b-public-domain OR MIT */\n"


def main(generated):
    """Writes these files, or compares them; the models are checked first."""
    program = os.path.relpath(os.path.abspath(sys.argv[0]), TOP)
    if sys.argv[1:] not in ([], ["--check"]):
        sys.exit("usage: %s [--check]" % program)
    check_compress()
    check_node()
    stale = []
    for name, make in generated.items():
        path = os.path.join(TOP, name)
        text = ("" if name.endswith(".json") else LICENSE) + make()
        if sys.argv[1:]:
            if not os.path.exists(path) or open(path).read() != text:
                stale.append(name)
        else:
            with open(path, "w") as f:
                f.write(text)
    if stale:
        sys.exit("not what %s writes: %s" % (program, " ".join(stale)))


if __name__ == "__main__":
    main(GENERATED)
