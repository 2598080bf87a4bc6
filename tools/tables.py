#!/usr/bin/env python3
# SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT
"""
Writes the tables of doc/performance.md, doc/firmware.md and README.md from the tables of kernels
(app/extensions/*/*.def), the facts about each family (figures.csv in the same folder) and the
records in measured/ (doc/performance.md describes them). The first family is always checked, others
only if they have records.

  tools/tables.py                        writes the tables
  tools/tables.py --check                a test: fails if a page is not up to date, if a record names
                                         an unknown kernel, or if a row of a table should be
                                         generated from measurements and is not
  tools/tables.py --record FILE RUN.csv...
                                         writes the output of "blake2b-util bench --record" to the
                                         record FILE, which need not exist: for each figure the
                                         second-least undisturbed one (of one or two runs the least),
                                         and the head of the last run
  tools/tables.py --record FILE TARGET RUN.csv...
                                         the same for the output of "blake2b-util bench --csv";
                                         keeps the head
  tools/tables.py --shape FILE RUN.csv...
                                         the same for the output of "blake2b-util bench --shape", point
                                         by point, to FILE.shape for the record FILE.csv
  tools/tables.py --code OBJECT...       writes the kernels' bytes of code, read from ELF objects, to
                                         measured/code.csv

In a page a table is between <!-- table: NAME --> and <!-- end -->.
"""
import csv
import glob
import io
import os
import re
import subprocess
import sys
import textwrap
from decimal import Decimal, ROUND_HALF_UP

TOP = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
# The families' tables. A family in the pages has a row in figures.csv:
#   block        bytes of a block
#   prefix       the prefix of its kernels' names in records; the first family has none
#   one, many    the groups of bench for one message and for many
#   parallel     the hash in its group parallel
#   latency      of one message, in cycles per byte
# For other families only the bytes of code are recorded.
TABLES = {os.path.basename(path)[:-len(".def")]: os.path.relpath(path, TOP)
          for path in sorted(glob.glob(os.path.join(TOP, "app/extensions/*/*.def")))}
HASHES = {}
for known in sorted(glob.glob(os.path.join(TOP, "app/extensions/*/figures.csv"))):
    with open(known, encoding="utf-8") as figures_csv:
        HASHES.update((row["family"], row) for row in csv.DictReader(figures_csv))
HASHES = dict(sorted(HASHES.items(), key=lambda item: bool(item[1]["prefix"])))
MORE = [name for name in TABLES if name not in HASHES]
PAGES = ["README.md", "doc/performance.md", "doc/firmware.md"]
CALLS = ["target", "implementation", "group", "cycles"]
RUN = CALLS[:3] + ["bytes", "cycles", "cycles_per_byte", "source"]  # of bench --record
COUNTS = ["target", "implementation", "cpu", "quantity", "value", "source"]
# The order of groups in records; others come after them.
GROUPS = ["serial", "hash", "stream", "pieces", "many", "prefix", "parallel", "xof"]
NOT_TIMED = "not timed"
KIB, MIB = 1 << 10, 1 << 20

# The names of targets in the pages, what each of their CPUs has, and the reference for comparison.
TARGETS = {"X86_64": ("64 bits", "64-bit registers", "generic/64"),
           "X86_32": ("32 bits", "an 80386", "generic/3264"),
           "ARM64": ("AArch64", "general registers", "generic/64"),
           "ARM": ("32-bit ARM", "general registers", "generic/3264"),
           "ARM_M": ("Cortex-M", "Thumb-2", "generic/3264"),
           "RISCV64": ("64-bit RISC-V", "general registers", "generic/64")}
# CPU_...: the vendors' names
FEATURES = {"AVX512F": "AVX-512F", "AVX512VL": "AVX-512VL",
            "AVX512BW": "AVX-512BW", "ARMV6": "ARMv6", "ZBB": "Zbb", "ZVBB": "Zvbb",
            "V256": "256-bit registers",
            "V512": "512-bit registers"}
# As readelf calls them.
MACHINES = {"Advanced Micro Devices X86-64": "X86_64", "Intel 80386": "X86_32", "AArch64": "ARM64",
            "ARM": "ARM", "RISC-V": "RISCV64"}


def rounded(figure, digits):
    """Rounds half up: 0.955 is 0.96."""
    return str(Decimal(figure).quantize(Decimal(1).scaleb(-digits), ROUND_HALF_UP))


class Wrong(Exception):
    """An error, as a message of one line."""


class Kernel:
    def __init__(self, row, name, messages, target, needs):
        self.row, self.level, self.name, self.messages, self.target = (row, needs, name, messages,
                                                                        target)
        self.features = features = re.findall(r"CPU_(\w+)", needs)
        self.needs = ", ".join(TARGETS[target][1] if f == "BASE" else FEATURES.get(f, f)
                               for f in features)


def cpu_families():
    """The families of CPUs, the unknown one first: identifier, and name without the vendor."""
    with open(os.path.join(TOP, "app/driver/cpu.h"), encoding="utf-8") as file:
        return re.findall(r'FAMILY\((\w+), "(?:\w+ )?(.*)"\)', file.read())


