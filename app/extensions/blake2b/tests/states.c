/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/*
 * Uninitialized or damaged states: each call rejects them, or stays within its memory. There are
 * three kinds: all bytes random; bytes that have only one valid value (such as the tag) valid and
 * all others random; the same with few random bytes.
 *
 *   states [COUNT [NAME]]     number of states, over all calls and implementations, or for one
 *
 * Also, memory that overlaps the state of a call is rejected.
 */
#include "system.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "blake2b_test.h"

#if defined(__unix__) || defined(__APPLE__)
#include <setjmp.h>
#include <signal.h>
#define CAN_CATCH 1
#endif

enum { CANARY = 32, LONGEST = 1300, STATE_ROOM = sizeof(blake2bp_state) };

static unsigned char message[3000], key[64];
/* Output of the current call, and a canary that must not be written. */
static unsigned char output[LONGEST + CANARY], output_before[LONGEST + CANARY];

/* ---- the calls in a common form: BYTES of input or output ---- */

enum { DIED = 1 }; /* of a void call, whose abort is caught */

#if defined(CAN_CATCH)
static sigjmp_buf back;

static void aborted(int number) {
    (void)number;
    siglongjmp(back, 1);
}

/* Not on the stack, which siglongjmp may leave. */
static void *volatile dying_state;
static const unsigned char *volatile dying_in;
static volatile size_t dying_bytes;

static int call_update(void *S, unsigned char *p, size_t bytes) {
    dying_state = S, dying_in = p, dying_bytes = bytes;
    if (sigsetjmp(back, 0)) {
        return DIED;
    }
    blake2b_update((blake2b_state *)dying_state, dying_in, dying_bytes);
    return BLAKE2B_OK;
}

static int call_b_final(void *S, unsigned char *p, size_t bytes) {
    (void)bytes;
    dying_state = S, dying_in = p;
    if (sigsetjmp(back, 0)) {
        return DIED;
    }
    blake2b_final((blake2b_state *)dying_state, (unsigned char *)(uintptr_t)dying_in);
    return BLAKE2B_OK;
}
#endif

/* Those that return their error. */
#define CALL(name, result) \
    static int call_##name(void *S, unsigned char *p, size_t bytes) { \
        return result; \
    }
CALL(append, blake2b_append((blake2b_state *)S, p, bytes))
CALL(last_node, ((void)p, (void)bytes, blake2b_last_node((blake2b_state *)S)))
CALL(export, blake2b_export((const blake2b_state *)S, p, bytes))
CALL(bp_export, blake2bp_export((const blake2bp_state *)S, p, bytes))
CALL(xb_export, blake2xb_export((const blake2xb_state *)S, p, bytes))
CALL(finish, blake2b_finish((blake2b_state *)S, p, bytes))
CALL(bp_update, blake2bp_update((blake2bp_state *)S, p, bytes))

/* One tail takes the fast path for short messages, several use lanes. */
static int call_many_from(void *S, unsigned char *p, size_t bytes) {
    static unsigned char hashes[8][64];
    blake2b_job jobs[8];
    size_t i;
    (void)bytes;
    for (i = 0; i < 8; i++) {
        jobs[i].in = message;
        jobs[i].inlen = 30 * i;
        jobs[i].hash = i == 5 ? p : hashes[i];
    }
    return blake2b_many_from((blake2b_state *)S, jobs, 8);
}

CALL(bp_final, blake2bp_final((blake2bp_state *)S, p, bytes))
CALL(xb_update, blake2xb_update((blake2xb_state *)S, p, bytes))
CALL(xb_final, ((void)p, (void)bytes, blake2xb_final((blake2xb_state *)S)))
CALL(xb_finish, blake2xb_finish((blake2xb_state *)S, p, bytes))
CALL(xb_squeeze, blake2xb_squeeze((blake2xb_state *)S, p, bytes))

/* ---- the states for the calls ---- */

static void make_b(void *S, size_t bytes) {
    blake2b_init((blake2b_state *)S);
    blake2b_update((blake2b_state *)S, message, bytes);
}

