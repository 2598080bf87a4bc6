#!/bin/sh
# SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT
#
# This library and others with BLAKE2b in one process: each must return its own digests. The others
# are libb2, which has functions of the same names, librsync and Qt 6 Core, which call them,
# libsodium and OpenSSL. They are linked in either order, static and shared, opened at run time, and
# preloaded. A library that uses this one is also tested in a program with libb2.
#
# With plain names (--symbol-prefix=) the same must fail: this shows that the test can detect a
# conflict. Called by make check-ci, from the top folder, with TEST_... in the environment.

unset DESTDIR PKG_CONFIG_PATH
cd "$(dirname "$0")/../../.." || exit 1
# shellcheck source=tests/common.sh
. tests/common.sh
make=${TEST_MAKE:-make} cc=${TEST_CC:-cc} cppflags=${TEST_CPPFLAGS-}
log=$work/log

if [ "${TEST_FORMAT:-elf}" != elf ] || [ -n "${TEST_EMULATOR-}${TEST_CANNOT_RUN-}" ]; then
    skip "coexist: only native ELF builds have other libraries to test with"
    finish
fi

# The C++ compiler that belongs to the C compiler.
case ${cc%% *} in
*gcc) cxx=${cc%%gcc*}g++${cc#*gcc} ;;
*clang) cxx="${cc%% *}++${cc#"${cc%% *}"}" ;;
*) cxx="c++" ;;
esac

# library FOLDER OPTION...: this library, installed there
library() {
    folder=$1
    shift
    copy_tree "$work/tree"
    if ! (cd "$work/tree" && ./configure "CC=$cc" "CPPFLAGS=$cppflags" --prefix="$folder" "$@" &&
        "$make" -j"$jobs" install-lib install-shared) >"$log" 2>&1; then
        fail "coexist: does not build: $(first_error "$log")"
        exit 1
    fi
    rm -rf "$work/tree"
}
library "$work/usr"
library "$work/plain" --symbol-prefix=

# ---- installed libraries ----

# flags NAME: how to link with it
# shellcheck disable=SC2016
flags() {
    case $1 in
    libb2) echo -lb2 ;;
    sodium) echo -lsodium ;;
    openssl) echo -lcrypto ;;
    rsync) echo -lrsync ;;
    qt) pkg-config --libs Qt6Core ;;
    esac
}

# object FOLDER NAME: check_NAME, as position-independent code, from headers of FOLDER
# shellcheck disable=SC2046,SC2086 # lists
object() {
    mkdir -p "$1/so"
    case $2 in
    qt) $cxx $cppflags -std=c++17 -O1 -fPIC $(pkg-config --cflags Qt6Core) -c -o "$1/qt.o" \
        tests/build/coexist/qt.cc ;;
    *) $cc $cppflags -O1 -fPIC "-D$(echo "$2" | tr '[:lower:]' '[:upper:]')" -I"$1/include" \
        -c -o "$1/$2.o" tests/build/coexist/libraries.c ;;
    esac >"$log" 2>&1
}

linker=$cc others=''
for name in libb2 sodium openssl rsync qt; do
    linker_now=$linker
    [ $name != qt ] || linker_now=$cxx
    echo 'int main(void) { return 0; }' >"$work/probe.c"
    # shellcheck disable=SC2046,SC2086
    if object "$work/usr" $name && $cc $cppflags -c -o "$work/probe.o" "$work/probe.c" &&
        $linker_now -o "$work/probe" "$work/probe.o" "$work/usr/$name.o" $(flags $name) \
            >"$log" 2>&1; then
        others="$others $name"
        linker=$linker_now
    else
        skip "coexist/$name: not installed for this target"
    fi
done
[ -n "$others" ] || finish
for name in ours compat; do
    object "$work/usr" $name || fail "coexist: $(first_error "$log")"
done
for name in $others ours; do
    [ "$name" = ours ] || cp "$work/usr/$name.o" "$work/plain"
done
object "$work/plain" ours || fail "coexist: $(first_error "$log")"

# ---- programs ----

# ends VERDICT NAME COMMAND...: passes if the command succeeds (right) or fails (wrong)
ends() {
    as=$1 what=$2
    shift 2
    "$@" >"$work/out" 2>&1
    status=$?
    said=$(head -n 1 "$work/out")
    case $as,$status in
    right,0) pass "coexist/$what" ;;
    right,*) fail "coexist/$what: status $status, ${said:-nothing said}" ;;
    wrong,0) fail "coexist/plain-$what: unprefixed names cause no clash here, so this test shows nothing" ;;
    wrong,*) pass "coexist/plain-$what: would be seen: ${said:-status $status}" ;;
    esac
}

