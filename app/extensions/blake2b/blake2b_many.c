/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/*
 * Many independent messages at once: as many as a kernel has lanes go through it side by side,
 * and where one ends the next takes its lane.
 */
#include <string.h>

#include "blake2b_internal.h"

static int check(const blake2b_params *P, const blake2b_job *jobs, size_t count) {
    const int error = blake2b_check_params(P);
    size_t i;
    if (error) {
        return error;
    }
    if (!jobs && count) {
        return BLAKE2B_ERROR_NULL;
    }
    for (i = 0; i < count; i++) {
        if (!jobs[i].hash || (!jobs[i].in && jobs[i].inlen)) {
            return BLAKE2B_ERROR_NULL;
        }
    }
    return BLAKE2B_OK;
}

#if defined(BLAKE2B_HAVE_LANES)
#include "blake2b_words.h"

/* A message on its way. */
typedef struct lane {
    const unsigned char *in; /* what is left of it */
    size_t left;
    unsigned char *hash;
} lane;

typedef struct work {
    blake2b_lanes L;
    uint64_t start[8][BLAKE2B_LANES_MAX];               /* H before the first block, in every lane */
    unsigned char pad[BLAKE2B_LANES_MAX][BLAKE2B_BLOCKBYTES]; /* last blocks with zeros after them */
    unsigned char padded[BLAKE2B_LANES_MAX];            /* bytes in front of those zeros */
    lane lanes[BLAKE2B_LANES_MAX];                      /* the first ACTIVE are in use */
    unsigned active;

    const blake2b_job *jobs; /* those that have not begun */
    size_t count;
    size_t digest_length;
    uint64_t last_node;      /* f1 of last blocks */
    blake2b_blocks_fn *blocks; /* the serial kernel */

    /* With a key, all messages but the empty ones go on from the state behind the key's block. That
       block is the last of an empty one, which begins as without a key. */
    size_t key_length;
    uint64_t counter;        /* T at the start: 0, or 128 with a key */
    unsigned char key_block[BLAKE2B_BLOCKBYTES];
    blake2b_state_internal empty, first;
} work;

static const unsigned char *pad(work *w, unsigned j, const unsigned char *in, size_t bytes) {
    if (bytes == BLAKE2B_BLOCKBYTES) {
        return in;
    }
    memory_copy(w->pad[j], in, bytes);
    if (bytes < w->padded[j]) {
        memset(w->pad[j] + bytes, 0, w->padded[j] - bytes);
    }
    w->padded[j] = (unsigned char)bytes;
    return w->pad[j];
}

static void output(const work *w, unsigned j, unsigned char *hash) {
    if (w->digest_length == BLAKE2B_OUTBYTES) {
        store_lane(&w->L, j, hash);
    } else {
        unsigned char all[BLAKE2B_OUTBYTES];
        store_lane(&w->L, j, all);
        memory_copy(hash, all, w->digest_length);
        memory_wipe(all, sizeof all);
    }
}

/* The next message takes lane J. */
static void begin(work *w, unsigned j) {
    lane *l = &w->lanes[j];
    l->in = (const unsigned char *)w->jobs->in;
    l->left = w->jobs->inlen;
    l->hash = w->jobs->hash;
    w->L.T[0][j] = w->counter;
    w->L.T[1][j] = 0;
    if (l->left || !w->key_length) {
        load_lane(&w->L, j, w->first.H);
    } else {
        load_lane(&w->L, j, w->empty.H);
        w->L.T[0][j] = 0;
        l->in = w->key_block;
        l->left = BLAKE2B_BLOCKBYTES;
    }
    w->jobs++;
    w->count--;
}

/* Lane J is free: the last one moves there. */
static void drop(work *w, unsigned j) {
    const unsigned last = --w->active;
    unsigned i;
    if (j != last) {
        w->lanes[j] = w->lanes[last];
        for (i = 0; i < 8; i++) {
            memory_copy(&w->L.H[i][j], &w->L.H[i][last], sizeof w->L.H[i][j]);
        }
        w->L.T[0][j] = w->L.T[0][last];
        w->L.T[1][j] = w->L.T[1][last];
    }
}