static void make_bp(void *S, size_t bytes) {
    blake2bp_init((blake2bp_state *)S, 64, key, bytes & 63);
    blake2bp_update((blake2bp_state *)S, message, bytes);
}

static void make_xb(void *S, size_t bytes) {
    blake2xb_init((blake2xb_state *)S, bytes & 1 ? BLAKE2XB_UNKNOWN_LENGTH : 5000, key, 32);
    blake2xb_update((blake2xb_state *)S, message, bytes);
}

static void make_squeezing(void *S, size_t bytes) {
    static unsigned char out[sizeof message];
    make_xb(S, bytes);
    blake2xb_final((blake2xb_state *)S);
    blake2xb_squeeze((blake2xb_state *)S, out, bytes);
}

/*
 * The bytes that have only one valid value are found by calling PROBE with 0 bytes: the tag, and
 * the flags of a last block, zero until then. For bytes that are lengths: how many of the 256
 * values are rejected. A buffer of over 128 bytes is rejected (in BLAKE2bp, if the upper byte is
 * over 3). So is a digest, key or rest of over 64 bytes, and a digest of 0 bytes.
 */
typedef struct kind {
    const char *name;
    size_t bytes;
    void (*make)(void *S, size_t bytes);
    int (*probe)(void *S, unsigned char *p, size_t bytes);
    unsigned guards;
    unsigned lengths[3];
    unsigned char guarded[STATE_ROOM];
} kind;

static kind b = {"blake2b", sizeof(blake2b_state), make_b, call_append, 8 + 16, {127, 192, 0}, {0}};
static kind bp = {"blake2bp", sizeof(blake2bp_state), make_bp, call_bp_update,
                  8 + 4 * 16, {252, 192, 191},        {0}};
static kind xb = {"blake2xb", sizeof(blake2xb_state), make_xb, call_xb_update,
                  8 + 8 + 16, {127, 192, 0},          {0}};
/* 2: of 5000 left, the upper half */
static kind squeezing = {"blake2xb after final",
                         sizeof(blake2xb_state),
                         make_squeezing,
                         call_xb_squeeze,
                         8 + 2,
                         {191, 0, 0},
                         {0}};
static kind *const kinds[] = {&b, &bp, &xb, &squeezing};
enum { KINDS = sizeof kinds / sizeof kinds[0] };

/* IN: the memory is read; OUT: written. LEAST to MOST bytes. */
static const struct {
    const char *name;
    kind *of;
    int (*call)(void *S, unsigned char *p, size_t bytes);
    enum { IN, OUT } way;
    size_t least, most;
} calls[] = {
#if defined(CAN_CATCH)
    {"blake2b_update", &b, call_update, IN, 1, LONGEST},
    {"blake2b_final", &b, call_b_final, OUT, 64, 64},
#endif
    {"blake2b_append", &b, call_append, IN, 1, LONGEST},
    {"blake2b_last_node", &b, call_last_node, OUT, 0, 0},
    {"blake2b_finish", &b, call_finish, OUT, 1, 64},
    {"blake2b_many_from", &b, call_many_from, OUT, 64, 64},
    {"blake2b_export", &b, call_export, OUT, BLAKE2B_SAVED_BYTES, BLAKE2B_SAVED_BYTES},
    {"blake2bp_update", &bp, call_bp_update, IN, 1, LONGEST},
    {"blake2bp_final", &bp, call_bp_final, OUT, 1, 64},
    {"blake2bp_export", &bp, call_bp_export, OUT, BLAKE2BP_SAVED_BYTES, BLAKE2BP_SAVED_BYTES},
    {"blake2xb_update", &xb, call_xb_update, IN, 1, LONGEST},
    {"blake2xb_final", &xb, call_xb_final, OUT, 0, 0},
    {"blake2xb_finish", &xb, call_xb_finish, OUT, 1, LONGEST},
    {"blake2xb_export", &xb, call_xb_export, OUT, BLAKE2XB_SAVED_BYTES, BLAKE2XB_SAVED_BYTES},
    {"blake2xb_squeeze", &squeezing, call_xb_squeeze, OUT, 1, LONGEST},
    {"blake2xb_export, squeezing", &squeezing, call_xb_export, OUT, BLAKE2XB_SAVED_BYTES,
     BLAKE2XB_SAVED_BYTES},
};
enum { CALLS = sizeof calls / sizeof calls[0] };

