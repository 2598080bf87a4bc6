#!/usr/bin/env python3
# SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT
"""A second opinion on the kernels: runs their machine code in an emulator, on random inputs. Needs
the package unicorn.

  emulate.py --abi NAME [--count N] [--seed TEXT] [--faults] FILE.elf KERNEL...

It shares no code and no table with the prover, and uses neither objdump nor the map of the link.
The image is put at a random address. Each input runs twice, with other secrets (chaining value and
message), all else alike.

  results      every byte of the structure against RFC 7693 or BLAKE's specification, computed
               on integers (model.py)
  memory       each access is inside structure, blocks, stack or image
  time         both runs execute the same basic blocks and access the same addresses
  calls        callee-saved registers and the stack pointer are restored
  nothing left after both runs all general and vector registers and the stack are the same

--faults: eight wrong functions, which call a kernel of x86-64: each must be noticed. Kernels with
instructions that the emulator lacks (AVX, Zbb, V) are named in a NOTE; short messages are not
covered.
"""
import argparse
import random
import re
import struct
import sys
import unicorn
from model import FUNCTIONS, blake, blake2b, check
from unicorn import arm64_const, arm_const, riscv_const, x86_const

class Machine:
    """order: of bytes; size: of a pointer; arguments, saved, scratch: registers' names; vectors:
    those and their number."""

    def __init__(self, arch, mode, constants, prefix, size, arguments, saved, general, vectors,
                 home=None, order="little", thumb=0):
        self.arch, self.mode, self.size, self.order, self.home, self.thumb = arch, mode, size, order, home, thumb
        self.number = lambda name: getattr(constants, prefix + name.upper())
        self.arguments, self.saved = [a if isinstance(a, int) else self.number(a)
                                      for a in arguments], [self.number(r) for r in saved]
        self.general, self.vectors = [self.number(r) for r in general], [self.number(r)
                                                                         for r in vectors]
        self.sp = self.number({4: "esp", 8: "rsp"}[size] if arch == unicorn.UC_ARCH_X86 else "sp")


def names(form, numbers):
    return [form % i for i in numbers]


X86 = lambda size, arguments, saved, general, vectors: Machine(
    unicorn.UC_ARCH_X86, unicorn.UC_MODE_64 if size == 8 else unicorn.UC_MODE_32, x86_const,
    "UC_X86_REG_", size, arguments, saved,
    general, names("xmm%d", range(vectors)))
R64 = ["rax", "rbx", "rcx", "rdx", "rsi", "rdi", "rbp"] + names("r%d", range(8, 16))
ARM = lambda mode, order="little", thumb=0: Machine(
    unicorn.UC_ARCH_ARM, mode, arm_const, "UC_ARM_REG_", 4, names("r%d", range(4)),
    names("r%d", range(4, 12)) + names("d%d", range(8, 16)),
    names("r%d", range(13)), [] if thumb else names("d%d", range(32)), "lr", order, thumb)
MACHINES = {
    "sysv64": lambda: X86(8, ["rdi", "rsi", "rdx", "rcx"],
                          ["rbx", "rbp", "r12", "r13", "r14", "r15"], R64, 16),
    "win64": lambda: X86(8, ["rcx", "rdx", "r8", "r9"],
                         ["rbx", "rbp", "rsi", "rdi", "r12", "r13", "r14", "r15"] +
                         names("xmm%d", range(6, 16)), R64, 16),
    "cdecl": lambda: X86(4, [], ["ebx", "ebp", "esi", "edi"],
                         ["eax", "ebx", "ecx", "edx", "esi", "edi", "ebp"], 8),
    "aapcs64": lambda: Machine(unicorn.UC_ARCH_ARM64, unicorn.UC_MODE_ARM, arm64_const,
                               "UC_ARM64_REG_", 8, names("x%d", range(4)),
                               names("x%d", range(19, 30)) + names("d%d", range(8, 16)),
                               names("x%d", range(29)), names("v%d", range(32)), "lr"),
    "aapcs32": lambda: ARM(unicorn.UC_MODE_ARM),
    "aapcs32-big": lambda: ARM(unicorn.UC_MODE_ARM | unicorn.UC_MODE_BIG_ENDIAN, "big"),
    "thumb2": lambda: ARM(unicorn.UC_MODE_THUMB | unicorn.UC_MODE_MCLASS, thumb=1),
    "lp64": lambda: Machine(unicorn.UC_ARCH_RISCV, unicorn.UC_MODE_RISCV64, riscv_const,
                            "UC_RISCV_REG_", 8, names("x%d", range(10, 14)),
                            names("x%d", [3, 4, 8, 9] + list(range(18, 28))),
                            names("x%d", range(3, 32)), [], "ra"),
}

