#!/usr/bin/env python3
# SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT
"""Mutation testing: mutates the sources, one small change at a time, and checks that a test fails.

    tests/mutate/mutate.py [RIG]... [--sample N | --all] [--seed N] [--file TEXT]... [--only TEXT]
        [--again REPORT] [--jobs N] [--list | --check]

Each rig is a build, with the tests for it:
    x86-64, x86-32    the assembly kernels of every table, single-message and multi-message
    arm, arm-bytes    ARM, with and without unaligned loads, under qemu
    arm64             AArch64, under qemu
    riscv64           64-bit RISC-V with Zbb, under qemu
    c                 the references, and all C between the header and the kernels
    named             the mutants in named.txt, of every part, including scripts, templates and texts

A mutant is a source with one change. Assembly: a statement dropped, an instruction replaced by
a similar one, operands exchanged or repeated, another register, a number incremented, message words
swapped, input read at a higher offset or wider, a bit of a constant changed, a callee-saved register
clobbered. C: a statement dropped, an operator replaced, a number incremented, a condition always or
never true, another value returned.
Only the changed source is compiled, and linked with the test programs. The programs that have
killed the most mutants in the least time run first. N mutants of each file are tried (10) if so
many compile, chosen by the seed; --all: all.

The report, a line for each file:
    PASS mutate/RIG/FILE: tried of all: how many were killed, and by which program; also,
      by timeout    the mutant did not end, which a test can only detect by waiting
      explained     survives, for the reason in explained.txt
      same code     the object is identical: code for another target, or a change without effect
      not run here  only kernels that this CPU does not run are changed
      not compiled, not linked
                    says nothing about the tests; it fails if most are not linked and none is tried
    FAIL mutate/RIG/FILE: survived: WHERE: 'before' -> 'after'
                                   no test failed: a test is missing, or an explanation
    FAIL mutate/explained: ...     an explanation that fits no mutant, or (with --all) none that survives
Both lists are in this folder; those of an extension's sources are in its folder tests.
WHERE is the function, macro or label. If a mutant drops a wipe, check what is on the stack.
"""
import argparse
import collections
import concurrent.futures
import glob
import os
import platform
import random
import re
import resource
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time

HERE = os.path.dirname(os.path.abspath(__file__))
TOP = os.path.dirname(os.path.dirname(HERE))
SOURCES = "app"
LIBRARIES = {"build/libblake2b": "bin/libblake2b.a",
             "build/libblake": "bin/libblake.a"}  # by their objects
EXPLAINED, NAMED = "explained.txt", "named.txt"
SEED = int(os.environ.get("TEST_SEED") or 20120801)  # (tests/run.sh)

Mutant = collections.namedtuple("Mutant", "start end text kind what")
Rig = collections.namedtuple("Rig", "name target configure emulator driver")

# Includes files of the driver that kernels include. A new architecture needs a row here, and its
# instructions in SWAPS.
RIGS = [
    Rig("x86-64", "X86_64", [], [],
        ["x86/abi-64.h", "x86/rows-xmm-64.h", "x86/words-general-64.h"]),
    Rig("x86-32", "X86_32", ["--force-32bits"], [], ["x86/abi-32.h"]),
    Rig("arm", "ARM", ["CC=arm-linux-gnueabihf-gcc", "LDFLAGS=-static"],
        ["qemu-arm", "-cpu", "cortex-a15"],
        ["arm/abi-32.h"]),
    Rig("arm-bytes", "ARM", ["CC=arm-linux-gnueabi-gcc", "LDFLAGS=-static",
                             "CFLAGS=-O2 -march=armv5te -mno-unaligned-access"],
        ["qemu-arm", "-cpu", "cortex-a15"], []),
    Rig("arm64", "ARM64", ["CC=aarch64-linux-gnu-gcc", "LDFLAGS=-static"],
        ["qemu-aarch64", "-cpu", "max"],
        ["arm/abi-64.h"]),
    Rig("riscv64", "RISCV64",
        ["CC=riscv64-linux-gnu-gcc", "LDFLAGS=-static", "CFLAGS=-O2 -march=rv64gc_zbb"],
        ["qemu-riscv64", "-cpu", "rv64"], ["riscv/asm.h"]),
    Rig("c", None, [], [], []),
    Rig("named", None, [], [], []),
]

# C files, and the programs that could detect mutants, the likeliest first. A program that is in no
# list (except OTHERS) is run for the whole front end.
FRONT = {
    "blake2b.c": "examples tree misuse startup compress xof states saved many parallel secrets "
    "guard pieces vectors",
    "blake2b_saved.c": "saved states startup misuse",
    "blake2b_many.c": "many nolanes startup misuse lanes secrets guard",
    "blake2bp.c": "parallel nolanes startup misuse states saved secrets guard",
    "blake2xb.c": "xof nolanes startup misuse states saved secrets guard",
    "blake2b_compress.c": "compress guard nolanes misuse secrets",
    "blake2b_compress_many.c": "compress nolanes secrets",
    "blake2b_rounds.c": "compress checkasm secrets",
    "blake2b_lanes.c": "lanes choice many startup threads",
    "blake2b_kernels.c": "startup choice lanes kernels misuse threads",
    "dispatch.c": "startup choice kernels misuse threads compress",
    "dispatch_lanes.c": "lanes compress choice many startup threads",
    "memory.c": "guard misuse pieces many parallel xof saved states compress vectors secrets",
    "driver/memory.h": "guard misuse pieces many parallel xof saved states compress vectors "
    "secrets",
    "driver/calls.h": "misuse saved states many parallel xof refused256 refused512 blake256 "
    "blake512",
    "many.inc": "misuse many blake256 blake512",
    "lanes.inc": "many nolanes lanes secrets guard blake256 blake512",
    "driver/words.h": "many parallel xof",
    "blake2b_words.h": "many parallel xof",
    "selftest.inc": "startup choice",
    "selftest_input.inc": "startup choice lanes compress blake256 blake512",
    "selftest-lanes.inc": "lanes choice",
    "selftest-rounds.inc": "compress choice",
    "blake2b_short.c": "lanes many startup secrets",
    "selftest-short.inc": "lanes many",
    "tune.c": "tune",
    "blake2b_tune.c": "tune startup",
    "blake_width.h": "blake256 blake512",
    "blake.c": "blake256 blake512 refused256 refused512",
    "blake_front.inc": "refused256 refused512 blake256 blake512 secrets",
    "blake_kernels.inc": "blake256 blake512 checkasm",
    "blake_lanes.inc": "blake256 blake512 checkasm",
    "blake_many.inc": "refused256 refused512 blake256 blake512 secrets",
    "selftest-256.inc": "blake256",
    "selftest-512.inc": "blake512",
    "selftest-lanes-256.inc": "blake256",
    "selftest-lanes-512.inc": "blake512",
}
# The programs for a family's references.
REFERENCE = {
    "blake2b": "startup kernels secrets vectors nolanes",
    "blake256": "blake256 secrets",
    "blake512": "blake512 secrets",
}
OTHERS = "xop checkasm data reference"
# These test each implementation; testing one kills most mutants, and sooner (tests/rigs/test.c).
EACH = "vectors pieces guard kernels secrets"
ONE = "generic/64"


