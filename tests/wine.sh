#!/bin/sh
# The 64-bit Windows build under wine: the calling convention and the objects that gas, NASM and
# Yasm make for it, the util, and the test programs.
cd "$(dirname "$0")/.." || exit 1
# shellcheck source=tests/common.sh
. tests/common.sh

cc=x86_64-w64-mingw32-gcc
programs='vectors pieces kernels choice checkasm'
seed=1 iterations=1000
# RFC 7693, appendix A: the hash of "abc" begins so.
abc=ba80a53f981c4d0d6a2797b69f12f6e94c212f14685ac4b74b12bb6fdbffa2d1

tool=$(missing make timeout wine $cc)
if [ -n "$tool" ]; then
    skip "wine: no $tool"
    exit 0
fi
# What "fuzz --seed 1 --count 1000" ends with on every machine; see tests/util/commands.sh.
fuzz_digest=$(sed -n 's/.*digest of the results: \([0-9a-f]*\).*/\1/p' tests/util/commands.sh)
WINEPREFIX=$work/prefix WINEDEBUG=-all WINEDLLOVERRIDES='mscoree,mshtml='
export WINEPREFIX WINEDEBUG WINEDLLOVERRIDES
trap 'wineserver -k >/dev/null 2>&1; wineserver -w >/dev/null 2>&1; rm -rf "$work"' EXIT

# run PROGRAM ARGUMENT...: $status, and what it says in $work/out, without carriage returns
run() {
    timeout 300 wine "$@" >"$work/raw" 2>"$work/err"
    status=$?
    tr -d '\r' <"$work/raw" >"$work/out"
}

# The first start fills the prefix; a wine that cannot run cmd does not work here at all.
run cmd /c "echo works" </dev/null
if ! grep -q '^works' "$work/out"; then
    skip "wine: does not start: $(tail -n 1 "$work/err")"
    exit 0
fi

# assembler NAME CONFIGURE-OPTION...
assembler() {
    name=wine/$1 dir=$work/$1
    if [ "$1" != gas ] && [ -n "$(missing "$1")" ]; then
        skip "$name: no $1"
        return
    fi
    shift
    copy_tree "$dir"
    targets=''
    for program in $programs; do
        targets="$targets build/tests/$program.exe"
    done
    # shellcheck disable=SC2086 # a list
    if ! (cd "$dir" && ./configure CC=$cc "$@" && make -j"$jobs" lib util $targets) >"$work/log" 2>&1; then
        fail "$name: does not build: $(first_error "$work/log")"
        return
    fi
    util=$dir/bin/blake2b-util.exe

    # Each kernel that was built for is there, and none fails.
    run "$util" list --csv </dev/null
    kernels=$(sed -n 's/^  kernels: *\(.*\)/\1/p' "$work/log")
    listed=$(sed -n '2,$s/,.*//p' "$work/out" | tr '\n' ' ')
    case " $listed" in
    " ${kernels% generic/*} "*)
        if [ $status -eq 0 ] && grep -q ',used$' "$work/out"; then
            pass "$name: list: $(sed -n 's/,.*,used$//p' "$work/out") is used"
        else
            fail "$name: list: status $status, $(grep ',failed$' "$work/out")"
        fi
        ;;
    *) fail "$name: list has '$listed', built were '$kernels'" ;;
    esac

    run "$util" fuzz --seed $seed --count $iterations </dev/null
    if [ $status -eq 0 ] && grep -q "digest of the results: $fuzz_digest\$" "$work/out"; then
        pass "$name: fuzz: $(sed -n 's/^implementations: //p' "$work/out")"
    else
        fail "$name: fuzz: status $status, $(grep -m 1 -E 'MISMATCH|digest' "$work/out")"
    fi

    printf abc >"$work/abc"
    run "$util" sum "$work/abc" </dev/null
    if [ $status -eq 0 ] && grep -q "^\\\\*$abc" "$work/out"; then
        pass "$name: sum of a file"
    else
        fail "$name: sum of a file: status $status, $(sed -n 1p "$work/out" "$work/err")"
    fi
    run "$util" sum <"$work/abc"
    if [ $status -eq 0 ] && grep -q "^$abc" "$work/out"; then
        pass "$name: sum of standard input"
    else
        fail "$name: sum of standard input: status $status, $(sed -n 1p "$work/out" "$work/err")"
    fi

    for program in $programs; do
        run "$dir/build/tests/$program.exe" </dev/null
        passed=$(grep -c '^PASS ' "$work/out")
        if [ $status -eq 0 ] && [ "$passed" -gt 0 ] && ! grep -q '^FAIL ' "$work/out"; then
            pass "$name: $program: $passed passed"
        else
            fail "$name: $program: status $status, $(grep -m 1 '^FAIL ' "$work/out" || tail -n 1 "$work/err")"
        fi
    done
}

assembler gas
assembler nasm --nasm
assembler yasm --yasm
exit $failed
