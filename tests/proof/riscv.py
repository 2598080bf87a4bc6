# SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT
"""The 64-bit RISC-V instructions that the kernels use (I, C, Zbb, V), executed on terms. objdump
decodes them, the compressed ones to what they stand for.

Words are loaded and stored at aligned places alone, and where a pointer stands modulo 8 decides the
way: so the low three bits of pointers are numbers, and variants() has what there is, but for the
stride, of which nothing is known. Vectors: V's registers have `vlen` bits; of an agnostic tail
nothing may be read (its bits are those of one variable, which is secret), and vl and vtype are
known, or there is no vector instruction. Two addresses behind one pointer compare as their
distances from it: no block and no state stands around the end of memory.
"""
import copy
import re
import machine
import sets
from machine import Refused
from terms import constant, join, number, parts, ror, shr, signed

NAMES = ["ra", "sp", "gp", "tp"] + ["t%d" % i for i in range(7)] + [
    "s%d" % i for i in range(12)] + ["a%d" % i for i in range(8)]
SAVED = ["gp", "tp"] + ["s%d" % i for i in range(12)]
REGISTER = re.compile(r"v(\d+)")


class Code(machine.Code):
    machines = (243,)
    # R_RISCV_BRANCH, JAL, RVC_BRANCH, RVC_JUMP; CALL and CALL_PLT; PCREL_HI20, PCREL_LO12_I and _S
    kinds = {16: "branch", 17: "branch", 44: "branch", 45: "branch", 18: "call", 19: "call",
             23: "high", 24: "low", 25: "low"}
    sets = sets.Sets("riscv64", "BASE")
    assembler = "-march=rv64gcv_zbb", "-mno-arch-attr"
    ways = ((".option rvc",), ""), ((".option norvc",), "")

    def resolve(self, address, name, operands):
        """auipc's part of an address, and the other: neither is known. The latter names the
        former's instruction."""
        fixed = self.fixed(address)
        before = self.fixed(address - 4) if fixed is None and name == "jalr" else None
        if before and before[0] == "call" and before[1] == address - 4:
            register = re.fullmatch(r"-?\d*\((\w+)\)|(\w+)", operands[-1])
            return name, operands[:-1] + ["low %x(%s)" % (address - 4, register[1] or register[2])]
        if fixed and fixed[0] == "branch" and not self.goes_to(address,
                                                               int(operands[-1].split()[0], 16)):
            raise Refused("%x: goes elsewhere than its relocation says" % address)
        if not fixed or fixed[0] == "branch":
            if name == "auipc" or fixed and name not in ("j", "jal", "beqz", "bnez", "beq", "bne",
                                                         "bgeu"):
                raise Refused("%x: not with this relocation" % address)
            return name, operands
        kind, _, symbol, place, addend = fixed
        if kind in ("high", "call") and name == "auipc":
            to = self.pointee(symbol, place)
            return name, operands[:1] + ["high %s %d %x" % (
                self.named(to), self.link.start[place[0], place[1]] + place[2] + addend - to[1],
                address)]
        if kind == "low" and addend == 0 and name in ("add", "addi", "mv"):
            return "add", operands[:2] + ["low %x" % (self.link.start[place[0], place[1]] +
                                                      place[2])]
        raise Refused("%x: not with this relocation" % address)

    def parse(self, line):
        text = line.partition("#")[0].replace("\t", " ").strip()
        name, _, rest = text.partition(" ")
        return name, [o.strip() for o in rest.split(",")] if rest else [], text


