/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/*
 * The calls of libblake for secrets.c, of one WIDTH: messages and chaining values are secret, and
 * what is cut off of a shorter digest. Compiled with that library's names.
 */
#include <stdio.h>

#include "blake_width.h"
#include "../../../app/driver/cpu.h"
#include "secrets.h"
#include "test.h"

#if defined(SECRETS_LOOKS)

#if WIDTH == 256
#define HASH blake256
#define KERNEL_OF secret_kernel_256
#define FAMILY_OF secret_family_256
#define TITLE "blake256"
#else
#define HASH blake512
#define KERNEL_OF secret_kernel_512
#define FAMILY_OF secret_family_512
#define TITLE "blake512"
#endif

enum { LONGEST = 900, JOBS = 20 };
static unsigned char message[JOBS][LONGEST], hash[JOBS][DIGEST_BYTES], salt[SALT_BYTES],
    saved[SAVED_BYTES];
static size_t bytes, before, digest_length, job_count;
static blake_job jobs[JOBS];
static state S;
static word chain_of[8], counter[2], salt_words[4];

static size_t any_length(void) {
    return test_random(3)   ? test_random(2 * BLOCK_BYTES + 2)
           : test_random(2) ? BLOCK_BYTES * test_random(6)
                            : test_random(LONGEST);
}

/* Every chaining value of this message but the last one, of which DIGEST_LENGTH bytes are told. */
static void message_secrets(const unsigned char *p, size_t n) {
    unsigned char blocks[2 * BLOCK_BYTES];
    chain C;
    unsigned count, i;
    secret(p, n);
    OF_WIDTH(begin)(&C, digest_length, salt);
    for (; n >= BLOCK_BYTES; n -= BLOCK_BYTES, p += BLOCK_BYTES) {
        ROUNDS_NAME(generic)(&C, p, 1, 8 * BLOCK_BYTES, ROUNDS);
        secret(C.h, sizeof C.h);
    }
    memcpy(blocks, p, n);
    count = OF_WIDTH(pad)(blocks, n, C.t, digest_length);
    for (i = 0; i < count; i++) {
        if (i || !n) {
            memset(C.t, 0, sizeof C.t);
        }
        ROUNDS_NAME(generic)(&C, blocks + i * BLOCK_BYTES, 1, i ? 0 : (unsigned)(8 * n), ROUNDS);
        if (i + 1 < count) {
            secret(C.h, sizeof C.h);
        }
    }
    secret((unsigned char *)C.h + digest_length, sizeof C.h - digest_length);
}

static void any_input(void) {
    bytes = any_length();
    before = test_random(2) ? test_random((uint32_t)bytes + 1) : 0;
    digest_length = test_random(2) ? DIGEST_BYTES : SHORT_BYTES;
    test_random_bytes(message[0], bytes);
    test_random_bytes(salt, sizeof salt);
}

static void prepare_digest(void) {
    any_input();
    message_secrets(message[0], bytes);
}
static int call_digest(void) {
    return OF_WIDTH(digest)(hash[0], digest_length, message[0], bytes, salt);
}

static void prepare_hash(void) {
    any_input();
    digest_length = DIGEST_BYTES;
    memset(salt, 0, sizeof salt);
    message_secrets(message[0], bytes);
}
static int call_hash(void) {
    HASH(hash[0], message[0], bytes);
    return 0;
}

static void prepare_update(void) {
    prepare_digest();
    OF_WIDTH(digest_init)(&S, digest_length, salt);
    OF_WIDTH(update)(&S, message[0], before);
}
static int call_update(void) {
    OF_WIDTH(update)(&S, message[0] + before, bytes - before);
    return 0;
}
static int call_append(void) {
    return OF_WIDTH(append)(&S, message[0] + before, bytes - before);
}

static void prepare_final(void) {
    prepare_update();
    call_update();
}
static int call_final(void) {
    OF_WIDTH(final)(&S, hash[0]);
    return 0;
}
static int call_finish(void) {
    return OF_WIDTH(finish)(&S, hash[0], digest_length);
}

static int call_export(void) {
    return OF_WIDTH(export)(&S, saved, sizeof saved);
}
static void prepare_import(void) {
    prepare_update();
    call_export();
}
static int call_import(void) {
    return OF_WIDTH(import)(&S, saved, sizeof saved);
}

