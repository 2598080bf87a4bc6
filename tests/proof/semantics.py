#!/usr/bin/env python3
# SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT
"""Do the machines know what the instructions do? An instruction's form is its name, its operands'
kinds and sizes, which of them are the same, and its immediates. Of each form in a linked file of
kernels, the prover's machine executes some, and a CPU or an emulator executes their very bytes.
Both begin with the same values: registers, memory, the flags that the machine keeps and the way of
a branch must agree.

  semantics.py [--abi NAME] [--objdump PROGRAM] [--cc COMMAND] [--run EMULATOR] FILE.elf

The machine has unknown words, which get values afterwards, and constants the last time. Where a
branch, a call or a constant of the file is addressed, relative to the instruction, the distance is
another; all else stays. What is not compared is printed, with the reason. COMMAND links a program
without a library for the CPU; EMULATOR runs it.
"""
import argparse
import random
import re
import signal
import subprocess
import sys
import tempfile
import x86
from machine import Refused, Region
from prove import abi_called
from terms import Substitution, Terms, constant, number, parts

# Conditions that ask what was compared.
COMPARED = re.compile(r"j[lg]e? |(b\.|c\w+ .*, )(hi|ls|lt|le|gt|ge)\b")
INSTANCES, TRIES = 2, 3         # of each form; of each instance
BUFFER = range(-192, 768)       # memory, around what the pointers are
SLOT = 64                       # bytes of one test's code

# The block that the program reads, executes, and writes: these are offsets.
FLAGS, TAKEN, REGISTERS, VECTORS = 0, 16, 64, 320
MASKS = VECTORS + 2048
MEMORY = MASKS + 64
SIZE = MEMORY + len(BUFFER)
BLOCK = 0x10000000              # its address
POINTER = BLOCK + MEMORY - BUFFER[0]


class Target:
    """How a program for it executes the tests' code, each between loading and storing all that
    there is."""
    carry, where = "cf", 48     # the machine's attribute; of the block, where the test's address is
    comment, order = "#", "little"
    state = 0                   # of an address that is jumped to: what else it says

    def __init__(self, abi, code):
        self.abi, self.code, self.order = abi, code, code.order
        self.size, self.memory = abi.bits // 8, {}
        m = self.machine(Terms(), code, lambda *_: False)
        self.registers = [r for r in m.gpr if r != "GE"]
        self.lanes, self.lane = len(m.vec), len(m.vec[0]) // 8    # those that the program loads
        self.masks = 0

    def machine(self, T, code, decide):
        region = Region("buffer", BUFFER, BUFFER, 64)
        if T not in self.memory:
            self.memory[T] = {o: T.var("memory %d" % o, 8) for o in BUFFER}
        region.bytes = dict(self.memory[T])
        m = self.abi.machine(T, code, [(T.var("BUFFER", self.abi.bits, 6), region)], decide)
        # The stack pointer is a register like others: all there is is the buffer.
        m.stack_moved = lambda: None
        m.gpr.setdefault(m.sp, T.var(m.sp + " of the caller", m.bits))
        m.result = T.var("result", m.bits)
        setattr(m, self.carry, T.var("carry", 1)[0])
        return m

    def prepare(self, m, test):
        pass

    def before(self, name, address):
        return None

    def flags(self, given, m):
        return 0

    @staticmethod
    def kept(m, value):
        return {}


