# SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT
# shellcheck shell=sh disable=SC2034 # variables for others
# The family of hashes with the project's name: its name, folder and table, from the top folder.
# (tests/extension tests that another family is included everywhere.)
project=libblake2b
MAIN=${project#lib}
FAMILY=app/extensions/$MAIN
TABLE=$FAMILY/$MAIN.def

# libraries: the extensions that are installed, the main one first; in_capitals NAME
libraries() {
    for library in "$MAIN" $(cd "${top:-.}/app/extensions" && echo * | tr ' ' '\n' |
        grep -v -x "$MAIN"); do
        [ ! -e "${top:-.}/app/include/$library.h" ] || echo "$library"
    done
}
in_capitals() {
    echo "$1" | tr '[:lower:]' '[:upper:]'
}

# All tables, the main one first.
all_tables() {
    echo "$TABLE"
    (cd "${top:-.}" && printf '%s\n' app/extensions/*/*.def) | grep -v -x "$TABLE"
}

# tables_with FILE: those whose extension has this file in its folder "tests". tables_without FILE
# RIG: a skip for each of the others.
tables_with() {
    all_tables | while read -r table_of_all; do
        [ ! -e "${top:-.}/${table_of_all%/*}/tests/$1" ] || echo "$table_of_all"
    done
}
tables_without() {
    all_tables | while read -r table_of_all; do
        [ -e "${top:-.}/${table_of_all%/*}/tests/$1" ] ||
            skip "$2: ${table_of_all##*/}: its tests have no $1"
    done
}

# kernels [TARGET]: the rows of all tables, or those of one target, with tabs between the columns:
#   NAME      of the symbol, without the prefix before the family's name: NAME_blocks_avx2 EXTENSION
#   the name of its folder FILE      from the top folder TARGET NEEDS PROBE as in the table, NEEDS
#   without CPU_ and CPU_BASE: words
kernels() {
    for table_of_all in "${top:-.}"/app/extensions/*/*.def; do
        awk -f "${top:-.}/app/driver/table.awk" -v kind=KERNEL ${1:+-v "target=$1"} \
            "$table_of_all" |
            awk -F '\t' -v table="${table_of_all#"${top:-.}/"}" '
                BEGIN { OFS = "\t"; n = split(table, part, "/"); sub(/[.]def$/, "", part[n]); folder = substr(table, 1, length(table) - length(part[n]) - 5) }
                {
                    gsub(/[|]|CPU_BASE|CPU_/, "", $6)
                    print part[n] "_" $9, part[n - 1], folder "/" $7, $5, $6, $8
                }'
    done
}

# shared_by_kernels TARGET: the files that the kernels of each extension share, from the top folder,
# one per line: EXTENSION FILE
shared_by_kernels() {
    kernels "$1" | cut -f 2 | uniq | while read -r extension_sharing; do
        for file_shared in $(words_of "SHARED_${extension_sharing}_$1") \
            $(words_of "SHARED_LANES_${extension_sharing}_$1"); do
            echo "$extension_sharing app/extensions/$extension_sharing/$file_shared"
        done
    done
}

# words_of NAME: one of the lists of app/lists.mk; independent of a make that may be running, whose
# flags would make this one print its folder.
words_of() {
    MAKEFLAGS='' MFLAGS='' MAKELEVEL='' make -s -f "${top:-.}/app/lists.mk" "print-$1"
}

# newest gcc|clang, oldest gcc|clang: the newest or oldest compiler with a version in its name, such
# as Debian's gcc-12; the plain name if there is none.
of_compilers() {
    printf '%s:' "$PATH" | tr ':' '\n' | while IFS= read -r folder_of_path; do
        for compiler in "$folder_of_path/$1"-[0-9] "$folder_of_path/$1"-[0-9][0-9]; do
            [ ! -x "$compiler" ] || echo "${compiler##*-}"
        done
    done | sort -n | sed -n "$2s/^/$1-/p" | grep . || echo "$1"
}
newest() {
    of_compilers "$1" '$'
}
oldest() {
    of_compilers "$1" 1
}
