# SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT
# shellcheck shell=sh disable=SC2034 # variables for others
# Shared by the scripts that build in copies of the tree and run outside it. They read this file
# from the top folder, and then have $top, $work (a folder that is removed at the end) and $jobs.

# shellcheck source=tests/tap.sh
. tests/tap.sh
# A build in a copy is independent of the make that runs the script, including variables on its
# command line.
unset MAKEFLAGS MFLAGS MAKELEVEL MAKEOVERRIDES CDPATH
# shellcheck source=tests/rigs/family.sh
. tests/rigs/family.sh
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work" "$tap"*' EXIT
trap 'exit 1' HUP INT TERM
jobs=$(getconf _NPROCESSORS_ONLN 2>/dev/null || echo 2)
own_family=$MAIN
log=$work/log
# For a program that may wait for ever: generous, as a busy machine is no fault.
limit='timeout -k 10 3000'

# Debian has <asm/errno.h> where cc -m32 does not look, unless gcc-multilib is installed.
linux_headers="CPPFLAGS=-idirafter /usr/include/$(gcc -print-multiarch 2>/dev/null)"

# Prints the first of these tools that is not installed; nothing if all are.
missing() {
    for tool in "$@"; do
        if ! command -v "$tool" >/dev/null 2>&1; then
            echo "$tool"
            return
        fi
    done
}

# lacks NAME TOOL...: whether one of these is not installed, which is a skip. needs NAME TOOL...: ends
# then.
lacks() {
    lacking=$1
    shift
    tool=$(missing "$@")
    [ -n "$tool" ] || return
    skip "$lacking" "no $tool"
}
needs() {
    ! lacks "$@" || finish
}

# cxx_of "CC": the C++ compiler that belongs to it
cxx_of() {
    case ${1%% *} in
    *gcc) echo "${1%%gcc*}g++${1#*gcc}" ;;
    *clang) echo "${1%% *}++${1#"${1%% *}"}" ;;
    *) echo c++ ;;
    esac
}

# check NAME COMMAND...: passes if the command succeeds
check() {
    checking=$1
    shift
    if "$@" >"$log" 2>&1; then
        pass "$checking"
    else
        fail "$checking" "$* (status $?)"
        [ -n "$tap_shown" ] || tail -n 8 "$log" | sed 's/^/    /'
        return 1
    fi
}

# all FUNCTION: calls it for each line of standard input, name | arguments, as for the shell | what is
# expected: FUNCTION NAME EXPECTED ARGUMENT...
all() {
    sed 's/ *| */|/g' >"$work/cases"
    while IFS='|' read -r case arguments expected <&3; do
        eval "$1 \"\$case\" \"\$expected\" $arguments"
    done 3<"$work/cases"
}

# tried NAME COMMAND...: whether the command succeeds; if not, a failure with its first error
tried() {
    trying=$1
    shift
    "$@" >"$log" 2>&1 && return
    fail "$trying" "$(first_error "$log" || tail -n 1 "$log")"
    return 1
}

# built NAME FOLDER "TARGET..." CONFIGURE-ARGUMENT...: configures and makes that in a copy of the tree
built() {
    building="$1: does not build" built_in=$2 targets=$3
    shift 3
    [ -e "$built_in" ] || copy_tree "$built_in"
    tried "$building" configure_and_make "$@"
}
# shellcheck disable=SC2317 # called by tried
configure_and_make() (
    # shellcheck disable=SC2086 # a list
    cd "$built_in" && ./configure "$@" && ${make:-make} -j"$jobs" $targets
)

# Copies the sources, without built files, to the new folder $1.
copy_tree() {
    mkdir -p "$1/bin" "$1/build" || exit 1
    for file in "$top"/*; do
        case $file in
        */bin | */build) continue ;;
        esac
        [ -e "$file/build/config.mk" ] || cp -RL "$file" "$1" || exit 1
    done
}