# ---- mutants of any source ----

def blank(match):
    return re.sub(r"[^\n]", " ", match.group())


def mask_comments(text):
    """Replaces comments by spaces of the same length, so that offsets stay the same."""
    return re.sub(r"/\*.*?\*/", blank, text, flags=re.S)


def squeeze(text):
    return " ".join(text.replace("\\\n", " ").split())


NUMBER = r"(?<![\w.\\])(?<!##)(0x[0-9a-f]+|\d+)(?=u?l{0,2}\b)"


def higher(number):
    if number.startswith("0x"):
        return hex(int(number, 16) ^ 1)
    return str(int(number) + 1)


class Found:
    """The mutants of a text, each once."""

    def __init__(self):
        self.mutants = []
        self.seen = set()

    def add(self, text, unit, start, end, new, kind, where):
        """UNIT: start and end of the statement or line that is shown."""
        if text[start:end] == new or (start, end, new) in self.seen:
            return
        self.seen.add((start, end, new))
        before = squeeze(text[unit[0]:unit[1]])
        after = squeeze(text[unit[0]:start] + new + text[end:unit[1]])
        self.mutants.append(
            Mutant(start, end, new, kind, "%s: '%s' -> '%s'" % (where, before, after)))


# ---- assembly ----

# An instruction, and a similar one.
SWAPS = [
    # x86
    (r"(v?p)add([qd])", r"\1sub\2"), (r"(v?p)sub([qd])", r"\1add\2"),
    (r"v?pxor[qd]?", ("xor", "or")),
    (r"v?por[qd]?", ("or", "and")), (r"v?pandn?[qd]?", ("and", "or")),
    (r"(v?ps)rl(d?q|d|w)", r"\1ll\2"),
    (r"(v?ps)ll(d?q|d|w)", r"\1rl\2"), (r"(v?punpck)l(\w+)", r"\1h\2"),
    (r"(v?punpck)h(\w+)", r"\1l\2"),
    (r"vpror([qd])", r"vprol\1"), (r"(v?mov)h(p[sd])", r"\1l\2"), (r"(v?mov)l(p[sd])", r"\1h\2"),
    (r"cmovn(\w+)", r"cmov\1"), (r"vzeroupper", "nop"), (r"jn(z|e|c|b)", r"j\1"),
    (r"j(z|e|c|b)", r"jn\1"), (r"ja", "jbe"),
    (r"jae", "jb"), (r"jbe", "ja"), (r"inc", "dec"), (r"dec", "inc"), (r"sh([lr])", ("shl", "shr")),
    (r"shrd", "shld"), (r"rol", "ror"), (r"sbb", "sub"),
    # ARM and AArch64
    (r"adds", "subs"), (r"adcs?", "add"), (r"sbcs?", "sub"), (r"subs", "adds"), (r"ands?", "orr"),
    (r"orr", "and"), (r"eor", "orr"), (r"bic", "and"), (r"lsl", "lsr"), (r"lsr", "lsl"),
    (r"ror", "lsr"),
    (r"veor", "vorr"), (r"vadd(.i\d+)", r"vsub\1"), (r"vbic", "vand"), (r"vshr(.u\d+)", r"vsra\1"),
    (r"vsri.(\d+)", r"vshr.u\1"), (r"sri", "ushr"),
    (r"b(\.?)eq", r"b\1ne"), (r"b(\.?)ne", r"b\1eq"), (r"b(\.?)hs", r"b\1lo"),
    (r"b(\.?)lo", r"b\1hs"), (r"bxlo", "bxhs"), (r"cbz", "cbnz"), (r"cbnz", "cbz"),
    (r"tbz", "tbnz"),
    (r"zip1", "zip2"), (r"zip2", "zip1"), (r"rax1", "eor"), (r"eor3", "bcax"), (r"rev64", "rev32"),
    (r"pkhbt", "pkhtb"), (r"uadd8", "usub8"),
    # RISC-V
    (r"s([lr])l", ("sll", "srl")), (r"s([lr])li", ("slli", "srli")), (r"rori", "srli"),
    (r"beq(z?)", r"bne\1"),
    (r"bne(z?)", r"beq\1"), (r"bgeu", "bltu"), (r"ori", "andi"), (r"andi", "ori"),
    (r"sltiu?", "addi"),
    # any of them
    (r"add", "sub"), (r"sub", "add"), (r"adc", "add"), (r"xor", "or"), (r"or", "and"),
    (r"and", "or"),
]


# Rotations that are the same in both directions.
HALF_TURN = re.compile(r"vpro[rl]d .*, 16|vpro[rl]q .*, 32|rol .*, 16", re.S)


def like(mnemonic):
    """A similar instruction; None if there is none."""
    for pattern, new in SWAPS:
        match = re.fullmatch(pattern, mnemonic)
        if match and isinstance(new, tuple):
            return mnemonic.replace(new[0],
                                    new[1]) if new[0] in mnemonic else mnemonic.replace(new[1],
                                        new[0])
        if match:
            return match.expand(new)
    return None


NEXT_REGISTER = {"ax": "cx", "bx": "dx", "cx": "bx", "dx": "ax", "si": "di", "di": "si", "bp": "bx"}


def other_register(name):
    match = re.fullmatch(r"([re])(ax|bx|cx|dx|si|di|bp)", name)
    if match:
        return match.group(1) + NEXT_REGISTER[match.group(2)]
    match = re.fullmatch(r"(xmm|ymm|zmm|[qdxwvr])(\d+)([lhd]?)", name)
    if match:
        number = int(match.group(2))
        return match.group(1) + str(number + 1 if number < 12 else number - 1) + match.group(3)
    return None


def split_operands(text, at):
    """Where each operand of TEXT begins and ends, which stands at AT."""
    depth, start, found = 0, 0, []
    for i, c in enumerate(text + ","):
        depth += (c in "([{") - (c in ")]}")
        if c == "," and depth <= 0:
            piece = text[start:i]
            lead = len(piece) - len(piece.lstrip())
            if piece.strip():
                found.append((at + start + lead, at + start + len(piece.rstrip())))
            start = i + 1
    return found


# Statements that are not instructions, or that other tests check (unwind data, landing pads,
# notes).
NOT_CODE = re.compile(
    r"\.|(SECTION|ALIGN|FUNCTION|ENDFUNCTION|SUBROUTINE|ENDSUBROUTINE|INSTRUCTIONS|CFI|SEH|UNWIND|"
                      r"ABI_NOTE|ABI_START|BTI_C|ENDBR|LANDING)|[\w\\()]+ \.(un)?req|ASM_\w+$")