# links PROGRAM "NAME..." FOLDER WORD...: a program that checks these, linked with WORDs after the
# objects
# shellcheck disable=SC2086
links() {
    program=$1 asked=$2 from=$3
    shift 3
    checks='' objects=''
    for c in $asked; do
        checks="$checks CHECK($c)"
        # Do not link again what the test's own library already contains.
        [ ! -f "$from/$c.o" ] || objects="$objects $from/$c.o"
    done
    $cc $cppflags "-DCHECKS=$checks" -c -o "$work/linked.o" tests/build/coexist/linked.c \
        >"$log" 2>&1 &&
        $linker -Wl,--no-as-needed -o "$program" "$work/linked.o" $objects "$@" >"$log" 2>&1 &&
            return
    fail "coexist: does not link: $asked: $(first_error "$log")"
    return 1
}

# in_order VERDICT FOLDER KIND "NAME...": a program with these libraries and this one, static or
# shared, linked in both orders
# shellcheck disable=SC2046,SC2086
in_order() {
    verdict=$1 folder=$2 kind=$3 names=$4
    words=''
    for n in $names; do words="$words $(flags $n)"; done
    label=$(echo $names | tr ' ' '+')-$kind
    ours=$(ours "$kind")
    links "$work/first" "ours $names" "$folder" $ours $words &&
        ends "$verdict" "$label-first" env LD_LIBRARY_PATH="$folder/lib" "$work/first"
    links "$work/last" "ours $names" "$folder" $words $ours &&
        ends "$verdict" "$label-last" env LD_LIBRARY_PATH="$folder/lib" "$work/last"
}

# ours KIND: how to link with the library in $folder
ours() {
    case $1 in
    shared) echo "-L$folder/lib" -lblake2b ;;
    static) echo "$folder/lib/libblake2b.a" ;;
    esac
}

for kind in shared static; do
    for name in $others "compat $others"; do
        in_order right "$work/usr" "$kind" "$name"
    done
done

# A library that uses this one, shared, or with the static one inside, in a program that is linked
# with libb2.
# shellcheck disable=SC2086
reverse() {
    verdict=$1 folder=$2 kinds=$3
    mkdir -p "$folder/user"
    for kind in $kinds; do
        ours=$(ours "$kind")
        mv "$folder/ours.o" "$folder/ours.here"
        if $cc -shared -Wl,--no-as-needed -o "$folder/user/libuser.so" "$folder/ours.here" $ours \
            >"$log" 2>&1; then
            links "$work/first" "ours libb2" "$folder" -L"$folder/user" -luser \
                -Wl,-rpath-link,"$folder/lib" -lb2 &&
                ends "$verdict" "user-$kind-first" env LD_LIBRARY_PATH="$folder/lib:$folder/user" \
                    "$work/first"
            links "$work/last" "ours libb2" "$folder" -lb2 -L"$folder/user" -luser \
                -Wl,-rpath-link,"$folder/lib" &&
                ends "$verdict" "user-$kind-last" env LD_LIBRARY_PATH="$folder/lib:$folder/user" \
                    "$work/last"
        else
            fail "coexist/user-$kind: does not link: $(first_error "$log")"
        fi
        mv "$folder/ours.here" "$folder/ours.o"
    done
}
case $others in
*libb2*) reverse right "$work/usr" "shared static" ;;
esac

# Opened at run time with global symbols, before and after the others, and preloaded into programs
# that were not linked with it.
# shellcheck disable=SC2046,SC2086
opened() {
    verdict=$1 folder=$2 other=$3
    for so in ours $other; do
        linked=$(ours shared)
        [ $so = ours ] || linked=$(flags $so)
        $linker -shared -Wl,--no-as-needed -o "$folder/so/$so.so" "$folder/$so.o" $linked \
            >"$log" 2>&1 ||
            fail "coexist/opened: does not link: $(first_error "$log")"
    done
    ends "$verdict" "opened-before-$other" env LD_LIBRARY_PATH="$folder/lib" "$work/opened" \
        "$folder/so" ours $other
    links "$work/alone" $other "$folder" $(flags $other) &&
        ends "$verdict" "preloaded-$other" env LD_PRELOAD="$folder/lib/libblake2b.so.1" \
            "$work/alone"
    [ "$verdict" = wrong ] ||
        ends right "opened-after-$other" env LD_LIBRARY_PATH="$folder/lib" "$work/opened" \
            "$folder/so" $other ours
}
# shellcheck disable=SC2086
$cc $cppflags -o "$work/opened" tests/build/coexist/opened.c -ldl >"$log" 2>&1 ||
    fail "coexist: $(first_error "$log")"
for name in $others; do
    opened right "$work/usr" "$name"
done

# shellcheck disable=SC2317 # called by ends
# rdiff itself. Its signature ends with the digest of the only block.
rdiff_says() {
    rm -f "$work/signature"
    printf abc >"$work/abc"
    LD_PRELOAD=$1 rdiff -H blake2 -b 1024 signature "$work/abc" "$work/signature" || return
    digest=$(od -An -v -tx1 "$work/signature" | tr -d ' \n')
    case $digest in
    *"$(sed -n 's/^#define ABC_256 "\(.*\)"/\1/p' tests/build/coexist/coexist.h)") ;;
    *)
        echo "signature $digest"
        return 1
        ;;
    esac
}
if [ -n "$(missing rdiff od)" ]; then
    skip "coexist/preloaded-rdiff: no $(missing rdiff od)"
