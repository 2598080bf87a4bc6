#!/usr/bin/env python3
# SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT
"""Writes doc/proved.md from the reports in measured/proved, which "proof.sh --target TARGET report"
prints.

  table.py KERNELS                  writes the page anew
  table.py --check KERNELS          fails if it is not as it would be written
  table.py --head KEY=VALUE... -- KERNELS
                                    prints the head of a report; abi=NAME and objects=FILE...
                                    are not printed, but what they are
  table.py --changed target=TARGET objects=FILE... KERNELS
                                    those of the objects' kernels that its report does not
                                    prove as they are now
  table.py --unproved objects=FILE... KERNELS
                                    those of the objects' kernels whose code no report has,
                                    be it of an older prover
  table.py --bytes objects=FILE... archives=FILE... shared=FILE... assembler=VERSION KERNELS
                                    are the kernels of the objects, as the archives and the
                                    shared libraries have them, byte for byte those that
                                    reports proved?

KERNELS has the rows of the tables of kernels as tests/rigs/family.sh prints them, and, between
spaces, what the kernels of an extension share: EXTENSION FILE TABLE. Of a kernel it has no more
than a report's line says, and that only while the source is the one that the report is of: the head
has a digest of each one's.
"""
import functools
import hashlib
import io
import os
import re
import struct
import subprocess
import sys
import tokenize
import spec
from objects import Object, Objects, Unreadable

TOP = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")
REPORTS, PAGE = os.path.join(TOP, "measured", "proved"), os.path.join(TOP, "doc", "proved.md")


# What of the prover a report depends on: its files for all, and by calling convention.
FOR_ALL = "terms machine again objects sets contract prove short spec".split()
MACHINES = {"sysv64": ("x86", "x86"), "cdecl": ("x86 x86_32", "x86"), "win64": ("x86 win64", "x86"),
            "aapcs64": ("arm64", "arm64"), "aapcs32": ("arm32", "arm32"),
            "aapcs32-aligned": ("arm32", "arm32"), "thumb2": ("arm32 thumb2", "arm32"),
            "thumb2-aligned": ("arm32 thumb2", "arm32"), "thumb2-dsp": ("arm32 thumb2", "arm32"),
            "thumb2-dsp-aligned": ("arm32 thumb2", "arm32"), "lp64": ("riscv", "riscv64")}


@functools.lru_cache(maxsize=None)
def meaning(python):
    """The program's tokens, without what Python does not look at: comments, layout, docstrings."""
    out, begins = [], True                      # begins: does a statement?
    for token in tokenize.generate_tokens(io.StringIO(python).readline):
        if token.type in (tokenize.COMMENT, tokenize.NL, tokenize.ENDMARKER):
            continue
        if token.type in (tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT):
            out.append(tokenize.tok_name[token.type])
            begins = True
        elif not (begins and token.type == tokenize.STRING):
            out.append(token.string)
            begins = False
    return "\n".join(out)


def prover(abi):
    """A digest of the prover's files, as Python sees them, and of its lists of instructions."""
    modules, instructions = MACHINES[abi]
    parts = []
    for name in FOR_ALL + modules.split():
        with open(os.path.join(TOP, "tests", "proof", name + ".py"), encoding="utf-8") as f:
            parts.append(meaning(f.read()))
    with open(os.path.join(TOP, "tests", "objects",
                           "instructions-%s.txt" % instructions), encoding="utf-8") as f:
        parts.append(f.read())
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()[:16]


def specifications():
    """Extension -> a digest of its specification."""
    out = {}
    for extension, path in spec.paths().items():
        with open(path, encoding="utf-8") as f:
            out[extension] = hashlib.sha256(meaning(f.read()).encode()).hexdigest()[:16]
    return out


def bytes_of(rows, paths):
    """Of each kernel that is in the objects: its code and constants, whatever a linker makes of
    them."""
    objects = Objects(paths)
    found = {row[0]: objects.kernel(row[0]) for row in rows}
    return {name: digest for name, digest in found.items() if digest}


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
        # What is in a string is no comment.
        text = re.sub(r'("[^"\n]*")|/\*.*?\*/|//[^\n]*', lambda m: m[1] or "", f.read(), flags=re.S)
    included = [p for name in re.findall(r'^\s*#\s*include\s+"(?:.*/)?([^"/]+)"', text, re.M)
                for p in known.get(name, [])]
    lines = [" ".join(line.split()) for line in text.split("\n")]
    return "\n".join([line for line in lines if line] + [""]) + "".join(source(p, known, seen)
                                                                        for p in included)


