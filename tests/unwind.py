# SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT
"""
Run inside gdb, on the util: steps through the kernels one instruction at a time, as the start-up
self-test calls them, and wants gdb to find the caller, and the caller's registers, from everywhere.

  gdb -q -batch -nx -x tests/unwind.py bin/blake2b-util        (from the top folder)

With UNWIND_REMOTE in the environment, gdb finds the util, told to list, waiting there in an emulator.

Each kernel is watched in its first call (whole blocks) and its first call with a last, short block.
"""
import os
import re
import subprocess
import gdb

CALLS = 24       # self-test cases looked at, to find the two
STEPS = 60000    # an end for a kernel that never returns
SAVED = {"i386:x86-64": "rbx rbp r12 r13 r14 r15 rsp", "i386": "ebx esi edi ebp esp",
         "aarch64": "x19 x20 x21 x22 x23 x24 x25 x26 x27 x28 x29 sp"}


def run(command):
    return gdb.execute(command, to_string=True)


def registers(frame, names):
    return [int(frame.read_register(name)) for name in names]


def watch(name):
    """From the first instruction to the return: the number of instructions, or what is wrong."""
    first = gdb.newest_frame()
    caller = first.older()
    names = SAVED[caller.architecture().name()].split()
    wanted = [caller.pc()] + registers(caller, names)
    bottom = int(first.read_register(names[-1]))
    for step in range(STEPS):
        frame = gdb.newest_frame()
        if frame.pc() == wanted[0] and int(frame.read_register(names[-1])) >= bottom:
            return step
        where = "%s, instruction %d at %#x" % (name, step, frame.pc())
        # its own subroutines may stand between it and the caller
        for _ in range(2):
            above = frame.older()
            if above is None or not above.is_valid():
                raise ValueError("no frame above " + where)
            if above.pc() == wanted[0]:
                break
            frame = above
        found = [above.pc()] + registers(above, names)
        if found != wanted:
            raise ValueError("%s: %s instead of %s" % (where, [hex(x) for x in found], [hex(x) for x in wanted]))
        run("stepi")
    raise ValueError(name + " does not return")


gdb.execute("set pagination off")
gdb.execute("set confirm off")
gdb.execute("set debuginfod enabled off")
listed = run("info functions blake2b_")
table = subprocess.run(["awk", "-f", "app/driver/table.awk", "-v", "kind=KERNEL", "app/extensions/blake2b/blake2b.def"],
                       check=True, capture_output=True, text=True).stdout
rows = {line.split("\t")[8] for line in table.splitlines()}
kernels = [k for k, name in re.findall(r"\b(\w*blake2b_((?:blocks|lanes|rounds|short)_[a-z0-9]+))$", listed, re.M) if name in rows]
failed = not kernels
if not kernels:
    print("FAIL unwind: no kernels in this program")
for kernel in kernels:
    gdb.Breakpoint("*" + kernel)
seen = {k: 0 for k in kernels}
problem = {}
steps = {k: 0 for k in kernels}
if "UNWIND_REMOTE" in os.environ:
    run("target remote " + os.environ["UNWIND_REMOTE"])
    run("continue")
else:
    gdb.execute("set args list >/dev/null")
    run("run")
try:
    while True:
        kernel = gdb.newest_frame().name()
        if kernel in seen and seen[kernel] < CALLS:
            seen[kernel] += 1
            if kernel not in problem and (seen[kernel] <= 2 or seen[kernel] == CALLS // 2):
                try:
                    steps[kernel] += watch(kernel)
                except ValueError as e:
                    problem[kernel] = str(e)
        run("continue")
except gdb.error:
    pass  # the program has ended
for kernel in kernels:
    short = re.sub(r".*blake2b_(blocks_|lanes_)?", "", kernel)
    if kernel in problem:
        print("FAIL unwind/%s: %s" % (short, problem[kernel]))
        failed = True
    elif not steps[kernel]:
        print("SKIP unwind/%s: not called on this CPU" % short)
    else:
        print("PASS unwind/%s" % short)
gdb.execute("quit %d" % failed)