/* A number of bytes that the call always accepts for a state from make(): hashes have 64. */
static size_t usual(unsigned c) {
    return calls[c].least == calls[c].most ? calls[c].most : 64;
}

/* States at their exact size, for sanitizers. */
static unsigned char *rooms[KINDS];

static void guards(void) {
    static unsigned char valid[STATE_ROOM];
    unsigned k;
    test_begin("states/guards");
    for (k = 0; k < KINDS; k++) {
        kind *const of = kinds[k];
        unsigned char found[3] = {0, 0, 0};
        size_t i, count = 0;
        of->make(valid, 300);
        memcpy(rooms[k], valid, of->bytes);
        for (i = 0; i < of->bytes; i++) {
            unsigned other, refused = 0, j;
            for (other = 1; other < 256; other++) {
                rooms[k][i] ^= (unsigned char)other;
                refused += of->probe(rooms[k], output, 0) == BLAKE2B_ERROR_STATE;
                rooms[k][i] = valid[i];
            }
            of->guarded[i] = refused == 255;
            count += of->guarded[i];
            for (j = 0; j < 3; j++) {
                found[j] |= (unsigned char)(refused == of->lengths[j]);
            }
        }
        test_expect(count == of->guards,
                    "%s: %lu bytes of the state refuse every other value, not %u", of->name,
                    (unsigned long)count, of->guards);
        test_expect(found[0] && found[1] && found[2], "%s: a length may have any value", of->name);
    }
    test_end();
}

/* States of other kinds, and memory filled with one value. */
static void foreign(void) {
    static unsigned char before[STATE_ROOM];
    unsigned c, k, fill;
    test_begin("states/foreign");
    for (c = 0; c < CALLS; c++) {
        unsigned char *S = (unsigned char *)malloc(STATE_ROOM);
        if (!S) {
            break;
        }
        for (k = 0; k < KINDS + 256; k++) {
            int code;
            for (fill = 0; fill < STATE_ROOM; fill++) {
                S[fill] = (unsigned char)(k - KINDS);
            }
            if (k < KINDS) {
                const int both = calls[c].call == call_xb_export &&
                                 (kinds[k] == &xb || kinds[k] == &squeezing);
                if (kinds[k] == calls[c].of || both) {
                    continue;
                }
                kinds[k]->make(S, 100);
            }
            memcpy(before, S, STATE_ROOM);
            code = calls[c].call(S, output, usual(c));
            test_expect(code == BLAKE2B_ERROR_STATE || code == DIED, "%s takes %s: %d",
                        calls[c].name, k < KINDS ? kinds[k]->name : "memory of one value", code);
            test_expect(!memcmp(before, S, STATE_ROOM), "%s writes to what it refuses",
                        calls[c].name);
        }
        free(S);
    }
    test_end();
}

static void fill_random(unsigned char *p, size_t bytes) {
    for (; bytes >= 4; bytes -= 4, p += 4) {
        const uint32_t x = test_random(0xffffffffu);
        memcpy(p, &x, 4);
    }
    test_random_bytes(p, bytes);
}

