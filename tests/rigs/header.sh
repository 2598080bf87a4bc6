#!/bin/sh
# SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT
#
# The public headers compile without a warning in every C and C++ there is, link from C++, warn of
# misuse, and refuse with an error that says what to do where names clash.
# shellcheck disable=SC2086 # lists of words
# shellcheck source=tests/tap.sh
. tests/tap.sh
needs_build
work=build/tests/header
tap_shown=$work/log tap_prefix=header/
mkdir -p $work
# The programs, in C and in C++.
cp tests/rigs/header/* $work
for source in all blake compat correct order order-libb2; do cp $work/$source.c $work/$source.cc; done

prefix=-DBLAKE2B_PLAIN_SYMBOLS
[ -z "$TEST_PREFIX" ] || prefix=-DBLAKE2B_SYMBOL_PREFIX=$TEST_PREFIX

# compiles COMPILER ARGUMENT...
compiles() {
    "$@" -Iapp/include $prefix -c -o $work/all.o >$work/log 2>&1
}
# text NAME ERROR TEXT [OPTION]...: this compiles, or is refused with an error that matches ERROR
text() {
    name=$1 error=$2
    printf '%s\n' "$3" >$work/case.c
    shift 3
    if compiles $TEST_CC -std=c99 "$@" $work/case.c; then
        if [ -z "$error" ]; then pass "$name"; else fail "$name" "compiles"; fi
    elif [ -n "$error" ] && grep -q "$error" $work/log; then
        pass "$name"
    else
        fail "$name" "${error:+no error with $error, but }it does not compile"
    fi
}
# warnings ENDING COMPILER: all that it knows, in $warnings
warnings() {
    echo 'int x;' >"$work/empty$1"
    of_language='-Wc++-compat -Wstrict-prototypes -Wdeclaration-after-statement'
    [ "$1" = .c ] || of_language=-Wold-style-cast
    warnings=''
    for w in -Wall -Wextra -pedantic -Wconversion -Wsign-conversion -Wshadow -Wundef $of_language \
        -Werror; do
        ! compiles $2 $warnings $w "$work/empty$1" || warnings="$warnings $w"
    done
}
# standard NAME SOURCE STANDARD COMPILER
standard() {
    if ! compiles $4 -std=$3 "$work/empty.${2##*.}"; then
        skip "$1" "the compiler knows no -std=$3"
    else
        holds "$1" "does not compile" compiles $4 -std=$3 $warnings $work/$2
    fi
}
# standards ENDING COMPILER STANDARD...: every header, in each of them
standards() {
    ending=$1 compiler=$2
    shift 2
    warnings $ending "$compiler"
    for of_language; do
        for source in all blake ${TEST_PREFIX:+compat}; do
            standard "$source-$of_language" $source$ending $of_language "$compiler"
        done
    done
}
# links NAME SOURCE COMPILER ARGUMENT...: by the library's symbols, and runs
links() {
    name=$1 source=$2
    shift 2
    if ! "$@" $TEST_FLAGS -Iapp/include $prefix -o "$work/all$TEST_EXE" "$work/$source" \
        bin/libblake2b.a bin/libblake.a >$work/log 2>&1; then
        fail "$name" "a program does not link"
    elif [ -n "$TEST_CANNOT_RUN" ]; then
        skip "$name" "$TEST_CANNOT_RUN"
    elif $TEST_EMULATOR "$work/all$TEST_EXE" >$work/log 2>&1; then
        pass "$name"
    else
        fail "$name" "a program ended with status $?"
    fi
}

# ---- C ----

standards .c "$TEST_CC $TEST_FLAGS" c89 c99 c11 c17 c2x gnu89
standard blake-long-names long.c c99 "$TEST_CC $TEST_FLAGS"
# Both where the compiler renames calls and where macros do.
links link all.c $TEST_CC
links link-macros all.c $TEST_CC -U__PRAGMA_REDEFINE_EXTNAME
# A caller may test for errors that a call reports: the compiler must not assume that an argument
# was not NULL.
links null-reported null.c $TEST_CC -O2

# The reference implementation's calls: also without a warning, and missing ones are reported.
if [ -z "$TEST_PREFIX" ]; then
    skip compat "a library without a prefix for its symbols"
else
    # (tcc does not name the incomplete type.)
    echo 'char x[sizeof(struct no_such_struct)];' >$work/missing.c
    says=BLAKE2s_is_not_in_libblake2b
    compiles $TEST_CC $work/missing.c || grep -q no_such_struct $work/log || says=error
    while IFS='|' read -r name use; do
        text "compat-$name" $says "#include \"blake2b-compat/blake2.h\"
$use"
    done <<'CASES'
blake2s_state|blake2s_state S; int main(void) { return sizeof S; }
blake2s|int main(void) { unsigned char h[32]; return blake2s(h, 32, "abc", 3, NULL, 0); }
blake2sp|int main(void) { unsigned char h[32]; return blake2sp(h, 32, "abc", 3, NULL, 0); }
BLAKE2S_OUTBYTES|unsigned char h[BLAKE2S_OUTBYTES]; int main(void) { return h[0]; }
CASES
    text compat-own-blake2s '' "$(cat $work/own-blake2s.c)"
    # The order of the arguments: this library's and libb2's. Each call is rejected where the other
    # order is declared.
    for file in order order-libb2; do
        standard compat-$file $file.c c89 "$TEST_CC $TEST_FLAGS"
        links $file-link $file.c $TEST_CC
        right='' wrong=-DBLAKE2_COMPAT_LIBB2_ORDER
        [ $file = order ] || { right=$wrong && wrong=''; }
        for call in blake2 blake2b blake2bp; do
            text="#include \"blake2b-compat/blake2.h\"
int call(const size_t n, unsigned three);
int call(const size_t n, unsigned three) {
    unsigned char a[64] = {0}, b[64] = {0}, c[64] = {0};
    return a[0] + b[0] + c[0] + (int)n + (int)three +
        $(sed -n 's/.*[ (]\('$call'([abc], [^)]*)\).*/\1/p' $work/$file.c | sed 1q);
}"
            text compat-$file-$call '' "$text" $right
            text compat-$file-$call-refused . "$text" $wrong
        done
    done
    links compat-link compat.c $TEST_CC
