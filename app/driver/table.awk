# SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT
#
# A family's table of kernels (app/extensions/*/*.def) for whoever is no C compiler: each row as
# a line, its columns separated by tabs, strings without their quotes.
#
#   awk -f app/driver/table.awk [-v kind=KERNEL] [-v target=X86_64] TABLE
#       all rows, or those of one kind or target, the row's kind first:
#           KERNEL ID NAME MESSAGES TARGET NEEDS FILE PROBE CALLED
#           REFERENCE BITS FILE
#           PREFER TARGET FAMILY FIRST SECOND WHY
#           COST TARGET FAMILY NAME CYCLES WHY
# CALLED is no column of the table: what is after the family's name in the kernel's symbol, by
# the contract that it keeps: blocks_NAME, lanes_NAME, rounds_NAME, short_NAME.
# A row that does not have its columns is an error: exit status 1.

BEGIN {
    columns["KERNEL"] = 7
    columns["REFERENCE"] = 2
    columns["PREFER"] = 5
    columns["COST"] = 5
    target_at["KERNEL"] = 4
    target_at["PREFER"] = 1
    target_at["COST"] = 1
}

# A part of the table, beside it.
/^#include "/ {
    split($0, word, "\"")
    part = FILENAME
    sub(/[^\/]*$/, "", part)
    part = part word[2]
    while ((status = (getline line <part)) > 0) if (line ~ /^[A-Z]+\(/) take(line)
    close(part)
    if (status < 0) {
        printf "%s:%d: no file %s\n", FILENAME, FNR, part | "cat >&2"
        failed = 1
    }
}

/^[A-Z]+\(/ { take($0) }

END { exit failed }

function take(text,    row, rest, line, n, value, column, contract) {
    row = substr(text, 1, index(text, "(") - 1)
    rest = substr(text, index(text, "(") + 1)
    line = row
    n = 0
    # A column: up to a comma, or a string and what follows it up to a comma.
    while (rest != "") {
        sub(/^[ \t]+/, "", rest)
        if (match(rest, /^"[^"]*"[ \t]*[,)]/)) {
            value = substr(rest, 2, RLENGTH - 3)
            sub(/"[ \t]*$/, "", value)
        } else if (match(rest, /^[^",)]*[,)]/)) {
            value = substr(rest, 1, RLENGTH - 1)
            sub(/[ \t]+$/, "", value)
        } else {
            break
        }
        column[++n] = value
        line = line "\t" value
        rest = substr(rest, RLENGTH + 1)
    }
    if (!(row in columns) || n != columns[row] || rest !~ /^[ \t]*$/) {
        printf "%s:%d: not a row of a table: %s\n", FILENAME, FNR, text | "cat >&2"
        failed = 1
        return
    }
    if (row == "KERNEL") {
        contract = column[3] == 1 ? "blocks" : column[3] ~ /^[0-9]+$/ ? "lanes" : tolower(column[3])
        sub(/[0-9]+$/, "", contract)
        line = line "\t" contract "_" column[2]
    }
    if ((kind == "" || kind == row) && (target == "" || column[target_at[row]] == target)) print line
}
