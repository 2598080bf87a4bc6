/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/*
 * Compares the library's calls with the model. The input is a program: one byte per call, followed
 * by its arguments. Every input is valid; almost all of its calls are. (misuse.c and states.c make
 * those that are not.)
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "model.h"
#include "target.h"
#include "util/blake2b_util_kernels.h"

enum { LONGEST = 3000, LOG = 6000, STATES = 4, ALIGNS = 16, JOBS = 24, XOF = 1500, STEPS = 200 };

static target_input input;
static unsigned char pattern[LONGEST + 256];

/* ---- arguments ---- */

/* Lengths around block boundaries, where errors are likely. */
static size_t some_length(size_t most) {
    size_t n;
    switch (target_byte(&input, 8)) {
    case 0: n = 0; break;
    case 1: n = 128 * target_byte(&input, 16); break;
    case 2: n = 128 * (size_t)target_byte(&input, 16) + 1; break;
    case 3: n = 128 * (size_t)target_byte(&input, 16) + 127; break;
    case 4:
        n = target_byte(&input, 256);
        n = n << 8 | target_byte(&input, 256);
        break;
    default: n = target_byte(&input, 256); break;
    }
    return n % (most + 1);
}

/*
 * BYTES of message in memory of exactly this size, at some alignment, so that ASan detects reads
 * outside it.
 */
typedef struct message {
    unsigned char *memory;
    const unsigned char *in; /* sometimes NULL if the message is empty */
    size_t bytes;
    unsigned from; /* offset in the pattern */
} message;

static unsigned char *memory_of(size_t bytes) {
    unsigned char *p = (unsigned char *)malloc(bytes ? bytes : 1);
    if (!p) {
        exit(EXIT_FAILURE);
    }
    return p;
}

static message some_message(size_t most) {
    const size_t align = target_byte(&input, ALIGNS);
    message m;
    m.from = target_byte(&input, 256);
    m.bytes = some_length(most);
    m.memory = memory_of(align + m.bytes);
    memcpy(m.memory + align, pattern + m.from, m.bytes);
    m.in = m.bytes || m.from % 2 ? m.memory + align : NULL;
    return m;
}

static void unchanged(const message *m, const unsigned char *expected, const char *call) {
    if (m->bytes && memcmp(m->in, expected, m->bytes)) {
        target_fail("%s changed its input", call);
    }
}

typedef struct key {
    unsigned char bytes[BLAKE2B_KEYBYTES];
    size_t length;
} key;

static key some_key(void) {
    key k;
    const unsigned n = target_byte(&input, 256);
    k.length = n < 128 ? 0 : n < 160 ? BLAKE2B_KEYBYTES : n % (BLAKE2B_KEYBYTES + 1);
    target_pattern(k.bytes, sizeof k.bytes, n);
    return k;
}

/* The same parameters for the library and for the model. */
static blake2b_params some_params(const key *k, model_params *M) {
    blake2b_params P;
    const unsigned what = target_byte(&input, 256);
    *M = model_usual();
    if (blake2b_params_init(&P)) {
        target_fail("blake2b_params_init");
    }
    P.key = k->length || what & 1 ? k->bytes : NULL;
    P.key_length = k->length;
    M->key_length = (unsigned)k->length;
    if (what & 2) {
        P.digest_length = 1 + target_byte(&input, 64);
        M->digest_length = (unsigned)P.digest_length;
    }
    P.last_node = what & 4 ? what & 1 ? -1 : 1 : 0;
    if (what & 8) {
        P.fanout = M->fanout = target_byte(&input, 256);
        P.depth = M->depth = 1 + target_byte(&input, 255);
        P.node_depth = M->node_depth = target_byte(&input, 256);
        P.inner_length = M->inner_length = target_byte(&input, 65);
        P.leaf_length = M->leaf_length = 0x1020304ul * target_byte(&input, 64);
        M->node_offset = 0x1020305ul * target_byte(&input, 64);
        M->node_offset_high = 0x1020306ul * target_byte(&input, 64);
        P.node_offset = (blake2b_uint64)M->node_offset_high << 16 << 16 | M->node_offset;
    }
    if (what & 16) {
        target_pattern(P.salt, sizeof P.salt, what);
        target_pattern(P.personal, sizeof P.personal, what + 1);
        memcpy(M->salt, P.salt, sizeof M->salt);
        memcpy(M->personal, P.personal, sizeof M->personal);
    }
    return P;
}

