# SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT
# Converts the C preprocessor's output for NASM and Yasm: one statement per line. Before the
# statements of each source line it writes %line with its number, so that errors name that line.
#
#   cc -E -x assembler-with-cpp ... | awk -f split.awk
#
# The preprocessor writes as many lines as it reads, or a marker (# NUMBER "FILE"). Only a macro
# call with arguments on several lines becomes one line, that of its name. Then empty lines or a
# marker follow.

# A marker: gives the source line of the next line.
/^#(line)? *[0-9]+ "/ {
    file = $0
    sub(/^#(line)? */, "", file)
    line = file - 1
    sub(/^[0-9]* "/, "", file)
    sub(/"[ 0-9]*$/, "", file)
    gsub(/\\\\/, "\\", file)
    next
}

# Any other line counts, also an empty one.
{ line++ }

/^[ \t]*$/ || /^# *pragma/ {
    if (in_macro) print ""
    next
}

# The lines of a NASM macro are counted from its first one.
/^[ \t]*%i?macro[ \t]/ {
    print "%line " line - 1 "+1 " file
    print
    in_macro = 1
    next
}

in_macro {
    if (/^[ \t]*%endmacro/) in_macro = 0
    print
    next
}

{
    print "%line " line "+0 " file
    gsub(/;/, "\n")
    print
}
