# SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT
# Makes the manual page blake2b-util(1) from the commands' own help texts.
#   awk -v version=1.0.0 -f help.awk -f man1.awk main.c sum.c bench.c ...

function escape(s) {
    gsub(/\\/, "\\e", s)
    gsub(/-/, "\\-", s)
    if (s ~ /^[.']/) s = "\\\&" s
    return s
}

END {
    print ".\\\" Generated from the help texts of blake2b-util."
    print ".TH BLAKE2B\\-UTIL 1 \"\" \"libblake2b " version "\" \"User Commands\""
    print ".SH NAME\nblake2b\\-util \\- hash with BLAKE2b, measure and test its implementations"
    print ".SH SYNOPSIS\n.B blake2b\\-util\n.I COMMAND\n[\\fIoption\\fP]... [\\fIargument\\fP]..."
    print ".SH COMMANDS"
    for (i = 1; i <= commands; i++) print ".TP\n.B " escape(command[i]) "\n" escape(what[command[i]])
    print ".TP\n.B " escape("help [COMMAND]") "\n" escape("print what COMMAND --help prints, or this list")
    print ".PP\nCalled as b2sum, it is the command sum."
    print ".PP\nWhatever the command, the exit code is not 0 if output or a message cannot be written."
    for (i = 1; i <= commands; i++) {
        c = command[i]
        print ".SH " toupper(escape(c))
        in_rows = 0
        for (j = 1; j <= lines[c]; j++) {
            k = kind[c, j]
            left = escape(a[c, j])
            right = escape(b[c, j])
            if (in_rows && k != "row") {
                print ".RE"
                in_rows = 0
            }
            if (k == "usage") print ".B " left "\n.PP"
            else if (k == "option") print ".TP\n.B " left "\n" (right == "" ? "\\&" : right)
            else if (k == "row") {
                if (!in_rows) print ".RS"
                in_rows = 1
                print ".TP 10\n" left "\n" right
            } else print (left == "" ? ".PP" : left)
        }
    }
    print ".SH SEE ALSO\n.BR blake2b (3),\n.BR b2sum (1)"
}