class Family:
    """The rows of a family's table."""

    def __init__(self, name):
        self.name, self.path, about = name, TABLES[name], HASHES.get(name, {})
        self.block, self.serial, self.many = int(about.get("block", 0)), about.get(
            "one"), about.get("many")
        self.one = 7 * self.block // 8 - 1  # not for the first family: the longest message of one block
        self.prefix, self.title = about.get("prefix", name + ":"), about.get("title")
        self.parallel = "%s, 1 MiB" % about.get("parallel")
        self.first = not self.prefix
        path = os.path.join(TOP, self.path)
        rows = subprocess.run(["awk", "-f", os.path.join(TOP, "app/driver/table.awk"), path],
                              capture_output=True, text=True, check=False)
        if rows.returncode:
            raise Wrong(rows.stderr.strip())
        self.kernels, self.others, self.references = [], [], {}  # others: of other contracts
        self.preferences, self.costs, self.plans = [], [], []
        for kind, *columns in (line.split("\t") for line in rows.stdout.splitlines()):
            if kind == "KERNEL":
                row, name, messages, target, needs, _, _, called = columns
                if messages.isdigit():
                    self.kernels.append(Kernel(row, name, int(messages), target, needs))
                else:
                    lanes = re.sub(r"\D", "", messages) or 1
                    self.others.append(Kernel(row, called, int(lanes), target, needs))
            elif kind == "REFERENCE":
                self.references["generic/" + columns[0]] = os.path.basename(columns[1])
            elif kind == "PREFER":
                self.preferences.append(columns)
            elif kind == "COST":
                self.costs.append(columns)
            elif kind.endswith("_PLAN"):
                self.plans.append([kind] + columns)

    def figure(self, record, kernel, target, digits=None, size=8 * KIB):
        """The figure of a kernel, or of the single-message implementation with this name."""
        several = not isinstance(kernel, str) and kernel.messages > 1
        return record.calls(target, self.prefix + (kernel if isinstance(kernel, str)
                                                   else kernel.name),
                            self.many if several else self.serial, size, digits)

    def on_record(self, record):
        return self.first or any(r["implementation"].startswith(self.prefix) for r in record.rows)

    def recorded(self, records):
        """The record of each family of CPUs that has one."""
        return {cpu: record for cpu, core in cpu_families() for record in records.values()
                if core in (record.about.get("family"), record.about.get("core"))
                and self.on_record(record)}

    def of(self, target, several):
        return [k for k in self.kernels if k.target == target and (k.messages > 1) == several]

    def knows(self, target, name):
        """Whether it is a kernel, a reference, a group of them ("one-by-one"), or another library with its version."""
        return (name in self.references or name in ("one-by-one", "automatic")
                or re.match(r".* [0-9]", name)
                or any(k.target == target and k.name == name for k in self.kernels + self.others))


class Families:
    """All families, with the names of their kernels in records."""

    def __init__(self):
        self.each = [Family(name) for name in HASHES]
        self.more = self.each + [Family(name) for name in MORE]
        self.all = [(k.target, f.prefix + k.name) for f in self.more for k in f.kernels]
        self.references = [f.prefix + name for f in self.more for name in f.references]

    def of(self, name):
        return next((f for f in self.more if f.prefix and name.startswith(f.prefix)), self.each[0])

    def knows(self, target, name):
        family = self.of(name)
        return family.knows(target, name[len(family.prefix):])


class Record:
    """One file of measured/: its head and its rows. A row of CALLS has many figures, "BYTES:CYCLES", with "?" if all
    runs were disturbed; each is a row here."""

    def __init__(self, path):
        self.path = path
        with open(os.path.join(TOP, path), encoding="utf-8") as file:
            lines = file.read().splitlines()
        self.head = [line for line in lines if line.startswith("#")]
        self.about = dict(re.match(r"# (\w+) = (.*)", line).groups()
                          for line in self.head if " = " in line)
        reader = csv.DictReader(line for line in lines if line and not line.startswith("#"))
        self.columns = reader.fieldnames
        self.rows = list(reader)
        if self.columns not in (CALLS, RUN, COUNTS):
            raise Wrong("%s: not the columns %s, nor %s"
                        % (path, ",".join(CALLS), ",".join(COUNTS)))
        for row in self.rows:
            if None in row or None in row.values():
                raise Wrong("%s: not a row: %s" %
                            (path, ",".join(v for v in row.values() if isinstance(v, str))))
        if self.columns == CALLS:
            self.rows = [{**row, "bytes": figure.split(":")[0], "cycles": figure.split(":")[-1]}
                         for row in self.rows for figure in row["cycles"].split()]
        elif self.columns == RUN:
            self.columns = CALLS
            for row in self.rows:
                row["cycles"] += "?" * (row["source"] == "disturbed")
        self.found = {}
        for row in self.rows:
            if self.key(row) in self.found:
                raise Wrong("%s: twice: %s" % (path, " ".join(self.key(row))))
            self.found[self.key(row)] = row

    def key(self, row):
        return tuple(row[column] for column in self.columns[:3] +
                     ["bytes" if self.columns == CALLS else self.columns[3]])

    def calls(self, target, name, group, size, digits=None):
        """Cycles of a call, or with digits cycles per byte; as text, "" without a reliable record."""
        row = self.found.get((target, name, group, str(size)))
        if not row or row["cycles"].endswith("?"):
            return ""
        return (rounded(Decimal(row["cycles"]) / size, digits) if digits
                else rounded(row["cycles"], 0))

    def count(self, target, name, quantity, cpu=""):
        row = self.found.get((target, name, cpu, quantity))
        return row["value"] if row else ""

    def cpus(self, target):
        return list(dict.fromkeys(row["cpu"] for row in self.rows if row["target"] == target
                                  and row["cpu"]))

    def write(self):
        out, rows = io.StringIO(), self.rows
        if self.columns == CALLS:
            figures = {}
            for row in rows:
                figures.setdefault(self.key(row)[:3], []).append(row["bytes"] + ":" + row["cycles"])
            rows = [dict(zip(CALLS, (*key, " ".join(each)))) for key, each in figures.items()]
        writer = csv.DictWriter(out, self.columns, lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)
        with open(os.path.join(TOP, self.path), "w", encoding="utf-8") as file:
            file.write("\n".join(self.head) + "\n" + out.getvalue())


