# SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT
"""Which set of instructions has an instruction, by the lists of tests/objects: the rules of the
check-*.awk there."""
import os
import re

LISTS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "objects",
                     "instructions-%s.txt")
PREFIXES = re.compile("(data16|cs|ds|es|ss|addr32|rep|repz|repnz|notrack|bnd|lock) ")


class Sets:
    def __init__(self, machine, *always):
        self.machine, self.always, self.of, self.brings = machine, always, {}, {}
        with open(LISTS % machine, encoding="utf-8") as f:
            for line in f:
                name, *words = line.split() or ["#"]
                if name[0] != "#" and words[0] == "brings":
                    self.brings.setdefault(name, []).extend(words[1:])
                elif name[0] != "#":
                    self.of.update(dict.fromkeys(words, name))

    def granted(self, names):
        """All that a kernel may use whose row of its table says so."""
        out, todo = set(), list(names) + list(self.always)
        while todo:
            name = todo.pop()
            if name not in out:
                out.add(name)
                todo += self.brings.get(name, [])
        return frozenset(out)

    def needs(self, line):
        """The sets that an instruction needs, as objdump writes it; none if it is unknown."""
        text = " ".join(re.split("[@;]|//" if self.machine.startswith("arm") else "[#<]",
                                 line)[0].split())
        while PREFIXES.match(text):
            text = text.partition(" ")[2]
        name, _, operands = text.partition(" ")
        return getattr(self, self.machine)(name, operands.strip()).split()

    def x86(self, m, ops):
        of = self.of.get
        if re.search(r"(^|,)(mm[0-7]|st)", ops) or m in ("int", "int3", "std"):
            return ""
        if m == "nop":
            return "I686" if ops else "I386"
        evex = re.search(r"zmm|[xy]mm(1[6-9]|2[0-9]|3[01])|\{", ops)
        length = "" if "zmm" in ops else " AVX512VL"
        if re.fullmatch("vpshld?[dq]", m) and re.search(",0x[0-9a-f]+$", ops):
            return "AVX512VBMI2" + length
        if m[0] == "k" or m[0] != "v" and not of(m, "").startswith("AVX512"):
            return of(m, "")
        if of(m, "").startswith("AVX512"):
            return of(m) + length
        base = of(m[1:], "")
        if evex:
            if re.fullmatch("vmov[dq]", m):
                return "AVX512F"
            if re.fullmatch("vp(insr|extr)[dq]", m):
                return "AVX512DQ"
            if re.fullmatch("v(and|andn|or|xor)p[sd]", m):
                return "AVX512DQ" + length
            if re.fullmatch("vp(shufb|alignr|slldq|srldq|shuf[lh]w|blendw)|vp(add|sub|cmpeq|cmpgt|abs|insr|extr|broadcast)[bw]|vp(sll|srl|sra)w|vpunpck[lh](bw|wd)", m):
                return "AVX512BW" + length
            return "AVX512F" + length if of(m) in ("AVX", "AVX2") or base.startswith("SS") else ""
        if re.fullmatch("vbroadcasts[sd]", m):
            return "AVX" if "[" in ops else "AVX2"
        if of(m):
            return of(m)
        if not base.startswith("SS"):
            return ""
        return "AVX2" if "ymm" in ops and m[1] == "p" and m != "vptest" else "AVX"

    def arm64(self, m, ops):
        need = self.of.get(m, "")
        return "NEON" if need == "BASE" and re.search(
            r"(^|[ \t,{[])(v[0-9]+\.|[qdsbh][0-9]+([, \t}]|$))", ops) else need

    def arm32(self, m, ops):
        """Without its suffixes: vadd.i64, add.w, vtbl.8."""
        if m.startswith(".word"):
            return ""
        # Writes the flags that sel reads.
        if m == "msr" and re.match("CPSR_[cxf]*s|APSR_[a-z]*g", ops):
            return "DSP"
        return self.of.get(re.sub(r"(?<=[a-z])[0-9]$", "",
                                  m.partition(".")[0]), "") or self.of.get(m.partition(".")[0], "")

    def riscv64(self, m, ops):
        return self.of.get(m, "")
