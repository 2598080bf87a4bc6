#!/usr/bin/env python3
"""Would the tests notice? Spoils the assembly kernels, one small change at a time.

    tests/mutate/mutate.py [--bits 32|64] [--sample N] [--jobs N] [--kernel NAME]

Each mutant is a copy of the sources with one statement deleted, one number changed, two
message words swapped, input read further on or wider, the padding left out, or a register
clobbered that the caller expects kept. It must be caught: by the assembler, the self-test, the
fuzzer or checkasm; of the XOP kernels, where the CPU has no XOP, by the test that emulates it.
At most N mutants (default 60, 0: all) are tried for each file, spread evenly over all that could
be made. Survivors are listed and are failures, unless EQUIVALENT says why they change nothing.
Prints "PASS|FAIL|SKIP name"; exit status 1 if a mutant survived.
"""
import argparse
import collections
import concurrent.futures
import os
import re
import shutil
import subprocess
import sys
import tempfile

TOP = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
KERNELS = "app/extensions/blake2b/"
TABLE = KERNELS + "backends.def"
SEED = "20120801"

# Mutants that compute the same: (file, part of the mutant's description, reason).
EQUIVALENT = [
    ("avx512-64.inc", "'vpermq FLAGS, FLAGS, 0x4e' with", "the upper half that it moves down is zero"),
    ("avx512-64.inc", "without 'test BYTES_LEFT, BYTES_LEFT'", "the flags of the subtraction are still there"),
    ("x86-64.inc", "PADDED is", "the padded block may lie anywhere in the frame"),
    ("x86-32.inc", "without 'je LABEL(x86_block)'", "copies a full block, too; a zero goes to SIGMA, set later"),
    ("x86-64.inc", "without 'je LABEL(x86_return)'", "wipes what holds nothing as well"),
    ("ssse3-32.inc", "AT_ROTATIONS is", "the address may lie anywhere in the frame"),
    ("ssse3-32.inc", "without 'je LABEL(ssse3_return)'", "wipes what holds nothing as well"),
    ("sse2-32.inc", "without 'je LABEL(sse2_return)'", "wipes what holds nothing as well"),
]

PROGRAMS = "util", "build/tests/checkasm", "build/tests/xop"

Mutant = collections.namedtuple("Mutant", "file start end text what")
Kernel = collections.namedtuple("Kernel", "name emulated")


def mask_comments(text):
    """Comments as spaces of the same length, so that places stay the same."""
    return re.sub(r"/\*.*?\*/", lambda m: re.sub(r"[^\n]", " ", m.group()), text, flags=re.S)


def mutants_of(file, text):
    """All mutants of a file, in the order of their places."""
    masked = mask_comments(text)
    found = []

    def add(start, end, new, what):
        line = text.count("\n", 0, start) + 1
        found.append(Mutant(file, start, end, new, "line %d: %s" % (line, what)))

    # statements: an instruction in lower case with operands or alone
    for m in re.finditer(r"(?m)(?:(?<=;)|^(?!#)|(?<=\) ))[ \t]*([a-z][a-z0-9]+(?:[ \t][^;\n\\]*?)?)[ \t]*(?=;|\\?$)",
                         masked):
        statement = m.group(1)
        add(m.start(1), m.end(1), "", "without '%s'" % statement)
        number = re.search(r", (\d+|0x[0-9a-f]+)$", statement)
        if number:
            at = m.start(1) + number.start(1)
            new = str(int(number.group(1), 0) + 1)
            add(at, at + len(number.group(1)), new, "'%s' with %s" % (statement, new))
        if re.search(r"\bIN(PUT)? \+ 8 \* ", statement):
            at = m.start(1) + statement.index("IN")
            add(at, at, "1 + ", "'%s' one byte further" % statement)
            wide = re.match(r"(v?mov)q (\w+, )MEM64\(([^()]*)\)", statement)
            if wide:
                add(m.start(1), m.end(1), "%sdqu %s[%s]" % wide.groups(), "'%s' reads 16 bytes" % statement)
        if statement.startswith("adc "):
            add(m.start(1), m.start(1) + 3, "add", "'%s' without the carry" % statement)
    # twelve rounds: two message words swapped, at either end
    for m in re.finditer(r"\w\(((?:[^()\n]*?)(\d+), *(\d+)(?:, *\d+){5,}[^()\n]*)\)", masked):
        if m.group(2) != m.group(3):
            add(m.start(2), m.end(3), "%s, %s" % (m.group(3), m.group(2)), "words %s and %s swapped" % m.group(2, 3))
        last = re.search(r"(\d+), *(\d+)$", m.group(1))
        if last and last.group(1) != last.group(2):
            at = m.start(1)
            add(at + last.start(1), at + last.end(2), "%s, %s" % (last.group(2), last.group(1)),
                "words %s and %s swapped" % last.group(1, 2))
    # named numbers and constants
    for m in re.finditer(r"(?m)^#define (\w+)[ \t]+(\d+|0x[0-9a-f]+)[ \t]*$", masked):
        if not m.group(1).startswith("FRAME"):
            new = str(int(m.group(2), 0) + 1)
            add(m.start(2), m.end(2), new, "%s is %s" % (m.group(1), new))
    for m in re.finditer(r"(?m)^(?:QUADS|BYTES|DWORDS)\((\d+|0x[0-9a-f]+)", masked):
        add(m.start(1), m.end(1), str(int(m.group(1), 0) ^ 1), "constant %s with one bit changed" % m.group(1))
    # macros that do one thing each
    for m in re.finditer(r"(?m)(?<![\w#])((?:WIPE|CALL)\(\w+\))(?=;| *\\?$)", masked):
        add(m.start(1), m.end(1), "", "without %s" % m.group(1))
    # registers that belong to the caller, for kernels that do not save them anyway
    for m in re.finditer(r"(?m)^ *(EPILOGUE_VECTOR)\b", masked):
        for register in ("rbx", "r12", "r13", "r14", "r15") if "-64" in file else ():
            add(m.start(1), m.start(1), "mov %s, rsp; " % register, "clobbers " + register)
    found.sort(key=lambda x: (x.start, x.what))
    return found


