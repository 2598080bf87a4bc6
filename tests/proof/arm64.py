# SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT
"""The AArch64 instructions that the kernels use, executed on terms, of either byte order. objdump
decodes them.

Refused is what x86.py refuses, and a stack pointer that is not a multiple of 16 where it addresses
memory.
"""
import re
import machine
import sets
from machine import Refused
from terms import constant, join, number, parts, ror, shr, signed

NOTHING = ("nop", "bti")
SIGN = ("paciasp", "autiasp")
SAVED = ["x%d" % i for i in range(18, 30)]          # x18 is the system's
SAVED_HALVES = range(8, 16)                         # of v8 to v15 the low ones
SIZES = {"b": 8, "h": 16, "s": 32, "d": 64}


class Code(machine.Code):
    machines = (183,)
    landing = ("bti", "paciasp")            # (the latter is one, too)
    # R_AARCH64_ADD_ABS_LO12_NC, LDST8_... to LDST128_ABS_LO12_NC.
    kinds = {275: "page", 277: "low 0", 283: "branch", 282: "branch",
             278: "low 8", 284: "low 16", 285: "low 32", 286: "low 64", 299: "low 128"}
    sets = sets.Sets("arm64", "BASE")
    comment, assembler = "//", ("-march=armv8.5-a+sha3",)

    def again(self, address, end):
        raw, text = super().again(address, end)
        return None if text.startswith("adrp") else (raw, text)     # its relocation has been seen

    def resolve(self, address, name, operands):
        """adrp's page, and what is behind its begin: an address in two parts, of which neither is
        known."""
        fixed = self.fixed(address)
        if not fixed or fixed[0] == "branch":
            if name in ("adrp", "adr") or fixed and (name not in ("b", "bl") or not self.goes_to(
                    address, int(operands[-1].split()[0], 16))):
                raise Refused("%x: not with this relocation" % address)
            return name, operands
        kind, _, symbol, place, addend = fixed
        to = self.pointee(symbol, place)
        kind, _, size = kind.partition(" ")
        what = "%s %s %d" % (kind, self.named(to),
                             self.link.start[place[0], place[1]] + place[2] + addend - to[1])
        if kind == "page" and name == "adrp":
            return name, operands[:1] + [what]
        if kind + size == "low0" and name == "add" and len(operands) == 3 and operands[2][0] == "#":
            return name, operands[:2] + [what]
        # What is added is counted in what is loaded or stored.
        at_once = {"b": 8, "h": 16}.get(name[-1]) or {"w": 32, "x": 64, "s": 32, "d": 64,
                                                      "q": 128}.get(operands[0][0], 0)
        m = kind == "low" and re.fullmatch(
            "(ld|st)r[bh]?", name) and int(size) == at_once and re.fullmatch(
            r"\[(\w+)(?:, ?#\w+)?\]", operands[-1])
        if not m:
            raise Refused("%x: not with this relocation" % address)
        return name, operands[:-1] + ["[%s, %s]" % (m[1], what)]

    def parse(self, line):
        text = line.partition("//")[0].strip()
        name, _, rest = text.replace("\t", " ").partition(" ")
        return name, [o.strip() for o in re.split(
            r",(?![^\[{]*[\]}])", rest)] if rest and name not in NOTHING + SIGN else [], text