static void random_states(unsigned long each) {
    static unsigned char before[STATE_ROOM];
    unsigned long n;
    unsigned c, k;
    for (c = 0; c < CALLS; c++) {
        kind *const of = calls[c].of;
        unsigned char *S;
        for (k = 0; kinds[k] != of;) {
            k++;
        }
        S = rooms[k];
        for (n = 0; n < each; n++) {
            const size_t bytes = calls[c].least +
                                 test_random((uint32_t)(calls[c].most - calls[c].least + 1));
            const unsigned how = (unsigned)(n % 3);
            unsigned char *in = output;
            size_t i;
            int code;
            if (how == 0) {
                fill_random(S, of->bytes);
            } else {
                of->make(S, test_random(1500));
                memcpy(before, S, of->bytes);
                fill_random(S, of->bytes);
                for (i = 0; i < of->bytes; i++) {
                    if (of->guarded[i] || (how == 2 && S[i] & 15)) {
                        S[i] = before[i];
                    } else if (how == 2) {
                        S[i] = (unsigned char)test_random(256);
                    }
                }
            }
            memcpy(before, S, of->bytes);
            if (calls[c].way == IN) {
                in = (unsigned char *)malloc(bytes); /* its exact size, for sanitizers */
                if (!in) {
                    return;
                }
                memcpy(in, message, bytes);
            }
            code = calls[c].call(S, in, bytes);
            if (calls[c].way == IN) {
                free(in);
            }
            test_expect(how || code == BLAKE2B_ERROR_STATE || code == DIED,
                        "%s takes a random state: %d", calls[c].name, code);
            test_expect(code == BLAKE2B_OK || code == BLAKE2B_ERROR_STATE || code == DIED ||
                            (code == BLAKE2B_ERROR_LENGTH && calls[c].way == OUT &&
                             calls[c].least != calls[c].most),
                        "%s: %d", calls[c].name, code);
            if (code != BLAKE2B_OK) {
                test_expect(!memcmp(before, S, of->bytes), "%s writes to the state that it refuses",
                            calls[c].name);
                test_expect(!memcmp(output, output_before, sizeof output), "%s refuses, and writes",
                            calls[c].name);
            } else if (calls[c].way == OUT) {
                test_expect(!memcmp(output + bytes, output_before + bytes, sizeof output - bytes),
                            "%s writes more than %lu bytes", calls[c].name, (unsigned long)bytes);
                memcpy(output, output_before, sizeof output);
            }
        }
    }
}

