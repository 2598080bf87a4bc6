# SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT
"""Words of unknown bits, in a normal form: equal words are equal tuples.

A word is a tuple of bits, the lowest first. A bit is a number: 0 and 1 are what they are, any other
is a polynomial over GF(2), an exclusive or of products of atoms. Atoms are the bits of variables,
and the bits of sums. So rotations, shifts, shuffles, blends are tuples cut and joined, and bitwise
functions are their polynomials: neither has a rule that could be wrong. Sums have some, all in
Terms.total: a sum is a linear combination of words modulo 2^width, and its bits are new atoms, one
set for each combination.

Two bits that are the same number are equal under every assignment; two that are not may yet be
equal. So a proof is sound, and may fail.
"""
import re
from functools import lru_cache
from itertools import chain, repeat

# Inputs that are secret, or may be: words of the chaining value, words and bytes of the message.
SECRET = re.compile(r"[hm]\d|tails")


class Terms:
    """halves: for machines of 32 bits, a sum of 64 has that of the low halves as its low half."""

    def __init__(self, halves=False):
        self.halves = halves
        # Sorted tuples, not sets, which take four times the memory.
        self.polynomials = [(), (0,)]                      # bit -> its products; product 0 is 1
        self.bit_of = {p: i for i, p in enumerate(self.polynomials)}
        self.products = [()]    # product -> its atoms; that of one atom has its number
        self.product_of = {(): 0}
        # Atom -> ("var", name, i) or ("sum", key, i): of that sum, less the constant's bit.
        self.meaning = {}
        self.named, self.variables = {}, set()             # name -> word; these words
        self.unknowns = 0                                  # how many words unknown() has made
        # Variables; bit, or key of a sum -> is it made from one of those?
        self.secret_names, self.secrecy = set(), {}
        self.sums = {}    # ((width, combination), constant) -> word
        # (width, combination) -> constant below bit i, times width, + i -> that bit without it.
        self.sum_bits = {}
        self.known = {}    # word -> the combination and constant that it is
        # What a mask rounded down of the stack's pointer: (what it was, less SP; what it is, less
        # SP, if SP is a multiple of 64; what it is a multiple of).
        self.rounded = {}
        self.ands, self.supports = {}, {}
        # Grain: the width of the words that are remembered.
        self.word_xors, self.word_sums, self.totals, self.grain = {}, {}, {}, 64

    # Bits

    def bit(self, polynomial):
        n = self.bit_of.get(polynomial)
        if n is None:
            n = self.bit_of[polynomial] = len(self.polynomials)
            self.polynomials.append(polynomial)
        return n

    def product(self, atoms):
        if len(atoms) == 1:
            return next(iter(atoms))
        atoms = tuple(sorted(atoms))
        n = self.product_of.get(atoms)
        if n is None:
            n = self.product_of[atoms] = len(self.products)
            self.products.append(atoms)
        return n

    def atom(self, meaning):
        n = len(self.products)
        alone = (n,)    # the product of this atom, and the polynomial of this product
        self.products.append(alone)
        self.meaning[n] = meaning
        return self.bit(alone)

    def xor1(self, a, b):
        if a == 0:
            return b
        if b == 0:
            return a
        if a == b:
            return 0
        p, q = self.polynomials[a], self.polynomials[b]
        if p[-1] < q[0]:                                       # mostly: one has all the newer atoms
            return self.bit(p + q)
        if q[-1] < p[0]:
            return self.bit(q + p)
        return self.bit(tuple(sorted({*p} ^ {*q})))

    def and1(self, a, b):
        if a == 0 or b == 0:
            return 0
        if a == 1 or a == b:
            return b
        if b == 1:
            return a
        key = (a, b) if a < b else (b, a)
        r = self.ands.get(key)
        if r is None:
            out = set()
            for p in self.polynomials[a]:
                for q in self.polynomials[b]:
                    out ^= {self.product({*self.products[p], *self.products[q]})}
            r = self.ands[key] = self.bit(tuple(sorted(out)))
        return r

    def or1(self, a, b):
        if a == 0 or b == 0:
            return a or b
        return self.xor1(self.xor1(a, b), self.and1(a, b))

    def majority(self, a, b, c):
        return self.xor1(self.and1(a, b), self.and1(c, self.xor1(a, b)))

    def choose1(self, condition, a, b):
        """a where the condition is 1."""
        return self.xor1(b, self.and1(condition, self.xor1(a, b)))

    # Words

    def var(self, name, width, low_zeros=0):
        """What the kernel is called with, by its name: the same word each time."""
        if name.startswith("unknown"):
            raise ValueError("the name of what only unknown() makes: " + name)
        w = self.named.get(name)
        if w is None:
            w = self.variable(name, width, low_zeros, bool(SECRET.match(name)))
        assert len(w) == width
        return w

    def unknown(self, what, width, secret):
        """Any word: another one each time, whatever it is called."""
        self.unknowns += 1
        return self.variable("unknown %d: %s" % (self.unknowns, what), width, 0, secret)

    def variable(self, name, width, low_zeros, secret):
        if secret:
            self.secret_names.add(name)
        w = self.named[name] = (0,) * low_zeros + tuple(self.atom(("var", name, i))
                                                        for i in range(low_zeros, width))
        self.variables.add(w)
        return w

    def xor(self, x, y):
        if len(x) > self.grain:    # kernel and specification xor the same words
            return join([self.xor(p, q)
                         for p, q in zip(parts(x, self.grain), parts(y, self.grain))])
        r = self.word_xors.get((x, y))
        if r is None:
            r = self.word_xors[x, y] = tuple(map(self.xor1, x, y))
        return r

    def and_(self, x, y):
        r = tuple(map(self.and1, x, y))
        if "SP" in self.named and len(r) == len(self.named["SP"]):
            self.round_down(x, number(y), r)
            self.round_down(y, number(x), r)
        return r

    def round_down(self, x, mask, r):
        """Is r a place of the stack, rounded down by a mask?"""
        align = 0 if mask is None else -mask & (1 << len(x)) - 1
        if align not in (2, 4, 8, 16, 32, 64) or r in self.known:
            return
        units, c = self.combination(x)
        word, = units if list(units.values()) == [1] else (None,)
        if word == self.named["SP"] or word in self.rounded:
            most, at, _ = self.rounded.get(word, (0, 0, 0))
            c = signed(c, len(x))
            self.rounded[r] = most + c, at + c & -align, align

    def or_(self, x, y):
        return tuple(map(self.or1, x, y))

    def not_(self, x):
        return tuple(map(self.xor1, x, repeat(1)))

    # Sums

    def combination(self, w):
        """The word as (units and their factors, constant)."""
        known = self.known.get(w)
        if known is not None:
            return known
        if 1 not in w:
            return {w: 1} if any(w) else {}, 0
        c = sum(1 << i for i, b in enumerate(w) if b == 1)  # bits that are 1 stand in the constant
        w = tuple(0 if b == 1 else b for b in w)
        units, rest = self.known.get(w, ({w: 1} if any(w) else {}, 0))
        return units, rest + c

    def total(self, width, parts, c=0):
        """The sum of factor * word for each (word, factor), and of c."""
        key = width, c, *parts
        r = self.totals.get(key)
        if r is None:
            r = self.totals[key] = self.total_of(width, parts, c)
        return r

    def total_of(self, width, parts, c):
        full = (1 << width) - 1
        units = {}
        todo = list(parts)
        while todo:
            w, k = todo.pop()
            k &= full
            if k == 0:
                continue
            more, rest = self.combination(w)
            c += k * rest
            for u, f in more.items():
                f = (f * k + units.pop(u, 0)) & full
                if u[0] and u[0] == u[-1] and u.count(u[0]) == width:    # b in every bit is -b
                    todo.append(((u[0],) + (0,) * (width - 1), -f))
                elif f:
                    units[u] = f
        c &= full
        low = even = 0
        if not all(u[0] and f & 1 for u, f in units.items()):      # mostly all are so
            # The lowest bit of each unit's product that is not 0. Units without one go.
            lowest = {u: (0 if u[0] else next(i for i, b in enumerate(u) if b)) +
                      (f & -f).bit_length() - 1 for u, f in units.items()}
            units = {u: f for u, f in units.items() if lowest[u] < width}
            for u, f in list(units.items()):           # x << n and x >> width - n are a rotation
                n = f.bit_length() - 1
                other = shr(u, width - n) if n and f == 1 << n else None
                if other and units.get(other) == 1:
                    rest = [(v, k) for v, k in units.items() if v not in (u, other)]
                    return self.total(width, rest + [(ror(u, width - n), 1)], c)
            if len(units) > 1 and all(f & f - 1 == 0 for f in units.values()):
                shifted = [shl(u, f.bit_length() - 1) for u, f in units.items()]
                columns = list(zip(*shifted))
                # Nothing is carried.
                if all(column.count(0) >= len(units) - 1 for column in columns):
                    return self.total(width, [(tuple(map(max, columns)), 1)], c)
            low = min((lowest[u] for u in units), default=0)           # below, all is constant
            even = min(((f & -f).bit_length() - 1 for f in units.values()), default=0)
        if not units:
            return constant(c, width)
        high = c >> low << low
        if even:
            result = shl(self.total(width, [
                (u, signed(f, width) >> even) for u, f in units.items()], high >> even), even)
            self.known.setdefault(result, (units, high))
        elif high == 0 and list(units.values()) == [1]:
            result, = units
        elif c == full and list(units.values()) == [full]:         # -x - 1
            return self.not_(*units)
        else:
            key = width, frozenset(units.items())
            result = self.sums.get((key, high))
            if result is None:
                bits = self.sum_bits.setdefault(key, {})
                result = (0,) * low
                if self.halves and width == 64:
                    lows = [f for u, f in units.items() if any(u[:32])] + [1] * (
                        high & 0xffffffff != 0)
                    result = self.total(32, [(u[:32], f) for u, f in units.items()], high)
                    if lows in ([], [1]):              # nothing is carried from half to half
                        result += self.total(
                            32, [(u[32:], f) for u, f in units.items()], high >> 32)
                result, of = list(result), key + (high,)
                # What is above does not matter to a bit, and the constant's flips it.
                for i in range(len(result), width):
                    at = (high & (1 << i) - 1) * width + i
                    if at not in bits:
                        bits[at] = self.atom(("sum", of, i))
                    result.append(self.xor1(bits[at], high >> i & 1))
                result = self.sums[key, high] = tuple(result)
                self.known[result] = units, high
        if c != high:
            result = tuple(c >> i & 1 for i in range(low)) + result[low:]
            self.known.setdefault(result, (units, c))
        return result

    def add(self, *words):
        r = self.word_sums.get(words)
        if r is None:
            r = self.word_sums[words] = self.total(len(words[0]), [(w, 1) for w in words])
        return r

    def shl(self, x, n):
        units, c = self.combination(x)
        r = shl(x, n)
        if number(r) is None:
            # total takes it modulo 2^width.
            self.known.setdefault(r, ({u: f << n for u, f in units.items()}, c << n))
        return r

    def sub(self, x, y):
        return self.total(len(x), [(x, 1), (y, -1)])

    def choose(self, condition, a, b):
        """a where the condition is 1; what both sums have stands outside."""
        if condition < 2:
            return a if condition else b
        (p, c), (q, d) = self.combination(a), self.combination(b)
        both = [(u, f) for u, f in p.items() if q.get(u) == f]
        outside = {u for u, _ in both}
        a, b = [self.total(len(a), [(u, f) for u, f in x.items() if u not in outside], k)
                for x, k in ((p, c), (q, d))]
        inside = tuple(self.choose1(condition, x, y) for x, y in zip(a, b))
        return self.total(len(a), both + [(inside, 1)])

    def sum(self, x, y, carry=0):
        """With a carry into the lowest bit."""
        if carry == 0:
            return self.add(x, y)
        return self.total(len(x), [(x, 1), (y, 1), ((carry,) + (0,) * (len(x) - 1), 1)])

    def carry(self, x, y, s):
        """Out of a sum, with or without a carry into it."""
        return self.majority(x[-1], y[-1], self.xor1(1, s[-1]))

    def add_carry(self, x, y, carry):
        """The sum, and the carry out of it."""
        s = self.sum(x, y, carry)
        return s, self.carry(x, y, s)

    def difference(self, x, y, borrow=0):
        return self.total(len(x), [(x, 1), (y, -1), ((borrow,) + (0,) * (len(x) - 1), -1)])

    def borrow(self, x, y, d):
        """Out of a difference, with or without a borrow into it."""
        return self.majority(self.xor1(1, x[-1]), y[-1], d[-1])

    def sub_borrow(self, x, y, borrow=0):
        d = self.difference(x, y, borrow)
        return d, self.borrow(x, y, d)

    def is_word(self, w):
        """Is it a sum or a variable of its own width?"""
        return w in self.known or w in self.variables

    # What is in it

    def atoms(self, bit):
        return {a for p in self.polynomials[bit] for a in self.products[p]}

    def support(self, bit):
        """The names of the variables that the bit is made from."""
        r = self.supports.get(bit)
        if r is None:
            r = set()
            for a in self.atoms(bit):
                kind, key, _ = self.meaning[a]
                if kind == "var":
                    r.add(key)
                else:
                    key_support = self.supports.get(key)
                    if key_support is None:
                        key_support = frozenset().union(*(
                            self.support(b) for u, _ in key[1] for b in u))
                        self.supports[key] = key_support
                    r |= key_support
            r = frozenset(r)
            # Many bits have the same names: one set for all.
            r = self.supports[bit] = self.supports.setdefault(r, r)
        return r

    def secret(self, bit):
        """Is the bit made from a secret, or from what may have been made from one?"""
        r = self.secrecy.get(bit)
        if r is None:
            r = False
            for a in self.atoms(bit):
                kind, key, _ = self.meaning[a]
                if kind == "var":
                    r = key in self.secret_names
                else:
                    r = self.secrecy.get(key)
                    if r is None:
                        r = self.secrecy[key] = any(self.secret(b) for u, _ in key[1] for b in u)
                if r:
                    break
            self.secrecy[bit] = r
        return r

    def secret_word(self, w):
        return any(map(self.secret, w))

    def show(self, w):
        value = number(w)
        if value is not None:
            return hex(value)
        units, c = self.combination(w)
        names = sorted({n for u in units for b in u for n in self.support(b)})
        plain = [n for n in names if self.named.get(n) in units]
        rest = "" if len(plain) == len(units) else " of %s" % " ".join(names[:8])
        return " + ".join(plain + ["%d words" % (len(units) - len(plain))] * bool(rest) + [
            hex(c)]) + rest