def digests(rows, shared):
    """Of each kernel's source, and of what it may call or read of those that kernels share."""
    known, out = files(), {}
    for name, extension, path, table, *_ in rows:
        paths, seen = [path] + [p for e, p, t in shared if (e, t) == (extension, table)], set()
        text = "".join(source(os.path.join(TOP, p), known, seen) for p in paths)
        out[name + " " + table] = hashlib.sha256(text.encode()).hexdigest()[:16]
    return out


def reports():
    """Each: its head, with the specifications, the digests, and (what, text) for each kernel."""
    for name in sorted(os.listdir(REPORTS)):
        head, code, lines, built, specified = {}, {}, {}, {}, {}
        with open(os.path.join(REPORTS, name), encoding="utf-8") as f:
            text = f.read()
            head["digest"] = hashlib.sha256(text.encode()).hexdigest()[:16]
            for line in text.splitlines():
                m = re.match(r"# source (\S+ \S+) = (\w+)", line)
                if m:
                    code[m[1]] = m[2]
                    continue
                m = re.match(r"# code (\S+) = (\S+)", line)
                if m:
                    built[m[1]] = m[2]
                    continue
                m = re.match(r"# specification (\S+) = (\w+)", line)
                if m:
                    specified[m[1]] = m[2]
                    continue
                m = re.match(r"# (\w+) = (.*)", line)
                if m:
                    head[m[1]] = m[2]
                    continue
                m = re.match(r"(PASS|FAIL|SKIP) proof/(\w+): (.*?)(?: \(\d+ s(?:, \d+ MiB)?\))?$",
                             line.strip())
                if m:
                    if m[2] in lines:
                        sys.exit("table.py: %s has %s twice" % (name, m[2]))
                    lines[m[2]] = m[1], m[3]
        missing = {"target", "table", "commit", "date", "assembler", "objdump"} - set(head)
        if missing:
            sys.exit("table.py: %s does not say its %s" % (name, ", ".join(sorted(missing))))
        head["specifications"] = specified
        yield head, code, lines, built


def stale_row(head, extension, now):
    """Why what it says of one extension's kernels does not count any more, or None; now:
    specifications()."""
    if extension not in now:
        return "no specification"
    if head["specifications"].get(extension) != now[extension]:
        return "the specification has changed since"
    return None


def stale(head):
    """Why nothing of a report counts any more, or None."""
    if "prover" not in head or head.get("convention") not in MACHINES:
        return "the report does not say by which prover"
    if head["prover"] != prover(head["convention"]):
        return "the prover has changed since"
    if "," in head["commit"]:
        return "the report is of no commit"
    git = ["git", "-C", TOP]
    try:            # in a repository with its history; a release has none
        whole = subprocess.run(git + ["rev-parse", "--is-shallow-repository"], capture_output=True,
                               text=True, check=False).stdout.strip() == "false"
        if whole and subprocess.run(git + ["cat-file", "-e", head["commit"] + "^{commit}"],
                                    capture_output=True, check=False).returncode:
            return "its commit is unknown"
    except OSError:
        pass
    return None


def page(rows, shared):
    now = digests(rows, shared)
    out = [
        "# Proved kernels", "",
        "This page says for every kernel whether its machine code is proved to compute what the",
        "specification says, for which targets, and what the proof covers.", "",
        "`tests/proof/proof.sh table` writes this page from the reports in `measured/proved` and the",
        "tables of kernels. Do not edit it.", "",
        "For each kernel proved, the proof covers the result, memory accesses, paths, stack and",
        "registers, and that nothing secret is left behind. [soundness.md](soundness.md) defines the",
        "terms and names what is trusted. A report covers the kernels' code as the assembler in its line",
        "makes it; on RISC-V, vector registers of 128 to 512 bits. If a kernel's source has changed since",
        "its report, the row says that it is not proved.",
        "", "| report | its SHA-256 | kernels' sources of | date | assembled by | decoded by |",
        "| --- | --- | --- | --- | --- | --- |"]
    specified = specifications()
    found = [r + (stale(r[0]),) for r in reports()]
    for head, *_ in found:
        out.append("| %(target)s | %(digest)s | %(commit)s | %(date)s | %(assembler)s | %(objdump)s |" % head)
    out += ["", "| kernel | table | report | what was proved |", "| --- | --- | --- | --- |"]
    for name, extension, _, table, *_ in rows:
        here, why = [], []
        for head, code, lines, built, why_stale in found:
            if head["table"] != table or name not in lines:
                continue
            why_stale = why_stale or stale_row(head, extension, specified)
            result, text = lines[name]
            key = name + " " + table
            if result != "PASS":
                why.append((head["target"], "not proved: " + text.replace("|", "/")[:160]))
            elif why_stale or name not in built:
                why.append((head["target"],
                            "not proved: " + (why_stale or "the report has no digest of its code")))
            elif code.get(key) != now[key]:
                why.append((head["target"],
                            "not proved: its source is no longer that of the report"))
            else:
                here.append((head["target"], text))
        for target, text in here + why or [("none", "not proved: no report has it" if extension in
                                            specified else "not proved: no specification")]:
            out.append("| %s | %s | %s | %s |" % (name, table, target, text))
    return "\n".join(out) + "\n"