def mutants_of_abi(file, text):
    """What a prologue and epilogue save and restore, in the part that this system uses."""
    found = []
    masked = mask_comments(text)
    for m in re.finditer(r"(?m)^ *((?:pop|push|mov|add|sub|and|lea) [^;\n\\]+)", masked):
        before = masked[:m.start()]
        inside = [w for w in re.findall(r"(?m)^#(if defined\(ASM_WIN64\)|else|endif)", before)]
        depth = []
        for word in inside:
            if word.startswith("if"):
                depth.append(True)
            elif word == "else":
                depth[-1] = False
            elif depth:
                depth.pop()
        if depth and depth[-1]:
            continue
        line = text.count("\n", 0, m.start(1)) + 1
        found.append(Mutant(file, m.start(1), m.end(1), "", "line %d: without '%s'" % (line, m.group(1))))
        if m.group(1) == "pop r14":
            found.append(Mutant(file, m.start(1), m.end(1), "pop rax", "line %d: r14 is lost" % line))
    return found


class Tree:
    """A copy of the project to spoil."""

    def __init__(self, folder, configure):
        self.folder = folder
        shutil.copytree(TOP, folder, ignore=shutil.ignore_patterns(".git", "build", "bin"))
        for name in ("build", "bin"):
            os.makedirs(os.path.join(folder, name))
        self.run("./configure", *configure)
        self.run("make", *PROGRAMS, timeout=300)

    def run(self, *command, timeout=60):
        done = subprocess.run(command, cwd=self.folder, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, timeout=timeout, text=True, errors="replace", check=False)
        if done.returncode:
            raise subprocess.CalledProcessError(done.returncode, command, done.stdout)
        return done.stdout

    def caught_by(self, kernels, timeout=30):
        """Who notices that one of the kernels is wrong; None if nobody does."""
        try:
            self.run("make", *PROGRAMS)
        except subprocess.SubprocessError:
            return "assembler"
        native = [k.name for k in kernels if not k.emulated]
        tests = []
        if native:
            tests.append(("self-test", ("bin/blake2b-util", "list")))
            chosen = [word for name in native for word in ("--impl", name)]
            tests.append(("fuzz", ("bin/blake2b-util", "fuzz", "--seed", SEED, "--count", "400", *chosen)))
        if len(native) < len(kernels):
            tests.append(("emulator", ("build/tests/xop", SEED)))
        tests += [("checkasm", ("build/tests/checkasm", "--seed", SEED, "--impl", k.name)) for k in kernels]
        for name, command in tests:
            try:
                self.run(*command, timeout=timeout)
            except subprocess.SubprocessError:
                return name
        return None

    def try_mutant(self, mutant, kernels):
        path = os.path.join(self.folder, mutant.file)
        with open(path) as f:
            text = f.read()
        try:
            with open(path, "w") as f:
                f.write(text[:mutant.start] + mutant.text + text[mutant.end:])
            return self.caught_by(kernels)
        finally:
            with open(path, "w") as f:
                f.write(text)