class ByParts:
    """The same terms, but words that are wider than a part are added part by part, two at a time,
    with majorities as carries: as the C references for CPUs without such words do."""

    def __init__(self, terms, part):
        self.terms, self.part = terms, part

    def __getattr__(self, name):
        return getattr(self.terms, name)

    def add_carry(self, x, y, carry):
        out = ()
        for a, b in zip(parts(x, self.part), parts(y, self.part)):
            s, carry = self.terms.add_carry(a, b, carry)
            out += s
        return out, carry

    def add(self, first, *others):
        for word in others:
            first, _ = self.add_carry(first, word, 0)
        return first


class Substitution:
    """The same terms with words in place of variables."""

    def __init__(self, terms, words):
        self.terms, self.words = terms, words
        self.done, self.products, self.sums = {0: 0, 1: 1}, {}, {}

    def bit(self, b):
        r = self.done.get(b)
        if r is None:
            r, products = 0, self.products
            for p in self.terms.polynomials[b]:
                q = products.get(p)
                if q is None:
                    q = products[p] = self.product(p)
                r = self.terms.xor1(r, q)
            self.done[b] = r
        return r

    def product(self, p):
        q = 1
        for a in self.terms.products[p]:
            q = self.terms.and1(q, self.atom(a))
        return q

    def atom(self, a):
        kind, key, i = self.terms.meaning[a]
        if kind == "var":
            return self.words.get(key, self.terms.named[key])[i]
        r = self.sums.get(key)
        if r is None:
            width, units, c = key
            r = self.sums[key] = self.terms.total(width, [(self.word(u), f) for u, f in units], c)
        return self.terms.xor1(r[i], key[2] >> i & 1)

    def word(self, w):
        return tuple(map(self.bit, w))

    def words_in(self, places):
        """The same places. Most have none of the variables, which is quickly seen, as what a bit is
        made from is remembered."""
        support, names = self.terms.support, self.words.keys()
        return {p: w if all(support(b).isdisjoint(names) for b in w) else self.word(w)
                for p, w in places.items()}


@lru_cache(maxsize=None)
def constant(value, width):
    return tuple(value >> i & 1 for i in range(width))


def number(w):
    """The value of a word without unknown bits, else None."""
    return None if any(b > 1 for b in w) else sum(b << i for i, b in enumerate(w))


def signed(value, width):
    return value - (1 << width) if value >> (width - 1) & 1 else value


def ror(w, n):
    return w[n:] + w[:n]


def shr(w, n):
    return w[n:] + (0,) * n if n < len(w) else (0,) * len(w)


def shl(w, n):
    return (0,) * n + w[:len(w) - n] if n < len(w) else (0,) * len(w)


def parts(w, width):
    return [w[i:i + width] for i in range(0, len(w), width)]


def join(words):
    return tuple(chain.from_iterable(words))
