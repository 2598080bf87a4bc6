#!/bin/sh
# SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT
#
# The programs of examples/recipes: compiled as C89 without a warning, compiled as C99 and run. Each
# has its known answers, and must fail when one of them is changed. Called by make check-compiler, from
# the top folder.

# shellcheck source=tests/tap.sh
. tests/tap.sh
tap_prefix='recipes/'
work=build/tests/recipes
mkdir -p $work

# The change for each program, after which it must fail.
cat >$work/changes <<'CHANGES'
argon2_hprime s/0xbe, 0x21/0xbe, 0x20/
equihash_leaves s/126621/126622/
generichash s/bddd813c/bddd813d/
sia_merkle s/8c20a2c9/8c20a2c8/
stream_mac s/0x32, 0x7c/0x32, 0x7d/
zkvm_blake2f s/0xba, 0x80/0xba, 0x81/
CHANGES
if [ "$(sed 's/ .*/.c/' $work/changes)" = "$(cd examples/recipes && ls)" ]; then
    pass listed
else
    fail listed "examples/recipes and this script do not name the same files"
fi

prefix=-DBLAKE2B_PLAIN_SYMBOLS
case $TEST_PREFIX in
'') ;;
libblake2b_) prefix='' ;;
*) prefix=-DBLAKE2B_SYMBOL_PREFIX=$TEST_PREFIX ;;
esac

# compiled SOURCE OPTION...: the program $work/program
# shellcheck disable=SC2086 # lists of words
compiled() {
    source=$1
    shift
    $TEST_CC $TEST_FLAGS -Wall -Iapp/include $prefix "$@" -o "$work/program${TEST_EXE-}" "$source" \
        bin/libblake2b.a >$work/log 2>&1 &&
        ! grep -q warning $work/log
}

# runs: its exit status must be 0
runs() {
    ${TEST_EMULATOR-} "$work/program${TEST_EXE-}" >$work/output 2>&1 </dev/null
}

while read -r name change; do
    if ! compiled "examples/recipes/$name.c" -std=c89 -pedantic ||
        ! compiled "examples/recipes/$name.c" -std=c99 -pedantic; then
        fail "$name" "$(grep -E 'error|warning' $work/log | sed -n 1p)"
    elif [ -n "${TEST_CANNOT_RUN-}" ]; then
        skip "$name" "$TEST_CANNOT_RUN"
    elif ! runs; then
        fail "$name" "ended with an error: $(tail -n 1 $work/output)"
    elif sed "$change" "examples/recipes/$name.c" >"$work/$name.c" &&
        cmp -s "$work/$name.c" "examples/recipes/$name.c"; then
        fail "$name" "$change changes nothing"
    elif ! compiled "$work/$name.c" -std=c99; then
        fail "$name" "after $change: $(grep -E 'error|warning' $work/log | sed -n 1p)"
    elif runs; then
        fail "$name" "does not notice $change"
    else
        pass "$name"
    fi
done <$work/changes

# The other interpretation of zkvm_accelerators.h; libsodium itself.
if [ -z "${TEST_CANNOT_RUN-}" ]; then
    if compiled examples/recipes/zkvm_blake2f.c -DZKVM_BIG_ENDIAN_ROUNDS && runs; then
        pass zkvm_blake2f-big-endian
    else
        fail zkvm_blake2f-big-endian "$(cat $work/log $work/output | tail -n 1)"
    fi
fi
# shellcheck disable=SC2086
if ! echo '#include <sodium.h>' | $TEST_CC $TEST_FLAGS -x c -E - >/dev/null 2>&1 ||
    [ -n "${TEST_EMULATOR-}${TEST_CANNOT_RUN-}" ] ||
    ! $TEST_CC $TEST_FLAGS -DUSE_LIBSODIUM -o $work/program examples/recipes/generichash.c \
        -lsodium >$work/log 2>&1; then
    skip libsodium "no libsodium for this build"
elif runs; then
    pass libsodium
else
    fail libsodium "differs with libsodium: $(tail -n 1 $work/output)"
fi

finish
