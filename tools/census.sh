#!/bin/sh
# SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT
#
# Prints measures of the tree under version control: files outside an extension that name its
# hashes, lines by part, the largest files, and blocks of lines that two extensions share.
#
#   tools/census.sh [--names] [--blocks] [--hash-free]
#       --names      the files that name a hash, not only their number
#       --blocks     the shared blocks' first lines as well
#       --hash-free  only this: the files that name a hash and should not, a line each
#
# Only what is about one hash may name it: documents, public headers, packages and what tests them,
# bindings, examples, vectors and records. So may tools/peers, which is about other libraries of the
# same hashes, and tests/util/sum.sh, which compares "sum" with b2sum. The driver, the utility, the
# rigs and the other tools should not; tests/lists/hashes.txt has those that still do, which
# tests/lint.sh compares.
#
# The names of a hash are the names of its tables (app/extensions/*/*.def). The project's name,
# libblake2b, and the program's, blake2b-util, are not counted. Of shared blocks the names of
# hashes, numbers of spaces and empty lines do not count; a block has ten lines and more.

cd "$(dirname "$0")/.." || exit 1
LC_ALL=C
export LC_ALL
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM
names=no blocks=no only=no
for option; do
    case $option in
    --names) names=yes ;;
    --blocks) blocks=yes ;;
    --hash-free) only=yes ;;
    *)
        sed -n 's/^# \{0,1\}//; 4,9p' "$0" >&2
        exit 2
        ;;
    esac
done

# Text alone: what git takes for text.
if ! git grep -I -l '' >"$work/files" 2>"$work/log"; then
    echo "census.sh: not a checkout: $(sed -n 1p "$work/log")" >&2
    exit 1
fi

# naming FOLDER: the files outside this extension that name its hashes, into $work/named
naming() {
    families=$(for table in "$1"/*.def; do basename "$table" .def; done | tr '\n' '|' |
        sed 's/|$//')
    # shellcheck disable=SC2016 # a program of awk
    xargs awk -v folder="$1/" -v families="$families" \
        -v library="(^|[^a-z0-9])(lib)?${1##*/}([^a-z0-9]|\$)" '
        index(FILENAME, folder) == 1 || FILENAME in named { next }
        {
            line = tolower($0)
            gsub(/\\/, "", line)
            gsub(/licenseref-libblake2b|libblake2b|_blake2b_util|blake2b-util/, "", line)
            gsub(/-/, "", line) # some are written with a hyphen
            if (line ~ families || line ~ library) named[FILENAME] = 1
        }
        END { for (file in named) print file }' <"$work/files" | sort >"$work/named"
}
# Of these folders only what may name a hash is left out.
hash_free() {
    grep -E '^(app/(driver|util|extensions)/|app/package/.*\.awk$|app/[a-z]*\.mk$|configure$|Makefile$|vs2013/.*\.py$|tests/[a-z]*(\.|$)|tests/(fuzz|mutate|objects|proof|rigs|systems|tree|util)/|tools/)' |
        grep -v -e '\.md$' -e '^tools/peers/' -e '^tests/util/sum.sh$'
}
if [ $only = yes ]; then
    for folder in app/extensions/*/; do
        naming "${folder%/}"
        hash_free <"$work/named"
    done | sort -u
    exit
fi

xargs wc -l <"$work/files" | awk '$2 != "total" { print $1, $2 }' >"$work/lines"

echo 'lines by part:'
awk '{
    n = split($2, part, "/")
    name = n == 1 ? "top folder" : n > 2 && (part[1] == "app" || part[1] == "tests") ? part[1] "/" part[2] : part[1]
    if (part[1] == "app" && part[2] == "extensions" && n > 3) name = name "/" part[3]
    lines[name] += $1
    files[name]++
    all += $1
} END {
    for (name in lines) printf "%8d  %s (%d files)\n", lines[name], name, files[name]
    printf "%8d  in all (%d files)\n", all, NR
}' "$work/lines" | sort -rn

echo
echo 'largest files:'
sort -rn "$work/lines" | awk 'NR <= 12 { printf "%8d  %s\n", $1, $2 }'

echo
echo 'files outside an extension that name its hashes:'
for folder in app/extensions/*/; do
    folder=${folder%/}
    naming "$folder"
    hash_free <"$work/named" >"$work/should-not"
    grep -v -x -F -f "$work/should-not" "$work/named" >"$work/may"
    echo "    ${folder##*/} ($(echo "$families" | sed 's/|/, /g')):"
    for group in should-not may; do
        printf '%8d  that %s: ' "$(grep -c . "$work/$group")" "$(echo $group | tr - ' ')"
        sed 's,/.*,,' "$work/$group" | uniq -c | awk '{ printf " %s %d", $2, $1 } END { print "" }'
        [ $names = no ] || sed 's/^/          /' "$work/$group"
    done
done

echo
echo 'blocks of ten lines and more that two extensions share:'
# A block begins where ten lines are as in the other extension, and ends where the next ten are not.
families=$(for table in app/extensions/*/*.def; do basename "$table" .def; done; ls app/extensions)
# shellcheck disable=SC2016 # a program of awk
grep '^app/extensions/' "$work/files" | xargs \
    awk -v names="$(echo "$families" | awk '{ print length($0), $0 }' | sort -rn |
    cut -d ' ' -f 2 | tr '\n' ' ')" -v show=$blocks '
    BEGIN { count = split(names, name, " ") }
    FNR == 1 { split(FILENAME, part, "/"); files++; file[files] = FILENAME; extension[files] = part[3]; lines[files] = 0 }
    {
        line = tolower($0)
        gsub(/[ \t]+/, " ", line)
        sub(/^ /, "", line)
        for (i = 1; i <= count; i++) gsub(name[i], "NAME", line)
        if (line == "" || line ~ /spdx/) next
        at = ++lines[files]
        text[files, at] = line
        number[files, at] = FNR
    }
    function ten(f, at,    i, all) {
        for (i = 0; i < 10; i++) all = all text[f, at + i] "\n"
        return all
    }
    END {
        for (f = 1; f <= files; f++) for (at = 1; at + 9 <= lines[f]; at++) {
            key = ten(f, at)
            if (!(key in first)) first[key] = f SUBSEP at
        }
        for (f = 1; f <= files; f++) {
            for (at = 1; at + 9 <= lines[f]; at++) {
                split(first[ten(f, at)], other, SUBSEP)
                if (extension[other[1]] == extension[f]) continue
                length_of = 10
                while (at + length_of <= lines[f] && text[f, at + length_of] == text[other[1], other[2] + length_of]) length_of++
                printf "%8d  %s:%d and %s:%d\n", length_of, file[f], number[f, at], file[other[1]], number[other[1], other[2]]
                if (show == "yes") for (i = 0; i < 3; i++) print "          " text[f, at + i]
                at += length_of - 1
                blocks++
                sum += length_of
            }
        }
        printf "%8d  lines in %d blocks\n", sum, blocks
    }'
