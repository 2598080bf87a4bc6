# SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT
# Prints the names of the calls that a public header declares, one a line, in the header's order.
#   awk -f calls.awk NAME.h
# A declaration begins a line: NAME_CALL(result, call)(parameters). One without a call's name on
# this line is an error.

function error(text) {
    print text >"/dev/stderr"
    failed = 1
    exit 1
}

/^[A-Z0-9]+_CALL\(/ {
    declarations++
    if (!match($0, /[ *][A-Za-z_][A-Za-z0-9_]*\)\(/))
        error(FILENAME ":" FNR ": no name of a call on the line of its declaration")
    print substr($0, RSTART + 1, RLENGTH - 3)
}

END {
    if (!failed && !declarations)
        error(FILENAME ": no line begins with NAME_CALL, so that no call would be exported")
}
