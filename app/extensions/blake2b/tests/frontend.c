/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/*
 * The program that Frama-C's Eva analyzes: the calls of blake2b.c and blake2b_saved.c with sets of
 * values instead of values. frontend.sh runs it. The kernel is a stub that reads the first and the
 * last byte that its contract allows, and leaves H and T unknown. Calls are made for each number of
 * bytes in the buffer. Lengths are in ranges of one block's size. The smallest length of each range
 * is also tried alone, as memory ends there.
 */
#include "blake2b_internal.h"

#include "__fc_builtin.h"

#if !defined(STEP) /* from one number of bytes in the buffer to the next */
#define STEP 1
#endif
#if !defined(STEP_MORE) /* the same for keys in parameters and for saved states */
#define STEP_MORE 1
#endif
enum { BLOCK = BLAKE2B_BLOCKBYTES, MOST_BLOCKS = 3 };
#define HUGE_BLOCKS ((size_t)1 << (sizeof(size_t) > 4 ? 33 : 20))
#define MEMORY_BYTES ((HUGE_BLOCKS + 4) * BLOCK)

extern unsigned char memory[MEMORY_BYTES]; /* messages, up to its end */
extern unsigned char keys[BLAKE2B_KEYBYTES], hashes[BLAKE2B_OUTBYTES];
unsigned char sink;

static void blocks(blake2b_state_internal *S, const unsigned char *in, size_t bytes,
                   size_t stride) {
    /*@ assert \initialized((unsigned char *)S + (0 .. sizeof(*S) - 1)); */
    if (S->F[0]) {
        /*@ assert last_block: bytes <= 128; */
    } else {
        /*@ assert whole_blocks: bytes % 128 == 0; */
        /*@ assert distance: bytes <= 128 || stride == 128; */
    }
    if (bytes) {
        /*@ assert message: \initialized(in + 0) && \initialized(in + (bytes - 1)); */
        sink = in[0];
        sink = in[bytes - 1];
    }
    Frama_C_make_unknown((char *)S->H, sizeof S->H);
    Frama_C_make_unknown((char *)S->T, sizeof S->T);
}

static const struct kernel the_kernel = {"stub", (kernel_entry *)blocks, 1, 0, ""};
struct dispatch_choice blake2b_choice;
const struct dispatch blake2b_dispatch;

const struct kernel *dispatch_first(const struct dispatch *d) {
    return (void)d, Frama_C_interval(0, 1) ? &the_kernel : NULL;
}

static void choose(void) {
    blake2b_choice.chosen = Frama_C_interval(0, 1) ? &the_kernel : NULL;
}

/*
 * A state between init and final with this many bytes in the buffer. Its tag is right or arbitrary.
 */
static void make_state(blake2b_state *S, int buffered) {
    hash_state *state = (hash_state *)S;
    blake2b_init(S);
    Frama_C_make_unknown((char *)state->S.H, sizeof state->S.H);
    Frama_C_make_unknown((char *)state->S.T, sizeof state->S.T);
    Frama_C_make_unknown((char *)state->buffer, sizeof state->buffer);
    if (Frama_C_interval(0, 1)) {
        Frama_C_make_unknown((char *)state->tag, sizeof state->tag);
    }
    state->buffered = (unsigned char)buffered;
    state->digest_length = (unsigned char)Frama_C_interval(1, 64);
    state->last_node = (unsigned char)Frama_C_interval(0, 255);
}

static void check_state(const blake2b_state *S) {
    const hash_state *state = (const hash_state *)S;
    /*@ assert buffered: state->buffered <= 128; */
    /*@ assert digest: 1 <= state->digest_length <= 64; */
    /*@ assert written: \initialized((unsigned char *)&state->S + (0 .. sizeof(state->S) - 1)); */
    if (state->buffered) {
        /*@ assert filled: \initialized(&state->buffer[0 .. state->buffered - 1]); */
    }
}

/* Messages of LEAST to MOST bytes that end at least MOST bytes before the end of memory. */
static void append_range(int buffered, size_t least, size_t most) {
    const size_t bytes = Frama_C_size_t_interval(least, most);
    const unsigned char *in = memory + MEMORY_BYTES - most;
    blake2b_state S;
    make_state(&S, buffered);
    if (Frama_C_interval(0, 1)) {
        int error = blake2b_append(&S, in, bytes);
        /*@ assert append: error == 0 || error == -4 || error == -5 || error == -7; */
        (void)error;
    } else {
        blake2b_update(&S, in, bytes);
    }
    check_state(&S);
}