static void prepare_many(void) {
    const size_t about = test_random(2) ? any_length() : 0;
    size_t i;
    any_input();
    job_count = 1 + test_random(JOBS);
    for (i = 0; i < job_count; i++) {
        jobs[i].inlen = about ? about : any_length();
        jobs[i].in = message[i];
        jobs[i].hash = hash[i];
        test_random_bytes(message[i], jobs[i].inlen);
        message_secrets(message[i], jobs[i].inlen);
    }
}
static int call_many(void) {
    return OF_WIDTH(many)(digest_length, salt, jobs, job_count);
}

static void prepare_many_from(void) {
    unsigned char all[LONGEST + 2 * BLOCK_BYTES];
    size_t i;
    prepare_many();
    before = test_random(2 * BLOCK_BYTES + 1);
    test_random_bytes(all, before);
    OF_WIDTH(digest_init)(&S, digest_length, salt);
    OF_WIDTH(update)(&S, all, before);
    for (i = 0; i < job_count; i++) {
        memcpy(all + before, message[i], jobs[i].inlen);
        message_secrets(all, before + jobs[i].inlen);
    }
}
static int call_many_from(void) {
    return OF_WIDTH(many_from)(&S, jobs, job_count);
}

static void prepare_compress(void) {
    test_random_bytes((unsigned char *)chain_of, sizeof chain_of);
    test_random_bytes((unsigned char *)salt_words, sizeof salt_words);
    test_random_bytes(message[0], BLOCK_BYTES);
    counter[0] = test_random(1000);
    secret(chain_of, sizeof chain_of);
    secret(message[0], BLOCK_BYTES);
}
static int call_compress(void) {
    return OF_WIDTH(compress)(chain_of, message[0], salt_words, counter,
                              test_random(2) ? ROUNDS : test_random(30));
}

static const secret_call calls[] = {
    {TITLE, prepare_hash, call_hash},
    {TITLE "_digest", prepare_digest, call_digest},
    {TITLE "_update", prepare_update, call_update},
    {TITLE "_append", prepare_update, call_append},
    {TITLE "_final", prepare_final, call_final},
    {TITLE "_finish", prepare_final, call_finish},
    {TITLE "_export", prepare_update, call_export},
    {TITLE "_import", prepare_import, call_import},
    {TITLE "_many", prepare_many, call_many},
    {TITLE "_many_from", prepare_many_from, call_many_from},
    {TITLE "_compress", prepare_compress, call_compress},
    {NULL, NULL, NULL},
};

static const secret_data data[] = {
    {message, sizeof message},
    {salt, sizeof salt},
    {saved, sizeof saved},
    {&bytes, sizeof bytes},
    {&before, sizeof before},
    {&digest_length, sizeof digest_length},
    {&job_count, sizeof job_count},
    {jobs, sizeof jobs},
    {&S, sizeof S},
    {chain_of, sizeof chain_of},
    {counter, sizeof counter},
    {salt_words, sizeof salt_words},
    {NULL, 0},
};

static void point(void) {
    size_t i;
    for (i = 0; i < JOBS; i++) {
        jobs[i].in = message[i];
        jobs[i].hash = hash[i];
    }
}

static const char *named(unsigned row, int use) {
    return secret_named(&OF_WIDTH(dispatch), row, use);
}

const secret_family FAMILY_OF = {calls, data, point, named};

const char *KERNEL_OF(unsigned row) {
    static char name[60];
    const struct kernel *k = OF_WIDTH(kernels);
    for (; k->name && row; row--) {
        k++;
    }
    dispatch_use(&OF_WIDTH(dispatch), NULL);
    dispatch_lanes_use(&OF_WIDTH(lanes_dispatch), 0);
    if (!k->name) {
        for (k = OF_WIDTH(lanes_kernels); k->name && row; row--) {
            k++;
        }
        if (!k->name) {
            dispatch_lanes_use(&OF_WIDTH(lanes_dispatch), ~0ul);
            return NULL;
        }
    }
    if (k->needs & ~cpu_features()) {
        return "";
    }
    if (k->messages > 1) {
        dispatch_lanes_use(&OF_WIDTH(lanes_dispatch), 1ul << (k - OF_WIDTH(lanes_kernels)));
    } else {
        dispatch_use(&OF_WIDTH(dispatch), k);
    }
    snprintf(name, sizeof name, TITLE ":%s", k->name);
    return name;
}
#else
typedef int nothing; /* C wants something */
#endif
