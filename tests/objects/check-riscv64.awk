# SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT
#
# awk -f hex.awk -f sets.awk -f check-riscv64.awk instructions-riscv64.txt ROWS DISASSEMBLY: see
# sets.awk. With -v shared=1 what kernels share, which has none. Prints what is wrong, as
# tests/rigs/objects.sh riscv64 says.

function wrong(why) {
    print (current == "" ? "shared code" : current) ": " why ": " line
}

/^[0-9a-f]+ <.*>:$/ {
    if (match($2, /[a-z0-9]+_(blocks|lanes|rounds|short)_[a-z0-9]+>:$/)) {
        current = substr($2, RSTART, RLENGTH - 2)
        functions++
        if (!(current in known)) print current ": in no table"
    }
    next
}

/^ *[0-9a-f]+:/ {
    at = $1
    sub(/:.*/, "", at)
    sub(/^ *[0-9a-f]+:[ \t]*/, "")
    sub(/[ \t]*(<|#).*/, "")
    line = $0
    m = $1
    ops = NF > 1 ? substr($0, length($1) + 1) : ""
    if (of[m] == "") wrong("unknown instruction")
    need = of[m]
    if (need != "BASE" && !((current, need) in have)) wrong("needs " need)
    used[current, need] = 1
    if (ops ~ /(^|[ \t,(])(gp|tp)([^a-z0-9]|$)/) wrong("touches gp or tp")
    if (ops ~ /-[0-9]+\(sp\)$/) wrong("below the stack pointer")
    # Calls go by auipc and jalr, from and to ra; returns by ret.
    if ((m == "jalr" || m == "jal") && ops !~ /(\(ra\)|^[ \t]*ra)/) wrong("a call by another register")
    if (m ~ /^(b(eq|ne|ltu|geu)z?|j)$/) {
        target = ops
        sub(/.*[, \t]/, "", target)
        from[++jumps] = current
        to[jumps] = hex(target)
        what[jumps] = line
    }
    owner[hex(at)] = current
    there[hex(at)] = 1
}

END {
    if (!functions && !shared) print "no kernels found"
    for (name in known) if ((name, "ZBB") in have && !((name, "ZBB") in used)) print name ": does not use ZBB, which it declares"
    for (i = 1; i <= jumps; i++) {
        current = from[i]
        line = what[i]
        if (!(to[i] in there) || owner[to[i]] != from[i]) wrong("leaves its own code")
    }
}
