/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/* Many messages in parallel; when one ends, the next takes its lane. */
#include "blake2s_internal.h"

#define JOB blake2s_job
#include "driver/many.inc"

typedef struct work {
    blake2s_lanes L;
    unsigned char blocks[BLAKE2S_LANES_MAX][BLAKE2S_BLOCKBYTES]; /* last blocks, zero-padded */
    const unsigned char *in[BLAKE2S_LANES_MAX];                  /* unread part of each message */
    size_t left[BLAKE2S_LANES_MAX];
    unsigned char *hash[BLAKE2S_LANES_MAX];
    unsigned active; /* the first lanes have messages */
    /* A key's block, and the state after it; for an empty message the block is the last one. */
    unsigned char key[BLAKE2S_BLOCKBYTES];
    blake2s_chain first, empty;
} work;

static void move(work *w, unsigned to, unsigned from) {
    const blake2s_chain S = blake2s_lane(&w->L, from);
    blake2s_set_lane(&w->L, to, &S);
    w->in[to] = w->in[from];
    w->left[to] = w->left[from];
    w->hash[to] = w->hash[from];
}

static void begin(work *w, const blake2s_job *job, int keyed) {
    const unsigned j = w->active++;
    const int empty = keyed && !job->inlen;
    blake2s_set_lane(&w->L, j, empty ? &w->empty : &w->first);
    w->in[j] = empty ? w->key : (const unsigned char *)job->in;
    w->left[j] = empty ? BLAKE2S_BLOCKBYTES : job->inlen;
    w->hash[j] = job->hash;
}

/*
 * The number of blocks that no message of the first COLUMNS lanes ends in; or one block, which ends
 * some. Lanes after these read the first one's message.
 */
static size_t prepare(work *w, unsigned columns) {
    size_t blocks = (size_t)-1;
    unsigned j;
    for (j = 0; j < columns; j++) {
        const size_t whole = w->left[j] ? (w->left[j] - 1) / BLAKE2S_BLOCKBYTES : 0;
        blocks = whole < blocks ? whole : blocks;
    }
    for (j = 0; j < columns; j++) {
        const int last = !blocks && w->left[j] <= BLAKE2S_BLOCKBYTES;
        w->L.last[j] = last ? ~(uint32_t)0 : 0;
        w->L.add[j] = last ? (uint32_t)w->left[j] : BLAKE2S_BLOCKBYTES;
        w->L.in[j] = w->in[j];
        if (last) {
            memory_copy(w->blocks[j], w->in[j], w->left[j]);
            memset(w->blocks[j] + w->left[j], 0, BLAKE2S_BLOCKBYTES - w->left[j]);
            w->L.in[j] = w->blocks[j];
        }
    }
    for (; j < BLAKE2S_LANES_MAX; j++) {
        w->L.in[j] = w->L.in[0];
    }
    return blocks ? blocks : 1;
}

/* Compresses one lane with the single-message kernel. */
static void alone(work *w, blake2s_blocks_fn *compress, size_t blocks) {
    blake2s_chain S = blake2s_lane(&w->L, 0);
    compress(&S, w->L.in[0], blocks, w->L.add[0]);
    blake2s_set_lane(&w->L, 0, &S);
    memory_wipe(&S, sizeof S);
}

static NOINLINE void all(const blake2s_params *params, const blake2s_job *jobs, size_t count,
                         blake2s_blocks_fn *compress) {
    work w;
    memset(&w, 0, sizeof w);
    blake2s_begin(&w.first, params);
    w.empty = w.first;
    if (params->key_length) {
        memcpy(w.key, params->key, params->key_length);
        compress(&w.first, w.key, 1, BLAKE2S_BLOCKBYTES);
    }
    while (count || w.active) {
        const struct kernel *k;
        unsigned columns, j;
        size_t blocks;
        while (count && w.active < BLAKE2S_LANES_MAX) {
            begin(&w, jobs++, params->key_length != 0);
            count--;
        }
        k = dispatch_lanes_next(&blake2s_lanes_dispatch, &blake2s_dispatch, w.active);
        columns = !k ? 1 : k->messages < w.active ? k->messages : w.active;
        blocks = prepare(&w, columns);
        if (k) {
            BLAKE2S_LANES(k)(&w.L, blocks);
        } else {
            alone(&w, compress, blocks);
        }
        for (j = columns; j--;) {
            if (w.L.last[j]) {
                const blake2s_chain S = blake2s_lane(&w.L, j);
                blake2s_digest(w.hash[j], &S, params->digest_length);
                w.active--;
                if (j != w.active) {
                    move(&w, j, w.active);
                }
            } else {
                w.in[j] += blocks * BLAKE2S_BLOCKBYTES;
                w.left[j] -= blocks * BLAKE2S_BLOCKBYTES;
            }
        }
    }
    memory_wipe(&w, sizeof w);
}

int blake2s_many(const blake2s_params *params, const blake2s_job *jobs, size_t count) {
    const struct kernel *const k = dispatch_auto(&blake2s_choice, &blake2s_dispatch);
    int error = !params ? BLAKE2S_ERROR_NULL : blake2s_check(params);
    error = error ? error : check(jobs, count, params->digest_length);
    if (error || !k) {
        return error ? error : BLAKE2S_ERROR_STARTUP;
    }
    dispatch_lanes_for(&blake2s_lanes_dispatch, &blake2s_dispatch,
                       BLAKE2S_LANES_MAX); /* and runs their self-tests */
    all(params, jobs, count, BLAKE2S_BLOCKS(k));
    return BLAKE2S_OK;
}
