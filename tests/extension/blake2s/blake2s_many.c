/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/* Many messages in parallel; when one ends, the next takes its lane. */
#include "blake2s_internal.h"

typedef struct work {
    blake2s_lanes L;
    unsigned char blocks[BLAKE2S_LANES_MAX][BLAKE2S_BLOCKBYTES]; /* last blocks, zero-padded */
    const unsigned char *in[BLAKE2S_LANES_MAX];                  /* unread part of each message */
    size_t left[BLAKE2S_LANES_MAX];
    unsigned char *hash[BLAKE2S_LANES_MAX];
    unsigned active; /* the first lanes have messages */
} work;

static int check(const blake2s_params *params, const blake2s_job *jobs, size_t count) {
    size_t i;
    int error;
    if (!params || (!jobs && count)) {
        return BLAKE2S_ERROR_NULL;
    }
    error = blake2s_check(params);
    if (error || !memory_array_fits(jobs, count, sizeof *jobs)) {
        return error ? error : BLAKE2S_ERROR_LENGTH;
    }
    for (i = 0; i < count; i++) {
        if (!jobs[i].hash || (!jobs[i].in && jobs[i].inlen)) {
            return BLAKE2S_ERROR_NULL;
        }
        if (!memory_fits(jobs[i].in, jobs[i].inlen) ||
            !memory_fits(jobs[i].hash, params->digest_length)) {
            return BLAKE2S_ERROR_LENGTH;
        }
    }
    return dispatch_auto(&blake2s_choice, &blake2s_dispatch) ? BLAKE2S_OK : BLAKE2S_ERROR_STARTUP;
}

/* Copies lane FROM to lane TO. */
static void copy(blake2s_lanes *L, unsigned to, unsigned from) {
    const blake2s_chain S = blake2s_lane(L, from);
    blake2s_set_lane(L, to, &S);
}

static void move(work *w, unsigned to, unsigned from) {
    copy(&w->L, to, from);
    w->in[to] = w->in[from];
    w->left[to] = w->left[from];
    w->hash[to] = w->hash[from];
}

static void begin(work *w, const blake2s_chain *first, const blake2s_job *job) {
    const unsigned j = w->active++;
    blake2s_set_lane(&w->L, j, first);
    w->in[j] = (const unsigned char *)job->in;
    w->left[j] = job->inlen;
    w->hash[j] = job->hash;
}

/*
 * The number of blocks that no message of the first COLUMNS lanes ends in; or one block, which ends
 * some.
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
    return blocks;
}

/* Lanes from ACTIVE on repeat the first one. */
static void fill(work *w, unsigned columns) {
    unsigned j;
    for (j = w->active; j < columns; j++) {
        copy(&w->L, j, 0);
        w->L.add[j] = w->L.add[0];
        w->L.in[j] = w->L.in[0];
    }
}

/* Compresses one lane with the single-message kernel. */
static void alone(work *w, blake2s_blocks_fn *compress, size_t blocks) {
    blake2s_chain S = blake2s_lane(&w->L, 0);
    compress(&S, w->L.in[0], blocks, w->L.add[0]);
    blake2s_set_lane(&w->L, 0, &S);
    memory_wipe(&S, sizeof S);
}

static NOINLINE void all(const blake2s_params *params, const blake2s_job *jobs, size_t count) {
    blake2s_blocks_fn *const compress = BLAKE2S_BLOCKS(
        dispatch_auto(&blake2s_choice, &blake2s_dispatch));
    work w;
    blake2s_chain first;
    blake2s_begin(&first, params);
    w.active = 0;
    if (params->key_length) {
        memset(w.blocks[0], 0, BLAKE2S_BLOCKBYTES);
        memcpy(w.blocks[0], params->key, params->key_length);
        compress(&first, w.blocks[0], 1, BLAKE2S_BLOCKBYTES);
    }
    while (count || w.active) {
        const struct kernel *k;
        unsigned columns, j;
        size_t blocks;
        while (count && w.active < BLAKE2S_LANES_MAX) {
            begin(&w, &first, jobs++);
            count--;
        }
        k = dispatch_lanes_next(&blake2s_lanes_dispatch, &blake2s_dispatch, w.active);
        columns = !k ? 1 : k->messages < w.active ? k->messages : w.active;
        blocks = prepare(&w, columns);
        if (k) {
            fill(&w, k->messages);
            BLAKE2S_LANES(k)(&w.L, blocks ? blocks : 1);
        } else {
            alone(&w, compress, blocks ? blocks : 1);
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
                w.in[j] += (blocks ? blocks : 1) * BLAKE2S_BLOCKBYTES;
                w.left[j] -= (blocks ? blocks : 1) * BLAKE2S_BLOCKBYTES;
            }
        }
    }
    memory_wipe(&w, sizeof w);
    memory_wipe(&first, sizeof first);
}

int blake2s_many(const blake2s_params *params, const blake2s_job *jobs, size_t count) {
    const int error = check(params, jobs, count);
    size_t i, run;
    if (error) {
        return error;
    }
    dispatch_lanes_for(&blake2s_lanes_dispatch, &blake2s_dispatch,
                       BLAKE2S_LANES_MAX); /* and runs their self-tests */
    /* The key's block is the last one of an empty message: such messages are hashed one by one. */
    for (i = 0; i < count; i += run) {
        run = 0;
        while (i + run < count && (jobs[i + run].inlen || !params->key_length)) {
            run++;
        }
        if (run) {
            all(params, jobs + i, run);
        } else {
            blake2s_state S;
            if (blake2s_init(&S, params)) {
                return BLAKE2S_ERROR_STARTUP;
            }
            blake2s_final(&S, jobs[i].hash);
            run = 1;
        }
    }
    return BLAKE2S_OK;
}
