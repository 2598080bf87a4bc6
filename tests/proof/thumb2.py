# SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT
"""The Thumb-2 instructions that the kernels for Cortex-M use, executed on terms, little-endian:
those of 32-bit ARM (arm32.py) but for what stands here. objdump decodes them; what it writes with
two registers, or another name, is written as ARM's first.

What no kernel has is refused: IT blocks (so but for branches nothing has a condition), cbz and
cbnz, a pop of pc. Bit 0 of an address that bx goes to must be set: what ARM code it would be,
Cortex-M has not.
"""
import re
import arm32
import sets
from arm32 import NAMES
from machine import Refused
from terms import constant, number

TWO = re.compile("(add|adc|sub)s?")    # written with two operands if the first is the second, too


class Code(arm32.Code):
    sets = sets.Sets("arm32", "BASE", "THUMB2")                 # Cortex-M3's
    assembler, ways = ("-mcpu=cortex-m4", "-mthumb"), arm32.Code.ways[:1]

    def again(self, address, end):
        raw, text = super().again(address, end)
        return raw, text.replace("CPSR_s", "APSR_g")    # as is right for Cortex-M

    def instruction(self, address):
        if address not in self.parsed:
            name, o, text = super().instruction(address)
            name = re.sub("[.][nw]$", "", name)
            if len(o) == 2 and TWO.fullmatch(name):
                o = [o[0]] + o
            # ARM has one register after the other, and names the first.
            if name in ("ldrd", "strd"):
                first, second = (int(NAMES.get(x, x)[1:]) for x in o[:2])
                if second != first + 1:
                    raise Refused("unknown instruction: " + text)
                o = o[:1] + o[2:]
            elif name == "stmdb" and o[0] == "sp!":
                name, o = "push", o[1:]
            elif name == "ldmia":
                name = "ldm"
            # Of what is read, and of what a constant is added to, a multiple of 4.
            ahead = "ahead%d" % ((address + 4 & -4) - address)
            if name in ("add", "sub") and o[1] == "pc" and o[2][0] == "#":
                o[1] = ahead
            o = [re.sub(r"\[pc\b", "[" + ahead, x) if x != "pc" else "ahead4" for x in o]
            self.parsed[address] = name, o, text
        return self.parsed[address]


    def part(self, address):
        """Where its section is not aligned, a link would decide what is a multiple of 4."""
        part = super().part(address)
        if part[2].sections[part[3]].align < 4:
            raise Refused("code that is not aligned to a word")
        return part


class CodeDsp(Code):
    sets = sets.Sets("arm32", "BASE", "THUMB2", "DSP")          # Cortex-M4's


class Machine(arm32.Machine):
    def get(self, o):
        if o == "pc":
            raise Refused("unknown operand pc")
        return self.plus(self.here(self.now), int(o[5:])) if o[:5] == "ahead" else super().get(o)

    def step(self, name, o):
        if name in ("bl", "bx"):
            if name == "bl":
                self.gpr["lr"] = (1,) + self.called()[1:]
                self.after = int(o[0].split()[0], 16)
            else:
                to = self.get(o[0])
                if to[0] != 1:
                    raise Refused("goes to ARM code")
                self.returns((0,) + to[1:], (0,) + self.home(self.T)[1:])
        elif name == "bfi":
            low, width = (int(x[1:]) for x in o[2:])
            r = self.get(o[0])
            self.put(o[0], r[:low] + self.get(o[1])[:width] + r[low + width:])
        elif name == "msr" and o[0] == "CPSR_s" and o[1][0] != "#":
            self.gpr["GE"] = self.get(o[1])[16:20]
        elif name[1:] not in arm32.CONDITIONS and name[-
                                                       2:] in arm32.CONDITIONS and name not in arm32.NO_CONDITIONS:
            raise Refused("unknown instruction")
        else:
            super().step(name, o)

    @staticmethod
    def home(T):
        return (1,) + T.var("return address", 32)[1:]


class Abi(arm32.Aapcs32):
    code, machine = Code, Machine
    stack = 528                     # as doc/firmware.md has it

    def enter(self, m, offset, arguments):
        super().enter(m, offset, arguments)
        m.gpr["lr"] = m.home(m.T)


class Aligned(Machine):
    unaligned = False


class AbiAligned(Abi):
    machine = Aligned


class AbiDsp(Abi):
    code = CodeDsp


class AbiDspAligned(AbiAligned):
    code = CodeDsp


ABIS = {"thumb2": Abi(), "thumb2-aligned": AbiAligned(), "thumb2-dsp": AbiDsp(),
        "thumb2-dsp-aligned": AbiDspAligned()}