/* Memory for a digest, with bytes around it that must not change. */
typedef struct room {
    unsigned char *memory, *out;
    size_t bytes, all;
} room;

static room some_room(size_t bytes) {
    const size_t align = target_byte(&input, ALIGNS);
    room r;
    r.bytes = bytes;
    r.all = align + bytes + 8;
    r.memory = memory_of(r.all);
    memset(r.memory, 0xa7, r.all);
    r.out = r.memory + align;
    return r;
}

/* Checks that the room contains EXPECTED (NULL: its old contents), and frees it. */
static void check_room(room *r, const unsigned char *expected, const char *call) {
    size_t i;
    for (i = 0; i < r->all; i++) {
        const int inside = expected && i >= (size_t)(r->out - r->memory) &&
                           i < (size_t)(r->out - r->memory) + r->bytes;
        if (!inside && r->memory[i] != 0xa7) {
            target_fail("%s: byte %ld of %lu was written", call,
                        (long)i - (long)(r->out - r->memory), (unsigned long)r->bytes);
        }
    }
    if (expected && memcmp(r->out, expected, r->bytes)) {
        for (i = 0; r->out[i] == expected[i]; i++) {
        }
        target_fail("%s with %s: byte %lu of %lu is %02x, the model says %02x", call,
                    blake2b_implementation(), (unsigned long)i, (unsigned long)r->bytes, r->out[i],
                    expected[i]);
    }
    free(r->memory);
}

static void expect(int got, int expected, const char *what) {
    if (got != expected) {
        target_fail("%s: returned %d instead of %d", what, got, expected);
    }
}

#define EXPECT(code, call) expect(call, BLAKE2B_##code, #call)

/* ---- implementations ---- */

enum { IMPLEMENTATIONS = 32 };
static const struct kernel *automatic; /* the choice of blake2b_select(NULL) */
static unsigned char runs[IMPLEMENTATIONS];
static size_t implementations;
static unsigned long lanes = ~0ul;

/* Runs once, as CPU detection and self-tests take long. */
static void find_implementations(void) {
    if (automatic) {
        return;
    }
    EXPECT(OK, blake2b_select(NULL));
    automatic = dispatch_used(&blake2b_dispatch);
    while (implementations < IMPLEMENTATIONS && blake2b_util_kernels[implementations].name) {
        runs[implementations] = util_runs(&blake2b_util_kernels[implementations]) != 0;
        implementations++;
    }
}

static void use_lanes(unsigned long rows) {
    if (rows != lanes) {
        blake2b_util_rows(rows);
        lanes = rows;
    }
}

/*
 * Selects any implementation of this build, or a reference outside the library, and any
 * multi-message kernels.
 */
static void choose(void) {
    const size_t n = target_byte(&input, IMPLEMENTATIONS);
    const unsigned how = target_byte(&input, 8);
    if (n >= implementations || !runs[n]) {
        dispatch_use(&blake2b_dispatch, automatic);
    } else if (how || blake2b_select(blake2b_util_kernels[n].name) != BLAKE2B_OK) {
        dispatch_use(&blake2b_dispatch, &blake2b_util_kernels[n]); /* perhaps not in the library */
    }
    use_lanes(how & 4 ? ~0ul : target_byte(&input, 256));
}

/* ---- hashes in progress ---- */

enum kind { NONE, PLAIN, PARALLEL, XOF_IN, XOF_OUT };

typedef struct progress {
    enum kind kind;
    unsigned char memory[ALIGNS + sizeof(blake2bp_state)]; /* the largest of the three */
    size_t at;                                             /* the state moves to other offsets in
                                                              it */
    key k;
    model_params M;
    int last_node;
    size_t length;      /* of the digest or of all output; 0: unknown */
    size_t given;       /* output so far */
    unsigned char *log; /* all input so far */
    size_t logged;
} progress;

static progress states[STATES];
static unsigned char logs[STATES][LOG];

