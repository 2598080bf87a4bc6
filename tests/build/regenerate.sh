#!/bin/sh
# SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT
#
# Follows CONTRIBUTING.md's "Add a kernel" and "Add a public call" in a copy of the tree. The new
# kernels are copies, one for one message and one for several. The new call adds up bytes. A hash is
# added last: with it (tests/extension/copy.sh) all of "make check" must pass. No other file is
# changed. Called by make check-nightly, from the top folder.

# shellcheck source=tests/common.sh
. tests/common.sh
# shellcheck source=tests/extension/copy.sh
. tests/extension/copy.sh
make=${TEST_MAKE:-make} cc=${TEST_CC:-cc}
: "${TEST_FLAGS=}" "${TEST_CPPFLAGS=}" "${TEST_LDFLAGS=}" "${TEST_TARGET=}" "${TEST_EMULATOR=}" \
    "${TEST_CANNOT_RUN=}" "${TEST_EXE=}"
log=$work/log
tree=$work/tree

if [ -n "$TEST_CANNOT_RUN$TEST_EMULATOR" ] || [ "$TEST_TARGET" != X86_64 ] ||
    [ "${TEST_FORMAT-}" != elf ]; then
    skip 'regenerate: for x86-64 with ELF objects alone'
    finish
fi
if [ -n "$(missing python3 nm)" ]; then
    skip "regenerate: no $(missing python3 nm)"
    finish
fi

# add ID NAME PART: a copy of the kernel, called "copy", with the same suffix for its lanes
add() {
    copy=$(echo "$2" | sed 's/^avx2/copy/')
    file=$(awk -f app/driver/table.awk -v kind=KERNEL -v target=X86_64 "$TABLE" |
        awk -F '\t' -v id="$1" '$2 == id { print $7 }')
    sed "s/$3_$2\\>/$3_$copy/g" "$FAMILY/$file" >"$FAMILY/x86/blake2b_$copy-64.inc"
    sed "/_KERNEL($1,/{p;s/$1/COPY_$1/;s/$2\\>/$copy/g;}" "$TABLE" >"$work/table" &&
        cp "$work/table" "$TABLE"
}

# run NAME COMMAND...
run() {
    name=$1
    shift
    if "$@" >"$log" 2>&1; then
        pass "regenerate/$name"
    else
        fail "regenerate/$name: $* (status $?)"
        grep -e '^ *not ok' -e 'error:' "$log" | sed 's/^/    /' | head -n 8
        exit 1
    fi
}

copy_tree "$tree"
cd "$tree" || exit 1

# ---- a kernel ----

# 1. Read the kernel contract.
# 2. Write app/extensions/blake2b/ARCHITECTURE/blake2b_NAME-BITS.inc.
# 3. Add its row to blake2b.def.
add AVX2_64 avx2 blocks
add AVX2X4_64 avx2x4 lanes
run 'the kernels are rows' test "$(grep -c '_KERNEL(COPY_' "$TABLE")" = 2
run configure ./configure "CC=$cc" "CFLAGS=${TEST_FLAGS:--O2}" "CPPFLAGS=$TEST_CPPFLAGS" \
    "LDFLAGS=$TEST_LDFLAGS"
# 4. Run make regenerate.
run regenerate "$make" -s regenerate
# 5. Run make check, then bin/blake2b-util bench.
run check env TEST_RAN=/dev/null "$make" -s check
for kernel in copy copyx4; do
    run "$kernel works" sh -c "bin/blake2b-util list | grep -q '^$kernel  *\(ok\|needs\) '"
    run "$kernel is not proved" grep -q "_$kernel | X86_64 | none | not proved: " doc/proved.md
done
if bin/blake2b-util list --csv | grep -q '^copy,.*,unsupported$'; then
    skip 'regenerate/bench: this CPU cannot run the kernel'
else
    run bench sh -c "bin/blake2b-util bench --csv --impl copy --size 64 --time 0.1 | grep -q '^serial,copy,64,'"
fi
# 6. Record its code size and its speed.
for kernel in copy copyx4; do
    run "$kernel has its size" grep -q "^X86_64,$kernel,,code," measured/code.csv
    run "$kernel is not timed" grep -q "^| \`$kernel\` |.* not timed |" doc/performance.md
