#!/bin/sh
# SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT
#
# Follows CONTRIBUTING.md's "Add a hash" in a copy of the tree. The hash is a copy of BLAKE called
# "kec", as nothing may depend on how a name begins: folder, header, vectors and examples, and no
# other file changes. configure, make and CMake build its library. It is installed, its tests run,
# the rigs and the utility know it, and its digests are those of BLAKE. BLAKE2b is as before, and both
# libraries are in one program, the utility.
#
# Usage: tests/extension/extension.sh [all]     all: with all of make check

# shellcheck disable=SC2317 # functions that are called by their names
# shellcheck source=tests/common.sh
. tests/common.sh
make=${TEST_MAKE:-make} cc=${TEST_CC:-cc}
: "${TEST_FLAGS=}" "${TEST_EMULATOR=}" "${TEST_CANNOT_RUN=}" "${TEST_EXE=}"
tree=$work/tree
tap_prefix='extension/'

if [ -n "$TEST_CANNOT_RUN" ]; then
    skip_all programs "$TEST_CANNOT_RUN"
fi

# other_name: the text on standard input with the other name. BLAKE2b keeps its own. (Programs,
# objects and groups of bench cannot have one name in two extensions.)
other_name() {
    sed 's/blake2\([^0-9]\)/@l@\1/g; s/BLAKE2\([^0-9]\)/@u@\1/g
        s/blake/kec/g; s/BLAKE/KEC/g; s/@l@/blake2/g; s/@u@/BLAKE2/g
        s/refused/denied/g; s/secrets512/secrets_of_512/g; s/"many\(...\)"/"several\1"/g'
}

# copy_hash: its folder, header, vectors and examples. (Its saved states name it, so that they are not
# those that the tests of BLAKE know.)
copy_hash() {
    cp -R app/extensions/blake app/extensions/kec && other_name <app/include/blake.h \
        >app/include/kec.h && other_name <vectors/blake.json >vectors/kec.json || exit 1
    sed '/^#/d; s/ .*//' app/extensions/blake/tests/examples.txt | while read -r file; do
        other_name <"examples/$file.c" >"examples/$(echo "$file" | other_name).c" || exit 1
    done || exit 1
    find app/extensions/kec -type f | while read -r file; do
        named=${file%/*}/$(echo "${file##*/}" | other_name)
        other_name <"$file" >"$file.named" && cat "$file.named" >"$file" && rm "$file.named" &&
            { [ "$named" = "$file" ] || mv "$file" "$named"; } || exit 1
    done || exit 1
    sed 's/ checksum(saved, SAVED_BYTES) == k->saved / k->saved /' app/extensions/kec/tests/kec.inc \
        >app/extensions/kec/tests/named && mv app/extensions/kec/tests/named \
        app/extensions/kec/tests/kec.inc || exit 1
}

# util ARGUMENT...: its output in $work/out, without carriage returns
util() {
    # shellcheck disable=SC2086 # a command, or nothing
    $TEST_EMULATOR "bin/blake2b-util$TEST_EXE" "$@" >"$work/raw" 2>"$work/err" </dev/null
    status=$?
    tr -d '\r' <"$work/raw" >"$work/out"
    return $status
}

# prints NAME PATTERN ARGUMENT...: a line of what the utility prints or says matches
prints() {
    name=$1 pattern=$2
    shift 2
    util "$@"
    check "$name" grep -q -e "$pattern" "$work/out" "$work/err"
}
has() {
    grep -q -- "$1" "$work/out"
}

build() {
    tried "$1" "$make" -j"$jobs" all || finish
}

copy_tree "$tree"
cd "$tree" || exit 1
# 1. to 7., as far as "Write its tests into a folder tests".
copy_hash
# shellcheck disable=SC2086 # words
tried "extension: configure fails" ./configure "CC=$cc" "CFLAGS=${TEST_FLAGS:--O2}" "CPPFLAGS=${TEST_CPPFLAGS-}" \
    "LDFLAGS=${TEST_LDFLAGS-}" || finish
build builds
pass 'builds'

# On x86-64 it has kernels; elsewhere only its references.
kernel=generic/32
if [ "$("$make" -s print-TARGET)" = X86_64 ] && util list --csv &&
    has '^kec256:ssse3,.*,\(ok\|used\)$'; then
    kernel=ssse3
fi

# ---- its own tests, and the rigs ----