FAULTS = (  # bytes of x86-64 that run after the kernel, with rdi the structure's address
    ("a bit of the result is wrong", "803701"),                             # xor byte [rdi], 1
    ("a register of the caller's is changed", "48ffc3"),                    # inc rbx
    ("a secret is left in a register", "488b07"),                           # mov rax, [rdi]
    # mov rax, [rdi]; mov [rsp-8], rax; xor eax, eax.
    ("a secret is left on the stack", "488b07 48894424f8 31c0"),
    ("a branch by a secret", "f60701 7401 90"),    # test byte [rdi], 1; jz over a nop
    # movzx eax, [rdi]; and eax, 63; movzx eax, [rdi+rax]; ...
    ("an address by a secret", "0fb607 83e03f 0fb60407 31c0"),
    ("a byte behind the structure is read", "8a4760 31c0"),                 # mov al, [rdi+96]
    ("a flag is written", "80775001"),                                      # xor byte [rdi+80], 1
)


# Instructions that the emulator lacks; it executes some of AVX as if they were SSE's.
LACKS = {"AVX", "AVX2", "AVX512F", "XOP", "ZBB", "V"}


class Wrong(Exception):
    pass


class Missing(Exception):
    """The emulator lacks an instruction."""


def read_elf(path, order):
    """(segments, symbols): what is loaded as (address, data, executable), and where functions
    are."""
    with open(path, "rb") as f:
        data = f.read()
    e, wide = "<>"[order == "big"], data[4] == 2
    def table(offset_at, size_at, form):
        at, = struct.unpack_from(e + ("Q" if wide else "I"), data, offset_at[wide])
        size, count = struct.unpack_from(e + "HH", data, size_at[wide])
        return [struct.unpack_from(e + form[wide], data, at + i * size) for i in range(count)]
    segments = []
    for row in table((28, 32), (42, 54), ("8I", "2I6Q")):
        kind, flags, offset, address, length = (row[0], row[1], row[2], row[3],
                                                row[5]) if wide else (row[0], row[6], row[1],
                                                                      row[2], row[4])
        if kind == 1 and length:
            segments.append((address, data[offset:offset + length], flags & 1))
    sections = table((32, 40), (46, 58), ("10I", "2I4Q2I2Q"))
    if not segments:    # of an image for Windows, made ELF by objcopy
        segments = [(r[3], data[r[4]:r[4] + r[5]], r[2] >> 2 & 1)
                    for r in sections if r[1] == 1 and r[2] & 2 and r[3]]
    symbols = {}
    for row in sections:
        if row[1] == 2:
            text = sections[row[6]][4]
            for at in range(row[4], row[4] + row[5], row[9]):
                entry = struct.unpack_from(e + ("IBBHQQ" if wide else "IIIBBH"), data, at)
                name, value = entry[0], entry[4] if wide else entry[1]
                symbols[data[text + name:data.index(b"\0", text + name)].decode()] = value
    return segments, symbols