static void append_all(void) {
    int buffered;
    size_t i;
    for (buffered = 0; buffered <= BLOCK; buffered += STEP) {
        const size_t room = (size_t)(BLOCK - buffered);
        append_range(buffered, 0, room);
        for (i = 0; i < MOST_BLOCKS; i++) {
            append_range(buffered, room + i * BLOCK + 1, room + i * BLOCK + BLOCK);
            append_range(buffered, room + i * BLOCK + 1, room + i * BLOCK + 1);
        }
        append_range(buffered, room + HUGE_BLOCKS * BLOCK + 1, room + HUGE_BLOCKS * BLOCK + BLOCK);
    }
}

/* Damaged states, and addresses beyond memory: refused for any length, and nothing is read. */
static void refused(void) {
    blake2b_state S;
    size_t bytes = Frama_C_size_t_interval(1, (size_t)-1);
    int error;
    make_state(&S, 0);
    error = blake2b_append(&S, NULL, bytes);
    /*@ assert null_input: error == -1; */
    error = blake2b_append(NULL, memory, bytes);
    /*@ assert null_append: error == -1; */
    error = blake2b_append(&S, (unsigned char *)&S + 239, bytes);
    /*@ assert within: error == -7 || error == -4; */
    error = blake2b_finish(NULL, hashes, 64);
    /*@ assert null_finish: error == -1; */
    error = blake2b_finish(&S, NULL, 64);
    /*@ assert null_hash: error == -1; */
    ((hash_state *)&S)->buffered = (unsigned char)Frama_C_interval(129, 255);
    error = blake2b_append(&S, memory, bytes);
    /*@ assert full_append: error == -4; */
    error = blake2b_finish(&S, hashes, Frama_C_size_t_interval(0, (size_t)-1));
    /*@ assert full_finish: error == -4; */
    error = blake2b_last_node(&S);
    /*@ assert full_node: error == -4; */
    make_state(&S, 128);
    ((hash_state *)&S)->digest_length =
        (unsigned char)(Frama_C_interval(0, 1) ? 0 : Frama_C_interval(65, 255));
    error = blake2b_finish(&S, hashes, Frama_C_size_t_interval(0, (size_t)-1));
    /*@ assert digest_finish: error == -4; */
    error = blake2b_digest_init(&S, Frama_C_size_t_interval(65, (size_t)-1), keys, bytes);
    /*@ assert long_digest: error == -2; */
    error = blake2b_digest_init(&S, 64, keys, Frama_C_size_t_interval(65, (size_t)-1));
    /*@ assert long_key: error == -2; */
    error = blake2b_digest_init(&S, 64, NULL, bytes);
    /*@ assert null_key: error == -1; */
    error = blake2b_digest_init(NULL, 64, NULL, 0);
    /*@ assert null_init: error == -1; */
    error = blake2b_digest(NULL, 64, memory, bytes, keys, bytes);
    /*@ assert null_digest: error == -1; */
    error = blake2b_digest(hashes, 64, NULL, bytes, NULL, 0);
    /*@ assert null_message: error == -1; */
    (void)error;
}

static void finish_all(void) {
    int n;
    for (n = 0; n <= BLOCK; n++) {
        blake2b_state S;
        make_state(&S, n);
        blake2b_last_node(&S);
        blake2b_final(&S, hashes);
    }
    for (n = 1; n <= BLAKE2B_OUTBYTES; n++) {
        blake2b_state S;
        make_state(&S, Frama_C_interval(0, BLOCK));
        ((hash_state *)&S)->digest_length = (unsigned char)n;
        blake2b_finish(&S, hashes + BLAKE2B_OUTBYTES - n, Frama_C_size_t_interval(0, (size_t)-1));
    }
}

static void init_all(void) {
    size_t n;
    blake2b_state S;
    blake2b_init(&S);
    check_state(&S);
    for (n = 0; n <= BLAKE2B_KEYBYTES; n++) {
        blake2b_state T;
        const unsigned char *key = n ? keys + BLAKE2B_KEYBYTES - n : NULL;
        if (!blake2b_digest_init(&T, Frama_C_size_t_interval(0, (size_t)-1), key, n)) {
            check_state(&T);
        }
        blake2b_keyed_init(&S, key, n);
        check_state(&S);
    }
}