static blake2b_state *plain(progress *s) {
    return (blake2b_state *)(void *)(s->memory + s->at);
}
static blake2bp_state *parallel(progress *s) {
    return (blake2bp_state *)(void *)(s->memory + s->at);
}
static blake2xb_state *xof(progress *s) {
    return (blake2xb_state *)(void *)(s->memory + s->at);
}

static void begin(progress *s, unsigned kind) {
    blake2b_params P;
    s->k = some_key();
    s->M = model_usual();
    s->M.key_length = (unsigned)s->k.length;
    s->last_node = 0;
    s->logged = s->given = 0;
    s->at = target_byte(&input, ALIGNS);
    memset(s->memory, 0xb2, sizeof s->memory);
    s->length = 64;
    switch (kind) {
    case 0:
        s->kind = PLAIN;
        if (s->at % 2) {
            s->length = 1 + target_byte(&input, 64);
            s->M.digest_length = (unsigned)s->length;
            EXPECT(OK, blake2b_digest_init(plain(s), s->length, s->k.bytes, s->k.length));
            break;
        }
        if (s->k.length) {
            blake2b_keyed_init(plain(s), s->k.bytes, s->k.length);
        } else {
            blake2b_init(plain(s));
        }
        break;
    case 1:
        s->kind = PLAIN;
        P = some_params(&s->k, &s->M);
        s->last_node = P.last_node != 0;
        s->length = P.digest_length;
        if (s->at % 2) {
            unsigned char block[128];
            model_block(block, &s->M);
            EXPECT(OK, blake2b_init_block(plain(s), block));
            if (s->k.length) {
                memset(block, 0, sizeof block);
                memcpy(block, s->k.bytes, s->k.length);
                blake2b_update(plain(s), block, sizeof block);
            }
            if (s->last_node) {
                EXPECT(OK, blake2b_last_node(plain(s)));
            }
            break;
        }
        EXPECT(OK, blake2b_init_params(plain(s), &P));
        break;
    case 2:
        s->kind = PARALLEL;
        s->length = 1 + target_byte(&input, 64);
        EXPECT(OK, blake2bp_init(parallel(s), s->length, s->k.bytes, s->k.length));
        break;
    default:
        s->kind = XOF_IN;
        s->length = some_length(XOF);
        EXPECT(OK, blake2xb_init(xof(s), s->length ? s->length : BLAKE2XB_UNKNOWN_LENGTH,
                                 s->k.bytes, s->k.length));
        break;
    }
}

static void append(progress *s) {
    message m = some_message(LOG - s->logged < LONGEST ? LOG - s->logged : LONGEST);
    if (m.bytes) {
        memcpy(s->log + s->logged, m.in, m.bytes);
    }
    switch (s->kind) {
    case PLAIN:
        if (m.from & 2) {
            EXPECT(OK, blake2b_append(plain(s), m.in, m.bytes));
            break;
        }
        blake2b_update(plain(s), m.in, m.bytes);
        break;
    case PARALLEL: EXPECT(OK, blake2bp_update(parallel(s), m.in, m.bytes)); break;
    case XOF_IN: EXPECT(OK, blake2xb_update(xof(s), m.in, m.bytes)); break;
    case XOF_OUT: /* too late: no effect */
        EXPECT(ERROR_STATE, blake2xb_update(xof(s), m.in, m.bytes));
        m.bytes = 0;
        break;
    case NONE: m.bytes = 0; break;
    }
    unchanged(&m, s->log + s->logged, "update");
    s->logged += m.bytes;
    free(m.memory);
}

static void copy(progress *to, const progress *from) {
    unsigned char *const log = to->log;
    unsigned char state[sizeof(blake2bp_state)];
    if (to != from) {
        memcpy(state, from->memory + from->at, sizeof state);
        *to = *from;
        to->log = log;
        to->at = target_byte(&input, ALIGNS);
        memset(to->memory, 0, sizeof to->memory);
        memcpy(to->memory + to->at, state, sizeof state);
        memcpy(to->log, from->log, from->logged);
    }
}

