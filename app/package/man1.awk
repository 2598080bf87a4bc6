# SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT
# Makes the manual page blake2b-util(1) from the commands' own help texts.
#   awk -v version=1.0.0 -v libraries='their names' -f help.awk -f man1.awk main.c sum.c bench.c ...

BEGIN { date = "2026-11-27" } # of the last change of the help texts

function escape(s) {
    gsub(/\\/, "\\e", s)
    gsub(/-/, "\\-", s)
    if (s ~ /^[.']/) s = "\\\&" s
    return s
}

# Text, in lines of at most 78 bytes.
function fold(s,    n) {
    while (length(s) > 78) {
        for (n = 78; n > 1 && substr(s, n, 1) != " "; n--) {
        }
        if (n <= 1) break
        print substr(s, 1, n - 1)
        s = substr(s, n + 1)
        if (s ~ /^[.']/) s = "\\\&" s
    }
    print s
}

END {
    print ".\\\" Generated from the help texts of blake2b-util."
    print ".TH BLAKE2B\\-UTIL 1 \"" date "\" \"libblake2b " version "\" \"User Commands\"\n.nh"
    print ".SH NAME\nblake2b\\-util \\- hash files, measure and test the implementations"
    print ".SH SYNOPSIS\n.B blake2b\\-util\n.I COMMAND\n[\\fIoption\\fP]... [\\fIargument\\fP]..."
    print ".SH COMMANDS"
    for (i = 1; i <= commands; i++) print ".TP\n.B " escape(command[i]) "\n" escape(what[command[i]])
    print ".TP\n.B " escape("help [COMMAND]") "\n" escape("print what COMMAND --help prints, or this list")
    print ".PP\nCalled as b2sum, it is the command sum."
    print ".PP"
    fold("Whatever the command, the exit code is not 0 if output or a message cannot be written.")
    for (i = 1; i <= commands; i++) {
        c = command[i]
        print ".SH " toupper(escape(c))
        in_rows = gap = 0
        for (j = 1; j <= lines[c]; j++) {
            k = kind[c, j]
            left = escape(a[c, j])
            right = escape(b[c, j])
            if (in_rows && k != "row") {
                print ".RE"
                in_rows = 0
            }
            if (k == "usage") print ".B " left
            else if (k == "option") {
                print ".TP\n.B " left
                fold(right == "" ? "\\\&" : right)
            } else if (k == "row") {
                if (!in_rows) print ".RS"
                in_rows = 1
                print ".TP 10\n" left
                fold(right)
            } else if (left != "") {
                if (gap) print ".PP"
                fold(left)
            }
            gap = k == "usage" || (k !~ /option|row/ && left == "")
        }
    }
    print ".SH SEE ALSO"
    n = split(libraries, library, " ")
    for (i = 1; i <= n; i++) print ".BR " library[i] " (3),"
    print ".BR b2sum (1)"
}