def statements(masked):
    """Start and end of every statement, and where it stands."""
    macro = label = define = None
    for line in re.finditer(r"[^\n]*\n", masked):
        start, end = line.span()
        end -= 1
        text = masked[start:end]
        goes_on = text.rstrip().endswith("\\")
        if goes_on:
            end = start + len(text.rstrip()) - 1
        if not define and re.match(r"\s*#", text):
            head = re.match(r"\s*#\s*define\s+(\w+)(\([^)]*\))?\s*", masked[start:end])
            if not head:
                continue
            define = head.group(1)
            body = masked[start + head.end():end].strip()
            if not goes_on and not head.group(2) and not re.match(r"[a-z][a-z0-9.]+ +[\w\[]", body):
                define = None
                continue
            start += head.end()
        elif define is None:
            opened = re.match(r"\s*\.macro\s+(\w+)", text)
            if opened:
                macro = opened.group(1)
            elif re.match(r"\s*\.endm", text):
                macro = None
            else:
                named = re.match(r"\s*(?:(?:FUNCTION|SUBROUTINE)\((\w+)\)|([\w()\\.]+):)", text)
                if named:
                    label = named.group(1) or named.group(2)
        at = start
        for piece in masked[start:end].split(";"):
            stripped = piece.strip()
            if stripped:
                begin = at + piece.index(stripped)
                yield begin, begin + len(stripped), define or macro or label or "top"
            at += len(piece) + 1
        if not goes_on:
            define = None


def mutants_of_statement(found, text, masked, start, end, where):
    statement = masked[start:end]
    unit = (start, end)

    def add(begin, finish, new, kind):
        found.add(text, unit, begin, finish, new, kind, where)

    data = re.match(r"(QUADS|BYTES|DWORDS|LANES_SIGMA)\(", statement)
    if data:
        for m in re.finditer(NUMBER, statement):
            number = int(m.group(1), 0) ^ 1
            add(start + m.start(1), start + m.end(1), hex(number) if "x" in m.group(1)
                else str(number), "data")
        return
    if NOT_CODE.match(statement) or statement.endswith(":"):
        return
    call = re.fullmatch(r"([A-Z]\w*)\((.*)\)", statement, re.S)
    instruction = re.fullmatch(r"([a-z][\w.]*)(?:\s+(.*))?", statement, re.S)
    match = call or instruction or re.fullmatch(r"([A-Z]\w*)()", statement)
    if not match:
        return
    add(start, end, "", "drop")
    if instruction:
        new = like(match.group(1))
        if new and not HALF_TURN.fullmatch(statement):
            add(start, start + match.end(1), new, "instruction")
    if match.group(2) is None:
        return
    operands = split_operands(match.group(2), start + match.start(2))
    texts = [text[a:b] for a, b in operands]
    numbers = [i for i, t in enumerate(texts) if re.fullmatch(r"\d+", t)]
    if len(numbers) > 6:  # the message words of a round, or of a half
        for i in numbers[:-1]:
            if i + 1 in numbers and texts[i] != texts[i + 1]:
                add(operands[i][0], operands[i + 1][1], "%s, %s" % (texts[i + 1], texts[i]),
                    "words")
    else:
        for m in re.finditer(NUMBER, statement):
            if m.start(1) >= match.start(2):
                add(start + m.start(1), start + m.end(1), higher(m.group(1)), "number")
    if len(operands) > 1:
        (a, b), (c, d) = operands[0], operands[-1]
        numeric = re.fullmatch(r"[#\d][\w\s*+()]*", texts[-1]) or re.fullmatch(r"\d+", texts[0])
        if not numeric or call:
            add(a, d, texts[-1] + text[b:c] + texts[0], "operands")
            add(c, d, texts[0], "operands")
    for m in re.finditer(r"(?<![\w#\\])[a-z]+\d*[lhd]?\b", match.group(2)):
        new = other_register(m.group())
        if new:
            at = start + match.start(2) + m.start()
            add(at, at + len(m.group()), new, "register")
    if re.search(r"\bIN(PUT)? \+ 8 \* ", statement):
        at = start + re.search(r"\bIN(PUT)? \+ 8 \* ", statement).start()
        add(at, at, "1 + ", "further")
        wide = re.match(r"(v?mov)q (\w+, )MEM64\(([^()]*)\)", statement)
        if wide:
            add(start, end, "%sdqu %s[%s]" % wide.groups(), "wider")


# Callee-saved registers that an epilogue does not restore.
CALLERS = {
    ("x86-64", "EPILOGUE_VECTOR"):
    ["mov %s, rsp; " % r for r in ("rbx", "r12", "r13", "r14", "r15")],
    ("arm64", "EPILOGUE_GENERAL"): ["mov x18, xzr\n", "fmov d8, xzr\n"],
    ("arm64", "EPILOGUE_VECTOR"):
    ["mov x18, xzr\n", "mov x19, xzr\n", "fmov d8, xzr\n", "fmov d15, xzr\n"],
    ("arm64", "EPILOGUE_VECTOR_ALL"): ["mov x18, xzr\n", "mov x19, xzr\n"],
    ("arm64", "EPILOGUE_ALL"): ["mov x18, xzr\n"],
    ("riscv64", "EPILOGUE_GENERAL"): ["mv gp, zero\n", "fmv.d.x fs0, zero\n"],
}


def mutants_of_assembly(text, rig):
    masked = mask_comments(text)
    found = Found()
    for start, end, where in statements(masked):
        mutants_of_statement(found, text, masked, start, end, where)
        for new in CALLERS.get((rig, masked[start:end].split("(")[0]), []):
            found.add(text, (start, end), start, start, new, "clobber", where)
    for m in re.finditer(r"(?m)^[ \t]*#\s*define (\w+)[ \t]+(\d+|0x[0-9a-f]+)[ \t]*$", masked):
        if not re.match(r"FRAME|ASM_|COMMON_|WIPED_", m.group(1)):
            found.add(text, (m.start(), m.end()), m.start(2), m.end(2), higher(m.group(2)),
                      "constant", "top")
    for m in re.finditer(r"(?m)^[ \t]*#\s*define (\w+)[ \t]+(?:\d+,\s*){7,}\d+[ \t]*$", masked):
        for pair in re.finditer(r"\b(\d+)(,\s*)(?=(\d+))", m.group()):
            at = m.start() + pair.start()
            swapped = pair.group(3) + pair.group(2) + pair.group(1)
            found.add(text, m.span(), at, m.start() + pair.end(3), swapped, "data", m.group(1))
    for m in re.finditer(r"(?m)^[ \t]*pop r14\b", masked):
        found.add(text, (m.start(), m.end()), m.start(), m.end(), "pop rax", "register", "top")
    return found.mutants


# ---- C ----

OPERATORS = {
    "+": ["-"], "-": ["+"], "*": ["+"], "/": ["*"], "%": ["/"], "<<": [">>"], ">>": ["<<"],
    "<": ["<="],
    "<=": ["<"], ">": [">="], ">=": [">"], "==": ["!="], "!=": ["=="], "&&": ["||"], "||": ["&&"],
    "&": ["|"],
    "|": ["&"], "^": ["|"], "+=": ["-="], "-=": ["+="], "^=": ["|="], "|=": ["&=", "="],
    "&=": ["|="],
}


def matching(text, at):
    """The end of the parenthesis that opens at AT."""
    depth = 0
    for i in range(at, len(text)):
        depth += (text[i] == "(") - (text[i] == ")")
        if not depth:
            return i + 1
    return len(text)


