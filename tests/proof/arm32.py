# SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT
"""The 32-bit ARM instructions (not Thumb) that the kernels use, executed on terms, of either byte
order; objdump decodes them.

Sums of 64 bits in halves: in Terms(halves=True) such a sum has the sum of the low halves as its low
half. So an adds of low halves is right by itself. The adc after it, of what it is told are high
halves, gives the high half of the sum of the whole words.

What is not aligned is refused, too. Alignments are 4 bytes for ldm and stm, 8 for the stack
pointer, ldrd and strd, and an element for vectors. In code for CPUs before ARMv6, ldr and str must
be aligned to what they access.
"""
import re
import machine
import sets
from machine import Refused
from terms import constant, join, number, parts, ror, shl, shr

NAMES = {"sl": "r10", "fp": "r11", "ip": "r12"}
SAVED = ["r%d" % i for i in range(4, 12)]
SAVED_VECTORS = range(8, 16)                        # d8 to d15
CONDITIONS = ("eq", "ne", "cs", "cc")
NO_CONDITIONS = ("adcs", "sbcs", "rscs", "bics", "teq")     # those that end like one
SHIFTS = {"lsl": shl, "lsr": shr, "ror": ror}


class Code(machine.Code):
    machines = (40,)
    # R_ARM_REL32.
    kinds = {1: "branch", 28: "branch", 29: "branch", 10: "branch", 30: "branch", 3: "distance"}
    sets = sets.Sets("arm32", "BASE")
    comment, assembler = "[@;]", ("-march=armv7-a", "-mfpu=neon")
    # The other nop is that of old CPUs.
    ways = ((".syntax unified",), ""), ((".syntax unified", ".arch armv4t"), "")

    def __init__(self, path, objdump="objdump", link=None):
        super().__init__(path, objdump, link)
        if self.order == "big":
            self.assembler += "-EB",
        for address, line in self.lines.items():    # constants among the code
            if line.startswith(".word"):
                base, offset, _ = next(t for t in self.text if t[0] <= address < t[0] + t[2])
                self.constants(address, offset + address - base, 4)

    def resolve(self, address, name, operands):
        fixed = self.fixed(address)
        if fixed and fixed[0] == "branch" and not self.goes_to(address,
                                                               int(operands[-1].split()[0], 16)):
            raise Refused("%x: goes elsewhere than its relocation says" % address)
        return super().resolve(address, name, operands)

    def contents(self, pointee):
        """A distance among the code is one between two sections that may be anywhere: "here" is
        where it stands."""
        out = super().contents(pointee)
        for i in sorted(out):
            address = pointee[1] + i
            fixed = self.fixed(address) if self.lines.get(address, "").startswith(".word") else None
            if fixed:
                kind, _, symbol, place, _ = fixed
                if kind != "distance" or any(i + k not in out for k in range(4)):
                    raise Refused("%x: a relocation of no distance" % address)
                to, own = self.pointee(symbol, place), self.whole(self.part(address))
                out[i] = self.named(to), self.named(own), number(join([out[i + k] for k in (
                    range(4) if self.order == "little" else range(3, -1, -1))])) - (to[1] - own[1])
        return out

    def parse(self, line):
        text = re.split("[@;]", line)[0].replace("\t", " ").strip()
        name, _, rest = text.partition(" ")
        return name, [o.strip() for o in re.split(r",(?![^\[{]*[\]}])", rest)] if rest else [], text


