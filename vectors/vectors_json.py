#!/usr/bin/env python3
# SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT
"""Makes vectors/*.json, the test vectors for others; vectors/README.md says what is in them.

    vectors/vectors_json.py           write the files
    vectors/vectors_json.py --check   fail if a file is not what this script writes

The digests are those of vectors.py: Python's hashlib, and its page of plain Python.
"""
import json
import os
import sys

sys.dont_write_bytecode = True
for extension in ("blake", "blake2b"):
    sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../app/extensions",
                                    extension))
import blake as finalist  # noqa: E402
import vectors  # noqa: E402
from vectors import IV, MASK64, blake2b, blake2bp, blake2xb, compress, node, parameter_block, pattern  # noqa: E402

GENERATOR_VERSION = "1"
LIMIT = 300  # a longer message is written as its beginning, if that repeats itself
UNIT = 251   # ... after so many bytes: no multiple of it is one of a block until 251 blocks

FLAGS = {
    "CounterOfPadding": "BLAKE: a last block without message bits was given the message's length "
    "for a counter.",
    "EarlierRounds": "BLAKE: the rounds of the version before the final one, 10 and 14.",
    "LastBit": "BLAKE: the 1 bit before the length that 256 and 512 have, and 224 and 384 have "
    "not, was wrong.",
    "SaltMissing": "The salt was left out.",
    "ExtraBlock": "A message of whole blocks was given an empty last block.",
    "FlippedBit": "One bit of the digest is wrong.",
    "KeyInRoot": "The key was put before the root's input as well as before the leaves'.",
    "KeyLengthMissing": "The key length in the parameter block is 0.",
    "KeyPrepended": "The key was put before the message without a block of its own.",
    "LastNodeMissing": "The finalization flag f1 was not set.",
    "LengthMissing": "The output length in the parameter block is 0.",
    "NodeOffset32": "The upper half of the node offset was lost.",
    "Parameters": "Out of range: no digest; an implementation has to refuse.",
    "SaltSwapped": "Salt and personalization were exchanged.",
    "Encoding": "EIP-152: not 213 bytes, or a final flag that is neither 0 nor 1; an "
    "implementation has to refuse.",
    "Slow": "Takes a minute or more in a fast implementation.",
    "Truncated": "A longer digest was cut off.",
}

BLOCK_LENGTHS = [n for b in range(1, 10) for n in (128 * b - 1, 128 * b, 128 * b + 1)]
WORD_LENGTHS = [0, 1, 2, 3, 7, 8, 9, 15, 16, 17, 31, 32, 33, 63, 64, 65, 95, 96, 97, 111, 112, 113,
                119, 120, 121]
LONG_LENGTHS = [n + d for n in (2048, 4096, 8192, 65536, 1 << 20) for d in (-1, 0, 1)]


def counting(length):
    return bytes(i % UNIT for i in range(length))