/* The next bytes of a BLAKE2Xb, or an error at the end. */
static void squeeze(progress *s) {
    const size_t bytes = some_length(XOF);
    room r = some_room(bytes);
    const uint32_t all = s->length ? (uint32_t)s->length : UINT32_MAX;
    if (s->length && bytes > s->length - s->given) {
        EXPECT(ERROR_LENGTH, blake2xb_squeeze(xof(s), r.out, bytes));
        check_room(&r, NULL, "blake2xb_squeeze of too much");
        return;
    }
    EXPECT(OK, blake2xb_squeeze(xof(s), bytes ? r.out : NULL, bytes));
    if (bytes) {
        static unsigned char expected[XOF];
        model_blake2xb(expected, s->given, bytes, all, s->k.bytes, s->k.length, s->log, s->logged);
        check_room(&r, expected, "blake2xb_squeeze");
    } else {
        check_room(&r, NULL, "blake2xb_squeeze of nothing");
    }
    s->given += bytes;
}

static void finish(progress *s) {
    unsigned char expected[64];
    const unsigned how = target_byte(&input, 4);
    room r;
    if (s->kind == NONE || s->kind == XOF_OUT) {
        return;
    }
    if (s->kind == XOF_IN && how == 3) {
        static unsigned char output[XOF];
        const size_t length = s->length ? s->length : 1 + some_length(XOF - 1);
        model_blake2xb(output, 0, length, s->length ? (uint32_t)length : UINT32_MAX, s->k.bytes,
                       s->k.length, s->log, s->logged);
        r = some_room(length);
        EXPECT(OK, blake2xb_finish(xof(s), r.out, length));
        check_room(&r, output, "blake2xb_finish");
        EXPECT(ERROR_STATE, blake2xb_final(xof(s)));
        s->kind = NONE;
        return;
    }
    if (s->kind == XOF_IN) {
        EXPECT(ERROR_STATE, blake2xb_squeeze(xof(s), expected, 1));
        EXPECT(OK, blake2xb_final(xof(s)));
        EXPECT(ERROR_STATE, blake2xb_final(xof(s)));
        s->kind = XOF_OUT;
        return;
    }
    r = some_room(s->length);
    if (s->kind == PLAIN) {
        model_blake2b(expected, &s->M, s->last_node, s->k.bytes, s->log, s->logged);
        if (how) {
            EXPECT(OK, blake2b_finish(plain(s), r.out, s->length));
        } else {
            blake2b_final(plain(s), r.out);
        }
        check_room(&r, expected, "blake2b_finish");
    } else {
        model_blake2bp(expected, s->length, s->k.bytes, s->k.length, s->log, s->logged);
        EXPECT(OK, blake2bp_final(parallel(s), r.out, s->length));
        check_room(&r, expected, "blake2bp_final");
    }
    s->kind = NONE;
}

/* ---- saved states ---- */

enum { CHECK_BYTES = 16, CHAINED_AT = 12, COUNTER_AT = 76, BUFFER_AT = 92, BUFFERED_AT = 11 };

static int import_state(progress *s, const unsigned char *saved, size_t bytes) {
    return s->kind == PLAIN      ? blake2b_import(plain(s), saved, bytes)
           : s->kind == PARALLEL ? blake2bp_import(parallel(s), saved, bytes)
                                 : blake2xb_import(xof(s), saved, bytes);
}

/* The check value at the end, as the header describes it. */
static void seal(unsigned char *saved, size_t bytes) {
    model_params M = model_usual();
    unsigned char digest[64];
    M.digest_length = CHECK_BYTES;
    memcpy(M.personal, "blake2b state 1", 15);
    model_blake2b(digest, &M, 0, NULL, saved, bytes - CHECK_BYTES);
    memcpy(saved + bytes - CHECK_BYTES, digest, CHECK_BYTES);
}