def row_of(cells):
    return "|" + "|".join(" %s " % cell if cell else " " for cell in cells) + "|"


def table(heads, rows):
    """A column whose heading ends with ":" has figures."""
    lines = [row_of(h.rstrip(":") for h in heads),
             row_of("---:" if h.endswith(":") else "---" for h in heads)]
    return "\n".join(lines + [row_of(cells) for cells in rows])


class Pages:
    def __init__(self, family, records):
        self.family = family
        # Measurements, Zen 4 first; the first family without its name, as in the pages.
        self.here = sorted((r for r in records.values() if r.columns == CALLS),
                           key=lambda r: (r is not records["zen4"], r.path))
        self.code, self.emulators = records["code"], records["emulators"]

    def code_of(self, kernel):
        return self.code.count(kernel.target, kernel.name, "code") or "not recorded"

    def on_cpus(self, heads, columns, rows):
        """A table that has these columns for each CPU with figures, or "". A row is its first cells
        and a function of a record that returns the figures."""
        cpus = [(record.about["core"], [figures(record) for _, figures in rows])
                for record in self.here]
        cpus = [(core, found) for core, found in cpus if any(map(any, found))]
        blank = [NOT_TIMED] + [""] * (len(columns) - 1)
        heads = heads + ["%s%s:" % ("" if n else core + ", ", column) for core, _ in cpus
                         for n, column in enumerate(columns)]
        return table(heads, [
            cells + [figure for _, found in cpus
                     for figure in (found[n] if any(found[n]) else blank)]
            for n, (cells, _) in enumerate(rows)]) if cpus else ""

    def timed(self, target):
        title, _, reference = TARGETS[target]

        def of(name):
            return lambda record: [record.calls(target, name, "serial", size, digits)
                                   for size, digits in ((1, None), (128, 2), (8 * KIB, 2))]
        rows = [(["`%s`" % k.name, k.needs, self.code_of(k)], of(k.name))
                for k in self.family.of(target, False)]
        rows.append((["`%s`" % reference, "a C compiler", ""], of(reference)))
        return self.on_cpus([title, "needs", "code:"], ["1 byte", "128 bytes", "8 KiB"], rows)

    def counted(self, target, several=False):
        head = [TARGETS[target][0]] + ["messages:"] * several + ["needs", "code:", "instr.:"]
        return table(head, [["`%s`" % k.name] + [str(k.messages)] * several +
                            [k.needs, self.code_of(k),
                             self.emulators.count(target, k.name, "instructions") or "not counted"]
                            for k in self.family.of(target, several)])

    def several(self, target):
        many = [("many", 64, None), ("many", 8 * KIB, 2), ("parallel", MIB, 2)]

        def of(name, messages):
            # (The hash of the group parallel splits a message into four.)
            return lambda record: [record.calls(target, name, *each) if messages <= 4
                                   or each[0] != "parallel" else "" for each in many]
        rows = [(["`%s`" % k.name, str(k.messages), k.needs, self.code_of(k)],
                 of(k.name, k.messages)) for k in self.family.of(target, True)]
        rows += [(["one by one", "1", "", ""], of("one-by-one", 1))] * bool(rows)
        return self.on_cpus(["several messages", "messages:", "needs", "code:"],
                            ["64 bytes", "8 KiB", self.family.parallel], rows)

    def others(self, record):
        """Names of other libraries, and their figures in the columns of the table."""
        names = dict.fromkeys(r["implementation"] for r in record.rows
                              if re.match(r".* [0-9]", r["implementation"]))
        figures = [(name, [record.calls("X86_64", name, *each) for each in self.columns()])
                   for name in names]
        return [each for each in figures if any(each[1])]

    def columns(self):
        """Groups, sizes and digits for the comparison with others: one message, then several."""
        if self.family.first:
            return [("serial", 8 * KIB, 2), ("many", 64, None), ("many", 8 * KIB, 2),
                    ("parallel", MIB, 2)]
        return [(self.family.serial, self.family.one, None), (self.family.serial, 8 * KIB, 2),
                (self.family.many, 8 * KIB, 2)]

    def own(self, record):
        """The best figures of this library, in the same columns."""
        def best(group, size, digits):
            several = group != self.family.serial
            names = [k.name for k in self.family.of("X86_64", several)] + ["automatic"] * several
            figures = [record.calls("X86_64", self.family.prefix + name, group, size, digits)
                       for name in names]
            return min(filter(None, figures), key=float, default="")
        return [best(*each) for each in self.columns()]

    def beside(self):
        """The best of each library, on each CPU with figures of others."""
        heads = ["one message, 8 KiB", "many, 64 bytes", "many, 8 KiB", self.family.parallel]
        if not self.family.first:
            heads = ["one message, %d bytes" % self.family.one] + heads[:1] + heads[2:3]
        found = [(record, dict(self.others(record))) for record in self.here]
        found = {record.path: {"this library": self.own(record), **others}
                 for record, others in found if others}
        none = [""] * len(heads)

        def of(name):
            return lambda record: found.get(record.path, {}).get(name, none)
        return self.on_cpus([self.family.title + ", best of each library"], heads,
                            [([name], of(name)) for name in
                             dict.fromkeys(name for each in found.values() for name in each)])

    def in_words(self):
        """Sentences for the top of README.md: one message, then many, compared with the fastest of others."""
        shown = []
        for record in self.here:
            others = [[f[at] for _, f in self.others(record) if f[at]] for at in (0, 2)]
            if all(others):
                own = self.own(record)
                shown.append((record.about["core"], own[0], own[2],
                              *(min(each, key=float) for each in others)))
        sentences = ["On AMD %s, a message of 8 KiB takes %s cycles per byte. Many messages at "
                     "once take %s. The fastest "
                     "other libraries take %s and %s." % shown[0]]
        sentences += ["On %s, the figures are %s and %s, against %s and %s." % each
                      for each in shown[1:]]
        return "\n".join(textwrap.wrap(" ".join(sentences), 100))

    def rounds(self):
        """The compression function only, on each CPU with figures for it."""
        names = list(dict.fromkeys(r["implementation"] for record in self.here for r in record.rows
                                   if (r["target"], r["group"]) == ("X86_64", "rounds")))
        rows = []
        for record in self.here:
            for rounds in (0, 12, 1000):
                each = rounds == 1000
                row = [record.calls("X86_64", name, "rounds", rounds, 1 if each else None)
                       for name in names]
                if any(row):
                    rows.append([record.about["core"], "%d%s" % (rounds, ", each" * each)] + row)
        return table(["CPU", "rounds:"] + ["`%s`:" % name for name in names], rows)

    def cortex_m(self):
        """Instructions per block on Cortex-M, of the references and of the kernel."""
        names = [n for n in self.family.references
                 if any((r["target"], r["implementation"]) == ("ARM_M", n)
                        for r in self.emulators.rows)]
        names.sort(key=lambda n: (n == "generic/64", n))
        rows = []
        for core in ("Cortex-M0", "Cortex-M3", "Cortex-M4"):
            kernel = self.emulators.count("ARM_M", "thumb2", "instructions", core)
            kernel = kernel or (self.emulators.count("ARM_M", "thumb2", "instructions")
                                if core == "Cortex-M3" else "")
            rows.append(["`%s`" % core.lower()] + [self.emulators.count("ARM_M", n, "instructions",
                                                                        core + ", gcc 12")
                                                   for n in names] + [kernel])
        return table(["`-mcpu`"] + ["`%s`:" % n for n in names] + ["`thumb2`:"], rows)

    def of_family(self):
        """The tables of another family."""
        made, family = [], self.family
        columns = [(family.one, None), (8 * KIB, 2)]
        for target in TARGETS:
            def of(kernel, target=target):
                return lambda record: [family.figure(record, kernel, target, digits, size)
                                       for size, digits in columns]
            rows = [(["`%s`" % k.name, str(k.messages), k.needs,
                      self.code.count(target, family.prefix + k.name, "code")], of(k))
                    for k in family.of(target, False) + family.of(target, True)]
            rows += [(["`%s`" % name, "1", "a C compiler", ""], of(name))
                     for name in family.references]
            made.append(self.on_cpus(["%s, %s" % (family.title, TARGETS[target][0]), "messages:",
                                      "needs", "code:"], ["%d bytes" % family.one, "8 KiB"], rows))
        return [each for each in made + [self.beside()] if each]

    def references(self):
        rows, before = [], ""
        for target in ("AVR", "MSP430"):
            cpu = self.emulators.cpus(target)[0]
            for name in sorted(self.family.references, key=lambda n: (len(n), n)):
                cells = [self.emulators.count(target, name, q, cpu)
                         for q in ("code", "stack", "cycles_per_byte")]
                if any(cells):
                    rows.append(["`%s`" % name, self.family.references[name].join("``"),
                                 "" if cpu == before else cpu] + cells)
                    before = cpu
        return table(["reference", "file", "CPU, compiler", "code:", "stack:", "cycles per byte:"],
                     rows)

    def tables(self):
        made = {"ARM64": self.counted("ARM64"), "ARM": self.counted("ARM"),
                "ARM_M": self.counted("ARM_M"), "RISCV64": self.counted("RISCV64"),
                "several messages, ARM64": self.counted("ARM64", True),
                "several messages, RISCV64": self.counted("RISCV64", True),
                "references": self.references(),
                "rounds": self.rounds(),
                "Cortex-M": self.cortex_m(), "beside others": self.beside()}
        for name, of in (("one message", self.timed), ("several messages", self.several)):
            made[name] = "\n\n".join(filter(None, map(of, TARGETS)))
        return made


