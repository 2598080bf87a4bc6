# SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT
"""The calling convention of 64-bit Windows, for x86.py. An image becomes a file that machine.py
reads with objcopy -O elf64-x86-64."""
import x86
from machine import Abi, Refused


class Code(x86.Code):
    kinds = {4: "distance"}         # IMAGE_REL_AMD64_REL32


class Win64(Abi):
    code, machine, bits = Code, x86.Machine, 64
    pages = True
    entries = (8, 24, 40, 56)
    registers = ("rcx", "rdx", "r8", "r9")
    saved = ("rbx", "rbp", "rdi", "rsi", "r12", "r13", "r14", "r15")
    saved_vectors = range(6, 16)    # their lower 128 bits

    def above(self, arguments):
        return 8 + 32    # behind the return address, room for four arguments, which is the callee's

    def enter(self, m, offset, arguments):
        m.stack.fill(offset, [m.T.var("return address", 64)])
        for r, word in zip(self.registers, arguments):
            m.gpr[r] = word if len(word) == 64 else word + m.T.var("above " + r, 64)[32:]

    def leave(self, m, offset):
        if m.gpr["rsp"] != m.T.total(64, [(m.T.named["SP"], 1)], offset + 8):
            raise Refused("rsp is not restored")
        for r in self.saved:
            if m.gpr[r] != m.T.var(r + " of the caller", 64):
                raise Refused(r + " is not restored")
        for i in self.saved_vectors:
            if m.vec[i][:128] != m.T.var("zmm%d of the caller" % i, 512)[:128]:
                raise Refused("xmm%d is not restored" % i)
        if m.wide:
            raise Refused("returns without vzeroupper")


ABIS = {"win64": Win64()}
