# SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT
#
# A family's table of kernels (app/extensions/*/*.def) for scripts: a line for each row, columns
# separated by tabs, strings without quotes.
#
#   awk -f app/driver/table.awk [-v kind=KERNEL] [-v target=X86_64] TABLE
#       all rows, or those of one kind or target; the kind is the first column:
#           KERNEL ID NAME MESSAGES TARGET NEEDS FILE PROBE CALLED
#               (all kinds of kernels; MESSAGES is 1 for blocks, a number for lanes, ROUNDS, or
#               ROUNDS or SHORT with a number)
#           REFERENCE BITS FILE
#           PREFER TARGET FAMILY FIRST SECOND WHY
#           COST TARGET FAMILY NAME CYCLES WHY
#           BLOCKS_PLAN and ROUNDS_PLAN TARGET FAMILY LEVEL FROM ID NAME
#           MESSAGES_PLAN TARGET FAMILY LEVEL FROM MESSAGES KIND ID NAME
# CALLED is not in the table. It is the kernel's symbol without the family's name, which depends on
# the contract: blocks_NAME, lanes_NAME, rounds_NAME or short_NAME. A row with a wrong number of
# columns is an error, and so is a second kernel with the same ID or symbol: exit status 1.

BEGIN {
    contract_of["BLOCKS_KERNEL"] = "blocks"
    contract_of["LANES_KERNEL"] = "lanes"
    contract_of["SHORT_KERNEL"] = "short"
    contract_of["ROUNDS_KERNEL"] = contract_of["LANE_ROUNDS_KERNEL"] = "rounds"
    for (row in contract_of) columns[row] = 7
    columns["REFERENCE"] = 2
    columns["PREFER"] = 5
    columns["COST"] = 5
    columns["BLOCKS_PLAN"] = columns["ROUNDS_PLAN"] = 6
    columns["MESSAGES_PLAN"] = 8
    for (row in columns) target_at[row] = 1
    target_at["KERNEL"] = 4
}

# An included part of the table, in the same folder.
/^#include "/ {
    split($0, word, "\"")
    part = FILENAME
    sub(/[^\/]*$/, "", part)
    part = part word[2]
    while ((status = (getline line <part)) > 0) if (line ~ /^[A-Z_]+\(/) take(line)
    close(part)
    if (status < 0) {
        printf "%s:%d: no file %s\n", FILENAME, FNR, part | "cat >&2"
        failed = 1
    }
}

/^[A-Z_]+\(/ { take($0) }

END { exit failed }

function take(text,    row, rest, line, n, value, column, contract, of_kind) {
    row = substr(text, 1, index(text, "(") - 1)
    rest = substr(text, index(text, "(") + 1)
    contract = row in contract_of ? contract_of[row] : ""
    line = of_kind = contract ? "KERNEL" : row
    n = 0
    # A column ends at a comma or at the closing parenthesis. It may be a string.
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
        # of short messages and rounds: the contract, and the number if there are several
        if (++n == 3 && contract ~ /^[rs]/) value = toupper(contract) (value == 1 ? "" : value)
        column[n] = value
        line = line "\t" value
        rest = substr(rest, RLENGTH + 1)
    }
    if (!(row in columns) || n != columns[row] || rest !~ /^[ \t]*$/) {
        printf "%s:%d: not a row of a table: %s\n", FILENAME, FNR, text | "cat >&2"
        failed = 1
        return
    }
    if (contract) {
        line = line "\t" contract "_" column[2]
        if (("ID", column[1]) in kernel || (column[4], contract, column[2]) in kernel) {
            printf "%s:%d: a second row of a kernel: %s\n", FILENAME, FNR, text | "cat >&2"
            failed = 1
            return
        }
        kernel["ID", column[1]]
        kernel[column[4], contract, column[2]]
    }
    if ((kind == "" || kind == of_kind) &&
        (target == "" || column[target_at[of_kind]] == target)) print line
}