# same_digests FILE: whether FILE has the output of "fuzz --seed 1 --count 1000" that is the same on
# every machine: each family with the digest recorded in its extension
same_digests() {
    sed -n '/^#/d; s/^\([^ ]* [^ ]*\)$/\1/p' app/extensions/*/tests/fuzz.txt | sort >"$work/pinned"
    tr -d '\r' <"$1" | sed -n 's/^1000 .* digests of the results: //p' | tr ',' '\n' |
        sed 's/^ //' | sort | cmp -s - "$work/pinned"
}

# printed_abc NAME PROGRAM EMULATOR IMPLEMENTATION: the program's first line is the digest of
# "abc", and the last is the implementation in use (a pattern). Standard error is not compared,
# because wine writes messages of its own there.
printed_abc() {
    # shellcheck disable=SC2086 # the emulator: a command with options, or nothing
    $3 "$2" >"$work/printed" 2>"$work/complaints" </dev/null
    status=$?
    first=$(head -n 1 "$work/printed" | tr -d '\r') last=$(tail -n 1 "$work/printed" | tr -d '\r')
    abc=${abc:-$(python3 -c 'import hashlib, sys; print(hashlib.new(sys.argv[1], b"abc").hexdigest())' "$own_family")}
    # shellcheck disable=SC2254 # a pattern
    case $status,$first,$last in
    0,$abc,$4) pass "$1: $last" ;;
    *) fail "$1: status $status: '$first' to '$last': $(tail -n 2 "$work/complaints" |
        tr '\r\n' '  ')" ;;
    esac
}

# Prints the first error in the log $1.
first_error() {
    grep -m 1 -E 'error|rror:|configure:|undefined|\*\*\*' "$1"
}

# expected TARGET FAMILY FEATURE...: prints what "blake2b-util list" should report for each
# implementation on such a CPU, in lines NAME,STATE. It only uses the tables: $TABLE, or those in
# $TABLES. Families and features as in driver/cpu.h, without CPU_FAMILY_ and CPU_. Writes
# multi-message kernels to the file $work/lanes, in the same form, and those of other contracts to
# $work/others.
expected() {
    target=$1 family=$2
    shift 2
    : >"$work/lanes"
    : >"$work/others"
    for table in ${TABLES:-$TABLE}; do
        family_of_table=${table##*/}
        family_of_table=${family_of_table%.def}:
        awk -f "$top/app/driver/table.awk" "$top/$table" |
            awk -F '\t' -v target="$target" -v family="$family" -v features="$*" \
                -v lanes="$work/lanes" -v others="$work/others" \
                -v prefix="${family_of_table#"$own_family":}" '
                BEGIN {
                    count = split(features, list, " ")
                    for (i = 1; i <= count; i++) has["CPU_" list[i]] = 1
                    has["CPU_BASE"] = 1
                }
                # NAME MESSAGES TARGET NEEDS are columns 3 to 6.
                $1 == "KERNEL" && $5 == target {
                    ok = 1
                    count = split($6, needs, / *[|] */)
                    for (i = 1; i <= count; i++) if (!has[needs[i]]) ok = 0
                    if ($4 !~ /^[0-9]+$/) { # ROUNDS, SHORT8
                        contract = tolower($4)
                        sub(/[0-9]+$/, "", contract)
                        print prefix contract "-" $3 "," (ok ? "ok" : "unsupported") >>others
                    } else if ($4 > 1) {
                        print prefix $3 "," (ok ? "ok" : "unsupported") >>lanes
                    } else {
                        name[++rows] = $3
                        runs[$3] = ok
                    }
                }
                $1 == "PREFER" && $2 == target && $3 == family { first = $4; second = $5 }
                $1 == "REFERENCE" { reference[++references] = $2 }
                END {
                    if (runs[first]) used = first
                    else if (runs[second]) used = second
                    for (i = 1; i <= rows && used == ""; i++) if (runs[name[i]]) used = name[i]
                    for (i = 1; i <= rows; i++)
                        print prefix name[i] "," (name[i] == used ? "used" : runs[name[i]] ? "ok" : "unsupported")
                    for (i = 1; i <= references; i++) print prefix "generic/" reference[i] ",ok"
                }'
    done
}