static void digest_range(size_t hashlen, size_t keylen, size_t least, size_t most) {
    unsigned char *hash = hashes + BLAKE2B_OUTBYTES - hashlen;
    const unsigned char *in = most ? memory + MEMORY_BYTES - most : NULL;
    const unsigned char *key = keylen ? keys + BLAKE2B_KEYBYTES - keylen : NULL;
    const size_t inlen = Frama_C_size_t_interval(least, most);
    blake2b_digest(hash, hashlen, in, inlen, key, keylen);
    if (hashlen == BLAKE2B_OUTBYTES) {
        blake2b_keyed(hash, in, inlen, key, keylen);
        blake2b(hash, in, inlen);
    }
}

static void digest_all(void) {
    size_t n, i;
    for (n = 0; n <= BLAKE2B_OUTBYTES; n++) {
        digest_range(BLAKE2B_OUTBYTES, n, 0, 0);
        for (i = 0; i < MOST_BLOCKS; i++) {
            digest_range(BLAKE2B_OUTBYTES, n, i * BLOCK + 1, i * BLOCK + BLOCK);
            digest_range(BLAKE2B_OUTBYTES, n, i * BLOCK + 1, i * BLOCK + 1);
        }
        digest_range(BLAKE2B_OUTBYTES, n, HUGE_BLOCKS * BLOCK + 1, HUGE_BLOCKS * BLOCK + BLOCK);
        digest_range(n, 64, 1, BLOCK);
    }
}

/* A call that fails must not have written: all bytes are still zero. */
static void check_untouched(const unsigned char *p, int bytes) {
    const int byte = p[Frama_C_interval(0, bytes - 1)];
    /*@ assert untouched: byte == 0; */
    (void)byte;
}

/* Arbitrary parameters. The key's length is N, or any value above. */
static void make_params(blake2b_params *P, size_t n) {
    Frama_C_make_unknown((char *)P, sizeof *P);
    P->key = n && Frama_C_interval(0, 1) ? keys + (n <= BLAKE2B_KEYBYTES ? BLAKE2B_KEYBYTES - n : 0)
                                         : NULL;
    P->key_length = n;
}

/* Into uninitialized memory, and into zeros. */
static void params_of(size_t n) {
    blake2b_params P;
    blake2b_state S, zeros = {{0}};
    int error;
    blake2b_params_init(&P);
    P.key_length = n % (BLAKE2B_KEYBYTES + 1);
    P.key = P.key_length ? keys + BLAKE2B_KEYBYTES - P.key_length : NULL;
    error = blake2b_init_params(&S, &P);
    /* -3 because Eva does not know the values of what memory_wipe's inline assembly has seen. */
    /*@ assert params_of_init: error == 0 || error == -3 || error == -7; */
    if (!error) {
        check_state(&S);
    }
    make_params(&P, n <= BLAKE2B_KEYBYTES ? n : Frama_C_size_t_interval(n, (size_t)-1));
    error = blake2b_init_params(&zeros, &P);
    /*@ assert init_params: error == 0 || error == -1 || error == -3 || error == -7; */
    /*@ assert key_refused: error || n <= 64; */
    if (!error) {
        check_state(&zeros);
    } else {
        check_untouched(zeros.opaque, sizeof zeros.opaque);
    }
}

static void params_all(void) {
    blake2b_params P;
    blake2b_state S = {{0}};
    unsigned char block[64];
    size_t n;
    int error;
    for (n = 0; n <= BLAKE2B_KEYBYTES; n += STEP_MORE) {
        params_of(n);
    }
    params_of(BLAKE2B_KEYBYTES + 1);
    Frama_C_make_unknown((char *)block, sizeof block);
    error = blake2b_init_block(&S, block);
    /*@ assert init_block: error == 0 || error == -3 || error == -7; */
    if (!error) {
        check_state(&S);
    } else {
        check_untouched(S.opaque, sizeof S.opaque);
    }
    error = blake2b_params_init(NULL);
    /*@ assert null_params: error == -1; */
    error = blake2b_init_block(&S, NULL);
    /*@ assert null_block: error == -1; */
    error = blake2b_init_block(NULL, block);
    /*@ assert null_block_init: error == -1; */
    error = blake2b_init_params(NULL, &P);
    /*@ assert null_params_init: error == -1; */
    error = blake2b_init_params(&S, NULL);
    /*@ assert null_params_taken: error == -1; */
    (void)error;
}

