# Makes the manual page blake2b-util(1) from the commands' own help texts.
#   awk -v version=1.0.0 -f man1.awk main.c sum.c bench.c ...

function escape(s) {
    gsub(/\\/, "\\e", s)
    gsub(/-/, "\\-", s)
    if (s ~ /^[.']/) s = "\\\&" s
    return s
}

# main.c: {"sum", command_sum, "what it does"},
/^ +\{"[a-z]+", command_[a-z]+, ".*"\},/ {
    split($0, word, "\"")
    list = list ".TP\n.B " escape(word[2]) "\n" escape(word[4]) "\n"
}

/^#define DEFAULT_SECONDS / { seconds = $3 + 0 }

# The others: the strings of the function usage.
/^static void usage\(/ { inside = 1; next }
inside && /^}/ { inside = 0; end_text(); next }
inside {
    line = $0
    while (match(line, /"([^"\\]|\\.)*"/)) {
        text = text substr(line, RSTART + 1, RLENGTH - 2)
        line = substr(line, RSTART + RLENGTH)
    }
}

function end_text(    line, n, i, name, s) {
    gsub(/\\"/, "\"", text)
    if (text ~ /^Usage: blake2b-util COMMAND/) { text = ""; return }
    n = split(text, line, /\\n/)
    name = line[1]
    sub(/^Usage: /, "", name)
    sub(/ \[.*/, "", name)
    sub(/^blake2b-util /, "", name)
    body = body ".SH " toupper(escape(name)) "\n"
    s = line[1]
    sub(/^Usage: /, "", s)
    body = body ".B " escape(s) "\n.PP\n"
    for (i = 2; i <= n; i++) {
        s = line[i]
        gsub(/\\\\/, "\\", s)
        gsub(/%g/, seconds, s)
        if (s == "") body = body ".PP\n"
        else if (s ~ /^ +-/) {
            # an option and what it does, two or more spaces apart (or one, behind a long one)
            sub(/^ +/, "", s)
            if (match(s, /  +/)) body = body ".TP\n.B " escape(substr(s, 1, RSTART - 1)) "\n" escape(substr(s, RSTART + RLENGTH)) "\n"
            else if (match(s, /^[^ ]+ /)) body = body ".TP\n.B " escape(substr(s, 1, RLENGTH - 1)) "\n" escape(substr(s, RLENGTH + 1)) "\n"
            else body = body ".TP\n.B " escape(s) "\n"
        } else {
            sub(/^ +/, "", s)
            body = body escape(s) "\n"
        }
    }
    text = ""
}

END {
    print ".\\\" Generated from the help texts of blake2b-util."
    print ".TH BLAKE2B\\-UTIL 1 \"\" \"libblake2b " version "\" \"User Commands\""
    print ".SH NAME\nblake2b\\-util \\- hash with BLAKE2b, measure and test its implementations"
    print ".SH SYNOPSIS\n.B blake2b\\-util\n.I COMMAND\n[\\fIoption\\fP]... [\\fIargument\\fP]..."
    print ".SH COMMANDS"
    printf "%s", list
    printf "%s", body
    print ".SH SEE ALSO\n.BR blake2b (3),\n.BR b2sum (1)"
}
