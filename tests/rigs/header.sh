#!/bin/sh
# SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT
#
# The public header compiles without a warning in every C and C++ there is, and links from
# C++. Called by make check, from the top folder, with TEST_... in the environment.

# shellcheck source=tests/tap.sh
. tests/tap.sh
needs_build
tap_shown=build/tests/header/log
work=build/tests/header
mkdir -p $work
# The programs, in C and in C++.
cp tests/rigs/header/* $work
for source in all blake compat correct order order-libb2; do cp $work/$source.c $work/$source.cc; done

prefix=-DBLAKE2B_PLAIN_SYMBOLS
[ -z "$TEST_PREFIX" ] || prefix=-DBLAKE2B_SYMBOL_PREFIX=$TEST_PREFIX

# compiles COMPILER ARGUMENT...
# shellcheck disable=SC2086
compiles() {
    "$@" -Iapp/include $prefix -c -o $work/all.o >$work/log 2>&1
}

# accepted NAME COMPILER ARGUMENT...
accepted() {
    name=$1
    shift
    if compiles "$@"; then pass "$name"; else fail "$name" "does not compile"; fi
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
        *.cc,-Wc++-compat | *.cc,-Wstrict-prototypes | *.cc,-Wdeclaration-after-statement) \
            continue ;;
        *.c,-Wold-style-cast) continue ;;
        esac
        # shellcheck disable=SC2086
        compiles "$@" $warnings $w "$empty" && warnings="$warnings $w"
    done
    # shellcheck disable=SC2086
    if ! compiles "$@" $std "$empty"; then
        skip "$name" "the compiler knows no $std"
    else
        accepted "$name" "$@" $std $warnings $work/$source
    fi
}

# standards ENDING COMPILER STANDARD...: every header, in each of them
# shellcheck disable=SC2086
standards() {
    ending=$1 compiler=$2
    shift 2
    for of_language; do
        standard "header/$of_language" all$ending -std=$of_language $compiler
        standard "header/blake-$of_language" blake$ending -std=$of_language $compiler
        [ -z "$TEST_PREFIX" ] ||
            standard "header/compat-$of_language" compat$ending -std=$of_language $compiler
    done
}
standards .c "$TEST_CC $TEST_FLAGS" c89 c99 c11 c17 c2x gnu89
# shellcheck disable=SC2086
standard header/blake-long-names long.c -std=c99 $TEST_CC $TEST_FLAGS

# The reference implementation's calls: also without a warning, and missing ones are reported.
if [ -z "$TEST_PREFIX" ]; then
    skip header/compat "a library without a prefix for its symbols"
else
    missing='' says=BLAKE2s_is_not_in_libblake2b
    # (tcc does not name the incomplete type.)
    echo 'char x[sizeof(struct no_such_struct)];' >$work/missing.c
    # shellcheck disable=SC2086
    compiles $TEST_CC $work/missing.c || grep -q no_such_struct $work/log || says=error
    for use in 'blake2s_state S; int main(void) { return sizeof S; }' \
        'int main(void) { unsigned char h[32]; return blake2s(h, 32, "abc", 3, NULL, 0); }' \
        'int main(void) { unsigned char h[32]; return blake2sp(h, 32, "abc", 3, NULL, 0); }' \
        'unsigned char h[BLAKE2S_OUTBYTES]; int main(void) { return h[0]; }'; do
        printf '#include "blake2b-compat/blake2.h"\n%s\n' "$use" >$work/missing.c
        # shellcheck disable=SC2086
        if compiles $TEST_CC -std=c89 $work/missing.c || ! grep -q $says $work/log; then
            missing=$use
        fi
    done
    if [ -z "$missing" ]; then
        pass header/compat-blake2s
    else
        fail header/compat-blake2s "no error, or one that does not name BLAKE2s: $missing"
    fi

    # shellcheck disable=SC2086
    accepted header/compat-own-blake2s $TEST_CC -std=c89 $work/own-blake2s.c

    # The order of the arguments: this library's and libb2's, each declared rightly and wrongly.
    for file in order order-libb2; do
        # shellcheck disable=SC2086
        standard "header/compat-$file" $file.c -std=c89 $TEST_CC $TEST_FLAGS
        # Each call is rejected where the other order is declared.
        right='' wrong=-DBLAKE2_COMPAT_LIBB2_ORDER
        [ $file = order ] || { right=$wrong && wrong=''; }
        for call in blake2 blake2b blake2bp; do
            sed -n 's/.*[ (]\('$call'([abc], [^)]*)\).*/\1/p' $work/$file.c | sed 1q >$work/call
            cat >$work/call.c <<C
