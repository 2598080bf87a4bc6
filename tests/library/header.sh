#!/bin/sh
#
# The public header compiles without a warning in every C and C++ there is, and links from
# C++. Called by make check, from the top folder, with TEST_... in the environment.

set -u
work=build/tests/header
mkdir -p $work
failed=0

pass() { echo "PASS $1"; }
skip() { echo "SKIP $1: $2"; }
fail() {
    echo "FAIL $1: $2"
    sed 's/^/    /' $work/log | head -n 10
    failed=1
}

prefix=${TEST_PREFIX:+-DBLAKE2B_SYMBOL_PREFIX=$TEST_PREFIX}
cat >$work/all.c <<'C'
#include <blake2b.h>
#include <blake2b.h>

int main(void) {
    static const unsigned char data[3] = {'a', 'b', 'c'};
    unsigned char hash[BLAKE2B_OUTBYTES], key[BLAKE2B_KEYBYTES] = {0};
    blake2b_state S, copy;
    blake2b_params P;
    if (blake2b_startup() != BLAKE2B_OK || !blake2b_implementation() || !blake2b_version()) {
        return 1;
    }
    blake2b(hash, data, sizeof data);
    if (hash[0] != 0xba || hash[63] != 0x23) {
        return 2;
    }
    blake2b_init(&S);
    blake2b_update(&S, data, 1);
    copy = S;
    blake2b_update(&copy, data + 1, 2);
    blake2b_final(&copy, hash);
    if (hash[0] != 0xba || hash[63] != 0x23) {
        return 3;
    }
    blake2b_params_init(&P);
    P.node_offset = 1;
    P.leaf_length = 2;
    P.key = key;
    P.key_length = sizeof key;
    P.personal[BLAKE2B_PERSONALBYTES - 1] = 1;
    P.salt[BLAKE2B_SALTBYTES - 1] = 1;
    if (blake2b_hash(&P, hash, sizeof hash, data, sizeof data) != BLAKE2B_OK ||
        blake2b_init_params(&S, &P) != BLAKE2B_OK || blake2b_finish(&S, hash, 1) != BLAKE2B_ERROR_LENGTH) {
        return 4;
    }
    blake2b_keyed(hash, data, sizeof data, key, sizeof key);
    blake2b_keyed_init(&S, key, sizeof key);
    return blake2b_select("nothing") == BLAKE2B_ERROR_NAME ? 0 : 5;
}
C
cp $work/all.c $work/all.cc

# compiles COMPILER ARGUMENT...
# shellcheck disable=SC2086
compiles() {
    "$@" -Iapp/include $prefix -c -o $work/all.o >$work/log 2>&1
}

# standard NAME SOURCE -std=... COMPILER...: with all the warnings that the compiler knows
standard() {
    name=$1 source=$2 std=$3
    shift 3
    empty=$work/empty.${source##*.}
    echo 'int x;' >"$empty"
    warnings=''
    for w in -Wall -Wextra -pedantic -Wconversion -Wsign-conversion -Wshadow -Wundef -Wc++-compat \
        -Wstrict-prototypes -Wold-style-cast -Wdeclaration-after-statement -Werror; do
        case $source,$w in
        *.cc,-Wc++-compat | *.cc,-Wstrict-prototypes | *.cc,-Wdeclaration-after-statement) continue ;;
        *.c,-Wold-style-cast) continue ;;
        esac
        # shellcheck disable=SC2086
        compiles "$@" $warnings $w "$empty" && warnings="$warnings $w"
    done
    # shellcheck disable=SC2086
    if ! compiles "$@" $std "$empty"; then
        skip "$name" "the compiler knows no $std"
    elif compiles "$@" $std $warnings $work/$source; then
        pass "$name"
    else
        fail "$name" "the header does not compile with $std$warnings"
    fi
}

for std in c89 c99 c11 c17 c2x gnu89; do
    # shellcheck disable=SC2086
    standard "header/$std" all.c -std=$std $TEST_CC $TEST_FLAGS
done

# The C++ compiler that goes with the C compiler, with the same options (-m32).
cxx=${CXX:-}
if [ -z "$cxx" ]; then
    compiler=${TEST_CC%% *} options=''
    [ "$compiler" = "$TEST_CC" ] || options=" ${TEST_CC#* }"
    case $compiler in
    *clang) cxx=${compiler}++$options ;;
    *gcc) cxx=${compiler%gcc}g++$options ;;
    *) cxx=c++$options ;;
    esac
fi
echo '#include <cstddef>' >$work/probe.cc
# shellcheck disable=SC2086
if compiles $cxx $work/probe.cc; then
    for std in c++98 c++11 c++17 c++20; do
        # shellcheck disable=SC2086
        standard "header/$std" all.cc -std=$std $cxx
    done
    # shellcheck disable=SC2086
    if ! $cxx $TEST_FLAGS -Iapp/include $prefix -o "$work/all$TEST_EXE" $work/all.cc bin/libblake2b.a >$work/log 2>&1; then
        fail header/link-c++ "a C++ program does not link"
    elif [ -n "${TEST_CANNOT_RUN-}" ]; then
        skip header/link-c++ "$TEST_CANNOT_RUN"
    elif $TEST_EMULATOR "$work/all$TEST_EXE" >$work/log 2>&1; then
        pass header/link-c++
    else
        fail header/link-c++ "a C++ program ended with status $?"
    fi
else
    skip header/c++ "no C++ compiler ($cxx)"
fi
exit $failed
