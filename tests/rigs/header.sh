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

prefix=-DBLAKE2B_PLAIN_SYMBOLS
[ -z "$TEST_PREFIX" ] || prefix=-DBLAKE2B_SYMBOL_PREFIX=$TEST_PREFIX
cat >$work/all.c <<'C'
#include <blake2b.h>
#include <blake2b.h>

#define SIXTEEN {'s', 'i', 'x', 't', 'e', 'e', 'n', 0, 0, 0, 0, 0, 0, 0, 0, '!'}
static const blake2b_params backup = BLAKE2B_PARAMS_INIT(32, "my backup v1"), plain = BLAKE2B_PARAMS_INIT(64, ""),
                            whole = BLAKE2B_PARAMS_INIT(64, SIXTEEN);

int main(void) {
    static const unsigned char data[3] = {'a', 'b', 'c'};
    unsigned char saved[BLAKE2B_SAVED_BYTES];
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
    /* Text is input and key without a cast. */
    blake2b_keyed(hash, "abc", 3, "key", 3);
    if (blake2b_digest(hash, 32, "abc", 3, "key", 3) != BLAKE2B_OK || blake2b_digest_init(&S, 32, "key", 3) != BLAKE2B_OK ||
        blake2b_append(&S, "abc", 3) != BLAKE2B_OK || blake2b_export(&S, saved, sizeof saved) != BLAKE2B_OK ||
        blake2b_import(&copy, saved, sizeof saved) != BLAKE2B_OK || blake2b_finish(&copy, hash, 32) != BLAKE2B_OK) {
        return 6;
    }
    blake2b_keyed_init(&S, "key", 3);
    blake2b_update(&S, "abc", 3);
    if (blake2b_hash(&plain, hash, 64, "abc", 3) != BLAKE2B_OK || hash[0] != 0xba || hash[63] != 0x23 ||
        blake2b_hash(&backup, hash, 32, "abc", 3) != BLAKE2B_OK || backup.personal[11] != '1' || backup.personal[12] ||
        blake2b_hash(&whole, hash, 64, "abc", 3) != BLAKE2B_OK || whole.personal[15] != '!') {
        return 7;
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
# libblake's header with it, and with long names only.
cat >$work/blake.c <<'C'
#include <blake.h>
#include <blake2b.h>
#include <blake.h>

int main(void) {
    unsigned char hash[BLAKE256_OUTBYTES], saved[BLAKE256_SAVED_BYTES];
    static const unsigned char salt[BLAKE256_SALTBYTES] = {1};
    blake256_state S, copy;
    blake_job job;
    job.in = "abc";
    job.inlen = 3;
    job.hash = hash;
    blake256_init_salted(&S, salt);
    blake256_update(&S, "abc", 3);
    copy = S;
    blake256_final(&copy, hash);
    blake224(hash, "abc", 3);
    return blake_startup() || blake256_export(&S, saved, sizeof saved) || blake256_many(sizeof hash, NULL, &job, 1) ||
           blake256_select("nothing") != BLAKE_ERROR_NAME;
}
C
cat >$work/long.c <<'C'
#define BLAKE_LONG_NAMES
#include <blake.h>
int blake256(int blake256_state);
int blake256(int blake256_state) { return blake256_state; }
static int usable(libblake_blake256_state *S) { return libblake_blake256_digest_init(S, 32, NULL); }
int main(void) {
    libblake_blake256_state S;
    return usable(&S) + blake256(0);
}
C
cp $work/blake.c $work/blake.cc

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
    elif compiles "$@" $std $warnings $work/$source; then
        pass "$name"
    else
        fail "$name" "the header does not compile with $std$warnings"
    fi
}

for std in c89 c99 c11 c17 c2x gnu89; do
    # shellcheck disable=SC2086
    standard "header/$std" all.c -std=$std $TEST_CC $TEST_FLAGS
    std=${std#-std=}
    # shellcheck disable=SC2086
    standard "header/blake-$std" blake.c -std=$std $TEST_CC $TEST_FLAGS
done

# shellcheck disable=SC2086
standard header/blake-long-names long.c -std=c99 $TEST_CC $TEST_FLAGS

# The reference implementation's calls: also without a warning, and missing ones are reported.
if [ -z "$TEST_PREFIX" ]; then
    skip header/compat "a library without a prefix for its symbols"
else
    cat >$work/compat.c <<'C'
#include "blake2b-compat/blake2.h"
#include "blake2b-compat/blake2.h"
#include "blake2b.h"

int main(void) {
    unsigned char hash[BLAKE2B_OUTBYTES];
    blake2b_state S;
    blake2b_param P[1];
    blake2bp_state parallel;
    blake2xb_state xof;
    memset(P, 0, sizeof P);
    P->digest_length = 64;
    P->fanout = P->depth = 1;
    if (blake2b_init_param(&S, P) || blake2b_update(&S, "abc", 3) || blake2b_final(&S, hash, sizeof hash) || hash[0] != 0xba) {
        return 1;
    }
    return blake2b(hash, 64, "abc", 3, NULL, 0) || hash[63] != 0x23 || blake2bp_init(&parallel, 64) || blake2xb_init(&xof, 64);
}
C
    cp $work/compat.c $work/compat.cc
    for std in c89 c99 c11 c17 c2x gnu89; do
        # shellcheck disable=SC2086
        standard "header/compat-$std" compat.c -std=$std $TEST_CC $TEST_FLAGS
    done
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

    # A program that has its own BLAKE2s.
    cat >$work/own-blake2s.c <<'C'
#define BLAKE2_COMPAT_OWN_BLAKE2S
#include "blake2b-compat/blake2.h"
enum { BLAKE2S_OUTBYTES = 32 };
typedef struct { int x; } blake2s_state;
int blake2s_init(blake2s_state *S, size_t outlen);
int blake2s_init(blake2s_state *S, size_t outlen) { return S->x + (int)outlen + BLAKE2S_OUTBYTES; }
C
    # shellcheck disable=SC2086
    if compiles $TEST_CC -std=c89 $work/own-blake2s.c; then
        pass header/compat-own-blake2s
    else
        fail header/compat-own-blake2s "BLAKE2_COMPAT_OWN_BLAKE2S does not leave BLAKE2s alone"
    fi

    # The order of the arguments: this library's and libb2's, each declared rightly and wrongly.
    cat >$work/order.c <<'C'
#include "blake2b-compat/blake2.h"
struct table { int (*blake2b)(void *, size_t, const void *, size_t, const void *, size_t); };
int main(void) {
    unsigned char a[64], b[64], c[64];
    const size_t n = 64;
    unsigned three = 3;
    return blake2b(a, n, "abc", three, NULL, 0) || blake2(b, 64, "abc", 3, "", 0) || blake2bp(c, 64, "abc", 3, "key", 3) ||
           a[0] != 0xba || b[63] != 0x23 || c[0] != 0x08;
}
C
    cat >$work/order-libb2.c <<'C'
#define BLAKE2_COMPAT_LIBB2_ORDER
#include "blake2b-compat/blake2.h"
int main(void) {
    unsigned char a[64], b[64], c[64];
    const size_t n = 64;
    unsigned three = 3;
    blake2b_param P;
    blake2b_state S;
    if (blake2b(a, "abc", NULL, n, three, 0) || blake2(b, "abc", "", 64, 3, 0) || blake2bp(c, "abc", "key", 64, 3, 3) ||
        a[0] != 0xba || b[63] != 0x23 || c[0] != 0x08) {
        return 1;
    }
    memset(&P, 0, sizeof P);
    P.digest_length = 64, P.fanout = P.depth = 1;
    P.node_offset = 0;
    return sizeof P.node_offset != 8 || blake2b_init_param(&S, &P) || blake2b_update(&S, "abc", 3) || blake2b_final(&S, a, 64) ||
           a[0] != 0xba;
}
C
    for file in order order-libb2; do
        cp $work/$file.c $work/$file.cc
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
cat >$work/constants.c <<'C'
#include <blake2b.h>
#include <blake.h>
#define IS_INT(x) _Generic((x), int: 1, default: -1)
char ints[IS_INT(BLAKE2B_OK) + IS_INT(BLAKE2B_ERROR_NULL) + IS_INT(BLAKE2B_ERROR_CLOCK) + IS_INT(BLAKE_OK) + IS_INT(BLAKE_ERROR_SAVED) - 4];
enum { BLAKE2B_TEST_ = BLAKE2B_OK, BLAKE2B_ANOTHER_ = BLAKE2B_ERROR_NULL };
C
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

# A correct program, in forms that a compiler could misunderstand.
cat >$work/correct.c <<'C'
#include <blake.h>
#include <blake2b.h>
#include <stdlib.h>
#include <string.h>

struct record {
    unsigned char hash[64], more[8];
    blake2b_state state;
};

int correct(struct record *r, unsigned char *out, size_t outlen, const void *in, size_t inlen, const char *name);
int correct(struct record *r, unsigned char *out, size_t outlen, const void *in, size_t inlen, const char *name) {
    unsigned char hash[64], less[20], saved[BLAKE2B_SAVED_BYTES], block[64] = {32, 0, 1, 1};
    static const unsigned char key[16] = {1}, salt[32] = {2};
    blake2b_state S, copy;
    blake2b_params P;
    blake2b_job jobs[3];
    blake256_state B;
    unsigned char *heap = (unsigned char *)malloc(outlen);
    unsigned char table[4][64];
    size_t i;
    int error;
    if (!heap) {
        return 1;
    }
    blake2b_startup();
    blake2b(r->hash, in, inlen);
    blake2b(hash, NULL, 0);
    blake2b(hash, "", 0);
    blake2b(hash, hash, sizeof hash);
    blake2b(out, name, strlen(name));
    blake2b(table[0], in, inlen);
    blake2b_keyed(hash, in, inlen, NULL, 0);
    blake2b_keyed(hash, in, inlen, key, sizeof key);
    error = blake2b_digest(less, sizeof less, in, inlen, key, sizeof key);
    error |= blake2b_digest(heap, outlen, name, strlen(name) + 1, NULL, 0);
    error |= blake2b_digest_init(&S, sizeof less, key, sizeof key);
    blake2b_update(&S, in, inlen);
    error |= blake2b_append(&S, key, sizeof key) | blake2b_last_node(&S);
    copy = S;
    error |= blake2b_export(&S, saved, sizeof saved) | blake2b_import(&S, saved, sizeof saved);
    blake2b_final(&S, less);
    error |= blake2b_finish(&copy, less, sizeof less);
    error |= blake2b_init_block(&r->state, block);
    blake2b_final(&r->state, table[1]);
    blake2b_params_init(&P);
    P.digest_length = 32;
    for (i = 0; i < 3; i++) {
        jobs[i].in = name;
        jobs[i].inlen = i;
        jobs[i].hash = table[i];
    }
    error |= blake2b_many(&P, jobs, 3) | blake2b_many(&P, NULL, 0) | blake2b_many(&P, jobs, outlen & 1);
    error |= blake2b_hash(&P, table[3], 32, NULL, 0);
    error |= blake2xb(heap, outlen, in, inlen, NULL, 0);
    blake256(table[2], in, inlen);
    blake512_salted(hash, in, inlen, salt);
    blake256_init_salted(&B, salt);
    blake256_update(&B, NULL, 0);
    blake256_final(&B, table[2]);
    error |= blake512_digest(hash, 48, in, inlen, NULL) | blake256_digest_init(&B, 28, salt) | blake256_finish(&B, table[0], 28);
    error |= blake2b_select(NULL);
    blake2b_tune();
    memcpy(out, heap, outlen);
    free(heap);
    return error + hash[0] + less[0] + table[3][0];
}
C
cp $work/correct.c $work/correct.cc

# Misuses, with a letter for each compiler that must warn:
#   c   gcc's C compiler, from 11 on
#   C   gcc's C++ compiler
#   l   clang
#   L   clang's C++ compiler
# Where a letter is missing, the compiler cannot detect it. In C++ gcc does not know an array's
# length. clang does not detect memory that is never written. For gcc, "NULL is an error" could only
# be declared by nonnull, which also lets it assume that there is no NULL.
cat >$work/misuses <<'C'
hash clL unsigned char h[32]; blake2b(h, "abc", 3); return h[0];
hash-keyed clL unsigned char h[32]; blake2b_keyed(h, "abc", 3, "key", 3); return h[0];
hash-digest cClL unsigned char h[32]; return blake2b_digest(h, 64, "abc", 3, NULL, 0) + h[0];
hash-finish cClL unsigned char h[20]; blake2b_state S; blake2b_init(&S); return blake2b_finish(&S, h, 64) + h[0];
hash-224 clL unsigned char h[16]; blake224(h, "abc", 3); return h[0];
input cClL unsigned char h[64]; static const char in[3] = "ab"; blake2b(h, in, 30); return h[0];
key cClL blake2b_state S; static const char key[16] = ""; blake2b_keyed_init(&S, key, 32); return sizeof S;
salt clL unsigned char h[64]; static const unsigned char salt[16] = ""; blake512_salted(h, "abc", 3, salt); return h[0];
block clL blake2b_state S; static const unsigned char block[32] = ""; return blake2b_init_block(&S, block);
output cClL unsigned char out[100]; return blake2xb(out, 1000, "abc", 3, NULL, 0) + out[0];
saved cClL blake2b_state S; unsigned char saved[64]; blake2b_init(&S); return blake2b_export(&S, saved, BLAKE2B_SAVED_BYTES);
jobs cClL blake2b_params P; blake2b_job jobs[2] = {{0, 0, 0}, {0, 0, 0}}; blake2b_params_init(&P); return blake2b_many(&P, jobs, 3);
counter clL blake2b_uint64 h[8] = {0}, t[1] = {0}; static const unsigned char b[128] = ""; return blake2b_compress(h, b, t, 1, 0, 12);
state cC blake2b_state S; blake2b_update(&S, "abc", 3); return 0;
result cClL unsigned char h[64]; blake2b_digest(h, 64, "abc", 3, "key", 3); return h[0];
result-import cClL blake2b_state S; static const char saved[BLAKE2B_SAVED_BYTES] = ""; blake2b_import(&S, saved, sizeof saved); return 0;
null-hash cClL blake2b(NULL, "abc", 3); return 0;
null-state cClL blake2b_update(NULL, "abc", 3); return 0;
null-input cClL unsigned char h[64]; blake2b(h, NULL, 3); return h[0];
null-salt cClL blake256_state S; blake256_init_salted(&S, NULL); return 0;
null-digest cClL return blake2b_digest(NULL, 64, "abc", 3, NULL, 0);
null-append lL return blake2b_append(NULL, "abc", 3);
null-params lL blake2b_state S; return blake2b_init_params(&S, NULL);
C

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
cat >$work/null.c <<'C'
#include <blake.h>
#include <blake2b.h>
static int check(blake2b_state *S, const blake2b_params *P, blake256_state *B) {
    int error = blake2b_append(S, "abc", 3);
    if (error != BLAKE2B_ERROR_NULL || blake2b_init_params(S, P) != error || blake256_append(B, "abc", 3) != BLAKE_ERROR_NULL) {
        return 1;
    }
    return S ? 2 : P ? 3 : B ? 4 : 0;
}
int main(void) {
    blake2b_state *volatile S = NULL;
    const blake2b_params *volatile P = NULL;
    blake256_state *volatile B = NULL;
    return check(S, P, B);
}
C

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
    for std in c++98 c++11 c++17 c++20; do
        # shellcheck disable=SC2086
        standard "header/$std" all.cc -std=$std $cxx
        std=${std#-std=}
        # shellcheck disable=SC2086
        standard "header/blake-$std" blake.cc -std=$std $cxx
        std=${std#-std=}
        [ -z "$TEST_PREFIX" ] || standard "header/compat-$std" compat.cc -std=$std $cxx
    done
    # shellcheck disable=SC2086
    {
        links header/link-c++ all.cc $cxx
        links header/link-c++-macros all.cc $cxx -U__PRAGMA_REDEFINE_EXTNAME
    }

    # The header does not reserve the names of calls: others may use them, in files with the header
    # and without it.
    cat >$work/own.h <<'C'
struct crypto { int blake2b; static int blake2b_hash(const crypto *c); };
namespace other { int blake2b_init(int blake2b_update); }
C
    cat >$work/own.cc <<'C'
#include <blake2b.h>
#include "own.h"
int crypto::blake2b_hash(const crypto *c) { return c->blake2b; }
int other::blake2b_init(int blake2b_update) { return blake2b_update; }
C
    cat >$work/uses.cc <<'C'
#include "own.h"
int main() { crypto c = {1}; return crypto::blake2b_hash(&c) - other::blake2b_init(1); }
C
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