#define REFUSED(code, call) \
    test_expect((call) == BLAKE2B_##code && !memcmp(before, area, sizeof area), \
                "not " #code ", or written: " #call)

/* Every overlap of memory with the state, including only its first or its last byte. */
static void overlap(void) {
    static unsigned char area[3 * STATE_ROOM], before[sizeof area];
    unsigned char *const S = area + STATE_ROOM;
    unsigned c, k, i;
    test_begin("states/overlap");
    for (c = 0; c < CALLS; c++) {
        const long state = (long)calls[c].of->bytes;
        const size_t bytes = usual(c);
        const long from[] = {-(long)bytes, 1 - (long)bytes, -1, 0, 1, 100, state - 1, state};
        if (!bytes || calls[c].call == call_xb_finish) {
            continue; /* blake2xb_finish: below */
        }
        for (i = 0; i < 8; i++) {
            const long at = from[i];
            const int apart = at <= -(long)bytes || at >= state;
            int code;
            calls[c].of->make(S, 100);
            memcpy(before, area, sizeof area);
            code = calls[c].call(S, S + at, bytes);
            test_expect(apart ? code == BLAKE2B_OK : code == BLAKE2B_ERROR_OVERLAP || code == DIED,
                        "%s: %lu bytes at %ld of the state: %d", calls[c].name,
                        (unsigned long)bytes, at, code);
            test_expect(apart || !memcmp(before, area, sizeof area),
                        "%s: %lu bytes at %ld: refused, and written", calls[c].name,
                        (unsigned long)bytes, at);
        }
        /* Empty memory overlaps nothing. */
        if (calls[c].way == IN) {
            calls[c].of->make(S, 100);
            test_expect(calls[c].call(S, S + 10, 0) == BLAKE2B_OK, "%s: no input, within the state",
                        calls[c].name);
        }
    }
    make_xb(S, 101); /* of unknown length */
    memcpy(before, area, sizeof area);
    REFUSED(ERROR_OVERLAP, blake2xb_finish((blake2xb_state *)S, S + 399, 64));
    REFUSED(ERROR_OVERLAP, blake2xb_finish((blake2xb_state *)S, S - 63, 64));
    for (k = 0; k < 2; k++) {
        blake2b_params P, *const within = (blake2b_params *)(void *)area;
        blake2b_params_init(&P);
        P.key = k ? S + 200 : NULL;
        P.key_length = k ? 32 : 0;
        memcpy(within, &P, sizeof P);
        memcpy(before, area, sizeof area);
        test_expect(blake2b_init_params(k ? (blake2b_state *)S : (blake2b_state *)area,
                                        k ? &P : within) == BLAKE2B_ERROR_OVERLAP &&
                        !memcmp(before, area, sizeof area),
                    "blake2b_init_params: %s within the state", k ? "key" : "parameters");
    }
    memcpy(before, area, sizeof area);
    REFUSED(ERROR_PARAMS, blake2b_init_block((blake2b_state *)area, area + 239));
    area[239] = before[239] = 64;
    REFUSED(ERROR_OVERLAP, blake2b_init_block((blake2b_state *)area, area + 239));
    S[-64] = S[sizeof(blake2b_state)] = 64;
    test_expect(blake2b_init_block((blake2b_state *)S, S - 64) == BLAKE2B_OK &&
                    blake2b_init_block((blake2b_state *)S, S + sizeof(blake2b_state)) == BLAKE2B_OK,
                "blake2b_init_block: block beside the state");
    memcpy(before, area, sizeof area);
    REFUSED(ERROR_OVERLAP, blake2b_digest_init((blake2b_state *)area, 64, area + 200, 64));
    REFUSED(ERROR_OVERLAP, blake2bp_init((blake2bp_state *)area, 64, area + 1000, 64));
    REFUSED(ERROR_OVERLAP, blake2xb_init((blake2xb_state *)area, 64, area + 300, 64));
    test_end();
}

int main(int argc, char **argv) {
    const struct kernel *kernel;
    unsigned long count = test_sample(200000), implementations = 0;
    unsigned k;
    if (argc > 1) {
        count = strtoul(argv[1], NULL, 10);
    }
#if defined(CAN_CATCH)
    {
        struct sigaction action;
        memset(&action, 0, sizeof action);
        action.sa_handler = aborted;
        action.sa_flags = SA_NODEFER;
        sigaction(SIGABRT, &action, NULL);
        if (!freopen("/dev/null", "w", stderr)) { /* each abort prints a line */
            return EXIT_FAILURE;
        }
    }
#else
    test_skip("states/void-calls", "aborts cannot be caught on this system");
#endif
    test_pattern(message, sizeof message, 1);
    test_pattern(key, sizeof key, 2);
    test_pattern(output_before, sizeof output_before, 3);
    for (k = 0; k < KINDS; k++) {
        rooms[k] = (unsigned char *)malloc(kinds[k]->bytes);
        if (!rooms[k]) {
            return EXIT_FAILURE;
        }
    }
    guards();
    foreign();
    overlap();
    memcpy(output, output_before, sizeof output);
    for (kernel = blake2b_util_kernels; kernel->name; kernel++) {
        implementations += util_runs(kernel) && (argc < 3 || !strcmp(argv[2], kernel->name));
    }
    test_random_seed(test_seed(6));
    test_begin("states/random%s%s", argc > 2 ? ", " : "", argc > 2 ? argv[2] : "");
    test_expect(implementations != 0, "no such implementation");
    for (kernel = blake2b_util_kernels; kernel->name; kernel++) {
        if (util_runs(kernel) && (argc < 3 || !strcmp(argv[2], kernel->name))) {
            dispatch_use(&blake2b_dispatch, kernel);
            random_states(count / implementations / CALLS + 1);
        }
    }
    test_end();
    for (k = 0; k < KINDS; k++) {
        free(rooms[k]);
    }
    return test_exit();
}
