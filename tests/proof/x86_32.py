# SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT
"""x86 with 32 bits, cdecl. Instructions are those of x86.py; what is different: registers, and sums
of 64 bits in two halves. In Terms(halves=True) a sum of 64 bits has the sum of the low halves as
its low half. So an add of low halves is right by itself. The adc after it, of what it is told are
high halves, gives the high half of the sum of the whole words.
"""
import sets
import x86
from machine import Abi, Refused
from terms import constant


class Code(x86.Code):
    machines = (3,)
    bits = 32
    landing = ("endbr32",)
    kinds = {2: "distance", 20: "distance"}     # R_386_PC32; of COFF REL32
    sets = sets.Sets("x86", "I386")
    assembler = ("--32",) + x86.Code.assembler[1:]
    registers = {n: ("e" + r[1:], low, bits) for n, (r, low, bits) in x86.GPR.items()
                 if bits < 64 and not r[1:2].isdigit()}


class Machine(x86.Machine):
    bits, sp = 32, "esp"

    # "low": the low halves that the carry came from, and the carry into them. The adc behind the
    # add needs these, not the carry.

    def general(self, name, o):
        if name in ("add", "adc") and self.T.halves and 32 in (
                o[0][3] if o[0][0] == "r" else o[0][1], o[1][1] if o[1][0] == "m" else 0):
            self.add_half(o, name == "adc")
        else:
            super().general(name, o)

    def add_half(self, o, with_carry):
        T, zero = self.T, constant(0, 32)
        now = [self.get(o[0], 32), self.get(o[1], 32), zero]
        if with_carry and self.low:
            low, r = None, T.total(64, [(x + y, 1) for x, y in zip(self.low, now)])[32:]
        else:
            if with_carry:
                if self.cf is None:
                    raise Refused("carry unknown")
                now[2] = (self.cf,) + zero[1:]
            low, r = now, T.add(*now)
        self.flags(r, lambda: T.carry(*now[:2], r))
        self.low = low
        self.put(o[0], r)


class Cdecl(Abi):
    code, machine, bits = Code, Machine, 32
    entries = tuple(range(0, 64, 4))
    saved = ("ebx", "ebp", "esi", "edi")

    def above(self, arguments):
        return 4 + 4 * len(arguments)

    def enter(self, m, offset, arguments):
        m.stack.fill(offset, [m.T.var("return address", 32)] + arguments)

    def leave(self, m, offset):
        if m.gpr["esp"] != m.T.total(32, [(m.T.named["SP"], 1)], offset + 4):
            raise Refused("esp is not restored")
        for r in self.saved:
            if m.gpr[r] != m.T.var(r + " of the caller", 32):
                raise Refused(r + " is not restored")
        if m.wide:
            raise Refused("returns without vzeroupper")


ABIS = {"cdecl": Cdecl()}