done

# ---- a public call ----

# 1. Declare it in app/include/blake2b.h.
awk '{ print } /^BLAKE2B_CALL\(int, blake2b_select\)/ {
    print "\n/* The sum of some bytes. */\nBLAKE2B_CALL(unsigned, blake2b_sum)(const void *in, size_t inlen);" }' \
    app/include/blake2b.h >"$work/header" && cp "$work/header" app/include/blake2b.h
run 'the call is missed' sh -c '! python3 tools/headers.py --check'
# 2. Run make regenerate.
run 'regenerate with a call' "$make" -s regenerate
run 'the call is in the header' python3 tools/headers.py --check
# 3. Define it in the front end.
cat >>"$FAMILY/blake2b_kernels.c" <<'C'

unsigned blake2b_sum(const void *in, size_t inlen) {
    const unsigned char *byte = in;
    unsigned sum = 0;
    while (inlen--) {
        sum += *byte++;
    }
    return sum;
}
C
cat >"$work/user.c" <<'C'
#include "blake2b.h"
int main(void) {
    return blake2b_sum("\1\2\3", 3) != 6;
}
C
run 'build with a call' "$make" -s -j"$jobs" lib shared
for library in bin/libblake2b.a "bin/libblake2b.so.$(sed 's/[.].*//' app/VERSION)"; do
    # shellcheck disable=SC2086 # lists
    run "the call is in $library" $cc $TEST_FLAGS -Iapp/include -o "$work/user$TEST_EXE" \
        "$work/user.c" "$library" "-Wl,-rpath,$tree/bin"
    run "the call works from $library" "$work/user$TEST_EXE"
done
# 4. Add it to app/extensions/blake2b/tests/calls.c.
symbols() {
    "$make" -s check CHECK_BUILD=tests/rigs/symbols.sh >"$log" 2>&1
    grep '^ *not ok' "$log" >"$work/failures"
}
symbols
if ! grep -q 'symbols/called: .*blake2b_sum' "$work/failures" ||
    [ "$(grep -c . "$work/failures")" != 1 ]; then
    fail "regenerate/a call without a test is named: $(cat "$work/failures")"
else
    pass 'regenerate/a call without a test is named'
fi
sed 's/^CALLS_CALL(blake2b_version,.*/&\
CALLS_CALL(blake2b_sum, RESULT (int)blake2b_sum(calls_message, calls_length()))/; s/ROW(blake2b_version)/& ROW(blake2b_sum)/' \
    "$FAMILY/tests/calls.c" >"$work/calls.c" && cp "$work/calls.c" "$FAMILY/tests/calls.c"
# 5. Run tests/build/abi.sh --record.
run 'abi.sh' sh -c 'tests/build/abi.sh --record && ! tests/build/abi.sh | grep '^not ok''
echo " libblake2b_blake2b_sum@LIBBLAKE2B_1 1.1.0" >>package/debian/libblake2b1.symbols
nm -D --defined-only bin/libblake2b.so.1 | sed -n 's/.* \(.*\)@@/\1@/p' | sort >"$work/exported"
sed -n 's/^ \([a-z].*\) .*/\1/p' package/debian/libblake2b1.symbols | sort >"$work/packaged"
run 'the package has the symbols of the library' cmp "$work/exported" "$work/packaged"
# 6. Add it to the table of calls in README.md.
# 7. Run make check and make man.
symbols
run 'a call with a test' test ! -s "$work/failures"
run man "$make" -s man
run 'the call is in its page' grep -q blake2b_sum build/man/blake2b_startup.3

# ---- a hash ----

copy_hash
run 'configure with a hash' ./configure "CC=$cc" "CFLAGS=${TEST_FLAGS:--O2}" \
    "CPPFLAGS=$TEST_CPPFLAGS" "LDFLAGS=$TEST_LDFLAGS"
run 'regenerate with a hash' "$make" -s regenerate
run 'check with a hash' env TEST_RAN=/dev/null "$make" -s check check-compiler
finish