fi

# Constants, as generators of bindings see them. Return codes have type int, for generators that ask
# a C compiler for the type. Macros are plain numbers, for generators that read their text: the
# preprocessor would replace them, while an enumerator keeps its name.
echo 'char generic[_Generic(1, int: 1, default: -1)];' >$work/generic.c
printf '#include <blake2b.h>\n#include <blake.h>\nvalues BLAKE2B_OK BLAKE2B_ERROR_NULL BLAKE_OK BLAKE2XB_UNKNOWN_LENGTH\n' >$work/values.c
if ! compiles $TEST_CC -std=c11 $work/generic.c; then
    skip constants "the compiler knows no _Generic"
elif ! compiles $TEST_CC -std=c11 $work/constants.c; then
    fail constants "error codes are not of type int"
elif values=$($TEST_CC -E -Iapp/include "$prefix" $work/values.c | sed -n 's/^values //p') &&
    [ "$values" = 'BLAKE2B_OK BLAKE2B_ERROR_NULL BLAKE_OK 0xffffffffUL' ]; then
    pass constants
else
    fail constants "not enumerators and a number: $values"
fi

# Other projects have a blake2b.h and a blake.h with the usual guards. They work together with ours
# if their names differ. With our names there is one error, which says what to do; doing that must
# help.
text beside-guard '' '#define BLAKE2B_H
typedef struct blake2b_ctx { int x; } blake2b_ctx;
#define BLAKE2B_HASH_SIZE 64
#include <blake2b.h>
blake2b_ctx theirs; blake2b_state ours; const char *version(void); const char *version(void) { return blake2b_version(); }'
text beside-blake-guard '' '#define BLAKE_H
#define BLAKE_ROUNDS 14
#include <blake.h>
blake256_state ours;'
if [ -n "$TEST_PREFIX" ]; then
    while read -r guard header in_capitals hash; do
        theirs="#define ${guard}_H
#define ${in_capitals}_OUTBYTES 64
typedef int ${hash}_state;
int ${hash}_init(${hash}_state *S);"
        text beside-$header-names "error.*${guard}_LONG_NAMES" "$theirs
#include <$header.h>"
        text beside-$header-long-names '' "$theirs
#define ${guard}_LONG_NAMES
#include <$header.h>
${hash}_state theirs = ${in_capitals}_OUTBYTES; ${guard}_SYMBOL(${hash}_state) ours;"
    done <<'NAMES'
