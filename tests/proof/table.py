#!/usr/bin/env python3
# SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT
"""Writes doc/proved.md from the reports in measured/proved, which "proof.sh --target TARGET report" prints.

  table.py KERNELS                  writes the page anew
  table.py --check KERNELS          fails if it is not as it would be written
  table.py --head KEY=VALUE... -- KERNELS
                                    prints the head of a report

KERNELS has the rows of the tables of kernels as tests/family.sh prints them, and, between spaces, what the kernels of an
extension share: EXTENSION FILE TABLE. Of a kernel it has no more than a report's
line says, and that only while the source is the one that the report is of: the head has a digest of each one's.
"""
import hashlib
import os
import re
import subprocess
import sys

TOP = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")
REPORTS, PAGE = os.path.join(TOP, "measured", "proved"), os.path.join(TOP, "doc", "proved.md")


def files():
    """The sources below app, by their last name."""
    out = {}
    for folder, _, names in sorted(os.walk(os.path.join(TOP, "app"))):
        for name in names:
            out.setdefault(name, []).append(os.path.join(folder, name))
    return out


def source(path, known, seen):
    """The text of a kernel and of all that it includes, without comments and empty lines."""
    if path in seen:
        return ""
    seen.add(path)
    with open(path, encoding="utf-8") as f:
        text = re.sub(r'("[^"\n]*")|/\*.*?\*/|//[^\n]*', lambda m: m[1] or "", f.read(), flags=re.S)     # in a string is no comment
    included = [p for name in re.findall(r'^\s*#\s*include\s+"(?:.*/)?([^"/]+)"', text, re.M) for p in known.get(name, [])]
    lines = [" ".join(line.split()) for line in text.split("\n")]
    return "\n".join([line for line in lines if line] + [""]) + "".join(source(p, known, seen) for p in included)


def digests(rows, shared):
    """Of each kernel's source, and of what it may call or read of those that kernels share."""
    known, out = files(), {}
    for name, extension, path, table, *_ in rows:
        paths, seen = [path] + [p for e, p, t in shared if (e, t) == (extension, table)], set()
        text = "".join(source(os.path.join(TOP, p), known, seen) for p in paths)
        out[name + " " + table] = hashlib.sha256(text.encode()).hexdigest()[:16]
    return out


def reports():
    """Each: its head, the digests, and (what, text) for each kernel."""
    for name in sorted(os.listdir(REPORTS)):
        head, code, lines = {}, {}, {}
        with open(os.path.join(REPORTS, name), encoding="utf-8") as f:
            for line in f:
                m = re.match(r"# source (\S+ \S+) = (\w+)", line)
                if m:
                    code[m[1]] = m[2]
                    continue
                m = re.match(r"# (\w+) = (.*)", line)
                if m:
                    head[m[1]] = m[2]
                    continue
                m = re.match(r"(PASS|FAIL|SKIP) proof/(\w+): (.*?)(?: \(\d+ s\))?$", line.strip())
                if m:
                    if m[2] in lines:
                        sys.exit("table.py: %s has %s twice" % (name, m[2]))
                    lines[m[2]] = m[1], m[3]
        missing = {"target", "table", "commit", "date", "assembler", "objdump"} - set(head)
        if missing:
            sys.exit("table.py: %s does not say its %s" % (name, ", ".join(sorted(missing))))
        yield head, code, lines


def page(rows, shared):
    now = digests(rows, shared)
    out = ["# Proved kernels", "",
           "Made by `tests/proof/proof.sh table` from the reports in `measured/proved` and the tables of kernels; not to be edited. What the",
           "words mean, and what is trusted, is in [soundness.md](soundness.md): results as below, and for each of them memory, paths, stack,",
           "registers, and that nothing secret is left. It says nothing of other objects than those that a report names. A kernel whose",
           "source has changed since is not proved as it is.", "", "| report | kernels' sources of | date | assembled by | decoded by |", "| --- | --- | --- | --- | --- |"]
    found = list(reports())
    for head, _, _ in found:
        out.append("| %(target)s | %(commit)s | %(date)s | %(assembler)s | %(objdump)s |" % head)
    out += ["", "| kernel | table | report | what was proved |", "| --- | --- | --- | --- |"]
    for name, _, _, table, *_ in rows:
        here, why = [], []
        for head, code, lines in found:
            if head["table"] != table or name not in lines:
                continue
            result, text = lines[name]
            key = name + " " + table
            if result != "PASS":
                why.append((head["target"], "not proved: " + text.replace("|", "/")[:160]))
            elif code.get(key) != now[key]:
                why.append((head["target"], "not proved: its source is no longer that of the report"))
            else:
                here.append((head["target"], text))
        for target, text in here + why or [("none", "not proved: no report has it")]:
            out.append("| %s | %s | %s | %s |" % (name, table, target, text))
    return "\n".join(out) + "\n"


def main(arguments):
    option = arguments.pop(0) if arguments[0].startswith("--") else ""
    pairs = []
    while len(arguments) > 1:
        pairs.append(arguments.pop(0))
    with open(arguments[0], encoding="utf-8") as f:
        lines = f.read().splitlines()
    rows, shared = [r.split("\t") for r in lines if "\t" in r], [r.split() for r in lines if "\t" not in r]
    if not rows:
        sys.exit("table.py: no kernels")
    if option == "--head":
        changed = subprocess.run(["git", "-C", TOP, "status", "--porcelain", "-uno", "app", "tests/proof"], capture_output=True, text=True, check=True).stdout
        commit = subprocess.run(["git", "-C", TOP, "rev-parse", "--short=12", "HEAD"], capture_output=True, text=True, check=True).stdout.strip()
        for pair in pairs + ["commit=" + commit + ", changed" * bool(changed)]:
            if "=" in pair:
                print("# %s = %s" % tuple(pair.split("=", 1)))
        for kernel, digest in digests(rows, shared).items():
            print("# source %s = %s" % (kernel, digest))
        return 0
    text = page(rows, shared)
    if option == "--check":
        with open(PAGE, encoding="utf-8") as f:
            same = f.read() == text
        print("PASS doc/proved.md is what the reports say" if same else "FAIL doc/proved.md: tests/proof/proof.sh table would write something else")
        return not same
    with open(PAGE, "w", encoding="utf-8") as f:
        f.write(text)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
