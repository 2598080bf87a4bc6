# SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT
#
# awk -f sets.awk -f check-arm32.awk instructions-arm32.txt ROWS DISASSEMBLY: see sets.awk. With -v
# shared=1 what kernels share, which has none. Prints what is wrong, as tests/rigs/objects.sh arm32
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
    set = of[m]
    if (m == "msr" && $2 ~ /^(CPSR_[cxf]*s|APSR_[a-z]*g)/) set = "DSP" # writes the flags that sel reads
    if (set == "") wrong("unknown instruction")
    else if (set != "BASE" && !((current, set) in have)) wrong("needs " set)
    used[current, set]
    for (by in brings) if (index(brings[by] " ", " " set " ")) used[current, by]
    if (line ~ /\[sp, #-/) wrong("below the stack pointer")
}

END {
    if (!functions && !shared) print "no kernels found"
    for (pair in declared) if (functions && !(pair in used)) {
        split(pair, part, SUBSEP)
        print part[1] ": does not use what it declares: " part[2]
    }
}
