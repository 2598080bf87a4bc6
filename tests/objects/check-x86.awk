# SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT
#
# awk -v bits=64 -f hex.awk -f sets.awk -f check-x86.awk instructions-x86.txt ROWS DISASSEMBLY: see
# sets.awk. Prints "PASS|FAIL name: ..." for each kernel, as tests/rigs/instructions.sh says.

BEGIN { always = bits == 64 ? "I386 X64 SSE2" : "I386" }

# The sets that an instruction needs, or "" if it is unknown.
function sets(m, ops,   zmm, ymm, evex, length_set, base) {
    if (ops ~ /(^|,)(mm[0-7]|st)/ || m ~ /^(int|int3|std)$/) return ""
    if (m == "nop") return ops == "" ? "I386" : "I686"
    zmm = ops ~ /zmm/
    ymm = ops ~ /ymm/
    evex = zmm || ops ~ /[xy]mm(1[6-9]|2[0-9]|3[01])/ || ops ~ /\{/
    length_set = zmm ? "" : " AVX512VL"
    if (m ~ /^vpshld?[dq]$/ && ops ~ /,0x[0-9a-f]+$/) return "AVX512VBMI2" length_set
    if (m ~ /^k/) return of[m]
    if (of[m] ~ /^AVX512/) return of[m] length_set
    if (m !~ /^v/) {
        return of[m]
    }
    base = substr(m, 2)
    if (evex) {
        if (m ~ /^vmov[dq]$/) return "AVX512F"
        if (m ~ /^vpinsr[dq]$/ || m ~ /^vpextr[dq]$/) return "AVX512DQ"
        if (m ~ /^v(and|andn|or|xor)p[sd]$/) return "AVX512DQ" length_set
        if (m ~ /^vp(shufb|alignr|slldq|srldq|shuf[lh]w|blendw)$/ || m ~ /^vp(add|sub|cmpeq|cmpgt|abs|insr|extr|broadcast)[bw]$/ ||
            m ~ /^vp(sll|srl|sra)w$/ || m ~ /^vpunpck[lh](bw|wd)$/) return "AVX512BW" length_set
        if (of[m] ~ /^AVX2?$/ || of[base] ~ /^SS/) return "AVX512F" length_set
        return ""
    }
    if (m ~ /^vbroadcasts[sd]$/) return ops ~ /\[/ ? "AVX" : "AVX2"
    if (of[m] != "") return of[m]
    if (of[base] !~ /^SS/) return ""
    if (ymm && base ~ /^p/ && base != "ptest") return "AVX2"
    return "AVX"
}

function wrong(i, why) {
    if (!count[owner[i]]++)
        first[owner[i]] = why ": " address_text[i] ": " text[i]
}

/^[0-9a-f]+ <.*>:$/ {
    label = $2
    sub(/^</, "", label)
    sub(/>:$/, "", label)
    # "name-0x80" is what is before the first name.
    if (match(label, /[a-z0-9]+_(blocks|lanes|rounds|short)_[a-z0-9]+$/)) {
        current = substr(label, RSTART)
        functions[++function_count] = current
        entry[current] = lines + 1
    }
    next
}

/^ *[0-9a-f]+:/ {
    lines++
    at = $1
    sub(/:.*/, "", at)
    sub(/^ *[0-9a-f]+:[ \t]*/, "")
    # A relocation (objdump -r -w): what another object has.
    if (match($0, /[ \t]+[0-9a-f]+: [A-Z][A-Z0-9_]*[ \t]/)) {
        elsewhere[lines] = substr($0, RSTART + RLENGTH)
        $0 = substr($0, 1, RSTART - 1)
    }
    sub(/[ \t]*[#<].*/, "")
    gsub(/[ \t]+/, " ")
    sub(/ $/, "")
    address[lines] = hex(at)
    address_text[lines] = at
    line_at[address[lines]] = lines
    text[lines] = $0
    owner[lines] = current == "" ? "shared code" : current
    s = $0
    while (s ~ /^(data16|cs|ds|es|ss|addr32|rep|repz|repnz|notrack|bnd|lock) /) sub(/^[a-z0-9]+ /, "", s)
    mnemonic[lines] = s
    sub(/ .*/, "", mnemonic[lines])
    operands[lines] = s ~ / / ? substr(s, index(s, " ") + 1) : ""
    if (!(lines in elsewhere) && mnemonic[lines] ~ /^(j[a-z]+|call|loop)$/ && operands[lines] ~ /^(0x)?[0-9a-f]+$/) {
        target[lines] = hex(operands[lines])
        reached[target[lines]] = 1
        if (mnemonic[lines] == "call") subroutine[target[lines]] = 1
    }
}

END {
    grant("shared code", "I386")
    n = split(always, list, " ")
    for (name in known) for (i = 1; i <= n; i++) grant(name, list[i])
    for (i = 1; i <= n; i++) grant("shared code", list[i])
    known["shared code"] = 1
    dead = 0
    for (i = 1; i <= lines; i++) {
        m = mnemonic[i]
        ops = operands[i]
        who = owner[i]
        instructions[who]++
        if (who != before) {
            dead = wide = used_wide = inner = 0
            before = who
            if (who != "shared code" && m !~ /^endbr(32|64)$/) wrong(i, "no endbr at the entry")
        }
        if (address[i] in reached) dead = 0
        if (address[i] in subroutine) inner = 1

        # Padding that no jump leads to.
        if (dead && (m ~ /^(nop|int3|jmp)$/ || text[i] == "xchg ax,ax" || (m == "lea" && ops ~ /\+0x0\]$/))) continue

        need = sets(m, ops)
        if (m == "std" || m ~ /^int/) wrong(i, "not for a kernel")
        else if (need == "") wrong(i, "unknown instruction")
        k = split(need, list, " ")
        for (j = 1; j <= k; j++) {
            uses[who, list[j]]++
            if (!((who, list[j]) in have)) wrong(i, "needs " list[j])
        }
        if (ops ~ /\[[re]sp[^]]*-0x/ && m != "lea") wrong(i, "below the stack pointer")
        if (i in elsewhere && m ~ /^(j[a-z]+|call|loop)$/) {
            if (m != "call" || elsewhere[i] ~ /[a-z0-9]_(blocks|lanes|rounds|short)_[a-z0-9]+([+-]|$)/) wrong(i, "leaves its own code")
        } else if (i in target) {
            t = line_at[target[i]]
            if (t == "" || (owner[t] != who && owner[t] != "shared code")) wrong(i, "leaves its own code")
        } else if (m ~ /^(jmp|call)$/) {
            wrong(i, "goes to a computed address")
        }
        if (ops ~ /[yz]mm/) wide = used_wide = 1
        if (m == "vzeroupper") wide = 0
        if (m == "ret") {
            if (wide && !inner) wrong(i, "returns without vzeroupper")
            wide = used_wide # behind it: reached from who knows where
        }
        dead = m ~ /^(ret|jmp)$/ || (dead && m == "nop")
    }
    if (instructions["shared code"]) functions[++function_count] = "shared code"
    for (i = 1; i <= function_count; i++) {
        who = functions[i]
        if (!(who in known)) {
            print "FAIL " who ": in no table"
        } else if (count[who]) {
            print "FAIL " who ": " first[who] (count[who] > 1 ? " (and " count[who] - 1 " more)" : "")
        } else {
            s = ""
            n = split("I486 I686 SSE2 SSSE3 SSE41 SSE42 BMI2 AVX XOP AVX2 AVX512F AVX512VL AVX512DQ AVX512BW AVX512VBMI AVX512VBMI2", list, " ")
            for (j = 1; j <= n; j++) if (uses[who, list[j]]) s = s " " list[j]
            print "PASS " who ": " instructions[who] " instructions" (s == "" ? "" : "," s)
        }
    }
    if (!lines) print "FAIL no instructions found"
}