def text_of(path):
    with open(os.path.join(TOP, path), encoding="utf-8") as file:
        return file.read()


def keep(path, should_be, check):
    """Writes the file; with check, reports if it is not up to date."""
    is_now = text_of(path) if os.path.exists(os.path.join(TOP, path)) else ""
    if is_now == should_be:
        return
    if check:
        pairs = zip(is_now.split("\n") + [""], should_be.split("\n") + [""])
        line, (has, wants) = next((n, pair) for n, pair in enumerate(pairs, 1)
                                  if pair[0] != pair[1])
        raise Wrong('%s:%d: "%s", should be "%s"; tools/tables.py writes it'
                    % (path, line, has, wants))
    with open(os.path.join(TOP, path), "w", encoding="utf-8") as file:
        file.write(should_be)


def written(page, made):
    """The page with its generated tables."""
    parts = re.split(r"(<!-- table: .*? -->\n|<!-- end -->)", text_of(page))
    for i in range(1, len(parts), 2):
        name = re.match(r"<!-- table: (.*) -->", parts[i])
        if name:
            if name.group(1) not in made or parts[i + 2:i + 3] != ["<!-- end -->"]:
                raise Wrong("%s: no such table, or it has no end: %s" % (page, name.group(1)))
            parts[i + 1] = made.pop(name.group(1)) + "\n"
    return "".join(parts)


