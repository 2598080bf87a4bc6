# SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT
"""What a kernel is called with and must leave, by the extensions' NAME_internal.h: kernels of one
message (NAME_blocks_...), of several (NAME_lanes_...), of any number of rounds, and of short
messages. What it computes is said by a Hash (spec.py).

Inductions (prove.py, short.py) take the state at a loop's head for any turn. A name must mean one
thing there. So there are two kinds of names:

  of the call      the same for all turns, "for every call" stands outside: pointers, stride, growth,
                   flags, salt, digest length, what is the caller's, "N at entry"; of Rounds also h,
                   t, f and the message
  of the turn      what it is when the head is reached, "for every turn" stands inside: N (what is
                   left), moved, v (any_v); of Call also h, t and the message, of Short the jobs

A place that a turn leaves as it is may have names of the call alone. If a name of the turn was in
it, it keeps what that meant at the entry, which is another word: "N at entry" for Rounds, an
unknown for Call ("kept", or junk). Short refuses it.
"""
import re
from terms import ByParts, constant, join, parts
from machine import Refused, Region

class Call:
    """One call. blocks: a number, or None for N blocks, 1 or more; last: bytes of a last block;
    bits of a pointer, and the host's byte order; low: what structure (None: anything but 0), block
    and stride (None: anything) are modulo 8, if that decides the way."""

    def __init__(self, T, hash_, kernel, blocks, last=None, bits=64, host="little", low=None):
        m = re.fullmatch(r"(?:blocks_\w+|lanes_\w*x(\d+)(?:icl)?)", kernel[len(hash_.name) + 1:])
        if not m:
            raise Refused("a contract that is not here")
        self.T, self.hash, self.blocks, self.last, self.bits, self.host = T, hash_, blocks, last, bits, host
        self.several = bool(m[1])
        self.lanes = int(m[1]) if self.several else 1
        self.strided, self.width, self.order = hash_.strided, hash_.width, hash_.order
        T.grain = self.width
        self.block = 2 * self.width
        self.low = low
        part = re.search(r"_generic_(\d+)$", kernel)
        self.by = ByParts(T, int(part[1])) if part and int(part[1]) < self.width else T

        def places(name, i):
            if low and low[i] is not None:
                return T.total(bits, [(T.var(name, bits, 3), 1)], low[i])
            return T.var(name + " anywhere" if low else name, bits)
        self.structure = places("S", 0)
        self.pointers = [places("in%d" % j, 1) for j in range(self.lanes)]
        self.zero = constant(0, self.width)
        # What a block adds to the counter, and from one block to the next.
        self.stride = places("stride", 2) if self.strided else constant(self.block, bits)
        if self.several:
            self.growth = [T.var("add%d" % j, self.width) for j in range(self.lanes)]
        elif self.strided:
            self.growth = [constant(self.block if last is None else last, 64)]
        else:
            self.growth = [T.var("growth", hash_.growth_bits) + self.zero[hash_.growth_bits:]]

    # The structure: rows of one word, or of one for each lane. The number of lanes is the largest
    # that the hash has kernels for.

    def rows(self, state):
        """(what, words, by lanes) for each row."""
        lanes = [self.hash.rows(self, j, *state[j]) for j in range(self.lanes)]
        return [(row[0][0], [word for _, word in row]) for row in zip(*lanes)]

    def layout(self, state):
        """(offset, what, word) of all that the structure has for this kernel."""
        size = self.width // 8
        rows = self.rows(state)
        distance = self.hash.most_lanes * size if self.several else size
        for i, (what, words) in enumerate(rows + [("add", self.growth)] * self.several):
            for j, word in enumerate(words):
                yield distance * i + size * j, what, word
        if self.several:
            for j, pointer in enumerate(self.pointers):
                yield distance * (len(rows) + 1) + self.bits // 8 * j, "in", pointer

    # The call

    def count(self):
        """The third argument (of lanes, the second)."""
        by = self.block if self.strided and not self.several else 1
        if self.blocks is None:
            return self.T.var("N", self.bits, by.bit_length() - 1)
        return constant(self.blocks * by if self.last is None else self.last, self.bits)

    def arguments(self):
        if self.several:
            return [self.structure, self.count()] + [self.stride] * self.strided
        return [self.structure, self.pointers[0], self.count(),
                self.stride if self.strided else self.growth[0][:32]]

    def bytes_order(self):
        """Of the structure's words."""
        return self.host if self.several else self.hash.stored or self.host

    def regions(self, blocks, moved):
        """(pointer, region) of the structure and of so many blocks from `moved` on."""
        align = 1 if self.low and self.low[0] is None else 8
        structure = Region("S", align=align if self.low else 1 if self.strided else self.width // 8)
        for offset, what, word in self.layout(self.start()):
            structure.fill(offset, [word], self.bytes_order())
            if what in ("h", "t"):
                structure.writable += tuple(range(offset, offset + len(word) // 8))
        structure.readable = set(structure.bytes)
        yield self.structure, structure
        n = self.block if self.last is None else self.last
        known = self.low and self.low[2] is not None        # where later blocks are, modulo 8
        # Those of one distance that is known are one region.
        together = 1 if self.strided else blocks
        for first in range(0, blocks, together or 1):
            for j, pointer in enumerate(self.pointers):
                region = Region("block %d of lane %d" % (first, j), range(n * together),
                                align=8 if known or self.low and first == 0 else 1)
                region.fill(0, [self.word_var(k, j, i) for k in range(first, first + together)
                                for i in range(16)], self.order)
                yield self.T.total(self.bits, [
                    (pointer, 1), (moved, 1), (self.stride, first)]), region

    # What it computes

    def word_var(self, block, lane, i):
        return self.T.var("m%d.%d.%d" % (block, lane, i), self.width)

    def message(self, block, lane):
        words = [self.word_var(block, lane, i) for i in range(16)]
        if self.last is not None:                              # zeros behind the last byte
            bits = join(words)[:8 * self.last]
            words = parts(bits + (0,) * (16 * self.width - len(bits)), self.width)
        return words

    def start(self):
        var = self.T.var
        return [([var("h%d.%d" % (j, i), self.width) for i in range(8)],
                 [var("t%d.%d" % (j, i), self.width) for i in (0, 1)])
                for j in range(self.lanes)]

    def next(self, state, block, assumed):
        """The state after one block more. assumed: bits that are taken to be 0 or 1."""
        T, out = self.by, []
        for j, (h, t) in enumerate(state):
            t0, carry = T.add_carry(t[0], self.growth[j], 0)
            t = [t0, T.add(t[1], (assumed.get(carry, carry),) + self.zero[1:])]
            m = self.message(block, j)
            out.append((self.hash.compress(T, self, j, h, m, t), t))
        return out

    def later(self, state, blocks, moved):
        """What the variables are so many blocks later, when they came to that state: for the
        induction."""
        T = self.T
        n = T.total(self.bits, [(self.count(), 1)],
                    -blocks * (self.block if self.strided and not self.several else 1))
        words = {"N": n, "moved": T.total(self.bits, [(moved, 1), (self.stride, blocks)])}
        for j, (h, t) in enumerate(state):
            words.update({"h%d.%d" % (j, i): w for i, w in enumerate(h)})
            words.update({"t%d.%d" % (j, i): w for i, w in enumerate(t)})
            words.update({"m%d.%d.%d" % (k, j, i): self.word_var(k + blocks, j, i) for k in range(3)
                          for i in range(16)})
        return words


class Rounds:
    """One block with so many rounds, None for N of them. The IV is unknown, too: its constants are
    variables. So v before the first round is sixteen words that know nothing of each other. lane: of
    several messages, which one."""
    count = 1                       # messages

    def __init__(self, T, hash_, rounds, bits=64, host="little", low=None, number_bits=32, lane=0):
        self.T, self.hash, self.rounds, self.bits, self.host, self.low = T, hash_, rounds, bits, host, low
        self.number = T.var("N", number_bits)
        self.lane = lane
        self.h, self.iv = self.words("h%d" % lane, 8), self.words("iv", 8)
        self.m, self.tf = self.words("m0.%d" % lane, 16), self.words("f%d" % lane, 4)

    def words(self, name, count):
        return [self.T.var("%s.%d" % (name, i), 64) for i in range(count)]

    def pointer(self, name):
        if self.low is None:
            return self.T.var(name, self.bits)
        return self.T.total(self.bits, [(self.T.var(name, self.bits, 3), 1)],
                            self.low[1] if name == "in0" else 0)

    def arguments(self):
        pointers = [self.pointer(p) for p in ("S", "in0", "tf")]
        return pointers + [self.number if self.rounds is None else constant(self.rounds, 32)]

    def bytes_order(self):
        return self.host

    def layout(self, h):
        for i, word in enumerate(h):
            yield 8 * i, "h", word

    def regions(self, blocks, moved):
        for (pointer, name, words, order, writable) in (
                ("S", "S", self.h, self.host, range(64)), ("tf", "tf", self.tf, self.host, ()),
                ("in0", "block", self.m, "little", ())):
            region = Region(name, range(8 * len(words)), writable, 8 if self.low else 1)
            region.fill(0, words, order)
            if not writable:                               # they may overlap
                structure.closes.append(region)
            else:
                structure = region
            yield self.pointer(pointer), region

    def constants(self, rodata):
        """Those of the kernel, with variables for the IV."""
        out, order = dict(rodata), self.host
        want = [b for x in self.hash.iv for b in (parts(constant(x, 64), 8) if order == "little"
                                                  else reversed(parts(constant(x, 64), 8)))]
        found = [a for a, b in rodata.items()
                 if b == want[0] and all(rodata.get(a + i) == w for i, w in enumerate(want))]
        for a in found:
            iv = Region("iv")
            iv.fill(a, self.iv, order)
            out.update(iv.bytes)
        return out

    def begin(self):
        return self.hash.begin(self.T, self.h, self.tf, self.iv)

    def go_on(self, v, rounds):
        return self.hash.rounds(self.T, v, self.m, rounds)

    def result(self, v):
        return self.hash.finish(self.T, self.h, v)

    def any_v(self):
        return self.words("h%d" % (self.lane + 100), 16)

    def renamed(self, v, rounds, _lane=0):
        """What h, tf, iv and N are called in a place that has to do with v, when it came to
        that."""
        words = {"h%d.%d" % (self.lane, i): v[i] for i in range(8)}
        words.update({"iv.%d" % i: v[8 + i] for i in range(4)})
        words.update({"f%d.%d" % (self.lane, i): self.T.xor(v[12 + i], self.iv[4 + i])
                      for i in range(4)})
        words["N"] = self.T.total(len(self.number), [(self.number, 1)], -rounds)
        return words

    def stays(self):
        """The same in a place that stays as it was at the entry."""
        return {"N": self.T.var("N at entry", len(self.number))}


class LaneRounds:
    """The same of several messages, whose structure is that of Call: one call of Rounds for each.
    They share the IV, and have words of their own else."""

    def __init__(self, T, hash_, rounds, lanes, bits=64, host="little", number_bits=32):
        self.T, self.hash, self.rounds, self.bits, self.host = T, hash_, rounds, bits, host
        self.lanes = [Rounds(T, hash_, rounds, bits, host, None, number_bits, j)
                      for j in range(lanes)]
        self.count = lanes
        self.number, self.constants = self.lanes[0].number, self.lanes[0].constants
        self.stays = self.lanes[0].stays

    def arguments(self):
        return [self.T.var("S", self.bits),
                self.number if self.rounds is None else constant(self.rounds, 32)]

    def bytes_order(self):
        return self.host

    def rows(self, h):
        """H, T and F, in the order of the structure, each with its words by lanes."""
        return [("h", words) for words in zip(*h)] + [
            ("tf", words) for words in zip(*(one.tf for one in self.lanes))]

    def layout(self, h):
        distance = 8 * self.hash.most_lanes
        for i, (what, words) in enumerate(self.rows(h)):
            for j, word in enumerate(words):
                yield distance * i + 8 * j, what, word
        for j, one in enumerate(self.lanes):                # behind the row that it does not read
            yield distance * 13 + self.bits // 8 * j, "in", one.pointer("in%d" % j)

    def regions(self, blocks, moved):
        structure = Region("S")
        for offset, what, word in self.layout([one.h for one in self.lanes]):
            structure.fill(offset, [word], self.host)
            if what == "h":
                structure.writable += tuple(range(offset, offset + 8))
        structure.readable = set(structure.bytes)
        yield self.T.var("S", self.bits), structure
        for one in self.lanes:
            region = Region("block", range(128))
            region.fill(0, one.m, "little")
            structure.closes.append(region)                 # they may overlap
            yield one.pointer("in%d" % one.lane), region

    def begin(self):
        return [one.begin() for one in self.lanes]

    def go_on(self, v, rounds):
        return [one.go_on(w, rounds) for one, w in zip(self.lanes, v)]

    def result(self, v):
        return [one.result(w) for one, w in zip(self.lanes, v)]

    def any_v(self):
        return [one.any_v() for one in self.lanes]

    def renamed(self, v, rounds, lane):
        """Of a place that has to do with that lane."""
        words = {}
        for one, w in zip(self.lanes, v):
            words.update(one.renamed(w, rounds))
        words.update({"iv.%d" % i: v[lane][8 + i] for i in range(4)})
        return words


class Short:
    """Groups of four or eight jobs: all at once, the lengths of their last blocks being unknown.
    whole: blocks of each before that one; block: the one that is next. rest: bytes of the
    remainder, and digest: of a digest; None: as W has them, unknown. groups: how many may be read,
    of those from `jobs` on; left: how many the call has, from there on, None for N."""
    BLOCK = 128

    def __init__(self, T, hash_, size, groups, left=None, rest=None, digest=None, bits=64,
                 host="little", whole=0, block=0):
        self.T, self.hash, self.groups, self.left, self.rest, self.digest = T, hash_, groups, left, rest, digest
        self.bits, self.host, self.whole, self.block = bits, host, whole, block
        self.lanes = range(size * groups)
        # Before the last block, if that is not the only one: of the input.
        self.before = self.BLOCK * whole - (rest or 0) if whole else 0
        self.h = self.words("h0", 8)
        self.t, self.f1 = self.words("t0", 2), T.var("f0.1", 64)

    def words(self, name, count):
        return [self.T.var("%s.%d" % (name, i), 64) for i in range(count)]

    def pointer(self, name, lane):
        return self.T.var("%s%d" % (name, lane), self.bits)

    def length(self, lane):
        """Of the input, in the last block."""
        return self.T.var("len%d" % lane, 8) + (0,) * (self.bits - 8)

    def least(self, lane, k):
        """The bit that says that the lane's input has at least k bytes; all but those of an unknown
        length that the contract leaves out."""
        if k <= 0 or k > self.BLOCK - (0 if self.whole else self.rest):
            return int(k <= 0)
        return self.T.length_of(lane, k)

    def byte(self, name, i):
        return self.T.var("%s.%d" % (name, i), 8)

    def arguments(self):
        left = self.T.var("N", self.bits) if self.left is None else constant(self.left, self.bits)
        return [self.T.var("W", self.bits), self.T.var("jobs", self.bits), left]

    def regions(self, blocks, moved):
        T = self.T
        ones = lambda n: constant((1 << max(n, 0)) - 1, 64)
        t = T.total(64, [(self.t[0], 1)], self.rest) if self.whole and self.rest else self.t[0]
        common = self.h + [
            t, self.t[1], self.f1, T.var("digest", 64) if self.digest is None else ones(self.digest)]
        if self.rest is None:
            common += [T.var("rest", 64), T.var("kept", 128)[:64], T.var("kept", 128)[64:]]
        else:
            common += [constant(self.rest, 64), ones(min(self.rest, 64)), ones(self.rest - 64)]
        common += [constant(self.whole, 64)]
        common += [self.byte("m8", i) if self.rest is None or i < self.rest else constant(0, 8)
                   for i in range(self.BLOCK)]
        shared = Region("W", range(128 + self.BLOCK))
        shared.fill(0, common[:16], self.host)
        shared.fill(128, common[16:])
        yield T.var("W", self.bits), shared
        size = self.bits // 8
        jobs = Region("jobs", range(3 * size * len(self.lanes)))
        jobs.fill(0, [w for j in self.lanes for w in (
            self.pointer("in", j), T.total(self.bits, [(self.length(j), 1)], self.before),
            self.pointer("hash", j))], self.host)
        yield T.var("jobs", self.bits), jobs
        for j in self.lanes:
            if self.digest is None:                        # while messages are read
                region = Region("input of job %d" % j, range(0 if self.rest is None else
                                self.before + self.BLOCK - (0 if self.whole else self.rest)))
                region.fill(0, [self.byte("m1.%d" % j, i) for i in region.readable])
                region.only = {i: self.least(j, i + 1 - self.before) for i in region.readable}
                yield self.pointer("in", j), region
            else:                                          # then none is, and digests are written
                yield self.pointer("hash", j), Region("hash of job %d" % j, (), range(self.digest))

    def message(self, lane):
        """The block's words: remainder, input, and zeros."""
        T, block = self.T, []
        for i in range(self.BLOCK * self.block - self.rest, self.BLOCK * (self.block + 1) - self.rest):
            there = self.least(lane, i + 1 - self.before)
            block.append(self.byte("m8", i + self.rest) if i < 0 else
                         tuple(T.and1(b, there) for b in self.byte("m1.%d" % lane, i)))
        return parts(join(block), 64)

    # Words of a message while it is in the rounds, and v behind those, by blocks.

    def message_word(self, lane, i):
        return self.T.var("m%d.%d.%d" % (20 + self.block, lane, i), 64)

    def v_word(self, lane, i, block=None):
        return self.T.var("h%d.%d.%d" % (20 + (self.block if block is None else block), lane, i), 64)

    def chaining(self, lane):
        """H of a message."""
        T, h = self.T, self.h
        for block in range(self.block):
            h = [T.xor(x, T.xor(self.v_word(lane, i, block), self.v_word(lane, i + 8, block)))
                 for i, x in enumerate(h)]
        return h

    def begin(self, lane):
        """v before the first round."""
        T, last = self.T, self.block == self.whole
        t = [(self.t[0], 1)] + [(self.length(lane) + (0,) * (64 - self.bits), 1)] * last
        tf = [T.total(64, t, self.BLOCK * (self.whole if last else self.block + 1)), self.t[1],
              constant(-last, 64), self.f1 if last else constant(0, 64)]
        return self.hash.begin(T, self.chaining(lane), tf, [constant(x, 64) for x in self.hash.iv])

    def rounds(self, v, block):
        return self.hash.rounds(self.T, v, block, self.hash.count)

    def result(self, lane):
        v = [self.v_word(lane, i) for i in range(16)]
        return parts(join(self.hash.finish(self.T, self.chaining(lane), v)), 8)[:self.digest]
