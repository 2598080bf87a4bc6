# SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT
"""What prove.py does with kernels of short messages, NAME_short_...: Short in contract.py.

The lengths of the inputs stay unknown, all at once: what depends on one is made of bits that say
whether it is at least some number, those of masks too. The way through the kernel is cut, and at
each cut what was found becomes what may be found:

  at the loop's head    nothing is known but where the stack is, and what is the caller's; jobs
                        are any, so are groups
  before the rounds     the block's words are on the stack; proved of each remainder, with inputs
                        of all lengths
  behind the rounds     v of all messages is in registers; proved of any block
  at the loop's head, or at the return
                        the digests are where they belong; proved of each length of a digest, any v

Of messages of several blocks, these are proved of each number of whole blocks, of some remainders
and digests: behind the rounds of one block, before those of the next.
"""
import functools
import re
from contract import Short
from machine import Refused
from prove import Proof
from terms import Substitution, Terms, constant, join, number, parts

WHOLE = 4    # blocks before the last one, at most: BLAKE2B_SHORT_WHOLE


class ShortTerms(Terms):
    """The product of bits that say how long one input is at least is that of the greatest
    number."""

    def __init__(self):
        super().__init__()
        self.least = {}                 # atom -> (lane, number)

    def length_of(self, lane, k):
        bit, = self.var("len%d>=%d" % (lane, k), 1)
        atom, = self.atoms(bit)
        self.least[atom] = lane, k
        return bit

    def product(self, atoms):
        of = {}
        for a in atoms:
            if a in self.least:
                lane, k = self.least[a]
                of.setdefault(lane, []).append((k, a))
        if any(len(found) > 1 for found in of.values()):
            atoms = atoms - {a for found in of.values() for _, a in sorted(found)[:-1]}
        return super().product(atoms)


class Lengths:
    """What the machine asks of unknown lengths."""

    def __init__(self, call):
        self.call = call
        self.lanes = {call.length(lane): lane for lane in call.lanes}

    def linear(self, word):
        """(lane, c) of a lane's length + c, or None."""
        units, c = self.call.T.combination(word)
        for unit, factor in units.items():
            if len(units) == 1 and factor == 1 and unit in self.lanes:
                return self.lanes[unit], c - (1 << self.call.bits if c >> self.call.bits - 1 else 0)
        return None

    def less(self, cc, pair):
        """The bit of a condition, of a length against a number; None if it is of something else."""
        found, n = self.linear(pair[0]), number(pair[1])
        if found is None or n is None or cc not in ("b", "be", "ae", "a"):
            return None
        lane, c = found
        if not 0 <= c < 1 << 32 or not n < 1 << 32:    # it would wrap
            return None
        return self.call.T.xor1(self.call.least(lane, n + (cc in ("be", "a")) - c),
                                int(cc in ("b", "be")))

    def more(self, word, i, where):
        """The bit that says whether the word's lowest byte is more than i, for a length that
        `where` leaves."""
        n = number(word[:8])
        if n is not None:
            return int(n > i)
        found = self.linear(word)
        if found is None:
            raise Refused("bzhi by what is no constant and no length")
        lane, c = found
        T = self.call.T
        if c > 127 or T.and1(where, T.xor1(1, self.call.least(lane, -c))):
            raise Refused("bzhi by a length that may be less than 0 or more than 255")
        return self.call.least(lane, i + 1 - c)


