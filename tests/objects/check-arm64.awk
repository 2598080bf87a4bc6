# SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT
#
# awk -f hex.awk -f sets.awk -f check-arm64.awk instructions-arm64.txt ROWS DISASSEMBLY: see
# sets.awk. With -v shared=1 what kernels share, which has none. Prints what is wrong, as
# tests/rigs/objects.sh arm64 says.

function wrong(why) {
    print (current == "" ? "shared code" : current) ": " why ": " line
}

/^[0-9a-f]+ <.*>:$/ {
    if (match($2, /[a-z0-9]+_(blocks|lanes|rounds|short)_[a-z0-9]+>:$/)) {
        current = substr($2, RSTART, RLENGTH - 2)
        first = 1
        functions++
        if (!(current in known)) print current ": in no table"
    }
    next
}

# A relocation (llvm-objdump -r): what another object has.
/^[ \t]+[0-9a-f]+: +(R_AARCH64|IMAGE_REL_ARM64|ARM64_RELOC)_/ {
    if (jump_before) elsewhere[jumps] = $NF
    next
}

/^ *[0-9a-f]+:/ {
    jump_before = 0
    at = $1
    sub(/:.*/, "", at)
    sub(/^ *[0-9a-f]+:[ \t]*/, "")
    sub(/[ \t]*(<|\/\/).*/, "")
    line = $0
    m = $1
    ops = NF > 1 ? substr($0, length($1) + 1) : ""
    # clang 14 pads big-endian code with nops in the wrong byte order.
    if (dead && line ~ /^(nop$|fnmadd\ts21, s30, s0, s0$)/) next
    dead = m == "ret"
    if (of[m] == "") wrong("unknown instruction")
    need = of[m]
    if (need == "BASE" && ops ~ /[ \t,{[](v[0-9]+\.|[qdsbh][0-9]+([, \t}]|$))/) need = "NEON"
    if (need != "BASE" && !((current, need) in have)) wrong("needs " need)
    used[current, need] = 1
    if (first && (m != "bti" || ops !~ /c$/)) wrong("no landing pad at the entry")
    first = 0
    if (ops ~ /(^|[ \t,[])[xw]18([^0-9]|$)/) wrong("touches x18")
    if (ops ~ /\[sp, #-[0-9a-fx]+\]$/) wrong("below the stack pointer")
    if (m ~ /^(b|bl|b\..*|cbn?z|tbn?z)$/) {
        target = ops
        sub(/.*[, \t]/, "", target)
        from[++jumps] = current
        to[jumps] = hex(target)
        what[jumps] = line
        jump_before = 1
    }
    owner[hex(at)] = current == "" ? "shared code" : current
}

END {
    if (!functions && !shared) print "no kernels found"
    for (name in known) {
        for (feature in of) if (of[feature] == "SHA3" && (name, "SHA3") in have && !((name, "SHA3") in used)) {
            print name ": does not use SHA3, which it declares"
            break
        }
    }
    for (i = 1; i <= jumps; i++) {
        o = owner[to[i]]
        if (i in elsewhere) o = elsewhere[i] ~ /[a-z0-9]_(blocks|lanes|rounds|short)_/ ? elsewhere[i] : "shared code"
        if (o != from[i] && (o != "shared code" || what[i] !~ /^bl[ \t]/)) {
            current = from[i]
            line = what[i]
            if (current != "" || o != "shared code") wrong("leaves its own code")
        }
    }
}
