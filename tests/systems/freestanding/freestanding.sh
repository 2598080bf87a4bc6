#!/bin/sh
# SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT
#
# configure --freestanding: the library is built, imports only memcpy, memset and the compiler's
# own helpers, links without any library, hashes, and stops after misuse. In copies of the tree,
# with the compiler of this build. Called by make check, from the top folder, with TEST_... in the
# environment.
cd "$(dirname "$0")/../../.." || exit 1
# shellcheck source=tests/common.sh
. tests/common.sh
unset DESTDIR CC CFLAGS CPPFLAGS LDFLAGS
make=${TEST_MAKE:-make} cc=${TEST_CC:-cc}
tap_prefix='freestanding/'
: "${TEST_CPPFLAGS=}" "${TEST_LDFLAGS=}" "${TEST_EMULATOR=}" "${TEST_CANNOT_RUN=}" "${TEST_EXE=}" \
    "${TEST_MACHINE=}"

nm=${NM:-nm}
case ${cc%% *} in
*-gcc | *-clang) command -v "${cc%%-gcc*}-nm" >/dev/null 2>&1 && nm=${cc%%-gcc*}-nm ;;
esac

# tree NAME OPTION...: a copy, configured and built, in $work/NAME. (Sanitizers need a C library.)
# shellcheck disable=SC2086
tree() {
    dir=$work/$1 name=$1
    shift
    built "$name" "$dir" "" "CC=$cc" CFLAGS="-Os $TEST_MACHINE" ${AR:+"AR=$AR"} \
        --freestanding "$@" || exit 1
    flags=$(sed -n 's/^CFLAGS = //p' "$dir/build/config.mk")
    check "$name: the libraries, nothing else" test "$(find "$dir/bin" -type f ! -name .gitignore |
        sed 's/.*\///' | sort)" = "$(libraries | sed 's/.*/lib&.a/' | sort)"
}

# asks_for [NAME]: prints the symbols that the library imports, one per line
asks_for() {
    underscore=''
    case ${TEST_FORMAT-elf} in
    macho) underscore=_ ;;
    esac
    "$nm" -g "$dir/bin/lib${1-$MAIN}.a" 2>/dev/null | awk -v underscore="$underscore" '
        NF >= 2 {
            name = $NF
            if (underscore != "") sub("^" underscore, "", name)
            if ($(NF - 1) == "U") asked[name] = 1
            else if ($(NF - 1) ~ /^[A-TV-Z]$/) { has[name] = 1; any = 1 }
        }
        END {
            for (name in asked) if (!has[name]) print name
            if (!any) print "NOTHING-THERE"
        }' | sort
}

# symbols NAME: checks that it imports nothing else
symbols() {
    asks_for "$1" >"$work/asks"
    # Names with an underscore are helpers of the compiler (__aeabi_memcpy) or of the linker
    # (_gp_disp).
    helpers=$(grep '^_' "$work/asks" | tr '\n' ' ')
    strange=$(grep -v -e '^_' -e '^memcpy$' -e '^memset$' "$work/asks" | tr '\n' ' ')
    lacks "$name: symbols of lib$1" "$nm" ||
        holds "$name: lib$1 asks for memcpy and memset only${helpers:+, and of the toolchain $helpers}" \
            "also for $strange" [ -z "$strange" ]
}

# shellcheck disable=SC2086
links() {
    case ${TEST_FORMAT-elf},$cc in
    elf,*tcc*) skip "$name: linked without any library: this compiler adds its own" ;;
    elf,*)
        check "$name: linked without any library" $cc $flags -nostdlib -nostartfiles -static \
            -Iapp/include -Wl,-e,start -Wl,--gc-sections -o "$work/firmware" \
            tests/systems/freestanding/start.c $FAMILY/tests/firmware.c "$dir/bin/lib$MAIN.a" -lgcc
        ;;
    *) skip "$name: linked without any library: only ELF is tried" ;;
    esac
}

# runs NAME OPTION...: checks known answers
# shellcheck disable=SC2086
runs() {
    echo 'int main(void) { return 0; }' >"$work/probe.c"
    if [ -n "$TEST_CANNOT_RUN" ]; then
        skip "$name: hashes: $TEST_CANNOT_RUN"
        return 1
    elif ! $cc $TEST_MACHINE -o "$work/probe$TEST_EXE" "$work/probe.c" $TEST_LDFLAGS >"$log" 2>&1
    then
        skip "$name: hashes: no C library"
        return 1
    elif ! $cc -O1 $TEST_MACHINE $TEST_CPPFLAGS -Iapp/include -Itests/rigs "$@" \
        -o "$work/user$TEST_EXE" \
        $FAMILY/tests/freestanding.c "$dir/bin/lib$MAIN.a" $TEST_LDFLAGS >"$log" 2>&1; then
        fail "$name: a program does not build: $(first_error "$log")"
        return 1
    elif $TEST_EMULATOR "$work/user$TEST_EXE" >"$log" 2>/dev/null; then
        pass "$name: hashes with $(tr -d '\r' <"$log")"
    else
        fail "$name: wrong: $(tail -n 1 "$log")"
    fi
}

tree library "CPPFLAGS=$TEST_CPPFLAGS"
for library in $(libraries); do
    symbols "$library"
done
links
if (cd "$work/library" && "$make" install DESTDIR=dest) >"$log" 2>&1 &&
    [ "$(find "$work/library/dest" -name '*.3' | sed 's/.*\///' |
        grep -c -x -F -e "$(libraries | sed 's/$/.3/')")" -eq "$(libraries | wc -l)" ] &&
    [ -z "$(find "$work/library/dest" -name 'blake2b-util*' -o -name man1)" ]; then
    pass "library: make install installs what there is"
else
    fail "library: make install: $(find "$work/library/dest" -name 'blake2b-util*' |
        tr '\n' ' ')$(first_error "$log")"
fi
if runs; then
    # A trap ends the program. On CPUs without a trap instruction it loops for ever.
    # shellcheck disable=SC2086
    timeout 5 $TEST_EMULATOR "$work/user$TEST_EXE" misuse >"$log" 2>&1
    case $?,${TEST_EXE:-unix} in
    0,*) fail "library: the program continues after misuse" ;;
    *,.exe) pass "library: misuse does not go on" ;;
    124,*) pass "library: misuse ends in an endless loop" ;;
    12[5-7],*) skip "library: misuse: no timeout" ;;
    1[3-5]?,unix) pass "library: misuse ends in a trap" ;;
    *) fail "library: misuse ends with status $?: $(tail -n 1 "$log")" ;;
    esac
fi

tree no-selftest --generic --disable-selftest \
    "CPPFLAGS=$TEST_CPPFLAGS -D$(in_capitals "$MAIN")_MISUSE=handler"
found=$(asks_for | grep -v '^_' | tr '\n' ' ')
holds "no-selftest: asks for the handler of misuse" "it asks for $found" \
    [ "$found" = "handler memcpy memset " ]
if runs -DHANDLER; then
    # shellcheck disable=SC2086
    $TEST_EMULATOR "$work/user$TEST_EXE" misuse >"$log" 2>/dev/null
    status=$?
    case $status,$(tr -d '\r' <"$log") in
    "3,${MAIN}_update: "*) pass "no-selftest: misuse comes to the handler" ;;
    *) fail "no-selftest: misuse ends with status $status: $(tail -n 1 "$log")" ;;
    esac
fi
finish
