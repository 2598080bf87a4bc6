# SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT
# Reads the help texts out of the commands' sources, for those that make manual page and
# completions. The families' sources, which have rows of these texts, come first; then main.c.
#   awk -f help.awk -f completions.awk FAMILY_util.c... main.c sum.c bench.c ...
# In the order of main.c: command[1 .. commands], what[command]; and of each command its lines:
# lines[command], and for each kind[command, line], a and b:
#   usage   the first line
#   text    a line of text; "" between paragraphs
#   option  "-l, --length BITS" in a, what it does in b
#   more    goes on with that
#   row     a word and what it means, part of what the option does

/^#define DEFAULT_SECONDS / { seconds = $3 + 0 }

# main.c: {"sum", command_sum, "what it does"},
/^ +\{"[a-z]+", command_[a-z]+, ".*"\},/ {
    split($0, word, "\"")
    command[++commands] = word[2]
    what[word[2]] = word[4]
}

# A family: {"--group", "serial", "what it means"}, in a line or two.
/^ +\{"(--[a-z]+|sum)", "/ || row {
    row = row $0
    if (row !~ /"\},$/) next
    split(row, word, "\"")
    row_name[word[2], ++rows[word[2]]] = word[4]
    row_text[word[2], rows[word[2]]] = word[6]
    row = ""
}

# The others: lines of the function usage that are string literals.
/^static void usage\(/ { inside = 1; text = ""; next }
inside && /^}/ { inside = 0; end_text(); next }
inside && /util_help\(/ { split($0, word, "\""); text = text "@" word[2] "\\n" }
inside && (/^ *(fputs\()?"/ || /"Usage: blake2b-util [a-z]/) {
    line = $0
    while (match(line, /"([^"\\]|\\.)*"/)) {
        text = text substr(line, RSTART + 1, RLENGTH - 2)
        line = substr(line, RSTART + RLENGTH)
    }
}

function add(c, k, left, right) {
    kind[c, ++lines[c]] = k
    a[c, lines[c]] = left
    b[c, lines[c]] = right
}

function end_text(    part, n, i, j, c, s, in_option) {
    if (text !~ /^Usage: blake2b-util [a-z]/) return
    gsub(/\\"/, "\"", text)
    gsub(/%g/, seconds, text)
    n = split(text, part, /\\n/)
    c = part[1]
    sub(/^Usage: blake2b-util /, "", c)
    sub(/ .*/, "", c)
    add(c, "usage", substr(part[1], 8), "")
    for (i = 2; i <= n; i++) {
        s = part[i]
        gsub(/\\\\/, "\\", s)
        if (s ~ /^@/) {
            s = substr(s, 2)
            for (j = 1; j <= rows[s]; j++) add(c, s ~ /^-/ ? "row" : "option", row_name[s, j], row_text[s, j])
        } else if (s !~ /^ /) {
            if (in_option && s != "") add(c, "text", "", "")
            add(c, "text", s, "")
            in_option = 0
        } else if (match(s, /^  ? ? ? ? ?-/)) {
            # two or more spaces in between, or one after a long one
            sub(/^ +/, "", s)
            in_option = 1
            if (match(s, /^--[a-z-]+ [a-z]/)) add(c, "option", substr(s, 1, index(s, " ") - 1), substr(s, index(s, " ") + 1))
            else if (match(s, /  +/)) add(c, "option", substr(s, 1, RSTART - 1), substr(s, RSTART + RLENGTH))
            else add(c, "option", s, "")
        } else {
            sub(/^ +/, "", s)
            if (in_option && match(s, /^[a-z][a-z0-9]*  +/)) add(c, "row", substr(s, 1, index(s, " ") - 1), substr(s, RLENGTH + 1))
            else add(c, in_option ? "more" : "text", s, "")
        }
    }
}