def mutants_of_c(text, rig):
    del rig
    masked = mask_comments(text)
    masked = re.sub(r'"(?:[^"\\\n]|\\.)*"', blank, masked)
    masked = re.sub(r"(?m)^[ \t]*#(?!\s*define)(?:[^\n]*\\\n)*[^\n]*", blank, masked)
    found = Found()

    # where each line is
    lines, where, define = [], "top", None
    for line in re.finditer(r"[^\n]*\n", masked):
        head = re.match(r"\s*#\s*define\s+(\w+)(\([^)]*\))?[ \t]*", line.group())
        code = line.start()
        if head:
            define = head.group(1)
            code += head.end()
        elif not define:
            named = re.match(r"(?!typedef)[A-Za-z_][^;=]*?([\w()]+)\([^;]*$", line.group())
            table = re.match(r"(?:static )?const [\w ]*?(\w+)\[.*=", line.group())
            where = table.group(1) if table else named.group(1) if named else where
            if named and re.search(r"\bBLAKE\w*_KERNEL\b", line.group()):
                where = "kernel"
        lines.append((line.start(), line.end() - 1, code, define or where))
        if not line.group().rstrip().endswith("\\"):
            define = None

    def line_of(at):
        low, high = 0, len(lines)
        while high - low > 1:
            middle = (low + high) // 2
            low, high = (middle, high) if lines[middle][0] <= at else (low, middle)
        return lines[low]

    def add(start, end, new, kind):
        a, _, code, name = line_of(start)
        _, b, _, _ = line_of(max(start, end - 1))
        if start >= code and not re.match(r"\s*(typedef|extern|HIDDEN \w+ \w+;)", masked[a:b]):
            found.add(text, (a, b), start, end, new, kind, name)

    for m in re.finditer(
        r"(?<=[\w)\]] )(\+|-|\*|/|%|<<|>>|<=|>=|<|>|==|!=|&&|\|\||&|\||\^|\+=|-=|\^=|\|=|&=)(?=\s)",
                         masked):
        for new in OPERATORS.get(m.group(1), []):
            add(m.start(), m.end(), new, "operator")
    for m in re.finditer(r"\+\+|--", masked):
        add(m.start(), m.end(), "--" if m.group() == "++" else "++", "operator")
    for m in re.finditer(r"(?<![\w!])[!~](?=[\w(*])", masked):
        add(m.start(), m.end(), "", "operator")
    for m in re.finditer(NUMBER, masked):
        a, b, _, _ = line_of(m.start())
        declares = re.match(
            r"\s*(?:static |const |CACHE_ALIGNED )*(?:unsigned (?:char|int|short)|unsigned|size_t|int|"
                            r"uint\d+_t|blake2b_\w+|lane|char|enum)\b[^=()]*;\s*$", masked[a:b])
        if not declares and masked[m.end(1):m.end(1) + 1] != "]" or masked[m.start() -
            2:m.start()] != "[":
            if not declares:
                add(m.start(1), m.end(1), higher(m.group(1)), "number")
    for m in re.finditer(
        r"(?m)^[ \t]+((?!(?:if|for|while|else|switch|case|default|do|return|typedef|static|const|struct|"
                         r"extern|goto)\b)[A-Za-z_*(][^;{}#]*;)", masked):
        add(m.start(1), m.end(1), ";", "drop")
    for m in re.finditer(r"(?m)^[ \t]+(return;)", masked):
        add(m.start(1), m.end(1), ";", "drop")
    for m in re.finditer(r"\breturn ([^;]+);", masked):
        add(m.start(1), m.end(1), "0", "result")
    for m in re.finditer(r"\b(if|while) (\()", masked):
        end = matching(masked, m.start(2))
        for new in ("(1)", "(0)") if m.group(1) == "if" else ("(0)",):
            add(m.start(2), end, new, "condition")
    for m in re.finditer(r"(?<= )[\w>.()&|! -]+? \? ", masked):
        start = m.start()
        while start < m.end() and masked[start] in " (":
            start += 1
        add(start, m.end() - 3, "1", "condition")
        add(start, m.end() - 3, "0", "condition")
    return found.mutants


# ---- explanations ----

def list_of(name):
    """The text of one of the lists: the shared one and those of the extensions."""
    text = ""
    for path in [os.path.join(HERE, name)] + sorted(
        glob.glob(os.path.join(TOP, SOURCES, "extensions/*/tests", name))):
        with open(path) as f:
            text += f.read()
    return text


class Explanations:
    """[file] begins a section; lines below begin with a mutant as it is reported, '...' standing for
    any text; the lines indented below it say why it survives, and those right above it."""

    def __init__(self, text):
        self.list = []
        file = None
        open_ones = []  # entries whose reason is still missing, or continues
        reasoned = False
        for line in text.splitlines():
            if line.startswith("#") or not line.strip():
                continue
            if line.startswith("["):
                file = line.strip()[1:-1]
            elif not line[0].isspace():
                if reasoned:
                    open_ones, reasoned = [], False
                self.list.append([file, line.strip(), "", False, None])
                open_ones.append(self.list[-1])
            else:
                reasoned = True
                for entry in open_ones:
                    entry[2] = (entry[2] + " " + line.strip()).strip()
        self.regexes = [re.compile(".*".join(re.escape(p) for p in e[1].split("...")))
                        for e in self.list]

    def of(self, file, mutant):
        for i, e in enumerate(self.list):
            if ("/" + file).endswith("/" + str(e[0])) and self.regexes[i].fullmatch(mutant.what):
                return i
        return None


# ---- building and judging ----

def end_group(process):
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except ProcessLookupError:
        pass
    process.wait()


class Failed(Exception):
    pass


class Hangs(Exception):
    pass


class Unspoilt(Exception):
    """A test fails without a mutation."""


def first_failure(text):
    lines = [line for line in text.splitlines() if not line.startswith("PASS")]
    lines = [line for line in lines if re.search(r"FAIL|error|configure:|\*\*\*", line)]
    return (lines or text.strip().splitlines()[-1:] or ["?"])[0][:300]


def left_out(folder, names):
    """What not to copy: built files, in the top folder only."""
    return {".git", "build", "bin"} & set(names) if folder == TOP else set()


class Tree:
    """A copy of the project, configured and built, to be mutated."""

    def __init__(self, folder):
        self.folder = folder

    def run(self, command, timeout=600):
        """Returns its output; raises Failed if it fails, Hangs if it does not end."""
        with tempfile.TemporaryFile() as out:
            process = subprocess.Popen(command, cwd=self.folder, stdin=subprocess.DEVNULL,
                                       stdout=out,
                                       stderr=subprocess.STDOUT, start_new_session=True)
            try:
                status = process.wait(timeout)
            except subprocess.TimeoutExpired as error:
                raise Hangs(" ".join(command)) from error
            finally:
                end_group(process)
            out.seek(0)
            text = out.read().decode(errors="replace")
        if status == -signal.SIGKILL:
            raise Hangs(" ".join(command))  # the limit of "ask"
        if status:
            raise Failed(text or "status %d" % status)
        return text

    def read(self, name):
        with open(os.path.join(self.folder, name), "rb") as f:
            return f.read()

    def write(self, name, content):
        with open(os.path.join(self.folder, name), "wb") as f:
            f.write(content)


