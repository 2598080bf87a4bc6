/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/*
 * An example: tree hashing (BLAKE2 paper section 2.10) of a file, the leaves on several threads.
 *
 * The file is cut into leaves of 4096 bytes, the last one shorter. Every inner node hashes the
 * digests of its two children, or of one where there is no second, up to one root. Each node's
 * parameters give its position, so that no node can be taken for another one, and the last node of
 * each level is marked. A change in the file costs one leaf and one node for each level.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <blake2b.h>

#if defined(__unix__) || defined(__APPLE__)
#include <pthread.h>
#define THREADS 4
#else
#define THREADS 1 /* one after the other */
#endif

#define LEAF 4096

static blake2b_params node(unsigned level, size_t offset, int last) {
    blake2b_params P;
    blake2b_params_init(&P);
    P.fanout = 2;
    P.depth = 255; /* no limit */
    P.leaf_length = LEAF;
    P.inner_length = 64;
    P.node_depth = level;
    P.node_offset = offset;
    P.last_node = last;
    return P;
}

typedef struct share {
    const char *path;
    unsigned char *digests; /* of all leaves */
    size_t leaves, first;   /* every THREADS-th, from this one on */
    int failed;
} share;

static void *hash_leaves(void *argument) {
    share *s = (share *)argument;
    FILE *f = fopen(s->path, "rb");
    size_t i;
    s->failed = !f;
    for (i = s->first; !s->failed && i < s->leaves; i += THREADS) {
        unsigned char leaf[LEAF];
        blake2b_params P = node(0, i, i == s->leaves - 1);
        size_t bytes;
        s->failed = fseek(f, (long)(i * LEAF), SEEK_SET) != 0;
        bytes = fread(leaf, 1, LEAF, f);
        s->failed |= ferror(f) ||
                     blake2b_hash(&P, s->digests + 64 * i, 64, leaf, bytes) != BLAKE2B_OK;
    }
    if (f) {
        fclose(f);
    }
    return NULL;
}

/* The root's digest; returns 0, or -1 if the file cannot be read. */
static int tree_hash(const char *path, unsigned char digest[64]) {
    share shares[THREADS];
    unsigned char *digests;
    size_t count, i, level;
    long size = -1;
    int failed;
    FILE *f = fopen(path, "rb");
    if (f) {
        size = fseek(f, 0, SEEK_END) ? -1 : ftell(f);
        fclose(f);
    }
    count = size > 0 ? ((size_t)size + LEAF - 1) / LEAF : 1;
    digests = (unsigned char *)malloc(64 * count);
    failed = size < 0 || !digests;

    for (i = 0; !failed && i < THREADS; i++) {
        shares[i].path = path;
        shares[i].digests = digests;
        shares[i].leaves = count;
        shares[i].first = i;
    }
#if THREADS > 1
    if (!failed) {
        pthread_t threads[THREADS];
        size_t started = 0;
        while (started < THREADS &&
               !pthread_create(&threads[started], NULL, hash_leaves, &shares[started])) {
            started++;
        }
        for (i = started; i < THREADS; i++) {
            hash_leaves(&shares[i]); /* those for which no thread could be started */
        }
        for (i = 0; i < started; i++) {
            pthread_join(threads[i], NULL);
        }
    }
#else
    if (!failed) {
        hash_leaves(&shares[0]);
    }
#endif
    for (i = 0; i < THREADS && !failed; i++) {
        failed = shares[i].failed;
    }

    /* Level by level; the digests of a level replace those below. */
    for (level = 1; !failed && count > 1; level++) {
        const size_t parents = (count + 1) / 2;
        for (i = 0; !failed && i < parents; i++) {
            blake2b_params P = node((unsigned)level, i, i == parents - 1);
            failed = blake2b_hash(&P, digests + 64 * i, 64, digests + 128 * i,
                                  2 * i + 1 < count ? 128 : 64);
        }
        count = parents;
    }
    if (!failed) {
        memcpy(digest, digests, 64);
    }
    free(digests);
    return failed ? -1 : 0;
}

/* ---- test ---- */

#include "vectors-tree.h"

int main(void) {
    static const char path[] = "build/tests/tree.tmp";
    size_t i, j;
    int all_well = 1;
    for (i = 0; i < sizeof vectors_tree_bytes / sizeof vectors_tree_bytes[0]; i++) {
        unsigned char digest[64];
        char text[129] = "";
        unsigned long seed = VECTORS_TREE_SEED;
        FILE *f = fopen(path, "wb");
        if (!f) {
            printf("ok - tree # SKIP cannot write to %s\n1..%lu\n", path, (unsigned long)i + 1);
            return 0;
        }
        for (j = 0; j < vectors_tree_bytes[i]; j++) {
            seed = (seed * 1664525u + 1013904223u) & 0xfffffffful;
            putc((int)(seed >> 24), f);
        }
        fclose(f);
        if (!tree_hash(path, digest)) {
            for (j = 0; j < 64; j++) {
                sprintf(text + 2 * j, "%02x", digest[j]);
            }
        }
        if (strcmp(text, vectors_tree[i])) {
            printf("not ok - tree/%lu bytes: %s instead of %s\n", vectors_tree_bytes[i], text,
                   vectors_tree[i]);
            all_well = 0;
        } else {
            printf("ok - tree/%lu bytes\n", vectors_tree_bytes[i]);
        }
        remove(path);
    }
    printf("1..%lu\n", (unsigned long)i);
    return all_well ? EXIT_SUCCESS : EXIT_FAILURE;
}
