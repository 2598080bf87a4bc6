# SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT
"""x86 with 32 bits, cdecl. Instructions are those of x86.py; what is different: registers, and sums of 64 bits in two
halves. In Terms(halves=True) a sum of 64 bits has the sum of the low halves as its low half. So an add of low halves
is right by itself, and the adc behind it, of what it is told are high halves, gives the high half of the sum of the whole words.
"""
import x86
from machine import Abi, Refused
from terms import constant


class Code(x86.Code):
    machines = (3,)
    bits = 32
    registers = {n: ("e" + r[1:], low, bits) for n, (r, low, bits) in x86.GPR.items() if bits < 64 and not r[1:2].isdigit()}

    def parse(self, line):
        prefix, _, rest = line.partition(" ")
        if prefix == "rep":
            return ("rep " + rest.split()[0],) + super().parse(rest)[1:]
        return super().parse(line)


class Machine(x86.Machine):
    bits, sp = 32, "esp"
    low = None                      # the carry out of low halves, and they, with the carry into them

    def general(self, name, o):
        if name == "rep stos" and o[0][1:3] == (32, (("edi", 1),)):
            self.fill_up(o[0])
        else:
            super().general(name, o)

    def fill_up(self, memory):
        count = x86.known(self.gpr["ecx"])
        for _ in range(count):
            self.put(memory, self.gpr["eax"])
            self.gpr["edi"] = self.T.total(32, [(self.gpr["edi"], 1)], 4)
        self.gpr["ecx"] = constant(0, 32)

    def sum(self, x, y, carry, first):
        T = self.T
        carry_in = (carry,) + (0,) * (len(x) - 1)
        if T.halves and len(x) == 32 and not first and self.low and self.low[0] == carry:
            both = [(low + high, 1) for low, high in zip(self.low[1:], (x, y, constant(0, 32)))]
            self.low = None
            r = T.total(64, both)[32:]
            return r, T.majority(x[-1], y[-1], T.xor1(1, r[-1]))
        r, cf = T.add_carry(x, y, carry)
        self.low = (cf, x, y, carry_in) if cf > 1 and len(x) == 32 else None
        return r, cf


class Cdecl(Abi):
    code, machine, bits = Code, Machine, 32
    entries = tuple(range(0, 64, 4))
    saved = ("ebx", "ebp", "esi", "edi")

    def above(self, arguments):
        return 4 + 4 * len(arguments)

    def enter(self, m, offset, arguments):
        m.stack.fill(offset, [m.T.var("return address", 32)] + arguments)

    def leave(self, m, offset):
        if m.gpr["esp"] != m.T.total(32, [(m.T.var("SP", 32, 6), 1)], offset + 4):
            raise Refused("esp is not restored")
        for r in self.saved:
            if m.gpr[r] != m.T.var(r + " of the caller", 32):
                raise Refused(r + " is not restored")
        if m.wide:
            raise Refused("returns without vzeroupper")


ABIS = {"cdecl": Cdecl()}
