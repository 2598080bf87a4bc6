# SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT
"""The x86-64 instructions that the kernels use, executed on terms. objdump decodes them.

Refused: an instruction that is not here; memory that the call may not touch; an address that is no
known pointer plus a constant. So is a branch on anything but constants and what the machine's
`decide` answers for.
"""
import re
import machine
import sets
from machine import Refused
from terms import constant, join, number, parts, ror, shl, shr, signed


NOTHING = ("endbr64", "endbr32", "nop")
SAVED = ("rbx", "rbp", "r12", "r13", "r14", "r15")
GPR = {}                        # name -> (register, lowest bit, bits)
for _r in "ax bx cx dx si di bp sp".split():
    GPR.update({"r" + _r: ("r" + _r, 0, 64), "e" + _r: ("r" + _r, 0, 32), _r: ("r" + _r, 0, 16)})
    GPR[_r[0] + "l" if _r[1] == "x" else _r + "l"] = ("r" + _r, 0, 8)
    if _r[1] == "x":
        GPR[_r[0] + "h"] = ("r" + _r, 8, 8)
for _i in range(8, 16):
    GPR.update({"r%d%s" % (_i, s): ("r%d" % _i, 0, w)
                for s, w in (("", 64), ("d", 32), ("w", 16), ("b", 8))})
VECTORS = {"%smm%d" % (p, i): (i, n) for p, n in (("x", 128), ("y", 256), ("z", 512))
           for i in range(32)}
SIZES = {"BYTE": 8, "WORD": 16, "DWORD": 32, "QWORD": 64, "XMMWORD": 128, "YMMWORD": 256,
         "ZMMWORD": 512}


# As assemblers fill up with them: as takes none with such prefixes.
NOPS = re.compile(b"\x66*\x2e?\x0f\x1f[\x40\x44\x80\x84]\0*")


