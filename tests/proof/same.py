#!/usr/bin/env python3
# SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT
"""Are kernels as another assembler makes them the same instructions? Then what is proved of one is
proved of the other: the prover sees no more of an instruction than its name and its operands, with
what its relocation names; and both are in encodings that GNU as makes.

  same.py [--abi NAME] [--objdump PROGRAM] FILE.elf OTHER.elf kernel...

Nothing that fills up is compared. Of branches the target is the number of an instruction. Prints
PASS or FAIL and the kernel.
"""
import argparse
import sys
from machine import Refused
from prove import abi_called, load, proof_of


def operand(o):
    """The order of an address's two registers is none."""
    return (*o[:2], tuple(sorted(o[2])), *o[3:]) if o[0] == "m" else o


def fills(name, operands):
    """Is it of those that assemblers fill up with?"""
    return name == "nop" or name == "xchg" and operands[0] == operands[1] and operands[0][3] == 16 \
        or name == "lea" and operands[1][2:] == (((operands[0][1], 1),), 0)


def section(code, part, seen):
    """An object's section, and all that it addresses: name -> its instructions, or its bytes."""
    name = code.whole(part)[0]
    if name in seen:
        return
    at = [a for a in code.found if part[0] <= a < part[1]]
    at = [a for a in at if not fills(*code.instruction(a)[:2])]
    number, out = {a: i for i, a in enumerate(at)}, seen.setdefault(name, [])
    for address in at:
        mnemonic, operands, _ = code.instruction(address)
        operands = [operand(o) for o in operands]
        if operands and operands[0][0] == "i" and (mnemonic[0] == "j" or mnemonic == "call"):
            to = code.part(operands[0][1])
            section(code, to, seen)
            # An instruction, or what fills up before it, which a loop may begin with.
            first = next(a for a in code.found if operands[0][1] <= a < to[1] and
                         not fills(*code.instruction(a)[:2]))
            operands = [("to", code.whole(to)[0], number[first] if to == part else first - to[0])]
        if mnemonic in ("test", "xchg"):
            operands.sort()
        elif mnemonic in ("mov", "movabs") and operands[1][0] == "i" and operands[0][0] == "r":
            mnemonic = "mov"
            if operands[1][1] < 1 << 32 and operands[0][3] == 64:   # the upper half becomes 0
                operands[0] = (*operands[0][:3], 32)
        out.append((mnemonic, operands))
        for pointee in [code.pointees[r] for o in operands if o[0] == "m" for r, _ in o[2]
                        if r[0] == "&" and r not in seen]:
            there = code.part(pointee[1])
            if there[2].sections[there[3]].code:
                section(code, there, seen)
            else:
                seen[pointee[0]] = code.contents(pointee)


def main():
    a = argparse.ArgumentParser(description=__doc__,
                                formatter_class=argparse.RawDescriptionHelpFormatter)
    a.add_argument("files", nargs=2)
    a.add_argument("kernels", nargs="+")
    a.add_argument("--abi", default="sysv64")
    a.add_argument("--objdump", default="objdump")
    o = a.parse_args()
    abi, failed = abi_called(o.abi), False
    both = [load(abi, path, o.objdump) for path in o.files]
    for kernel in o.kernels:
        found = [{}, {}]
        try:
            for code, parts in zip(both, found):
                section(code, code.part(proof_of(code, kernel, abi).entry), parts)
            why = [n for n in found[0].keys() | found[1].keys()
                   if found[0].get(n) != found[1].get(n)]
        except Refused as e:
            why = [str(e)]
        print("%s proof/same %s%s" % ("FAIL" if why else "PASS", kernel, ": " * bool(why) +
                                      " ".join(sorted(why))))
        failed |= bool(why)
    return failed


if __name__ == "__main__":
    sys.exit(main())