def words(line):
    return [w for w in shlex.split(line, comments=True) if w not in ("-MMD", "-MP")]


class Plan:
    """How the objects that depend on a file are compiled, and the programs linked with them."""

    def __init__(self, tree, file, programs):
        path = os.path.join(tree.folder, file)
        before = os.stat(path)
        os.utime(path)
        try:
            printed = tree.run(["make", "-n"] + ["build/tests/" + p for p in programs])
        finally:
            os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))
        self.compile, self.objects, self.link = [], [], {}
        for line in printed.splitlines():
            command = words(line)
            if not command:
                continue
            if "-o" not in command and command[0] != "cp":
                continue
            output = command[command.index("-o") + 1] if "-o" in command else command[-1]
            if "-c" in command or command[0] == "cp":
                self.compile.append(command)
                self.objects.append(output)
            elif output.startswith("build/tests/"):
                self.link[output[len("build/tests/"):]] = command
        # Objects that only some programs have, such as those without lanes. If nothing else
        # changes, only these programs can detect it, and it is only compiled for them.
        self.users = {o: [p for p, c in self.link.items() if o in c] for o in self.objects}
        self.special = {o for o in self.objects if o.startswith("build/tests/")}

    def asks(self, program, changed):
        """Whether the program has a changed object, or a library with one."""
        return [o for o in self.objects if o in changed and
                (program in self.users[o] or
                 LIBRARIES.get(os.path.dirname(o)) in self.link[program]
                 and not self.replaced(o, program))]

    def replaced(self, member, program):
        """Whether the program has an object of its own instead: build/tests/nolanes-NAME.o for NAME.o."""
        return any(re.fullmatch(r"build/tests/\w+-" + re.escape(os.path.basename(member)), w)
                   for w in self.link[program])

    def linking(self, program, changed):
        """The command. Changed members come before the unchanged libraries: the linker does not take from them
        what is already defined."""
        command = self.link[program]
        members = [o for o in self.asks(program, changed) if os.path.dirname(o) in LIBRARIES
                   and o not in command]
        at = min(command.index(library) for library in LIBRARIES.values() if library in command)
        return command[:at] + members + command[at:]


Judge = collections.namedtuple("Judge", "name program arguments only", defaults=[None])


class Rigged:
    """A rig's trees and its tests."""

    def __init__(self, rig, folder, jobs):
        self.rig = rig
        self.took = {}
        self.ran = {}
        self.idle = set()  # objects of kernels that do not run here
        self.asked = collections.Counter()
        self.killed = collections.Counter()
        self.lock = threading.Lock()
        base = os.path.join(folder, rig.name)
        shutil.copytree(TOP, base, ignore=left_out)
        for name in ("build", "bin"):
            os.makedirs(os.path.join(base, name))
        tree = Tree(base)
        configure = list(rig.configure)
        if rig.target == "X86_32":
            triplet = subprocess.run(["cc", "-print-multiarch"], capture_output=True, text=True,
                                     check=False)
            configure += ["CPPFLAGS=-idirafter /usr/include/" + triplet.stdout.strip()]
        tree.run(["./configure"] + configure)
        if rig.target:
            self.programs = ["checkasm", "secrets"] + (["xop"] if rig.target.startswith("X86")
                                                       else [])
        else:
            listed = tree.run(["make", "-s", "--eval", "print-tests:; @echo $(TEST_FILES)",
                               "print-tests"]).split()
            self.programs = [os.path.basename(p) for p in listed]
        tree.run(["make", "-j%d" % jobs, "lib"] + ["build/tests/" + p for p in self.programs])
        tree.run(["make", "-q", "lib"] +
                 ["build/tests/" + p for p in self.programs])  # or nothing below is right
        self.base = tree  # is never mutated
        self.trees = []
        for i in range(jobs):
            copy = base + "-%d" % i
            shutil.copytree(base, copy)
            self.trees.append(Tree(copy))

    def command(self, judge):
        only = ["env", "TEST_IMPLEMENTATION=" + judge.only] if judge.only else []
        return only + self.rig.emulator + ["build/tests/" + judge.program] + list(judge.arguments)

    def time(self, judge):
        """How long it takes without a mutation, which must pass."""
        with self.lock:
            if judge not in self.took:
                began = time.monotonic()
                try:
                    self.base.run(self.command(judge))
                except (Failed, Hangs) as error:
                    raise Unspoilt("%s: %s" % (judge.name, first_failure(str(error)))) from error
                self.took[judge] = time.monotonic() - began
            return self.took[judge]

    def kernels(self):
        """The kernels that run here, and those of them that need instructions emulated."""
        if not self.ran:
            text = self.base.run(self.rig.emulator + ["build/tests/checkasm", "--count", "1"])
            for k, how in re.findall(
                r"(?m)^PASS checkasm/(?:rounds, |short_)?([^\s,]+).*\nRAN \S+(.*)", text):
                self.ran[k if k.split("_")[0] in REFERENCE else "blake2b_" + k] = "emulated" in how
            self.idle = {os.path.basename(row.file)[:-len(".inc")] + ".o"
                         for row in table("KERNEL", "-v", "target=" + self.rig.target)
                         if row.kernel not in self.ran}
        return set(self.ran), {k for k, emulated in self.ran.items() if emulated}

    def ask(self, tree, judge):
        """Raises Failed, or Hangs when it has used much more CPU time: wall time depends on other load."""
        took = self.time(judge)
        limited = ["sh", "-c", "ulimit -t %d; exec \"$@\"" % (3 + 6 * took),
                   "sh"] + self.command(judge)
        tree.run(limited, timeout=10 + 20 * took)

    def promising(self, file, judges):
        """The tests, in the order of mutants of this file killed per time."""
        with self.lock:
            def key(judge):
                if judge not in self.took:
                    return 1, 0
                return 0, -(self.killed[file, judge] + 1) / (self.asked[file, judge] +
                    2) / (self.took[judge] + 0.05)
            return sorted(judges, key=key)

    def try_mutant(self, tree, file, plan, judges, mutant):
        """(verdict, by whom): killed, timeout, survived, same code, not run, not compiled, not linked"""
        source = tree.read(file)
        objects = {o: tree.read(o) for o in plan.objects}
        text = source.decode()
        try:
            tree.write(file, (text[:mutant.start] + mutant.text + text[mutant.end:]).encode())
            compiled, changed, unused, linked = set(), set(), set(), set()

            def compile_for(program):
                for o, command in zip(plan.objects, plan.compile):
                    if o not in compiled and (o not in plan.special or program in plan.users[o]):
                        tree.run(command, timeout=120)
                        compiled.add(o)
                        if tree.read(o) != objects[o]:
                            (unused if os.path.basename(o) in self.idle else changed).add(o)

            for judge in self.promising(file, judges):
                try:
                    compile_for(judge.program)
                    if not plan.asks(judge.program, changed):
                        continue
                except (Failed, Hangs) as error:
                    return "not compiled", first_failure(str(error))
                try:
                    if judge.program not in linked:
                        try:
                            tree.run(plan.linking(judge.program, changed), timeout=120)
                        except Failed as error:
                            # The test includes a source of the library and so defines its symbols.
                            if not re.search("multiple definition of .*; build/tests/", str(error)):
                                raise
                            tree.run(plan.link[judge.program], timeout=120)
                        linked.add(judge.program)
                except (Failed, Hangs) as error:
                    return "not linked", first_failure(str(error))
                self.asked[file, judge] += 1
                verdict = None
                try:
                    self.ask(tree, judge)
                except Failed:
                    verdict = "killed"
                except Hangs:
                    verdict = "timeout"
                if verdict:
                    self.killed[file, judge] += 1
                    return verdict, judge.name
            return ("survived" if changed else "not run" if unused else "same code"), None
        finally:
            tree.write(file, source)
            for name, content in objects.items():
                tree.write(name, content)


