# SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT
#
# awk -f sets.awk -f check-arm32.awk instructions-arm32.txt ROWS DISASSEMBLY: see sets.awk. With -v
# shared=1 what kernels share, which has none. Prints what is wrong, as tests/rigs/objects-arm32.sh
# says.

function wrong(why) {
    print (current == "" ? "shared code" : current) ": " why ": " line
}

# A label of a kernel's own may be in the symbol table as well.
/^[0-9a-f]+ <[^$].*>:$/ {
    if (match($2, /[a-z0-9]+_(blocks|lanes)_[a-z0-9]*>/)) {
        current = substr($2, RSTART, RLENGTH - 1)
        functions++
        if (!(current in known)) print current ": in no table"
    } else if ($2 !~ /^<\.L/) {
        current = ""
    }
    next
}

/^ *[0-9a-f]+:/ {
    sub(/^ *[0-9a-f]+:[ \t]*/, "")
    sub(/[ \t]*[@;<].*/, "")
    line = $0
    m = $1
    sub(/[a-z0-9]\..*/, substr(m, index(m, ".") - 1, 1), m)
    if (m ~ /^\.word$/) next # a distance
    if (of[m] == "") wrong("unknown instruction")
    else if (of[m] != "BASE" && !((current, of[m]) in have)) wrong("needs " of[m])
    used[current, of[m]] = 1
    if (line ~ /\[sp, #-/) wrong("below the stack pointer")
}

END {
    if (!functions && !shared) print "no kernels found"
    for (name in known) if (functions) {
        for (feature in of) if ((name, of[feature]) in have && !((name, of[feature]) in used)) {
            print name ": does not use what it declares"
            break
        }
    }
}
