#!/usr/bin/env python3
# SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT
"""Do the rules of terms.py keep the value of a word? And would this notice one that does not?

  rules.py [--rounds N] [--seed TEXT] [--no-breaks]
  rules.py --z3

Builds words by random operations, each beside its plain meaning on integers, for 64 assignments of
the variables, random and corner values. The normal form, evaluated atom by atom here, must have
that value; so must each word that terms.py remembers as a linear combination; the variables that it
says are in a word must be those found here; and the same words after a substitution. Then each rule
of BREAKS is broken in a copy of terms.py, and that must be noticed.
"""
import argparse
import os
import random
import sys
import types

HERE = os.path.dirname(os.path.abspath(__file__))
COUNT = 64                      # assignments; bit k of a number here is that of assignment k
ALL = (1 << COUNT) - 1


class Wrong(Exception):
    pass


def columns(values, width):
    """Of a value for each assignment, its bits."""
    return [sum((v >> i & 1) << k for k, v in enumerate(values)) for i in range(width)]


def values_of(bits):
    return [sum((b >> k & 1) << i for i, b in enumerate(bits)) for k in range(COUNT)]


class Values:
    """What terms are under assignments: name -> its values."""

    def __init__(self, T, variables):
        self.T = T
        self.bits, self.sums = {0: 0, 1: ALL}, {}
        self.columns = {name: columns(v, 64) for name, v in variables.items()}

    def bit(self, b):
        r = self.bits.get(b)
        if r is None:
            r = 0
            for p in self.T.polynomials[b]:
                product = ALL
                for a in self.T.products[p]:
                    product &= self.atom(a)
                r ^= product
            self.bits[b] = r
        return r

    def atom(self, a):
        kind, key, i = self.T.meaning[a]
        if kind == "var":
            return self.columns[key][i]
        if key not in self.sums:
            width, units, c = key
            self.sums[key] = columns(self.total(width, units, c), width)
        return self.sums[key][i] ^ (ALL if key[2] >> i & 1 else 0)

    def total(self, width, units, c):
        total = [c] * COUNT
        for u, f in units:
            total = [t + f * v for t, v in zip(total, self.word(u))]
        return [t & (1 << width) - 1 for t in total]

    def word(self, w):
        return values_of([self.bit(b) for b in w])


class Names:
    """The variables that a bit is made from, found without terms.py."""

    def __init__(self, T):
        self.T, self.done = T, {}

    def bit(self, b):
        if b not in self.done:
            out = set()
            for p in self.T.polynomials[b]:
                for a in self.T.products[p]:
                    kind, key, _ = self.T.meaning[a]
                    out |= {key} if kind == "var" else {n for u, _ in key[1] for x in u
                                                        for n in self.bit(x)}
            self.done[b] = out
        return self.done[b]


def draw(rng, width):
    """Random and corner values."""
    full = (1 << width) - 1
    return rng.choice((rng.getrandbits(width), rng.getrandbits(width), 0, 1, full, full >> 1,
                       full - (full >> 1), full - 1, 1 << rng.randrange(width),
                       full ^ 1 << rng.randrange(width),
                       rng.getrandbits(width) & rng.getrandbits(width) & rng.getrandbits(width)))


