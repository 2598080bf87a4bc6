# SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT
#
# awk -v base=ADDRESS -v map=FILE -f hex.awk -f listing.awk DISASSEMBLY: the listing that
# tests/rigs/dialects.sh compares. Instructions one a line without the padding between them; branch
# targets as numbers of instructions, addresses of data relative to base. The map: address, number
# of the instruction there.

BEGIN { start = hex(base) }
/^[0-9a-f]+ <.*>:$/ { next }
/^ *[0-9a-f]+:/ {
    at = $1
    sub(/:.*/, "", at)
    sub(/^ *[0-9a-f]+:[ \t]*/, "")
    gsub(/[ \t]+/, " ")
    sub(/ $/, "")
    lines++
    address[lines] = hex(at)
    text[lines] = $0
    # Mach-O: zeros between objects, the last perhaps with the first byte of what follows.
    zeros = (text[lines - 1] ~ /^ret/ || zeros) && $0 ~ /^add byte ptr \[/
    padding[lines] = zeros || $0 ~ /^((data16|cs) )*nop/ || $0 ~ /^xchg ax, ?ax$/ || $0 ~ /^int3$/ ||
        $0 ~ /^(cs )?lea e[sd]i,( ?ds:)?\[e[sd]i( ?\+ ?(eiz\*1\+)?0x0)?\]$/
}
END {
    # Long padding may start with a jump over the rest.
    for (i = 1; i <= lines; i++)
        if (text[i] ~ /^jmp (0x)?[0-9a-f]+/ && padding[i + 1]) {
            split(text[i], word, " ")
            for (j = i + 1; padding[j]; j++);
            if (address[j] == hex(word[2])) padding[i] = 1
        }
    for (i = 1; i <= lines; i++) {
        number[address[i]] = count + 1
        if (!padding[i]) count++
    }
    before = ""
    for (i = 1; i <= lines; i++) {
        if (padding[i]) continue
        s = text[i]
        if (s ~ /^(j[a-z]+|call[a-z]*|loop[a-z]*) (0x)?[0-9a-f]+( <.*>)?$/) {
            split(s, word, " ")
            t = hex(word[2])
            s = word[1] " " ((t in number) ? "-> " number[t] : "outside " word[2])
        } else if (match(s, /rip ?[+-] ?(0x)?[0-9a-f]+/)) {
            t = substr(s, RSTART + 3, RLENGTH - 3)
            sign = (t ~ /-/) ? -1 : 1
            gsub(/[ +-]/, "", t)
            t = address[i + 1] + sign * ((t ~ /^0x/) ? hex(t) : t)
            s = substr(s, 1, RSTART - 1) "constants + " (t - start) substr(s, RSTART + RLENGTH)
            sub(/ *#.*/, "", s)
        } else if (before ~ /^call/ && match(s, /\[eax\+0x[0-9a-f]+\]/)) {
            t = substr(s, RSTART + 5, RLENGTH - 6)
            s = substr(s, 1, RSTART) "constants + " (address[i] + hex(t) - start) "]"
        } else if (s ~ /^mov r[a-z0-9]+, ?(0x)?[0-9a-f]+$/) {
            # the same in a 32-bit register, shorter
            if (s ~ /^mov r[0-9]+,/) sub(/,/, "d,", s)
            else if (s ~ /^mov r[a-ds]/) sub(/mov r/, "mov e", s)
        } else if (match(s, /^xchg [a-z0-9]+,/)) {
            # of two registers, in either order
            one = substr(s, 6, RLENGTH - 6)
            two = substr(s, RLENGTH + 1)
            sub(/^ /, "", two)
            s = "xchg " (one < two ? one "," two : two "," one)
        }
        before = text[i]
        print s
    }
    # (After the last instruction there is the end, padded or not.)
    for (a in number) if (number[a] <= count) print a, number[a] >map
}
