#!/bin/sh
# SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT
#
# No call needs more stack than its header says: as the first call or later, with every kernel that
# runs here. The program "calls" paints a stack and checks it. Called by make check, from the top
# folder, with TEST_... in the environment.
# shellcheck source=tests/tap.sh
. tests/tap.sh
needs_build


[ -z "${TEST_CANNOT_RUN-}" ] || skip_all "stack: $TEST_CANNOT_RUN"
case " $TEST_FLAGS " in
*-fsanitize* | *" -O0 "* | *" -O3 "* | *-flto* | *-fstack-protector* | *-fno-omit-frame-pointer* | \
    *" -march=native "*)
    skip_all "stack: the figures are for usual flags" ;;
*" -O2 "* | *" -Os "*) ;;
*) skip_all "stack: the figures are for -O2" ;;
esac

case ${TEST_TARGET-} in
X86_* | ARM64) ;;
*) skip_all "stack: the figures are for x86 and AArch64" ;;
esac

# The dynamic linker's use of stack does not count.
# shellcheck disable=SC2086 # a command, or nothing
measured=$(LD_BIND_NOW=1 ${TEST_EMULATOR-} "build/tests/calls${TEST_EXE-}" stack | tr -d '\r')
case $measured in
*SKIP*) skip_all "stack: no fork, or no thread, on this system" ;;
esac
for header in app/include/*.h; do
    grep -q '^ [*] Stack that a call needs' "$header" || continue
    name=${header##*/}
    echo "$measured" | awk -v name="${name%.h}" '
        # The table: lines with names, a colon, a number.
        FNR == NR && /^ \* Stack that a call needs/ { table = 1; next }
        FNR == NR && table && /^ \*\// { table = 0 }
        FNR == NR && table && /^ \*   .*: [0-9]+$/ {
            most = $NF
            sub(/^ \*   /, ""); sub(/: [0-9]+$/, "")
            n = split($0, names, ", ")
            for (i = 1; i <= n; i++) limit[names[i]] = most
        }
        FNR == NR && /^[A-Z0-9]*_CALL\(/ {
            match($0, /[a-z0-9_]*\)\(/)
            own[substr($0, RSTART, RLENGTH - 2)] = 1
        }
        FNR == NR { next }
        $1 in own {
            calls++
            of = ($1 in limit) ? limit[$1] : limit["all others"]
            if ($2 !~ /^[0-9]+$/ || $2 < 1 || of == "" || $2 + 0 > of + 0)
                wrong = wrong " " $1 " " $2 " of " of ";"
            if ($2 > largest) { largest = $2; call = $1 }
            delete own[$1]
        }
        END {
            for (c in own) wrong = wrong " " c " not measured;"
            if (!calls) wrong = wrong " no calls;"
            if (wrong != "") { print "not ok - stack/" name ":" wrong; exit }
            print "ok - stack/" name ": at most " largest " bytes, in " call
        }' "$header" - | results
done
finish
