#!/usr/bin/env python3
# SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT
"""Estimates the kernels' speed on other CPUs, with llvm-mca.

    tools/estimates.py [object ...]     [those of all kernels in build]

(Debian: llvm-22, or the latest one; older ones have no models of newer cores.)

Prints a table for each family: cycles per byte of consecutive blocks. With --csv as the first
argument: rows in the form of measured/llvm-mca.csv, for tools/tables.py --record. This is neither a
test nor a measurement. llvm-mca knows the latencies and execution units of many cores. It does not
model caches, store forwarding and branches, and only roughly how a core distributes instructions
over its units.

Each loop is tried in two forms, and the lower figure is taken:
x86       an instruction with a memory operand also as a load and an operation: cores load early,
          while llvm-mca often delays both until the other operand is ready
AArch64   add and eor also as adc, because llvm-mca takes many additions of registers for additions
          with a shifted operand; dropped if it is below the latency of one message
ARM       vext also as vrev64: for the Cortex-A9 llvm-mca takes vext of 64 bits for two operations,
          while older tables of LLVM have one

Kernels whose rounds are a loop are left out. The first row for AArch64 is the first family's 64-bit
reference, compiled for each core by clang of llvm-mca's version with -O3. If there is no such clang,
a message says so.
"""
import glob
import os
import re
import shutil
import subprocess
import sys
import tempfile

from tables import HASHES, Family

TOP = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
BLOCKS = 20

# llvm-mca's name, ours, and the CPU's features that kernels need (app/driver/cpu.h).
AVX512 = "BASE SSE2 SSSE3 SSE41 AVX AVX2 BMI2 AVX512F AVX512VL AVX512DQ"
ICELAKE = AVX512 + " AVX512VBMI AVX512VBMI2"
CPUS = [("sandybridge", "Sandy Bridge", "BASE SSE2 SSSE3 SSE41 AVX"),
        ("haswell", "Haswell", "BASE SSE2 SSSE3 SSE41 AVX AVX2 BMI2"),
        ("skylake", "Skylake", "BASE SSE2 SSSE3 SSE41 AVX AVX2 BMI2"),
        ("skylake-avx512", "Skylake-X", AVX512),
        ("icelake-server", "Ice Lake", ICELAKE), ("sapphirerapids", "Golden Cove", ICELAKE),
        ("lunarlake", "Lion Cove", "BASE SSE2 SSSE3 SSE41 AVX AVX2 BMI2"),
        ("bdver2", "Piledriver", "BASE SSE2 SSSE3 SSE41 AVX XOP"),
        ("znver2", "Zen 2", "BASE SSE2 SSSE3 SSE41 AVX AVX2 BMI2"),
        ("znver3", "Zen 3", "BASE SSE2 SSSE3 SSE41 AVX AVX2 BMI2"),
        ("znver4", "Zen 4", ICELAKE), ("znver5", "Zen 5", ICELAKE)]
SHA3 = "BASE NEON SHA3"
CPUS_ARM64 = [("cortex-a53", "Cortex-A53", "BASE NEON"), ("cortex-a55", "Cortex-A55", "BASE NEON"),
              ("cortex-a72", "Cortex-A57, A72", "BASE NEON"),
              ("neoverse-n1", "Neoverse N1", "BASE NEON"),
              ("neoverse-n2", "Neoverse N2", SHA3), ("neoverse-n3", "Neoverse N3", SHA3),
              ("neoverse-v1", "Neoverse V1", SHA3),
              ("neoverse-v2", "Neoverse V2", SHA3), ("neoverse-v3", "Neoverse V3", SHA3),
              ("ampere1", "Ampere 1", SHA3),
              ("ampere1b", "Ampere 1B", SHA3), ("thunderx2t99", "ThunderX2", "BASE NEON"),
              ("a64fx", "A64FX", "BASE NEON"),
              ("tsv110", "Kunpeng 920", "BASE NEON"), ("apple-m1", "Apple", SHA3)]
# (For Apple it is the model of Cyclone.) There are no other 32-bit models with NEON: for the
# Cortex-A15 it is the model of the Cortex-A9.
CPUS_ARM = [("cortex-a9", "Cortex-A9", "BASE ARMV6 NEON"),
            ("cortex-a15", "Cortex-A15 (as A9)", "BASE ARMV6 NEON"),
            ("cortex-a57", "Cortex-A57", "BASE ARMV6 NEON")]


def architecture(path):
    with open(path, "rb") as file:
        header = file.read(20)
    machine = max(header[18:20]) if header[:4] == b"\x7fELF" else 0
    return {0xb7: "arm64", 0x28: "arm"}.get(machine, "x86")