def kernel_judges(names, emulated, slow):
    """checkasm with few calls of every kernel, then with more. Emulated XOP makes calls slow."""
    judges = []
    for count, seed in ((80, 1), (1200, 2), (6000, 3)) if slow else ((80, 1), (1200, 2),
        (20000, 3)):
        for name in names:
            calls = 8 * count if name in emulated and count < 10000 else count
            judges.append(Judge("checkasm", "checkasm",
                                ("--seed", str(seed), "--count", str(calls), "--impl", name)))
        if count == 80 and any(n in emulated and n.startswith("blake2b_") for n in names):
            judges.append(Judge("xop", "xop", ()))
    return judges + [Judge("secrets", "secrets", ())]  # what is left in registers


def source(name):
    """The path of the source with this name, with a folder before it if there are several; tests are excluded."""
    found = [os.path.relpath(os.path.join(folder, file), TOP) for folder, _,
             files in os.walk(os.path.join(TOP, SOURCES))
             for file in files if ("/" + os.path.join(folder, file)).endswith("/" + name)
             and os.path.basename(folder) != "tests"]
    if len(found) != 1:
        sys.exit("mutate: %s sources are called %s" % (len(found) or "no", name))
    return found[0]


def make_words(name):
    """One of the lists of app/lists.mk."""
    out = subprocess.run(["make", "-s", "-f", "app/lists.mk", "print-" + name], cwd=TOP,
                         capture_output=True, text=True,
                         check=True).stdout
    return out.split()


# A kernel's name includes its family, as its symbol does: blake256_avx2.
Row = collections.namedtuple("Row", "family extension several file kernel")


def table(kind, *options):
    """The rows of a kind, of all tables."""
    rows = []
    for path in sorted(glob.glob(os.path.join(TOP, SOURCES, "extensions", "*", "*.def"))):
        folder, family = os.path.dirname(os.path.relpath(path, TOP)), os.path.basename(path)[:-
            len(".def")]
        command = ["awk", "-f", source("table.awk"), "-v", "kind=" + kind] + list(options) + [path]
        out = subprocess.run(command, cwd=TOP, capture_output=True, text=True, check=True).stdout
        for line in out.splitlines():
            columns = line.split("\t")[1:]
            if kind == "REFERENCE":
                name, several, file = "generic/" + columns[0], False, columns[1]
            else:
                name, several, file = columns[1], columns[2] not in ("1", "ROUNDS"), columns[5]
            rows.append(Row(family, os.path.basename(folder), several, folder + "/" + file,
                            family + "_" + name))
    return rows


def parts(file):
    """The file, and what it includes from its own extension, except C headers."""
    found = [file]
    for folder in found:
        with open(os.path.join(TOP, folder)) as f:
            names = re.findall(r'(?m)^#\s*include "([^"/]*\.inc|[^"/]*_(?:x86|arm|riscv)[^"/]*\.h|ref/[^"]*\.inc)"', f.read())
        for name in names:
            part = os.path.join(os.path.dirname(folder), os.path.basename(name))
            if part not in found and os.path.exists(os.path.join(TOP, part)):
                found.append(part)
    return found


def files_of(rig):
    """The files of a rig to be mutated: path, kernels that include it."""
    files = collections.OrderedDict()
    if rig.name == "named":
        return files

    def add(file, kernel):
        if kernel not in files.setdefault(file, []):
            files[file].append(kernel)

    if not rig.target:
        for row in table("REFERENCE"):
            for part in parts(row.file):
                add(part, row.kernel)
        for file in FRONT:
            files[source(file)] = []
        return files
    rows = table("KERNEL", "-v", "target=" + rig.target)
    for row in rows:
        for part in parts(row.file):
            add(part, row.kernel)
    # Separate objects: those of a family only if named after it.
    for extension in sorted({row.extension for row in rows}):
        for several in (False, True):
            for file in make_words("SHARED_%s%s_%s" %
                                   ("LANES_" if several else "", extension, rig.target)):
                family = os.path.basename(file).split("_")[0]
                for row in rows:
                    if row.extension == extension and row.several >= several and family in (
                        row.family, row.extension):
                        add("%s/extensions/%s/%s" % (SOURCES, extension, file), row.kernel)
    for file in rig.driver:
        for row in rows:
            add(source(file), row.kernel)
    return files


def shuffled(mutants, seed):
    """In an order given by the seed, with the same number of each kind as long as there are any."""
    rng = random.Random(seed)
    kinds = collections.defaultdict(list)
    for m in mutants:
        kinds[m.kind].append(m)
    for kind in kinds.values():
        rng.shuffle(kind)
    names = sorted(kinds)
    rng.shuffle(names)
    order = []
    while len(order) < len(mutants):
        order += [kinds[name].pop() for name in names if kinds[name]]
    return order


Named = collections.namedtuple("Named", "file what old nth new judges")


def named_mutants(text):
    """The mutants in named.txt."""
    found, file, pending = [], None, []
    for line in text.splitlines():
        if line.startswith("#") or not line.strip():
            continue
        if line.startswith("["):
            file = line.strip()[1:-1]
        elif line.startswith("    "):
            judges = shlex.split(line)
            found += [m._replace(judges=judges) for m in pending if not m.judges]
            pending = [m._replace(judges=judges) for m in pending]
        else:
            if pending and pending[-1].judges:
                pending = []
            match = re.fullmatch(r"'(.*?)(?:@(\d))?' -> '(.*)'", line)
            if not match:
                sys.exit("%s: neither a file, a mutant nor tests: %s" % (NAMED, line))
            old, new = (re.sub(r"\\([n\\'])", lambda m: "\n" if m.group(1) == "n" else m.group(1),
                               t)
                        for t in match.group(1, 3))
            pending.append(Named(file, line, old, int(match.group(2) or 0), new, None))
    return found


def is_wanted(file, options):
    return not options.file or any(text in file for text in options.file)


def missing(rig):
    """Why a rig cannot run here; None if it can."""
    if rig.target in ("X86_64", "X86_32") and platform.machine() not in ("x86_64", "amd64",
        "AMD64"):
        return "this CPU is none"
    tools = ["make"] + [w[3:] for w in rig.configure if w.startswith("CC=")] + rig.emulator[:1]
    for tool in tools:
        if not shutil.which(tool):
            return "no " + tool
    return None


