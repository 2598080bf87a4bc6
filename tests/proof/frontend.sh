#!/bin/sh
# SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT
#
# Has the front end of a library undefined behaviour: access out of bounds, reads of uninitialized
# memory, overflows? Frama-C's Eva executes tests/frontend.c of the extension. Then faults are
# patched into copies, and each must be noticed. tests/frontend.sh there names faults and sources.
# (tests/setup does not install Frama-C: it is large.) doc/soundness.md states the limits.
#
# Usage: frontend.sh [all] [EXTENSION] | texts
#   texts      only whether each fault's text stands in its file once
#   all        each length of a key in parameters, and each number of bytes in a state to save or to
#              import; without it, every eighth
# shellcheck disable=SC2034,SC2317 # what the extension's script uses
cd "$(dirname "$0")/../.." || exit 1
# shellcheck source=tests/common.sh
. tests/common.sh
step=8 # between such lengths
if [ "${1-}" = all ]; then
    step=1
    shift
fi
[ -z "${1-}" ] || FAMILY=app/extensions/$1
tool=$(missing frama-c)
if [ "${1-}" = texts ] || [ -n "$tool" ]; then
    # The texts of the faults need no tool.
    few='' sources=''
    [ "${1-}" = texts ] || skip "front end: no $tool"
    proved() { :; }
    eva() { return 1; }
    fault() {
        [ "$(grep -cF "$3" "$family/$5")" -eq 1 ] ||
            fail "front end, $2: the text is not there, or more than once: $3"
    }
    for family in app/extensions/*; do
        [ ! -e "$family/tests/frontend.sh" ] || (
            sed -n '/^fault /,$p' "$family/tests/frontend.sh" >"$work/faults"
            # shellcheck source=/dev/null
            . "$work/faults"
        )
    done
    grep -q not "$tap" || pass 'front end: each fault can be planted'
    finish
fi
copy_tree "$work/tree"
cd "$work/tree" || exit 1
# Frama-C does not let a pointer to a function of four arguments be one to a function of none.
sed -i 's/^typedef void kernel_entry(void);$/typedef void kernel_entry();/' app/driver/dispatch.h
grep -q '^typedef void kernel_entry();$' app/driver/dispatch.h ||
    fail 'front end: kernel_entry is declared in another way'

# The extension's own: its sources, definitions, and options for few lengths.
sources='' definitions='' few=''

# eva FUNCTION [OPTION]: in $work/log. Without volatile, atomic loads and the words that inline
# assembly moves.
eva() {
    # shellcheck disable=SC2086 # several
    frama-c -eva -eva-precision 0 -eva-domains bitwise -eva-split-return full -eva-slevel 100000 \
        -eva-auto-loop-unroll 400 \
        -eva-msg-key=-initial-state,-final-states -eva-no-show-progress -machdep gcc_x86_64 -main \
        "$1" \
        -cpp-extra-args="-I. -Iapp -Iapp/include -Iapp/driver -I$FAMILY -Dvolatile= -U__GCC_ATOMIC_POINTER_LOCK_FREE -DNO_SECRET_WORDS \
            $definitions -DDRIVER_PLAIN_SYMBOLS ${2-}" \
        $sources app/driver/memory.c >"$work/log" 2>&1
}

# proved WHAT OPTION FILE: no alarm, and each of the assertions of FILE was reached. (One that is
# never reached would hold for that reason alone.)
proved() {
    eva main "$2"
    status=$?
    found=$(sed -n 's/^ *Assertions *\([0-9]*\) valid *0 unknown *0 invalid *\1 total$/\1/p' \
        "$work/log")
    if [ "$status" -eq 0 ] && grep -q '^ *0 alarms generated' "$work/log" &&
        grep -q 'Eva analyzer: *0 errors *0 warnings' "$work/log" &&
        grep -q '100% of the logical properties reached have been proven' "$work/log" &&
            [ "$found" = "$(grep -c '/\*@ assert' "$3")" ]; then
        pass "$1: no alarm, $found assertions hold"
    else
        fail "$1: status $status, ${found:-not all} assertions: $(grep -E 'alarm|error' \
            "$work/log" | head -n 2 | tr '\n' ' ')"
    fi
}

# fault PART WHAT TEXT INSTEAD FILE: of the extension's FILE, once there
fault() {
    faulty=$FAMILY/$5
    cp "$faulty" "$work/kept"
    if [ "$(grep -cF "$3" "$work/kept")" -ne 1 ]; then
        fail "front end, $2: the text is not there, or more than once"
        return
    fi
    awk -v "text=$3" -v "instead=$4" \
        '{ at = index($0, text); if (at) $0 = substr($0, 1, at - 1) instead substr($0, at + length(text)); print }' \
        "$work/kept" >"$faulty"
    if ! eva "$1" "$few" || ! grep -qE 'alarms? generated' "$work/log"; then
        fail "front end, $2: $(grep -m 1 -i error "$work/log")"
    elif grep -q '^ *0 alarms generated' "$work/log" &&
        grep -q '100% of the logical properties reached have been proven' "$work/log"; then
        fail "front end, $2: is not noticed"
    else
        pass "front end, $2: noticed: $(grep -m 1 -A 1 'eva:alarm' "$work/log" | tr -d '\134' |
            tr -s ' \n' ' ' | sed 's/.*Warning: //')"
    fi
    cp "$work/kept" "$faulty"
}
: >config.h
# shellcheck source=/dev/null
. "$FAMILY/tests/frontend.sh"
finish
