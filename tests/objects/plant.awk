# SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT
#
# awk -v typo=STATEMENT -v name=NAME -v lines=FILE -f plant.awk KERNEL KERNEL: the source (read
# twice) with that typo in several places; adds "NAME:LINE" of each to FILE. See
# tests/rigs/typos.sh.
#
# A statement's line is one outside of comments, preprocessor's lines and what they continue on, and
# of what may be left out: #if to #endif.

# clang 14 skips the line after an error, even if that is the preprocessor's marker.
function wrong(text) {
    put(text)
    print name ":" line >>lines
    put("  nop")
}

function put(text) {
    line++
    print text
}

# ---- first time: where are the statements? ----

NR == FNR {
    text = $0
    gsub(/\/\*([^*]|\*+[^*\/])*\*+\//, "", text)
    if (commented) {
        if (text !~ /\*\//) next
        commented = 0
        before = ""
        next
    }
    if (text ~ /\/\*/) {
        commented = 1
        next
    }
    if (continued || text ~ /^#/) {
        was = continued
        continued = text ~ /\\$/
        if (text ~ /^# *if/) conditions++
        if (text ~ /^# *endif/) conditions--
        if (was && !continued && !conditions) defined = FNR
        before = ""
        next
    }
    if (conditions || text !~ /^  [A-Za-z]/) {
        before = ""
        next
    }
    statement[++statements] = FNR
    # The longest run of one macro's uses.
    word = text
    sub(/\(.*/, "", word)
    run = text ~ /^  [A-Z_0-9]+\(/ && word == before ? run + 1 : 1
    before = word
    if (run >= 3 && run > longest) {
        longest = run
        middle = FNR - int(run / 2)
    }
    next
}

# ---- second time: the typos after certain lines ----

FNR == 1 && statements {
    early = statement[int(statements / 6) + 1]
    short = statement[int(statements * 2 / 6) + 1]
    long = statement[int(statements * 3 / 6) + 1]
    inside = statement[int(statements * 4 / 6) + 1]
    last = statement[statements]
}

{
    # On a statement's own line, after it.
    if (FNR == last) wrong($0 "; " typo)
    else put($0)
}

FNR == early { wrong("  " typo) }

FNR == middle { wrong("  " typo) }

FNR == defined { wrong("  " typo) }

FNR == short {
    put("#define PLANTED(a, b) \\")
    put("  mov eax, a; \\")
    put("  mov eax, b")
    wrong("  " typo)
    put("  PLANTED(1,")
    put("    2)")
    wrong("  " typo)
}

# So many lines that the preprocessor leaves them out.
FNR == long {
    put("#define PLANTED_LIST(...) mov eax, 1")
    put("  PLANTED_LIST(1,")
    for (i = 0; i < 20; i++) put("    2,")
    put("    3)")
    wrong("  " typo)
    put("/* a comment")
    for (i = 0; i < 20; i++) put("   of some length")
    put(" */")
    wrong("  " typo)
}

# In a macro: the line of its use is what can be told.
FNR == inside {
    put("#define PLANTED_TYPO(a) \\")
    put("  mov eax, a; \\")
    put("  " typo)
    put("")
    wrong("  PLANTED_TYPO(1)")
}