/* One kernel call: while no lane is at its last block, as many blocks as every lane has before it;
   otherwise one block in every lane. */
static void step(work *w, const struct kernel *kernel) {
    size_t blocks = (size_t)-1;
    unsigned j;
    for (j = 0; j < w->active; j++) {
        const lane *l = &w->lanes[j];
        const int last = l->left <= BLAKE2B_BLOCKBYTES;
        const size_t whole = last ? 1 : (l->left - 1) / BLAKE2B_BLOCKBYTES;
        blocks = whole < blocks ? whole : blocks;
        w->L.F[0][j] = last ? ~(uint64_t)0 : 0;
        w->L.F[1][j] = last ? w->last_node : 0;
        w->L.add[j] = last ? l->left : BLAKE2B_BLOCKBYTES;
        w->L.in[j] = last ? pad(w, j, l->in, l->left) : l->in;
    }
    for (; j < kernel->messages; j++) {
        w->L.in[j] = w->L.in[0]; /* of no use, but it must be readable */
    }
    BLAKE2B_LANES(kernel)(&w->L, blocks, BLAKE2B_BLOCKBYTES);
    for (j = w->active; j--;) {
        lane *l = &w->lanes[j];
        if (l->left > BLAKE2B_BLOCKBYTES) {
            l->in += blocks * BLAKE2B_BLOCKBYTES;
            l->left -= blocks * BLAKE2B_BLOCKBYTES;
            continue;
        }
        output(w, j, l->hash);
        if (w->count) {
            begin(w, j);
        } else {
            drop(w, j);
        }
    }
}

/* By the vector registers that every kernel clears, and not by others, which memcpy may use. */
static void copy_start(blake2b_lanes *L, uint64_t start[8][BLAKE2B_LANES_MAX]) {
    unsigned i, j;
    for (i = 0; i < 8; i++) {
        for (j = 0; j < BLAKE2B_LANES_MAX; j += 2) {
            memcpy(&L->H[i][j], &start[i][j], 16);
#if defined(__GNUC__)
            __asm__ __volatile__("" : : : "memory");
#endif
        }
    }
}

/* Messages of one block, LANES at a time while all of them are: no more is done for each than must be. */
static void short_messages(work *w, const struct kernel *kernel) {
    const unsigned lanes = kernel->messages;
    const size_t least = w->key_length ? 1 : 0;
    unsigned j;
    memset(w->L.F[0], 0xff, sizeof w->L.F[0]);
    for (j = 0; j < BLAKE2B_LANES_MAX; j++) {
        w->L.F[1][j] = w->last_node;
    }
    for (; w->count >= lanes; w->jobs += lanes, w->count -= lanes) {
        const blake2b_job *jobs = w->jobs;
        for (j = 0; j < lanes; j++) {
            if (jobs[j].inlen < least || jobs[j].inlen > BLAKE2B_BLOCKBYTES) {
                return;
            }
        }
        copy_start(&w->L, w->start);
        for (j = 0; j < BLAKE2B_LANES_MAX; j++) {
            w->L.T[0][j] = w->counter;
            w->L.T[1][j] = 0;
        }
        for (j = 0; j < lanes; j++) {
            w->L.add[j] = jobs[j].inlen;
            w->L.in[j] = pad(w, j, (const unsigned char *)jobs[j].in, jobs[j].inlen);
        }
        BLAKE2B_LANES(kernel)(&w->L, 1, BLAKE2B_BLOCKBYTES);
        for (j = 0; j < lanes; j++) {
            output(w, j, jobs[j].hash);
        }
    }
}

