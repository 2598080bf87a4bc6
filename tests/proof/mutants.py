#!/usr/bin/env python3
# SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT
"""One random bit of a kernel's machine code flipped: does the prover refuse it?

  mutants.py [--abi NAME] [--objdump PROGRAM] [--seed TEXT] FILE.elf N KERNEL...

N mutants, shared by the kernels. Prints each that survives with the instruction before and after,
and why it is the same code where that is plain to see; the others are for a reader: "OPEN", and the
exit status is 1. One whose terms outgrow the memory is not proved either, and counted apart. Of one
and the same seed, objects and N the mutants are the same.
"""
import argparse
import gc
import random
import re
import resource
import sys
import tempfile
import time
from machine import Refused
from prove import abi_called, load, patched, proof_of
from x86 import GPR

MEMORY = 3 << 30
NO_ROOM = "no room"
QUIET = r"nop|endbr|prefetch|data16|xchg +ax,ax"
COMMUTE = r"v?(padd[bwdq]|p?and[dq]?|p?or[dq]?|p?xor[dq]?|xorps|andps)"


def operands(text):
    name, _, rest = text.partition(" ")
    return name, [o.strip() for o in re.split(r",(?![^\[]*\])", rest)]


def same(before, after, order="little"):
    """Why two instructions do the same, or None; texts as objdump writes them, one or several."""
    a, b = [[re.sub(r"\s+", " ", re.sub(r"\s*(# |<|@ ).*", "", t)).strip() for t in x]
            for x in (before, after)]
    if a == b:
        return "another encoding of the same instruction"
    if all(re.match(QUIET, t) for t in a + b):
        return "nothing is done"
    if len(a) != 1 or len(b) != 1:
        return None
    (name, x), (other, y) = operands(a[0]), operands(b[0])
    if name == other and re.fullmatch(COMMUTE,
                                      name) and len(x) == 3 and [x[0]] + sorted(x[1:]) == [
                                          y[0]] + sorted(y[1:]):
        return "operands in another order"
    if {name, other} <= {"xor", "sub"} and x == y and len(set(x)) == 1:
        return "zero either way"
    if x == y and {re.sub(r"(aps|upd|apd|ups|dqa|dqu)(32|64|8|16)?$", "", n)
                   for n in (name, other)} in ({"mov"}, {"vmov"}) and "[" not in a[0]:
        return "another name of the same move"
    if x == y and re.sub(r"[dq]$", "", name) == re.sub(r"[dq]$", "", other) and re.match(
            r"vp(xor|and|or|ternlog)[dq]$", name) and "{" not in a[0] + b[0]:
        return "bitwise, whatever the words' size"
    if [re.sub(r"(\w), (lsl|lsr|asr) #0$", r"\1", t) for t in a] == [
            re.sub(r"(\w), (lsl|lsr|asr) #0$", r"\1", t) for t in b]:
        return "a shift by nothing"                # (AArch64; ARM's lsr #0 is written as lsr #32)
    if name.startswith("vld1") and re.sub(r"[.]\d+$", "", name) == re.sub(
            r"[.]\d+$", "", other) and x == y and order == "little":
        return "elements of another size, of the same bytes"
    if {name, other} == {"ror", "rol"} and x == y and x[0] in GPR and GPR[x[0]][2] == 2 * int(x[1],
        0):
        return "half a turn either way"
    if name == other and name in ("ror", "rol", "shl",
                                  "shr") and x[0] == y[0] and x[0] in GPR and GPR[x[0]][
                                      2] >= 32 and len(x) == len(y) == 2:
        if all(re.fullmatch("0x[0-9a-f]+", n) for n in (x[1], y[1])) and (
                int(x[1], 16) ^ int(y[1], 16)) & GPR[x[0]][2] - 1 == 0:
            return "the same count, modulo the width"
    if [re.sub(r"\+[re]iz(\*\d)?", "", t) for t in a] == [re.sub(r"\+[re]iz(\*\d)?", "", t)
                                                          for t in b]:
        return "a scale of no register"
    return None


def filled(code, mutant, at):
    """Does a relocation say what the instruction addresses, and is that the only difference? A
    linker writes those bits."""
    try:
        fixed = code.fixed(at) or code.fixed(at - 4)    # (RISC-V's is at the first of two)
        return fixed is not None and code.instruction(at)[:2] == mutant.instruction(at)[:2]
    except Refused:
        return False


