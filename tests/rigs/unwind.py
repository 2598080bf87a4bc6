# SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT
"""
Runs inside gdb, on the utility: steps through the kernels one instruction at a time, as the start-up self-test
calls them. gdb must find the caller and the caller's registers at every instruction.

  gdb -q -batch -nx -x tests/rigs/unwind.py bin/blake2b-util        (from the top folder)

With UNWIND_REMOTE in the environment, the utility runs list or fuzz in an emulator, and waits there for gdb.

Each instruction is checked when it is reached for the first time. If the kernel then executes instructions that were
already checked, as in a loop, it runs on to the next unchecked instruction that a jump may lead to.
"""
import glob
import os
import re
import subprocess
import time
import gdb

STEPS = 60000    # an end for a kernel that never returns
SAVED = {"i386:x86-64": "rbx rbp r12 r13 r14 r15 rsp", "i386": "ebx esi edi ebp esp",
         "aarch64": "x19 x20 x21 x22 x23 x24 x25 x26 x27 x28 x29 sp",
         "riscv:rv64": "s0 s1 s2 s3 s4 s5 s6 s7 s8 s9 s10 s11 sp"}


def run(command):
    return gdb.execute(command, to_string=True)


def registers(frame, names):
    return [int(frame.read_register(name)) for name in names]


class Code:
    """The instructions of a kernel that were reached, and those that may follow."""

    def __init__(self):
        self.met, self.ahead = set(), set()

    def meet(self, architecture, pc):
        instruction = architecture.disassemble(pc)[0]
        text, follows = instruction["asm"], pc + instruction["length"]
        word = text.split()[0]
        to = re.search(r"\b0x[0-9a-f]+(?= <)",
                       text) if re.match(r"j|call|bl?$|b\.|[ct]bn?z|b(eq|ne|geu)z?$",
                                         word) else None
        self.met.add(pc)
        if to:
            self.ahead.add(int(to.group(), 16))
        if not re.match(r"(jmp|ret|b|j)q?$", word):
            self.ahead.add(follows)
        self.ahead -= self.met


def run_on(places):
    """Runs to the first of these addresses."""
    points = [gdb.Breakpoint("*%#x" % place, internal=True) for place in places]
    run("continue")
    for point in points:
        point.delete()


def watch(name, code):
    """Steps from the first instruction to the return, or to the first error."""
    first = gdb.newest_frame()
    caller = first.older()
    architecture = caller.architecture()
    names = SAVED[architecture.name()].split()
    wanted = [caller.pc()] + registers(caller, names)
    bottom = int(first.read_register(names[-1]))
    for step in range(STEPS):
        frame = gdb.newest_frame()
        pc = frame.pc()
        if pc == wanted[0] and int(frame.read_register(names[-1])) >= bottom:
            return
        if pc in code.met:
            run_on(code.ahead | {wanted[0]})
            continue
        where = "%s, instruction %d at %#x" % (name, step, pc)
        # its own subroutines may be between it and the caller
        for _ in range(2):
            above = frame.older()
            if above is None or not above.is_valid():
                raise ValueError("no frame above " + where)
            if above.pc() == wanted[0]:
                break
            frame = above
        found = [above.pc()] + registers(above, names)
        if found != wanted:
            raise ValueError("%s: %s instead of %s" %
                             (where, [hex(x) for x in found], [hex(x) for x in wanted]))
        code.meet(architecture, pc)
        run("stepi")
    raise ValueError(name + " does not return")


gdb.execute("set pagination off")
gdb.execute("set confirm off")
gdb.execute("set debuginfod enabled off")
listed = run("info functions _[a-z]*_[a-z0-9]*$")
rows = set()
for table in glob.glob("app/extensions/*/*.def"):
    lines = subprocess.run(["awk", "-f", "app/driver/table.awk", "-v", "kind=KERNEL", table],
                           check=True, capture_output=True, text=True).stdout.splitlines()
    rows |= {os.path.basename(table)[:-4] + "_" + line.split("\t")[8] for line in lines}
short_names = {k: name for k,
               name in re.findall(r"\b(?=(\w+)$)\w*?([a-z0-9]+_[a-z]+_[a-z0-9]+)$", listed, re.M)
               if name in rows}
kernels = list(short_names)
failed = not kernels
if not kernels:
    print("FAIL unwind: no kernels in this program")
for kernel in kernels:
    gdb.Breakpoint("*" + kernel)
problem = {}
codes = {k: Code() for k in kernels}
if "UNWIND_REMOTE" in os.environ:
    for attempt in range(600, -1, -1): # a minute: the emulator may still be starting
        try:
            run("target remote " + os.environ["UNWIND_REMOTE"])
            break
        except gdb.error:
            if not attempt:
                raise
            time.sleep(0.1)
    run("continue")
else:
    gdb.execute("set args list >/dev/null")
    run("run")
try:
    while True:
        kernel = gdb.newest_frame().name()
        if kernel in codes and kernel not in problem:
            try:
                watch(kernel, codes[kernel])
            except ValueError as e:
                problem[kernel] = str(e)
        run("continue")
except gdb.error:
    pass  # the program has ended
for kernel in kernels:
    short = short_names[kernel]
    if kernel in problem:
        print("FAIL unwind/%s: %s" % (short, problem[kernel]))
        failed = True
    elif not codes[kernel].met:
        print("SKIP unwind/%s: not called on this CPU" % short)
    elif codes[kernel].ahead:
        print("FAIL unwind/%s: the kernel is not seen to come to %s" %
              (short, ", ".join(map(hex, sorted(codes[kernel].ahead)))))
        failed = True
    else:
        print("PASS unwind/%s" % short)
gdb.execute("quit %d" % failed)