class Code(machine.Code):
    machines = (62,)
    registers, bits = GPR, 64
    options = ("-M", "intel")
    assembler = "--64", "-msyntax=intel", "-mnaked-reg", "-mindex-reg"
    ways = [((), form) for form in (
        "", "{load} ", "{store} ", "{vex3} ", "{disp8} ", "{disp32} ", "{evex} ")]
    landing = ("endbr64",)
    kinds = {2: "distance", 4: "branch"}        # R_X86_64_PC32 and PLT32; of COFF 4 is REL32, both
    sets = sets.Sets("x86", "I386", "X64", "SSE2")

    def resolve(self, address, name, operands):
        """A distance from the code leads to what its relocation names; without one, into the code's
        own section."""
        fixed, end = self.fixed(address), self.next.get(address, self.part(address)[1])
        if operands and operands[0][0] == "i" and (name[0] == "j" or name == "call"):
            if fixed and not self.goes_to(address, operands[0][1]):
                raise Refused("%x: goes elsewhere than its relocation says" % address)
            return name, operands               # Machine.run looks where it goes
        places = [i for i, o in enumerate(operands)
                  if o[0] == "m" and (fixed or self.bits == 64 and not o[2])]
        if not fixed and not places:
            return name, operands
        # It must be of the displacement, and after that no more than a byte, an immediate's or a
        # fourth register's.
        last = sum(o[0] in "rvm" for o in operands) == 4 or any(o[0] == "i" for o in operands)
        if len(places) != 1 or fixed and (fixed[3] is None or fixed[1] + 4 + last != end):
            raise Refused("%x: a relocation of no operand that is known" % address)
        operands, (i,), own = list(operands), places, self.whole(self.part(address))
        kind, size, registers, at, *everywhere = operands[i]
        to = self.pointee(fixed[2], fixed[3]) if fixed else own
        if self.bits == 64 and registers or self.bits == 32 and not registers:
            raise Refused("%x: a relocation of no distance from the code" % address)
        if self.bits == 64:
            registers, at = ((self.named(to), 1),), at - to[1]
        else:                                   # the distance is between two that may be anywhere
            registers, at = registers + ((self.named(to), 1), (self.named(own), -1)), at - (
                to[1] - own[1])
        operands[i] = (kind, size, registers, at, *everywhere)
        return name, operands

    def again(self, address, end):
        raw, text = super().again(address, end)
        if NOPS.fullmatch(raw):
            return None
        return raw, re.sub("^rep stos DWORD .*", "rep stosd", text)

    def parse(self, line):
        prefix, _, rest = line.partition(" ")
        if prefix == "rep" and rest.startswith("stos "):
            return ("rep stos",) + self.parse(rest)[1:]
        text, _, comment = line.partition("#")
        name, _, rest = re.sub(r"^((data16|cs) )+(?=nop\b)", "", text.strip()).partition(" ")
        if name in NOTHING:
            rest = ""
        # A mask goes to the end of the operands, {k} or {k}{z} to that of the name.
        under = re.search(r"\{(k[1-7])\}(\{z\})?", rest)
        if under:
            name, rest = name + "{k}" + (under[2] or ""), rest.replace(under[0],
                "") + "," + under[1]
        return name, [self.operand(o.strip(), comment)
                      for o in re.split(r",(?![^\[]*\])", rest)] if rest else [], text.strip()

    def operand(self, o, comment=""):
        """("r", register, lowest bit, bits), ("v", number, bits), ("k", number), ("i", value) or
        ("m", bits, parts, displacement), of a word for all of a vector ("m", ..., True)"""
        if o in self.registers:
            return ("r",) + self.registers[o]
        if o in VECTORS:
            return ("v",) + VECTORS[o]
        if re.fullmatch("k[0-7]", o):
            return "k", int(o[1])
        m = re.fullmatch(r"(?:(\w+) (PTR|BCST) (?:es:)?)?\[([^\]]*)\](\{1to\d+\})?", o)
        if m:
            size, everywhere = SIZES[m[1]] if m[1] else 0, (True,) * (m[2] == "BCST" or bool(m[4]))
            if m[3].startswith("rip"):
                return "m", size, (), int(comment.split()[0], 16), *everywhere
            registers, displacement = [], 0
            for sign, part in re.findall(r"([+-]?)([^+-]+)", m[3]):
                name, _, scale = part.partition("*")
                if name in self.registers and self.registers[name][2] == self.bits:
                    registers.append((name, int(scale or 1)))
                elif name not in ("riz", "eiz"):
                    displacement += int(part, 16) * (-1 if sign == "-" else 1)
            return "m", size, tuple(registers), displacement, *everywhere
        m = re.fullmatch(r"(-?(?:0x)?[0-9a-f]+)( <.*>)?", o)
        if m:
            return "i", int(m[1], 16)
        raise Refused("unknown operand " + o)