class Run:
    def __init__(self, options):
        self.options = options
        self.explained = Explanations(list_of(EXPLAINED))
        self.failed = False
        self.survivors_explained = set()

    def say(self, text):
        print(text)
        sys.stdout.flush()

    def fail(self, text):
        self.say("FAIL " + text)
        self.failed = True

    def generate(self, rig, file):
        """All mutants of a file, and the explanations that fit one."""
        with open(os.path.join(TOP, file)) as f:
            text = f.read()
        every = (mutants_of_assembly if rig.target else mutants_of_c)(text, rig.name)
        for m in every:
            i = self.explained.of(file, m)
            if i is not None:
                self.explained.list[i][3] = True
        return every

    def check(self, rigs):
        """Whether both lists fit the sources."""
        for rig in rigs:
            for file in files_of(rig):
                if is_wanted(file, self.options):
                    self.generate(rig, file)
        self.check_explanations(rigs)
        if not self.failed:
            self.say("PASS mutate/explained: %d rows" % len(self.explained.list))
        mutants = named_mutants(list_of(NAMED))
        for m in mutants:
            try:
                with open(os.path.join(TOP, m.file)) as f:
                    self.place(m, f.read())
            except FileNotFoundError:
                self.fail("mutate/named: no such file: %s" % m.file)
        if not self.failed:
            self.say("PASS mutate/named: %d rows" % len(mutants))

    def place(self, m, text):
        """Where a named mutant changes the text; None if the text is not there exactly once."""
        places = [p.start() for p in re.finditer(re.escape(m.old), text)]
        if len(places) != 1 and not 0 < m.nth <= len(places):
            self.fail("mutate/named/%s: is there %d times: %s" %
                      (os.path.basename(m.file), len(places), m.what))
            return None
        return places[m.nth - 1 if m.nth else 0]

    def rig(self, rig, folder):
        options = self.options
        if rig.name == "named":
            self.named(folder)
            return
        mutants = collections.OrderedDict()
        for file, kernels in files_of(rig).items():
            if not is_wanted(file, options):
                continue
            every = self.generate(rig, file)
            mutants[file] = every, kernels
            if options.list:
                for m in every:
                    if options.only and options.only not in m.what:
                        continue
                    print("%s: %s: %s" % (os.path.basename(file), m.kind, m.what))
        if options.list or not mutants:
            return
        reason = missing(rig)
        if reason:
            self.say("SKIP mutate/%s: %s" % (rig.name, reason))
            return
        try:
            rigged = Rigged(rig, folder, options.jobs)
        except (Failed, Hangs) as error:
            self.say("SKIP mutate/%s: does not build here: %s" %
                     (rig.name, first_failure(str(error))))
            return
        for file, (every, kernels) in mutants.items():
            try:
                self.file(rigged, file, every, kernels)
            except Unspoilt as error:
                self.fail("mutate/%s/%s: what is unspoilt does not pass: %s" %
                          (rig.name, os.path.basename(file), error))

    def named(self, folder):
        """Builds each in a new tree, one after the other, with the usual make targets."""
        mutants = [m for m in named_mutants(list_of(NAMED)) if is_wanted(m.file, self.options)]
        mutants = [m for m in mutants if not self.options.only or self.options.only in m.what]
        if not (self.options.all or self.options.only or self.options.file):
            mutants = random.Random(self.options.seed).sample(mutants,
                min(len(mutants), 10 * self.options.sample))
        if self.options.list:
            for m in mutants:
                print("%s: %s" % (m.file, m.what))
            return
        jobs = "-j%d" % self.options.jobs
        trees = {}

        def build(kind, what=()):
            trees[kind].run(["make", "-s", jobs] + (list(what) or ["test-programs"]), timeout=3600)

        def tree_of(kind):
            """A tree without mutation, or with sanitizers; built on first use."""
            if kind not in trees:
                tree = trees[kind] = Tree(os.path.join(folder, kind))
                shutil.copytree(TOP, tree.folder, symlinks=True, ignore=left_out)
                for name in ("build", "bin"):
                    os.makedirs(os.path.join(tree.folder, name))
                tree.run(["./configure"] +
                         (["CC=clang", "--sanitize"] if kind == "sanitize" else []))
                build(kind, ["lib"])
            return trees[kind]

        def judged(judge):
            """Runs one test with make; with sanitizers only the program is built."""
            if judge.startswith("sanitize "):
                program = judge.split()[1]
                tree_of("sanitize").run(["make", "-s", jobs, program], timeout=3600)
                tree_of("sanitize").run([program], timeout=3600)
            elif judge.startswith("build/tests/"):
                build("plain", [judge.split()[0]])
                tree_of("plain").run(["env", "TEST_SAMPLE=5"] + judge.split(),
                                     timeout=3600)  # as make check
            else:
                tree_of("plain").run(
                    ["make", "-s", jobs, "check", "CHECK_FIRST=", "CHECK_BUILD='%s'" % judge],
                    timeout=3600)

        try:
            tree = tree_of("plain")
        except (Failed, Hangs) as error:
            self.say("SKIP mutate/named: does not build here: %s" % first_failure(str(error)))
            return
        passes, fails = set(), set()
        for m in mutants:
            short = "mutate/named/%s" % os.path.basename(m.file)
            if "/x86/" in m.file and not tree.run(
                ["make", "-s", "--eval", "t:; @echo $(filter X86_64,$(TARGET))", "t"]).strip():
                self.say("SKIP %s: %s: this build has other kernels" % (short, m.what))
                continue
            text = tree.read(m.file).decode()
            at = self.place(m, text)
            if at is None:
                continue
            for judge in m.judges:
                if judge != "make" and judge not in passes | fails:
                    try:
                        judged(judge)
                        passes.add(judge)
                    except (Failed, Hangs) as error:
                        fails.add(judge)
                        self.fail("mutate/named: %s does not pass without a mutant: %s" %
                                  (judge, first_failure(str(error)).strip()))
            judges = [judge for judge in m.judges if judge not in fails]
            if not judges:
                self.say("SKIP %s: %s: no judge that passes without it" % (short, m.what))
                continue
            by = None
            for spoilt in trees.values():
                spoilt.write(m.file, (text[:at] + m.new + text[at + len(m.old):]).encode())
            try:
                try:
                    programs = [judge.split()[0] for judge in judges
                                if judge.startswith("build/tests/")]
                    scripts = [judge for judge in judges
                               if not judge.startswith(("build/tests/", "sanitize "))]
                    build("plain", () if scripts else programs or ["lib"])
                except (Failed, Hangs) as error:
                    if "make" not in m.judges:
                        self.fail("%s: does not build: %s: %s" %
                                  (short, m.what, first_failure(str(error))))
                        continue
                    by = "make"
                for judge in judges:
                    if by or judge == "make":
                        continue
                    try:
                        judged(judge)
                    except (Failed, Hangs) as error:
                        by = "%s (%s)" % (judge, first_failure(str(error)).strip())
            finally:
                for spoilt in trees.values():
                    spoilt.write(m.file, text.encode())
            if by:
                self.say("PASS %s: %s: noticed by %s" % (short, m.what, by))
            else:
                self.fail("%s: survived: %s" % (short, m.what))

    def judges(self, rigged, file, kernels):
        name = os.path.basename(file)
        if rigged.rig.target:
            runs, emulated = rigged.kernels()
            judged = [k for k in kernels if k in runs]
            for k in kernels:
                if k not in runs:
                    self.say("SKIP mutate/%s/%s: %s does not run here" % (rigged.rig.name, name, k))
            return kernel_judges(judged, emulated, bool(rigged.rig.emulator)) if judged else []
        named = next((FRONT[f] for f in FRONT if os.path.basename(f) == name), None)
        named = (named or " ".join(REFERENCE[k.split("_")[0]] for k in kernels)).split()
        if re.match("blake2[bx]", name) and not kernels:
            known = " ".join(list(FRONT.values()) +
                             list(REFERENCE.values())).split() + OTHERS.split()
            named += [p for p in rigged.programs if p not in known]
        named = [p for p in named if p in rigged.programs]
        one = kernels[0].split("_", 1)[1] if kernels else ONE
        judges = [Judge(p, p, (), one) for p in named if p in EACH.split()
                  and "extensions/blake/" not in file]
        judges += [Judge(p, p, ()) for p in named]
        for k in kernels:
            judges.insert(0, Judge("checkasm", "checkasm",
                                   ("--seed", "1", "--count", "800", "--impl", k)))
        return judges

    def file(self, rigged, file, every, kernels):
        options = self.options
        short = "mutate/%s/%s" % (rigged.rig.name, os.path.basename(file))
        try:
            judges = self.judges(rigged, file, kernels)
            if not judges:
                return
            for i, judge in enumerate(judges):
                if i < len(kernels) or not judge.arguments:
                    rigged.time(judge)
            plan = Plan(rigged.base, file, sorted({j.program for j in judges}))
        except (Failed, Hangs, Unspoilt) as error:
            self.fail("%s: what is unspoilt does not pass: %s" % (short, first_failure(str(error))))
            return
        if not plan.objects:
            self.fail("%s: nothing in this build depends on it" % short)
            return
        explained = {m: self.explained.of(file, m) for m in every}
        order = [m for m in every if not options.only or options.only in m.what]
        if options.again:
            order = [m for m in order if "FAIL %s: survived: %s" % (short, m.what) in options.again]
        wanted = len(order)
        if not options.all and not options.only and not options.again:
            order = [m for m in shuffled(every, "%d %s" % (options.seed, file))
                     if explained[m] is None]
            wanted = min(len(order), options.sample)
        free = list(rigged.trees)

        def work(mutant):
            tree = free.pop()
            try:
                return rigged.try_mutant(tree, file, plan, judges, mutant)
            finally:
                free.append(tree)

        verdicts = collections.Counter()
        killers = collections.Counter()
        tried = told = 0
        began = time.monotonic()
        with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
            # Others are tried instead of those that say nothing about the tests, up to a limit.
            while told < wanted and tried < min(len(order), 3 * wanted):
                chosen = order[tried:tried + wanted - told]
                tried += len(chosen)
                for mutant, (verdict, by) in zip(chosen, pool.map(work, chosen)):
                    told += verdict not in ("same code", "not run", "not compiled", "not linked")
                    if verdict == "survived" and explained[mutant] is not None:
                        verdict = "explained"
                        self.survivors_explained.add(explained[mutant])
                    verdicts[verdict] += 1
                    if verdict == "killed":
                        killers[by] += 1
                    if verdict == "survived":
                        self.fail("%s: survived: %s" % (short, mutant.what))
                    elif verdict == "timeout" and options.verbose:
                        self.say("    %s: timeout: %s" % (short, mutant.what))
                    elif options.verbose > 1:
                        self.say("    %s: %s: %s%s" %
                                 (short, verdict, mutant.what, " [%s]" % by if by else ""))
        alive = verdicts["survived"]
        parts = ["%d killed (%s)" %
                 (verdicts["killed"], ", ".join("%s %d" % k for k in killers.most_common()))]
        parts += ["%d %s" % (verdicts[v], t) for v, t in (
            ("timeout", "by timeout"), ("survived", "survived"), ("explained", "explained"),
            ("same code", "same code"),
            ("not run", "not run here"), ("not compiled", "not compiled"),
            ("not linked", "not linked")) if verdicts[v]]
        line = "%s: %d of %d: %s; %d s" % (short, tried, len(every), ", ".join(parts),
                                           time.monotonic() - began)
        if not told and verdicts["not linked"] > tried // 2:
            self.fail("%s: tells nothing: none is linked: %s" % tuple(line.split(": ", 1)))
            return
        self.say(("    " if alive else "PASS ") + line)

    def check_explanations(self, rigs):
        """Explanations are only checked against mutants generated in this run."""
        files = {f for r in rigs for f in files_of(r) if is_wanted(f, self.options)}
        known = {f for r in RIGS for f in files_of(r)}
        for i, (file, pattern, reason, matched, _) in enumerate(self.explained.list):
            if not any(f.endswith("/" + file) for f in known):
                self.fail("mutate/explained: no such file: %s" % file)
            elif not reason:
                self.fail("mutate/explained: [%s] %s: no reason" % (file, pattern))
            elif not any(f.endswith("/" + file) for f in files):
                continue
            elif not matched:
                self.fail("mutate/explained: [%s] fits no mutant any more: %s" % (file, pattern))
            elif self.options.all and i not in self.survivors_explained:
                self.fail("mutate/explained: [%s] needs no explanation any more: %s" %
                          (file, pattern))


