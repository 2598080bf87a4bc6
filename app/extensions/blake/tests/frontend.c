/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/*
 * The program that Frama-C's Eva analyzes for libblake: the calls of blake_front.inc, for one
 * WIDTH. frontend.sh runs it.
 */
#include "blake_width.h"

#include "__fc_builtin.h"

enum { MOST_BLOCKS = 3 };
#define BLOCK ((size_t)BLOCK_BYTES)
#define HUGE_BLOCKS ((size_t)1 << (sizeof(size_t) > 4 ? 33 : 20))
#define MEMORY_BYTES ((HUGE_BLOCKS + 4) * BLOCK)

extern unsigned char memory[MEMORY_BYTES]; /* messages, up to its end */
extern unsigned char salts[SALT_BYTES], hashes[DIGEST_BYTES];
unsigned char sink;

static void stub(chain *S, const unsigned char *in, size_t blocks, unsigned bits) {
    const unsigned most = 8 * BLOCK_BYTES;
    /*@ assert \initialized((unsigned char *)S + (0 .. sizeof(*S) - 1)); */
    /*@ assert bits: bits <= most; */
    if (bits != most) {
        /*@ assert last: blocks == 1; */
    }
    if (!bits) {
        const word t = S->t[0] | S->t[1];
        /*@ assert counter: t == 0; */
        (void)t;
    }
    if (blocks) {
        sink = in[0];
        sink = in[blocks * BLOCK - 1];
    }
    Frama_C_make_unknown((char *)S->h, sizeof S->h);
    Frama_C_make_unknown((char *)S->t, sizeof S->t);
}

static const struct kernel the_kernel = {"stub", (kernel_entry *)stub, 1, 0, ""};
struct dispatch_choice OF_WIDTH(choice);
const struct dispatch OF_WIDTH(dispatch);

/* The choice is the same every time: import and export ask twice. */
static const struct kernel *first;
const struct kernel *dispatch_first(const struct dispatch *d) {
    return (void)d, first;
}

static const unsigned char *salt(void) {
    return Frama_C_interval(0, 1) ? salts : NULL;
}

/* A length from untrusted bytes: valid, or in one of the ranges around. */
static int any_length(void) {
    switch (Frama_C_interval(0, 4)) {
    case 0: return SHORT_BYTES;
    case 1: return DIGEST_BYTES;
    case 2: return Frama_C_interval(0, SHORT_BYTES - 1);
    case 3: return Frama_C_interval(SHORT_BYTES + 1, DIGEST_BYTES - 1);
    default: return Frama_C_interval(DIGEST_BYTES + 1, 255);
    }
}

static size_t digest_length(void) {
    return Frama_C_interval(0, 1) ? SHORT_BYTES : DIGEST_BYTES;
}

/*
 * A state between init and final with this many bytes in the buffer. Its tag is right or arbitrary.
 */
static void make_state(state *S, size_t buffered) {
    inside *s = (inside *)(void *)S;
    OF_WIDTH(digest_init)(S, DIGEST_BYTES, NULL);
    Frama_C_make_unknown((char *)&s->S, sizeof s->S);
    Frama_C_make_unknown((char *)s->buffer, sizeof s->buffer);
    if (Frama_C_interval(0, 1)) {
        Frama_C_make_unknown((char *)s->tag, sizeof s->tag);
    }
    s->buffered = (unsigned char)buffered;
    s->digest_length = (unsigned char)digest_length();
}

static void check_state(const state *S) {
    const inside *s = (const inside *)(const void *)S;
    /*@ assert written: \initialized((unsigned char *)&s->S + (0 .. sizeof(s->S) - 1)); */
    /*@ assert buffered: s->buffered < BLOCK_BYTES; */
    /*@ assert digest: s->digest_length == SHORT_BYTES || s->digest_length == DIGEST_BYTES; */
    if (s->buffered) {
        /*@ assert filled: \initialized(&s->buffer[0 .. s->buffered - 1]); */
    }
}