/* One call with parameters, of each digest length and key length. */
static void hash_range(size_t hashlen, size_t keylen, size_t least, size_t most) {
    unsigned char *hash = hashes + BLAKE2B_OUTBYTES - hashlen;
    const unsigned char *in = most ? memory + MEMORY_BYTES - most : NULL;
    blake2b_params P;
    int error;
    make_params(&P, keylen);
    error = blake2b_hash(&P, hash, hashlen, in, Frama_C_size_t_interval(least, most));
    /*@ assert hashed: -5 <= error <= 0 && error != -4; */
    (void)error;
}

static void hash_all(void) {
    size_t n, i;
    for (n = 0; n <= BLAKE2B_KEYBYTES; n += STEP_MORE) {
        hash_range(BLAKE2B_OUTBYTES, n, 0, 0);
        for (i = 0; i < MOST_BLOCKS; i++) {
            hash_range(BLAKE2B_OUTBYTES, n, i * BLOCK + 1, i * BLOCK + BLOCK);
        }
        hash_range(n, 64, 1, BLOCK);
    }
}

/* ---- saved states ---- */

enum { BUFFERED = 11 };

static void export_all(void) {
    int n;
    for (n = 0; n <= BLOCK; n += STEP_MORE) {
        blake2b_state S;
        unsigned char saved[BLAKE2B_SAVED_BYTES] = {0};
        int error;
        make_state(&S, n);
        error = blake2b_export(&S, saved,
                               Frama_C_interval(0, 1) ? BLAKE2B_SAVED_BYTES
                                                      : Frama_C_size_t_interval(0, (size_t)-1));
        /*@ assert exported: error == 0 || error == -2 || error == -4 || error == -5 || error == -7; */
        if (!error) {
            /*@ assert kind: saved[8] == 1; */
            /*@ assert saved_digest: 1 <= saved[9] <= 64; */
            /*@ assert saved_node: saved[10] <= 1; */
            /*@ assert saved_buffered: saved[11] == n; */
        } else {
            check_untouched(saved, sizeof saved);
        }
    }
}

/* A saved state from untrusted bytes: arbitrary, with each number of bytes in the buffer. */
static void import_all(void) {
    int n, error;
    for (n = 0; n <= 255; n += STEP_MORE) {
        blake2b_state S = {{0}};
        unsigned char saved[BLAKE2B_SAVED_BYTES];
        Frama_C_make_unknown((char *)saved, sizeof saved);
        saved[BUFFERED] = (unsigned char)n;
        error = blake2b_import(&S, saved,
                               Frama_C_interval(0, 1) ? BLAKE2B_SAVED_BYTES
                                                      : Frama_C_size_t_interval(0, (size_t)-1));
        /*@ assert taken: error == 0 || error == -2 || error == -5 || error == -7 || error == -8; */
        if (!error) {
            const int whole = blake2b_intact(&S);
            /*@ assert imported: n <= 128; */
            /*@ assert imported_whole: whole == 1; */
            (void)whole;
            check_state(&S);
            /* It continues, and can be saved again. */
            blake2b_append(&S, memory + MEMORY_BYTES - BLOCK, Frama_C_size_t_interval(0, BLOCK));
            check_state(&S);
        } else {
            check_untouched(S.opaque, sizeof S.opaque);
        }
    }
    {
        blake2b_state S;
        unsigned char saved[BLAKE2B_SAVED_BYTES];
        Frama_C_make_unknown((char *)saved, sizeof saved);
        error = blake2b_import(NULL, saved, sizeof saved);
        /*@ assert null_import: error == -1; */
        error = blake2b_import(&S, NULL, sizeof saved);
        /*@ assert null_saved: error == -1; */
        error = blake2b_export(NULL, saved, sizeof saved);
        /*@ assert null_export: error == -1; */
        make_state(&S, 0);
        error = blake2b_export(&S, NULL, sizeof saved);
        /*@ assert null_saving: error == -1; */
    }
    (void)error;
}

/* The entry points: everything, or the part that has a fault. */
void refused_calls(void);
void updates(void);
void finals(void);
void parameters(void);
void saved_states(void);

void refused_calls(void) {
    choose();
    refused();
}

void updates(void) {
    choose();
    append_all();
}

void finals(void) {
    choose();
    finish_all();
}

void parameters(void) {
    choose();
    params_all();
    hash_all();
}

void saved_states(void) {
    choose();
    export_all();
    import_all();
}

int main(void) {
    choose();
    init_all();
    refused();
    append_all();
    finish_all();
    digest_all();
    params_all();
    hash_all();
    export_all();
    import_all();
    return 0;
}