class Round:
    """Random words, of one width, and what they are."""

    def __init__(self, terms, rng, width, halves):
        self.terms, self.rng, self.width, self.full = terms, rng, width, (1 << width) - 1
        self.T = T = terms.Terms(halves)
        T.grain = width
        self.variables = {}
        self.pool = []
        for i in range(5):
            zeros = rng.choice((0, 0, 0, 5))
            name = "v%d" % i
            self.variables[name] = [draw(rng, width) >> zeros << zeros for _ in range(COUNT)]
            T.var(name, width, zeros)
        self.variables["bit"] = [rng.getrandbits(1) for _ in range(COUNT)]
        self.condition = T.var("bit", 1)[0]
        self.values = Values(T, self.variables)
        for i in range(5):
            self.keep("var", T.named["v%d" % i], self.variables["v%d" % i])

    def keep(self, rule, word, values):
        if len(word) != len(self.pool[0][0] if self.pool else word):
            raise Wrong("%s: another width" % rule)
        values = [v & self.full for v in values]
        got = self.values.word(word)
        if got != values:
            k = next(k for k in range(COUNT) if got[k] != values[k])
            raise Wrong("%s: %x instead of %x" % (rule, got[k], values[k]))
        if all(len(self.T.polynomials[b]) < 9 for b in word):      # or they grow without an end
            self.pool.append((word, values))

    def keep_bit(self, rule, bit, values):
        got = self.values.word((bit,))
        if got != values:
            raise Wrong(rule)

    def one(self):
        """A word by one more operation."""
        T, rng, width, full = self.T, self.rng, self.width, self.full
        terms = self.terms
        (x, p), (y, q), (z, r) = [rng.choice(self.pool[-12:] + self.pool[:5]) for _ in range(3)]
        n, c = rng.randrange(width), draw(rng, width)
        each = lambda f, *lists: [f(*v) for v in zip(*lists)]
        mask = [draw(rng, width)] * COUNT
        rule = rng.choice(RULES)
        top = width - 1
        b = values_of([self.values.bit(x[n])])
        bit = x[n]
        if rule == "xor":
            self.keep(rule, T.xor(x, y), each(lambda a, b: a ^ b, p, q))
        elif rule == "xor of two grains":
            T.grain = width // 2
            self.keep(rule, T.xor(x, y), each(lambda a, b: a ^ b, p, q))
            T.grain = width
        elif rule == "and":
            self.keep(rule, T.and_(x, terms.constant(mask[0], width)),
                      each(lambda a, b: a & b, p, mask))
        elif rule == "and, or of bits":
            w, v = [b if i < width // 2 else 0 for i, b in enumerate(x)], [b if i % 3 else 1
                                                                           for i, b in enumerate(y)]
            if all(len(T.polynomials[a]) * len(T.polynomials[b]) < 64 for a, b in zip(w, v)):
                low, some = full >> width - width // 2, sum(1 << i
                                                            for i in range(width) if i % 3 == 0)
                self.keep("and", T.and_(tuple(w), tuple(v)),
                          each(lambda a, b: a & low & (b | some), p, q))
                self.keep("or", T.or_(tuple(w), tuple(v)),
                          each(lambda a, b: a & low | b | some, p, q))
        elif rule == "not":
            self.keep(rule, T.not_(x), each(lambda a: ~a, p))
        elif rule == "ror":
            self.keep(rule, terms.ror(x, n), each(lambda a: a >> n | a << width - n, p))
        elif rule == "shr":
            n = rng.choice((n, n, 0, width, width + 1))
            self.keep(rule, terms.shr(x, n), each(lambda a: a >> n, p))
        elif rule == "shl":
            n = rng.choice((n, n, 0, width))
            self.keep(rule, terms.shl(x, n), each(lambda a: a << n, p))
        elif rule == "shl of a sum":
            self.keep(rule, T.shl(x, n), each(lambda a: a << n, p))
        elif rule == "join, parts":
            k = rng.choice((8, width // 2))
            self.keep(rule, terms.join(reversed(terms.parts(x, k))), each(lambda a: sum(
                (a >> i & (1 << k) - 1) << width - k - i for i in range(0, width, k)), p))
        elif rule == "constant":
            w = terms.constant(c - rng.choice((0, 1 << width)), width)
            if terms.number(w) != c or terms.number(x) not in (None, p[0]) or (
                    terms.signed(c, width) - c) % (1 << width) or terms.signed(c,
                        width) >= 1 << top:
                raise Wrong("constant, number or signed")
            self.keep(rule, w, [c] * COUNT)
        elif rule == "add":
            self.keep(rule, T.add(x, y), each(lambda a, b: a + b, p, q))
            self.keep(rule, T.add(x, y, z), each(lambda a, b, c: a + b + c, p, q, r))
        elif rule == "sub":
            self.keep(rule, T.sub(x, y), each(lambda a, b: a - b, p, q))
        elif rule == "total":
            f, g = [rng.choice((1, -1, 2, 3, -2, 4, 8, 1 << n, rng.getrandbits(width)))
                    for _ in range(2)]
            self.keep(rule, T.total(width, [(x, f), (y, g), (z, 1)], c),
                      each(lambda a, b, d: f * a + g * b + d + c, p, q, r))
        elif rule == "total of one":
            f = rng.choice((1, -1, 2, -2, 16))
            k = rng.choice((c, -1, 0, 1, 16 * (c >> 8)))
            self.keep(rule, T.total(width, [(x, f)], k), each(lambda a: f * a + k, p))
        elif rule == "-x - 1":
            self.keep(rule, T.total(width, [(x, -1)], -1), each(lambda a: ~a, p))
        elif rule == "a bit everywhere":
            self.keep(rule, T.total(width, [((bit,) * width, 3), (y, 1)]),
                      each(lambda a, k: -3 * a + k, b, q))
        elif rule == "x << n and x >> width - n":
            n = n or 1
            self.keep(rule, T.total(width, [(terms.shl(x, n), 1), (terms.shr(x, width - n), 1)]),
                      each(lambda a: a << n | a >> width - n, p))
            self.keep(rule, T.total(width, [(x, 1 << n), (terms.shr(x, width - n), 1), (y, 1)]),
                      each(lambda a, k: (a << n) + (a >> width - n) + k, p, q))
            k = max(1, width - n + rng.choice((-1, 1)))           # and what is none
            self.keep(rule, T.total(width, [(x, 1 << n), (terms.shr(x, k), 1)]),
                      each(lambda a: (a << n) + (a >> k), p))
        elif rule == "nothing is carried":
            low = (1 << n) - 1
            here, there = x[:n] + (0,) * (width - n), (0,) * n + y[n:]
            self.keep(rule, T.total(width, [(here, 1), (there, 1)]),
                      each(lambda a, k: a & low | k & ~low, p, q))
            there = (0,) * (n // 2) + y[n // 2:]              # that overlap
            self.keep(rule, T.total(width, [(here, 1), (there, 1)]),
                      each(lambda a, k: (a & low) + (k & ~((1 << n // 2) - 1)), p, q))
        elif rule == "bits that are 1":
            ones = x[:n] + (1,) * (width - n)
            self.keep(rule, ones, each(lambda a: a | full >> n << n, p))
            self.keep(rule, T.add(ones, y), each(lambda a, k: (a | full >> n << n) + k, p, q))
        elif rule == "low zeros":
            w = (0,) * n + x[:width - n]
            self.keep(rule, T.total(width, [(w, 1), (w, 2)], c),
                      each(lambda a: 3 * (a << n) + c, p))
            self.keep(rule, T.total(width, [(w, 1), (terms.shl(y, n), -1)], c),
                      each(lambda a, k: (a << n) - (k << n) + c, p, q))
        elif rule == "choose":
            v = self.variables["bit"]
            same = T.add(x, z)
            self.keep(rule, T.choose(self.condition, same, T.add(y, z)),
                      each(lambda s, a, k, d: a + d if s else k + d, v, p, q, r))
            self.keep(rule, T.choose(self.condition, x, y),
                      each(lambda s, a, k: a if s else k, v, p, q))
            self.keep(rule, T.choose(n & 1, x, y), p if n & 1 else q)
            self.keep_bit("choose1", T.choose1(self.condition, bit, y[n]),
                          each(lambda s, a, k: a if s else k >> n & 1, v, b, q))
        elif rule == "carries":
            s, carry = T.add_carry(x, y, self.condition)
            v = self.variables["bit"]
            self.keep(rule, s, each(lambda a, k, i: a + k + i, p, q, v))
            if all(len(T.polynomials[w[top]]) < 64 for w in (x, y, s)):
                self.keep_bit("carry out", carry, each(lambda a, k, i: a + k + i >> width, p, q, v))
        elif rule == "borrows":
            s, borrow = T.sub_borrow(x, y, self.condition)
            v = self.variables["bit"]
            self.keep(rule, s, each(lambda a, k, i: a - k - i, p, q, v))
            self.keep_bit("borrow out", borrow, each(lambda a, k, i: a < k + i, p, q, v))
        elif rule == "majority":
            s = self.condition
            self.keep_bit(rule, T.majority(bit, s, y[n]), each(
                lambda a, i, k: a + i + (k >> n & 1) > 1, b, self.variables["bit"], q))

    def finish(self):
        """Of all that is known now: combinations, names, substitutions."""
        T, rng, width = self.T, self.rng, self.width
        values, names = self.values, Names(T)
        for word, (units, c) in list(T.known.items()):
            if values.word(word) != values.total(len(word), units.items(), c):
                raise Wrong("known combinations")
        words = [w for w, _ in self.pool[-20:]]
        for w in words:
            for b in w:
                if T.support(b) != names.bit(b):
                    raise Wrong("support")
        (x, p), (y, q) = rng.choice(self.pool), rng.choice(self.pool)
        later = self.terms.Substitution(T, {"v0": x, "v1": self.terms.ror(y, 3)})
        there = dict(self.variables, v0=p, v1=[(v >> 3 | v << width - 3) & self.full for v in q])
        for name, word in T.named.items():                # of those with low zeros none goes there
            if name in ("v0", "v1") and word[0] == 0:
                return
        there = Values(T, there)
        for w in words[:3]:
            if all(len(T.polynomials[b]) < 64 for b in w):
                if values.word(later.word(w)) != there.word(w):
                    raise Wrong("substitution")


RULES = ("xor", "xor of two grains", "and", "and, or of bits", "not", "ror", "shr", "shl",
         "shl of a sum", "join, parts", "constant", "add", "sub", "total", "total of one", "-x - 1",
         "a bit everywhere", "x << n and x >> width - n", "nothing is carried", "bits that are 1",
         "low zeros", "choose", "carries", "borrows", "majority")

# What terms.py has, and what it would then be.
BREAKS = [
    ("xor of equal bits", "if a == b:\n            return 0", "if a == b:\n            return a"),
    ("xor with 0", "if a == 0:\n            return b\n", "if a == 0:\n            return 0\n"),
    ("xor of polynomials", "{*p} ^ {*q}", "{*p} | {*q}"),
    ("xor of polynomials, the newer second", "if p[-1] < q[0]:", "if p[0] < q[0]:"),
    ("xor of polynomials, the newer first", "if q[-1] < p[0]:", "if q[0] < p[0]:"),
    ("and with 1", "if a == 1 or a == b:", "if b == 1 or a == b:"),
    ("products that cancel", "out ^= {self.product", "out |= {self.product"),
    ("or", "self.xor1(self.xor1(a, b), self.and1(a, b))", "self.xor1(a, b)"),
    ("majority", "self.and1(c, self.xor1(a, b)))", "self.and1(c, self.and1(a, b)))"),
    ("choose1", "self.xor1(b, self.and1(condition,", "self.xor1(a, self.and1(condition,"),
    ("bits that are 1 stand in the constant", "return units, rest + c\n", "return units, rest\n"),
    ("factors of a unit", "(f * k + units.pop(u, 0))", "(f + units.pop(u, 0))"),
    ("factors of a unit that is there", "(f * k + units.pop(u, 0))", "(f * k)"),
    ("constants of sums in sums", "c += k * rest", "c += rest"),
    ("a bit everywhere is -b", "(width - 1), -f))", "(width - 1), f))"),
    ("a bit everywhere, if it is not", "and u.count(u[0]) == width:", "and u.count(u[0]) > 1:"),
    ("the lowest bit of a product", "if lowest[u] < width}", "if lowest[u] < width - 1}"),
    ("a rotation", "[(ror(u, width - n), 1)]", "[(ror(u, n), 1)]"),
    ("a rotation that is none", "if other and units.get(other) == 1:",
     "if other and units.get(other):"),
    ("a rotation by another number", "other = shr(u, width - n)", "other = shr(u, width - n - 1)"),
    ("nothing is carried", "column.count(0) >= len(units) - 1",
     "column.count(0) >= len(units) - 2"),
    ("below the lowest bit all is constant", "low = min((lowest[u] for u in units), default=0)",
     "low = 1 + min((lowest[u] for u in units), default=0)"),
    ("even factors", "signed(f, width) >> even) for", "f >> even + 1) for"),
    ("even factors' constant", "for u, f in units.items()], high >> even), even)",
     "for u, f in units.items()], high), even)"),
    ("a unit by itself", "elif high == 0 and list(units.values()) == [1]:",
     "elif list(units.values()) == [1]:"),
    ("-x - 1", "elif c == full and list(units.values()) == [full]:",
     "elif list(units.values()) == [full]:"),
    ("sums that differ in the constant", "at = (high & (1 << i) - 1) * width + i", "at = i"),
    ("the constant's bit", "result.append(self.xor1(bits[at], high >> i & 1))",
     "result.append(bits[at])"),
    ("the low constant", "result = tuple(c >> i & 1 for i in range(low)) + result[low:]",
     "result = (0,) * low + result[low:]"),
    ("what a sum is", "self.known[result] = units, high", "self.known[result] = units, c + 1"),
    ("halves: the low half's sum", "[(u[:32], f) for u, f in units.items()], high)",
     "[(u[:32], 1) for u, f in units.items()], high)"),
    ("halves: no carry", "if lows in ([], [1]):", "if len(lows) < 3:"),
    ("halves: the high constant", "units.items()], high >> 32)", "units.items()], high)"),
    ("shl of a combination", "({u: f << n for u, f in units.items()}, c << n)",
     "({u: f << n for u, f in units.items()}, c)"),
    ("sub", "[(x, 1), (y, -1)])", "[(x, -1), (y, 1)])"),
    ("choose: what both have", "if q.get(u) == f]", "if u in q]"),
    ("choose: outside", "both + [(inside, 1)]", "[(inside, 1)]"),
    ("carry in", "((carry,) + (0,) * (len(x) - 1), 1)", "((carry,) + (0,) * (len(x) - 1), 2)"),
    ("carry out", "self.majority(x[-1], y[-1], self.xor1(1, s[-1]))",
     "self.majority(x[-1], y[-1], s[-1])"),
    ("borrow in", "((borrow,) + (0,) * (len(x) - 1), -1)", "((borrow,) + (0,) * (len(x) - 1), 1)"),
    ("borrow out", "self.majority(self.xor1(1, x[-1]), y[-1], d[-1])",
     "self.majority(x[-1], y[-1], d[-1])"),
    ("support of sums", "for u, _ in key[1] for b in u))",
     "for u, _ in list(key[1])[:1] for b in u))"),
    ("substitution: the constant's bit", "self.terms.xor1(r[i], key[2] >> i & 1)", "r[i]"),
    ("substitution: factors", "[(self.word(u), f) for u, f in units]",
     "[(self.word(u), 1) for u, f in units]"),
    ("substitution: variables", "self.words.get(key, self.terms.named[key])[i]",
     "self.terms.named[key][i]"),
    ("ror", "return w[n:] + w[:n]", "return w[n:] + (0,) * n"),
    ("shr", "return w[n:] + (0,) * n if", "return w[n:] + w[-1:] * n if"),
    ("shl", "(0,) * n + w[:len(w) - n] if", "(0,) * n + w[n:] if"),
    ("signed", "if value >> (width - 1) & 1", "if value >> (width - 2) & 1"),
    ("number", "sum(b << i for i, b in enumerate(w))", "sum(b << i for i, b in enumerate(w[1:]))"),
    ("constant", "tuple(value >> i & 1", "tuple(abs(value) >> i & 1"),
    ("unknowns from one counter", "self.unknowns += 1", "self.unknowns = 1"),
    ("names of unknowns", 'if name.startswith("unknown"):', 'if name == "unknown":'),
    ("secrets", "r = key in self.secret_names", "r = False"),
    ("secrets among unknowns", "if secret:", "if not secret:"),
]


def loaded(text):
    module = types.ModuleType("terms")
    exec(compile(text, "terms.py", "exec"), module.__dict__)
    return module


def check(terms, rounds, seed):
    """Why it is wrong, or None; and how many words were compared."""
    words = 0
    why = unknowns(terms, seed)
    if why:
        return why, 0
    for i in range(rounds):
        rng = random.Random("%s %d" % (seed, i))
        width, halves = ((64, True), (32, False), (64, False), (8, False), (32, True),
                         (16, False))[i % 6]
        try:
            r = Round(terms, rng, width, halves)
            for _ in range(24):
                r.one()
            r.finish()
            words += len(r.pool)
        except Wrong as e:
            return "%s (seed %s, round %d)" % (e, seed, i), words
    return None, words


# The same rules as identities of words, for all values, by z3.

def identities(z, w):
    """(rule, what must hold) for words of w bits."""
    x, y, u, c, d = [z.BitVec(n, w) for n in ("x", "y", "u", "c", "d")]
    a, b, k = [z.BitVec(n, 1) for n in ("a", "b", "k")]
    wide = lambda v, n=w: z.ZeroExt(n - v.size(), v)
    bit = lambda v, i: z.Extract(i, i, v)
    majority = lambda p, q, r: (p & q) ^ r & (p ^ q)
    yield "or", x | y == x ^ y ^ x & y
    yield "not", ~x == x ^ -1
    yield "majority", majority(a, b, k) == (a & b | a & k | b & k)
    yield "choose1", z.If(k == 1, a, b) == b ^ k & (a ^ b)
    yield "-x - 1", -x - 1 == ~x
    yield "a bit everywhere", z.SignExt(w - 1, b) == -wide(b)
    yield "choose", z.If(k == 1, u + x, u + y) == u + z.If(k == 1, x, y)
    yield "nothing is carried, two words", z.Implies(x & y == 0, x + y == x | y)
    yield "nothing is carried, three", z.Implies(z.And(x & y == 0, x & u == 0, y & u == 0),
                                                 x + y + u == x | y | u)
    yield "bits that are 1", x | c == (x & ~c) + c
    yield "carry out", bit(wide(x, w + 1) + wide(y, w + 1) + wide(k, w + 1), w) == majority(
        bit(x, w - 1), bit(y, w - 1), ~bit(x + y + wide(k), w - 1))
    yield "borrow out", bit(wide(x, w + 1) - wide(y, w + 1) - wide(k, w + 1), w) == majority(
        ~bit(x, w - 1), bit(y, w - 1), bit(x - y - wide(k), w - 1))
    for f in (3, -1, 5, 1 << w - 1):
        yield "factors %d" % f, f * (x + c) == f * x + f * c
        yield "factors of one unit %d" % f, f * x + 6 * x == (f + 6) * x
    for n in range(1, w):
        low = (1 << n) - 1
        yield "rotation by %d" % n, (x << n) + z.LShR(x, w - n) == z.RotateLeft(x, n)
        yield "constant below %d" % n, (x << n) + c == (x << n) + (c & ~low) | c & low
        yield "even, %d" % n, (x << n) + (c << n) == (x + c) << n
        yield "nothing is left, %d" % n, (x << n) << w - n == 0
        yield "constant's bit %d" % n, z.Implies(c & low == d & low, bit(x + c, n) ^
                                                 bit(c, n) == bit(x + d, n) ^ bit(d, n))
    if w == 64:
        half = lambda v: (z.Extract(31, 0, v), z.Extract(63, 32, v))
        (x0, x1), (y0, y1), (s0, s1) = half(x), half(y), half(x + y + wide(k))
        carry = majority(bit(x0, 31), bit(y0, 31), ~bit(s0, 31))
        yield "halves: the low one", s0 == x0 + y0 + wide(k, 32)
        yield "halves: the high one", s1 == x1 + y1 + wide(carry, 32)
        yield "halves: no carry", z.Implies(y0 == 0, half(x + y)[1] == x1 + y1)


def by_z3():
    try:
        import z3
    except ImportError:
        print("SKIP proof/rules, identities: %s has no z3 (Debian's python3-z3)" % sys.executable)
        return 0
    proved, failed = 0, 0
    for w in (8, 32, 64):
        for rule, holds in identities(z3, w):
            solver = z3.Solver()
            solver.set("timeout", 60000)
            solver.add(z3.Not(holds))
            result = solver.check()
            proved += result == z3.unsat
            if result != z3.unsat:
                failed = 1
                print("FAIL proof/rules, %s, %d bits: %s" % (rule, w, result), flush=True)
    solver = z3.Solver()
    solver.add(z3.Not(z3.BitVec("x", 8) + 1 == z3.BitVec("x", 8) | 1))
    if solver.check() != z3.sat or not proved:
        failed = 1
        print("FAIL proof/rules: z3 takes what is wrong for right")
    if not failed:
        print("PASS proof/rules: %d identities of words of 8, 32 and 64 bits, for all values (z3 "
              "%s)" % (
            proved, z3.get_version_string()))
    return failed


def unknowns(terms, seed):
    """Why two words of unknown(), or one of it and one of var(), may be the same; None if none
    are."""
    rng, T, seen = random.Random(seed), terms.Terms(), set()
    names = ["junk gpr rax 0", "lost", "unknown 3: lost", "1"]
    for _ in range(300):
        name, secret = rng.choice(names), bool(rng.getrandbits(1))
        word = T.unknown(name, 8, secret)
        if any(b in seen or T.secret(b) != secret for b in word) or T.xor(word, word) != (0,) * 8:
            return "unknown() gave what was there"
        seen.update(word)
        if rng.getrandbits(1):
            name = rng.choice(["junk gpr rax 0", "lost", "m0", "x"] +
                              [n for n in T.named if n.startswith("unknown")][:1])
            try:
                word = T.var(name, 8)
            except ValueError:
                if not name.startswith("unknown"):
                    return "var() has no " + name
                continue
            if name.startswith("unknown") or any(
                    b in seen for b in word) or T.secret_word(word) != (name == "m0"):
                return "var() gave what unknown() made"
    return None


def main():
    a = argparse.ArgumentParser(description=__doc__,
                                formatter_class=argparse.RawDescriptionHelpFormatter)
    a.add_argument("--rounds", type=int, default=60)
    a.add_argument("--seed", default=str(random.SystemRandom().getrandbits(32)))
    a.add_argument("--no-breaks", action="store_true")
    a.add_argument("--z3", action="store_true", help="the rules as identities, by z3, instead")
    o = a.parse_args()
    if o.z3:
        return by_z3()
    sys.setrecursionlimit(100000)
    with open(os.path.join(HERE, "terms.py"), encoding="utf-8") as f:
        text = f.read()
    why, words = check(loaded(text), o.rounds, o.seed)
    if why:
        print("FAIL proof/rules: " + why)
        return 1
    print("PASS proof/rules: %d words, %d assignments each (seed %s)" % (words, COUNT, o.seed),
          flush=True)
    failed = False
    for what, old, new in [] if o.no_breaks else BREAKS:
        if text.count(old) < 1:
            why = "there is no such rule any more"
        else:
            try:                # a seed that is known to find it
                why = "is not noticed" if check(loaded(text.replace(old, new, 1)), 60,
                                                "0")[0] is None else None
            except (IndexError, KeyError, RecursionError, AssertionError, ValueError, TypeError,
                    StopIteration):
                why = None
        if why:
            failed = True
            print("FAIL proof/rules, broken: %s: %s" % (what, why), flush=True)
    if not failed and not o.no_breaks:
        print("PASS proof/rules: %d rules broken, each was noticed" % len(BREAKS))
    return failed


if __name__ == "__main__":
    sys.exit(main())
