#!/bin/sh
# SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT
#
# Everything follows from the table and the header. In a copy of the tree, a copy of a kernel with
# one more row passes "make check" after "make regenerate", and nothing else is touched: for a
# kernel of one message and one of several. The prototype and the definition of one more public call
# are all that the library needs to export it; "make check" then asks for its tests. Called by make
# check-nightly, from the top folder.

# shellcheck source=tests/common.sh
. tests/common.sh
make=${TEST_MAKE:-make} cc=${TEST_CC:-cc}
: "${TEST_FLAGS=}" "${TEST_CPPFLAGS=}" "${TEST_LDFLAGS=}" "${TEST_TARGET=}" "${TEST_EMULATOR=}" "${TEST_CANNOT_RUN=}" "${TEST_EXE=}"
log=$work/log
tree=$work/tree

if [ -n "$TEST_CANNOT_RUN$TEST_EMULATOR" ] || [ "$TEST_TARGET" != X86_64 ] || [ "${TEST_FORMAT-}" != elf ]; then
    skip 'regenerate: for x86-64 with ELF objects alone'
    exit 0
fi
if [ -n "$(missing python3)" ]; then
    skip 'regenerate: no python3'
    exit 0
fi

# add ID NAME PART: a copy of the kernel, called "copy" and what follows of its lanes
add() {
    copy=$(echo "$2" | sed 's/^avx2/copy/')
    file=$(awk -f app/driver/table.awk -v kind=KERNEL -v target=X86_64 $TABLE | awk -F '\t' -v id="$1" '$2 == id { print $7 }')
    sed "s/$3_$2\\>/$3_$copy/g" "$FAMILY/$file" >"$FAMILY/x86/blake2b_$copy-64.inc"
    sed "/^KERNEL($1,/{p;s/$1/COPY_$1/;s/$2\\>/$copy/g;}" $TABLE >"$work/table" && cp "$work/table" $TABLE
}

# run NAME COMMAND...
run() {
    name=$1
    shift
    if "$@" >"$log" 2>&1; then
        pass "regenerate/$name"
    else
        fail "regenerate/$name: $* (status $?)"
        grep -e '^ *FAIL' -e 'error:' "$log" | sed 's/^/    /' | head -n 8
        exit 1
    fi
}

copy_tree "$tree"
cd "$tree" || exit 1
add AVX2_64 avx2 blocks
add AVX2X4_64 avx2x4 lanes
run 'the kernels are rows' test "$(grep -c '^KERNEL(COPY_' $TABLE)" = 2
run configure ./configure "CC=$cc" "CFLAGS=${TEST_FLAGS:--O2}" "CPPFLAGS=$TEST_CPPFLAGS" "LDFLAGS=$TEST_LDFLAGS"
run regenerate "$make" -s regenerate
run check env TEST_RAN=/dev/null "$make" -s check
for kernel in copy copyx4; do
    run "$kernel works" sh -c "bin/blake2b-util list | grep -q '^$kernel  *\(ok\|needs\) '"
    run "$kernel is not proved" grep -q "_$kernel | X86_64 | none | not proved: " doc/proved.md
    run "$kernel has its size" grep -q "^X86_64,$kernel,,code," measured/code.csv
done

# ---- a public call ----

awk '{ print } /^BLAKE2B_API int blake2b_select\(/ {
    print "\n/* The sum of some bytes. */\nBLAKE2B_API unsigned blake2b_sum(const void *in, size_t inlen) BLAKE2B_CHECKED_(blake2b_sum);" }' \
    app/include/blake2b.h >"$work/header" && cp "$work/header" app/include/blake2b.h
cat >>$FAMILY/blake2b_kernels.c <<'C'

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
run 'the call is missed' sh -c '! python3 tools/headers.py --check'
run 'regenerate with a call' "$make" -s regenerate
run 'the call is in the header' python3 tools/headers.py --check
run 'build with a call' "$make" -s -j"$jobs" lib shared
for library in bin/libblake2b.a "bin/libblake2b.so.$(sed 's/[.].*//' app/VERSION)"; do
    # shellcheck disable=SC2086 # lists
    run "the call is in $library" $cc $TEST_FLAGS -Iapp/include -o "$work/user$TEST_EXE" "$work/user.c" "$library" "-Wl,-rpath,$tree/bin"
    run "the call works from $library" "$work/user$TEST_EXE"
done
"$make" -s check CHECK_FIRST= CHECK_BUILD=tests/rigs/symbols.sh >"$log" 2>&1
if grep '^ *FAIL' "$log" | grep -v 'symbols/called: .*blake2b_sum' >"$work/others" || ! grep -q '^ *FAIL symbols/called: .*blake2b_sum' "$log"; then
    fail "regenerate/a call without a test is named: $(cat "$work/others")"
else
    pass 'regenerate/a call without a test is named'
fi
exit $failed