class Machine(machine.Machine):
    bits, sp = 32, "sp"
    unaligned = True                                # may words be read and written at any address?

    def __init__(self, terms, code, regions, decide):
        super().__init__(terms, code, regions, decide)
        self.gpr = {r: terms.var(r + " of the caller", 32)
                    for r in ["r%d" % i for i in range(13)] + ["sp", "lr"]}
        self.vec = [terms.var("d%d of the caller" % i, 64) for i in range(32)]
        # Flags: what Z is of; C; what was compared, if C is of that.
        self.result = self.carry = self.pair = None
        self.gpr["GE"] = terms.var("GE of the caller", 4)      # the flags that sel looks at
        self.low = None    # the carry out of low halves, and they, with the carry into them

    # Operands

    def get(self, o):
        if o[0] == "#":
            return constant(int(o[1:], 0), 32)
        if o == "pc":
            return self.plus(self.here(self.now), 8)
        r = NAMES.get(o, o)
        if r not in self.gpr:
            raise Refused("unknown operand " + o)
        return self.gpr[r]

    def put(self, o, value):
        r = NAMES.get(o, o)
        if r not in self.gpr:
            raise Refused("unknown operand " + o)
        if r == "sp" and any(value[:2]):
            raise Refused("the stack pointer is no multiple of 4")
        self.gpr[r] = value

    def last(self, o):
        """The last operand, which may be shifted: its value."""
        if len(o) == 1:
            return self.get(o[0])
        m = len(o) == 2 and re.fullmatch(r"(lsl|lsr|ror) #(\d+)", o[1])
        if not m:
            raise Refused("unknown operand " + ", ".join(o))
        return SHIFTS[m[1]](self.get(o[0]), int(m[2]))

    def plus(self, word, n):
        return self.T.total(32, [(word, 1)], n)

    def address(self, o):
        """[r0], [r0, #4], [r0, r1], each with ! or with what is added afterwards: the place, and
        what is to be done then."""
        m = re.fullmatch(r"\[(\w+)(?:, (-?)(#?-?\w+))?(?: ?:(\d+))?\](!?)", o[0])
        if not m:
            raise Refused("unknown operand " + o[0])
        base = at = self.get(m[1])
        if m[3]:
            at = self.T.total(32, [(base, 1), (self.get(m[3]), -1 if m[2] else 1)])
        self.align = int(m[4] or 0) // 8
        if len(o) > 2 or len(o) > 1 and m[5]:       # a shift, or both ways to change the base
            raise Refused("unknown operand " + ", ".join(o))
        if (len(o) > 1 or m[5]) and m[1] in (m[3], o[-1]):
            raise Refused("unpredictable: the base is changed by itself")
        if len(o) > 1:
            return base, (m[1], self.T.add(base, self.get(o[1])))
        return at, (m[1], at) if m[5] else None

    @staticmethod
    def listed(o, kind):
        """The numbers of the registers between braces."""
        out = []
        for item in o.strip("{}").split(","):
            ends = [NAMES.get(x.strip(), x.strip()) for x in item.split("-")]
            ends = [{"lr": 14, "sp": 13}.get(x, 0) or
                    (int(x[1:]) if x[0] == kind and x[1:].isdigit() else -1) for x in ends]
            if min(ends) < 0:
                raise Refused("unknown operand " + o)
            out += range(ends[0], ends[-1] + 1)
        return out

    @staticmethod
    def register(i):
        return {13: "sp", 14: "lr"}.get(i) or "r%d" % i

    # Execution

    def condition(self, cc):
        if cc in ("ne", "cc"):
            return not self.condition({"ne": "eq", "cc": "cs"}[cc])
        if cc == "eq" and self.result is not None:
            if 1 in self.result or number(self.result) is not None:
                return number(self.result) == 0
            return self.decide("zero", self.result, None)
        if cc == "cs" and self.carry is not None:
            if self.carry < 2:
                return bool(self.carry)
            if self.pair:                           # C is that nothing is borrowed
                return not self.decide("carry", self.T.xor1(1, self.carry), self.pair)
            return self.decide("carry", self.carry, None)
        raise Refused("condition " + cc)

    def step(self, name, o):
        if name == "nop":
            return
        if name[0] == "v":
            return self.vector(name, o)
        if name[-2:] in CONDITIONS and name not in NO_CONDITIONS:
            if not self.condition(name[-2:]):
                return list(o)                      # none of them is used
            name = name[:-2]
        if name in ("b", "bl"):
            if name == "bl":
                self.gpr["lr"] = self.called()
            self.after = int(o[0].split()[0], 16)
        elif name == "bx":
            self.returns(self.get(o[0]), self.T.var("return address", 32))
        elif name in ("ldr", "str", "ldrb", "strb", "ldrd", "strd"):
            self.memory(name, o)
        elif name in ("ldm", "stm", "stmia", "push", "pop"):
            self.several(name, o)
        elif name == "msr" and o[0] == "CPSR_s" and o[1][0] == "#" and int(o[1][1:],
            0) & ~0xf0000 == 0:
            self.gpr["GE"] = constant(int(o[1][1:], 0) >> 16, 4)
        else:
            self.general(name, o)

    def memory(self, name, o):
        width = 8 if name[3:] == "b" else 32
        r = NAMES.get(o[0], o[0])
        registers = [r] + (["r%d" % (int(r[1:]) + 1)] if name[3:] == "d" else [])
        at, then = self.address(o[1:])
        if then and NAMES.get(then[0], then[0]) in registers:
            raise Refused("unpredictable: the base is changed twice")
        align = 8 if name[3:] == "d" else 1 if width == 8 or self.unaligned else 4
        self.base_align(at, align)
        for i, x in enumerate(registers):
            here = self.plus(at, 4 * i)
            if name[0] == "l":
                self.put(x, self.load(here, width) + (0,) * (32 - width))
            else:
                self.store(here, self.get(x)[:width])
        if then:
            self.put(*then)

    def base_align(self, at, align):
        if align > 1 and self.where(at)[2] % align:
            raise Refused("not aligned: " + self.T.show(at))

    def several(self, name, o):
        """ldm, stm; push and pop: the register of the lowest number at the lowest address."""
        if name in ("push", "pop"):
            o = ["sp!", o[0]]
        registers = [self.register(i) for i in sorted(self.listed(o[1], "r"))]
        base = NAMES.get(o[0].rstrip("!"), o[0].rstrip("!"))
        if o[0][-1] == "!" and base in registers:
            raise Refused("unpredictable: the base is among the registers")
        at = self.plus(self.get(base), -4 * len(registers) if name == "push" else 0)
        self.base_align(at, 4)
        if name == "push":
            self.put(base, at)
        for i, r in enumerate(registers):
            here = self.plus(at, 4 * i)
            if name in ("ldm", "pop"):
                self.put(r, self.load(here, 32))
            else:
                self.store(here, self.get(r))
        if o[0][-1] == "!" and name != "push":
            self.put(base, self.plus(at, 4 * len(registers)))

    def sum(self, x, y, carry, first):
        """x + y + carry and the carry; first: it is no adc."""
        T = self.T
        if T.halves and not first and self.low and self.low[0] == carry:
            both = [(low + high, 1) for low, high in zip(self.low[1:], (x, y, constant(0, 32)))]
            self.low = None
            r = T.total(64, both)[32:]
            return r, T.carry(x, y, r)
        r, c = T.add_carry(x, y, carry)
        self.low = (c, x, y, (carry,) + (0,) * 31) if c > 1 else None
        return r, c

    def general(self, name, o):
        T = self.T
        flags = name in ("adds", "adcs", "subs", "cmp", "cmn")
        if name in ("cmp", "cmn"):
            name, o = {"cmp": "subs", "cmn": "adds"}[name], [None] + o
        if name == "mov":
            return self.put(o[0], self.last(o[1:]))
        if name in SHIFTS and o[2][0] == "#":
            return self.put(o[0], SHIFTS[name](self.get(o[1]), int(o[2][1:], 0)))
        if len(o) < 2:
            raise Refused("unknown instruction")
        x = self.get(o[1])
        if name == "rev":
            return self.put(o[0], join(reversed(parts(x, 8))))
        y = self.last(o[2:])
        if name == "sel" and number(self.gpr["GE"]) is not None:
            r = join([a if ge else b for ge, a, b in zip(self.gpr["GE"], parts(x, 8), parts(y, 8))])
        elif name == "pkhbt":
            r = x[:16] + y[16:]
        elif name == "add":    # the carry of low halves, which an adc may wait for, stays
            r = T.add(x, y)
        elif name in ("adds", "adc", "adcs"):
            if name[2] == "c" and self.carry is None:
                raise Refused("carry unknown")
            r, c = self.sum(x, y, self.carry if name[2] == "c" else 0, name[2] != "c")
            pair = None
        elif name in ("sub", "subs"):
            r, c = T.sub_borrow(x, y)
            c, pair = T.xor1(1, c), (x, y)
        elif name in BITWISE:
            r = BITWISE[name](T, x, y)
        else:
            raise Refused("unknown instruction")
        if flags:
            self.result, self.carry, self.pair = r, c, pair
        if o[0]:
            self.put(o[0], r)

    # Vectors: d0 to d31, of which two are q0, ...

    def vget(self, o):
        m = re.fullmatch(r"([dq])(\d+)", o)
        if not m:
            raise Refused("unknown operand " + o)
        i = int(m[2])
        return self.vec[i] if m[1] == "d" else self.vec[2 * i] + self.vec[2 * i + 1]

    def vput(self, o, value):
        i = int(o[1:])
        if len(value) != (64 if o[0] == "d" else 128):
            raise Refused("unknown instruction")
        if o[0] == "d":
            self.vec[i] = value
        else:
            self.vec[2 * i:2 * i + 2] = parts(value, 64)

    def vector(self, name, o):
        T = self.T
        name, _, kind = name.partition(".")
        size = int(re.sub("[isu]", "", kind) or 64)
        if name in ("vld1", "vst1", "vldr", "vstr", "vpush", "vpop"):
            return self.vector_memory(name, size, o)
        if name == "vmov" and o[0][0] == "d" and len(o) == 3:
            return self.vput(o[0], self.get(o[1]) + self.get(o[2]))
        if name == "vmov" and o[1][0] == "#" and int(o[1][1:].split()[0], 0) == 0:
            return self.vput(o[0], constant(0, len(self.vget(o[0]))))
        if name == "vuzp":
            if o[0] == o[1] or o[0][0] == "d" and size == 32:
                raise Refused("undefined, or with an unknown result")
            x, y = parts(self.vget(o[0]) + self.vget(o[1]),
                         size)[0::2], parts(self.vget(o[0]) + self.vget(o[1]), size)[1::2]
            self.vput(o[0], join(x))
            return self.vput(o[1], join(y))
        immediate = int(o[-1][1:], 0) if o[-1][0] == "#" else None
        v = [self.vget(x) for x in o[1:] if x[0] != "#"]
        if name == "vsri":
            v.insert(0, self.vget(o[0]))
        f = VECTOR.get((name, len(v), immediate is not None))
        if f is None or name == "vshr" and kind[0] != "u":
            raise Refused("unknown instruction")
        self.vput(o[0], f(T, size, immediate, *v))

    def vector_memory(self, name, size, o):
        if name in ("vpush", "vpop"):
            registers = self.listed(o[0], "d")
            at = self.plus(self.gpr["sp"], -8 * len(registers) if name == "vpush" else 0)
            then = "sp", self.plus(at, 0 if name == "vpush" else 8 * len(registers))
            align = 4
            if name == "vpush":
                self.put(*then)
        else:
            registers = self.listed(o[0], "d")
            at, then = self.address(o[1:])
            if then and len(o) == 2:
                then = then[0], self.plus(at, 8 * len(registers))
            align = 4 if name in ("vldr", "vstr") else max(size // 8, self.align)
        if size not in (8, 16, 32, 64) or len(registers) > 16:
            raise Refused("unknown instruction")
        if name in ("vld1", "vst1") and self.align not in (
                {1: (0, 8), 2: (0, 8, 16), 3: (0, 8), 4: (0, 8, 16, 32)}.get(len(registers), ())):
            raise Refused("undefined: such an alignment of so many registers")
        self.base_align(at, align)
        for i, r in enumerate(registers):
            places = [self.plus(at, 8 * i + k) for k in range(0, 8, size // 8)]
            if name in ("vst1", "vstr", "vpush"):
                for place, element in zip(places, parts(self.vec[r], size)):
                    self.store(place, element)
            else:
                self.vec[r] = join([self.load(place, size) for place in places])
        if then and name != "vpush":
            self.put(*then)


BITWISE = {
    "and": lambda T, x, y: T.and_(x, y), "eor": lambda T, x, y: T.xor(x, y),
    "orr": lambda T, x, y: T.or_(x, y),
    "bic": lambda T, x, y: T.and_(x, T.not_(y)),
}


def by_element(f):
    return lambda T, size, n, *v: join([f(T, n, *x) for x in zip(*[parts(w, size) for w in v])])


def reversed_in(bits):
    """vrev32, vrev64: the elements of so many bits in reverse order."""
    return lambda T, size, n, x: join([join(reversed(parts(w, size))) for w in parts(x, bits)])


# (name, registers read, is there an immediate?) -> function of terms, bits of an element,
# immediate, registers
VECTOR = {
    ("vmov", 1, False): lambda T, size, n, x: x,
    ("vadd", 2, False): by_element(lambda T, n, x, y: T.add(x, y)),
    ("vsub", 2, False): by_element(lambda T, n, x, y: T.sub(x, y)),
    ("veor", 2, False): lambda T, size, n, x, y: T.xor(x, y),
    ("vand", 2, False): lambda T, size, n, x, y: T.and_(x, y),
    ("vorr", 2, False): lambda T, size, n, x, y: T.or_(x, y),
    ("vbic", 2, False): lambda T, size, n, x, y: T.and_(x, T.not_(y)),
    ("vext", 2, True): lambda T, size, n, x, y: (x + y)[size * n:][:len(x)],
    ("vshl", 1, True): by_element(lambda T, n, x: T.shl(x, n)),
    ("vshr", 1, True): by_element(lambda T, n, x: shr(x, n)),
    ("vsri", 2, True): by_element(lambda T, n, d, x: x[n:] + d[len(d) - n:]),
    ("vrev32", 1, False): reversed_in(32), ("vrev64", 1, False): reversed_in(64),
}


class Aapcs32(machine.Abi):
    code, machine, bits = Code, Machine, 32
    entries = tuple(range(0, 64, 8))

    def enter(self, m, offset, arguments):
        m.gpr["lr"] = m.T.var("return address", 32)
        for i, word in enumerate(arguments):
            m.gpr["r%d" % i] = word

    def leave(self, m, offset):
        T = m.T
        if m.gpr["sp"] != T.total(32, [(T.named["SP"], 1)], offset):
            raise Refused("sp is not restored")
        for r in SAVED:
            if m.gpr[r] != T.var(r + " of the caller", 32):
                raise Refused(r + " is not restored")
        for i in SAVED_VECTORS:
            if m.vec[i] != T.var("d%d of the caller" % i, 64):
                raise Refused("d%d is not restored" % i)


class Aligned(Machine):
    unaligned = False


class Aapcs32Aligned(Aapcs32):
    machine = Aligned


ABIS = {"aapcs32": Aapcs32(), "aapcs32-aligned": Aapcs32Aligned()}
