# SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT
# Makes a library's manual page, such as blake2b(3), from its public header: the comments there are the documentation.
#   awk -v version=1.0.0 -v name=blake2b -v about='what it is' -v see='pages|to see' -f man3.awk blake2b.h

BEGIN { about_it = about; about = "" }

function escape(s) {
    gsub(/\\/, "\\e", s)
    gsub(/-/, "\\-", s)
    if (s ~ /^[.']/) s = "\\\&" s
    return s
}

# A comment's text as paragraphs; lists keep their lines.
function paragraphs(text,    line, n, i, out, in_list) {
    n = split(text, line, "\n")
    out = ""
    for (i = 1; i <= n; i++) {
        if (in_list && line[i] !~ /^ / && line[i] != "") out = out ".br\n"
        in_list = line[i] ~ /^ /
        if (line[i] == "") out = out ".PP\n"
        else if (line[i] ~ /^ +/) {
            sub(/^ +/, "", line[i])
            out = out ".br\n\\ \\ " escape(line[i]) "\n"
        } else out = out escape(line[i]) "\n"
    }
    return out
}

function code(text,    line, n, i, out) {
    n = split(text, line, "\n")
    out = ".nf\n"
    for (i = 1; i <= n; i++) out = out escape(line[i]) "\n"
    return out ".fi\n"
}

# A prototype in lines for a page of 80 columns, 7 of them margin.
function wrapped(s,    out, at) {
    gsub(/\n */, " ", s)
    while (length(s) > 73) {
        for (at = 73; at > 0 && substr(s, at, 2) != ", "; at--) { }
        if (at == 0) break
        out = out substr(s, 1, at) "\n"
        s = "    " substr(s, at + 2)
    }
    return out s
}

# What a comment says without the marks around it.
function uncomment(s) {
    sub(/^ *\/\* ?/, "", s)
    sub(/ *\*\/ *$/, "", s)
    return s
}

# A whole comment has been read.
function end_comment() {
    sub(/\n+$/, "", comment)
    sub(/^\n+/, "", comment)
    if (comment ~ /^---- .* ----$/) {
        gsub(/^---- | ----$/, "", comment)
        flush()
        body = body ".SH " toupper(escape(comment)) "\n"
        comment = ""
    } else if (about == "") {
        about = comment
        comment = ""
    } else if (sub(/^Names\. /, "", comment)) {
        symbols = comment
        comment = ""
    }
}

# One comment may stand above several prototypes: it follows the last of their names.
function flush() {
    if (last != "") body = body ".RS 4\n" paragraphs(last) ".RE\n"
    last = ""
}

# A whole prototype has been read.
function end_prototype(    call) {
    sub(/^[A-Z0-9]+_API +/, "", prototype)
    sub(/[ \n]+[A-Z0-9]+_CHECKED_\([a-z0-9_]*\);/, ";", prototype)
    call = prototype
    sub(/\(.*/, "", call)
    sub(/.*[ *]/, "", call)
    names = names (names == "" ? "" : ", ") escape(call)
    synopsis = synopsis ".PP\n.B\n" code(wrapped(prototype))
    if (comment != "") flush()
    body = body (comment != "" ? ".PP\n" : ".br\n") ".B " escape(call) "\n"
    if (comment != "") last = comment
    comment = ""
    prototype = ""
}

in_comment {
    line = $0
    ended = line ~ /\*\//
    sub(/^ *\*\/ *$/, "", line)
    sub(/^ \* ?/, "", line)
    sub(/^   /, "", line)
    comment = comment "\n" uncomment(line)
    if (ended) { in_comment = 0; end_comment() }
    next
}
in_struct {
    line = $0
    if (length(line) > 73 && match(line, / +\/\*/)) {
        # a long remark stands above its member
        struct = struct "\n    " substr(line, RSTART + RLENGTH - 2)
        line = substr(line, 1, RSTART - 1)
    }
    struct = struct "\n" line
    if ($0 ~ /^}/) {
        types = types ".PP\n" paragraphs(comment) code(struct)
        comment = ""
        in_struct = 0
    }
    next
}
prototype != "" {
    line = $0
    sub(/^ +/, "    ", line)
    prototype = prototype "\n" line
    if ($0 ~ /;$/) end_prototype()
    next
}
/^\/\* (SPDX-|---- generated)/ { next }
/^\/\*/ {
    comment = uncomment($0)
    if ($0 ~ /\*\/ *$/) end_comment()
    else in_comment = 1
    next
}
/^typedef struct .*\{$/ {
    in_struct = 1
    struct = $0
    next
}
/^[A-Z0-9]+_API / {
    prototype = $0
    if ($0 ~ /;$/) end_prototype()
    next
}
/^    BLAKE[0-9A-Z]*_(OK|ERROR_[A-Z]+) = / {
    text = $0
    sub(/^[^\/]*/, "", text)
    text = uncomment(text)
    sub(/,$/, "", $3)
    constants = constants ".TP\n.BR " escape($1) " \" " escape($3) "\"\n" (text == "" ? "\\&" : escape(toupper(substr(text, 1, 1)) substr(text, 2)) ".") "\n"
    comment = ""
    next
}
/^#define BLAKE[0-9A-Z]*_[A-Z0-9_]+ +[^\/ ].*\/\*.*\*\// {
    text = $0
    sub(/^[^\/]*/, "", text)
    text = uncomment(text)
    constants = constants ".TP\n.BR " escape($2) " \" " escape($3) "\"\n" escape(toupper(substr(text, 1, 1)) substr(text, 2)) ".\n"
    comment = ""
    next
}
/^#define BLAKE[0-9A-Z]*_([A-Z0-9]*_?BYTES|UNKNOWN_LENGTH) / && !/\(/ {
    constants = constants ".TP\n.BR " escape($2) " \" " escape($3) "\"\n\\&\n"
}
/^#define BLAKE2B_PARAMS_INIT\(/ {
    types = types ".PP\n" paragraphs(comment) code("BLAKE2B_PARAMS_INIT(digest_length, personal)")
    comment = ""
}
/^$/ { if (!in_comment) comment = "" }

END {
    print ".\\\" Generated from " name ".h."
    print ".TH " toupper(name) " 3 \"\" \"lib" name " " version "\" \"Library Functions\""
    print ".SH NAME"
    print names " \\- " escape(about_it)
    print ".SH SYNOPSIS"
    print ".B #include <" name ".h>"
    printf "%s", synopsis
    print ".PP\nLink with \\fI\\-l" name "\\fP."
    print ".SH DESCRIPTION"
    printf "%s", paragraphs(about)
    flush()
    printf "%s", body
    print ".SH SYMBOLS"
    printf "%s", paragraphs(symbols)
    print ".SH CONSTANTS AND RETURN VALUES"
    printf "%s", constants
    print ".SH TYPES"
    printf "%s", types
    print ".SH SEE ALSO"
    print ".BR blake2b\\-util (1)"
    print ".PP"
    n = split(see, page, "|")
    for (i = 1; i <= n; i++) print (i > 1 ? ".br\n" : "") escape(page[i])
}