def message_fields(message):
    if len(message) > LIMIT and message == (message[:UNIT] *
                                            (len(message) // UNIT + 1))[:len(message)]:
        return {"msg": message[:UNIT].hex(), "msgLength": len(message)}
    return {"msg": message.hex()}


class File:
    """The text of one file, a test a line."""

    def __init__(self, algorithm, *header):
        self.algorithm, self.header, self.groups, self.flags, self.count = algorithm, header, [], set(), 0
        self.there = set()

    def group(self, kind, comment):
        self.groups.append((kind, comment, []))

    def add(self, fields, comment="", flags=(), result="valid"):
        # Where two groups meet, one of them has it.
        if str((fields, result)) in self.there:
            return
        self.there.add(str((fields, result)))
        self.count += 1
        self.flags.update(flags)
        test = {"tcId": self.count, "comment": comment, "flags": list(flags)}
        test.update(fields)
        test["result"] = result
        self.groups[-1][2].append(test)

    def text(self):
        notes = {flag: FLAGS[flag] for flag in sorted(self.flags)}
        head = {"algorithm": self.algorithm, "schema": "schema.json",
                "generatorVersion": GENERATOR_VERSION, "numberOfTests": self.count,
                "header": self.header, "notes": notes}
        groups = ",\n".join('{"type": %s, "comment": %s, "tests": [\n%s]}' % (
            json.dumps(kind), json.dumps(comment), ",\n".join(json.dumps(test) for test in tests))
            for kind, comment, tests in self.groups)
        return '%s, "testGroups": [\n%s]}\n' % (json.dumps(head)[:-1], groups)


def flipped(digest, bit):
    return (int.from_bytes(digest, "little") ^ 1 << bit).to_bytes(len(digest), "little")


def keyed_fields(message, key, size, digest):
    fields = message_fields(message)
    fields.update(key=key.hex(), digestSize=size, digest=digest.hex())
    return fields


def wrong_digests(f, right, add):
    """What a check of digests must see, at both ends."""
    f.group("InvalidTest", "digests with one wrong bit")
    for bit in (0, 7, 8 * len(right) // 2, 8 * len(right) - 1):
        add(flipped(right, bit), "bit %d" % bit, ["FlippedBit"])


def plain():
    f = File("BLAKE2b", "BLAKE2b (RFC 7693), sequential: messages, keys, digest lengths.")

    def add(message, key=b"", size=64, comment=""):
        f.add(keyed_fields(message, key, size, blake2b(message, key, digest_size=size)), comment)

    f.group("HashTest", "the example of RFC 7693, appendix A")
    add(b"abc", comment="abc")
    f.group("HashTest", "message lengths around those of words, blocks, and several blocks")
    for n in WORD_LENGTHS + BLOCK_LENGTHS + LONG_LENGTHS:
        add(counting(n))
    f.group("HashTest", "messages of one repeated byte")
    for byte in (0x00, 0x80, 0xFF):
        for n in (1, 64, 127, 128, 129, 256):
            add(bytes([byte]) * n)
    f.group("HashTest", "digest lengths")
    for size in range(1, 64):
        for n in (0, 3 * size, 128):
            add(pattern(n, size), size=size)
    f.group("MacTest", "key lengths")
    for k in range(1, 65):
        for n in (0, 1, 127, 128, 129):
            add(pattern(n, 100 + k), counting(k))
    f.group("MacTest", "whole keys, message lengths")
    for n in sorted(set(WORD_LENGTHS + BLOCK_LENGTHS) - {0, 1, 127, 128, 129}) + LONG_LENGTHS:
        add(counting(n), counting(64))
    f.group("MacTest", "keys of one repeated byte: not the same as a shorter key, or as none")
    for k in (1, 32, 64):
        for byte in (0x00, 0xFF):
            add(b"", bytes([byte]) * k)
            add(bytes(128), bytes([byte]) * k)
    f.group("MacTest", "digest lengths with keys")
    for size in range(1, 64):
        add(pattern(2 * size, 200 + size), pattern(1 + size * 37 % 64, 300 + size), size=size)

    message, key = pattern(200, 5), pattern(32, 6)

    def wrong(digest, comment="", flags=(), message=message, key=key):
        f.add(keyed_fields(message, key, len(digest), digest), comment, flags, "invalid")

    wrong_digests(f, blake2b(message, key), wrong)
    f.group("InvalidTest", "digests of mistaken implementations")
    for size in (20, 32, 48):
        wrong(blake2b(message, key)[:size], flags=["Truncated"])
        wrong(blake2b(message)[:size], flags=["Truncated"], key=b"")
    for k in (1, 32, 64):
        for text in (b"", message):
            wrong(node(text, 64, counting(k), 0), "", ["KeyLengthMissing"], text, counting(k))
            wrong(blake2b(counting(k) + text), "", ["KeyPrepended"], text, counting(k))
    for n in (128, 256, 512):
        # hashed as n + 128 bytes, the counter of the last block set back
        h = list(IV)
        h[0] ^= 0x01010040
        for at in range(0, n, 128):
            h = compress(h, counting(n)[at:at + 128], at + 128, 0, 0)
        h = compress(h, bytes(128), n, MASK64, 0)
        wrong(b"".join(x.to_bytes(8, "little") for x in h), "", ["ExtraBlock"], counting(n), b"")
    f.group("InvalidTest", "lengths that there are not")
    for key, size in ((b"", 0), (b"", 65), (b"", 256), (counting(65), 64), (counting(255), 64),
                      (counting(256), 64)):
        f.add(keyed_fields(b"abc", key, size, b""), "", ["Parameters"], "invalid")
    return f


def with_parameters():
    f = File("BLAKE2b", "BLAKE2b with all parameters: BLAKE2 paper section 2.8, RFC 7693 section "
             "2.5.",
             "nodeOffset is a number of 64 bits in hexadecimal, its most significant digit first.",
             "parameterBlock is what these parameters become; the key and lastNode come beside it.")
    defaults = dict(key=b"", size=64, salt=b"", personal=b"", fanout=1, depth=1, leaf=0, offset=0,
                    node_depth=0, inner=0, last=False)

    def fields(message, digest=None, block=True, **changes):
        p = dict(defaults, **changes)
        tree = {name: p[name] for name in ("fanout", "depth", "leaf", "offset", "node_depth",
                                           "inner")}
        if digest is None:
            digest = node(message, p["size"], p["key"], last_node=p["last"], salt=p["salt"],
                          personal=p["personal"], **tree)[:p["size"]]
            assert digest == blake2b(message, p["key"], digest_size=p["size"], salt=p["salt"],
                                     person=p["personal"], fanout=p["fanout"], depth=p["depth"],
                                     leaf_size=p["leaf"], node_offset=p["offset"],
                                     node_depth=p["node_depth"], inner_size=p["inner"],
                                     last_node=p["last"])
        made = keyed_fields(message, p["key"], p["size"], digest)
        made.pop("digest")
        if block:
            block = parameter_block(p["size"], len(p["key"]), salt=p["salt"],
                                    personal=p["personal"], **tree).hex()
        made.update(salt=p["salt"].ljust(16, b"\0").hex(),
                    personal=p["personal"].ljust(16, b"\0").hex(),
                    fanout=p["fanout"], depth=p["depth"], leafLength=p["leaf"],
                    nodeOffset="%016x" % p["offset"],
                    nodeDepth=p["node_depth"], innerLength=p["inner"], lastNode=p["last"],
                    parameterBlock=block or "", digest=digest.hex())
        return made

    def add(message, comment="", **changes):
        f.add(fields(message, **changes), comment)

    f.group("ParametersTest", "salt and personalization")
    for n in (0, 3, 128, 129):
        add(counting(n), salt=counting(16))
        add(counting(n), personal=counting(16))
        add(counting(n), salt=counting(16), personal=pattern(16, 4))
        add(counting(n), salt=pattern(16, 3), personal=pattern(16, 4), key=counting(32), size=32)
    for i in range(16):
        add(b"abc", "byte %d of the salt" % i, salt=bytes(i) + b"\x80")
        add(b"abc", "byte %d of the personalization" % i, personal=bytes(i) + b"\x01")
    f.group("ParametersTest", "one parameter after the other")
    for name, values in (("fanout", (0, 2, 127, 128, 255)), ("depth", (2, 127, 128, 255)),
                         ("leaf", [1 << i for i in range(0, 32, 5)]
                          + [4096, 0x01020304, 0xFFFFFFFF]),
                         ("offset", [1 << i for i in range(0, 64, 7)] +
                          [0xFFFFFFFF, 1 << 32, 0x0102030405060708, (1 << 53) + 1, MASK64]),
                         ("node_depth", (1, 2, 127, 128, 255)), ("inner", (1, 32, 63, 64))):
        for value in values:
            add(pattern(131, 9), name.replace("_", " "), **{name: value})
    f.group("ParametersTest", "the flag of the last node, at every end of a message")
    for key in (b"", counting(1), counting(64)):
        for n in (0, 1, 127, 128, 129, 255, 256, 257):
            add(counting(n), key=key, last=True)
    f.group("ParametersTest", "the nodes of a BLAKE2bp of 1000 bytes without a key")
    message, leaves = counting(1000), b""
    for i in range(4):
        part = b"".join(message[at:at + 128] for at in range(128 * i, 1000, 512))
        made = fields(part, fanout=4, depth=2, offset=i, inner=64, last=i == 3)
        f.add(made, "leaf %d" % i)
        leaves += bytes.fromhex(made["digest"])
    root = fields(leaves, fanout=4, depth=2, node_depth=1, inner=64, last=True)
    assert root["digest"] == blake2bp(message).hex()
    f.add(root, "root")
    f.group("ParametersTest", "all at once")
    for i in range(120):
        r = pattern(64, 1000 + i)
        size, k, n = 1 + r[0] % 64, r[1] % 65 if r[2] & 1 else 0, r[3] | (r[4] & 1) << 5
        add(pattern(n, 2000 + i), size=size, key=pattern(k, 3000 + i), fanout=r[5], depth=r[6] or 1,
            leaf=int.from_bytes(r[8:12], "little"), offset=int.from_bytes(r[12:20], "little"),
            node_depth=r[7],
            inner=r[20] % 65, last=bool(r[21] & 1), salt=r[22:38], personal=r[38:54])

    f.group("InvalidTest", "digests of mistaken implementations")

    def wrong(flag, message, made_with, said):
        f.add(fields(message, bytes.fromhex(fields(message, **made_with)["digest"]), **said), "",
              [flag], "invalid")

    for n in (0, 128, 200):
        wrong("LastNodeMissing", pattern(n, 5), dict(), dict(last=True))
        wrong("SaltSwapped", pattern(n, 5), dict(salt=counting(16), personal=pattern(16, 4)),
              dict(personal=counting(16), salt=pattern(16, 4)))
        wrong("NodeOffset32", pattern(n, 5), dict(offset=7), dict(offset=7 << 32 | 7))
    f.group("InvalidTest", "parameters out of their ranges")
    for changes in (dict(size=0), dict(size=65), dict(key=counting(65)), dict(fanout=256),
                    dict(depth=0), dict(depth=256), dict(node_depth=256), dict(inner=65)):
        f.add(fields(b"abc", b"", block=False, **changes), "", ["Parameters"], "invalid")
    return f


def parallel():
    f = File("BLAKE2bp", "BLAKE2bp: BLAKE2 paper section 2.10, four leaves.")

    def add(message, key=b"", size=64):
        f.add(keyed_fields(message, key, size, blake2bp(message, size, key)))

    stripes = [n + d for n in (512, 1024, 1536, 2048, 2560, 4096, 4608, 8192) for d in (-1, 0, 1)]
    f.group("HashTest", "message lengths around those of blocks, and of a block for each leaf")
    for n in sorted(set(WORD_LENGTHS + BLOCK_LENGTHS + stripes)):
        add(counting(n))
    f.group("MacTest", "key lengths")
    for k in range(1, 65):
        for n in (0, 129 + k):
            add(pattern(n, 100 + k), counting(k))
    f.group("MacTest", "whole keys, message lengths")
    for n in [1, 64, 127, 128, 255, 256, 257, 383, 384, 385] + stripes:
        add(counting(n), counting(64))
    f.group("HashTest", "digest lengths")
    for size in range(1, 64):
        add(pattern(4 * size, size), size=size)
    f.group("MacTest", "digest lengths with keys")
    for size in range(1, 64):
        add(pattern(3 * size, 200 + size), pattern(1 + size * 37 % 64, 300 + size), size)

    message = pattern(200, 5)

    def wrong(digest, comment="", flags=(), key=b""):
        f.add(keyed_fields(message, key, len(digest), digest), comment, flags, "invalid")

    wrong_digests(f, blake2bp(message), wrong)
    f.group("InvalidTest", "digests of mistaken implementations")
    for key in (b"", counting(32)):
        tree = dict(fanout=4, depth=2, inner=64)
        for flag, leaf_last, root_last, root_key, root_key_length in (
                ("LastNodeMissing", False, True, b"", len(key)),
                ("LastNodeMissing", True, False, b"", len(key)),
                ("KeyLengthMissing", True, True, b"", 0), ("KeyInRoot", True, True, key, len(key))):
            if key or flag == "LastNodeMissing":
                leaves = b"".join(node(message[128 * i:128 * i + 128], 64, key, offset=i,
                                       last_node=leaf_last and i == 3, **tree) for i in range(4))
                wrong(node(leaves, 64, root_key, root_key_length, root_last, node_depth=1, **tree),
                      "", [flag], key)
    wrong(blake2bp(message)[:32], flags=["Truncated"])
    wrong(blake2b(message), "BLAKE2b's digest")
    f.group("InvalidTest", "lengths that there are not")
    for key, size in ((b"", 0), (b"", 65), (counting(65), 64)):
        f.add(keyed_fields(b"abc", key, size, b""), "", ["Parameters"], "invalid")
    return f


def endless():
    unknown = vectors.UNKNOWN
    f = File("BLAKE2Xb", "BLAKE2Xb: BLAKE2X paper section 2.",
             "xofLength is the length of the output, a part of the hash; 4294967295 stands for "
             "unknown.",
             "digest is the output's beginning; all of it, where it has xofLength bytes.")

    def fields(message, key, length, out):
        made = message_fields(message)
        made.update(key=key.hex(), xofLength=length, digest=out.hex())
        return made

    def add(message, key=b"", length=64, given=None):
        f.add(fields(message, key, length, blake2xb(message, length if given is None else given,
                                                    key, length)))

    lengths = [1, 2, 3, 7, 8, 9, 31, 32, 33] + [64 * b + d for b in range(1, 10)
                                                for d in (-1, 0, 1)]
    f.group("XofTest", "output lengths")
    for n in lengths + [1023, 1024, 1025, 2000]:
        add(pattern(n % 200, 1), length=n)
    f.group("XofTest", "message lengths")
    for n in WORD_LENGTHS + BLOCK_LENGTHS:
        add(counting(n), length=65)
    f.group("XofTest", "key lengths")
    for k in range(1, 65):
        add(pattern(k * 5, 100 + k), counting(k), 100)
    f.group("XofTest", "unknown lengths")
    for n in (0, 1, 127, 128, 129, 200):
        add(counting(n), length=unknown, given=300)
        add(counting(n), counting(64), unknown, 65)
    add(b"abc", length=unknown, given=2000)
    f.group("XofTest", "long outputs, of which the beginning is given")
    for length in (65535, 65536, 1 << 24, 1 << 31, unknown - 2, unknown - 1):
        add(b"abc", length=length, given=130)
        add(b"abc", counting(32), length, 130)

    message, key = pattern(200, 5), counting(32)
    f.group("InvalidTest", "digests of mistaken implementations")

    def wrong(out, flag, key=key, comment="", length=None):
        f.add(fields(message, key, length or len(out), out), comment, [flag], "invalid")

    for bit in (0, 799):
        wrong(flipped(blake2xb(message, 100, key, 100), bit), "FlippedBit", comment="bit %d" % bit)
    wrong(blake2xb(message, 100, key), "LengthMissing", comment="that of an unknown length")
    wrong(blake2xb(message, 100, key, 200), "Truncated")
    wrong(blake2xb(message, 64, key, 64)[:32], "Truncated")

    def expanded(root):
        return b"".join(node(root, size, fanout=0, depth=0, leaf=64, offset=100 << 32 | i,
                             inner=64)[:size] for i, size in enumerate((64, 36)))

    wrong(expanded(blake2b(message, key)), "LengthMissing", comment="of the root")
    wrong(expanded(node(message, 64, key, 0, offset=100 << 32)), "KeyLengthMissing")
    f.group("InvalidTest", "lengths that there are not")
    for key, length in ((b"", 0), (counting(65), 64)):
        f.add(fields(b"abc", key, length, b""), "", ["Parameters"], "invalid")
    return f


# No Python waits for 2^32 - 1 rounds. This is what EIP-152 says (test vector 8); a C program of F
# with the tables of vectors.py says so too, and the library (tests/rigs/data.c).
ALL_ROUNDS = bytes.fromhex("fc59093aafa9ab43daae0e914c57635c5402d8e3d2130eb9b3cc181de7f0ecf9"
                           "b22bf99a7815ce16419e200e01846e6b5df8cc7703041bbceb571de6631d2615")


def compression():
    f = File("BLAKE2b-F",
             "The compression function F of BLAKE2b, RFC 7693 section 3.2, with any number of "
             "rounds.",
             "h, m, t and digest are words of 8 bytes, little-endian, one after the other.",
             "input is EIP-152's: rounds (4 bytes, big-endian), h, m, t, final flag.")

    def words(data):
        return [int.from_bytes(data[i:i + 8], "little") for i in range(0, len(data), 8)]

    def result(rounds, h, m, t, last, last_node=False):
        out = compress(words(h), m, int.from_bytes(t, "little"), MASK64 * last, MASK64 * last_node,
                       rounds)
        return b"".join(x.to_bytes(8, "little") for x in out)

    abc = words(parameter_block(64))
    abc = b"".join((IV[i] ^ abc[i]).to_bytes(8, "little") for i in range(8))
    m, t = b"abc".ljust(128, b"\0"), bytes([3]).ljust(16, b"\0")
    assert result(12, abc, m, t, True) == blake2b(b"abc")

    def eip(rounds, last, out, comment, flags=(), result="valid", cut=213):
        data = rounds.to_bytes(4, "big") + abc + m + t + bytes([last, 1])
        f.add({"input": data[:cut].hex(), "digest": out.hex()}, comment, flags, result)

    f.group("Eip152Test", "the test vectors of EIP-152")
    eip(12, 1, b"", "test vector 0", ["Encoding"], "invalid", 0)
    eip(12, 1, b"", "test vector 1", ["Encoding"], "invalid", 212)
    eip(12, 1, b"", "test vector 2", ["Encoding"], "invalid", 214)
    eip(12, 2, b"", "test vector 3", ["Encoding"], "invalid")
    for number, rounds, last in ((4, 0, 1), (5, 12, 1), (6, 12, 0), (7, 1, 1)):
        eip(rounds, last, result(rounds, abc, m, t, last), "test vector %d" % number)
    eip(0xFFFFFFFF, 1, ALL_ROUNDS, "test vector 8", ["Slow"])

    def fields(rounds, h, m, t, last, last_node, out):
        return {"rounds": rounds, "h": h.hex(), "m": m.hex(), "t": t.hex(), "last": bool(last),
                "lastNode": bool(last_node), "digest": out.hex()}

    def add(rounds, h, m, t, last, last_node, comment=""):
        f.add(fields(rounds, h, m, t, last, last_node, result(rounds, h, m, t, last, last_node)),
              comment)

    f.group("CompressTest", "rounds")
    for i, rounds in enumerate([0, 1] + list(range(2, 25))
                               + [29, 30, 31, 99, 100, 101, 255, 256, 257, 1000, 4096]):
        part = pattern(208, 400 + i)
        add(rounds, part[:64], part[64:192], part[192:], i & 1, i >> 1 & 1)
    add(0xFFFF, abc, m, t, True, False)
    f.group("CompressTest", "twelve rounds: counters and flags")
    for i, count in enumerate((0, 1, 127, 128, MASK64 - 127, MASK64, MASK64 + 1, MASK64 << 64,
                               (1 << 128) - 1)):
        for flags in range(4):
            part = pattern(192, 500 + i)
            add(12, part[:64], part[64:], count.to_bytes(16, "little"), flags & 1, flags >> 1)
    f.group("CompressTest", "twelve rounds: every word of the message and of the state on its own")
    for i in range(16):
        add(12, bytes(64), (bytes(8 * i) + bytes([1] * 7 + [0x80])).ljust(128, b"\0"), bytes(16),
            False, False)
    for i in range(8):
        add(12, (bytes(8 * i) + bytes([1] * 7 + [0x80])).ljust(64, b"\0"), bytes(128), bytes(16),
            False, False)
    add(12, b"\xff" * 64, b"\xff" * 128, b"\xff" * 16, True, True, "all bits")

    f.group("InvalidTest", "results of mistaken implementations")
    part = pattern(208, 600)
    h, m, t = part[:64], part[64:192], part[192:]
    for rounds, said in ((10, 12), (11, 12), (13, 12), (16, 12)):
        f.add(fields(said, h, m, t, 1, 0, result(rounds, h, m, t, 1)), "%d rounds" % rounds, [],
              "invalid")
    f.add(fields(12, h, m, t, 1, 1, result(12, h, m, t, 1)), "", ["LastNodeMissing"], "invalid")
    return f


def blake_of_sha3():
    f = File("BLAKE", "BLAKE-224, -256, -384 and -512 (SHA-3 proposal BLAKE, version 1.4), by "
             "digestSize; an empty salt means none.")

    def add(bits, message, salt=b"", digest=None, comment="", flags=()):
        fields = message_fields(message)
        fields.update(salt=salt.hex(), digestSize=bits // 8,
                      digest=(digest or finalist.blake(bits, message, salt)).hex())
        f.add(fields, comment, flags, "invalid" if flags else "valid")

    for bits in finalist.HASHES:
        block = 64 if bits < 300 else 128
        salt = bytes(range(1, block // 4 + 1))
        f.group("HashTest", "BLAKE-%d: the authors' messages, zeros, and a text" % bits)
        for zeros in (1, 72 if block == 64 else 144):
            add(bits, bytes(zeros))
        add(bits, b"abc")
        f.group("HashTest", "BLAKE-%d: lengths about its blocks and paddings" % bits)
        for n in sorted(set([0, 1, 2, 3, 7, 8] + [k * block + d for k in range(3) for d in (
                -2, -1, 0, 1, 2, block * 7 // 8 - 2, block * 7 // 8 - 1, block * 7 // 8,
                block * 7 // 8 + 1) if k * block + d > 0])):
            add(bits, counting(n))
        for n in (1000, 4095, 4096, 4097):
            add(bits, counting(n))
        f.group("HashTest", "BLAKE-%d: with salt" % bits)
        for n in (0, 1, block - 1, block, 3 * block + 5):
            for s in (salt, bytes(len(salt) - 1) + b"\1", b"\x80" + bytes(len(salt) - 1),
                      b"\xff" * len(salt)):
                add(bits, counting(n), s)
        f.group("InvalidTest", "BLAKE-%d: what others get wrong" % bits)
        message = counting(block + 9)
        right = finalist.blake(bits, message)
        for bit in (0, 7, bits // 2, bits - 1):
            add(bits, message, digest=flipped(right, bit), comment="bit %d" % bit,
                flags=["FlippedBit"])
        add(bits, message, digest=finalist.blake(bits, message, rounds=10 if block == 64 else 14),
            flags=["EarlierRounds"])
        add(bits, message, digest=finalist.blake(bits, message, last_bit=bits not in (256, 512)),
            flags=["LastBit"])
        add(bits, message, salt, digest=right, flags=["SaltMissing"])
        for n in (block, block - 1, 2 * block + block * 7 // 8):
            add(bits, counting(n), digest=finalist.blake(bits, counting(n), idle_counter=8),
                flags=["CounterOfPadding"])
        if bits in (224, 384):
            longer = {224: 256, 384: 512}[bits]
            add(bits, message, digest=finalist.blake(longer, message)[:bits // 8],
                flags=["Truncated"])
    return f


def index(files):
    entries = [json.dumps({"file": name, "algorithm": f.algorithm, "about": f.header[0],
                           "numberOfTests": f.count,
                           "types": sorted({kind for kind, _, _ in f.groups}),
                           "blake2b": blake2b(f.text().encode()).hex()})
               for name, f in files.items()]
    return '{"schema": "schema.json", "generatorVersion": %s, "files": [\n%s]}\n' % (
        json.dumps(GENERATOR_VERSION), ",\n".join(entries))


def main():
    files = {"blake2b.json": plain(), "blake2b-parameters.json": with_parameters(),
             "blake2bp.json": parallel(), "blake2xb.json": endless(),
             "blake2b-f.json": compression(), "blake.json": blake_of_sha3()}
    generated = {"vectors/" + name: f.text for name, f in files.items()}
    generated["vectors/index.json"] = lambda: index(files)
    vectors.main(generated)


if __name__ == "__main__":
    main()