# those NAME COMMAND...: the results of a test
those() {
    name=$1
    shift
    "$@" >"$work/out" 2>&1
    if grep -q '^ok .*kec' "$work/out" && ! grep -q '^not ok' "$work/out"; then
        pass "$name: $(grep -c '^ok .*kec' "$work/out")"
    else
        fail "$name: $(grep -m 1 '^not ok' "$work/out" || tail -n 1 "$work/out")"
    fi
}
programs="build/tests/kec256$TEST_EXE build/tests/kec512$TEST_EXE build/tests/denied256$TEST_EXE"
# shellcheck disable=SC2086 # lists
if "$make" -j"$jobs" $programs "build/tests/checkasm$TEST_EXE" >"$log" 2>&1; then
    for each in $programs; do
        those "${each##*/}" $TEST_EMULATOR "$each"
    done
    if [ "$kernel" != generic/32 ]; then
        for each in kec256_ssse3 kec256_avxx4 kec512_x86; do
            those "checkasm $each" $TEST_EMULATOR "build/tests/checkasm$TEST_EXE" --impl "$each" \
                --count 2000
        done
        if [ -z "$(missing objdump)" ]; then
            those instructions \
                env "TEST_OTHER_KERNELS=$("$make" -s print-KERNELS_kec print-LANES_kec |
                tr '\n' ' ')" \
                TEST_KERNELS="$("$make" -s print-KERNELS_blake2b)" tests/rigs/instructions.sh
        fi
    fi
else
    fail "tests: do not build: $(first_error "$log")"
fi
# 8. Take expected digests from a model.
if [ -z "$(missing python3)" ]; then
    python3 app/extensions/kec/kec.py >"$log" 2>&1
    for width in 256 512; do
        other_name <app/extensions/blake/selftest-$width.inc >"$work/expected"
        check "self-test $width: its expected values are those of its model" \
            cmp "$work/expected" app/extensions/kec/selftest-$width.inc
    done
fi
# 9. To have its kernels proved, write the specification into prove.py.
if [ "$kernel" != generic/32 ] && [ "${TEST_FORMAT-elf}" = elf ] &&
    [ -z "$(missing python3 objdump ld)" ]; then
    own_proof() {
        env TEST_TARGET=X86_64 TEST_KERNELS= TEST_LANES= "TEST_OTHER_KERNELS=$("$make" -s \
            print-KERNELS_kec print-LANES_kec | tr '\n' ' ')" tests/proof/test.sh "$@"
    }
    those proof own_proof --quick kec256_blocks_ssse3
    mv app/extensions/kec/prove.py "$work/prove.py"
    own_proof all >"$work/out" 2>&1
    check 'no specification: its kernels are skipped' has \
        '^ok - proof/kec256_blocks_[a-z0-9]* # SKIP no specification$'
    mv "$work/prove.py" app/extensions/kec/prove.py
fi

# ---- installed ----

# example NAME INCLUDES ARCHIVE: the example with this library
example() {
    # shellcheck disable=SC2086 # lists
    if $cc ${TEST_FLAGS:-} -I"$2" -o "$work/user$TEST_EXE" examples/kec256.c "$3" >"$log" 2>&1; then
        check "$1: a program" test \
            "$($TEST_EMULATOR "$work/user$TEST_EXE" abc | tr -d '\r' | cut -c 1-32)" = \
            "$(sed -n 's/^kec256 //p' app/extensions/kec/tests/examples.txt)"
    else
        fail "$1: a program does not link: $(first_error "$log")"
    fi
}

if "$make" -j"$jobs" install install-shared "DESTDIR=$work/root" prefix=/usr >"$log" 2>&1; then
    installed=$(cd "$work/root" && find . -name '*kec*' | sed 's,.*/,,' | sort | tr '\n' ' ')
    case $installed in
    *kec.h*libkec.a*libkec.pc*) pass "installed: $installed" ;;
    *) fail "installed: $installed" ;;
    esac
    example installed "$work/root/usr/include" "$(find "$work/root" -name libkec.a)"
    check 'installed: a page' grep -q 'kec256_update' "$work/root/usr/share/man/man3/kec256_init.3"
else
    fail "installed: $(first_error "$log")"
fi

if [ -n "$(missing cmake)$TEST_EMULATOR" ]; then
    skip 'cmake: no cmake, or a cross build'
elif CC=$cc CFLAGS=$TEST_FLAGS cmake -S . -B "$work/cmake" -DBLAKE2B_BUILD_TESTS=OFF >"$log" 2>&1 &&
    cmake --build "$work/cmake" --target libkec >"$log" 2>&1; then
    example cmake app/include "$(find "$work/cmake" -name libkec.a)"
