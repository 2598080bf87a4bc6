#!/bin/sh
# SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT
#
# Is an extension one folder? A copy of the tree gets a second family of hashes, tests/extension/blake2s, as
# app/extensions/blake2s and in no other way: then configure and make build its library and the util knows its
# kernels, its hash, its group of bench and its cases of fuzz; BLAKE2b is as before; both libraries go into one
# program; and a mistake in it is noticed. Called by make check-tree, from the top folder.

# shellcheck source=tests/common.sh
. tests/common.sh
make=${TEST_MAKE:-make} cc=${TEST_CC:-cc}
: "${TEST_FLAGS=}" "${TEST_EMULATOR=}" "${TEST_CANNOT_RUN=}" "${TEST_EXE=}"
log=$work/log
tree=$work/tree

if [ -n "$TEST_CANNOT_RUN" ]; then
    skip "extension: $TEST_CANNOT_RUN"
    exit 0
fi

# check NAME COMMAND...: passes if the command succeeds
check() {
    name=$1
    shift
    if "$@" >"$log" 2>&1; then
        pass "extension/$name"
    else
        fail "extension/$name: $* (status $?)"
        sed 's/^/    /' "$log" | tail -n 8
    fi
}

# util ARGUMENT...: its output in $work/out, without carriage returns
util() {
    # shellcheck disable=SC2086 # a command, or nothing
    $TEST_EMULATOR "bin/blake2b-util$TEST_EXE" "$@" >"$work/raw" 2>"$work/err" </dev/null
    status=$?
    tr -d '\r' <"$work/raw" >"$work/out"
    return $status
}

# shellcheck disable=SC2317 # check calls it
has() {
    grep -q -- "$1" "$work/out"
}

build() {
    if ! "$make" -j"$jobs" all >"$log" 2>&1; then
        fail "extension/$1: does not build: $(first_error "$log")"
        exit 1
    fi
}

copy_tree "$tree"
cd "$tree" || exit 1
cp -R tests/extension/blake2s app/extensions/ || exit 1
# shellcheck disable=SC2086 # words
if ! ./configure "CC=$cc" "CFLAGS=${TEST_FLAGS:--O2}" "CPPFLAGS=${TEST_CPPFLAGS-}" "LDFLAGS=${TEST_LDFLAGS-}" >"$log" 2>&1; then
    fail "extension: configure fails: $(first_error "$log")"
    exit 1
fi
build builds
pass 'extension/builds'

# ---- two libraries, each with the driver ----

if [ -z "$(missing nm)" ]; then
    for name in blake2b blake2s; do
        nm -g "bin/lib$name.a" 2>/dev/null | sed -n 's/.* [A-TV-Z] //p' | sort -u >"$work/$name"
    done
    check 'symbols: the driver is in both' grep -q blake2s_dispatch_first "$work/blake2s"
    check 'symbols: the driver is in both (2)' grep -q blake2b_dispatch_first "$work/blake2b"
    comm -12 "$work/blake2b" "$work/blake2s" >"$work/common"
    check 'symbols: none is in both' test ! -s "$work/common"
else
    skip 'extension/symbols: no nm'
fi
# shellcheck disable=SC2086 # lists
if $cc ${TEST_FLAGS:-} -Iapp/include -Iapp/extensions/blake2s -o "$work/both$TEST_EXE" tests/extension/both.c bin/libblake2s.a bin/libblake2b.a >"$log" 2>&1; then
    $TEST_EMULATOR "$work/both$TEST_EXE" | tr -d '\r' >"$work/out"
    check 'one program' test "$(tr '\n' ' ' <"$work/out")" = "ba80a53f981c4d0d6a2797b69f12f6e94c212f14685ac4b74b12bb6fdbffa2d17d87c5392aab792dc252d5de4533cc9518d38aa8dbf1925ab92386edd4009923 508c5e8c327c14e2e1a72ba34eeb452f37458b209ed63a294d999b4c86675982 "
