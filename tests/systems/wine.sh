#!/bin/sh
# SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT
# The Windows build under wine, for 64 and for 32 bits: the calling convention, the objects that
# gas, NASM and Yasm produce, the utility, the DLL and the test programs. 32-bit programs run with
# the command WINE32, or, if it is not set, with the Wine that tests/systems/wine32.sh installs.
#
#   tests/systems/wine.sh [gas]     gas: only objects by gas, for 64 bits, and a tenth of the tries
# shellcheck disable=SC2016 # for eval, and the inner shells
cd "$(dirname "$0")/../.." || exit 1
# shellcheck source=tests/common.sh
. tests/common.sh

part=${1-all}
[ "$part" = all ] || export TEST_SAMPLE=10
cc=x86_64-w64-mingw32-gcc
wine=wine wine_run=''
programs='vectors pieces kernels choice lanes many parallel checkasm'
seed=1 iterations=1000
# RFC 7693, appendix A: the hash of "abc" begins so.
abc=ba80a53f981c4d0d6a2797b69f12f6e94c212f14685ac4b74b12bb6fdbffa2d1

needs wine make timeout wine $cc
WINEPREFIX=$work/prefix WINEDEBUG=-all WINEDLLOVERRIDES='mscoree,mshtml='
export WINEPREFIX WINEDEBUG WINEDLLOVERRIDES
trap 'wineserver -k >/dev/null 2>&1; wineserver -w >/dev/null 2>&1; rm -rf "$work"' EXIT

# run PROGRAM ARGUMENT...: sets $status; writes its output to $work/out, without carriage returns
run() {
    cat >"$work/in"
    for attempt in 1 2 3; do
        # shellcheck disable=SC2086 # a list
        LC_ALL=C.UTF-8 $limit $wine "$@" <"$work/in" >"$work/raw" 2>"$work/err"
        status=$?
        # Wine's server ended, as it does without clients. The program did not finish, and its
        # result is unknown.
        grep -q '^wine client error:' "$work/err" || break
        [ $attempt -eq 3 ] ||
            echo "wine: started again: $(grep -m 1 '^wine client error:' "$work/err")"
    done
    tr -d '\r' <"$work/raw" >"$work/out"
}

# Keeps the server of this prefix running without clients, so that it does not end between runs.
serve() {
    # shellcheck disable=SC2086 # a list
    $wine_run wineserver -p60 >/dev/null 2>&1 </dev/null
}

serve
# The first start initializes the prefix. A wine that cannot run cmd does not work here at all.
run cmd /c "echo works" </dev/null
if ! grep -q '^works' "$work/out"; then
    skip "wine: does not start: $(tail -n 1 "$work/err")"
    finish
fi

# verdict WHAT COMMAND...: the last run ended well, and the command succeeds
verdict() {
    what=$1
    shift
    if [ "$status" -eq 0 ] && "$@"; then
        pass "$name: $what"
    else
        fail "$name: $what: status $status, $(cat "$work/out" "$work/err" | sed -n 1p)"
    fi
}

