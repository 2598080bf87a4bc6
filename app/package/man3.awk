# SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT
# Makes a library's manual pages from its public header, whose comments are the documentation.
#   awk -v version=1.0.0 -v name=NAME -v page=NAME_init \
#       -v about='what the library is' -v see='pages|to see' \
#       -v example=examples/NAME_init.c -f man3.awk NAME.h
#   awk -v list=1 -f man3.awk NAME.h
# prints "PAGE CALL" for each call without a page of its own.
#
# What the header must look like:
# - The comments before the first line of code are for all calls, one of them, which begins with
#   "Names.", for the symbols. They belong to the page that is called as the library.
# - "---- PAGE(3): what its calls do ----" begins a page. Calls, structures and constants follow.
# - A comment right before calls, a structure or a constant describes that; any other belongs to the
#   whole page.
# - In the comment of calls, a line that begins with "Errors: CODE, CODE if ...; CODE." and what
#   follows it has the error codes. A comment that begins with "Returns" describes what is returned.
# - A line that begins with two spaces or more is code; one that begins with "  - " is an item of a
#   list.
# - Names of parameters are in capitals.

BEGIN { date = "2026-11-23" } # of the last change of the pages' text

function escape(s) {
    gsub(/\\/, "\\e", s)
    gsub(/-/, "\\-", s)
    gsub(/'/, "\\(aq", s)
    gsub(/`/, "\\(ga", s)
    gsub(/\^/, "\\(ha", s)
    gsub(/~/, "\\(ti", s)
    return s
}

# Prose: calls and constants in bold, parameters, which are in capitals, in italics.
# (\\% keeps an identifier from being hyphenated, at the start of a word only.)
function prose(s,    out, word, whole, at) {
    out = ""
    while (match(s, /[A-Za-z_][A-Za-z0-9_]*/)) {
        word = substr(s, RSTART, RLENGTH)
        at = RSTART + RLENGTH
        whole = RSTART > 1 ? substr(s, RSTART - 1, 1) == " " : out == ""
        whole = whole ? "\\%" : ""
        out = out escape(substr(s, 1, RSTART - 1))
        if (word in is_call) {
            s = substr(s, at)
            if (s !~ /^\(/) s = "()" s
            out = out whole "\\fB" word "\\fP"
            continue
        }
        if ((page, word) in is_parameter) out = out whole "\\fI" is_parameter[page, word] "\\fP"
        else if (word in is_parameter) out = out whole "\\fI" is_parameter[word] "\\fP"
        else if (word in is_type || word in is_code || word ~ /^([A-Z][A-Z0-9]*_[A-Z0-9_]+|NULL)$/)
            out = out whole "\\fB" word "\\fP"
        else out = out (word ~ /_/ ? whole : "") word
        s = substr(s, at)
    }
    out = out escape(s)
    if (out ~ /^[.']/) out = "\\&" out
    return out
}

# A text in paragraphs. Each sentence begins a line, as page formatters want it.
function paragraphs(text,    line, n, i, out, mode, words) {
    n = split(text, line, "\n")
    out = ""
    mode = ""
    words = ""
    for (i = 1; i <= n + 1; i++) {
        if (i <= n && line[i] != "" && line[i] !~ /^  /) {
            if (mode == "list") out = out ".PP\n"
            if (mode == "code") out = out ".EE\n.in\n.PP\n"
            mode = ""
            words = words (words == "" ? "" : " ") line[i]
            continue
        }
        if (words != "") out = out sentences(words)
        words = ""
        if (i > n) break
        if (line[i] == "") {
            if (mode == "code") out = out ".EE\n.in\n"
            mode = ""
            if (i < n) out = out ".PP\n"
        } else if (line[i] ~ /^ +- /) {
            sub(/^ +- /, "", line[i])
            out = out ".IP \\(bu 3\n" prose(line[i]) "\n"
            mode = "list"
        } else {
            if (mode != "code") out = out ".PP\n.in +4n\n.EX\n"
            sub(/^  /, "", line[i])
            if (line[i] ~ /^[.']/) line[i] = "\\&" line[i]
            out = out escape(line[i]) "\n"
            mode = "code"
        }
    }
    if (mode == "code") out = out ".EE\n.in\n"
    gsub(/\.PP\n\.PP\n/, ".PP\n", out)
    return out
}

function sentences(s,    out, at, next_at) {
    out = ""
    while (match(s, /[.:)] +[A-Z"]/)) {
        at = RSTART
        next_at = RSTART + RLENGTH - 1
        out = out prose(substr(s, 1, at)) "\n"
        s = substr(s, next_at)
    }
    return out prose(s) "\n"
}

function code(text,    line, n, i, out) {
    n = split(text, line, "\n")
    out = ".PP\n.in +4n\n.EX\n"
    for (i = 1; i <= n; i++) {
        if (line[i] ~ /^[.']/) line[i] = "\\&" line[i]
        out = out escape(line[i]) "\n"
    }
    return out ".EE\n.in\n"
}

# A prototype in lines for a page of 80 columns, 7 of them margin; parameters in italics.
function synopsis_of(s,    out, at, word) {
    out = ""
    while (length(s) > 73) {
        for (at = 73; at > 0 && substr(s, at, 2) != ", "; at--) { }
        if (at == 0) break
        out = out substr(s, 1, at) "\n"
        s = "    " substr(s, at + 2)
    }
    s = escape(out s)
    out = ""
    while (match(s, /[a-zA-Z0-9_]+(\[[0-9]+\])?(,|\);)/)) {
        word = substr(s, RSTART, RLENGTH)
        at = RSTART + RLENGTH
        match(word, /^[a-zA-Z0-9_]+/)
        if (substr(word, 1, RLENGTH) == "void") out = out substr(s, 1, at - 1)
        else out = out substr(s, 1, at - 1 - length(word)) "\\fI" substr(word, 1, RLENGTH) "\\fP\\fB" substr(word, RLENGTH + 1)
        s = substr(s, at)
    }
    out = out s
    gsub(/\n/, "\\fP\n\\fB", out)
    return "\\fB" out "\\fP\n"
}

# "a()", "a() and b()", "a(), b() and c()" of names between spaces
function calls_of(names,    call, n, i, out) {
    n = split(names, call, " ")
    out = ""
    for (i = 1; i <= n; i++) out = out (i == 1 ? "" : i == n ? " and " : ", ") "\\%\\fB" call[i] "\\fP()"
    return out
}

# What a comment says without the marks around it.
function uncomment(s) {
    sub(/^ *\/\* ?/, "", s)
    sub(/ *\*\/ *$/, "", s)
    return s
}

# ---- reading: everything is kept until the end, since what a word means depends on what follows
# ----

function trimmed(s) {
    sub(/\n+$/, "", s)
    sub(/^\n+/, "", s)
    return s
}

function end_comment(    text) {
    comment = trimmed(comment)
    if (comment ~ /^---- .* ----$/) {
        text = comment
        comment = ""
        gsub(/^---- | ----$/, "", text)
        if (text ~ /^generated/) return
        section = text
        sub(/\(3\):.*/, "", section)
        sub(/^[^:]*: */, "", text)
        pages[++pages_n] = section
        title[section] = text
    } else if (!code_begins) {
        if (sub(/^Names\. /, "", comment)) symbols = comment
        else overview = overview (overview == "" ? "" : "\n\n") comment
        comment = ""
    }
}

# A comment that describes nothing in particular.
function free_comment() {
    if (comment != "" && section != "") intro[section] = intro[section] (intro[section] == "" ? "" : "\n\n") comment
    comment = ""
}

function end_prototype(    call, n, i, part, parameter, text) {
    gsub(/\n */, " ", prototype)
    sub(/^[A-Z0-9]+_CALL\(/, "", prototype)
    sub(/\) [A-Z0-9]+_.*;/, ");", prototype) # without attributes
    call = prototype
    sub(/\)\(.*/, "", call)
    sub(/.*, /, "", call)
    sub(/, [^(]*\)\(/, (prototype ~ /^[^,]*\*,/ ? "" : " ") call "(", prototype)
    is_call[call] = 1
    calls[section] = calls[section] (calls[section] == "" ? "" : " ") call
    result[call] = prototype ~ /^void/ ? "void" : prototype ~ /^int/ ? "int" : "text"
    synopsis[call] = prototype
    # a state that the call changes
    races[call] = prototype ~ /\([a-z][a-z0-9_]*_(state|params) \*[A-Z]/ ? substr(prototype, index(prototype, "*") + 1, 1) : ""
    part = prototype
    sub(/^[^(]*\(/, "", part)
    n = split(part, parameter, /, |\)/)
    for (i = 1; i <= n; i++) {
        sub(/\[.*/, "", parameter[i])
        sub(/.*[ *]/, "", parameter[i])
        if (parameter[i] !~ /^[a-zA-Z_]+$/ || parameter[i] == "void") continue
        text = toupper(parameter[i])
        is_parameter[section, text] = parameter[i]
        if (!(text in is_parameter)) is_parameter[text] = parameter[i]
    }
    if (comment != "") {
        group++
        described[group] = comment
        page_of[group] = section
        members[group] = call
    } else members[group] = members[group] " " call
    comment = ""
    prototype = ""
}

/^#/ { code_begins = 1 }
in_comment {
    line = $0
    ended = line ~ /\*\//
    sub(/^ *\*\/ *$/, "", line)
    sub(/^ \* ?/, "", line)
    comment = comment "\n" uncomment(line)
    if (ended) { in_comment = 0; end_comment() }
    next
}
in_struct {
    line = $0
    if (length(line) > 68 && match(line, / +\/\*/)) {
        # a long remark is above its member
        struct = struct "\n    " substr(line, RSTART + RLENGTH - 2)
        line = substr(line, 1, RSTART - 1)
    }
    struct = struct "\n" line
    if ($0 ~ /^}/) {
        type = $2
        sub(/;/, "", type)
        is_type[type] = 1
        types[section] = types[section] " " type
        type_text[type] = comment
        type_code[type] = struct
        comment = ""
        in_struct = 0
    }
    next
}
prototype != "" {
    prototype = prototype "\n" $0
    if ($0 ~ /;$/) end_prototype()
    next
}
/^\/\* (SPDX-|---- generated)/ { next }
/^\/\*/ {
    free_comment()
    comment = uncomment($0)
    if ($0 ~ /\*\/ *$/) end_comment()
    else in_comment = 1
    next
}
/^typedef struct .*\{$/ && section != "" {
    in_struct = 1
    struct = $0
    next
}
/^[A-Z0-9]+_CALL\(/ {
    prototype = $0
    if ($0 ~ /;$/) end_prototype()
    next
}
/^    [A-Z][A-Z0-9]*_(OK|ERROR_[A-Z]+) = / {
    text = $0
    sub(/^[^\/]*/, "", text)
    sub(/,$/, "", $3)
    codes[++codes_n] = $1
    is_code[$1] = 1
    code_value[$1] = $3
    code_text[$1] = uncomment(text)
    comment = ""
    next
}
/^#define [A-Z][A-Z0-9]*_([A-Z0-9]*BYTES|UNKNOWN_LENGTH) / && !/_STATE_BYTES/ && !/\(/ {
    text = $0
    if (sub(/^[^\/]*\/\*/, "/*", text)) {
        text = uncomment(text)
        free_comment()
    } else {
        text = comment
        sub(/\.$/, "", text)
        comment = ""
    }
    at = section == "" ? "" : section
    constants[at] = constants[at] " " $2
    constant_value[$2] = $3
    constant_text[$2] = text
    next
}
/^#define [A-Z0-9_]*[A-Z]\(/ { free_comment(); next }
/^$/ { free_comment() }

# ---- writing ----

function upper_first(s) { return toupper(substr(s, 1, 1)) substr(s, 2) }

# The Errors paragraph of a group: codes and details to the tables of this page.
function read_errors(text, names,    clause, n, i, j, m, word, detail, prefix) {
    sub(/^Errors: /, "", text)
    gsub(/\n/, " ", text)
    sub(/\.$/, "", text)
    prefix = codes[1]
    sub(/_OK$/, "_ERROR", prefix)
    n = split(text, clause, /; /)
    for (i = 1; i <= n; i++) {
        detail = ""
        if (match(clause[i], /,? (if|also) /)) {
            detail = substr(clause[i], RSTART)
            clause[i] = substr(clause[i], 1, RSTART - 1)
            sub(/^,? /, "", detail)
        }
        m = split(clause[i], word, /, /)
        for (j = 1; j <= m; j++) {
            if (word[j] ~ /^_/) word[j] = prefix word[j]
            if (!(word[j] in is_code)) {
                print FILENAME ": " names ": \"" word[j] "\" is not an error code" >"/dev/stderr"
                failed = 1
            }
            error_calls[word[j]] = error_calls[word[j]] (error_calls[word[j]] == "" ? "" : " ") names
            if (detail != "" && j == m) error_details[word[j]] = error_details[word[j]] names "\001" detail "\002"
        }
    }
}

function see_also(    i, n, item, out) {
    out = ""
    for (i = 1; i <= pages_n; i++) if (pages[i] != page && !(pages[i] in seen_page)) {
        seen_page[pages[i]] = 1
        out = out ".BR \\%" pages[i] " (3),\n"
    }
    out = out ".BR \\%blake2b\\-util (1)\n"
    n = split(see, item, "|")
    for (i = 1; i <= n; i++) out = out ".PP\n" escape(item[i]) "\n"
    return out
}

# Writes text; lines of prose that are long are broken between words.
function put(s,    line, n, i, at) {
    sub(/\n$/, "", s)
    n = split(s, line, "\n")
    for (i = 1; i <= n; i++) {
        if (line[i] ~ /^\.(EX|nf|TS)/) verbatim = 1
        if (line[i] ~ /^\.(EE|fi|TE)/) verbatim = 0
        while (!verbatim && line[i] !~ /^\./ && length(line[i]) > 79) {
            for (at = 79; at > 1 && (substr(line[i], at, 1) != " " || substr(line[i], at + 1, 1) ~ /[.'\\]/ && substr(line[i], at + 1, 2) !~ /\\[%f]/); at--) { }
            if (at <= 1) break
            print substr(line[i], 1, at - 1)
            line[i] = substr(line[i], at + 1)
        }
        print line[i]
    }
}

function write_page(    i, n, k, m, call, g, body, text, paragraph, names, out, first, ints, voids, detail, row, texts) {
    if (!(page in title)) {
        print FILENAME ": no page " page >"/dev/stderr"
        failed = 1
        return
    }
    n = split(calls[page], call, " ")
    put("'\\\" t")
    put(".\\\" Generated from " name ".h.")
    put(".TH " toupper(page) " 3 \"" date "\" \"lib" name " " version "\" \"Library Functions Manual\"")
    put(".nh")
    put(".ad l")
    put(".SH NAME")
    out = page in is_call ? "" : page
    for (i = 1; i <= n; i++) out = out (out == "" ? "" : ", ") call[i]
    put(out " \\- " escape(title[page]))
    put(".SH LIBRARY")
    put(escape(about) " (\\fIlib" name "\\fP, \\fI\\-l" name "\\fP)")
    put(".SH SYNOPSIS")
    put(".nf")
    put(".B #include <" name ".h>")
    for (i = 1; i <= n; i++) put(".PP\n" synopsis_of(synopsis[call[i]]))
    put(".fi")

    put(".SH DESCRIPTION")
    if (page == name) put(paragraphs(overview))
    if (page == name && intro[page] != "") put(".PP")
    if (intro[page] != "") put(paragraphs(intro[page]))
    if (page != name) put(".PP\nSee\n.BR " name " (3)\nfor the rules that all calls share: sizes, NULL, overlapping memory, misuse and stack.")
    m = split(types[page], call, " ")
    for (i = 1; i <= m; i++) put(".SS " call[i] "\n" paragraphs(type_text[call[i]]) code(type_code[call[i]]))
    for (g = 1; g <= group; g++) if (page_of[g] == page) {
        m = split(members[g], call, " ")
        for (i = 1; i <= m; i++) put((i == 1 ? ".TP" : ".TQ") "\n.BR " call[i] " ()")
        text = described[g]
        sub(/\n+Errors: /, "\n\nErrors: ", text)
        k = split(text, paragraph, /\n\n/)
        body = ""
        for (i = 1; i <= k; i++) {
            if (paragraph[i] ~ /^Errors: /) read_errors(paragraph[i], members[g])
            else body = body (body == "" ? "" : "\n\n") paragraph[i]
        }
        text = paragraphs(body)
        gsub(/\.PP\n/, ".IP\n", text)
        gsub(/\.IP\n\.in \+4n/, ".IP\n.in +4n", text)
        put(text)
        # What each of them returns; those that return neither a code nor nothing: as described.
        out = ""
        m = split(members[g], call, " ")
        for (i = 1; i <= m; i++) {
            if (result[call[i]] == "int") ints = ints (ints == "" ? "" : " ") call[i]
            else if (result[call[i]] == "void") voids = voids (voids == "" ? "" : " ") call[i]
            else out = out (out == "" ? "" : " ") call[i]
        }
        if (out != "") {
            sub(/^Returns /, "", body)
            texts = texts ".PP\n" calls_of(out) (out ~ / / ? " return" : " returns") "\n" sentences(body)
        }
    }
    m = split(constants[page == name ? "" : page] (page == name ? constants[page] : ""), call, " ")
    if (m) put(".SS Constants")
    for (i = 1; i <= m; i++) put(".TP\n.BR " call[i] " \" " escape(constant_value[call[i]]) "\"\n" prose(upper_first(constant_text[call[i]])) ".")

    put(".SH RETURN VALUE")
    out = ""
    if (ints != "") {
        put(calls_of(ints) (ints ~ / / ? " return" : " returns"))
        put(".BR " codes[1] ",")
        put("which is 0, on success, and a negative error code on error.")
        text = overview
        gsub(/\n/, " ", text)
        if (match(text, /On error [^.]*\./)) put(sentences(substr(text, RSTART, RLENGTH)))
        out = ".PP\n"
    }
    if (texts != "") {
        if (out == "") sub(/^\.PP\n/, "", texts)
        put(texts)
        out = ".PP\n"
    }
    if (voids != "") put(out calls_of(voids) (voids ~ / / ? " return" : " returns") " no value.")

    if (ints != "") {
        put(".SH ERRORS")
        for (i = 2; i <= codes_n; i++) if (codes[i] in error_calls) {
            put(".TP\n.BR " codes[i] " \" (" escape(code_value[codes[i]]) ")\"")
            put(upper_first(prose(code_text[codes[i]])) ":\n" calls_of(error_calls[codes[i]]) ".")
            m = split(error_details[codes[i]], detail, "\002")
            for (k = 1; k < m; k++) {
                split(detail[k], row, "\001")
                put(".IP\n" calls_of(row[1]) ": " prose(row[2]) ".")
            }
        }
    }

    put(".SH ATTRIBUTES")
    put("For an explanation of the terms used in this section, see")
    put(".BR \\%attributes (7).")
    put(".TS\nallbox;\nlb lb lb\nl l l.")
    put("Interface\tAttribute\tValue")
    n = split(calls[page], call, " ")
    for (i = 1; i <= n; i++)
        put("\\fB" call[i] "\\fP()\tThread safety\t" (races[call[i]] == "" ? "MT\\-Safe" : "MT\\-Safe race:" races[call[i]]))
    put(".TE")

    if (page == name) put(".SH NOTES\n.SS Symbols\n" paragraphs(symbols))

    put(".SH EXAMPLES")
    text = ""
    first = ""
    while ((getline row_text <example) > 0) {
        if (row_text ~ /SPDX-License/) continue
        if (first == "") first = uncomment(row_text)
        else text = text (text == "" ? "" : "\n") row_text
    }
    if (text == "") {
        print FILENAME ": " page ": no example in " example >"/dev/stderr"
        failed = 1
    }
    put(sentences(first) code(text))
    put(".SH SEE ALSO")
    put(see_also())
}

END {
    if (list) {
        for (i = 1; i <= pages_n; i++) {
            n = split(calls[pages[i]], call, " ")
            for (j = 1; j <= n; j++) if (!(call[j] in title)) print pages[i], call[j]
        }
        exit
    }
    write_page()
    exit failed
}
