# SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT
# Prints the names of the calls that a public header declares, one a line, in the header's order.
#   awk -v api=NAME_API -f calls.awk NAME.h
# A declaration is one line that begins with the macro "api". Its call is the first name that a
# parenthesis follows and that is not all capitals, which is a macro's. A declaration without one is
# an error.

function error(where, text) {
    print where ": " text >"/dev/stderr"
    failed = 1
    exit 1
}

$1 == api {
    declarations++
    line = substr($0, index($0, api) + length(api))
    name = ""
    while (name == "" && match(line, /[A-Za-z_][A-Za-z0-9_]*\(/)) {
        name = substr(line, RSTART, RLENGTH - 1)
        if (name == toupper(name)) name = ""
        line = substr(line, RSTART + RLENGTH)
    }
    if (name == "") error(FILENAME ":" FNR, "no name of a call on the same line as " api)
    print name
}

END {
    if (!failed && !declarations) error(FILENAME, "no line begins with " api ", so that no call would be exported")
}