/* A saved BLAKE2b whose counter is about to carry; it continues as the model does. */
static void carry(progress *s, unsigned char *saved) {
    static unsigned char rest[128 + LONGEST];
    const unsigned where = target_byte(&input, 4);
    const size_t below = 128 * (1 + (size_t)target_byte(&input, 8)), buffered = saved[BUFFERED_AT];
    unsigned char expected[64], digest[64];
    uint64_t t[2];
    size_t i;
    message m = some_message(LONGEST);
    t[0] = (where == 0 ? (uint64_t)1 << 32 : where == 1 ? (uint64_t)1 << 63 : 0) - below;
    t[1] = where < 2 ? 0 : where == 2 ? 5 : UINT32_MAX;
    for (i = 0; i < 16; i++) {
        saved[COUNTER_AT + i] = (unsigned char)(t[i / 8] >> 8 * (i % 8) & 0xff);
    }
    seal(saved, BLAKE2B_SAVED_BYTES);
    memcpy(rest, saved + BUFFER_AT, buffered);
    if (m.bytes) {
        memcpy(rest + buffered, m.in, m.bytes);
    }
    model_blake2b_from(expected, saved + CHAINED_AT, t, saved[10], rest, buffered + m.bytes);
    if (!buffered) { /* after whole blocks, one is always in the buffer */
        EXPECT(ERROR_SAVED, import_state(s, saved, BLAKE2B_SAVED_BYTES));
        free(m.memory);
        return;
    }
    EXPECT(OK, import_state(s, saved, BLAKE2B_SAVED_BYTES));
    blake2b_update(plain(s), m.in, m.bytes);
    EXPECT(OK, blake2b_finish(plain(s), digest, s->length));
    if (memcmp(digest, expected, s->length)) {
        target_fail("%s: the counter's carry", blake2b_implementation());
    }
    s->kind = NONE;
    free(m.memory);
}

/*
 * Saves the state, clears it and continues in another place. Or damages or forges what was saved.
 */
static void save(progress *s) {
    const unsigned how = target_byte(&input, 8);
    const size_t bytes = s->kind == PLAIN      ? BLAKE2B_SAVED_BYTES
                         : s->kind == PARALLEL ? BLAKE2BP_SAVED_BYTES
                                               : BLAKE2XB_SAVED_BYTES;
    unsigned char *saved, before[sizeof s->memory], check[CHECK_BYTES];
    size_t changes, at;
    int code;
    if (s->kind == NONE) {
        return;
    }
    saved = memory_of(bytes);
    memcpy(before, s->memory, sizeof before);
    code = s->kind == PLAIN      ? blake2b_export(plain(s), saved, bytes)
           : s->kind == PARALLEL ? blake2bp_export(parallel(s), saved, bytes)
                                 : blake2xb_export(xof(s), saved, bytes);
    expect(code, BLAKE2B_OK, "export");
    if (memcmp(before, s->memory, sizeof before)) {
        target_fail("export changed the state");
    }
    memcpy(check, saved + bytes - CHECK_BYTES, CHECK_BYTES);
    seal(saved, bytes);
    if (memcmp(saved, "b2state\1", 8) || saved[8] != s->kind ||
        memcmp(check, saved + bytes - CHECK_BYTES, CHECK_BYTES)) {
        target_fail("what was saved does not begin and end as documented");
    }
    if (how < 4) {
        s->at = target_byte(&input, ALIGNS);
        memset(s->memory, (int)how, sizeof s->memory);
        EXPECT(OK, import_state(s, saved, bytes));
    } else if (how == 4 && s->kind == PLAIN) {
        carry(s, saved);
    } else {
        for (changes = 1 + target_byte(&input, 4); changes; changes--) {
            at = target_byte(&input, 256);
            at = (at << 8 | target_byte(&input, 256)) % (bytes - (how == 5 ? 0 : CHECK_BYTES));
            saved[at] ^= (unsigned char)(1 + target_byte(&input, 255));
        }
        if (how > 5) { /* an attacker who knows the format */
            seal(saved, bytes);
        }
        code = import_state(s, saved, bytes);
        if (code == BLAKE2B_OK) { /* another hash, or nothing has changed: the calls must be safe */
            unsigned char hash[64];
            if (s->kind == PLAIN) {
                blake2b_update(plain(s), pattern, 300);
                EXPECT(OK, blake2b_finish(plain(s), hash, saved[9]));
            } else if (s->kind == PARALLEL) {
                EXPECT(OK, blake2bp_update(parallel(s), pattern, 1500));
                EXPECT(OK, blake2bp_final(parallel(s), hash, saved[9]));
            } else {
                blake2xb_final(xof(s));
                blake2xb_squeeze(xof(s), hash, sizeof hash);
            }
            s->kind = NONE;
        } else {
            expect(code, BLAKE2B_ERROR_SAVED, "import of a damaged state");
            if (memcmp(before, s->memory, sizeof before)) {
                target_fail("import failed and changed the state");
            }
        }
    }
    free(saved);
}

