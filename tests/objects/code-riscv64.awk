# SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT
# awk -f hex.awk -f code-riscv64.awk DISASSEMBLY: the instructions, as they are the same wherever
# they were linked to.

/^ *[0-9a-f]+:/ {
    at = $1
    sub(/:.*/, "", at)
    sub(/^ *[0-9a-f]+:[ \t]*/, "")
    sub(/[ \t]*(<|#).*/, "")
    if ($1 == "nop") next
    if ($1 ~ /^(b(eq|ne|ltu|geu)z?|j)$/) {
        target = $0
        sub(/.*[, \t]/, "", target)
        sub(/[0-9a-f]+$/, hex(target) - hex(at))
    } else if (after == "auipc") $0 = $1 # with a distance
    else if ($1 == "auipc") $0 = $1 " " substr($2, 1, index($2, ",") - 1)
    after = $1
    print
}
