# SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT
#
# What the checkers of instructions begin with: they are started as
#
#   awk -f sets.awk ... -f check-ARCHITECTURE.awk instructions-ARCHITECTURE.txt ROWS DISASSEMBLY
#
# ROWS: a line "NAME SET ..." for each kernel. The checkers have then
#   of[INSTRUCTION]     the set that it belongs to
#   known[NAME]         is there for each kernel
#   declared[NAME, SET] is there for each set of its row
#   have[NAME, SET]     is there for each set that the kernel may use: its row's, and those implied

function grant(name, set,   list, n, i) {
    have[name, set] = 1
    n = split(brings[set], list, " ")
    for (i = 1; i <= n; i++) grant(name, list[i])
}

FILENAME == ARGV[1] {
    if ($0 ~ /^#/) next
    if ($2 == "brings") {
        for (i = 3; i <= NF; i++) brings[$1] = brings[$1] " " $i
        next
    }
    for (i = 2; i <= NF; i++) of[$i] = $1
    next
}

FILENAME == ARGV[2] {
    known[$1] = 1
    for (i = 2; i <= NF; i++) {
        declared[$1, $i]
        grant($1, $i)
    }
    next
}