def measured_part(path):
    """The generated file that a family's table includes. (Its name does not end with .def, as tables' names do.)"""
    return re.sub(r"\.def$", "_measured.inc", path)


IMPLIED = {"AVX512F": ["AVX2"], "AVX512VL": ["AVX512BW", "BMI2"], "AVX2": ["AVX"],
           "AVX": ["SSSE3"], "SSSE3": ["SSE2"], "SHA3": ["NEON"],
           "V512": ["V256"], "V256": ["V"]}


def implied(features):
    """The features of a CPU with these features, as far as kernels depend on them."""
    found = set(features) - {"BASE"}
    for feature, others in IMPLIED.items():  # from the newest on
        if feature in found:
            found.update(others)
    return found


def second_of(family, target, names):
    """From kernels in the order of speed, the one to use on CPUs that do not have the first: it needs fewer features,
    or other ones. (If the first needs nothing, the next.)"""
    needs = {k.name: implied(k.features) for k in family.of(target, False)}
    return next((n for n in names[1:] if not needs[names[0]] or not needs[n] >= needs[names[0]]),
                names[1])


def costs_of(family, records, target, cpu):
    """Cycles of a block, or of a block of each message: from the record of 8 KiB, or COST rows."""
    record = family.recorded(records).get(cpu)
    costs = {name: int(cycles) for known in ["UNKNOWN"] * (not record) + [cpu]
             for of, family_of, name, cycles, _ in family.costs if (of, family_of) == (target, known)}
    for k in family.kernels if record else []:
        figure = k.target == target and family.figure(record, k, target, 3)
        if figure and k.name in costs:
            raise Wrong("%s: COST of %s on %s: by hand what was measured"
                        % (family.path, k.name, cpu))
        if figure:
            costs[k.name] = int(rounded(Decimal(figure) * family.block * k.messages, 0))
    return costs


# Where nothing was measured: the cost of one message, and of several in tenths of it, as on Zen 4.
ONE_MESSAGE = 300
TENTHS = {2: 18, 3: 18, 4: 16, 8: 26, 16: 48}
COUNTED = 100                  # the most messages of the group counts


NEVER = 99