/* ---- one call ---- */

/*
 * The output is separate, or overlaps the input; for calls that allow it, the key overlaps the
 * output.
 */
static void one_call(void) {
    static const char *const names[] = {"blake2b", "blake2b_keyed", "blake2b_hash", "blake2bp",
                                        "blake2xb"};
    static unsigned char expected[XOF];
    const unsigned call = target_byte(&input, 5), place = target_byte(&input, 4);
    message m = some_message(LONGEST);
    key k = some_key();
    model_params M = model_usual();
    blake2b_params P;
    const unsigned char *in = m.in, *secret = k.bytes;
    unsigned char *memory = NULL, *out;
    size_t length = 64, at = 0;
    room r;
    memset(&P, 0, sizeof P);
    switch (call) {
    case 0: k.length = 0; break;
    case 1: M.key_length = (unsigned)k.length; break;
    case 2:
        P = some_params(&k, &M);
        length = P.digest_length;
        break;
    case 3: length = 1 + target_byte(&input, 64); break;
    default: length = 1 + some_length(XOF - 1); break;
    }
    memset(&r, 0, sizeof r);
    if (place < 2) {
        r = some_room(length);
        out = r.out;
    } else { /* the input begins at LENGTH, the output anywhere from 0 to the end of the input */
        memory = memory_of(m.bytes + 2 * length);
        memset(memory, 0, m.bytes + 2 * length);
        if (m.bytes) {
            memcpy(memory + length, in, m.bytes);
        }
        in = memory + length;
        at = some_length(m.bytes + length);
        out = memory + at;
        if (place == 3 && call >= 3 && k.length <= length) {
            memcpy(out, k.bytes, k.length);
            secret = out;
        }
    }
    if (call < 3) {
        model_blake2b(expected, &M, P.last_node != 0, secret, in, m.bytes);
    } else if (call == 3) {
        model_blake2bp(expected, length, secret, k.length, in, m.bytes);
    } else {
        model_blake2xb(expected, 0, length, (uint32_t)length, secret, k.length, in, m.bytes);
    }
    switch (call) {
    case 0: blake2b(out, in, m.bytes); break;
    case 1: blake2b_keyed(out, in, m.bytes, secret, k.length); break;
    case 2: EXPECT(OK, blake2b_hash(&P, out, length, in, m.bytes)); break;
    case 3: EXPECT(OK, blake2bp(out, length, in, m.bytes, secret, k.length)); break;
    default: EXPECT(OK, blake2xb(out, length, in, m.bytes, secret, k.length)); break;
    }
    if (!memory) {
        unchanged(&m, pattern + m.from, names[call]);
        check_room(&r, expected, names[call]);
    } else if (memcmp(out, expected, length)) {
        target_fail("%s with %s: %lu bytes of input, output %ld bytes after its start: wrong",
                    names[call], blake2b_implementation(), (unsigned long)m.bytes,
                    (long)at - (long)length);
    }
    free(memory);
    free(m.memory);
}