# assembler NAME CONFIGURE-OPTION...
assembler() {
    name=wine/$1${WINEARCH+/32} dir=$work/$1${WINEARCH+-32}
    # The C code does not depend on the assembler.
    run_here=$programs
    [ "$1" = gas ] || run_here='kernels lanes checkasm'
    [ "$1" = gas ] || ! lacks "$name" "$1" || return
    shift
    targets=''
    for program in $run_here; do
        targets="$targets build/tests/$program.exe"
    done
    # shellcheck disable=SC2086 # a list
    built "$name" "$dir" "lib util $targets" CC=$cc "$@" || return
    util=$dir/bin/blake2b-util.exe

    # Each kernel that was built is listed, and none fails.
    for table in '' --lanes --others; do
        run "$util" list --csv ${table:+"$table"} </dev/null
        cat "$work/out" >&4
    done 4>"$work/listed"
    lost=''
    # shellcheck disable=SC2013 # words
    for kernel in \
        $(sed -n '/^  kernels: /,/^  left out: /{s/^  kernels://;/^  left out: /d;p;}' "$log"); do
        case $kernel in rounds_* | short_*) kernel="[^,]*,${kernel#*_}" ;; esac # of other contracts
        grep -q "^$kernel," "$work/listed" || lost="$lost $kernel"
    done
    verdict "list:${lost:+ not$lost} $(sed -n 's/,.*,used$/ is used/p; /,failed$/p' "$work/listed" |
        tr '\n' ' ')" eval '[ -z "$lost" ] && grep -q ",used$" "$work/listed" &&
        ! grep -q ",failed$" "$work/listed"'

    run "$util" fuzz --seed $seed --count $iterations </dev/null
    verdict fuzz same_digests "$work/out"

    printf abc >"$work/abc"
    run "$util" sum "$work/abc" </dev/null
    verdict 'sum of a file' grep -q "^\\\\*$abc" "$work/out"
    # Names outside the system's code page, and one that is not valid UTF-8.
    unicode=$(printf 'gr\303\274n \346\227\245.txt')
    cp "$work/abc" "$work/$unicode"
    run "$util" sum "$work/$unicode" </dev/null
    verdict 'sum of a file with a Unicode name' grep -q "$abc.*$unicode" "$work/out"
    # Binary: line ends and Ctrl-Z have no meaning.
    printf 'a\r\nb\032c\n' >"$work/binary"
    run "$util" sum <"$work/binary"
    verdict 'binary standard input' [ "$(cut -d ' ' -f 1 "$work/out")" = \
        "$(b2sum <"$work/binary" | cut -d ' ' -f 1)" ]
    run "$util" sum <"$work/abc"
    verdict 'sum of standard input' grep -q "^$abc" "$work/out"

    for program in $run_here; do
        run "$dir/build/tests/$program.exe" </dev/null
        passed=$(grep -c '^ok - ' "$work/out")
        verdict "$program: $passed passed" eval \
            '[ "$passed" -gt 0 ] && ! grep -q "^not ok " "$work/out"'
    done
}

assembler gas
# The DLL of the last build, through its import library, and with the names in its .def.
dll() {
    tried "wine/dll: make shared fails" make -C "$dir" -j"$jobs" shared || return
    awk -f app/package/calls.awk "app/include/$MAIN.h" |
        sed "s/^/${project}_/" | sort >"$work/header"
    sed -n 's/^ *\([a-z0-9_]*\) @.*/\1/p' "$dir/bin/libblake2b.def" | sort >"$work/exported"
    check 'wine/dll: exports the names of the header' diff "$work/header" "$work/exported"
    # Windows has these two, but not those of a compiler.
    needed=$("${cc%gcc}objdump" -p "$dir/bin/lib$MAIN-1.dll" | sed -n 's/^.*DLL Name: //p' |
        sort | tr '\n' ' ')
    case $needed in
    'KERNEL32.dll msvcrt.dll ' | 'msvcrt.dll ') pass "$name: the DLL needs Windows alone" ;;
    *) fail "$name: the DLL needs $needed" ;;
    esac
    tried "wine/dll: a program does not link" $cc -Iapp/include -DBLAKE2B_DLL -DBLAKE_DLL \
        -o "$dir/bin/user.exe" tests/build/amalgamation/program.c "$dir"/bin/*.dll.a || return
    run "$dir/bin/user.exe" </dev/null
    verdict 'a program uses the DLLs' grep -q "^$abc" "$work/out"
}
dll
[ "$part" = all ] || finish
assembler nasm --nasm
assembler yasm --yasm

needs 'wine/32 bits' i686-w64-mingw32-gcc
if [ -z "${WINE32-}" ]; then
    why=$(tests/systems/wine32.sh make)
    case $? in
    0) WINE32='tests/systems/wine32.sh run wine' ;;
    2) skip "wine/32 bits: $(echo "$why" | tail -n 1)" ;;
    *) fail "wine/32 bits: $(echo "$why" | tail -n 1)" ;;
    esac
fi
if [ -n "${WINE32-}" ]; then
    wineserver -k >/dev/null 2>&1
    wine=$WINE32 cc=i686-w64-mingw32-gcc WINEPREFIX=$work/prefix32 WINEARCH=win32
    export WINEARCH
    wine_run=${WINE32%wine}
    serve
    assembler gas
    dll
    assembler nasm --nasm
    assembler yasm --yasm
fi
finish
