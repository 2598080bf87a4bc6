/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
#include <blake.h>
#include <blake2b.h>
#include <stdlib.h>
#include <string.h>

struct record {
    unsigned char hash[64], more[8];
    blake2b_state state;
};

int correct(struct record *r, unsigned char *out, size_t outlen, const void *in, size_t inlen,
            const char *name);
int correct(struct record *r, unsigned char *out, size_t outlen, const void *in, size_t inlen,
            const char *name) {
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
    error |= blake2b_many(&P, jobs, 3) | blake2b_many(&P, NULL, 0) |
             blake2b_many(&P, jobs, outlen & 1);
    error |= blake2b_hash(&P, table[3], 32, NULL, 0);
    error |= blake2xb(heap, outlen, in, inlen, NULL, 0);
    blake256(table[2], in, inlen);
    blake512_salted(hash, in, inlen, salt);
    blake256_init_salted(&B, salt);
    blake256_update(&B, NULL, 0);
    blake256_final(&B, table[2]);
    error |= blake512_digest(hash, 48, in, inlen, NULL) | blake256_digest_init(&B, 28, salt) |
             blake256_finish(&B, table[0], 28);
    error |= blake2b_select(NULL);
    blake2b_tune();
    memcpy(out, heap, outlen);
    free(heap);
    return error + hash[0] + less[0] + table[3][0];
}