#include "blake2b-compat/blake2.h"
int call(const size_t n, unsigned three);
int call(const size_t n, unsigned three) {
    unsigned char a[64] = {0}, b[64] = {0}, c[64] = {0};
    return a[0] + b[0] + c[0] + (int)n + (int)three + $(cat $work/call);
}
C
            # shellcheck disable=SC2086
            if ! compiles $TEST_CC -std=c89 $right $work/call.c; then
                fail "header/compat-$file-refused-$call" "the right order does not compile"
            elif compiles $TEST_CC -std=c89 $wrong $work/call.c; then
                fail "header/compat-$file-refused-$call" \
                    "the wrong order compiles: $(cat $work/call)"
            else
                pass "header/compat-$file-refused-$call"
            fi
        done
    done
fi

# Constants, as generators of bindings see them. Return codes have type int, for generators that ask
# a C compiler for the type. Macros are plain numbers, for generators that read their text.
echo 'char generic[_Generic(1, int: 1, default: -1)];' >$work/generic.c
# The preprocessor would replace a macro; an enumerator keeps its name.
printf '#include <blake2b.h>\n#include <blake.h>\nvalues BLAKE2B_OK BLAKE2B_ERROR_NULL BLAKE_OK BLAKE2XB_UNKNOWN_LENGTH\n' >$work/values.c
# shellcheck disable=SC2086
if ! compiles $TEST_CC -std=c11 $work/generic.c; then
    skip header/constants "the compiler knows no _Generic"
elif ! compiles $TEST_CC -std=c11 $work/constants.c; then
    fail header/constants "error codes are not of type int"
elif values=$($TEST_CC -E -Iapp/include "$prefix" $work/values.c | sed -n 's/^values //p') &&
    [ "$values" = 'BLAKE2B_OK BLAKE2B_ERROR_NULL BLAKE_OK 0xffffffffUL' ]; then
    pass header/constants
else
    fail header/constants "not enumerators and a number: $values"
fi

# Other projects have a blake2b.h and a blake.h with the usual guards. They work together with ours
# if their names differ. With our names there is one error, which says what to do; doing that must
# help.
# beside NAME WANTED DEFINITIONS PROGRAM: WANTED is a word of the error, or empty for none
beside() {
    printf '%s\n' "$3" >$work/beside.h
    printf '#include "beside.h"\n%s\n' "$4" >$work/beside.c
    # shellcheck disable=SC2086
    compiles $TEST_CC -std=c99 $work/beside.c
    status=$?
    if [ -z "$2" ] && [ $status -ne 0 ]; then
        fail "header/beside-$1" "does not compile"
    elif [ -n "$2" ] && { [ $status -eq 0 ] || ! grep -q "error.*$2" $work/log; }; then
        fail "header/beside-$1" "no error that names $2"
    else
        pass "header/beside-$1"
    fi
}
beside guard '' '#define BLAKE2B_H
typedef struct blake2b_ctx { int x; } blake2b_ctx;
#define BLAKE2B_HASH_SIZE 64' '#include <blake2b.h>
blake2b_ctx theirs; blake2b_state ours; const char *version(void); const char *version(void) { return blake2b_version(); }'
beside blake-guard '' '#define BLAKE_H
#define BLAKE_ROUNDS 14' '#include <blake.h>
blake256_state ours;'
names='#define BLAKE2B_H
#define BLAKE2B_OUTBYTES 64
typedef int blake2b_state;
int blake2b_init(blake2b_state *S);'
blake_names='#define BLAKE_H
#define BLAKE256_OUTBYTES 64
typedef int blake256_state;
int blake256_init(blake256_state *S);'
if [ -n "$TEST_PREFIX" ]; then
    beside names BLAKE2B_LONG_NAMES "$names" '#include <blake2b.h>'
    beside blake-names BLAKE_LONG_NAMES "$blake_names" '#include <blake.h>'
    beside long-names '' "$names" '#define BLAKE2B_LONG_NAMES