class Machine(machine.Machine):
    bits, sp = 64, "rsp"

    def __init__(self, terms, code, regions, decide):
        super().__init__(terms, code, regions, decide)
        self.gpr = {r: terms.var(r + " of the caller", self.bits)
                    for r, _, _ in code.registers.values()}
        self.vec = [terms.var("zmm%d of the caller" % i, 512) for i in range(32)]
        self.masks = [terms.var("k%d of the caller" % i, 64) for i in range(8)]
        # Flags: carry; what zero and sign are of; what was compared.
        self.cf = self.result = self.pair = None
        self.lengths = None     # what knows of unknown lengths: less() and more(), of short.py
        self.choices = {}       # word -> (bit, what it is where that is 1, and where not)

    # Operands

    def register(self, r):
        return self.gpr[r] if r[0] != "&" else self.pointer_to(r, 0)

    def address(self, o):
        return self.T.total(self.bits, [(self.register(r), k) for r, k in o[2]], o[3])

    def get(self, o, bits=0, align=1):
        """The operand's value; bits: of an immediate, or of memory without a size."""
        if o[0] == "r":
            return self.gpr[o[1]][o[2]:o[2] + o[3]]
        if o[0] == "v":
            return self.vec[o[1]][:o[2]]
        if o[0] == "i":
            return constant(o[1], bits)
        if len(o) == 5:
            return self.load(self.address(o), o[1]) * (bits // o[1])
        return self.load(self.address(o), o[1] or bits, align)

    def put(self, o, value, align=1):
        if o[0] == "m":
            self.store(self.address(o), value, align)
        elif o[3] == 32 < self.bits:
            self.gpr[o[1]] = value + (0,) * 32
        else:
            old = self.gpr[o[1]]
            self.gpr[o[1]] = old[:o[2]] + value + old[o[2] + o[3]:]

    def put_vector(self, o, value, vex):
        if len(value) > 128 and o[1] < 16:
            self.wide = self.was_wide = True
        old = self.vec[o[1]]
        self.vec[o[1]] = value + (0,) * (512 - len(value)) if vex else value + old[len(value):]

    # Execution

    def step(self, name, o):
        if name in NOTHING or name == "xchg" and o[0] == o[1] and not o[0][3] == 32 < self.bits:
            return list(o)                          # none of them is used
        if name == "vzeroupper":
            self.vec[:16] = [v[:128] + (0,) * 384 for v in self.vec[:16]]
            self.wide = False
        elif name == "jmp" and o[0][0] == "i":
            self.after = o[0][1]
        elif name[0] == "j" and o[0][0] == "i":
            if self.condition(name[1:]):
                self.after = o[0][1]
        elif name == "cdqe":
            self.gpr["rax"] = self.gpr["rax"][:32] + self.gpr["rax"][31:32] * 32
        elif name == "rep stos":
            self.fill_up(o[0], self.get(o[1]))
        elif name == "push":
            self.push(self.get(o[0], self.bits))
        elif name == "pop" and (o[0][3] if o[0][0] == "r" else o[0][1]) == self.bits:
            self.put(o[0], self.pop())
        elif name == "call" and o[0][0] == "i":
            self.push(self.called())
            self.after = o[0][1]
        elif name == "ret" and not o:
            self.returns(self.pop(), self.T.var("return address", self.bits))
        elif any(x[0] == "k" for x in o):
            self.masked(name, o)
        elif any(x[0] == "v" for x in o):
            self.vector(name, o)
        else:
            self.general(name, o)

    def push(self, value):
        if len(value) != self.bits:
            raise Refused("unknown instruction")
        self.gpr[self.sp] = self.T.total(self.bits, [(self.gpr[self.sp], 1)], -self.bits // 8)
        self.store(self.gpr[self.sp], value)

    def fill_up(self, memory, value):
        """rep stos: with 32 bits by edi and ecx, else by rdi and rcx."""
        at, count = memory[2][0][0], memory[2][0][0][0] + "cx"
        for _ in range(known(self.gpr[count])):
            self.put(memory, value[:memory[1]])
            self.gpr[at] = self.T.total(self.bits, [(self.gpr[at], 1)], memory[1] // 8)
        self.gpr[count] = constant(0, self.bits)

    def pop(self):
        value = self.load(self.gpr[self.sp], self.bits)
        self.gpr[self.sp] = self.T.total(self.bits, [(self.gpr[self.sp], 1)], self.bits // 8)
        return value

    def condition(self, cc):
        cc = {"z": "e", "nz": "ne", "c": "b", "nc": "ae"}.get(cc, cc)
        if cc in ("ne", "ae", "a", "ns", "ge", "g"):
            return not self.condition({"ne": "e", "ae": "b", "a": "be", "ns": "s", "ge": "l",
                                       "g": "le"}[cc])
        if cc == "be":
            return self.condition("b") or self.condition("e")
        if cc == "le":
            return self.condition("l") or self.condition("e")
        if cc == "l" and self.pair and None not in map(number, self.pair):
            x, y = [signed(number(w), len(w)) for w in self.pair]
            return x < y
        if cc == "e" and self.result is not None:
            if 1 in self.result or number(self.result) is not None:
                return number(self.result) == 0
            return self.decide("zero", self.result, None)
        if cc == "b" and self.cf is not None:
            return bool(self.cf) if self.cf < 2 else self.decide("carry", self.cf, self.pair)
        if cc == "s" and self.result is not None and self.result[-1] < 2:
            return bool(self.result[-1])
        raise Refused("condition " + cc)

    # The carry may be a function: it is worked out only when it is needed, as a polynomial may be
    # long, and most additions' carries are for nothing.

    @property
    def cf(self):
        if callable(self.carry):
            self.carry = self.carry()
        return self.carry

    @cf.setter
    def cf(self, carry):
        self.carry, self.low = carry, None

    def flags(self, result, cf=0, pair=None):
        self.result, self.cf, self.pair = result, cf, pair

    def general(self, name, o):
        T = self.T
        size = next((x[3] if x[0] == "r" else x[1]
                     for x in o if x[0] in "rm" and (x[0] == "r" or x[1])), 0)
        if not size:
            raise Refused("of what size?")
        if name in ("mov", "movabs"):
            return self.put(o[0], self.get(o[1], size))
        if name in ("movzx", "movsx",
                    "movsxd") and (o[1][3] if o[1][0] == "r" else o[1][1]) >= size:
            raise Refused("unknown instruction")
        if name == "movzx":
            value = self.get(o[1])
            return self.put(o[0], value + (0,) * (size - len(value)))
        if name == "lea":
            return self.put(o[0], T.total(size, [(self.register(r)[:size], k) for r, k in o[1][2]],
                                          o[1][3]))
        if name in ("movsx", "movsxd"):
            value = self.get(o[1])
            return self.put(o[0], value + value[-1:] * (size - len(value)))
        # No branch: it may be a secret.
        if name in ("setb", "setc", "setae", "setnc") and self.cf is not None:
            return self.put(o[0], (self.T.xor1(self.cf, name in ("setae", "setnc")),) + (0,) * 7)
        if name.startswith("set"):
            return self.put(o[0], constant(self.condition(name[3:]), 8))
        if name.startswith("cmov"):
            value, old = self.get(o[1], size), self.get(o[0])
            bit = self.lengths.less(name[4:], self.pair) if self.lengths and self.pair else None
            if bit is None or bit < 2:
                return self.put(o[0], value if (self.condition(name[4:]) if bit is None else bit)
                                else old)
            both = T.choose(bit, value, old)
            self.choices[both] = bit, value, old
            return self.put(o[0], both)
        if name == "bzhi":
            x, by = self.get(o[1], size), self.get(o[2])
            n = number(by[:8])
            if n is not None:
                keep = [int(n > i) for i in range(size)]
            elif self.lengths:
                bit, *words = self.choices.get(by, (1, by, by))
                keep = [[self.lengths.more(w, i, c) for i in range(size)]
                        for w, c in zip(words, (bit, T.xor1(1, bit)))]
                keep = [T.choose1(bit, p, q) for p, q in zip(*keep)]
            else:
                raise Refused("bzhi by what is no constant")
            r = T.and_(x, tuple(keep))
            self.flags(r, keep[-1])
            return self.put(o[0], r)
        x = self.get(o[0], size)
        if name == "bswap" and size >= 32:
            return self.put(o[0], join(reversed(parts(x, 8))))
        if name == "not":
            return self.put(o[0], T.not_(x))
        if name in ("inc", "dec", "neg"):
            r = T.total(size, [(x, -1 if name == "neg" else 1)],
                        {"inc": 1, "dec": -1, "neg": 0}[name])
            self.flags(r, self.cf if name != "neg" else None)
            return self.put(o[0], r)
        if name in ("shl", "shr", "ror", "rol"):
            n = number(self.get(o[1], 8)) if len(o) > 1 else 1
            if n is None:
                raise Refused("shifted by what is no constant")
            n &= 63 if size == 64 else 31
            if n >= size:
                raise Refused("unknown instruction")
            r = {"shl": T.shl, "shr": shr, "ror": ror,
                 "rol": lambda x, n: ror(x, -n % size)}[name](x, n)
            if n and name[0] == "s":
                self.flags(r, x[size - n] if name == "shl" else x[n - 1])
            elif n:
                self.cf, self.pair = r[-1] if name == "ror" else r[0], None
            return self.put(o[0], r)
        if name in ("shld", "shrd") and o[2][0] == "i" and 0 < o[2][1] < size >= 32:
            n, y = o[2][1], self.get(o[1])
            self.flags(None, None)
            return self.put(o[0], y[size - n:] + x[:size - n] if name == "shld" else x[n:] + y[:n])
        if len(o) != 2:
            raise Refused("unknown instruction")
        y = self.get(o[1], size)
        if name == "xchg":
            self.put(o[0], y)
            return self.put(o[1], x)
        if name in ("add", "adc", "sub", "sbb", "cmp"):
            if name in ("adc", "sbb") and self.cf is None:
                raise Refused("carry unknown")
            carry = self.cf if name in ("adc", "sbb") else 0
            if name[0] == "a":
                r, cf = self.sum(x, y, carry, name == "add")
            else:
                r = T.difference(x, y, carry)
                cf = lambda: T.borrow(x, y, r)
            self.flags(r, cf, (x, y) if name in ("sub", "cmp") else None)
        elif name in ("and", "test", "or", "xor"):
            r = {"or": T.or_, "xor": T.xor}.get(name, T.and_)(x, y)
            self.flags(r)
        else:
            raise Refused("unknown instruction")
        if name not in ("cmp", "test"):
            self.put(o[0], r)

    def sum(self, x, y, carry, first):
        """x + y + carry, and the carry; first: it is no adc."""
        T = self.T
        if first and len(x) == 64 and T.is_word(x[:32]) and not any(y[32:]):  # two words of 32 bits
            low, cf = T.add_carry(x[:32], y[:32], 0)
            high, cf = T.add_carry(x[32:], (cf,) + (0,) * 31, 0)
            return low + high, cf
        s = T.sum(x, y, carry)
        return s, lambda: T.carry(x, y, s)

    # Masks, and moves of bytes under one: what is masked out is not accessed.

    def masked(self, name, o):
        if name == "kmovq" and o[1][0] == "k":
            return self.put(o[0], self.masks[o[1][1]])
        if name == "kmovq" and o[0][0] == "k" and len(o) == 2:
            self.masks[o[0][1]] = self.get(o[1], 64)
            return None
        if name not in ("vmovdqu8{k}", "vmovdqu8{k}{z}"):
            raise Refused("unknown instruction")
        size = max(x[2] for x in o if x[0] == "v")
        mask = self.masks[o[2][1]][:size // 8]
        if o[0][0] == "m":
            if number(mask) is None:
                raise Refused("stored under a mask that is no constant")
            if any(mask):
                touched = self.touched
                region, offset = self.place(self.address(o[0]), len(mask), True, 1, mask)
                if not mask[0]:    # then the lowest byte's page may not have been touched
                    self.touched = touched
                region.bytes.update({offset + i: b for i, b in enumerate(parts(self.get(o[1]), 8))
                                     if mask[i]})
                self.stored(region, [offset + i for i, b in enumerate(mask) if b])
            return None
        out = parts((0,) * size if name.endswith("{z}") else self.get(o[0]), 8)
        if o[1][0] == "v":
            sources = [(mask, parts(self.get(o[1]), 8))]
        else:
            sources = [(under, self.load_under(address, under))
                       for address, under in self.addresses(o[1], mask) if any(under)]
        for under, bytes_ in sources:
            out = [tuple(self.T.choose1(c, p, q) for p, q in zip(x, y)) if c else y
                   for c, x, y in zip(under, bytes_, out)]
        return self.put_vector(o[0], join(out), True)

    def addresses(self, o, mask):
        """(address, the mask where it is that), where the register is one of two."""
        choice = self.choices.get(
            self.register(o[2][0][0])) if len(o[2]) == 1 and o[2][0][1] == 1 else None
        if choice is None:
            yield self.address(o), mask
        else:
            for base, bit in zip(choice[1:], (choice[0], self.T.xor1(1, choice[0]))):
                yield self.T.total(self.bits, [(base, 1)], o[3]), [self.T.and1(b, bit)
                                                                   for b in mask]

    def load_under(self, address, under):
        touched = self.touched
        region, offset = self.place(address, len(under), False, 1, under)
        if under[0] != 1:
            self.touched = touched
        return [self.byte(region, offset + i) if b else (0,) * 8 for i, b in enumerate(under)]

    # Vectors. In the encodings of SSE the first operand is the first source, too, memory is
    # aligned, and the bits above the first 128 stay.

    def vector(self, name, o):
        vex = name[0] == "v"
        name = name[vex:]
        if name in MOVES:
            return self.move(name, o, vex)
        if o[0][0] != "v":
            if name == "movq" or name == "movd":
                return self.put(o[0], self.get(o[1])[:64 if name == "movq" else 32])
            if name == "extracti128":
                return self.put(o[0], parts(self.get(o[1]), 128)[o[2][1]])
            if name in ("movhps", "movlps", "movhpd", "movlpd"):
                return self.put(o[0], parts(self.get(o[1]), 64)[name[3] == "h"])
            raise Refused("unknown instruction")
        immediate = o[-1][1] if o[-1][0] == "i" else None
        sources = o[1:] if immediate is None else o[1:-1]
        if not vex and name not in UNARY:
            sources = [o[0]] + sources
        size = o[0][2]
        align = 16 if not vex and name not in NARROW else 1
        values = [self.get(s, size, align) for s in sources]
        if name in ("pternlogd", "pternlogq", "permi2d", "permi2q"):
            values = [self.get(o[0])] + values
        if name not in VECTOR:
            raise Refused("unknown instruction")
        self.put_vector(o[0], VECTOR[name](self.T, immediate, size, *values), vex)

    def move(self, name, o, vex):
        size = max(x[2] for x in o if x[0] == "v")
        align = size // 8 if MOVES[name] else 1
        if o[0][0] == "m":
            return self.put(o[0], self.get(o[1]), align)
        self.put_vector(o[0], self.get(o[1], size, align), vex)


# Moves, and whether memory must be aligned.
MOVES = dict(movdqa=1, movdqa32=1, movdqa64=1, movaps=1, movdqu=0, movdqu8=0, movdqu32=0,
             movdqu64=0, movups=0)
# One source; and sources narrower than the register, of any alignment.
UNARY = ("pshufd", "pshuflw", "pshufhw", "movq", "movd", "movddup", "pmovzxbq")
NARROW = ("movq", "movd", "movhps", "pinsrd", "pinsrq", "pinsrw", "movddup")


def by_word(width, f):
    """f(terms, word...) on the words of all sources."""
    return lambda T, imm, size, *sources: join([f(T, *x)
                                                for x in zip(*[parts(s, width) for s in sources])])


def by_immediate(width, f):
    """f(terms, word, immediate)"""
    return lambda T, imm, size, x: join([f(T, w, imm) for w in parts(x, width)])


def by_128(f):
    """f(immediate, 128 bits of each source...) for all of them"""
    return lambda T, imm, size, *sources: join([f(imm, *x)
                                                for x in zip(*[parts(s, 128) for s in sources])])


def pick(words, imm, bits=2):
    return join([words[imm >> bits * i & (1 << bits) - 1] for i in range(4)])


def blend(width):
    def f(T, imm, size, x, y):
        return join([q if imm >> i % 8 & 1 else p
                     for i, (p, q) in enumerate(zip(parts(x, width), parts(y, width)))])
    return f


def unpack(width, high):
    def f(imm, x, y):
        p, q = parts(x, width), parts(y, width)
        half = len(p) // 2
        return join([w for pair in zip(p[half * high:], q[half * high:]) for w in pair][:2 * half])
    return by_128(f)


def insert(width):
    def f(T, imm, size, x, y):
        words = parts(x, width)
        words[imm % len(words)] = y[:width]
        return join(words)
    return f


def ternary(T, imm, size, x, y, z):
    """Bit 4 x + 2 y + z of the immediate, as a polynomial."""
    table = [imm >> i & 1 for i in range(8)]
    for b in (1, 2, 4):
        for i in range(8):
            if i & b:
                table[i] ^= table[i ^ b]
    out = (0,) * size
    for i in range(8):
        if table[i]:
            term = (1,) * size
            for b, source in ((4, x), (2, y), (1, z)):
                if i & b:
                    term = T.and_(term, source)
            out = T.xor(out, term)
    return out


def known(word):
    n = number(word)
    if n is None:
        raise Refused("shuffled by what is no constant")
    return n


def pshufb(imm, x, by):
    b = parts(x, 8)
    return join([(0,) * 8 if n & 128 else b[n & 15] for n in map(known, parts(by, 8))])


def pperm(imm, x, y, by):
    b = parts(x, 8) + parts(y, 8)
    out = []
    for n in map(known, parts(by, 8)):
        if n >> 5 not in (0, 4):
            raise Refused("vpperm with more than bytes and zeros")
        out.append(b[n & 31] if n >> 5 == 0 else (0,) * 8)
    return join(out)


def permi2(width):
    def f(T, imm, size, by, x, y):
        words = parts(x, width) + parts(y, width)
        return join([words[known(n) % len(words)] for n in parts(by, width)])
    return f


def align(width):
    def f(T, imm, size, x, y):
        words = parts(y, width) + parts(x, width)
        n = imm % (len(words) // 2)
        return join(words[n:n + len(words) // 2])
    return f


def permute(T, imm, size, x):
    return join([pick(parts(h, 64), imm) for h in parts(x, 256)])


def perm2i128(T, imm, size, x, y):
    halves = parts(x, 128) + parts(y, 128)
    return join([(0,) * 128 if imm >> 4 * i & 8 else halves[imm >> 4 * i & 3] for i in (0, 1)])


def shufi64x2(T, imm, size, x, y):
    x, y = parts(x, 128), parts(y, 128)
    if size == 256:
        return x[imm & 1] + y[imm >> 1 & 1]
    return join([x[imm & 3], x[imm >> 2 & 3], y[imm >> 4 & 3], y[imm >> 6 & 3]])


def shufps(imm, x, y):
    x, y = parts(x, 32), parts(y, 32)
    return join([x[imm & 3], x[imm >> 2 & 3], y[imm >> 4 & 3], y[imm >> 6 & 3]])


def shufpd(T, imm, size, x, y):
    x, y = parts(x, 64), parts(y, 64)
    return join([(x, y)[i % 2][i - i % 2 + (imm >> i & 1)] for i in range(size // 64)])


def blendvpd(T, imm, size, x, y, by):
    return join([T.choose(c[-1], q, p)
                 for p, q, c in zip(parts(x, 64), parts(y, 64), parts(by, 64))])


def broadcast(width):
    return lambda T, imm, size, x: x[:width] * (size // width)


VECTOR = {
    "pxor": lambda T, imm, size, x, y: T.xor(x, y),
    "por": lambda T, imm, size, x, y: T.or_(x, y),
    "pand": lambda T, imm, size, x, y: T.and_(x, y),
    "xorps": lambda T, imm, size, x, y: T.xor(x, y),
    "pandn": lambda T, imm, size, x, y: T.and_(T.not_(x), y),
    "pshufb": by_128(pshufb), "pperm": by_128(pperm),
    "palignr": by_128(lambda imm, x, y: shr(y + x, 8 * imm)[:128]),
    "pshufd": by_128(lambda imm, x: pick(parts(x, 32), imm)),
    "pshuflw": by_128(lambda imm, x: pick(parts(x, 16), imm) + x[64:]),
    "pshufhw": by_128(lambda imm, x: x[:64] + pick(parts(x, 16)[4:], imm)),
    "shufps": by_128(shufps), "shufpd": shufpd, "shufi64x2": shufi64x2,
    "perm2i128": perm2i128, "permq": permute, "pslldq": by_128(lambda imm, x: shl(x, 8 * imm)),
    "pblendd": blend(32), "blendps": blend(32), "pblendw": blend(16), "blendvpd": blendvpd,
    "punpcklbw": unpack(8, 0), "punpckhbw": unpack(8, 1),
    "punpcklwd": unpack(16, 0), "punpckhwd": unpack(16, 1),
    "punpckldq": unpack(32, 0), "punpckhdq": unpack(32, 1),
    "punpcklqdq": unpack(64, 0), "punpckhqdq": unpack(64, 1),
    "movhlps": lambda T, imm, size, x, y: y[64:128] + x[64:128],
    "movlhps": lambda T, imm, size, x, y: x[:64] + y[:64],
    "movhps": lambda T, imm, size, x, y: x[:64] + y[:64],
    "pinsrd": insert(32), "pinsrq": insert(64), "pinsrw": insert(16),
    "inserti128": insert(128), "inserti32x4": insert(128),
    "extracti128": lambda T, imm, size, x: parts(x, 128)[imm],
    "movq": lambda T, imm, size, x: x[:64] + (0,) * 64,
    "movd": lambda T, imm, size, x: x[:32] + (0,) * 96,
    "movddup": by_128(lambda imm, x: x[:64] * 2),
    "pmovzxbq": lambda T, imm, size, x: join([b + (0,) * 56 for b in parts(x[:size // 8], 8)]),
    "pbroadcastd": broadcast(32), "broadcastss": broadcast(32), "pbroadcastq": broadcast(64),
    "broadcasti128": broadcast(128), "broadcasti32x4": broadcast(128),
    "pternlogd": ternary, "pternlogq": ternary,
}
for _n, _w in (("w", 16), ("d", 32), ("q", 64)):
    VECTOR.update({
        "padd" + _n: by_word(_w, lambda T, x, y: T.add(x, y)),
        "psub" + _n: by_word(_w, lambda T, x, y: T.sub(x, y)),
        "psrl" + _n: by_immediate(_w, lambda T, w, n: shr(w, n)),
        "psll" + _n: by_immediate(_w, lambda T, w, n: T.shl(w, n)),
        "pxor" + _n: VECTOR["pxor"], "por" + _n: VECTOR["por"], "pand" + _n: VECTOR["pand"],
        "pror" + _n: by_immediate(_w, lambda T, w, n: ror(w, n % len(w))),
        "prot" + _n: by_immediate(_w, lambda T, w, n: ror(w, -n % len(w))),
        "align" + _n: align(_w), "permi2" + _n: permi2(_w)})
# SSE's shifts by an immediate are of the first operand itself, which its one source is here.


class SysV64(machine.Abi):
    code, machine, bits = Code, Machine, 64
    entries = (8, 24, 40, 56)

    def above(self, arguments):
        return 8

    def enter(self, m, offset, arguments):
        m.stack.fill(offset, [m.T.var("return address", 64)])
        for r, word in zip(("rdi", "rsi", "rdx", "rcx", "r8", "r9"), arguments):
            m.gpr[r] = word if len(word) == 64 else word + m.T.var("above " + r, 64)[32:]

    def leave(self, m, offset):
        if m.gpr["rsp"] != m.T.total(64, [(m.T.named["SP"], 1)], offset + 8):
            raise Refused("rsp is not restored")
        for r in SAVED:
            if m.gpr[r] != m.T.var(r + " of the caller", 64):
                raise Refused(r + " is not restored")
        if m.wide:
            raise Refused("returns without vzeroupper")


class RedZone(Machine):
    red = 128


class SysV64C(SysV64):
    """As compilers use it."""
    machine, landing = RedZone, False


ABIS = {"sysv64": SysV64(), "sysv64-c": SysV64C()}