/* The rest of the message in lane J by the serial kernel. */
static void finish(work *w, unsigned j) {
    const lane *l = &w->lanes[j];
    blake2b_state_internal S;
    store_lane(&w->L, j, S.H);
    move_word(S.T, &w->L.T[0][j]);
    move_word(S.T + 8, &w->L.T[1][j]);
    memset(S.F, 0, sizeof S.F);
    blake2b_whole(w->blocks, &S, l->hash, w->digest_length, l->in, l->left, NULL, 0, w->last_node != 0);
}

static void in_lanes(work *w, const struct kernel *kernel) {
    unsigned i, j;
    for (i = 0; i < 8; i++) {
        for (j = 0; j < BLAKE2B_LANES_MAX; j++) {
            move_word(&w->start[i][j], w->first.H + 8 * i);
        }
    }
    memset(&w->L, 0, sizeof w->L);
    memset(w->pad, 0, sizeof w->pad);
    memset(w->padded, 0, sizeof w->padded);
    w->active = 0;
    for (;;) {
        if (!w->active) {
            short_messages(w, kernel);
        }
        while (w->active < kernel->messages && w->count) {
            begin(w, w->active++);
        }
        if (w->count) {
            step(w, kernel);
        } else {
            const struct kernel *fitting = blake2b_lanes_for(w->active);
            if (!fitting) {
                break;
            }
            /* Another thread may have selected other kernels meanwhile: then the first one goes on. */
            step(w, fitting->messages >= w->active ? fitting : kernel);
        }
    }
    for (j = 0; j < w->active; j++) {
        finish(w, j);
    }
    memory_wipe(&w->L, sizeof w->L);
    memory_wipe(w->pad, sizeof w->pad);
}

int blake2b_many(const blake2b_params *P, const blake2b_job *jobs, size_t count) {
    CACHE_ALIGNED work w;
    const struct kernel *serial;
    const struct kernel *kernel;
    int error = check(P, jobs, count);
    if (error) {
        return error;
    }
    serial = blake2b_auto();
    if (!serial) {
        return BLAKE2B_ERROR_STARTUP;
    }
    w.blocks = BLAKE2B_BLOCKS(serial);
    w.jobs = jobs;
    w.count = count;
    w.digest_length = P->digest_length;
    w.last_node = P->last_node ? ~(uint64_t)0 : 0;
    w.key_length = P->key_length;
    w.counter = 0;
    blake2b_begin_params(&w.first, P);
    if (P->key_length) {
        memset(w.key_block, 0, sizeof w.key_block);
        memory_copy(w.key_block, P->key, P->key_length);
        w.counter = BLAKE2B_BLOCKBYTES;
        w.empty = w.first;
        w.blocks(&w.first, w.key_block, BLAKE2B_BLOCKBYTES, 0);
    }
    kernel = blake2b_lanes_for(count);
    if (kernel) {
        in_lanes(&w, kernel);
    } else {
        for (; w.count; w.jobs++, w.count--) {
            const int keyed = w.key_length && !w.jobs->inlen;
            blake2b_state_internal S;
            memory_copy(&S, keyed ? &w.empty : &w.first, sizeof S);
            blake2b_whole(w.blocks, &S, w.jobs->hash, w.digest_length, (const unsigned char *)w.jobs->in,
                          w.jobs->inlen, w.key_block, keyed ? w.key_length : 0, P->last_node);
        }
    }
    if (w.key_length) {
        memory_wipe(w.key_block, sizeof w.key_block);
        memory_wipe(&w.first, sizeof w.first);
        memory_wipe(w.start, sizeof w.start);
    }
    return BLAKE2B_OK;
}

#else

int blake2b_many(const blake2b_params *P, const blake2b_job *jobs, size_t count) {
    int error = check(P, jobs, count);
    size_t i;
    for (i = 0; !error && i < count; i++) {
        error = blake2b_hash(P, jobs[i].hash, P->digest_length, jobs[i].in, jobs[i].inlen);
    }
    return error;
}

#endif