BLAKE2B blake2b BLAKE2B blake2b
BLAKE blake BLAKE256 blake256
NAMES
fi

# ---- warnings about misuse ----

# In the table of misuses is a letter for each compiler that must warn, from these versions on: gcc's
# C and C++ compilers, clang's. Where one is missing, the compiler cannot detect it: in C++ gcc does
# not know an array's length; clang does not detect memory that is never written; for gcc, "NULL is
# an error" could only be declared by nonnull, which also lets it assume that there is no NULL.
while IFS='|' read -r letter compiler ending condition; do
    echo "#if !($condition)
#error no
#endif" >"$work/means$ending"
    if ! command -v "$compiler" >/dev/null 2>&1; then
        skip "warnings-$compiler" "no $compiler"
        continue
    elif ! compiles "$compiler" "$work/means$ending"; then
        skip "warnings-$compiler" "too old"
        continue
    fi
    # A function for each, from line 3 on.
    awk -v letter=$letter 'BEGIN { print "#include <blake.h>\n#include <blake2b.h>" }
        index($2, letter) { sub(/[^ ]* [^ ]* /, ""); print "int f" NR "(void) { " $0 " }" }' \
        $work/misuses >"$work/misuse$ending"
    silent='' seen=0 line=2 warn="-O2 -Wall -Wextra -Wpedantic"
    # Without attributes, the compiler may only report what the language itself forbids.
    compiles "$compiler" -DBLAKE2B_NO_ATTRIBUTES -DBLAKE_NO_ATTRIBUTES $warn \
        "$work/misuse$ending" && ! grep -q 'unused-result\|user-defined\|nonnull' $work/log ||
        silent=' any without attributes'
    compiles "$compiler" $warn "$work/misuse$ending" || silent="$silent any, as they do not compile"
    while read -r name letters _; do
        case $letters in *$letter*) ;; *) continue ;; esac
        line=$((line + 1))
        if grep -q "misuse$ending:$line:.*warning: .*\[-W" $work/log; then
            seen=$((seen + 1))
        else
            silent="$silent $name"
        fi
    done <$work/misuses
    for level in -O0 -O2 -O3; do
        compiles "$compiler" $warn $level -Werror "$work/correct$ending" ||
            silent="$silent; and a correct program is warned of with $level"
    done
    holds "warnings-$compiler" "$seen misuses seen, but not:$silent" [ -z "$silent" -a $seen -ge 12 ]
done <<'COMPILERS'
c|gcc|.c|__GNUC__ >= 11 && !defined(__clang__)
C|g++|.cc|__GNUC__ >= 11 && !defined(__clang__)
l|clang|.c|defined(__clang__) && __has_attribute(diagnose_if)
L|clang++|.cc|defined(__clang__) && __has_attribute(diagnose_if)
COMPILERS

# ---- C++ ----

# The compiler that belongs to the C compiler, with the same options (-m32).
cxx=${CXX:-}
if [ -z "$cxx" ]; then
    compiler=${TEST_CC%% *}
    case $compiler in
    *clang) cxx=${compiler}++ ;;
    *gcc) cxx=${compiler%gcc}g++ ;;
    *) cxx=c++ ;;
    esac
    cxx=$cxx${TEST_CC#"$compiler"}
fi
echo '#include <cstddef>' >$work/probe.cc
if ! compiles $cxx $work/probe.cc; then
    skip_all c++ "no C++ compiler ($cxx)"
fi
standards .cc "$cxx" c++98 c++11 c++17 c++20
links link-c++ all.cc $cxx
links link-c++-macros all.cc $cxx -U__PRAGMA_REDEFINE_EXTNAME
# The header does not reserve the names of calls: others may use them, in files with the header and
# without it.
macros=$($cxx -dM -E -x c++ /dev/null 2>/dev/null)
case $macros in
*_WIN32*) skip own-names "the calls are macros for this compiler" ;;
*__PRAGMA_REDEFINE_EXTNAME*)
    if $cxx $TEST_FLAGS -Iapp/include $prefix -o "$work/own$TEST_EXE" $work/own.cc $work/uses.cc \
        >$work/log 2>&1; then
        pass own-names
    else
        fail own-names "methods and functions called like ours do not link"
    fi
    ;;
*) skip own-names "the calls are macros for this compiler" ;;
esac
finish