class X86(Target):
    def __init__(self, abi, code):
        super().__init__(abi, code)
        with open("/proc/cpuinfo") as f:
            has = set(f.read().split())
        self.move, vector = ("vmovdqu64", "zmm") if "avx512vl" in has else (
            "vmovdqu", "ymm") if "avx2" in has else ("movdqu", "xmm")
        self.lane = {"x": 16, "y": 32, "z": 64}[vector[0]]
        self.masks = 8 * ("avx512bw" in has and self.size == 8)
        self.lanes = 8 if self.size == 4 else 32 if vector == "zmm" else 16
        self.vector_name = "zmm%d"
        self.vectors = ["%s%d" % (vector, i) for i in range(self.lanes)]

    def flags(self, given, m):
        """Zero and sign are of one word here."""
        top = given["result"] >> self.abi.bits - 1
        return 0x202 | given["carry"] | (given["result"] == 0) << 6 | top << 7

    @staticmethod
    def kept(m, value):
        """The flags that the machine knows afterwards: where they are, and what."""
        out = {"carry": (0, 1, value((m.cf,)))} if m.cf is not None else {}
        if m.result is not None:
            out.update(zero=(6, 1, value(m.result) == 0), sign=(7, 1, value(m.result[-1:])))
        return out

    def kind(self, word):
        if word in self.code.registers:
            r, low, bits = self.code.registers[word]
            return word if r[1:] == "sp" else "r%d.%d" % (bits, low)
        if word in x86.VECTORS:
            i, bits = x86.VECTORS[word]
            return "v%d%s" % (bits, "high" * (i > 15))
        return None

    def pointers(self, name, operands):
        """What registers must be, from BUFFER on; or None and a number."""
        out = {self.code.registers[("rsp", "esp")[self.size == 4]][0]: 128}
        for o in operands:
            if o[0] == "m" and name != "lea" and o[2]:
                (base, scale), *index = sorted(o[2], key=lambda p: p[1])
                if scale > 1 or len(index) > 1 or base in [r for r, _ in index]:
                    raise Refused("an address that this test cannot make")
                out.update({r: (None, 64) for r, _ in index})
                out[base] = -(o[3] // 64 * 64)
        if name == "rep stos":
            out[self.code.registers[("rcx", "ecx")[self.size == 4]][0]] = None, 3
        return out

    def jump_back(self, name, m, given, to):
        if name == "ret":
            for i, b in enumerate(to.to_bytes(self.size, "little")):
                given["memory %d" % (128 + i)] = b

    def patched(self, name, operands, raw, address):
        """The instruction's bytes, as assembly."""
        after, bytes_ = address + len(raw), lambda b: ".byte " + ",".join(map(str, b))
        if (name[0] == "j" or name == "call") and operands[0][0] == "i":        # over the way back
            n = 4 if int.from_bytes(
                raw[-4:], "little", signed=True) == operands[0][1] - after else 1
            return bytes_(raw[:-n] + (5).to_bytes(n, "little"))
        for o in operands:
            if o[0] == "m" and not o[2] and self.size == 8:
                found = ((o[3] - after) % (1 << 32)).to_bytes(4, "little")
                if raw.count(found) != 1:
                    raise Refused("no place of its address is found")
                at, now = raw.index(found), "; .long block + %d - (s + %d); " % (
                    POINTER - BLOCK, len(raw))
                return bytes_(raw[:at]) + now + (bytes_(raw[at + 4:]) if raw[at + 4:] else "")
        return bytes_(raw)

    def program(self, tests):
        at = lambda o: "[%d]" % (BLOCK + o) if self.size == 4 else "[block + %d]" % o
        word = ("qword", "dword")[self.size == 4]
        place = lambda i: at(REGISTERS + self.size * i)
        if self.size == 8:
            def call(number):
                return "mov eax, %d; mov edi, %d; mov esi, offset block; mov edx, %d; syscall" % (
                    number, number, SIZE)
            read, write, leave = call(0), call(1), "mov eax, 60; xor edi, edi; syscall"
        else:
            def call(number, file):
                return "mov eax, %d; mov ebx, %d; mov ecx, offset block; mov edx, %d; int 0x80" % (
                    number, file, SIZE)
            read, write, leave = call(3, 0), call(4, 1), "mov eax, 1; xor ebx, ebx; int 0x80"
        sp, a, q = ("rsp", "rax", "q") if self.size == 8 else ("esp", "eax", "d")
        at = lambda o: "[block + %d]" % o
        masks = [("k%d" % i, "qword ptr " + at(MASKS + 8 * i)) for i in range(self.masks)]
        lines = [".intel_syntax noprefix", "_start: mov [stack], " + sp, "again: " + read,
                 "cmp eax, %d" % SIZE, "jne leave"]
        lines += ["%s %s, %s" % (self.move, v, at(VECTORS + self.lane * i))
                  for i, v in enumerate(self.vectors)]
        lines += ["kmovq %s, %s" % k for k in masks]
        lines += ["push %s ptr %s" % (word, at(FLAGS)), "popf" + q]
        lines += ["mov %s, %s" % (r, place(i)) for i, r in enumerate(self.registers)]
        lines += ["jmp %s ptr %s" % (word, at(self.where)), "taken: mov byte ptr %s, 1" % at(TAKEN)]
        lines += ["back:"] + ["mov %s, %s" % (place(i), r) for i, r in enumerate(self.registers)]
        lines += ["mov %s, [stack]" % sp, "pushf" + q, "pop %s ptr %s" % (word, at(FLAGS)), "cld"]
        lines += ["%s %s, %s" % (self.move, at(VECTORS + self.lane * i), v)
                  for i, v in enumerate(self.vectors)]
        lines += ["kmovq %s, %s" % (place, k) for k, place in masks]
        lines += [write, "jmp again", "leave: " + leave, ".data", "stack: .skip 8", ".text"]
        for i, test in enumerate(tests):
            lines += [".balign %d, 0x90" % SLOT, "s%d:" % i] + [
                p.replace("(s +", "(s%d +" % i) for p in test.patched]
            lines += [".byte 0xe9; .long back - . - 4", ".byte 0xe9; .long taken - . - 4"]
        return lines

    over = 5                    # bytes of the way back


class Arm(Target):
    """What AArch64 and 32 bits have in common: operands are text, instructions four bytes."""
    carry, comment, over, branches = "carry", "//", 4, ()

    def pointers(self, name, operands):
        out = {"sp": 128}
        for o in operands:
            m = re.match(r"\[(\w+)(?:, ?-?(?:#(-?\w+)|(\w+)))?", o)
            if m:
                at = int(m[2] or "0", 0)
                out[self.named(m[1])] = 128 if at < 0 else -(at // 64 * 64)
                if m[3]:
                    out[self.named(m[3])] = None, 64
        return out

    def jump_back(self, name, m, given, to):
        if re.fullmatch("ret|bx(eq|ne|cs|cc)?", name):
            given[self.link + " of the caller"] = to | self.state

    def patched(self, name, operands, raw, address):
        code = int.from_bytes(raw[:4], self.instructions)       # (there may be a gap behind it)
        for names, mask, there in self.branches:
            if re.fullmatch(names, name) and (names != "ldr" or "[pc" in operands[1]):
                code = code & ~mask | there
        return ".inst %#x" % code


class Arm64(Arm):
    instructions, link, vector_name, where = "little", "x30", "v%d", 32
    # A branch is over the way back: name, the distance's bits, and they.
    branches = (("b|bl", 0x3ffffff, 2), (r"b\.\w+|cbz|cbnz", 0x7ffff << 5, 2 << 5),
                ("tbz|tbnz", 0x3fff << 5, 2 << 5))

    def named(self, o):
        return "x" + o[1:] if o[0] == "w" else o

    def kind(self, word):
        m = re.fullmatch(r"([xwvqds])\d+", word)
        return m and m[1]

    def pointers(self, name, operands):
        if name in ("paciasp", "autiasp"):
            raise Refused("taken for nothing, which they are not where return addresses are signed")
        return super().pointers(name, operands)

    def flags(self, given, m):
        return (given["result"] == 0) << 30 | given["carry"] << 29

    @staticmethod
    def kept(m, value):
        out = {"carry": (29, 1, value((m.carry,)))} if m.carry is not None else {}
        if m.result is not None:
            out["zero"] = 30, 1, value(m.result) == 0
        return out

    def program(self, tests):
        general = [(r, "[x30, #%d]" % (REGISTERS + 8 * i)) for i, r in enumerate(self.registers)]
        own = dict(general)
        both = [g for g in general if g[0] not in ("sp", "x30")]
        call = lambda n: "mov x0, #%d; ldr x1, =block; mov x2, #%d; mov x8, #%d; svc #0" % (
            n == 64, SIZE, n)
        lines = [".arch armv8-a", "_start:", "again: " + call(63), "cmp x0, #%d" % SIZE,
                 "b.ne leave", "ldr x30, =block"]
        vectors = ["ldr x0, =block + %d" % VECTORS] + [
            "%%s q%d, [x0, #%d]" % (i, 16 * i) for i in range(32)]
        lines += [v.replace("%s", "ldr") for v in vectors]
        lines += ["ldr x0, [x30, #%d]" % FLAGS, "msr nzcv, x0", "ldr x0, " + own["sp"],
                  "mov sp, x0", "ldr x0, " + own["x30"], "msr tpidr_el0, x0"]
        lines += ["ldr %s, %s" % g for g in both] + ["ldr x30, [x30, #%d]" % self.where, "br x30"]
        lines += ["taken: msr tpidr_el0, x30", "ldr x30, =block", "str x30, [x30, #%d]" % TAKEN,
                  "b left", "back: msr tpidr_el0, x30", "left: ldr x30, =block"]
        lines += ["str %s, %s" % g for g in both]
        lines += ["mrs x0, nzcv", "str x0, [x30, #%d]" % FLAGS, "mov x0, sp",
                  "str x0, " + own["sp"], "mrs x0, tpidr_el0", "str x0, " + own["x30"]]
        lines += [v.replace("%s", "str") for v in vectors] + [
            call(64), "b again", "leave: mov x0, #0; mov x8, #93; svc #0", ".ltorg"]
        for i, test in enumerate(tests):
            lines += [".balign %d" % SLOT, "p%d: mrs x30, tpidr_el0" % i,
                      "s%d:" % i] + test.patched + ["b back", "b taken"]
        return lines


class Arm32(Arm):
    comment, link, vector_name, where = "@", "lr", "d%d", REGISTERS + 60
    branches = ((r"bl?(eq|ne|cs|cc)?", 0xffffff, 0), ("ldr", 0xfff | 1 << 23, 4 | 1 << 23))

    def __init__(self, abi, code):
        super().__init__(abi, code)
        self.instructions = code.order
        self.registers = ["r%d" % i for i in range(13)] + ["sp", "lr"]

    @staticmethod
    def named(o):
        return {"sl": "r10", "fp": "r11", "ip": "r12"}.get(o, o)

    def kind(self, word):
        m = re.fullmatch(r"([rdq])\d+|sl|fp|ip|lr", word)
        return m and (m[1] or "r")

    def pointers(self, name, operands):
        out = super().pointers(name, operands)
        out.pop("pc", None)
        if name in ("ldm", "stm", "stmia"):
            out[self.named(operands[0].rstrip("!"))] = 128
        if operands and operands[0] == "sp":           # which is a multiple of 4
            out.update({self.named(o): 192 for o in operands[1:] if self.kind(o)})
        return out

    def flags(self, given, m):
        return (given["result"] == 0) << 30 | given["carry"] << 29 | given["GE of the caller"] << 16

    @staticmethod
    def kept(m, value):
        return dict(Arm64.kept(m, value), GE=(16, 4, value(m.gpr["GE"])))

    def program(self, tests):
        call = lambda n: "mov r0, #%d; ldr r1, =block; ldr r2, =%d; mov r7, #%d; svc #0" % (
            n == 4, SIZE, n)
        vectors = ["ldr r0, =block + %d" % VECTORS, "v%s r0!, {d0-d15}", "v%s r0!, {d16-d31}"]
        swap = "mcr p15, 0, lr, c13, c0, 2"
        lines = [".syntax unified", ".arch armv7-a", ".fpu neon", ".arm", "_start:",
                 "again: " + call(3), "ldr r1, =%d" % SIZE, "cmp r0, r1", "bne leave"]
        lines += [v.replace("%s", "ldmia") for v in vectors]
        lines += ["ldr r1, =block", "ldr r0, [r1, #%d]" % FLAGS, "msr APSR_nzcvqg, r0",
                  "add lr, r1, #%d" % REGISTERS, "ldmia lr, {r0-r12, sp, lr, pc}"]
        lines += ["taken: " + swap, "ldr lr, =block", "str lr, [lr, #%d]" % TAKEN, "b left",
                  "back: " + swap, "left: ldr lr, =block + %d" % REGISTERS]
        lines += ["stmia lr, {r0-r12, sp}", "ldr r1, =block", "mrs r0, APSR",
                  "str r0, [r1, #%d]" % FLAGS]
        lines += ["mrc p15, 0, r0, c13, c0, 2", "str r0, [r1, #%d]" % (REGISTERS + 56)]
        lines += [v.replace("%s", "stmia") for v in vectors] + [
            call(4), "b again", "leave: mov r0, #0; mov r7, #1; svc #0", ".ltorg"]
        for i, test in enumerate(tests):
            lines += [".balign %d" % SLOT, "s%d:" % i] + test.patched + [
                "b back", "b taken", ".word 0x89abcdef, 0x01234567"]
        return lines


class Thumb2(Arm32):
    """The program is ARM code, but for the tests, and the ways back to it."""
    state = 1
    # name, bytes of the instruction, the distance's bits, and they
    branches = (("b(eq|ne|cs|cc)", 2, 0xff, 1), ("b", 2, 0x7ff, 1),
                ("b(eq|ne|cs|cc)", 4, 0x43f2fff, 2), ("bl?", 4, 0x7ff2fff, 0x2802),
                ("ldr", 4, 0x800fff, 0x800008))

    def pointers(self, name, operands):
        # The program counter.
        return {r: to for r, to in super().pointers(name, operands).items() if r[:2] != "0x"}

    def patched(self, name, operands, raw, address):
        size = 4 if raw[1] >= 0b11101 << 3 else 2
        code = 0
        for i in range(0, size, 2):
            code = code << 16 | int.from_bytes(raw[i:i + 2], "little")
        for names, of_size, mask, there in self.branches:
            if of_size == size and re.fullmatch(names, name) and (names != "ldr" or
                                                                  "[0x" in operands[1]):
                code = code & ~mask | there
                break
        return ".inst.%s %#x" % ("n" if size == 2 else "w", code)

    def program(self, tests):
        lines = super().program([]) + [".thumb"]
        for way in ("back", "taken"):
            lines += [".balign 4", "thumb_%s: bx pc" % way, "nop", ".arm", "b " + way, ".thumb"]
        for i, test in enumerate(tests):
            lines += [".balign %d" % SLOT, ".thumb_func", "s%d:" % i] + test.patched + [
                "b.w thumb_back", "b.w thumb_taken", ".word 0x89abcdef, 0x01234567"]
        return lines


class Riscv(Target):
    """Vectors of 512 bits, whose elements are as many as in the kernels, or fewer, so that there
    are tails; the emulator leaves those alone. Words that are not there on the way (the test's
    address, ra) wait in registers for floats."""
    carry, vector_name, where, over = "carry", "v%d of 512 bits", 32, 4

    def kind(self, word):
        m = re.fullmatch("(v)[0-9]+|ra|gp|tp|[ast][0-9]+", word)
        return m and (m[1] or "x")

    def pointers(self, name, operands):
        out = {}
        for o in operands:
            m = re.fullmatch(r"(-?\d*)\((\w+)\)", o)
            if m and name != "jalr":
                out[m[2]] = 256 if m[1].startswith("-") else -(int(m[1] or 0) // 64 * 64)
        if name.startswith("vlsseg"):
            out[operands[2]] = None, 64
        if name == "vsetvli" and operands[1] != "zero":
            out[operands[1]] = None, 24
        return out

    def prepare(self, m, test):
        """Tails stay, as the emulator's do; type and number of elements are those of the test."""
        m.tails_stay = True
        if test.vector:
            m.sew, m.group, m.vl = test.vector

    def before(self, name, address):
        """What type of vectors is there, and how many elements, by the instruction that last said
        so."""
        if name[0] != "v" or name.startswith("vset"):
            return None
        text = max(a for a, line in self.code.lines.items()
                   if a < address and line.startswith("vset"))
        name, o, _ = self.code.instruction(text)
        return int(o[2][1:]), int(o[3][1:]), int(o[1]) if o[1].isdigit() else 40 if o[
            3] == "m1" else 200

    def jump_back(self, name, m, given, to):
        if name in ("ret", "jalr"):
            given["ra of the caller"] = to

    # Names, bits of the distance, and their value, which skips the way back; for compressed
    # instructions and others.
    branches = {2: (("j", 0x1ffc, 0x18), ("beqz|bnez", 0x1c7c, 0x18)),
                4: (("j", 0xfffff000, 4 << 21), ("b.*", 0xfe000f80, 4 << 8))}

    def patched(self, name, operands, raw, address):
        if name == "jalr":
            if raw[2:] != b"\0\0" and len(raw) == 4:       # ra + 0
                raw = raw[:2] + bytes([raw[2] & 15, 0])
        raw = raw[:2] if raw[0] & 3 != 3 else raw[:4]          # (there may be a gap behind it)
        code = int.from_bytes(raw, "little")
        for names, mask, there in self.branches[len(raw)]:
            if re.fullmatch(names, name):
                code = code & ~mask | there
        return ".insn %d, %#x" % (len(raw), code)

    def program(self, tests):
        general = [(r, "%d(ra)" % (REGISTERS + 8 * i)) for i, r in enumerate(self.registers)
                   if r != "ra"]
        ra = REGISTERS + 8 * self.registers.index("ra")
        call = lambda n: "li a0, %d; lla a1, block; li a2, %d; li a7, %d; ecall" % (
            n == 64, SIZE, n)
        vectors = ["lla a0, block + %d" % VECTORS, "li a1, %d" % (8 * self.lane),
                   "vsetvli zero, a1, e8, m8, ta, ma"]
        for i in range(0, 32, 8):
            vectors += ["v%%se8.v v%d, (a0)" % i, "add a0, a0, a1"]
        lines = [".option arch, rv64gcv_zbb", ".option norelax", "_start:", "again: " + call(63),
                 "li a1, %d" % SIZE, "beq a0, a1, 1f", "j leave", "1:"]
        lines += [v.replace("%s", "l") for v in vectors]
        lines += ["lla ra, block", "fld ft0, %d(ra)" % ra] + ["ld %s, %s" % g for g in general] + [
            "ld ra, %d(ra)" % self.where, "jr ra"]
        lines += ["taken: fmv.d.x ft0, ra", "lla ra, block", "sd ra, %d(ra)" % TAKEN, "j left",
                  "back: fmv.d.x ft0, ra", "left: la ra, block"]
        lines += ["sd %s, %s" % g for g in general] + ["fsd ft0, %d(ra)" % ra]
        lines += [v.replace("%s", "s") for v in vectors] + [
            call(64), "j again", "leave: li a0, 0; li a7, 93; ecall"]
        for i, test in enumerate(tests):
            lines += [".balign %d" % SLOT, "p%d:" % i]
            if test.vector:
                sew, group, vl = test.vector
                lines += ["li ra, %d" % vl, "vsetvli zero, ra, e%d, m%d, ta, ma" % (sew, group)]
            lines += ["fmv.x.d ra, ft0", "s%d:" % i] + test.patched + [
                ".option push", ".option norvc", "j back", "j taken", ".option pop"]
        return lines


class Test:
    """Instructions one after the other, in most cases one, that are compared as one."""

    def __init__(self, target, addresses):
        code = target.code
        self.text = "; ".join(code.instruction(a)[2] for a in addresses)
        self.patched, self.pointers, self.count = [], {}, len(addresses)
        self.vector = None
        for a in addresses:
            name, operands, _ = code.instruction(a)
            self.name = name
            self.pointers.update(target.pointers(name, operands))
            self.vector = target.before(name, a)
            self.patched.append(target.patched(name, operands, code.raw(a, code.next[a]), a))


def draw(rng, bits):
    corners = (0, 1, (1 << bits) - 1, 1 << bits - 1, (1 << bits - 1) - 1, 0x80,
               (1 << bits // 2) - 1, 1 << bits // 2)
    return rng.choice(corners) % (1 << bits) if rng.random() < .3 else rng.getrandbits(bits)


class Given:
    """The variables' values, as a Substitution wants them."""

    def __init__(self, values):
        self.values, self.words = values, {}

    def get(self, name, word):
        if name not in self.words:
            self.words[name] = constant(self.values[name], len(word))
        return self.words[name]


class Case:
    """One test from one set of values: the block before, and what the machine makes of it."""

    def __init__(self, target, T, code, test, index, values, constants):
        self.target, self.index = target, index
        given = dict(values, BUFFER=POINTER)
        values_of, bits = Substitution(T, Given(given)), target.abi.bits

        def value(word):
            n = number(word)
            return number(values_of.word(word)) if n is None else n
        m = target.machine(T, code, lambda kind, what, pair: value(what) == 0
                           if kind == "zero" else bool(value((what,))))
        target.prepare(m, test)
        region = next(r for p, r in m.regions.items() if p)
        start = code.symbols["s%d" % index]
        places = [start]
        for _ in range(test.count):
            places.append(code.next[places[-1]])
        end = places.pop()
        target.jump_back(test.name, m, given, end + target.over)
        # By what they are of: ints, of which only those are worked out again that change.
        values = {}
        for r in target.registers:
            to = test.pointers.get(r)
            values[r] = given[r + " of the caller"] if to is None else (
                POINTER + to) % (1 << bits) if isinstance(to, int) else to[1]
        for i in range(len(m.vec)):
            values[i] = given[target.vector_name % i + " of the caller"]
        values.update({"k%d" % i: given["k%d of the caller" % i] for i in range(target.masks)})
        memory = bytearray(given["memory %d" % o] for o in BUFFER)
        for r, to in test.pointers.items():
            m.gpr[r] = T.total(bits, [(T.var("BUFFER", bits, 6), 1)], to) if isinstance(
                to, int) else constant(to[1], bits)
        if constants:
            m.gpr.update({r: constant(value(w), len(w))
                          for r, w in m.gpr.items() if r not in test.pointers})
            m.vec = [constant(values[i], len(w)) for i, w in enumerate(m.vec)]
            m.masks = [constant(given["k%d of the caller" % i], 64) for i in range(len(m.masks))]
            m.result, carry = constant(given["result"], bits), given["carry"]
            setattr(m, target.carry, carry)
        if constants or test.name == "ret":
            region.bytes = {o: constant(b, 8) for o, b in zip(BUFFER, memory)}
        constant_bytes = dict(code.rodata)
        constant_bytes.update({POINTER + o: region.bytes[o] for o in BUFFER if o >= 0})
        m.regions[frozenset()] = Region("constants", constant_bytes, (), 64, constant_bytes)
        entry = code.symbols.get("p%d" % index, start)     # there may be more before it
        old = dict(m.gpr), list(m.vec), dict(region.bytes), list(m.masks)
        self.before = self.block(values, memory, entry, target.flags(given, m), 0)
        for at in places:
            m.now, m.after = at, code.next[at]
            m.whole_step(*code.instruction(at)[:2])
        if m.after not in (end, end + target.over):
            raise Refused("goes to %x" % m.after)
        values.update({r: value(m.gpr[r]) for r in target.registers if m.gpr[r] is not old[0][r]})
        values.update({i: value(w) for i, w in enumerate(m.vec) if w is not old[1][i]})
        values.update({"k%d" % i: value(w) for i, w in enumerate(m.masks[:target.masks])
                       if w is not old[3][i]})
        for o, w in region.bytes.items():
            if w is not old[2][o]:
                memory[o - BUFFER[0]] = value(w)
        self.after = self.block(values, memory, entry, 0, m.after != end)
        self.flags = target.kept(m, value)

    def block(self, values, memory, address, flags, taken):
        t, out = self.target, bytearray(SIZE)

        def put(at, value, size):
            out[at:at + size] = value.to_bytes(size, t.order)
        put(FLAGS, flags, t.size)
        put(TAKEN, taken, 1)
        for i, r in enumerate(t.registers):
            put(REGISTERS + t.size * i, values[r], t.size)
        put(t.where, address | t.state, t.size)
        for i in range(t.lanes):
            put(VECTORS + t.lane * i, values[i] & (1 << 8 * t.lane) - 1, t.lane)
        for i in range(t.masks):
            put(MASKS + 8 * i, values["k%d" % i], 8)
        out[MEMORY:] = memory
        return bytes(out)

    def wrong(self, got):
        """What differs, or None."""
        t = self.target
        number_at = lambda data, begin, size: int.from_bytes(data[begin:begin + size], t.order)
        flags = number_at(got, FLAGS, t.size)
        for name, (shift, width, expected) in self.flags.items():
            if flags >> shift & (1 << width) - 1 != expected:
                return "the flag of " + name
        if any(got[TAKEN:TAKEN + 16]) != self.after[TAKEN]:
            return "the way that it goes"
        places = [(r, REGISTERS + t.size * i, t.size) for i, r in enumerate(t.registers)]
        places += [("vector %d" % i, VECTORS + t.lane * i, t.lane) for i in range(t.lanes)]
        places += [("k%d" % i, MASKS + 8 * i, 8) for i in range(t.masks)]
        places += [("memory at %d" % o, MEMORY + o - BUFFER[0], 1) for o in BUFFER]
        for name, begin, size in places:
            if got[begin:begin + size] != self.after[begin:begin + size]:
                return "%s is %#x, not %#x" % (name, number_at(got, begin, size),
                                               number_at(self.after, begin, size))
        return None


def reason(refused):
    return re.sub("^unknown operand .*", "unknown operand", str(refused))


def form(target, text):
    """The instruction's text with kinds in place of registers, and N for what is added to an
    address."""
    seen = {}

    def register(m):
        kind = target.kind(m[0])
        return m[0] if kind is None else "%s/%d" % (kind, seen.setdefault(m[0], len(seen)))
    name, _, rest = text.replace("\t", " ").partition(" ")
    rest = re.sub(r"\b[0-9a-f]+ <.*>", "TARGET", re.sub(r"\[rip[^]]*\]", "[rip]", rest))
    rest = re.sub(r"\[[^]]*\]", lambda m: re.sub(r"(?<![\w*])0x[0-9a-f]+|(?<=#)-?\w+", "N", m[0]),
                  rest)
    return name + " " + re.sub(r"[a-z]+\d*[a-z]?", register, rest).strip()


def chosen(target, seed):
    """Tests by form, and what is not compared: reason -> names."""
    code, forms, left_out = target.code, {}, {}
    texts = {code.lines[a].partition(target.comment)[0].strip(): a
             for a in sorted(code.next, reverse=True)}
    for text, a in texts.items():
        if not text.startswith(".word"):               # a constant
            forms.setdefault(form(target, text), {})[text] = a
    compares = [a for a in texts.values() if re.match(
        r"cmp\s+\w+,\s?\w+$", target.code.lines[a].partition(target.comment)[0].strip())]
    tests, adds = [], [a for a in texts.values() if code.lines[a].split()[0] in ("add", "adds")]
    for f, found in forms.items():
        for text in random.Random(f + seed).sample(sorted(found), min(INSTANCES, len(found))):
            at = found[text]
            wanted = [[at]]
            if COMPARED.match(f):                      # of what was compared before
                wanted = [[max((a for a in compares if a < at), default=at), at]]
            if target.abi.bits == 32 and f[:3] == "adc":    # of a sum in halves, behind the low one
                wanted.append([max((a for a in adds if a < at), default=at), at])
            for addresses in wanted:
                try:
                    tests.append(Test(target, addresses))
                except Refused as e:
                    left_out.setdefault(reason(e), set()).add(f)
    return tests, left_out, len(forms)


def run(command, cases, directory):
    """The block behind each case, or what signal ended it."""
    out = {}
    while cases:
        with open(directory + "/in", "wb") as f:
            f.writelines(c.before for c in cases)
        with open(directory + "/in", "rb") as f, open(directory + "/out", "wb") as g:
            status = subprocess.run(command, stdin=f, stdout=g,
                                    stderr=subprocess.DEVNULL).returncode
        with open(directory + "/out", "rb") as f:
            blocks = f.read()
        done = len(blocks) // SIZE
        out.update({c: blocks[SIZE * i:SIZE * (i + 1)] for i, c in enumerate(cases[:done])})
        if done == len(cases):
            break
        if status >= 0:
            raise SystemExit("FAIL proof/semantics: the program ends with status %d" % status)
        ended = cases[done]
        out.update({c: -status for c in cases[done:] if c.index == ended.index})
        cases = [c for c in cases[done:] if c.index != ended.index]
    return out


def targets():
    return {"x86": X86, "x86_32": X86, "arm64": Arm64, "arm32": Arm32, "thumb2": Thumb2,
            "riscv": Riscv}


def main():
    a = argparse.ArgumentParser(description=__doc__,
                                formatter_class=argparse.RawDescriptionHelpFormatter)
    a.add_argument("file")
    a.add_argument("--abi", default="sysv64", help="the calling convention")
    a.add_argument("--objdump", default="objdump")
    a.add_argument("--cc", default="cc", help="what links a program for the CPU")
    a.add_argument("--run", default="", help="an emulator and its options")
    a.add_argument("--seed", default="", help="for other instances and values")
    o = a.parse_args()
    abi = abi_called(o.abi)
    target = targets()[abi.machine.__module__](abi, abi.code(o.file, o.objdump))
    tests, left_out, forms = chosen(target, o.seed)
    with tempfile.TemporaryDirectory() as directory:
        program = directory + "/program"
        with open(program + ".s", "w") as f:
            f.write("\n".join([".text", ".globl _start"] + target.program(tests) + [
                '.section .block,"aw",%nobits', "block: .skip " + str(SIZE)]) + "\n")
        subprocess.run(o.cc.split() + [
            "-nostdlib", "-static", "-no-pie",
            "-Wl,-Ttext=0x1000000,--section-start=.block=%#x,--build-id=none" % BLOCK,
            "-o", program, program + ".s"], check=True)
        code = abi.code(program, o.objdump)
        terms = [Terms()] + [Terms(halves=True)] * (abi.bits == 32)
        cases = []
        for i, test in enumerate(tests):
            rng = random.Random(test.text + o.seed)
            refused = set()
            for k in range(TRIES):
                T = terms[k % len(terms)]
                target.machine(T, code, None)
                values = {"memory %d" % o: b for at in BUFFER[::8]
                          for o, b in zip(range(at, at + 8), draw(rng, 64).to_bytes(8, "little"))}
                for name, word in T.named.items():
                    if name not in values:
                        values[name] = draw(rng, len(word)) if len(word) <= 64 else sum(
                            draw(rng, 64) << j for j in range(0, len(word), 64))
                for constants in (k == TRIES - 1, True):
                    try:
                        cases.append(Case(target, T, code, test, i, values, constants))
                        break
                    except Refused as e:
                        refused.add(reason(e))
            if not cases or cases[-1].index != i:
                left_out.setdefault(" or ".join(sorted(refused)),
                                    set()).add(form(target, test.text))
        got = run(o.run.split() + [program], cases, directory)
    failed, lacking = {}, set()
    for case, block in got.items():
        test = tests[case.index]
        if block == signal.SIGILL:
            lacking.add(test.name)
        else:
            why = "ended by signal %d" % block if isinstance(block, int) else case.wrong(block)
            if why:
                failed.setdefault(test.text, why)
    for text, why in failed.items():
        print("FAIL proof/semantics %s: %s: %s" % (o.abi, text, why))
    for why, names in sorted(left_out.items()):
        print("SKIP proof/semantics %s, not compared: %s: %s" % (o.abi, why,
                                                                 "; ".join(sorted(names))))
    if lacking:
        print("SKIP proof/semantics %s, not compared: unknown to this CPU: %s" % (
            o.abi, " ".join(sorted(lacking))))
    compared = {c.index for c, block in got.items() if not isinstance(block, int)}
    if not compared:
        failed["nothing was compared"] = ""
        print("FAIL proof/semantics %s: nothing could be compared" % o.abi)
    if not failed:
        print("PASS proof/semantics %s: %d forms of %d, %d instructions, %d comparisons" % (
            o.abi, len({form(target, tests[i].text) for i in compared if tests[i].count == 1}),
            forms, len(compared), sum(not isinstance(b, int) for b in got.values())))
    return bool(failed)


if __name__ == "__main__":
    sys.exit(main())