#include <blake2b.h>
blake2b_state theirs = BLAKE2B_OUTBYTES; BLAKE2B_SYMBOL(blake2b_state) ours;'
    beside blake-long-names '' "$blake_names" '#define BLAKE_LONG_NAMES
#include <blake.h>
blake256_state theirs = BLAKE256_OUTBYTES; BLAKE_SYMBOL(blake256_state) ours;'
fi

# Calls are linked by the library's symbols, both where the compiler renames them and where macros
# do. links NAME SOURCE COMPILER ARGUMENT...
links() {
    name=$1 source=$2
    shift 2
    # shellcheck disable=SC2086
    if ! "$@" $TEST_FLAGS -Iapp/include $prefix -o "$work/all$TEST_EXE" "$work/$source" \
        bin/libblake2b.a bin/libblake.a >$work/log 2>&1; then
        fail "$name" "a program does not link"
    elif [ -n "${TEST_CANNOT_RUN-}" ]; then
        skip "$name" "$TEST_CANNOT_RUN"
    elif $TEST_EMULATOR "$work/all$TEST_EXE" >$work/log 2>&1; then
        pass "$name"
    else
        fail "$name" "a program ended with status $?"
    fi
}
# shellcheck disable=SC2086
{
    links header/link all.c $TEST_CC
    [ -z "$TEST_PREFIX" ] || for file in compat order order-libb2; do
        links "header/$file-link" $file.c $TEST_CC
    done
    links header/link-macros all.c $TEST_CC -U__PRAGMA_REDEFINE_EXTNAME
}

# ---- warnings about misuse ----


# Misuses, with a letter for each compiler that must warn:
#   c   gcc's C compiler, from 11 on
#   C   gcc's C++ compiler
#   l   clang
#   L   clang's C++ compiler
# Where a letter is missing, the compiler cannot detect it. In C++ gcc does not know an array's
# length. clang does not detect memory that is never written. For gcc, "NULL is an error" could only
# be declared by nonnull, which also lets it assume that there is no NULL.

