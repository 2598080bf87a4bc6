#!/bin/sh
# SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT
#
# This library and others with BLAKE2b in one process: each must return its own digests. The others
# are libb2, which has functions of the same names, and librsync, which calls them. They are linked
# in either order, static and shared, opened at run time, and preloaded. A library that uses this one
# is also tested in a program with libb2.
#
# With plain names (--symbol-prefix=) the same must fail: this shows that the test can detect a
# conflict. Called by make check-ci, from the top folder, with TEST_... in the environment.

unset DESTDIR PKG_CONFIG_PATH
cd "$(dirname "$0")/../../.." || exit 1
# shellcheck source=tests/common.sh
. tests/common.sh
tap_prefix='coexist/'
make=${TEST_MAKE:-make} cc=${TEST_CC:-cc} cppflags=${TEST_CPPFLAGS-}

if [ "${TEST_FORMAT:-elf}" != elf ] || [ -n "${TEST_EMULATOR-}${TEST_CANNOT_RUN-}" ]; then
    skip_all libraries 'only native ELF builds have other libraries to test with'
fi
cxx=$(cxx_of "$cc")
for kind in usr plain; do
    prefix=''
    [ $kind = usr ] || prefix=--symbol-prefix=
    built $kind "$work/tree" 'install-lib install-shared' "CC=$cc" "CPPFLAGS=$cppflags" \
        --prefix="$work/$kind" $prefix || exit 1
done

# ---- installed libraries ----

# flags NAME: how to link with it
flags() {
    case $1 in libb2 | rsync) echo "-l${1#lib}" ;; esac
}

# object FOLDER NAME: check_NAME, as position-independent code, from headers of FOLDER
# shellcheck disable=SC2086 # lists
object() {
    mkdir -p "$1/so"
    $cc $cppflags -O1 -fPIC "-D$(in_capitals "$2")" -I"$1/include" -c -o "$1/$2.o" \
        tests/build/coexist/libraries.c >"$log" 2>&1
}

others=''
for name in libb2 rsync; do
    echo 'int main(void) { return 0; }' >"$work/probe.c"
    # shellcheck disable=SC2046,SC2086
    if object "$work/usr" $name && $cc $cppflags -o "$work/probe" "$work/probe.c" \
        "$work/usr/$name.o" $(flags $name) >"$log" 2>&1; then
        others="$others $name"
    else
        skip "$name: not installed for this target"
    fi
done
[ -n "$others" ] || finish
for name in ours compat; do
    object "$work/usr" $name || fail "$(first_error "$log")"
done
for name in $others ours; do
    [ "$name" = ours ] || cp "$work/usr/$name.o" "$work/plain"
done
object "$work/plain" ours || fail "$(first_error "$log")"

# ---- programs ----

# ends VERDICT NAME COMMAND...: passes if the command succeeds (right) or fails (wrong)
ends() {
    as=$1 what=$2
    shift 2
    "$@" >"$work/out" 2>&1
    status=$?
    said="status $status, $(head -n 1 "$work/out")"
    case $as,$status in
    right,0) pass "$what" ;;
    right,*) fail "$what" "$said" ;;
    wrong,0) fail "plain-$what" \
        "unprefixed names cause no clash here, so this test shows nothing" ;;
    wrong,*) pass "plain-$what: would be seen: $said" ;;
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
    tried "compile $asked" $cc $cppflags "-DCHECKS=$checks" -c -o "$work/linked.o" \
        tests/build/coexist/linked.c &&
        tried "link $asked" $cc -Wl,--no-as-needed -o "$program" "$work/linked.o" $objects "$@"
}

# in_orders VERDICT NAME FOLDER "CHECK..." "OURS" "OTHERS": a program that checks these, linked with
# both in either order
# shellcheck disable=SC2086
in_orders() {
    verdict=$1 label=$2 folder=$3
    paths=LD_LIBRARY_PATH=$folder/lib:$folder/user
    links "$work/first" "$4" "$folder" $5 $6 &&
        ends "$verdict" "$label-first" env "$paths" "$work/first"
    links "$work/last" "$4" "$folder" $6 $5 &&
        ends "$verdict" "$label-last" env "$paths" "$work/last"
}

# in_order VERDICT FOLDER KIND "NAME...": these libraries and this one, static or shared
# shellcheck disable=SC2086
in_order() {
    folder=$2 words=''
    for n in $4; do words="$words $(flags $n)"; done
    in_orders "$1" "$(echo $4 | tr ' ' '+')-$3" "$2" "ours $4" "$(ours "$3")" "$words"
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
# shellcheck disable=SC2046,SC2086
reverse() {
    folder=$2
    mkdir -p "$folder/user"
    for kind in $3; do
        mv "$folder/ours.o" "$folder/ours.here"
        tried "user-$kind" $cc -shared -Wl,--no-as-needed -o "$folder/user/libuser.so" \
            "$folder/ours.here" $(ours "$kind") &&
            in_orders "$1" "user-$kind" "$folder" 'ours libb2' \
                "-L$folder/user -luser -Wl,-rpath-link,$folder/lib" -lb2
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
        tried "opened $so" $cc -shared -Wl,--no-as-needed -o "$folder/so/$so.so" \
            "$folder/$so.o" $linked
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
tried opened $cc $cppflags -o "$work/opened" tests/build/coexist/opened.c -ldl
for name in $others; do
    opened right "$work/usr" "$name"
done

# ---- both in one source file ----

# both NAME COMPILER...
both() {
    language=$1
    shift
    for order in LIBB2_FIRST LIBB2_LAST; do
        # shellcheck disable=SC2086
        tried "both-$language-$order" "$@" $cppflags "-D$order" -Wall -Wextra -Werror \
            -I"$work/usr/include" -o "$work/both" tests/build/coexist/both.c -x none \
            "$work/usr/lib/libblake2b.a" -lb2 && ends right "both-$language-$order" "$work/both"
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
        $cc $cppflags -I"$work/usr/include" -fsyntax-only "$work/unsaid.c" >"$log" 2>&1
        check 'both-unsaid: the one error says what to do' test \
            "$(grep -c 'error:' "$log"),$(grep -c 'error:.*define BLAKE2B_LONG_NAMES' "$log")" = 1,1
    }
    ;;
esac

# ---- validation of the test: plain names work in a program alone, and only there ----

links "$work/alone" ours "$work/plain" "$work/plain/lib/libblake2b.a" &&
    ends right plain-alone "$work/alone"
for name in $others; do
    in_order wrong "$work/plain" shared "$name"
    opened wrong "$work/plain" "$name"
done
case $others in
*libb2*) reverse wrong "$work/plain" shared ;;
esac
finish