class Machine(machine.Machine):
    bits, sp = 64, "sp"

    def __init__(self, terms, code, regions, decide):
        super().__init__(terms, code, regions, decide)
        self.gpr = {"x%d" % i: terms.var("x%d of the caller" % i, 64) for i in range(31)}
        self.vec = [terms.var("v%d of the caller" % i, 128) for i in range(32)]
        self.carry = self.result = self.pair = None  # flags: C; what Z is of; what was compared
        self.later = None    # a register that is written behind its instruction

    # Operands

    def get(self, o, bits=64):
        """A register's value, or an immediate of so many bits."""
        if o[:4] == "low ":    # an offset in a page: which bytes of the address nobody knows
            return (self.T.var(o, 12) + (0,) * 52)[:bits]
        if o[0] == "#":
            return constant(int(o[1:], 0), bits)
        if o[1:] == "zr":
            return constant(0, self.width(o))
        if o == "sp":
            return self.gpr["sp"]
        m = re.fullmatch(r"([xwqds])(\d+)", o)
        if not m:
            raise Refused("unknown operand " + o)
        if m[1] in "qds":
            return self.vec[int(m[2])][:self.width(o)]
        return self.gpr["x" + m[2]][:self.width(o)]

    @staticmethod
    def width(o):
        if o == "sp":
            return 64
        if o[0] not in "xwsdq":
            raise Refused("unknown operand " + o)
        return {"x": 64, "w": 32, "s": 32, "d": 64, "q": 128}[o[0]]

    def put(self, o, value):
        if o[1:] == "zr":
            return
        if o != "sp" and not re.fullmatch(r"[xwqds]\d+", o):
            raise Refused("unknown operand " + o)
        if o != "sp" and o[0] in "qds":
            self.vec[int(o[1:])] = value + (0,) * (128 - len(value))
        else:
            self.gpr["sp" if o == "sp" else "x" + o[1:]] = value + (0,) * (64 - len(value))

    @staticmethod
    def elements(o):
        """(register, bits of an element, how many, which) of v1.2d or v1.d[1]"""
        m = re.fullmatch(r"v(\d+)\.(\d*)([bhsd])(?:\[(\d+)\])?", o)
        if not m or bool(m[2]) == bool(m[4]):
            raise Refused("unknown operand " + o)
        return int(m[1]), SIZES[m[3]], int(m[2] or 0), int(m[4] or 0)

    def whole(self, o):
        """The register and the bits of an element of all 128."""
        n, size, count, _ = self.elements(o)
        if size * count != 128:
            raise Refused("unknown operand " + o)
        return n, size

    def changed(self, x, how, width):
        """What an operand is shifted or extended to: lsl #3, or uxtw, or sxtw #2."""
        m = re.fullmatch(r"(lsl|lsr|asr|ror|uxtb|uxth|uxtw|sxtw)(?: #(\w+))?", how)
        if not m:
            raise Refused("unknown operand " + how)
        n = int(m[2] or "0", 0)
        if m[1][1:3] == "xt":
            x = x[:{"b": 8, "h": 16, "w": 32}[m[1][3]]]
            x += (x[-1:] if m[1][0] == "s" else (0,)) * (width - len(x))
        if len(x) != width or n >= width:
            raise Refused("unknown instruction")
        return {"lsr": shr, "ror": ror,
                "asr": lambda x, n: x[n:] + x[-1:] * n}.get(m[1], self.T.shl)(x, n)

    def address(self, o, written_back):
        """[x1], [x1, #8], [x1, x6], [x1, w6, uxtw #2], [x6, #-1]!, and what is behind them: [sp],
        #272 or [x4], x3"""
        m = re.fullmatch(r"\[(\w+)(?:, ?([^],]+))?(?:, ?([^]]+))?\](!?)", o)
        if not m:
            raise Refused("unknown operand " + o)
        base = self.get(m[1])
        if m[1] == "sp" and any(base[:4]):
            raise Refused("the stack pointer is no multiple of 16")
        at = self.T.add(base, self.changed(self.get(m[2]), m[3], 64) if m[3]
                        else self.get(m[2])) if m[2] else base
        if m[4]:
            self.put(m[1], at)
        if written_back:
            self.later = m[1], self.T.add(at, self.get(written_back))
        return at

    # Execution

    def zero(self, word):
        if 1 in word or number(word) is not None:
            return number(word) == 0
        return self.decide("zero", word, None)

    def condition(self, cc):
        if cc in ("ne", "cs", "ls", "ge", "le"):
            return not self.condition({"ne": "eq", "cs": "cc", "ls": "hi", "ge": "lt",
                                       "le": "gt"}[cc])
        if cc == "eq" and self.result is not None:
            return self.zero(self.result)
        if cc == "cc" and self.carry is not None:
            if self.carry < 2:
                return not self.carry
            if self.pair:
                return self.decide("carry", self.T.xor1(1, self.carry), self.pair)
            return not self.decide("carry", self.carry, None)
        if cc == "hi" and self.pair:                 # the borrow of what is the other way round
            x, y = self.pair
            carry = self.T.sub_borrow(y, x)[1]
            return bool(carry) if carry < 2 else self.decide("carry", carry, (y, x))
        if cc == "gt":
            return self.condition("ge") and self.condition("ne")
        if cc == "lt" and self.pair and None not in map(number, self.pair):
            x, y = [signed(number(w), len(w)) for w in self.pair]
            return x < y
        raise Refused("condition " + cc)

    def step(self, name, o):
        if name in NOTHING:
            return list(o)                          # none of them is used
        target = int(o[-1].split()[0], 16) if o and re.match(r"[0-9a-f]+ <", o[-1]) else None
        self.later = None
        if name in SIGN:    # by the stack pointer, which is the entry's both times
            plain, signed_ = [self.T.var(a, 64)
                              for a in ("return address", "signed return address")]
            if name == "autiasp":
                plain, signed_ = signed_, plain
            if self.gpr["x30"] != plain or self.base(self.gpr["sp"])[1] != self.highest:
                raise Refused("signs or checks what is not the return address")
            self.gpr["x30"] = signed_
        elif name == "ret" and not o:
            self.returns(self.gpr["x30"], self.T.var("return address", 64))
        elif name in ("b", "bl") and target is not None:
            if name == "bl":
                self.gpr["x30"] = self.called()
            self.after = target
        elif name[:2] == "b.":
            if self.condition(name[2:]):
                self.after = target
        elif name in ("cbz", "cbnz"):
            if self.zero(self.get(o[0])) == (name == "cbz"):
                self.after = target
        elif name in ("tbz", "tbnz"):
            if self.zero(self.get(o[0])[int(o[1][1:], 0):][:1]) == (name == "tbz"):
                self.after = target
        elif name == "adrp":
            self.put(o[0], self.page(o[1]) if self.code.link else constant(target, 64))
        elif re.fullmatch(r"(ld|st)([pr]|ur)[bh]?", name):
            self.memory(name, o)
        elif name in ("ld1", "st1", "ld1r"):
            self.vector_memory(name, o)
        elif o[0][0] == "v":
            self.vector(name, o)
        elif name == "fmov" and o[0][0] + o[1][0] in ("dx", "xd", "sw", "ws"):
            self.put(o[0], self.get(o[1]))
        elif name in ("ushr", "shl") and o[0][0] + o[1][0] == "dd":
            self.put(o[0],
                     (shr if name == "ushr" else self.T.shl)(self.get(o[1]), int(o[2][1:], 0)))
        else:
            self.general(name, o)
        if self.later:
            self.put(*self.later)

    def page(self, what):
        """The address without the offset in its page that "low" adds."""
        _, name, offset = what.split(" ")
        return self.T.sub(self.pointer_to(name, int(offset)), self.get("low" + what[4:]))

    def memory(self, name, o):
        registers = o[:2] if name[2] == "p" else o[:1]
        rest = o[len(registers):]
        size = {"b": 8, "h": 16}.get(name[-1], self.width(registers[0]))
        if name[-1] in "bh" and registers[0][0] != "w":
            raise Refused("unknown instruction")
        back = re.match(r"\[x(\d+)", rest[0]) if len(rest) > 1 or rest[0][-1] == "!" else None
        if back and any(r[0] in "xw" and r[1:] == back[1]
                        for r in registers) or name[:3] == "ldp" and registers[0] == registers[1]:
            raise Refused("unpredictable: a register is changed twice")
        values = [self.get(r)[:size] for r in registers] if name[0] == "s" else []
        at = self.address(rest[0], rest[1] if len(rest) > 1 else None)
        for i, r in enumerate(registers):
            here = self.T.total(64, [(at, 1)], i * size // 8)
            if values:
                self.store(here, values[i])
            else:
                self.put(r, self.load(here, size) + (0,) * (self.width(r) - size))

    def vector_memory(self, name, o):
        """Elements as they follow one another; each in the byte order of memory."""
        m = re.fullmatch(r"\{(.*)\}(\[\d+\])?", o[0])
        listed = [x.strip() for x in re.split("[,-]", m[1])]
        if m[2] and len(listed) == 1 and name != "ld1r":       # one element
            n, size, _, i = self.elements(listed[0] + m[2])
            at, elements = self.address(o[1], o[2] if len(o) > 2 else None), parts(
                self.vec[n], size)
            if name == "st1":
                return self.store(at, elements[i])
            elements[i] = self.load(at, size)
            self.vec[n] = join(elements)
            return
        n, size = self.whole(listed[0])
        registers = [self.whole(x)[0] for x in listed]
        if "-" in m[1]:
            registers = [(n + i) % 32 for i in range((registers[-1] - n) % 32 + 1)]
        if any(self.whole(x)[1] != size for x in listed) or name == "ld1r" and len(registers) > 1:
            raise Refused("unknown instruction")
        at = self.address(o[1], o[2] if len(o) > 2 else None)
        for i, r in enumerate(registers):
            places = [self.T.total(64, [(at, 1)], 16 * i + k) for k in range(0, 16, size // 8)]
            if name == "st1":
                for place, element in zip(places, parts(self.vec[r], size)):
                    self.store(place, element)
            elif name == "ld1r":
                self.vec[r] = self.load(at, size) * (128 // size)
            else:
                self.vec[r] = join([self.load(place, size) for place in places])

    def general(self, name, o):
        T = self.T
        if name == "cmp":
            name, o = "subs", [o[0][0] + "zr"] + o
        width = self.width(o[0])
        if name in ("mov", "umov") and o[1][0] == "v":
            n, size, _, at = self.elements(o[1])
            if "[" not in o[1] or (size < 32) != (name == "umov"):
                raise Refused("unknown instruction")
            value = parts(self.vec[n], size)[at]
            return self.put(o[0], value + (0,) * (width - size))
        if name == "mov":
            return self.put(o[0], self.get(o[1], width))
        if name == "movk":
            at = int(o[2].split("#")[1], 0) if len(o) > 2 else 0
            old = self.get(o[0])
            return self.put(o[0], old[:at] + self.get(o[1], 16) + old[at + 16:])
        if name in ("cset", "cinc", "csel", "csinc"):
            return self.put(o[0], self.select(name, o, width))
        if name in ("ubfx", "ubfiz", "bfi", "extr"):
            return self.put(o[0], self.field(name, o, width))
        x = self.get(o[1])
        if len(x) != width:
            raise Refused("unknown instruction")
        if name == "rev":
            return self.put(o[0], join(reversed(parts(x, 8))))
        if name in ("rev32", "rev16"):
            return self.put(o[0],
                            join([join(reversed(parts(w, 8))) for w in parts(x, int(name[3:]))]))
        if name in ("ror", "lsl", "lsr", "asr") and o[2][0] == "#":
            return self.put(o[0], self.changed(x, name + " " + o[2], width))
        if name in ("ror", "lsl", "lsr", "asr") and number(self.get(o[2])) is not None:
            return self.put(o[0], self.changed(x, "%s #%d" % (name, number(self.get(o[2])) % width),
                                               width))
        if len(o) < 3:
            raise Refused("unknown instruction")
        y = self.get(o[2], width)
        if len(o) > 3:
            y = self.changed(y, o[3], width)
        if len(y) != width:
            raise Refused("unknown instruction")
        if name in ("adc", "adcs") and self.carry is None:
            raise Refused("carry unknown")
        if name in ("add", "adds", "adc", "adcs"):
            r, carry = T.add_carry(x, y, self.carry if name[2] == "c" else 0)
        elif name in ("sub", "subs"):
            r, carry = T.sub_borrow(x, y)
            carry = T.xor1(1, carry)
        elif name in BITWISE:
            r, carry = BITWISE[name](T, x, y), 0
        else:
            raise Refused("unknown instruction")
        if name[-1] == "s":
            self.result, self.carry, self.pair = r, carry, (x, y) if name == "subs" else None
        self.put(o[0], r)

    def select(self, name, o, width):
        """cset, cinc, csinc, csel; of the carry, which may be a secret, the first two without
        asking what it is."""
        cc, zero = o[-1], constant(0, width)
        x = zero if name == "cset" else self.get(o[1])
        if name in ("cset", "cinc"):
            if cc in ("cs", "cc") and self.carry is not None:
                one = self.T.xor1(self.carry, cc == "cc")
            elif cc in ("hi", "ls") and self.pair:
                one = self.T.xor1(self.T.sub_borrow(self.pair[1], self.pair[0])[1], cc == "ls")
            else:
                one = int(self.condition(cc))
            return self.T.add(x, (one,) + zero[1:])
        other = self.T.total(width, [(self.get(o[2], width), 1)], name == "csinc")
        return x if self.condition(cc) else other

    def field(self, name, o, width):
        """Bits of one register put to others."""
        x, (low, count) = self.get(o[1]), [int(i[1:], 0) for i in o[2:]] if name != "extr" else (
            int(o[3][1:], 0), 0)
        if name == "extr":
            return self.get(o[2])[low:] + x[:low]
        if name == "ubfx":
            return x[low:low + count] + (0,) * (width - count)
        old = self.get(o[0]) if name == "bfi" else (0,) * width
        return old[:low] + x[:count] + old[low + count:]

    def vector(self, name, o):
        T = self.T
        if name == "mov" and "[" in o[0]:
            d, size, _, at = self.elements(o[0])
            if o[1][0] == "v":
                n, other, _, from_ = self.elements(o[1])
                value = parts(self.vec[n], size)[from_] if size == other else ()
            else:
                value = self.get(o[1])
            if len(value) != size:
                raise Refused("unknown instruction")
            all_ = parts(self.vec[d], size)
            self.vec[d] = join(all_[:at] + [value] + all_[at + 1:])
            return
        if name in ("eor", "and", "orr") and {x[-3:] for x in o} == {".8b"}:
            d, x, y = [self.elements(r)[0] for r in o]
            self.vec[d] = BITWISE[name](T, self.vec[x][:64], self.vec[y][:64]) + (0,) * 64
            return
        d, size = self.whole(o[0])
        if name == "movi" and number(self.get(o[1])) == 0:
            self.vec[d] = constant(0, 128)
            return
        if name == "dup" and o[1][0] in "wx":
            self.vec[d] = self.get(o[1])[:size] * (128 // size)
            return
        if name == "tbl":
            self.vec[d] = self.table(o)
            return
        if name in ("uxtl", "uxtl2"):
            n, half, count, _ = self.elements(o[1])
            if 2 * half != size or count != (128 if name[-1] == "2" else 64) // half:
                raise Refused("unknown instruction")
            x = self.vec[n][64 * (name[-1] == "2"):][:64]
            self.vec[d] = join([w + (0,) * half for w in parts(x, half)])
            return
        immediate = int(o[-1][1:], 0) if o[-1][0] == "#" else None
        sources = [self.whole(x) for x in o[1:] if x[0] == "v"]
        if any(s != size for _, s in sources):
            raise Refused("unknown instruction")
        v = [self.vec[n] for n, _ in sources]
        if name in ("sri", "sli"):
            v.insert(0, self.vec[d])
        f = VECTOR.get((name, len(v), immediate is not None))
        if f is None:
            raise Refused("unknown instruction")
        self.vec[d] = f(T, size, immediate, *v)

    def table(self, o):
        m = re.fullmatch(r"\{(.*)\}", o[1])
        listed = [self.whole(x.strip()) for x in re.split("[,-]", m[1])]
        registers = [n for n, _ in listed]
        if "-" in m[1]:
            registers = list(range(registers[0], registers[-1] + 1))
        n, size = self.whole(o[2])
        if {size} | {s for _, s in listed} != {8} or not registers:
            raise Refused("unknown instruction")
        table = parts(join([self.vec[r] for r in registers]), 8)
        by = [number(b) for b in parts(self.vec[n], 8)]
        if None in by:
            raise Refused("a table by what is no constant")
        return join([table[i] if i < len(table) else constant(0, 8) for i in by])


BITWISE = {
    "and": lambda T, x, y: T.and_(x, y), "ands": lambda T, x, y: T.and_(x, y),
    "eor": lambda T, x, y: T.xor(x, y),
    "orr": lambda T, x, y: T.or_(x, y), "bic": lambda T, x, y: T.and_(x, T.not_(y)),
}


def by_element(f):
    return lambda T, size, n, *v: join([f(T, n, *x) for x in zip(*[parts(w, size) for w in v])])


def reversed_in(bits):
    """rev32, rev64: the elements of so many bits in reverse order."""
    return lambda T, size, n, x: join([join(reversed(parts(w, size))) for w in parts(x, bits)])


def zipped(half):
    def f(T, size, n, x, y):
        x, y = [parts(w, size) for w in (x, y)]
        k = len(x) // 2
        return join([e for pair in zip(x[k * half:][:k], y[k * half:][:k]) for e in pair])
    return f


def higher(T, n, x, y):
    """All ones where x > y, that is where y - x borrows."""
    return (T.sub_borrow(y, x)[1],) * len(x)


# (name, registers read, is there an immediate?) -> function of terms, bits of an element,
# immediate, registers
VECTOR = {
    ("mov", 1, False): lambda T, size, n, x: x,
    ("add", 2, False): by_element(lambda T, n, x, y: T.add(x, y)),
    ("sub", 2, False): by_element(lambda T, n, x, y: T.sub(x, y)),
    ("eor", 2, False): lambda T, size, n, x, y: T.xor(x, y),
    ("and", 2, False): lambda T, size, n, x, y: T.and_(x, y),
    ("orr", 2, False): lambda T, size, n, x, y: T.or_(x, y),
    ("xar", 2, True): by_element(lambda T, n, x, y: ror(T.xor(x, y), n)),
    ("ext", 2, True): lambda T, size, n, x, y: (x + y)[8 * n:][:128],
    ("shl", 1, True): by_element(lambda T, n, x: T.shl(x, n)),
    ("ushr", 1, True): by_element(lambda T, n, x: shr(x, n)),
    ("sri", 2, True): by_element(lambda T, n, d, x: x[n:] + d[len(d) - n:]),
    ("sli", 2, True): by_element(lambda T, n, d, x: d[:n] + x[:len(x) - n]),
    ("cmhi", 2, False): by_element(higher),
    ("zip1", 2, False): zipped(0), ("zip2", 2, False): zipped(1),
    ("rev32", 1, False): reversed_in(32), ("rev64", 1, False): reversed_in(64),
}


class Aapcs64(machine.Abi):
    code, machine, bits = Code, Machine, 64
    entries = (0, 16, 32, 48)
    saved = SAVED

    def enter(self, m, offset, arguments):
        m.gpr["x30"] = m.T.var("return address", 64)
        for i, word in enumerate(arguments):
            m.gpr["x%d" % i] = word if len(word) == 64 else word + m.T.var("above x%d" % i, 64)[32:]

    def leave(self, m, offset):
        T = m.T
        if m.gpr["sp"] != T.total(64, [(T.named["SP"], 1)], offset):
            raise Refused("sp is not restored")
        for r in self.saved:
            if m.gpr[r] != T.var(r + " of the caller", 64):
                raise Refused(r + " is not restored")
        for i in SAVED_HALVES:
            if m.vec[i][:64] != T.var("v%d of the caller" % i, 128)[:64]:
                raise Refused("d%d is not restored" % i)


class Aapcs64C(Aapcs64):
    """As compilers use it where x18 is a register like others: on Linux."""
    saved, landing = SAVED[1:], False


ABIS = {"aapcs64": Aapcs64(), "aapcs64-c": Aapcs64C()}