# warnings LETTER COMPILER EXTENSION CONDITION: all misuses, and the correct program with several
# levels of optimization
warnings() {
    letter=$1 compiler=$2 extension=$3
    if ! command -v "$compiler" >/dev/null 2>&1; then
        skip "header/warnings-$compiler" "no $compiler"
        return
    fi
    printf '#if !(%s)\n#error no\n#endif\n' "$4" >"$work/means.$extension"
    if ! compiles "$compiler" "$work/means.$extension"; then
        skip "header/warnings-$compiler" "too old"
        return
    fi
    silent='' seen=0
    while read -r name letters body; do
        case $letters in
        *$letter*) ;;
        *) continue ;;
        esac
        printf '#include <blake.h>\n#include <blake2b.h>\nint main(void) { %s }\n' "$body" \
            >"$work/misuse.$extension"
        if compiles "$compiler" -O2 -Wall -Wextra -Wpedantic "$work/misuse.$extension" &&
            grep -q 'warning: .*\[-W' $work/log; then
            seen=$((seen + 1))
        else
            silent="$silent $name"
        fi
        # Without attributes, the compiler may only report what the language itself forbids.
        if compiles "$compiler" -DBLAKE2B_NO_ATTRIBUTES -DBLAKE_NO_ATTRIBUTES -O2 -Wall -Wextra \
            -Wpedantic "$work/misuse.$extension" &&
            grep -q 'unused-result\|user-defined\|nonnull' $work/log; then
            silent="$silent $name-without-attributes"
        fi
    done <$work/misuses
    if [ -z "$silent" ] && [ $seen -ge 12 ]; then
        pass "header/warnings-$compiler"
    else
        fail "header/warnings-$compiler" "$seen misuses seen, but not:$silent"
    fi
    for level in -O0 -O2 -O3; do
        if ! compiles "$compiler" $level -Wall -Wextra -Wpedantic -Werror \
            "$work/correct.$extension"; then
            fail "header/silent-$compiler" "a correct program is warned of with $level"
            return
        fi
    done
    pass "header/silent-$compiler"
}
warnings c gcc c '__GNUC__ >= 11 && !defined(__clang__)'
warnings C g++ cc '__GNUC__ >= 11 && !defined(__clang__)'
warnings l clang c 'defined(__clang__) && __has_attribute(diagnose_if)'
warnings L clang++ cc 'defined(__clang__) && __has_attribute(diagnose_if)'

# A caller may test for errors that a call reports: the compiler must not assume that an argument
# was not NULL.

# shellcheck disable=SC2086
links header/null-reported null.c $TEST_CC -O2

# Mach-O, which puts an underscore before every C name.
if command -v clang >/dev/null 2>&1 && command -v llvm-nm >/dev/null 2>&1 &&
    clang --target=x86_64-apple-macos -ffreestanding -c -o $work/empty.o -x c /dev/null \
        >$work/log 2>&1; then
    echo '#include <blake2b.h>
        const char *user(void); const char *user(void) { return blake2b_version(); }' >$work/macho.c
    for how in -D__PRAGMA_REDEFINE_EXTNAME=1 -U__PRAGMA_REDEFINE_EXTNAME; do
        clang --target=x86_64-apple-macos -ffreestanding -Wno-macro-redefined -Iapp/include \
            "$prefix" $how -c -o $work/macho.o $work/macho.c >$work/log 2>&1
        llvm-nm -u $work/macho.o 2>>$work/log | sed 's/^ *U //'
    done >$work/macho
    if [ "$(sort -u $work/macho) $(grep -c . $work/macho)" = "_${TEST_PREFIX}blake2b_version 2" ]
    then
        pass header/macho
    else
        fail header/macho "the call is linked as $(tr '\n' ' ' <$work/macho)"
    fi
else
    skip header/macho "no clang for Mach-O, or no llvm-nm"
fi

# The C++ compiler that belongs to the C compiler, with the same options (-m32).
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
    standards .cc "$cxx" c++98 c++11 c++17 c++20
    # shellcheck disable=SC2086
    {
        links header/link-c++ all.cc $cxx
        links header/link-c++-macros all.cc $cxx -U__PRAGMA_REDEFINE_EXTNAME
    }

    # The header does not reserve the names of calls: others may use them, in files with the header
    # and without it.
    # shellcheck disable=SC2086
    if ! $cxx -dM -E -x c++ /dev/null 2>/dev/null | grep -q __PRAGMA_REDEFINE_EXTNAME ||
        $cxx -dM -E -x c++ /dev/null | grep -q _WIN32; then
        skip header/own-names "the calls are macros for this compiler"
    elif $cxx $TEST_FLAGS -Iapp/include $prefix -o "$work/own$TEST_EXE" $work/own.cc $work/uses.cc \
        >$work/log 2>&1; then
        pass header/own-names
    else
        fail header/own-names "methods and functions called like ours do not link"
    fi
else
    skip header/c++ "no C++ compiler ($cxx)"
fi
finish