def changed_since(rows, target, paths):
    here = bytes_of(rows, paths)
    of, specified = {row[0]: row[1] for row in rows}, specifications()
    for head, _, lines, built in reports():
        if head["target"] == target and not stale(head):
            here = {n: d for n, d in here.items()
                    if built.get(n) != d or lines.get(n, ("",))[0] != "PASS" or
                    stale_row(head, of[n], specified)}
    print(" ".join(here))
    return 0


def unproved(rows, paths):
    """Kernels without the bytes of any report, be it of an older prover."""
    proved = {(n, d) for _, _, lines, built in reports()
              for n, d in built.items() if lines.get(n, ("",))[0] == "PASS"}
    print(" ".join(n for n, d in bytes_of(rows, paths).items() if (n, d) not in proved))
    return 0


# Relocations by which an object's 32 bits say how far its target is: R_X86_64_PC32 and PLT32,
# R_386_PC32 and PLT32.
DISTANCES = {62: (2, 4), 3: (2, 4)}


def segments(data):
    """Of a shared library: (offset in the file, address, bytes) of what is loaded."""
    wide = data[4] == 2
    at, = struct.unpack_from("<Q" if wide else "<I", data, 32 if wide else 28)
    size, count = struct.unpack_from("<HH", data, 54 if wide else 42)
    for i in range(count):
        kind, *more = struct.unpack_from("<IIQQQQ" if wide else "<IIIII", data, at + size * i)
        if kind == 1:
            yield more[-4], more[-3], more[-1]


def memory(path):
    """Its bytes as they are loaded, from address 0 on."""
    with open(path, "rb") as f:
        data = f.read()
    out = bytearray()
    for offset, address, length in segments(data):
        out.extend(bytes(max(0, address + length - len(out))))
        out[address:address + length] = data[offset:offset + length]
    return out


def loaded(objects, place, there, address, seen):
    """Is an object's section, and all that it addresses, as a linker puts it in `there`? address:
    where the place is."""
    o, number, offset = place
    start, data = address - offset, bytearray(o.sections[number].data)
    if (o, number) in seen:
        return seen[o, number] == start
    seen[o, number] = start
    got = there[max(start, 0):max(start, 0) + len(data)]
    if len(got) != len(data):
        return False
    for at, kind, symbol, addend in o.sections[number].relocations:
        to = objects.place(o, symbol)
        if kind not in DISTANCES[o.machine] or to is None:
            return False
        field = int.from_bytes(got[at:at + 4], "little", signed=True)
        own = int.from_bytes(data[at:at + 4], "little", signed=True) if addend is None else addend
        if not loaded(objects, to, there, start + at + field - own, seen):
            return False
        data[at:at + 4] = got[at:at + 4]
    return data == got


def compare_shared(rows, library, archive):
    """Does a shared library have the archive's kernels, each at its symbol?"""
    objects, where = Objects([archive]), {}
    name = os.path.basename(library)
    if any(o.machine not in DISTANCES for o in objects.all):
        print("SKIP proof/bytes %s: for x86 and ELF alone" % name)
        return False
    for symbol, section, address in Object(library).symbols.values():
        if section:
            where.setdefault(symbol, set()).add(address)
    there, kernels, wrong = memory(library), bytes_of(rows, [archive]), []
    for symbol, place in objects.known.items():
        found = [k for k in kernels if symbol == k or symbol.endswith("_" + k)]
        at = where.get(symbol, ())
        if found and not (len(at) == 1 and loaded(objects, place, there, *at, {})):
            wrong.append(symbol)
    if kernels and not where:
        print("SKIP proof/bytes %s: it has no symbols" % name)
    elif wrong:
        print("FAIL proof/bytes %s: not as in %s: %s" % (name, os.path.basename(archive),
                                                        " ".join(wrong)))
    elif kernels:
        print("PASS proof/bytes %s: %d kernels, as in %s" % (name, len(kernels),
                                                           os.path.basename(archive)))
    return bool(wrong)