/* A call that fails must not have written: all bytes are still zero. */
static void check_untouched(const void *p, int bytes) {
    const int byte = ((const unsigned char *)p)[Frama_C_interval(0, bytes - 1)];
    /*@ assert untouched: byte == 0; */
    (void)byte;
}

static void append_range(size_t buffered, size_t least, size_t most) {
    state S;
    int error;
    make_state(&S, buffered);
    error = OF_WIDTH(append)(&S, memory + MEMORY_BYTES - most,
                             Frama_C_size_t_interval(least, most));
    /*@ assert append: error == 0 || error == BLAKE_ERROR_STATE || error == BLAKE_ERROR_STARTUP ||
                       error == BLAKE_ERROR_OVERLAP; */
    (void)error;
    check_state(&S);
}

static void updates(void) {
    size_t n, i;
    for (n = 0; n < BLOCK; n += STEP) {
        const size_t room = BLOCK - n;
        append_range(n, 0, room - 1);
        for (i = 0; i < MOST_BLOCKS; i++) {
            append_range(n, room + i * BLOCK, room + i * BLOCK + BLOCK - 1);
            append_range(n, room + i * BLOCK, room + i * BLOCK);
        }
        append_range(n, room + HUGE_BLOCKS * BLOCK, room + HUGE_BLOCKS * BLOCK + BLOCK - 1);
    }
}

static void finals(void) {
    size_t n;
    for (n = 0; n < BLOCK; n += STEP) {
        const size_t length = digest_length();
        state S;
        make_state(&S, n);
        ((inside *)(void *)&S)->digest_length = (unsigned char)length;
        OF_WIDTH(finish)
        (&S, hashes + DIGEST_BYTES - length,
         Frama_C_interval(0, 1) ? length : Frama_C_size_t_interval(0, (size_t)-1));
        make_state(&S, n);
        ((inside *)(void *)&S)->digest_length = (unsigned char)length;
        OF_WIDTH(final)(&S, hashes + DIGEST_BYTES - length);
    }
    for (n = 0; n <= MOST_BLOCKS * BLOCK; n += STEP) {
        const size_t length = digest_length();
        OF_WIDTH(digest)
        (hashes + DIGEST_BYTES - length, length, n ? memory + MEMORY_BYTES - n : NULL, n, salt());
    }
}

static void saved_states(void) {
    size_t n;
    int error;
    for (n = 0; n < 256; n += STEP) {
        state S = {{0}};
        unsigned char saved[SAVED_BYTES] = {0};
        if (n < BLOCK) {
            make_state(&S, n);
            error = OF_WIDTH(export)(&S, saved,
                                     Frama_C_interval(0, 1)
                                         ? SAVED_BYTES
                                         : Frama_C_size_t_interval(0, (size_t)-1));
            if (error) {
                check_untouched(saved, sizeof saved);
            }
        }
        memset(&S, 0, sizeof S);
        Frama_C_make_unknown((char *)saved, sizeof saved);
        saved[9] = (unsigned char)any_length();
        saved[10] = (unsigned char)n;
        error = OF_WIDTH(import)(&S, saved,
                                 Frama_C_interval(0, 1) ? SAVED_BYTES
                                                        : Frama_C_size_t_interval(0, (size_t)-1));
        if (!error && !OF_WIDTH(intact)(&S)) {
            /*
             * Cannot happen. But Eva knows no addresses: it assumes that S overlaps the salt here,
             * although the first check found no overlap.
             */
        } else if (!error) {
            check_state(&S);
        } else {
            check_untouched(&S, sizeof S);
        }
    }
}

static void choose(void) {
    first = Frama_C_interval(0, 1) ? &the_kernel : NULL;
    OF_WIDTH(choice).chosen = first && Frama_C_interval(0, 1) ? first : NULL;
}

/* The entry points: everything, or the part that has a fault. */
void imports(void);

void imports(void) {
    choose();
    saved_states();
}

int main(void) {
    choose();
    updates();
    finals();
    saved_states();
    return 0;
}