class Input:
    """What a kernel is called with; public values are made once, secrets for each run."""

    def __init__(self, kernel, size, order, rng):
        m = re.fullmatch(
            r"(?:.*_)?(blake2b|blake256|blake512)_(blocks|lanes|rounds)_\w*?(?:x(\d+)(?:icl)?)?",
            kernel)
        if not m or re.search(r"_rounds_\w+(?<!av)x\d", kernel):
            raise Missing("short messages, and rounds of several, are not covered")
        self.kind, self.order, self.rng, self.size = m[2], order, rng, size
        self.b = m[1] == "blake2b"
        self.lanes = int(m[3]) if m[2] == "lanes" else 1
        self.width = 32 if m[1] == "blake256" else 64
        self.block = 2 * self.width
        self.most = 1 if m[2] != "lanes" else 8 if m[1] == "blake512" else 16
        word = lambda: rng.choice((rng.getrandbits(self.width), rng.getrandbits(self.width),
                                   (1 << self.width) - 1 - rng.getrandbits(9)))
        self.last = rng.randrange(129) if self.b and m[2] == "blocks" and not rng.randrange(
            3) else None
        self.blocks = rng.choice((1, 1, 2, 3)) if self.last is None else 1
        self.stride = rng.choice((128, rng.randrange(128, 700))) if self.b else self.block
        self.t = [[word(), word()] for _ in range(self.lanes)]
        self.f = [[0 if self.kind == "blocks" else word(), word()] for _ in range(self.lanes)]
        if self.last is not None:
            self.f[0][0] = (1 << 64) - 1
        self.s = [[word() for _ in range(4)] for _ in range(self.lanes)]
        self.add = [self.block if self.last is None else self.last] if self.b else [
            rng.randrange(1 << 11)]
        if self.kind == "lanes":
            self.add = [word() for _ in range(self.lanes)]
        self.number = rng.randrange(30)
        self.S = 0x10000000 + 8 * rng.randrange(100)
        self.tf = 0x10002000 + 8 * rng.randrange(100)
        self.places = [0x20000000 + 0x10000 * j + rng.randrange(3000) for j in range(self.lanes)]
        if self.kind == "rounds":
            self.blocks = 1

    def secrets(self):
        word = lambda: self.rng.getrandbits(self.width)
        self.h = [[word() for _ in range(8)] for _ in range(self.lanes)]
        self.m = [[self.rng.randbytes(self.block if self.last is None else self.last)
                   for _ in range(self.blocks)] for _ in range(self.lanes)]

    def structure(self, h, t):
        order = "little" if self.b and self.kind == "blocks" else self.order
        if self.kind == "rounds":
            return b"".join(x.to_bytes(8, order) for x in h[0])
        rows = [[h[j][i] for j in range(self.lanes)] for i in range(8)]
        t = [[t[j][i] for j in range(self.lanes)] for i in (0, 1)]
        s = [[self.s[j][i] for j in range(self.lanes)] for i in range(4)]
        f = [[self.f[j][i] for j in range(self.lanes)] for i in (0, 1)]
        rows += t + f if self.b else s + t
        if self.kind == "lanes":
            rows.append(self.add)
        size = self.width // 8
        out = b"".join(b"".join(x.to_bytes(size, order)
                                for x in row).ljust(self.most * size, b"\xa5") for row in rows)
        if self.kind == "lanes":
            out += b"".join(p.to_bytes(self.size, order) for p in self.places)
        return out

    def memory(self):
        """(address, bytes) of structure, blocks, and what else is read."""
        yield self.S, self.structure(self.h, self.t)
        if self.kind == "rounds":
            yield self.tf, b"".join(x.to_bytes(8, self.order) for x in self.t[0] + self.f[0])
        for j in range(self.lanes):
            for k in range(self.blocks):
                yield self.places[j] + k * self.stride, self.m[j][k]

    def writable(self):
        size = self.most * self.width // 8
        if self.kind == "rounds":
            return [(0, 64)]
        return [(0, 10 * size)] if self.b else [(0, 8 * size), (12 * size, 14 * size)]

    def arguments(self):
        upper = self.rng.getrandbits(32) << 32          # is unknown, of 32 bits in a register
        if self.kind == "rounds":
            return [self.S, self.places[0], self.tf, (self.number, upper)]
        if self.kind == "lanes":
            return [self.S, self.blocks] + [self.stride] * self.b
        if self.b:
            return [self.S, self.places[0], self.blocks * 128 if self.last is None else self.last,
                    self.stride]
        return [self.S, self.places[0], self.blocks, (self.add[0], upper)]

    def wanted(self):
        h, t = [list(x) for x in self.h], [list(x) for x in self.t]
        for j in range(self.lanes):
            for k in range(self.blocks):
                data = self.m[j][k].ljust(self.block, b"\0")
                m = [int.from_bytes(data[i:i + self.width // 8], "little" if self.b else "big")
                     for i in range(0, self.block, self.width // 8)]
                if self.kind == "rounds":
                    h[j] = blake2b(h[j], m, t[j], self.f[j], self.number)
                    break
                total = t[j][0] + self.add[j]
                t[j] = [total & (1 << self.width) - 1,
                        t[j][1] + (total >> self.width) & (1 << self.width) - 1]
                h[j] = blake2b(h[j], m, t[j], self.f[j]) if self.b else blake(
                    self.width, h[j], m, t[j], self.s[j])
        return self.structure(h, t)


class Emulator:
    STACK, SIZE, RETURN = 0x30000000, 0x4000, 0x38000000

    def __init__(self, abi, path, rng):
        self.m, self.abi, self.rng = MACHINES[abi](), abi, rng
        m = self.m
        segments, self.symbols = read_elf(path, m.order)
        self.uc = uc = unicorn.Uc(m.arch, m.mode)
        if m.thumb:
            uc.ctl_set_cpu_model(arm_const.UC_CPU_ARM_CORTEX_M4)
        if m.arch == unicorn.UC_ARCH_ARM64:
            uc.ctl_set_cpu_model(arm64_const.UC_CPU_ARM64_MAX)
            uc.reg_write(arm64_const.UC_ARM64_REG_CPACR_EL1, 3 << 20)
        elif m.arch == unicorn.UC_ARCH_ARM and not m.thumb:
            uc.reg_write(arm_const.UC_ARM_REG_C1_C0_2, 0xf << 20)
            uc.reg_write(arm_const.UC_ARM_REG_FPEXC, 1 << 30)
        # Anywhere, in steps of what a page may be (a fixed place within 4 KiB, which adrp knows).
        self.delta = rng.randrange(1, 0x3000) << 16 if m.size == 4 else rng.randrange(
            1 << 16, 1 << 30) << 16
        if m.size == 4:
            self.delta += 0x40000000
        self.image = [(address + self.delta, data) for address, data, _ in segments]
        first, last = min(a for a, _ in self.image) & -0x10000, max(
            a + len(d) for a, d in self.image) + 0xffff & -0x10000
        uc.mem_map(first, last - first, unicorn.UC_PROT_READ | unicorn.UC_PROT_EXEC)
        for address, data in self.image:
            uc.mem_write(address, data)
        for address, size in ((0x10000000, 0x4000), (0x20000000, 0x100000),
                              (self.STACK - self.SIZE, 2 * self.SIZE), (self.RETURN, 0x1000)):
            uc.mem_map(address, size)
        uc.hook_add(unicorn.UC_HOOK_BLOCK, self.at_block)
        uc.hook_add(unicorn.UC_HOOK_MEM_READ | unicorn.UC_HOOK_MEM_WRITE, self.at_access)
        self.extra = None

    def at_block(self, uc, address, size, data):
        self.trace.append(address)

    def at_access(self, uc, kind, address, size, value, data):
        write = kind == unicorn.UC_MEM_WRITE
        self.trace.append(address << 1 | write)
        # Across the emulator's pages of 1 KiB it reads two aligned words.
        across = size * (not write and (address % 1024 == 0 or (address + size) % 1024 == 0))
        if not any(a <= address + across and address + size - across <= b
                   for a, b in (self.may_write if write else self.may_read)):
            self.bad = self.bad or "%s of %d bytes at %x" % ("write" if write else "read", size,
                                                             address)

    def plant(self, entry, code):
        """A function that calls the kernel (with rdi kept) and then does something else."""
        at = self.RETURN + 0x100
        self.uc.mem_write(self.RETURN + 0x80, struct.pack("<Q", entry))
        self.uc.mem_write(at, b"\x57\xff\x15" + struct.pack("<i", self.RETURN + 0x80 - at - 7) +
                          b"\x5f" + bytes.fromhex(code) + b"\xc3")
        self.extra = self.RETURN + 0x80, self.RETURN + 0x88
        return at

    def call(self, entry, given, seed):
        """One run: (trace, what is left), after the checks of a single run."""
        m, uc, rng = self.m, self.uc, random.Random(seed)
        sp = self.STACK - 64 * rng.randrange(10)
        arguments = [a if isinstance(a, tuple) else (a, 0) for a in given.arguments()]
        values = [low | (high if self.abi in ("sysv64", "win64", "aapcs64") else 0)
                  for low, high in arguments]
        for r in m.general:
            uc.reg_write(r, rng.getrandbits(8 * m.size))
        for r in m.vectors:
            uc.reg_write(r, rng.getrandbits(64 if m.arch == unicorn.UC_ARCH_ARM else 128))
        uc.mem_write(self.STACK - self.SIZE, rng.randbytes(2 * self.SIZE))
        back, above = self.RETURN, 0
        if m.arch == unicorn.UC_ARCH_X86:
            stacked = values if self.abi == "cdecl" else []
            sp -= m.size * rng.choice((1, 5)) if self.abi == "cdecl" else 8
            uc.mem_write(sp, b"".join(x.to_bytes(m.size, "little") for x in [back] + stacked))
            above = m.size * (1 + len(stacked)) + (32 if self.abi == "win64" else 0)
        else:
            uc.reg_write(m.number(m.home), back | m.thumb)
        for r, v in zip(m.arguments, values):
            uc.reg_write(r, v)
        uc.reg_write(m.sp, sp)
        blocks = list(given.memory())
        uc.mem_write(0x10000000, rng.randbytes(0x4000))
        for address, data in blocks:
            if data:
                uc.mem_write(address, data)
        self.may_read = [(a, a + len(d)) for a, d in self.image] + [
            (a, a + len(d)) for a, d in blocks] + [(sp - 4608, sp + above)]
        self.may_write = [(given.S + a, given.S + b) for a, b in given.writable()] + [
            (sp - 4608, sp + above)]
        if self.extra:
            self.may_read.append(self.extra)
        saved = [uc.reg_read(r) for r in m.saved]
        self.trace, self.bad = [], None
        try:
            uc.emu_start(entry | m.thumb, back, count=1000000)
        except unicorn.UcError as e:
            if e.errno in (unicorn.UC_ERR_INSN_INVALID, unicorn.UC_ERR_EXCEPTION):
                raise Missing("%s at %x" % (e, self.pc() - self.delta)) from None
            raise Wrong("%s at %x" % (e, self.pc() - self.delta)) from None
        if self.pc() != back:
            raise Wrong("does not return")
        if self.bad:
            raise Wrong(self.bad)
        got, wanted = uc.mem_read(given.S, len(blocks[0][1])), given.wanted()
        if got != wanted:
            raise Wrong("wrong byte %d of the structure" % next(i for i, b in enumerate(wanted)
                                                                if got[i] != b))
        if uc.reg_read(m.sp) != sp + (m.size if m.arch == unicorn.UC_ARCH_X86 else 0) or saved != [
                uc.reg_read(r) for r in m.saved]:
            raise Wrong("a register of the caller's is not restored")
        return self.trace, [uc.reg_read(r) for r in m.general + m.vectors], bytes(
            uc.mem_read(self.STACK - self.SIZE, 2 * self.SIZE))

    def pc(self):
        return self.uc.reg_read(self.m.number({unicorn.UC_ARCH_X86: "rip" if self.m.size == 8
                                               else "eip"}.get(self.m.arch, "pc")))

    def entry(self, kernel):
        found = {a for s, a in self.symbols.items() if s == kernel or s.endswith("_" + kernel)}
        if len(found) != 1:
            raise Wrong("no function of this name")
        return found.pop() + self.delta & ~self.m.thumb

    def compare(self, kernel, entry, count):
        for i in range(count):
            given = Input(kernel, self.m.size, self.m.order,
                          random.Random("%s %s %d" % (self.rng.random(), kernel, i)))
            seed, left = self.rng.random(), []
            state = given.rng.getstate()
            for secret in (1, 2):
                given.rng.seed("%r %d" % (seed, secret))
                given.secrets()
                given.rng.setstate(state)               # arguments() makes the same ones
                left.append(self.call(entry, given, seed))
            for what, a, b in zip(("branches or addresses", "registers", "the stack"), *left):
                if a != b:
                    raise Wrong("a secret is in " + what)


def main():
    a = argparse.ArgumentParser(description=__doc__,
                                formatter_class=argparse.RawDescriptionHelpFormatter)
    a.add_argument("file")
    a.add_argument("kernels", nargs="+")
    a.add_argument("--abi", default="sysv64")
    a.add_argument("--count", type=int, default=20)
    a.add_argument("--seed", default=str(random.SystemRandom().getrandbits(32)))
    a.add_argument("--faults", action="store_true")
    o = a.parse_args()
    for what, f in FUNCTIONS.items():
        check(*what, f)
    failed, ran, missing = 0, 0, []
    print("NOTE proof/emulate %s: seed %s" % (o.abi, o.seed))
    needs = {}
    with open(o.file + ".needs", encoding="utf-8") as f:
        for row in f:
            fields = row.rstrip("\n").split("\t")
            needs[fields[0]] = set(fields[4].split())
    for kernel in o.kernels:
        if needs[kernel] & LACKS:
            missing.append(kernel)
            continue
        faults = FAULTS if o.faults else ((None, None),)
        for fault, code in faults:
            emulator = Emulator(o.abi, o.file, random.Random("%s %s" % (o.seed, kernel)))
            try:
                entry = emulator.entry(kernel)
                why = None
                emulator.compare(kernel, emulator.plant(entry, code) if fault else entry, o.count)
            except Missing:
                missing.append(kernel)
                continue
            except Wrong as e:
                why = str(e)
            ran += 1
            if bool(why) != bool(fault):
                failed += 1
                print("FAIL proof/emulate %s: %s" % (kernel, why or fault + ": not noticed"))
            elif fault:
                print("PASS proof/emulate %s: %s: %s" % (kernel, fault, why))
    if missing:
        print("NOTE proof/emulate %s: the emulator lacks instructions of %s" % (
            o.abi, " ".join(missing)))
    print("%s proof/emulate %s: %d %s, %d pairs of inputs each" % (
        "FAIL" if failed or not ran else "PASS", o.abi, ran, "faults" if o.faults else "kernels",
        o.count))
    return bool(failed or not ran)


if __name__ == "__main__":
    sys.exit(main())