def compare(rows, paths, archives, shared, assembler):
    """Of each kernel in the archives: are these bytes the proved ones? With the assembler of a
    report they must be. paths: the objects that the build made; shared: the shared libraries, which
    must have the archives' kernels."""
    proved, same_tools, of, specified = {}, set(), {row[0]: row[1] for row in rows}, specifications()
    with open(PAGE, encoding="utf-8") as f:
        known = set(re.findall(r"\w+", f.read()))
    for head, _, lines, built in reports():
        if head["digest"] not in known:
            print("FAIL proof/bytes: the report of %s is not that of doc/proved.md" % head["target"])
            return 1
        if not stale(head):
            for name, digest in built.items():
                if lines.get(name, ("",))[0] == "PASS" and name in of and not stale_row(
                        head, of[name], specified):
                    proved.setdefault((name, digest), head["target"])
                    # (Whatever its command was called: "cc (Debian 12.2.0) 12.2.0".)
                    if assembler.partition(" ")[2] == head["assembler"].partition(" ")[2]:
                        same_tools.add((head["target"], name))
    made, here, failed = {os.path.basename(p) for p in paths}, {}, False
    try:
        for archive in archives:
            here.update(bytes_of(rows, [archive]))
            for library in shared:
                if os.path.isfile(library) and library.startswith(archive[:-1] + "so"):
                    failed |= compare_shared(rows, library, archive)
    except (Unreadable, OSError, ValueError) as e:
        print("FAIL proof/bytes: %s" % e)
        return 1
    same = [name for name, digest in here.items() if (name, digest) in proved]
    targets = {proved[n, here[n]] for n in same}
    for name, *row in rows:
        built = os.path.basename(row[1]).replace(".inc", ".o") in made
        if built and name not in here:
            print("FAIL proof/bytes %s: in no archive" % name)
        elif built and name not in same and any((t, name) in same_tools for t in targets):
            print("FAIL proof/bytes %s: not the proved bytes, though by the same assembler" % name)
        else:
            continue
        failed = True
    for name in sorted(set(here) - set(same)):
        if not failed:
            print("SKIP proof/bytes %s: %s" % (name, "not the proved bytes; make prove decides"
                                               if of[name] in specified else "no specification"))
    if same:
        print("PASS proof/bytes: %d kernels of %d have the proved bytes (%s)" % (
            len(same), len(here), ", ".join(sorted(targets))))
    return failed


def main(arguments):
    option = arguments.pop(0) if arguments[0].startswith("--") else ""
    pairs = []
    while len(arguments) > 1:
        pairs.append(arguments.pop(0))
    with open(arguments[0], encoding="utf-8") as f:
        lines = f.read().splitlines()
    rows, shared = [r.split("\t") for r in lines if "\t" in r], [r.split()
                                                                 for r in lines if "\t" not in r]
    if not rows:
        sys.exit("table.py: no kernels")
    if option == "--head":
        changed = subprocess.run(["git", "-C", TOP, "status", "--porcelain", "-uno", "app",
                                  "tests/proof"], capture_output=True, text=True, check=True).stdout
        commit = subprocess.run(["git", "-C", TOP, "rev-parse", "--short=12", "HEAD"],
                                capture_output=True, text=True, check=True).stdout.strip()
        given = dict(pair.split("=", 1) for pair in pairs if "=" in pair)
        paths, convention = given.pop("objects").split(), given.pop("abi")
        given.update(convention=convention, prover=prover(convention),
                     commit=commit + ", changed" * bool(changed))
        for pair in given.items():
            print("# %s = %s" % pair)
        for pair in specifications().items():
            print("# specification %s = %s" % pair)
        for pair in bytes_of(rows, paths).items():
            print("# code %s = %s" % pair)
        for kernel, digest in digests(rows, shared).items():
            print("# source %s = %s" % (kernel, digest))
        return 0
    if option == "--changed":
        given = dict(p.split("=", 1) for p in pairs)
        return changed_since(rows, given["target"], given["objects"].split())
    if option == "--unproved":
        return unproved(rows, pairs[0].partition("=")[2].split())
    if option == "--bytes":
        given = dict(p.split("=", 1) for p in pairs)
        return compare(rows, given["objects"].split(), given["archives"].split(),
                       given.get("shared", "").split(), given["assembler"])
    text = page(rows, shared)
    if option == "--check":
        with open(PAGE, encoding="utf-8") as f:
            same = f.read() == text
        print("PASS doc/proved.md is what the reports say" if same
              else "FAIL doc/proved.md: tests/proof/proof.sh table would write something else")
        return not same
    with open(PAGE, "w", encoding="utf-8") as f:
        f.write(text)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
