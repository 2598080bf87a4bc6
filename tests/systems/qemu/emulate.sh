# SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT
# shellcheck shell=sh disable=SC2034,SC2154 # variables of common.sh
# For scripts that run programs in qemu's user mode, with the command $emulator; read after
# tests/common.sh. $where says in the report on which CPU a kernel ran.

# emulate MODEL PROGRAM ARGUMENT...: its output in $work/out, and $status
emulate() {
    model=$1
    shift
    $limit "$emulator" -cpu "$model" "$@" >"$work/out" 2>&1 </dev/null
    status=$?
}

# hosted NAME CC CONFIGURE-ARGUMENT...: checkasm and force, and the programs in $programs, in
# $work/NAME. In messages it is $cpu/NAME.
programs=''
hosted() {
    name=$1 cc=$2
    shift 2
    printf '#include <stdio.h>\nint main(void) { return puts("") < 0; }\n' >"$work/probe.c"
    if ! "$cc" -static -o "$work/probe" "$work/probe.c" 2>/dev/null; then
        skip "$cpu/$name: $cc -static finds no libc"
        return 1
    fi
    built "$cpu/$name" "$work/$name" "lib build/tests/checkasm build/tests/$MAIN-force $programs" \
        CC="$cc" LDFLAGS=-static "$@"
}

# checkasm NAME MODEL COUNT KERNEL...: checkasm of that build, for the kernels of every family with
# these names, and for those of the contract $also
also=''
checkasm() {
    name=$1 model=$2 count=$3
    shift 3
    for kernel in "$@"; do
        emulate "$model" "$work/$name/build/tests/checkasm" --seed 1 --count "$count" \
            --impl "$kernel"
        if [ $status -eq 0 ] && grep -q "^ok - checkasm/\([a-z0-9]*_\)\{0,1\}$kernel\$" \
            "$work/out" && grep -q "^ok - checkasm/${also:+$also, }.*$kernel\$" "$work/out"; then
            pass "$cpu/$name, $model: checkasm/$kernel"
            sed -n "s/^\(# RAN [^ ]*\) .*/\1 qemu: $where$model/p" "$work/out"
        else
            fail "$cpu/$name, $model: checkasm/$kernel: status $status, $(tail -n 1 "$work/out")"
        fi
    done
}

# dies NAME MODEL KERNEL [BLOCKS]: that build's kernel is not for this CPU. Otherwise the emulator
# proves nothing. BLOCKS: for kernels of several messages.
dies() {
    emulate "$2" "$work/$1/build/tests/$MAIN-force" "$3" ${4+"$4"}
    holds "$cpu/$1, $2: $3 dies here" "it ends with status $status" [ $status -eq 132 ]
}
