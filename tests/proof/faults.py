#!/usr/bin/env python3
# SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT
"""Does the prover refuse kernels with hard faults? Patches copies of two kernels' machine code.

  faults.py [--abi NAME] [--objdump PROGRAM] FILE.elf

Each fault changes the bytes of one instruction, found by its text; what the fault breaks is proved of the
unpatched kernel first. A fault that finds nothing to patch is a failure.
"""
import argparse
import gc
import re
import sys
import tempfile
from machine import Refused
from prove import Proof, abi_called

NOPS = lambda raw: b"\x90" * len(raw)


def flip(index, bits):
    """The instruction with bits of one byte changed."""
    def f(raw):
        out = bytearray(raw)
        out[index] ^= bits
        return bytes(out)
    return f


# (fault, kernel, instruction, which of those, what becomes of it, the call: blocks, bytes of a last block, entry)
X86, AVX2 = "blake2b_blocks_x86", "blake2b_blocks_avx2"
SYSV64 = [
    ("the counter's carry is dropped", X86, r"adc +r13,0x0", 0, flip(2, 0x10), (1, None, 56)),
    ("the flags do not go in", X86, r"xor +r14,QWORD PTR \[r9\+0x50\]", 0, NOPS, (1, 77, 56)),
    ("another rotation", X86, r"ror +\w+,0x18", 17, flip(-1, 1), (1, None, 56)),
    ("another word of the message", X86, r"add +\w+,QWORD PTR \[r10\+0x50\]", 3, flip(-1, 8), (1, None, 56)),
    ("a byte behind the block is read", X86, r"add +\w+,QWORD PTR \[r10\+0x78\]", 2, flip(-1, 1), (1, None, 56)),
    ("an addition is dropped", X86, r"add +rax,QWORD PTR \[r10\+0x8\]", 1, NOPS, (1, None, 56)),
    ("right for one block, wrong for two", X86, r"add +r10,QWORD PTR \[rsp\+0x28\]", 0, NOPS, (2, None, 56)),
    ("a callee-saved register is lost", X86, r"pop +rbx", 0, flip(0, 6), (1, None, 56)),
    ("the stack is not wiped", X86, r"mov +QWORD PTR \[rsp\+0x50\],rax", 0, NOPS, (1, 77, 56)),
    ("a branch by the chaining value", X86, r"cmp +QWORD PTR \[rdi\+0x50\],0x0", 0, flip(3, 0x50), (1, None, 56)),
    ("an instruction that nobody knows", X86, r"endbr64", 0, lambda raw: b"\x0f\x31\x90\x90", (1, None, 56)),
    ("the stack is not aligned", AVX2, r"and +rsp,0xffffffffffffffc0", 0, NOPS, (1, None, 24)),
    ("no vzeroupper", AVX2, r"vzeroupper", -1, NOPS, (1, None, 56)),
    ("a vector register is not wiped", AVX2, r"vpxor +xmm1,xmm1,xmm1", -1, NOPS, (1, None, 56)),
    ("a general register is not wiped", AVX2, r"xor +eax,eax", -1, NOPS, (1, None, 56)),
]
CDECL = [
    ("a carry from half to half is dropped", X86, r"adc +edi,edx", 5, flip(0, 0x10), (1, None, 60)),
    ("the counter's carry is dropped", X86, r"adc +DWORD PTR \[ebx\+0x48\],0x0", 0, flip(1, 0x10), (1, None, 60)),
    ("the bit that goes around is dropped", X86, r"adc +edx,0x0", 3, NOPS, (1, None, 60)),
    ("a callee-saved register is lost", X86, r"pop +ebx", 0, flip(0, 3), (1, None, 60)),
    ("a register with half a word is not wiped", X86, r"xor +edx,edx", -1, NOPS, (1, None, 60)),
    ("the stack is not aligned", AVX2, r"and +esp,0xffffffc0", 0, NOPS, (1, None, 4)),
]
WIN64 = [
    ("xmm6 is lost", AVX2, r"movaps +xmm6,XMMWORD PTR \[rbp\+0x0\]", 0, NOPS, (1, None, 56)),
    ("rdi is lost", AVX2, r"pop +rdi", 0, flip(0, 7), (1, None, 56)),
    ("the stack is not aligned", AVX2, r"and +rsp,0xffffffffffffffc0", 0, NOPS, (1, None, 40)),
]
FAULTS = {"sysv64": SYSV64, "cdecl": CDECL, "win64": WIN64}


def refused(abi, code, kernel, call):
    """Why, or None if the kernel is accepted."""
    blocks, last, offset = call
    try:
        Proof(code, kernel, abi, offset).fixed(blocks, last)
    except Refused as e:
        return str(e)
    return None


def main():
    a = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    a.add_argument("file")
    a.add_argument("--abi", default="sysv64", choices=FAULTS)
    a.add_argument("--objdump", default="objdump")
    o = a.parse_args()
    gc.disable()
    sys.setrecursionlimit(100000)
    abi = abi_called(o.abi)
    code = abi.code(o.file, o.objdump)
    failed, sound = False, {}
    for fault, kernel, pattern, which, change, call in FAULTS[o.abi]:
        why = None
        if (kernel, call) not in sound:
            sound[kernel, call] = refused(abi, code, kernel, call)
        begin = Proof(code, kernel, abi).entry
        end = min([s for s in code.symbols.values() if s > begin], default=1 << 64)
        found = [at for at, text in code.lines.items() if begin <= at < end and re.match(pattern + r"\b|" + pattern + "$", text)]
        if sound[kernel, call]:
            why = "the kernel itself is refused: " + sound[kernel, call]
        elif len(found) <= max(which, 0):
            why = "there is no such instruction: " + pattern
        else:
            at = found[which]
            base, offset, _ = next(t for t in code.text if t[0] <= at < t[0] + t[2])
            data = bytearray(code.data)
            raw = code.raw(at, code.next[at])
            data[offset + at - base:offset + at - base + len(raw)] = change(raw)
            with tempfile.NamedTemporaryFile() as f:
                f.write(data)
                f.flush()
                because = refused(abi, abi.code(f.name, o.objdump), kernel, call)
            if because is None:
                why = "accepted"
        if why:
            failed = True
            print("FAIL proof/fault in %s: %s: %s" % (kernel, fault, why))
        else:
            print("PASS proof/fault in %s: %s: refused: %s" % (kernel, fault, because[:100]), flush=True)
    return failed


if __name__ == "__main__":
    sys.exit(main())
