# SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT
"""Is a kernel's machine code the compression function, for all inputs? By symbolic execution:
doc/soundness.md. jobs.py is the program."""
import gc
import importlib
import math
import os
import re
import resource
import sys
import time
import spec
from contract import Call, LaneRounds, Rounds
from objects import Map, Objects, Unreadable
from terms import Substitution, Terms, constant, join, number, parts, signed
from machine import Refused, Region

# The modules of machines, each with its ABIS.
MODULES = ("x86", "x86_32", "win64", "arm64", "arm32", "thumb2", "riscv")


def abi_called(name):
    for module in MODULES:
        abis = importlib.import_module(module).ABIS
        if name in abis:
            return abis[name]
    raise Refused("no calling convention is called " + name)


# Inputs by which a kernel may branch, both ways.
COUNTER = re.compile(r"t\d+[.]|add\d|growth|length")


class Fork(Exception):
    pass


class Public(Terms):
    """Terms with a constant for all that is hashed: to find the way through a kernel quickly."""

    def var(self, name, width, low_zeros=0):
        if re.match(r"([hmtfs]|add)\d|growth|iv[.]", name):
            return constant(0, width)
        return super().var(name, width, low_zeros)


class Proof:
    def __init__(self, code, kernel, abi, entry_offset=None):
        self.code, self.kernel, self.abi, self.hash = code, kernel, abi, spec.hash_of(kernel)
        self.offset = abi.entries[-1] if entry_offset is None else entry_offset
        # Blocks of a call, at most: with 32 bits as many as there can be bytes of.
        self.most = 1 << 56 if abi.bits == 64 else (1 << 32) // (2 * self.hash.width) - 1
        symbols = [s for s in code.symbols if s.endswith("_" + kernel) or s == kernel]
        if len(symbols) != 1 or symbols[0] in code.ambiguous:
            raise Refused("no function of this name")
        self.entry = code.symbols[symbols[0]]
        if code.link is None:
            raise Refused("no map of the link, without which addresses are numbers")
        first = code.lines.get(self.entry, "").split()
        if abi.landing and code.landing and (not first or
                                             first[0] not in code.landing or first[0] == "bti" and
                                             first[1:] not in (["c"], ["jc"])):
            raise Refused("no landing pad at the entry")
        needs = code.kernels_need.get(kernel)
        self.allowed = None if needs is None or code.sets is None else code.sets.granted(needs)
        # At a cut, if pages count: the lowest byte of the stack that was touched.
        self.touched = None
        self.frames = {}        # by offsets: Machine.frame, of all that was executed
        self.wide = False
        self.several = "_lanes_" in kernel
        self.last_blocks = self.hash.strided and not self.several        # of any length
        self.notes = set()
        self.T = None
        self.lost = set()    # words that stand for what was below the stack pointer at a cut

    def terms(self):
        """One for all: what two parts of a proof have in common is the same again. Inputs have
        names, all else unknown() makes."""
        if self.T is None:
            self.T = self.new_terms()
        return self.T

    def new_terms(self):
        return Terms(halves=self.abi.bits == 32 and self.hash.width == 64)

    def call(self, T, blocks, last=None, stride=None):
        """stride: what it is modulo 8, if places of later blocks must be known."""
        low = self.abi.low and (*self.abi.low, stride)
        return Call(T, self.hash, self.kernel, blocks, last, self.abi.bits, self.code.order, low)

    def rounds(self, T, rounds):
        # (avx512 is no kernel of 512 messages.)
        lanes = re.search(r"_rounds_\w+(?<!av)x(\d+)(?:icl)?$", self.kernel)
        if lanes:
            return LaneRounds(T, self.hash, rounds, int(lanes[1]), self.abi.bits, self.code.order,
                              self.abi.number_bits)
        return Rounds(T, self.hash, rounds, self.abi.bits, self.code.order, self.abi.low,
                      self.abi.number_bits)

    def machine(self, call, blocks, decide, moved=None):
        T, bits = call.T, self.abi.bits
        # SP is a multiple of what it is at every entry: where the stack is does not matter to what
        # the proof says of alignment. What is rounded, Terms.round_down and Machine.disjoint know.
        step = math.gcd(64, *(o - self.offset for o in self.abi.entries))
        sp = T.var("SP", bits, step.bit_length() - 1)
        arguments = call.arguments()
        stack = range(self.offset - self.abi.stack, self.offset + self.abi.above(arguments))
        stack = Region("stack", stack, stack, step)
        regions = list(call.regions(blocks, moved or constant(0, bits))) + [(sp, stack)]
        m = self.abi.machine(T, self.code, regions, decide)
        m.stack, m.highest, m.deepest, m.allowed = stack, self.offset, self.abi.stack, self.allowed
        m.touched = self.offset if self.abi.pages else None
        m.frame = self.frames.setdefault(self.offset, m.frame)
        m.gpr[m.sp] = T.total(bits, [(sp, 1)], self.offset)
        self.abi.enter(m, self.offset, arguments)
        return m

    def check(self, m, call, state):
        """After the return: is everything as it should be?"""
        T = m.T
        structure = next(r for r in m.regions.values() if r.name == "S").bytes
        for offset, what, word in call.layout(state):
            want = Region("wanted")
            want.fill(offset, [word], call.bytes_order())
            for i in want.bytes:
                if structure[i] != want.bytes[i]:
                    raise Refused("wrong %s at S+%d" % (what, i))
        self.returned(m)

    def returned(self, m):
        """Is all that is the caller's restored, and nothing left?"""
        T = m.T
        self.abi.leave(m, self.offset)
        places = [("stack%+d" % o, b) for o, b in m.stack.bytes.items()]
        places += list(m.gpr.items()) + [("vector register %d" % i, v) for i, v in enumerate(m.vec)]
        places += [("mask k%d" % i, v) for i, v in enumerate(m.masks)]
        for name, bits in places:
            if T.secret_word(bits):
                raise Refused("left in %s: %s" % (name, T.show(bits)))

    # Branches on anything but constants: on the number of blocks, which is in a range, or on the
    # counter, where both ways are taken.

    def span(self, T, word, low, high):
        """The least and the greatest value of a word that is linear in N."""
        units, c = T.combination(word)
        bits = len(word)
        n = T.named["N"]
        if n not in units and high < 1 << 32:       # a number of rounds, by itself in its register
            n = n[:32] + (0,) * (bits - 32)
        if len(units) != 1 or n not in units:
            value = number(word)
            if value is None:
                raise Refused("not linear in the number of blocks")
            return value, value
        factor = units[n] - (1 << bits if units[n] >> bits - 1 else 0)
        scale = factor << n.count(0) if n[0] == 0 else factor
        for c in (c, c - (1 << bits)):    # one for both, so that it does not wrap between them
            found = sorted((scale * low + c, scale * high + c))
            if 0 <= found[0] and found[1] < 1 << bits:
                return found
        raise Refused("a number of blocks wraps")

    @staticmethod
    def way(T, kind, bits, length):
        value = number(
            Substitution(T, {"length": constant(length, len(T.named["length"]))}).word(bits))
        return value == 0 if kind == "zero" else value == 1

    def run_forks(self, T, body, low=0, high=0):
        """body(decide, assumed) for each way that branches on the counter's carry can go."""
        todo = [{}]
        while todo:
            assumed = todo.pop()

            def decide(kind, what, pair):
                bits = (what,) if kind == "carry" else what
                names = {n for b in bits for n in T.support(b)}
                if names == {"length"}:
                    ways = {self.way(T, kind, bits, n) for n in range(low, high + 1)}
                    if len(ways) > 1:
                        raise Refused("depends on the length")
                    return ways.pop()
                if names == {"N"}:
                    if kind == "zero":
                        least, greatest = self.span(T, what, low, high)
                        if least == 0 < greatest:
                            raise Refused("depends on the number of blocks")
                        return greatest == 0
                    if pair is None:
                        raise Refused("a carry by the number of blocks")
                    x, y = [self.span(T, w, low, high) for w in pair]
                    if x[0] < y[1] and not x[1] < y[0]:
                        raise Refused("depends on the number of blocks")
                    return x[1] < y[0]
                if names == {"S anywhere"} and what == T.named["S anywhere"][:3] + (0,) * (
                        len(what) - 3) and kind == "zero":
                    return False                # which it is called with: it is no multiple of 8
                if names == {"SP"} and kind == "carry" and pair:
                    # Of two places of the stack, which does not wrap around the end of memory.
                    (x, a), (y, b) = map(T.combination, pair)
                    if x == y == {T.named["SP"]: 1}:
                        return signed(a, self.abi.bits) < signed(b, self.abi.bits)
                if T.secret_word(bits):
                    raise Refused("a branch depends on a secret")
                unknown = [b for b in bits if b > 1]
                if len(unknown) != 1 or not all(COUNTER.match(n) for n in names):
                    raise Refused("a branch depends on " + " ".join(sorted(names))[:80])
                if unknown[0] not in assumed:
                    self.notes.add("branches on the counter's carry")
                    todo.extend({**assumed, unknown[0]: b} for b in (0, 1))
                    raise Fork()
                return bool(assumed[unknown[0]]) == (kind == "carry")
            try:
                body(decide, assumed)
            except Fork:
                pass

    def advance(self, call, blocks, assumed):
        state = call.start()
        for k in range(blocks):
            state = call.next(state, k, assumed)
        return state

    # A number of blocks that is known

    def fixed(self, blocks, last=None):
        T = self.terms()
        call = self.call(T, blocks, last, 0 if blocks > 1 else None)

        def body(decide, assumed):
            m = self.machine(call, blocks, decide)
            m.run(self.entry)
            self.wide |= m.was_wide
            self.check(m, call, self.advance(call, blocks, assumed))
        self.run_forks(T, body)

    # Any number

    def loop_heads(self):
        """Where jumps go back to, once a block."""
        if self.kernel not in self.code.loops:
            self.code.loops[self.kernel] = self.heads(
                self.machine(self.call(Public(), 5, None, 0), 5, lambda *_: False))
        return self.code.loops[self.kernel]

    def heads(self, m):
        """Where jumps go back to, four or five times in a call; of a reference also what is come to
        from two places, five times, as a compiler's loop may begin in its middle. In the order of
        the first visits, a kernel's by addresses."""
        visits, targets, before, sources = {}, set(), [0], {}

        def watch(address):
            visits[address] = visits.get(address, 0) + 1
            sources.setdefault(address, set()).add(before[0])
            if address <= before[0]:
                targets.add(address)
            before[0] = address
            return False
        m.run(self.entry, watch)
        if "_generic_" in self.kernel:
            return [a for a, n in visits.items() if n in (4, 5) and a in targets or
                    n == 5 and len(sources[a]) == 2]
        return [a for a in sorted(targets) if visits[a] in (4, 5)]

    def places(self, m):
        """What is where; of the stack's bytes that were below its pointer no more than whether they
        may be a secret: read behind a cut, they are unknown."""
        def lost(b):
            w = m.T.unknown("lost", 8, m.T.secret_word(b))
            self.lost.add(w)
            return w
        if m.touched is not None:           # on every way here that much was
            self.touched = m.touched if self.touched is None else max(self.touched, m.touched)
        out = {("gpr", r, j): w for r, whole in m.gpr.items()
               for j, w in enumerate(parts(whole, 32))}
        out.update({("vec", i, j): w for i, v in enumerate(m.vec)
                    for j, w in enumerate(parts(v, 64))})
        out.update({("mask", i, 0): w for i, w in enumerate(m.masks)})
        # Calls that have not returned.
        out.update({("call", i, back): w for i, (back, w) in enumerate(m.calls)})
        for r in m.regions.values():
            if r.name in ("stack", "S"):
                out.update({(r.name, o, 0): lost(b) if o in r.lost else b
                            for o, b in r.bytes.items()})
        return out

    def differ(self, T, a, b):
        """Of two words at one place at two cuts; what was below the stack pointer both times is
        unknown both times."""
        return a != b and not (a in self.lost and b in self.lost and
                               T.secret_word(a) == T.secret_word(b))

    def restore(self, m, places):
        gpr = {r: parts(w, 32) for r, w in m.gpr.items()}
        vec = [parts(v, 64) for v in m.vec]
        memory = {r.name: r for r in m.regions.values()}
        for (kind, i, j), w in sorted(places.items(),
                                      key=lambda place: place[0][0] == "call" and place[0][1]):
            if kind == "gpr":
                gpr[i][j] = w
            elif kind == "vec":
                vec[i][j] = w
            elif kind == "mask":
                m.masks[i] = w
            elif kind == "call":
                m.calls.append((j, w))
            else:
                memory[kind].bytes[i] = w
        m.gpr = {r: join(w) for r, w in gpr.items()}
        m.vec = [sum(v, ()) for v in vec]
        m.wide = self.wide
        m.touched = self.touched

    def word_places(self, before, size):
        """The registers, and words of the stack, as lists of their places, the lowest first."""
        inside = range(size) if self.code.order == "little" else range(size - 1, -1, -1)
        words = [[("gpr", r, j) for j in range(size // 4)]
                 for kind, r, j in before if kind == "gpr" and j == 0]
        words += [[("stack", o + i, 0) for i in inside]
                  for kind, o, _ in before if kind == "stack" and o % size == 0]
        return [w for w in words if all(p in before for p in w)]

    def moving(self, call, before, now, blocks):
        """Which registers, and words of the stack, are a block further on?"""
        T = call.T
        by = T.total(call.bits, [(call.stride, blocks)])
        for places in self.word_places(before, call.bits // 8):
            if all(p in now for p in places):
                x, y = [sum((state[p] for p in places), ()) for state in (before, now)]
                if x != y and T.sub(y, x) == by and (
                        number(x) is not None or T.combination(x)[0].keys() &
                        {u for p in call.pointers for u in T.combination(p)[0]}):
                    yield places

    @staticmethod
    def written_later(T, start, now, harmless):
        """Places that were not touched before the loop come to start; those that change the sides.
        They are junk, but harmless as long as nothing secret was seen there."""
        found = [p for p in now if p not in start]
        start.update({p: now[p] for p in found})
        harmless.update(found)
        found += [p for p in harmless if T.secret_word(now[p])]
        harmless.difference_update([p for p in found if T.secret_word(now[p])])
        return found

    @staticmethod
    def junk(T, place, width, harmless):
        return T.unknown("junk %s %s %s" % place, width, place not in harmless)

    def induction(self):
        """At the loop's head, what the first block finds is what every block finds, with chaining
        value, counter, message, position and number as they then are; but for junk, which may be
        anything. And from there, each way out is right."""
        errors = []
        for head in self.loop_heads():
            for period, first, margin in ((1, 1, 0), (2, 1, 0), (1, 2, 0), (2, 2, 0), (1, 1, 1),
                                          (2, 1, 1)):
                try:
                    return self.induct(head, period, first, period + first + margin)
                except Refused as e:
                    errors.append("%x, by %d from %d: %s" % (head, period, first, e))
        raise Refused("no induction: " + ("; ".join(errors) or "no loop"))

    def induct(self, head, period, first, least):
        """For numbers of blocks from `first` on; what is left is at least `least` where the loop
        goes on."""
        starts = []

        def to_head(decide, assumed):
            m = self.machine(call, first, decide)
            if m.run(self.entry, lambda a: a == head) is None:
                raise Refused("it does not come to its loop")
            starts.append(self.places(m))

        def one_period(m):
            visits = []

            def stop(address):
                if address == head:
                    visits.append(address)
                return len(visits) == period + 1
            if m.run(head, stop) is None:
                raise Refused("it returns early")

        def find_moving(decide, assumed):
            to_head(decide, assumed)
            m = self.machine(call, least, decide)
            self.restore(m, starts[-1])
            one_period(m)
            moving.extend(self.moving(call, starts[-1], self.places(m), period))

        moving = []
        T = Public()
        call = self.call(T, None)
        self.run_forks(T, find_moving, least, self.most)
        del starts[:]
        T = self.terms()
        call = self.call(T, None)
        self.run_forks(T, to_head, first, self.most)
        start = starts[0]
        if any(s.keys() != start.keys() or any(self.differ(T, s[p], w) for p, w in start.items())
               for s in starts):
            raise Refused("different ways to the loop")
        # Where the low three bits of places are numbers, what was moved is each number modulo 8 in
        # turn, whatever the stride is.
        moved = T.var("moved", call.bits)
        turns = [moved] if not self.abi.low else [
            T.total(call.bits, [(T.var("moved by eights", call.bits, 3), 1)], i) for i in range(8)]
        junk, harmless = set(), set()
        kept = {}    # what no turn changes; of public words, not of what they are by now

        def general(moved):
            out = dict(start)
            for places in moving:
                word = T.total(call.bits, [(sum((start[p] for p in places), ()), 1), (moved, 1)])
                out.update(zip(places, parts(word, len(word) // len(places))))
            out.update({p: self.junk(T, p, len(start[p]), harmless) for p in junk})
            out.update(kept)
            return out

        while True:
            found, changed = set(), set()

            def step(decide, assumed):
                before = general(turn)
                m = self.machine(call, least, decide, turn)
                self.restore(m, before)
                one_period(m)
                self.wide |= m.was_wide
                now = self.places(m)
                words = call.later(self.advance(call, period, assumed), period, turn)
                later = Substitution(T, words)
                found.update(p for p, w in general(moved).items()
                             if p not in junk and self.differ(T, now.get(p), later.word(w)))
                changed.update(p for p in found if now.get(p) != before.get(p))
                later_written = self.written_later(T, start, now, harmless)
                found.update(later_written)
                changed.update(later_written)
            for turn in turns:
                self.run_forks(T, step, least, self.most)
            if not found:
                break
            changed.update(p for p in found if T.secret_word(start[p]))
            junk |= found & changed
            kept.update({p: T.unknown("kept %s %s %s" % p, len(start[p]), False)
                         for p in found - kept.keys()})
            kept = {p: w for p, w in kept.items() if p not in junk}
        for blocks in range(first, least):
            exact = self.call(T, blocks)
            known = Substitution(T, {"N": exact.count()})

            def leave(decide, assumed):
                m = self.machine(exact, blocks, decide, turn)
                self.restore(m, known.words_in(general(turn)))
                m.run(head)
                self.check(m, exact, self.advance(exact, blocks, assumed))
            for turn in turns:
                self.run_forks(T, leave)
        for blocks in range(1, first):
            self.fixed(blocks)
        self.notes.add("induction by %d" % period)

    def lengths(self, lengths):
        """Last blocks of so many bytes, all fewer than a block has: at the loop's head, what is
        there is what the longest left, with other words of the message and another length; but for
        junk. From there on, all at once."""
        errors = []
        for head in self.loop_heads():
            try:
                return self.lengths_at(head, lengths)
            except Refused as e:
                errors.append("%x: %s" % (head, e))
        raise Refused("no common way of short blocks: " + ("; ".join(errors) or "no loop"))

    def lengths_at(self, head, lengths):
        T = self.terms()
        found, longest = {}, lengths[-1]
        for n in lengths:
            call = self.call(T, 1, n)

            def to_head(decide, assumed):
                m = self.machine(call, 1, decide)
                if m.run(self.entry, lambda a: a == head) is None:
                    raise Refused("it does not come to its loop")
                now = self.places(m)
                before = found.setdefault(n, now)
                if before.keys() != now.keys() or any(self.differ(T, before[p], w)
                                                      for p, w in now.items()):
                    raise Refused("different ways to the loop")
            self.run_forks(T, to_head)
        general = dict(found[longest])
        for n in lengths:    # what it did not touch it finds as the caller left it
            general.update({p: self.junk(T, p, len(w), ())
                            for p, w in found[n].items() if p not in general})
        other = set()
        for n in lengths:
            words = Substitution(T, dict(zip(["m0.0.%d" % i for i in range(16)],
                                             self.call(T, 1, n).message(0, 0))))
            other.update(p for p, w in words.words_in(general).items()
                         if p not in other and self.differ(T, found[n].get(p), w))
        # A block has twice as many bytes as a word has bits.
        short = T.var("length", self.hash.width.bit_length())
        length = short + (0,) * (call.bits - len(short))
        for places in self.word_places(general, call.bits // 8):
            if other.intersection(places) and all(p in found[n] for p in places for n in lengths):
                x = sum((general[p] for p in places), ())
                if all(T.sub(sum((found[n][p] for p in places), ()), x) ==
                       constant(n - longest, len(x)) for n in lengths):
                    general.update(zip(places, parts(T.total(len(x), [(x, 1), (length, 1)],
                                                             -longest), len(x) // len(places))))
                    other.difference_update(places)
        general.update({p: self.junk(T, p, len(general[p]), ()) for p in other})
        call = self.call(T, 1, longest)
        call.growth = [short + (0,) * (self.hash.width - len(short))]

        def from_head(decide, assumed):
            m = self.machine(call, 1, decide)
            for r in m.regions.values():
                if r.name.startswith("block"):         # it must have been read before
                    r.readable = ()
            self.restore(m, general)
            m.run(head)
            self.check(m, call, self.advance(call, 1, assumed))
        self.run_forks(T, from_head, lengths[0], longest)

    # Any number of rounds

    def rounds_machine(self, call, decide):
        m = self.machine(call, 0, decide)
        m.of_constants = call.constants
        return m

    def fixed_rounds(self, rounds):
        T = self.terms()
        call = self.rounds(T, rounds)

        def body(decide, assumed):
            m = self.rounds_machine(call, decide)
            m.run(self.entry)
            self.wide |= m.was_wide
            self.check(m, call, call.result(call.go_on(call.begin(), rounds)))
        self.run_forks(T, body)

    def any_rounds(self):
        """At the head of the loop of a cycle of rounds, a place is one of three. It has to do with
        v, and is what it was at first, with v as it is now; or it stays as it was; or it is junk.
        From there, each way out is right."""
        errors = []
        for head in self.heads(self.rounds_machine(self.rounds(Public(), 5 * self.hash.cycle),
                                                   lambda *_: False)):
            try:
                return self.rounds_from(head)
            except Refused as e:
                errors.append("%x: %s" % (head, e))
        raise Refused("no induction: " + ("; ".join(errors) or "no loop"))

    @staticmethod
    def widen(T, n, start):
        """The number of rounds in 64 bits, where 32 count: any number in their place, which nothing
        else knows."""
        if len(n) == 32:
            return
        for kind, r, j in list(start):
            if kind == "gpr" and j == 0 and start[kind, r, 0] + start[kind, r,
                1] == n[:32] + (0,) * 32:
                start[kind, r, 0], start[kind, r, 1] = n[:32], n[32:]
            elif j == 0 and any("N" in T.support(b) for h in (0, 1)
                                for b in start.get((kind, r, h), ())):
                raise Refused("another place knows the number of rounds")

    def rounds_from(self, head):
        T, cycle = self.terms(), self.hash.cycle
        call = self.rounds(T, None)
        starts = []

        def to_head(decide, assumed):
            m = self.rounds_machine(call, decide)
            if m.run(self.entry, lambda a: a == head) is None:
                raise Refused("it does not come to its loop")
            starts.append(self.places(m))
        self.run_forks(T, to_head, 1, (1 << 32) - 1)
        start, = starts
        self.widen(T, call.number, start)
        v = call.any_v()
        stay, junk, harmless = set(), set(), set()
        entered = Substitution(T, call.stays())

        def renamed(v, rounds):
            """By places. Of several messages, a word of a vector register belongs to its lane."""
            lanes = [Substitution(T, call.renamed(v, rounds, j)) for j in range(call.count)]
            return lambda p: lanes[p[2] % call.count if p[0] == "vec" else 0]

        def general():
            words = renamed(v, 0)
            out = {p: (entered if p in stay else words(p)).word(w) for p, w in start.items()}
            out.update({p: self.junk(T, p, len(start[p]), harmless) for p in junk})
            return out

        def step(decide, assumed):
            m = self.rounds_machine(call, decide)
            self.restore(m, general())
            visits = []

            def stop(address):
                if address == head:
                    visits.append(address)
                return len(visits) == 2
            if m.run(head, stop) is None:
                raise Refused("it returns early")
            if not all(r.readable for r in m.regions.values() if r.name == "block"):
                raise Refused("h is written before the last round")
            now = self.places(m)
            found.update(self.written_later(T, start, now, harmless))
            later = renamed(call.go_on(v, cycle), cycle)
            failed.update(p for p, w in start.items() if p not in junk and
                          self.differ(T, now.get(p),
                                      (entered if p in stay else later(p)).word(w)))
        while True:
            found, failed = set(), set()
            self.run_forks(T, step, cycle + 1, (1 << 32) - 1)
            if not failed and not found:
                break
            junk |= failed & stay | found
            stay = (stay | failed) - junk
        at_head = general()
        for rounds in range(1, cycle + 1):
            def leave(decide, assumed):
                m = self.rounds_machine(call, decide)
                known = Substitution(T, {"N": constant(rounds, self.abi.number_bits)})
                self.restore(m, known.words_in(at_head))
                m.run(head)
                self.check(m, call, call.result(call.go_on(v, rounds)))
            self.run_forks(T, leave)
        self.notes.add("induction by %d" % cycle)

    def all_rounds(self, quick):
        numbers = (0, 1, 2, self.hash.count) if quick else range(self.hash.count + 1)
        for rounds in numbers:
            self.fixed_rounds(rounds)
        self.any_rounds()
        if not quick:
            for self.offset in self.abi.entries[:-1]:
                self.fixed_rounds(2)
        return "any number of rounds" + "; stacks of every alignment" * (not quick)

    def brief(self):
        """One block, at one place of the stack; in words."""
        if "_rounds_" in self.kernel:
            self.fixed_rounds(self.hash.count)
            return "%d rounds" % self.hash.count
        self.fixed(1)
        return "one block"

    def all(self, quick):
        """What there is to prove; returns it in words."""
        if "_rounds_" in self.kernel:
            return self.all_rounds(quick)
        numbers = (1,) if self.several else (0, 1, 2, 3)  # of several, three blocks take gigabytes
        for blocks in numbers[:2] if quick else numbers:
            self.fixed(blocks)
        self.induction()
        proved = ["any number of blocks"]
        if self.last_blocks:
            block = 2 * self.hash.width
            lengths = (0, 1, block * 3 // 5 + 1, block - 1, block) if quick else range(block + 1)
            # Of what adds by parts, each by itself: the carries of an unknown length are too many.
            each = quick or "_generic_32" in self.kernel
            for n in lengths if each else (0, 1, block):
                if each and not quick:          # with no more terms than it needs
                    self.T, self.lost = None, set()
                self.fixed(1, n)
            if not each:
                self.lengths(range(block))
            proved.append("last blocks of %s bytes" % (", ".join(map(str, lengths))
                                                       if quick else "0 to %d" % block))
        if not quick:
            for self.offset in self.abi.entries[:-1]:
                self.fixed(1 if self.several else 2)
                if self.last_blocks:
                    self.fixed(1, 77)
            proved.append("stacks of every alignment")
        return "; ".join(proved + sorted(self.notes))


def proof_of(code, kernel, abi, entry_offset=None):
    if "_short_" in kernel:
        return importlib.import_module("short").ShortProof(code, kernel, abi, entry_offset)
    return Proof(code, kernel, abi, entry_offset)


def load(abi, path, objdump):
    """The kernels, with the map of their link, FILE.map, and what each may use, FILE.needs, if it
    is there."""
    try:
        with open(path + ".map", encoding="utf-8") as f:
            objects = re.findall(r"^LOAD (\S+)$", f.read(), re.M)
        code = abi.code(path, objdump, Map(path + ".map", Objects(objects)))
    except (OSError, Unreadable) as e:
        raise Refused(str(e)) from None
    code.kernels_need = {}
    if os.path.exists(path + ".needs"):
        with open(path + ".needs", encoding="utf-8") as f:
            for row in f:
                code.kernels_need[row.split("\t")[0]] = row.rstrip("\n").split("\t")[4].split()
    return code


def patched(abi, path, objdump, like, bridges=(), changed=()):
    """A copy of what was loaded with other bytes of code. bridges: instructions that may jump to
    other objects' code; changed: addresses, from and to, whose relocations are gone."""
    code = abi.code(path, objdump, like.link)
    code.kernels_need, code.bridges = like.kernels_need, set(bridges)
    code.fixes = [f for f in code.fixes if not any(a <= f[0] < b for a, b in changed)]
    code.fixed_at = [f[0] for f in code.fixes]
    return code


def prove(job):
    path, objdump, abi, kernel, quick, brief = job
    begin = time.process_time()
    gc.disable()                # nothing here is cyclic
    sys.setrecursionlimit(100000)
    try:
        abi = abi_called(abi)
        code = load(abi, path, objdump)
        terms = None
        for variant in abi.variants(kernel, brief or quick):
            proof = proof_of(code, kernel, variant)
            proof.T = terms             # what the variants have in common is the same again
            said = proof.brief() if brief else proof.all(quick) or said
            terms = proof.T
    except Refused as e:
        return "FAIL proof/%s: %s" % (kernel, str(e)[:600])
    used = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    return "PASS proof/%s: %s (%.0f s, %d MiB)" % (kernel, said, time.process_time() - begin, used)