class Machine(machine.Machine):
    bits, sp, vlen, tails_stay = 64, "sp", 128, False

    def __init__(self, terms, code, regions, decide):
        super().__init__(terms, code, regions, decide)
        self.gpr = {r: terms.var(r + " of the caller", 64) for r in NAMES}
        self.vec = [terms.var("v%d of %d bits of the caller" % (i, self.vlen), self.vlen)
                    for i in range(32)]
        # Elements, bits of one, registers that are taken as one.
        self.vl = self.sew = self.group = self.undisturbed = None
        self.tail = terms.var("tails of vectors of %d bits" % self.vlen, self.vlen)
        self.tails = frozenset(self.tail)

    # Operands

    def get(self, o):
        if o == "zero":
            return constant(0, 64)
        if o[:4] == "low ":    # the low twelve bits of a distance from there, with their sign
            low = self.T.var(o, 12)
            return low + low[-1:] * 52
        if o in self.gpr:
            return self.gpr[o]
        if re.fullmatch(r"-?(0x[0-9a-f]+|\d+)", o):
            return constant(int(o, 0), 64)
        raise Refused("unknown operand " + o)

    def put(self, o, value):
        if o == "zero":
            return
        if o not in self.gpr:
            raise Refused("unknown operand " + o)
        self.gpr[o] = value

    def address(self, o):
        """8(sp) or, of vectors, (t4)"""
        m = re.fullmatch(r"(low \w+)\((\w+)\)", o)
        if m:
            return self.T.add(self.get(m[2]), self.get(m[1]))
        m = re.fullmatch(r"(-?\d*)\((\w+)\)", o)
        if not m:
            raise Refused("unknown operand " + o)
        return self.T.total(64, [(self.get(m[2]), 1)], int(m[1] or 0))

    def less(self, x, y):
        """One or no bit: is x < y?"""
        (base, c), (other, d) = self.base(x), self.base(y)
        region = self.region(base) if base and base == other else None
        if region and region.readable and all(min(region.readable) <= x - region.origin <=
                                              max(region.readable) + 1 for x in (c, d)):
            return int(c < d)
        return self.T.sub_borrow(x, y)[1]

    def equal(self, x, y):
        there = [region for region, offset, _, _ in (self.where(x), self.where(y))
                 if region and offset in region.readable]
        # The stack has no byte in common with what a call has.
        if len(there) == 2 and [r.name for r in there].count("stack") == 1:
            return False
        word = self.T.sub(x, y)
        if 1 in word or number(word) is not None:
            return number(word) == 0
        return self.decide("zero", word, None)

    # Execution

    def step(self, name, o):
        if name == "nop":
            return
        if name[0] == "v":
            return self.vector(name, o)
        T = self.T
        if name in ("j", "beqz", "bnez", "beq", "bne", "bgeu"):
            target = int(o[-1].split()[0], 16)
            if name == "bgeu":
                less = self.less(self.get(o[0]), self.get(o[1]))
                taken = not (less if less < 2
                             else self.decide("carry", less, (self.get(o[0]), self.get(o[1]))))
            else:
                taken = name == "j" or self.equal(
                    self.get(o[0]), self.get(o[1] if len(o) > 2 else "zero")) == (name[1] == "e")
            if taken:
                self.after = target
        # (jalr: ra is its register where none is named)
        elif name == "ret" or name == "jalr" and len(o) == 1:
            to = self.gpr["ra"] if name == "ret" else self.address(
                o[0] if "(" in o[0] else "(%s)" % o[0])
            if name == "ret":
                self.returns(to, T.var("return address", 64))
            else:
                self.gpr["ra"] = self.called()
                self.after = self.code_at(to)
                self.by_register = True
        elif name == "ld":
            self.put(o[0], self.load(self.address(o[1]), 64, 8))
        elif name == "sd":
            self.store(self.address(o[1]), self.get(o[0]), 8)
        elif name == "lbu":
            self.put(o[0], self.load(self.address(o[1]), 8) + (0,) * 56)
        elif name == "sb":
            self.store(self.address(o[1]), self.get(o[0])[:8])
        elif name == "auipc":
            if self.code.link:
                _, pointee, offset, at = o[1].split(" ")
                self.put(o[0], T.sub(self.pointer_to(pointee, int(offset)), self.get("low " + at)))
            else:
                self.put(o[0], constant(self.after - 4 + (signed(int(o[1], 0), 20) << 12), 64))
        elif name in ("li", "mv"):
            self.put(o[0], self.get(o[1]))
        elif name == "neg":
            self.put(o[0], T.sub(constant(0, 64), self.get(o[1])))
        elif name in GENERAL and len(o) == 3:
            self.put(o[0], GENERAL[name](self, self.get(o[1]), self.get(o[2])))
        else:
            raise Refused("unknown instruction")

    def by(self, word, bits=64):
        """By how many bits a shift by this word is."""
        n = number(word[:bits.bit_length() - 1])
        if n is None:
            raise Refused("a shift by what is no constant")
        return n

    # Vectors

    def vset(self, o):
        m = re.fullmatch(r"e(8|16|32|64),m([1248]),t([au]),m[au]", ",".join(o[2:]))
        if not m:
            raise Refused("unknown operand " + ",".join(o[2:]))
        most = self.vlen * int(m[2]) // int(m[1])
        vl = number(self.get(o[1])) if o[1] != "zero" else most
        if vl is None or vl > most or o[0] == o[1] == "zero":
            raise Refused("a number of elements that is not known")
        self.sew, self.group, self.vl = int(m[1]), int(m[2]), vl
        self.undisturbed = m[3] == "u"
        self.put(o[0], constant(vl, 64))

    def first(self, o):
        m = REGISTER.fullmatch(o)
        if not m:
            raise Refused("unknown operand " + o)
        if int(m[1]) % self.group:
            raise Refused("no group of registers begins with " + o)
        return int(m[1])

    def read(self, o, bits=None):
        """The register's elements, or so many bits."""
        i, bits = self.first(o), self.vl * self.sew if bits is None else bits
        word = join(self.vec[i:i + self.group])[:bits]
        if not self.tails.isdisjoint(word):
            raise Refused("what stands behind the elements is read")
        return word

    def write(self, o, word, mask=False):
        """Elements, or bits of a mask; behind them there may be anything, unless it stays."""
        i = self.first(o)
        for k in range(self.group):
            value = word[self.vlen * k:self.vlen * (k + 1)]
            stays = self.tails_stay or self.undisturbed and not mask
            rest = self.vec[i + k] if stays else self.tail
            self.vec[i + k] = value + rest[len(value):]

    def vector(self, name, o):
        T = self.T
        if name in ("vsetvli", "vsetivli"):
            return self.vset(o)
        if self.vl is None:
            raise Refused("vl and vtype are not known")
        n = self.sew
        m = re.fullmatch(r"v(l|s)e(\d+)\.v", name)
        if m and len(o) == 2 and int(m[2]) == n:
            at = self.address(o[1])
            places = [T.total(64, [(at, 1)], k * n // 8) for k in range(self.vl)]
            if m[1] == "l":
                self.write(o[0], join([self.load(p, n, n // 8) for p in places]))
            else:
                for p, element in zip(places, parts(self.read(o[0]), n)):
                    self.store(p, element, n // 8)
        elif name == "vlsseg8e64.v" and n == 64 and self.group == 1 and len(o) == 3:
            at, by, to = self.address(o[1]), self.get(o[2]), self.first(o[0])
            if to > 24:
                raise Refused("unknown operand " + o[0])
            for f in range(8):
                self.write("v%d" % (to + f), join([self.load(T.total(64, [(at, 1), (by, k)], 8 * f),
                                                             64, 8) for k in range(self.vl)]))
        elif name == "vmv.v.i":
            self.write(o[0], constant(int(o[1], 0), n) * self.vl)
        elif name == "vmv.v.x":
            self.write(o[0], self.get(o[1])[:n] * self.vl)
        elif name == "vmsltu.vv" and self.group == 1 and len(o) == 3:
            self.write(o[0], tuple(T.sub_borrow(x, y)[1] for x, y in zip(
                parts(self.read(o[1]), n), parts(self.read(o[2]), n))), True)
        elif name == "vadc.vim" and self.group == 1 and o[3] == "v0" != o[0]:
            i, carries = constant(int(o[2], 0), n), self.read("v0", self.vl)
            self.write(o[0], join([T.add_carry(x, i, c)[0]
                                   for x, c in zip(parts(self.read(o[1]), n), carries)]))
        elif name[:-3] in VECTOR and len(o) == 3 and name[-3:] in (".vv", ".vx", ".vi"):
            x = parts(self.read(o[1]), n)
            if name[-1] == "v":
                y = parts(self.read(o[2]), n)
            else:
                y = [self.get(o[2])[:n]] * self.vl
            self.write(o[0], join([VECTOR[name[:-3]](self, a, b) for a, b in zip(x, y)]))
        else:
            raise Refused("unknown instruction")


GENERAL = {
    "add": lambda m, x, y: m.T.add(x, y), "sub": lambda m, x, y: m.T.sub(x, y),
    "and": lambda m, x, y: m.T.and_(x, y), "or": lambda m, x, y: m.T.or_(x, y),
    "xor": lambda m, x, y: m.T.xor(x, y),
    "sll": lambda m, x, y: m.T.shl(x, m.by(y)), "srl": lambda m, x, y: shr(x, m.by(y)),
    "ror": lambda m, x, y: ror(x, m.by(y)),
    "sltu": lambda m, x, y: (m.less(x, y),) + (0,) * 63,
    "sltiu": lambda m, x, y: (m.less(x, y),) + (0,) * 63,
}
VECTOR = {
    "vadd": lambda m, x, y: m.T.add(x, y), "vxor": lambda m, x, y: m.T.xor(x, y),
    "vor": lambda m, x, y: m.T.or_(x, y),
    "vsll": lambda m, x, y: m.T.shl(x, m.by(y, len(x))),
    "vsrl": lambda m, x, y: shr(x, m.by(y, len(x))),
}


class Wide(Machine):
    vlen = 256


class Widest(Machine):
    vlen = 512


class Lp64(machine.Abi):
    code, machine, bits = Code, Widest, 64
    entries = (0, 16, 32, 48)
    # Rounds are counted in a whole register, of which the caller's number is the lower half.
    number_bits = 64
    low = 0, 0

    def variants(self, kernel, brief):
        """Itself with the registers that the kernel may meet, or with the low bits of state and
        block: of the state no more is known than whether they are 0, and nothing of the stride."""
        if "_lanes_" in kernel:
            lanes = int(kernel.rpartition("x")[2])
            made = [(m, None) for m in (Machine, Wide, Widest) if m.vlen >= 64 * lanes]
        elif brief:
            made = [(Machine, (0, 0)), (Machine, (None, 5))]
        else:
            made = [(Machine, (state, block)) for state in (0, None) for block in range(8)]
        if "_rounds_" in kernel:    # h stands at a multiple of 8, and there is one block
            made = dict.fromkeys([(m, (0, low[1])) for m, low in made])
        for m, low in made:
            abi = copy.copy(self)
            abi.machine, abi.low = m, low
            yield abi

    def enter(self, m, offset, arguments):
        m.gpr["ra"] = m.T.var("return address", 64)
        for i, word in enumerate(arguments):
            m.gpr["a%d" % i] = word if len(word) == 64 else word + m.T.var("above a%d" % i, 64)[32:]

    def leave(self, m, offset):
        T = m.T
        if m.gpr["sp"] != T.total(64, [(T.named["SP"], 1)], offset):
            raise Refused("sp is not restored")
        for r in SAVED:
            if m.gpr[r] != T.var(r + " of the caller", 64):
                raise Refused(r + " is not restored")


ABIS = {"lp64": Lp64()}
