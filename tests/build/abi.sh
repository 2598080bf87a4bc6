#!/bin/sh
# SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT
# Compares the shared libraries' ABI with the recorded ones, tests/build/abi/libblake2b.abi and
# libblake.abi: calls, their types, members of public structs. The ABI may grow, and must then be
# recorded again:
#
#   tests/build/abi.sh               compare
#   tests/build/abi.sh --record      record
cd "$(dirname "$0")/../.." || exit 1
# shellcheck source=tests/common.sh
. tests/common.sh

tool=$(missing abidw abidiff gcc make)
if [ -n "$tool" ]; then
    skip "abi: no $tool"
    finish
fi
case $(gcc -dumpmachine) in
x86_64*linux*) ;;
*)
    skip 'abi: recorded for x86-64 Linux alone'
    finish
    ;;
esac
# The types come from debug data.
copy_tree "$work/tree"
if ! (cd "$work/tree" && ./configure CC=gcc CFLAGS='-O2 -g' && make -j"$jobs" shared) \
    >"$work/log" 2>&1; then
    fail "abi: does not build: $(first_error "$work/log")"
    exit 1
fi
for name in $(libraries); do
    recorded=tests/build/abi/lib$name.abi
    # Compare two recorded ABIs: if abidiff reads the library itself, it ignores changes of structs.
    abidw --exported-interfaces-only --headers-dir "$work/tree/app/include" --drop-private-types \
        --no-corpus-path \
        --no-comp-dir-path --no-show-locs --out-file "$work/abi" "$work/tree/bin/lib$name.so.1" ||
        exit 1
    if [ "${1-}" = --record ]; then
        cp "$work/abi" "$recorded"
    elif [ ! -e "$recorded" ]; then
        fail "abi: lib$name has no record: run tests/build/abi.sh --record"
    elif abidiff "$recorded" "$work/abi" >"$work/log" 2>&1; then
        pass "abi: lib$name"
    else
        fail "abi: lib$name differs from the record; if calls were only added, run tests/build/abi.sh --record"
        sed 's/^/    /' "$work/log"
    fi
done
finish