def reason_equivalent(mutant):
    for file, part, reason in EQUIVALENT:
        if mutant.file.endswith(file) and part in mutant.what:
            return reason
    return None


def spread(mutants, count):
    if not count or len(mutants) <= count:
        return mutants
    return [mutants[i * len(mutants) // count] for i in range(count)]


def main():
    parser = argparse.ArgumentParser(description="Would the tests notice?")
    parser.add_argument("--bits", choices=("32", "64"), default="64")
    parser.add_argument("--sample", type=int, default=60)
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--kernel", action="append", help="only this file's mutants; may be repeated")
    options = parser.parse_args()

    configure = []
    if options.bits == "32":
        triplet = subprocess.run(["cc", "-print-multiarch"], capture_output=True, text=True, check=False).stdout.strip()
        configure = ["--force-32bits", "CPPFLAGS=-idirafter /usr/include/" + triplet]

    failed = False
    with tempfile.TemporaryDirectory() as folder:
        try:
            trees = [Tree(os.path.join(folder, "tree%d" % i), configure) for i in range(options.jobs)]
        except subprocess.SubprocessError as error:
            print("SKIP mutate/%s: does not build here: %s" % (options.bits, str(error)[:200]))
            return 0
        states = dict(line.split(",")[::2] for line in trees[0].run("bin/blake2b-util", "list", "--csv").split())
        with open(os.path.join(TOP, TABLE)) as f:
            rows = re.findall(r'^KERNEL\(\w+, *(\w+), *X86_%s, *[^"]*"([^"]*)"' % options.bits, f.read(), re.M)
        emulated = trees[0].run("build/tests/xop")
        files = collections.defaultdict(list)  # the kernels that each is part of
        everyone = []
        for name, file in rows:
            kernel = Kernel(name, states.get(name) == "unsupported")
            if not (kernel.emulated and "RAN %s-%s" % (name, options.bits) in emulated) and \
                    states.get(name) not in ("ok", "used"):
                print("SKIP mutate/%s-%s: %s by this CPU" % (name, options.bits, states.get(name, "not in the build")))
                continue
            everyone.append(kernel)
            files[KERNELS + file].append(kernel)
            with open(os.path.join(TOP, KERNELS + file)) as f:
                for part in re.findall(r'(?m)^#\s*include "(blake2b_[^"]*)"', f.read()):
                    files[KERNELS + part].append(kernel)
        if not files:
            print("SKIP mutate/%s: no kernels in this build" % options.bits)
            return 0
        files[KERNELS + "blake2b_x86-common.inc"] = everyone
        files["app/driver/x86/abi-%s.h" % options.bits] = everyone
        if trees[0].caught_by(everyone, timeout=300):
            print("FAIL mutate/%s: the unspoilt kernels do not pass" % options.bits)
            return 1

        free = list(trees)
        for file, kernels in files.items():
            if options.kernel and not any(k in file for k in options.kernel):
                continue
            with open(os.path.join(TOP, file)) as f:
                text = f.read()
            mutants = (mutants_of_abi if "abi-" in file else mutants_of)(file, text)
            if file.endswith("common.inc"):
                # the other width's code is not in this build
                start, middle, end = text.index("if ASM_BITS == 64"), text.rindex("#else"), text.rindex("#endif")
                other = (middle, end) if options.bits == "64" else (start, middle)
                mutants = [m for m in mutants if not other[0] <= m.start < other[1]]
            mutants = spread(mutants, options.sample)
            equivalent = [m for m in mutants if reason_equivalent(m)]
            mutants = [m for m in mutants if not reason_equivalent(m)]
            caught = collections.Counter()
            survivors = []

            def work(mutant, kernels=kernels):
                tree = free.pop()
                try:
                    return mutant, tree.try_mutant(mutant, kernels)
                finally:
                    free.append(tree)

            with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
                for mutant, by in pool.map(work, mutants):
                    if by:
                        caught[by] += 1
                    else:
                        survivors.append(mutant)
            short = "mutate/" + os.path.basename(file)
            for mutant in survivors:
                print("FAIL %s: nobody noticed: %s" % (short, mutant.what))
                failed = True
            if not survivors:
                print("PASS %s: %d of %d caught (%s), %d equivalent" % (
                    short, len(mutants), len(mutants),
                    ", ".join("%s %d" % pair for pair in caught.most_common()), len(equivalent)))
            sys.stdout.flush()
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