else
    fail "extension/one program: does not link: $(first_error "$log")"
fi

# ---- the util ----

util list
check 'list' has '^blake2s:generic/32 is used: '
util list --csv
check 'list --csv' has '^blake2s:generic/32,none,used$'
check 'list --csv: one is used of it' test "$(grep -c '^blake2s:.*,used$' "$work/out")" -eq 1
util bench --csv --group blake2s --size 64,1000 --time 0.02
check 'bench --group' test "$(cut -d, -f1-3 "$work/out" | tr '\n' ' ')" = \
    'group,implementation,bytes blake2s,blake2s:generic/32,64 blake2s,blake2s:generic/32,1000 '
util bench --csv --impl generic/64 --impl blake2s:generic/32 --size 64 --time 0.02
check 'bench --impl of both' test "$(sed 1d "$work/out" | cut -d, -f1-2 | tr '\n' ' ')" = 'serial,generic/64 hash,generic/64 stream,generic/64 pieces,generic/64 rounds,generic/64 blake2s,blake2s:generic/32 '
util bench --help
check 'bench --help' has '^ *blake2s   '
util fuzz --seed 1 --count 500
check 'fuzz' has '^implementations: .* blake2s:generic/32$'
check 'fuzz: no mismatch' has 'no mismatch'
util fuzz --seed 1 --count 1000 --impl generic/64
check 'fuzz: BLAKE2b as before' has ' 6b2c189ac33ac3e8$'
util fuzz --seed 1 --count 1000 --impl blake2s:generic/32
check 'fuzz --impl' test "$(sed -n 2p "$work/out")" = 'implementations: blake2s:generic/32'
util fuzz --count 1 --impl blake2s:generic/64
check 'fuzz --impl of the other family' grep -q "no implementation 'blake2s:generic/64'" "$work/err"
util sum --help
check 'sum --help' has ' -a, --algorithm blake2s$'
if [ -n "$(missing python3)" ]; then
    skip 'extension/sum: no python3'
else
    mkdir "$work/files"
    # shellcheck disable=SC2086 # a command, or nothing
    python3 tests/extension/digests.py "$work/files" $TEST_EMULATOR "$tree/bin/blake2b-util$TEST_EXE" >"$work/out" || failed=1
    cat "$work/out"
fi

# ---- mistakes ----

# broken NAME SED: the reference with a mistake
broken() {
    sed "$2" tests/extension/blake2s/ref/blake2s_ref-32.inc >app/extensions/blake2s/ref/blake2s_ref-32.inc
    if cmp -s tests/extension/blake2s/ref/blake2s_ref-32.inc app/extensions/blake2s/ref/blake2s_ref-32.inc; then
        fail "extension/$1: nothing to break"
    fi
    build "$1"
}

broken 'a wrong rotation' 's/\^ v\[c\], 7)/^ v[c], 9)/'
util list --csv
check 'a wrong rotation: list' test "$status,$(sed -n 's/^blake2s:.*,//p' "$work/out")" = 1,failed
util sum -a blake2s app/VERSION
check 'a wrong rotation: sum refuses' grep -q 'every implementation failed' "$work/err"
util sum app/VERSION
check 'a wrong rotation: BLAKE2b is not concerned' test "$status,$(cut -c 129- "$work/out")" = '0,  app/VERSION'
# The self-test has one block: this one is for bench and fuzz.
broken 'all blocks the same' 's/in += BLAKE2S_BLOCKBYTES/in += 0/'
util list --csv
check 'all blocks the same: not in the self-test' has '^blake2s:generic/32,none,used$'
util bench --csv --group blake2s --size 64 --time 0.02
check 'all blocks the same: bench' grep -q 'implementation blake2s:generic/32 failed its test' "$work/err"
util fuzz --seed 1 --count 500
check 'all blocks the same: fuzz' test "$status,$(grep -c '^MISMATCH: implementation blake2s:generic/32' "$work/out")" = 1,1

exit $failed
