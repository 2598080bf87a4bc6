# SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT
#
# From the C preprocessor's output to what NASM and Yasm read: a statement a line. Before the
# statements of each line of a source it writes %line with its number, so that errors name that
# line.
#
#   cc -E -x assembler-with-cpp ... | awk -f split.awk
#
# The preprocessor writes as many lines as it reads, or a marker (# NUMBER "FILE"). Only a macro
# whose arguments go over several lines comes out as one line, that of its name. Empty lines or a
# marker make up for the rest.

# A marker: says where the next line comes from.
/^#(line)? *[0-9]+ "/ {
    file = $0
    sub(/^#(line)? */, "", file)
    line = file - 1
    sub(/^[0-9]* "/, "", file)
    sub(/"[ 0-9]*$/, "", file)
    gsub(/\\\\/, "\\", file)
    next
}

# All else is a line, be it empty.
{ line++ }

/^[ \t]*$/ || /^# *pragma/ {
    if (in_macro) print ""
    next
}

# The lines of a macro of NASM's own are counted from its first one.
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