def functions(disassembly, comment="[#<]"):
    """The instructions of each kernel (family, name): (address, text)."""
    found = {}
    instructions = None
    for line in disassembly.split("\n"):
        begin = re.match(r"[0-9a-f]+ <.*?(%s)_(?:blocks|lanes)_(\w+)>:" % "|".join(HASHES), line)
        instruction = re.match(r" *([0-9a-f]+):\s+(.*)", line)
        if begin:
            instructions = found[begin.groups()] = []
        elif re.match(r"[0-9a-f]+ <[^$]", line):
            instructions = None
        elif instruction and instructions is not None:
            text = re.sub(r"\s+", " ", re.sub(r"\s*%s.*" % comment, "",
                                              instruction.group(2))).strip()
            instructions.append((int(instruction.group(1), 16), text))
    return found


def block_loop(instructions):
    """The instructions executed per block, without jumps; empty if they are not one loop without inner loops."""
    loops = []
    for address, text in instructions:
        jump = re.match(r"(?:j\w+|b|b\.\w+|bne|cbn?z \w+,) (?:0x)?([0-9a-f]+)$", text)
        if jump and int(jump.group(1), 16) < address:
            loops.append((int(jump.group(1), 16), address))
    if not loops:
        return []
    first, last = max(loops, key=lambda loop: loop[1] - loop[0])
    if any(first < loop[0] and loop[1] < last for loop in loops):
        return []
    return [text for address, text in instructions
            if first <= address < last
            and not re.match(r"(j|call|(cs )?nop|data16|pop|ret|endbr|b |b\.|bne|cb)", text)]


def with_loads_apart(instructions):
    """Splits vector operations on memory into a load and an operation on registers."""
    used = {int(n) for text in instructions for n in re.findall(r"[xyz]mm(\d+)", text)}
    wide = max(used | {0}) > 15 or any(re.match("vpro[lr]|vpternlog|valign", text)
                                       for text in instructions)
    unused = set(range(32 if wide else 16)) - used
    if not unused:
        return instructions
    free = max(unused)
    apart = []
    for text in instructions:
        parts = re.match(r"(v?)(p(?:add|xor)\w*|pshufb) (.*,)([XY])(MMWORD PTR .*\])$", text)
        if not parts:
            apart.append(text)
            continue
        register = "%smm%d" % (parts.group(4).lower(), free)
        load = "vmovdqu64" if free > 15 else parts.group(1) + "movdqu"
        apart.append("%s %s, %s%s" % (load, register, parts.group(4), parts.group(5)))
        # (vpxor does not exist for registers above 15.)
        operation = "pxord" if free > 15 and parts.group(2) == "pxor" else parts.group(2)
        apart.append("%s%s %s%s" % (parts.group(1), operation, parts.group(3), register))
    return apart


def with_adc(instructions):
    """AArch64: replaces additions and exclusive ors of general registers by additions with carry."""
    return [re.sub(r"^(?:add|eor) (([xw])\d+, \2\d+, \2\d+)$", r"adc \1", text)
            for text in instructions]


def with_vrev(instructions):
    """32-bit ARM: replaces rotations by bytes by another permutation."""
    return [re.sub(r"^vext\.\d+ (d\d+, d\d+), .*", r"vrev64.8 \1", text) for text in instructions]


OTHER = {"x86": with_loads_apart, "arm64": with_adc, "arm": with_vrev}
OBJDUMP = {"x86": ["objdump", "-M", "intel", "-w"],
           "arm64": ["llvm-objdump", "--mattr=+v8.5a,+sha3"],
           "arm": ["llvm-objdump", "--mattr=+neon"]}
COMMENT = {"x86": "[#<]", "arm64": "(<|//)", "arm": "[<@]"}


def cycles_per_byte(mca, cpu, instructions, arch, block):
    if arch == "arm":
        options, syntax = ["-mtriple=armv7-linux", "-mattr=+neon"], ""
    elif arch == "arm64":
        options, syntax = ["-mtriple=aarch64-linux", "-mattr=+sha3"], ""
        instructions = [re.sub(r"^(adrp \w+),.*", r"\1, 0", text) for text in instructions]
    else:
        options, syntax = ["-mtriple=x86_64-linux"], ".intel_syntax noprefix\n"
    # 32-bit code is estimated as 64-bit code: the loop is the same, and more registers are
    # available.
    done = subprocess.run([mca, "-mcpu=" + cpu, "-iterations=%d" % BLOCKS,
                           "-instruction-info=0", "-resource-pressure=0"] + options,
                          input=syntax + "\n".join(instructions) + "\n",
                          capture_output=True, text=True, check=False)
    total = re.search(r"Total Cycles:\s+(\d+)", done.stdout)
    if not total:
        sys.exit("estimates: %s -mcpu=%s: %s" % (mca, cpu, done.stderr.strip().split("\n")[0]))
    return int(total.group(1)) / BLOCKS / block