class ShortProof(Proof):
    new_terms = ShortTerms
    whole = 0

    @property
    def size(self):
        """Jobs of a group."""
        m = re.search(r"(?<!av)x([0-9]+)$", self.kernel)    # avx512 is not of 512
        return int(m[1]) if m else 8

    def short(self, groups, **more):
        return Short(self.terms(), self.hash, self.size, groups, bits=self.abi.bits,
                     host=self.code.order, whole=self.whole, **more)

    def at(self, call, places, address, stop, low=0):
        """From a cut to the next one: the machine there, and the address (None behind the
        return)."""
        found = []

        def body(decide, assumed):
            m = self.machine(call, 0, decide)
            if call.rest is not None:
                m.lengths = Lengths(call)
            self.restore(m, places)
            found.append((m, m.run(address, stop)))
        self.run_forks(call.T, body, low, self.most)
        result, = found                                # nothing forks
        return result

    @property
    def most_groups(self):
        """Groups that one turn of the loop takes at most; it has a loop of rounds for each number."""
        return len(self.cuts()[1])

    @functools.lru_cache()
    def cuts(self):
        """Where the loop begins, and where each loop of rounds does and goes on to."""
        ends = sorted(a for a, text in self.code.lines.items()
                      if a > self.entry and text.split()[0] == "ret")
        loops = []
        for a, text in self.code.lines.items():
            m = re.match(r"j[a-z]+\s+([0-9a-f]+)\b", text)
            if m and self.entry <= int(m[1], 16) < a < ends[0] and not text.startswith("jmp"):
                loops.append((int(m[1], 16), a))
        inner = {h: self.code.next[a]
                 for h, a in loops if not any(x != h and h <= x and y <= a for x, y in loops)}
        outer = [h for h, _ in loops if h not in inner]
        if len(outer) != 1 or not inner:
            raise Refused("its loops are not those that are known")
        return outer[0], inner

    def head(self, rest):
        """At the loop's head: places as they always are, what one turn changes being junk; and
        which those are."""
        T, (head, inner) = self.terms(), self.cuts()
        call = self.short(self.most_groups)

        def refuse(kind, what, pair):
            raise Refused("a branch before its loop")
        m = self.machine(call, 0, refuse)
        if m.run(self.entry, lambda a: a == head or a in inner) != head:
            raise Refused("it does not come to its loop")
        self.wide = True
        places = self.places(m)
        call = self.short(self.most_groups, rest=rest)
        now = self.places(self.at(call, places, head, lambda a: a in inner, self.most_groups)[0])
        loose = {p for p, w in now.items() if self.differ(T, w, places.get(p))}
        places.update({p: self.junk(T, p, len(now[p]), ()) for p in loose})
        return places, loose

    def load(self, places, start, groups, rests, block):
        """Before the rounds: places as any remainder leaves them, the blocks' words being
        message_word()."""
        T, (_, inner) = self.terms(), self.cuts()
        out, words, at, other = None, None, None, set()
        left = groups if groups < self.most_groups else None
        if left is not None and not block:
            known = Substitution(T, {"N": constant(left, self.abi.bits)})
            places = known.words_in(places)
        for rest in rests:
            call = self.short(groups, rest=rest, left=left, block=block)
            m, to = self.at(call, places, start, lambda a: a in inner, groups)
            now = self.places(m)
            blocks = [call.message(j) for j in call.lanes]
            message = {w: (j, i) for j in call.lanes for i, w in enumerate(blocks[j])}
            if out is None:
                if len(message) != 16 * len(call.lanes):
                    raise Refused("remainders must begin with none")
                out, at = dict(now), to
                row = {o: message.get(join([now.get(("stack", o + k, 0), (0,)) for k in range(8)]))
                       for o in m.stack.bytes if o % 8 == 0}
                words = {o: w for o, w in row.items() if w}
            if to != at or len(set(words.values())) != 16 * len(call.lanes):
                raise Refused("not all words of the blocks are on the stack")
            for o, (j, i) in words.items():
                if join([now["stack", o + k, 0] for k in range(8)]) != blocks[j][i]:
                    raise Refused(
                        "with a remainder of %d bytes, word %d of job %d is wrong" % (rest, i, j))
            for p in set(out) | set(now):
                a, b = out.get(p), now.get(p)
                if p not in other and self.differ(T, a,
                                                  b) or p in other and T.secret_word(
                                                      b) and not T.secret_word(a):
                    out[p] = T.unknown("%s %s %s" % p, len(a or b),
                                       not (a and b) or T.secret_word(a + b))
                    other.add(p)
        for o, (j, i) in words.items():
            out.update({("stack", o + k, 0): b
                        for k, b in enumerate(parts(call.message_word(j, i), 8))})
        return out, at

    def compress(self, places, groups, at, block):
        """Behind the rounds, v being v_word()."""
        _, inner = self.cuts()
        call = self.short(groups, left=groups if groups < self.most_groups else None, block=block)
        m, to = self.at(call, places, at, lambda a: a == inner[at], groups)
        if to is None:
            raise Refused("it returns early")
        v = {}
        for j in call.lanes:
            message = [call.message_word(j, i) for i in range(16)]
            for i, w in enumerate(call.rounds(call.begin(j), message)):
                v[w] = call.v_word(j, i)
        now = self.places(m)
        found = {p: v[w] for p, w in now.items() if p[0] == "vec" and w in v}
        if len(set(found.values())) != 16 * len(call.lanes):
            raise Refused("v is not in vector registers behind the rounds: %d words of %d" % (
                len(set(found.values())), 16 * len(call.lanes)))
        now.update(found)
        return now, to

    def store(self, places, start, loose, groups, at, digest, left):
        """To the return, or, left being None, to the loop's head."""
        T, (head, _) = self.terms(), self.cuts()
        call = self.short(groups, digest=digest, left=left, block=self.whole)
        known = {"digest": constant((1 << digest) - 1, 64)}
        if left is not None:
            known["N"] = constant(left, call.bits)
        known = Substitution(T, known)
        m, to = self.at(call, known.words_in(places), at, lambda a: a == head,
                        self.most_groups + 1)
        for j in call.lanes:
            hash_ = next(r for r in m.regions.values() if r.name == "hash of job %d" % j).bytes
            for i, b in enumerate(call.result(j)):
                if hash_.get(i) != b:
                    raise Refused(
                        "with digests of %d bytes, byte %d of job %d's is wrong" % (digest, i, j))
        if left is not None:
            if to is not None:
                raise Refused("it goes on behind the last group")
            return self.returned(m)
        if to is None:
            raise Refused("it returns before the last group")
        # What was found at the loop's head is about the present jobs. The next group has others.
        jobs = {name: f(j + self.size * groups) for j in call.lanes for name, f in (
            ("in%d" % j, lambda j: call.pointer("in", j)),
            ("hash%d" % j, lambda j: call.pointer("hash", j)),
            ("len%d" % j, lambda j: call.length(j)[:8]))}
        then = Substitution(T, {**jobs,
                                "N": T.total(call.bits, [(T.var("N", call.bits), 1)], -groups),
                                "digest": known.words["digest"],
                                "jobs": T.total(call.bits, [(T.var("jobs", call.bits), 1)],
                                                3 * call.bits // 8 * len(call.lanes))})
        now = self.places(m)
        if now.keys() - start.keys():
            raise Refused(
                "it writes to %s %s %s behind the rounds alone" % min(now.keys() - start.keys()))
        for p, w in then.words_in(start).items():
            if p not in loose and self.differ(T, now.get(p), w):
                raise Refused("at the next group %s %s %s is not what it was" % p)
        return None

    def some(self, rests, digests, groups=None, whole=0):
        """Remainders, the first of which is none; digests; groups that are left: None for all
        that differ, the last of which is any number of more than one turn takes; blocks before the
        last one."""
        self.whole, self.T = whole, None
        most = self.most_groups
        start, loose = self.head(0)
        for together in range(1, most + 1):
            wanted = range(1, most + 2) if groups is None else groups
            lefts = [g for g in wanted if min(g, most) == together]
            if lefts:
                places, at = start, self.cuts()[0]
                for block in range(whole + 1):
                    places, at = self.load(places, at, together, rests, block)
                    places, at = self.compress(places, together, at, block)
                for digest in digests:
                    for left in lefts:
                        self.store(places, start, loose, together, at, digest,
                                   left if left <= most else None)

    def all(self, quick):
        few = (0, 1, 64, 77, 127), (1, 20, 63, 64)
        longer = range(1, WHOLE + 1 if self.size == 8 else 1)
        self.some(*few if quick else (range(128), range(1, 65)))
        for whole in longer:
            self.some(*few, whole=whole)
        for self.offset in () if quick else self.abi.entries[:-1]:
            for whole in (0, *longer):
                self.some((0, 77), (20, 64), whole=whole)
        texts = "remainders of %s bytes; digests of %s" % tuple(
            ", ".join(map(str, values)) for values in few)
        return "any number of groups; inputs of every length; %s%s%s" % (
            texts if quick else "remainders of 0 to 127 bytes; digests of 1 to 64",
            "; two to %d blocks%s" % (WHOLE + 1, "" if quick else ": " + texts) if longer else "",
            "" if quick else "; stacks of every alignment")

    def brief(self):
        self.some((0, 77), (20, 64), (1,))
        if self.size == 8:
            self.some((0, 77), (64,), (2,), 1)
        return "one group"