/* Any number of messages of any lengths; a hash may overlap its own message. */
static void many(void) {
    const size_t count = target_byte(&input, JOBS + 1);
    static blake2b_job jobs[JOBS];
    static unsigned char expected[JOBS][64];
    static message messages[JOBS];
    static room rooms[JOBS];
    const key k = some_key();
    model_params M;
    const blake2b_params P = some_params(&k, &M);
    const unsigned place = target_byte(&input, 3), same = target_byte(&input, 2);
    size_t i;
    for (i = 0; i < count; i++) {
        if (same && i) { /* same parameters as the first, of similar length */
            messages[i] = messages[0];
            messages[i].memory = memory_of(messages[0].bytes);
            memcpy(messages[i].memory, pattern + i, messages[0].bytes);
            messages[i].in = messages[i].memory;
        } else {
            messages[i] = some_message(1000);
        }
        model_blake2b(expected[i], &M, P.last_node != 0, k.bytes, messages[i].in,
                      messages[i].bytes);
        jobs[i].in = messages[i].in;
        jobs[i].inlen = messages[i].bytes;
        rooms[i] = some_room(P.digest_length);
        jobs[i].hash = rooms[i].out;
        if (place == 1 && messages[i].bytes >= P.digest_length) {
            const size_t most = messages[i].bytes - P.digest_length;
            jobs[i].hash = (unsigned char *)messages[i].in + (i % 2 ? most : most / 2);
        }
    }
    EXPECT(OK, blake2b_many(&P, count ? jobs : NULL, count));
    for (i = 0; i < count; i++) {
        if (jobs[i].hash == rooms[i].out) {
            check_room(&rooms[i], expected[i], "blake2b_many");
        } else {
            if (memcmp(jobs[i].hash, expected[i], P.digest_length)) {
                target_fail("blake2b_many: message %lu of %lu in place: wrong", (unsigned long)i,
                            (unsigned long)count);
            }
            free(rooms[i].memory);
        }
        free(messages[i].memory);
    }
}

/* Some tails after the prefix that S has absorbed; S does not change. */
static void many_from(const progress *s) {
    static unsigned char whole[LOG + 1000];
    const size_t count = target_byte(&input, JOBS + 1);
    static unsigned char expected[JOBS][64];
    static blake2b_job jobs[JOBS];
    static message messages[JOBS];
    static room rooms[JOBS];
    unsigned char before[sizeof s->memory];
    size_t i;
    memcpy(before, s->memory, sizeof before);
    memcpy(whole, s->log, s->logged);
    for (i = 0; i < count; i++) {
        messages[i] = some_message(i % 2 ? 1000 : 130);
        if (messages[i].bytes) {
            memcpy(whole + s->logged, messages[i].in, messages[i].bytes);
        }
        model_blake2b(expected[i], &s->M, s->last_node, s->k.bytes, whole,
                      s->logged + messages[i].bytes);
        jobs[i].in = messages[i].in;
        jobs[i].inlen = messages[i].bytes;
        rooms[i] = some_room(s->length);
        jobs[i].hash = rooms[i].out;
    }
    EXPECT(OK, blake2b_many_from((const blake2b_state *)(const void *)(s->memory + s->at),
                                 count ? jobs : NULL, count));
    for (i = 0; i < count; i++) {
        check_room(&rooms[i], expected[i], "blake2b_many_from");
        unchanged(&messages[i], pattern + messages[i].from, "blake2b_many_from");
        free(messages[i].memory);
    }
    if (memcmp(before, s->memory, sizeof before)) {
        target_fail("blake2b_many_from changed the state");
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    size_t i, steps;
    input.p = data;
    input.left = size;
    target_pattern(pattern, sizeof pattern, 1);
    find_implementations();
    dispatch_use(&blake2b_dispatch, automatic);
    use_lanes(~0ul);
    for (i = 0; i < STATES; i++) {
        states[i].kind = NONE;
        states[i].log = logs[i];
        states[i].at = 0;
    }
    for (steps = 0; input.left && steps < STEPS; steps++) {
        const unsigned step = target_byte(&input, 256);
        progress *s = &states[step / 16 % STATES];
        switch (step % 16) {
        case 0:
        case 1:
        case 2:
        case 3: begin(s, step % 4); break;
        case 4:
        case 5:
        case 6:
            if (s->kind == NONE) {
                begin(s, step / 64);
            }
            append(s);
            break;
        case 7: copy(s, &states[step / 64]); break;
        case 8:
        case 9:
            if (s->kind == XOF_OUT) {
                squeeze(s);
            } else {
                finish(s);
            }
            break;
        case 10:
        case 11: one_call(); break;
        case 12:
            if (step & 128 && s->kind == PLAIN) {
                many_from(s);
            } else {
                many();
            }
            break;
        case 13: save(s); break;
        default: choose(); break;
        }
    }
    for (i = 0; i < STATES; i++) { /* also check results that the input did not request */
        input.left = 0;
        finish(&states[i]);
        if (states[i].kind == XOF_OUT) {
            squeeze(&states[i]);
        }
    }
    return 0;
}