else
    fail "cmake: $(grep -m 1 -i -e 'CMake Error' -e 'error:' "$log")"
fi

# ---- the tree: nothing but the folder, its header and its examples ----

same_tree() {
    for folder in app tests tools examples vs2013 package configure Makefile CMakeLists.txt; do
        diff -r "$top/$folder" "$folder"
    done | sed '/^Only in /s,: ,/,' | # busybox writes the colon elsewhere
        grep -v -e '^Only in app/extensions/kec$' -e '^Only in app/extensions/kec/' \
            -e '^Only in app/include/kec\.h$' -e '^Only in examples/kec[a-z0-9_]*\.c$' \
            -e '__pycache__' >"$work/changed"
    cat "$work/changed"
    [ ! -s "$work/changed" ]
}
check 'tree: no other file is changed' same_tree

# 10. Run make regenerate.
if [ "${TEST_FORMAT-elf}" != elf ]; then
    skip regenerate "objects of another format"
elif ! lacks regenerate python3; then
    check regenerate "$make" -s regenerate
    check 'regenerate: the Visual Studio solution has it' grep -q kec vs2013/libblake2b.sln
    # With that, what looks at all libraries, or at all rows of help texts, knows it.
    rigs='tests/rigs/symbols.sh tests/rigs/pages.sh tests/rigs/hardening.sh tests/rigs/stack.sh'
    # shellcheck disable=SC2086 # a list
    tried 'the rigs build' "$make" -s -j"$jobs" build/tests/env.sh "build/tests/calls$TEST_EXE" shared &&
        check 'symbols, pages, hardening, stack and help texts' env TEST_RAN=/dev/null tests/run.sh \
            $rigs "tests/util/texts.sh bin/blake2b-util$TEST_EXE"
fi

# All of the tests, in tier two.
[ "${1-}" != all ] || check 'make check' env TEST_RAN=/dev/null "$make" -s check check-compiler

# ---- two libraries, each with the driver ----

if ! lacks symbols nm; then
    for name in blake2b kec; do
        nm -g "bin/lib$name.a" 2>/dev/null | sed -n 's/.* [A-TV-Z] //p' | sort -u >"$work/$name"
        check "symbols: the driver is in lib$name" grep -q ${name}_dispatch_first "$work/$name"
    done
    check 'symbols: none is in both' test -z "$(comm -12 "$work/blake2b" "$work/kec")"
fi
# ---- the util ----

all prints <<'CASES'
list | list | ^kec256:[a-z0-9/]* is used:
fuzz | fuzz --seed 1 --count 500 | ^implementations: .* kec256:generic/32
fuzz: no mismatch | fuzz --seed 1 --count 500 | no mismatch
fuzz: BLAKE2b as before | fuzz --seed 1 --count 1000 --impl generic/64 | 6b2c189ac33ac3e8$
CASES
util list --csv
check 'list --csv: one is used of it' test "$(grep -c '^kec256:.*,used$' "$work/out")" -eq 1
util bench --csv --group kec256 --impl kec256:generic/32 --size 64,1000 --time 0.02
check 'bench --group' test "$(cut -d, -f1-3 "$work/out" | tr '\n' ' ')" = \
    'group,implementation,bytes kec256,kec256:generic/32,64 kec256,kec256:generic/32,1000 '
# Lengths about blocks, what the utility reads at once, and what it hashes together: as BLAKE.
mkdir "$work/files"
for bytes in 0 1 55 56 63 64 65 127 128 129 1000 65535 65536 65537 200000; do
    head -c $bytes Makefile configure README.md app/util/*.c | head -c $bytes \
        >"$work/files/$bytes"
done
for each in 224 256 384 512; do
    util sum -a blake$each "$work"/files/*
    other_name <"$work/out" >"$work/expected"
    util sum -a kec$each "$work"/files/*
    check "sum -a kec$each" cmp "$work/out" "$work/expected"
    util sum -a kec$each --tag "$work"/files/* && cp "$work/out" "$work/list"
    check "sum --check of KEC-$each" util sum --check --strict "$work/list"
done

# ---- firmware ----

firmware() {
    ./configure -q "CC=$cc" "CFLAGS=${TEST_FLAGS:--O2} -Wall" --freestanding --disable-selftest &&
        "$make" bin/libkec.a 2>"$work/warnings" && ! grep -e warning -e error "$work/warnings"
}
check 'firmware without self-tests' firmware

finish
