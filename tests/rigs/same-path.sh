#!/bin/sh
# SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT
#
# Runs same-path with the table that it needs: the registers by which its instructions address
# memory.
#
# Usage: tests/rigs/same-path.sh [program]     [build/tests/same-path]
# Variable: OBJDUMP.

# shellcheck source=tests/tap.sh
. tests/tap.sh
: "${OBJDUMP:=objdump}"
program=${1:-build/tests/same-path}

[ -z "${TEST_EMULATOR-}${TEST_CANNOT_RUN-}" ] || skip_all 'same-path: not under an emulator'
[ -n "${TEST_KERNELS-unknown}" ] || skip_all 'same-path: no assembly kernels in this build'
case ${TEST_FLAGS-} in
*-fsanitize*) skip_all 'same-path: not with sanitizers, which add code of their own' ;;
esac
command -v "${OBJDUMP%% *}" >/dev/null 2>&1 || skip_all "same-path: $OBJDUMP is not installed"

tmp=$(mktemp -d) || exit 1
trap 'rm -rf "$tmp"' EXIT
trap 'exit 1' HUP INT TERM

# An operand in brackets is memory, except for lea and nop. Pushes and returns only use the stack
# pointer.
$OBJDUMP -d -M intel --no-show-raw-insn -w "$program" | awk '
    /^[0-9a-f]+ <main>:/ { print "main", $1 }
    /^ *[0-9a-f]+:/ && /\[/ && $2 != "lea" && !/nop/ {
        at = $1
        sub(/:/, "", at)
        sub(/^[^[]*\[/, "")
        sub(/\].*/, "")
        gsub(/[^a-z0-9]/, " ")
        print at, $0
    }' >"$tmp/all"
{ grep '^main' "$tmp/all"; grep -v '^main' "$tmp/all"; } >"$tmp/table"
"$program" "$tmp/table"