class Way:
    """A kernel for a number of messages at once: cycles of each call, and of all calls together. (Those of short
    messages, where measured: of all full groups.)"""

    def __init__(self, kernel, kind, messages, cycles, once=0.0, together=None):
        self.kernel, self.kind, self.messages = kernel, kind, messages
        self.cycles, self.once, self.together = float(cycles), float(once), together

    def step(self, n, kind):
        """Of the next of N messages: cycles, messages that are left, and the kind in use after it."""
        groups = 1 if self.together else max(1, n // self.messages)
        once = self.once * (not self.together or self.together != kind)
        return groups * self.cycles + once, max(0, n - groups * self.messages), self.together


def thresholds(where, alone, ways, blocks=()):
    """From how many messages on each way is the first step of the fastest plan: (number, way). BLOCKS: the same for
    what follows a step in lanes."""
    most = 3 * max(w.messages for w in ways)
    ways = [w for w in ways  # the fastest for as many, and worth 2 % over two calls of one half as wide
            if not any(v.messages == w.messages and (v.cycles, v.once) < (w.cycles, w.once)
                       and v.cycles + v.once <= w.cycles + w.once
                       or v.together == w.together == "LANES" and 2 * v.messages == w.messages
                       and 2 * v.cycles <= 1.02 * w.cycles for v in ways)]
    kinds = {None, *(w.together for w in ways)}
    fastest = {}  # by number and the kind in use before: cycles, and the way of the first step

    def step(n, way, kind):
        if not way:
            return alone + fastest[n - 1, kind][0]
        spent, *rest = way.step(n, kind)
        return spent + fastest[tuple(rest)][0]
    for n in range(most + 1):
        for kind in kinds:
            # (Of equal ones, as 4 + 1 and 1 + 4, the one that begins with most.)
            fastest[n, kind] = min(((step(n, w, kind), -w.messages if w else 0, w)
                                    for w in ways + [None]),
                                   key=lambda found: found[:2])[::2] if n else (0, None)
    starts = [next((n for n in range(2, 17) if n <= most and fastest[n, None][1] is w), NEVER)
              for w in ways]

    def cycles():
        """By number and the kind in use before, by the thresholds."""
        order = sorted(zip(starts, ways), key=lambda each: (-each[0], -each[1].messages))
        found = {(0, kind): 0.0 for kind in kinds}
        for n in range(1, most + 1):
            for kind in kinds:
                way = next((w for start, w in (kind == "LANES" and blocks or order) if n >= start),
                           None)
                spent, *rest = way.step(n, kind) if way else (n * alone, 0, None)
                found[n, kind] = spent + found[tuple(rest)]
        return [found[n, None] / fastest[n, None][0] for n in range(1, most + 1)]
    before = None
    while before != starts:  # until no single threshold can be better
        before = list(starts)
        for i in sorted(range(len(ways)), key=lambda i: ways[i].messages):
            tried = []
            for starts[i] in [NEVER] + list(range(2, 17)):
                worse = cycles()
                # (A row must be worth it.)
                rows = sum(start != NEVER for start in starts)
                tried.append((round(max(worse), 2), sum(worse) + rows / 50, -starts[i]))
            starts[i] = -min(tried)[2]
    if max(cycles()) > 1.12:
        raise Wrong("%s: no thresholds do: %.2f times the best" % (where, max(cycles())))
    return sorted(((start, w) for start, w in zip(starts, ways) if start != NEVER),
                  key=lambda each: -each[0])


def plan_rows(family, records, kind, target, cpu, of_blocks):
    """The rows of one kind of plan for a family of CPUs, without the target and the family. OF_BLOCKS: keeps those for
    blocks, by level."""
    lanes = family.of(target, True)
    short = [k for k in family.others if k.target == target and k.name.startswith("short_")]
    rounds = [k for k in family.others if k.target == target and k.name.startswith("rounds_")
              and k.messages > 1]
    record, costs = family.recorded(records).get(cpu), costs_of(family, records, target, cpu)
    preferred = next((p[2:4] for p in family.preferences if p[:2] == [target, cpu]), [])
    kernels = {"BLOCKS": lanes, "ROUNDS": rounds, "MESSAGES": lanes + short}[kind]
    levels = {}
    for k in kernels:
        closed = frozenset(implied(k.features))
        levels[closed] = max(levels.get(closed, ""), k.level, key=len)
    rows = []
    for features, level in sorted(levels.items(), key=lambda item: -len(item[0])):
        def fits(k):
            return implied(k.features) <= features
        one = [k.name for k in family.of(target, False) if fits(k)]
        serial = next((n for n in preferred if n in one), (one + [""])[0])
        alone = costs.get(serial, ONE_MESSAGE)

        def cycles(k):
            name = k.name.partition("_")[2] if k in rounds else k.name
            return costs.get(name, alone * TENTHS[k.messages] // 10)
        # (Of a CPU on record, those that were measured.)
        # (Rounds: each step fills and empties lanes, which takes as long as six rounds.)
        ways = [Way(k, "LANES", k.messages, cycles(k) + alone / 2 * (k in rounds), 0, "LANES")
                for k in kernels
                if k not in short and fits(k) and (not record or k in rounds or k.name in costs)]
        if not ways or level != levels[frozenset(set().union(*(implied(w.kernel.features)
                                                               for w in ways)))]:
            continue
        price = alone
        if kind == "MESSAGES":
            eight, sixteen = (min((w.cycles for w in ways if w.messages == n), default=None)
                              for n in (8, 16))
            counts = record and record.calls(target, "automatic", "counts", 1)
            # Besides its block, a single message costs a quarter of a block. Lanes cost one block,
            # to set up and finish; short messages, three quarters. (Zen 4 and 5, within a tenth.)
            price = float(counts) if counts else alone * 5 / 4
            for w in ways:
                few = [record.calls(target, w.kernel.name, "counts", n) for n in (2, 3, 5)
                       if n <= w.messages] if counts else []
                all_ = counts and record.calls(target, w.kernel.name, "counts", COUNTED)
                if all_ and few[-1]:
                    w.cycles = float(all_) / -(-COUNTED // w.messages)
                    w.once = max(0, float(few[-1]) - w.cycles)
                else:
                    w.once = alone
            for k in filter(fits, short):
                # (Four: estimates, by a prototype on Zen 4. A whole call of one group: on record
                # since it is in the group counts; before, in a COST row.)
                four = min((cycles(other) * 11 / 10 for other in lanes
                            if other.name == k.name.partition("_")[2]), default=None)
                groups = [(8, eight), (16, sixteen)] if k.messages == 8 else [(4, four)]
                calls = [counts and float(record.calls(target, "automatic", "counts", n) or 0)
                         for n in (4, 8, 16)]
                if groups[0][1]:
                    once = (costs[k.name] - groups[0][1] if k.name in costs
                            else alone * (3 if k.messages == 8 else 1) / 4)
                    measured = counts and all(calls)
                    if measured:
                        once = 2 * calls[1] - calls[2] if k.messages == 8 else once
                        groups = [(n, c - once) for n, c in zip((4, 8, 16), calls)
                                  if n in dict(groups)]
                    ways += [Way(k, "SHORT", n, c, once, None if measured else k.name)
                             for n, c in groups if c]
        where = "%s: %s of %s on %s" % (family.path, kind, target, cpu)
        if kind == "MESSAGES":
            blocks = [(start, next(w for w in ways if w.kernel is v.kernel and w.kind == "LANES"))
                      for start, v in of_blocks[features]]
            made = thresholds(where, price, ways, blocks)
        else:
            made = thresholds(where, price, ways)
            if kind == "BLOCKS":
                of_blocks[features] = made
        for start, w in made:
            rows.append(", ".join([level, str(start)] + ([str(w.messages), w.kind] if kind ==
                                                         "MESSAGES" else [])
                                  + [w.kernel.row, w.kernel.name.partition("_")[2] if w.kernel in short + rounds
                                     else w.kernel.name]))
    return rows


def measured_rows(family, records):
    """PREFER rows of every recorded family of CPUs, from the cycles for 8 KiB; plans of all."""
    preferences, made = [], []
    for cpu, record in family.recorded(records).items():
        core = record.about["core"]
        for target in TARGETS:
            figures = {k: family.figure(record, k, target, 3) for k in family.of(target, False)}
            figures = {k: Decimal(f) for k, f in figures.items() if f}
            one = sorted(figures, key=figures.get)
            if len(one) > 1:
                names = [k.name for k in one]
                why = ", ".join("%s %s" % (k.name, rounded(figures[k], 2)) for k in one[:4])
                preferences.append([target, cpu, names[0], second_of(family, target, names),
                                    "measured on %s: %s cycles a byte" % (core, why)])
    # (The plans need them, of which those in the generated file may be old.)
    family.preferences = preferences + [p for p in family.preferences if
                                        not p[4].startswith("measured on") or
                                        p[1] not in family.recorded(records)]
    kinds = ["BLOCKS", "ROUNDS", "MESSAGES"] if family.first else ["BLOCKS"]
    for target in TARGETS:
        common = {}
        for cpu, _ in cpu_families():
            of_blocks = {}
            if cpu != "UNKNOWN" and not any(target == p[0] and cpu == p[1]
                                              for p in family.preferences + family.costs):
                continue
            for kind in kinds if family.of(target, True) else []:
                rows = plan_rows(family, records, kind, target, cpu, of_blocks)
                if rows != common.setdefault(kind, rows) or cpu == "UNKNOWN":
                    made += ["%s_PLAN(%s, %s, %s)" % (kind, target, cpu, row) for row in rows]
    return "".join(line + "\n" for line in [
        "/* SPDX-License-" "Identifier: LicenseRef-libblake2b-public-domain OR MIT */",
        "/* Generated by tools/tables.py (make regenerate): what measured/ has of CPUs on record, "
        "and plans. */",
        *('PREFER(%s, %s, %s, %s, "%s")' % tuple(p) for p in preferences), *made])


def check_preferences(family):
    """Checks that PREFER rows name existing kernels, with one row per family of CPUs."""
    seen = set()
    for target, cpu, first, second, _ in family.preferences:
        where = "%s: PREFER of %s: " % (family.path, cpu)
        if not {first, second} <= {k.name for k in family.of(target, False)}:
            raise Wrong(where + "no such kernel")
        if (target, cpu) in seen:
            raise Wrong(where + "twice, or by hand what was measured")
        seen.add((target, cpu))


def check_costs(family):
    """Checks that COST rows name existing kernels, with one row each."""
    seen = set()
    for target, cpu, name, cycles, _ in family.costs:
        where = "%s: COST of %s on %s: " % (family.path, name, cpu)
        if not any((k.target, k.name) == (target, name)
                   for k in family.kernels + family.others) or not re.fullmatch(r"\d+", cycles):
            raise Wrong(where + "no such kernel, or no figure")
        if (target, cpu, name) in seen:
            raise Wrong(where + "twice")
        seen.add((target, cpu, name))


def check_records(families, records):
    targets = set(TARGETS) | {"AVR", "MSP430"}
    for record in records.values():
        for row in record.rows:
            if row["target"] not in targets or not families.knows(row["target"],
                row["implementation"]):
                raise Wrong("%s: %s: no such kernel of %s"
                            % (record.path, row["implementation"], row["target"]))
            if not re.fullmatch(r"\d+(\.\d+)?\??", row.get("cycles", row.get("value"))):
                raise Wrong("%s: no figure: %s" % (record.path, " ".join(record.key(row))))


def least_of(runs, target):
    """For each call the second-least figure of the undisturbed runs, or of all if every one was disturbed, as rows of
    a record. Of one or two runs it is the least. The least of more may be an outlier."""
    found = {}
    for run in runs:
        for row in run:
            key = (row.get("target") or target, row["implementation"], row["group"], row["bytes"])
            cycles = row["cycles"]
            found.setdefault(key, []).append((cycles.endswith("?"), float(cycles.rstrip("?")),
                                              cycles))
    rows = []
    for key, figures in found.items():
        figures = sorted(figures)
        undisturbed = [f for f in figures if not f[0]]
        rows.append(dict(zip(["target", "implementation", "group", "bytes", "cycles"],
                             key + ((undisturbed or figures)[len(undisturbed) > 2][2],))))
    return rows


def put(families, record, rows):
    """Replaces rows of the record by these, and sorts all in the order of the tables."""
    for row in rows:
        if not families.knows(row["target"], row["implementation"]):
            continue  # of an extension that is not in this tree
        if record.key(row) in record.found:
            record.found[record.key(row)].update(row)
        else:
            record.found[record.key(row)] = row
            record.rows.append(row)
    names = list(dict.fromkeys(families.all +
                               [(r["target"], n) for n in families.references for r in record.rows]
                               +
                               sorted((r["target"], r["implementation"]) for r in record.rows)))
    targets = list(dict.fromkeys(list(TARGETS) + [r["target"] for r in record.rows]))
    cpus = list(dict.fromkeys(r.get("cpu") for r in record.rows))
    groups = list(dict.fromkeys(GROUPS + [r["group"] for r in record.rows if "group" in r]))

    def place(row):
        name = names.index((row["target"], row["implementation"]))
        if record.columns == CALLS:
            return targets.index(row["target"]), groups.index(row["group"]), name, int(row["bytes"])
        return targets.index(row["target"]), bool(row["cpu"]), cpus.index(row["cpu"]), name
    record.rows.sort(key=place)
    record.write()


def record_again(families, path, files):
    """Merges the output of bench --record; rows of kernels that no longer exist are removed."""
    runs = [Record(os.path.abspath(name)) for name in files]
    try:
        record = Record(path)
    except FileNotFoundError:
        record = Record(os.path.abspath(files[0]))
        record.path, record.rows, record.found = path, [], {}
    core = record.about.get("core", runs[-1].about["core"])
    for run in runs:
        if run.about["core"] != runs[-1].about["core"]:
            raise Wrong("%s: not of %s" % (run.path, runs[-1].about["core"]))
    # (The vendor's name of the core may be in the record only, and so may remarks on figures of
    # others.)
    kept = [line for line in record.head
            if re.match(r"# (\w+) = |$", line).group(1) not in runs[-1].about]
    record.head = [re.sub("^# core = .*", "# core = " + core, line)
                   for line in runs[-1].head] + kept
    record.rows = [r for r in record.rows if families.knows(r["target"], r["implementation"])]
    record.found = {record.key(r): r for r in record.rows}
    put(families, record, least_of([run.rows for run in runs], None))


def record_runs(families, path, target, files):
    record = Record(path)
    runs = []
    for name in files:
        with open(name, encoding="utf-8") as file:
            runs.append(list(csv.DictReader(file)))
    if record.columns == CALLS:
        put(families, record, least_of(runs, target))
    else:
        put(families, record, [row for run in runs for row in run if row["target"] == target])


def put_shape(path, files):
    """The curves of some runs, in whole cycles, several points per line, with the core and the version of the record."""
    points_a_line = 50
    curves = {}
    for name in files:
        with open(name, encoding="utf-8") as file:
            for row in csv.DictReader(file):
                curves.setdefault(row["curve"], {}).setdefault(int(row["at"]),
                    []).append(float(row["cycles"]))
    about = Record(path).about
    lines = ["# %s = %s" % (key, about[key]) for key in ("core", "cpu", "version", "date")]
    lines += ["# how = blake2b-util bench --shape, the second-least of %d runs" % len(files),
              "curve,first,cycles"]
    for curve, points in curves.items():
        at = sorted(points)
        cycles = ["%.0f" % sorted(points[n])[len(points[n]) > 2] for n in at]
        for i in range(0, len(at), points_a_line):
            lines.append(",".join([curve, str(at[i])] + cycles[i:i + points_a_line]))
    with open(re.sub(r"\.csv$", ".shape", path), "w", encoding="utf-8") as file:
        file.write("\n".join(lines) + "\n")


def symbols(path):
    """The target of an object, and the name and size of each of its symbols."""
    run = subprocess.run(["readelf", "-hsW", path], capture_output=True, text=True, check=False)
    machine = re.search(r"^ *Machine: *(.*)$", run.stdout, re.M)
    if run.returncode or not machine:
        raise Wrong("%s: not an ELF object" % path)
    rows = re.findall(r"^ *\d+: [0-9a-f]+ +(\d+) .* (\S+)$", run.stdout, re.M)
    return MACHINES.get(machine.group(1)), [(name, int(size)) for size, name in rows]


def record_code(families, paths):
    record = Record("measured/code.csv")
    sizes = {}
    for path in paths:
        target, found = symbols(path)
        for name, size in found:
            parts = re.search(r"(%s)_(?:blocks_|lanes_|(?=rounds_|short_))(\w+)$" %
                              "|".join([*HASHES, *MORE]), name)
            if parts and size:
                family = next(f for f in families.more if f.name == parts.group(1))
                for each in (target, "%s_M" % target):  # objects for Cortex-M say ARM, too
                    sizes[each, family.prefix + parts.group(2)] = size
    rows = [dict(zip(COUNTS, key + ("", "code", str(sizes[key]), "measured")))
            for key in ((k.target, f.prefix + k.name) for f in families.more
                        for k in f.kernels + f.others) if key in sizes]
    put(families, record, rows)
    print("\n".join("%s %s: %s" % (row["target"], row["implementation"], row["value"])
                    for row in rows))


def main(arguments):
    if not arguments:
        for name in HASHES:
            if not os.path.exists(os.path.join(TOP, measured_part(TABLES[name]))):
                keep(measured_part(TABLES[name]), "\n", False)
    families = Families()
    if arguments[:1] == ["--record"] and len(arguments) > 2 and arguments[2] not in TARGETS:
        record_again(families, arguments[1], arguments[2:])
        return
    if arguments[:1] == ["--record"] and len(arguments) > 3:
        record_runs(families, arguments[1], arguments[2], arguments[3:])
        return
    if arguments[:1] == ["--shape"] and len(arguments) > 2:
        put_shape(arguments[1], arguments[2:])
        return
    if arguments[:1] == ["--code"] and len(arguments) > 1:
        record_code(families, arguments[1:])
        return
    if arguments not in ([], ["--check"]):
        sys.exit(__doc__.strip())
    records = {name[:-len(".csv")]: Record("measured/" + name)
               for name in sorted(os.listdir(os.path.join(TOP, "measured")))
               if name.endswith(".csv")}
    check_records(families, records)
    for family in families.each:
        check_costs(family)
        keep(measured_part(family.path), measured_rows(family, records), arguments)
    families = Families()  # with these rows
    for family in families.each:
        check_preferences(family)
    first, *pages = [Pages(family, records) for family in families.each]
    made = first.tables()
    made["in words"] = first.in_words()
    made["other families"] = "\n\n".join(t for p in pages for t in p.of_family())
    made["other families"] = made["other families"] or "Nothing is on record so far."
    for page in PAGES:
        keep(page, written(page, made), arguments)
    if made:
        raise Wrong("tables in no page: " + ", ".join(made))
    if arguments:
        print("ok - tables: pages and tables are what the records say\n1..1")


if __name__ == "__main__":
    try:
        main(sys.argv[1:])
    except Wrong as wrong:
        sys.exit("tables.py: %s" % wrong)