else
    ends right preloaded-rdiff rdiff_says "$work/usr/lib/libblake2b.so.1"
fi

# ---- names ----

# exports FILE: the symbols that a shared library exports
exports() {
    nm -D --defined-only "$1" | awk '{ print $NF }' | sed 's/@.*//' | sort -u
}
# shares FILE LIBRARY
shares() {
    exports "$1" >"$work/ours.names"
    exports "$2" >"$work/theirs.names"
    [ -s "$work/ours.names" ] && [ -s "$work/theirs.names" ] || echo "no names in one of them"
    comm -12 "$work/ours.names" "$work/theirs.names" | tr '\n' ' '
}
if [ -n "$(missing nm comm)" ]; then
    skip "coexist/names: no $(missing nm comm)"
else
    for so in libb2.so.1 libsodium.so.23 libcrypto.so.3 librsync.so.2 libQt6Core.so.6 \
        libargon2.so.1; do
        # shellcheck disable=SC2086
        file=$($cc -print-file-name=$so)
        if [ "$file" = $so ]; then
            skip "coexist/names: no $so"
        elif shared=$(shares "$work/usr/lib/libblake2b.so.1" "$file") && [ -z "$shared" ]; then
            pass "coexist/names-$so"
        else
            fail "coexist/names-$so: $shared"
        fi
    done
fi

# shellcheck disable=SC2086
libb2=$($cc -print-file-name=libb2.a) sodium=$($cc -print-file-name=libsodium.a)
# Everything in the static libraries, hidden or not, in one program: no symbol may be common. whole
# FOLDER LIBRARY...
# shellcheck disable=SC2086,SC2317
whole() {
    from=$1
    shift
    $cc $cppflags '-DCHECKS=CHECK(ours)' -o "$work/whole" tests/build/coexist/linked.c \
        "$from/ours.o" -Wl,--whole-archive "$@" \
        -Wl,--no-whole-archive -lpthread $openmp && "$work/whole"
}
# shellcheck disable=SC2317
clash() {
    whole "$@" >"$work/ld" 2>&1
    grep 'multiple definition.*blake2b' "$work/ld"
}
openmp=''
grep -q GOMP_parallel "$libb2" 2>/dev/null && openmp=-lgomp
if [ -f "$libb2" ] && [ -f "$sodium" ]; then
    ends right whole-archives whole "$work/usr" "$work/usr/lib/libblake2b.a" "$libb2" "$sodium"
    ends right plain-whole-archives-clash clash "$work/plain" "$work/plain/lib/libblake2b.a" \
        "$libb2" "$sodium"
fi
# (As if another project contained a copy of the library with another prefix.)
ends right whole-archives-two-prefixes whole "$work/usr" "$work/usr/lib/libblake2b.a" \
    "$work/plain/lib/libblake2b.a"

# ---- both in one source file ----

# both NAME COMPILER...
both() {
    language=$1
    shift
    for order in LIBB2_FIRST LIBB2_LAST; do
        # shellcheck disable=SC2086
        if "$@" $cppflags "-D$order" -Wall -Wextra -Werror -I"$work/usr/include" -o "$work/both" \
            tests/build/coexist/both.c \
            -x none "$work/usr/lib/libblake2b.a" -lb2 >"$log" 2>&1; then
            ends right "both-$language-$order" "$work/both"
        else
            fail "coexist/both-$language-$order: $(first_error "$log")"
        fi
    done
}
case $others in
*libb2*)
    # shellcheck disable=SC2086
    {
        both gnu89 $cc -std=gnu89
        both c99 $cc -std=c99
        [ -n "$(missing ${cxx%% *})" ] || both c++ $cxx -x c++
        printf '#include <blake2.h>\n#include <blake2b.h>\n' >"$work/unsaid.c"
        if ! $cc $cppflags -I"$work/usr/include" -fsyntax-only "$work/unsaid.c" >"$log" 2>&1 &&
            [ "$(grep -c 'error:' "$log")" -eq 1 ] &&
                grep -q 'define BLAKE2B_LONG_NAMES' "$log"; then
            pass "coexist/both-unsaid: the one error says what to do"
        else
            fail "coexist/both-unsaid: $(grep -c 'error:' "$log") errors: $(first_error "$log")"
        fi
    }
    ;;
esac

# ---- validation of the test: plain names work in a program alone, and only there ----

links "$work/alone" ours "$work/plain" "$work/plain/lib/libblake2b.a" &&
    ends right plain-alone "$work/alone"
for name in $others; do
    case $name in
    libb2 | rsync | qt)
        in_order wrong "$work/plain" shared "$name"
        opened wrong "$work/plain" "$name"
        ;;
    esac
done
case $others in
*libb2*) reverse wrong "$work/plain" shared ;;
esac
finish