def around(code, at):
    """The instruction and what follows, a few, to see where a mutant's fall into step."""
    out = []
    while at is not None and len(out) < 12:
        out.append((at, code.lines.get(at, "?").replace("\t", " ")))
        at = code.next.get(at)
    return out


def changed(before, after):
    """Instructions of both up to where they are the same again."""
    old, new = dict(before), dict(after)
    for at, text in before[1:]:
        if new.get(at) == text:
            return [t for a, t in before if a < at], [t for a, t in after if a < at]
    return [t for _, t in before[:3]], [t for _, t in after[:3]]


def refused(abi, code, kernel):
    try:
        proof = proof_of(code, kernel, abi)
        if "_rounds_" in kernel:                                                   # most fall here
            proof.fixed_rounds(2)
        elif "_short_" in kernel:
            proof.some((0, 77), (20, 64), (1,))
        else:
            proof.fixed(1)
        for variant in abi.variants(kernel, True):
            proof_of(code, kernel, variant).all(True)
    except (Refused, RecursionError) as e:
        return str(e) or "too deep"
    except (MemoryError, SystemError):          # (CPython 3.11 loses some of the first kind)
        return NO_ROOM
    return None


def main():
    a = argparse.ArgumentParser(description=__doc__,
                                formatter_class=argparse.RawDescriptionHelpFormatter)
    a.add_argument("file")
    a.add_argument("count", type=int)
    a.add_argument("kernels", nargs="+")
    a.add_argument("--abi", default="sysv64")
    a.add_argument("--objdump", default="objdump")
    a.add_argument("--seed", default=str(random.SystemRandom().getrandbits(32)))
    a.add_argument("--seconds", type=int, default=0, help="start no more after so many")
    o = a.parse_args()
    gc.disable()
    sys.setrecursionlimit(100000)
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, resource.getrlimit(resource.RLIMIT_AS)[1]))
    abi = abi_called(o.abi)
    code = load(abi, o.file, o.objdump)
    print("NOTE proof/mutants %s: seed %s" % (o.abi, o.seed), flush=True)
    begin, tried, same_code, open_, large, wrong = time.time(), 0, 0, 0, 0, 0
    for i in range(o.count):
        if o.seconds and time.time() - begin > o.seconds:
            break
        kernel = o.kernels[i % len(o.kernels)]
        rng = random.Random("%s %d %s" % (o.seed, i, kernel))
        first = proof_of(code, kernel, abi).entry
        end = min([s for s in code.symbols.values() if s > first], default=max(code.lines) + 1)
        # Behind the last return or jump comes padding, and what no instruction reaches.
        places = [x for x in sorted(code.lines) if first <= x < end]
        while len(places) > 1 and re.match(QUIET, code.lines[places[-1]]):
            places.pop()
        at = rng.choice(places)
        size = code.next.get(at, end) - at
        byte, bit = rng.randrange(size), rng.randrange(8)
        data = bytearray(code.data)
        base, offset, _ = next(t for t in code.text if t[0] <= at < t[0] + t[2])
        data[offset + at - base + byte] ^= 1 << bit
        with tempfile.NamedTemporaryFile() as f:
            f.write(data)
            f.flush()
            mutant = patched(abi, f.name, o.objdump, code)
        why = refused(abi, mutant, kernel)
        gc.collect()
        tried += 1
        large += why is NO_ROOM
        wrong += bool(why and why.startswith("wrong "))
        if why:
            continue
        before, after = changed(around(code, at), around(mutant, at))
        because = same(before, after, code.order) if at in mutant.parsed else "never executed"
        if not because and filled(code, mutant, at):
            because = "bits that a linker writes"
        same_code += because is not None
        open_ += because is None
        print("%s proof/mutant of %s: %x, bit %d of byte %d: %s -> %s%s" % (
            "NOTE" if because else "OPEN", kernel, at, bit, byte, "; ".join(before),
            "; ".join(after), ": " + because if because else ""), flush=True)
    if open_:
        print("FAIL proof/mutants %s: %d survive and are not explained" % (o.abi, open_))
    print("%s proof/mutants %s: %d mutants, %d refused (%d for their result), %d too large to tell, %d the same code, %d open" % (
        "NOTE" if open_ else "PASS", o.abi, tried, tried - same_code - open_ - large, wrong, large,
        same_code, open_))
    return bool(open_) or not tried


if __name__ == "__main__":
    sys.exit(main())