def main():
    parser = argparse.ArgumentParser(description="Would the tests notice?")
    parser.add_argument("rigs", nargs="*", metavar="RIG",
                        help="of " + ", ".join(r.name for r in RIGS))
    parser.add_argument("--sample", type=int, default=6, help="mutants of each file")
    parser.add_argument("--all", action="store_true", help="all mutants, the explained as well")
    parser.add_argument("--seed", type=int, default=SEED, help="another sample")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--file", action="append",
                        help="only files with this in their path, or another such text")
    parser.add_argument("--only",
                        help="only mutants with this in their description, the explained as well")
    parser.add_argument("--again", metavar="REPORT", help="only those that survived in this report")
    parser.add_argument("--list", action="store_true", help="list the mutants, try none")
    parser.add_argument("--check", action="store_true",
                        help="only whether explained.txt and named.txt fit the sources")
    parser.add_argument("--verbose", "-v", action="count", default=0)
    options = parser.parse_args()
    unknown = set(options.rigs) - {r.name for r in RIGS}
    if unknown:
        parser.error("no such rig: " + ", ".join(sorted(unknown)))
    if options.again:
        with open(options.again) as f:
            options.again = set(f.read().splitlines())
    rigs = [r for r in RIGS if not options.rigs or r.name in options.rigs]
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    run = Run(options)
    if options.check:
        run.check(rigs)
        return 1 if run.failed else 0
    for rig in rigs:
        with tempfile.TemporaryDirectory(prefix="blake2b-mutate.") as folder:
            run.rig(rig, folder)
    if not options.list:
        run.check_explanations(rigs)
    return 1 if run.failed else 0


if __name__ == "__main__":
    sys.exit(main())