def compiled(family, clang, cpu):
    """The block loop of the C reference, compiled by clang for this core."""
    extension = os.path.dirname(family.path)
    with tempfile.TemporaryDirectory() as folder:
        made = os.path.join(folder, "reference.o")
        subprocess.run([clang, "--target=aarch64-linux-gnu", "-mcpu=" + cpu, "-O3", "-std=c99",
                        "-Ibuild", "-Iapp", "-Iapp/include",
                        "-I" + extension, "-x", "c", "-c", "-o", made,
                        os.path.join(extension, "ref", family.references["generic/64"])], cwd=TOP,
                       check=True)
        disassembly = subprocess.run(OBJDUMP["arm64"] + ["-d", "--no-show-raw-insn", made],
                                     capture_output=True, text=True, check=True).stdout
    # The compression is in its function "work": app/driver/burn.h.
    found = functions(disassembly.replace("<work>:", "<%s_blocks_work>:" % family.name),
                      COMMENT["arm64"])
    return block_loop(found[family.name, "work"])


def lowest(mca, cpu, instructions, arch, block, messages, wall):
    """Cycles per byte of the better form; for one message on AArch64 only if not below its latency."""
    figures = [cycles_per_byte(mca, cpu, each, arch, block) / messages
               for each in (instructions, OTHER[arch](instructions))]
    if arch == "arm64" and messages == 1 and figures[1] < wall:
        del figures[1]
    return "%.2f" % min(figures)


def print_row(kernel, instructions, cells):
    print("| `%s` | %s | %s |" % (kernel, instructions or "",
                                  " | ".join(cell for _, cell in cells)))


def rows_printer(target):
    def print_rows(kernel, instructions, cells):
        if instructions:
            print("%s,%s,,instructions,%d,estimated" % (target, kernel, instructions))
        for cpu, cell in cells:
            if cell:
                print('%s,%s,"%s",cycles_per_byte,%s,estimated' % (target, kernel, cpu, cell))
    return print_rows


def main():
    as_csv = sys.argv[1:2] == ["--csv"]
    if as_csv:
        del sys.argv[1]
    kernels = [path for name in ("kernels", "lib*")
               for path in sorted(glob.glob(os.path.join(TOP, "build", name, "*-[36]*.o")))]
    paths = sys.argv[1:] or [path for path in kernels if "_ref-" not in path]
    mca = next((name for name in ["llvm-mca-%d" % n for n in range(40, 10, -1)] + ["llvm-mca"]
                if shutil.which(name)), None)
    if not mca:
        sys.exit("estimates: llvm-mca is not installed")
    arch = architecture(paths[0])
    disassembly = subprocess.run(OBJDUMP[arch] + ["-d", "--no-show-raw-insn"] + paths,
                                 capture_output=True, text=True, check=True).stdout
    bits = 64 if "elf64" in disassembly or "x86-64" in disassembly else 32
    target = {"x86": "X86_%d" % bits, "arm64": "ARM64", "arm": "ARM"}[arch]
    families = {name: Family(name) for name in HASHES}
    cpus = {"x86": CPUS, "arm64": CPUS_ARM64, "arm": CPUS_ARM}[arch]
    title = {"x86": "%d bits" % bits, "arm64": "AArch64", "arm": "32-bit ARM"}[arch]
    if as_csv:
        show = rows_printer(target)
        print("target,implementation,cpu,quantity,value,source")
    else:
        show = print_row
    family = None
    for (name, kernel), instructions in functions(disassembly, COMMENT[arch]).items():
        body = block_loop(instructions)
        row = next((k for k in families[name].kernels if (k.target, k.name) == (target, kernel)),
                   None)
        if not body or not row:
            continue
        # The minimum of cycles per byte for one message: the chain of additions, exclusive ors and
        # rotations, one cycle each.
        wall = float(HASHES[name]["latency"])
        if not as_csv and family != families[name]:
            print("%s| %s, %s | instr. | %s |"
                  % ("\n" if family else "", name, title,
                     " | ".join(called for _, called, _ in cpus)))
            print("| --- | ---: |" + " ---: |" * len(cpus))
        if arch == "arm64" and family != families[name] and families[name].first:
            clang = mca.replace("llvm-mca", "clang")
            if shutil.which(clang):
                show("generic/64", None,
                     [(called, lowest(mca, cpu, compiled(families[name], clang, cpu), arch,
                                      families[name].block, 1, wall))
                                          for cpu, called, _ in cpus])
            else:
                print("estimates: no %s, so the C reference is left out" % clang, file=sys.stderr)
        family = families[name]
        cells = []
        for cpu, called, has in cpus:
            if not set(row.features) <= set(has.split()):
                cells.append((called, ""))
                continue
            cells.append((called, lowest(mca, cpu, body, arch, family.block, row.messages, wall)))
        show(family.prefix + kernel, len(body), cells)
        sys.stdout.flush()


if __name__ == "__main__":
    main()
