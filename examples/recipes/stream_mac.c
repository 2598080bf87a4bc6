/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/*
 * A MAC of a stream: keyed BLAKE2b, with a personalization of its own, so that the same key gives
 * other tags elsewhere. The comparison takes the same time wherever two tags differ; memcmp would
 * tell an attacker, byte by byte, how much of a forged tag is right.
 *
 * Use nothing of the stream before the tag has been compared.
 */
#include <blake2b.h>
#include <stdio.h>
#include <string.h>

#define KEY 32
#define TAG 32

/* Writes the tag of all that remains in F. Returns 0 on success. */
static int mac(unsigned char tag[TAG], FILE *f, const unsigned char key[KEY]) {
    blake2b_params P = BLAKE2B_PARAMS_INIT(TAG, "recipe: stream");
    unsigned char piece[4096];
    blake2b_state S;
    size_t bytes;
    P.key = key;
    P.key_length = KEY;
    if (blake2b_init_params(&S, &P) != BLAKE2B_OK) {
        return 1;
    }
    while ((bytes = fread(piece, 1, sizeof piece, f)) > 0) {
        if (blake2b_append(&S, piece, bytes) != BLAKE2B_OK) {
            return 1;
        }
    }
    /* blake2b_finish also wipes the state, which contains what is as secret as the key. */
    return blake2b_finish(&S, tag, TAG) != BLAKE2B_OK || ferror(f);
}

/* 1 if the tags are equal. No branch and no address depends on their bytes. */
static int same_tag(const unsigned char *a, const unsigned char *b) {
    volatile unsigned char difference = 0;
    size_t i;
    for (i = 0; i < TAG; i++) {
        difference = (unsigned char)(difference | (a[i] ^ b[i]));
    }
    return difference == 0;
}

/* 0 if the rest of F has this tag. */
static int verify(const unsigned char tag[TAG], FILE *f, const unsigned char key[KEY]) {
    unsigned char found[TAG];
    return mac(found, f, key) || !same_tag(found, tag);
}

int main(void) {
    static const unsigned char expected[TAG] = {0x32, 0x7c, 0x6e, 0x56, 0x31, 0x4f, 0xf7, 0x5b,
                                                0xbb, 0x2f, 0xef, 0x98, 0x5d, 0x95, 0x96, 0x67,
                                                0x6a, 0x41, 0x67, 0x02, 0x53, 0xb8, 0x10, 0x81,
                                                0x87, 0x52, 0x94, 0x04, 0x78, 0xec, 0x71, 0x15};
    unsigned char key[KEY], tag[TAG];
    long i;
    FILE *f = tmpfile();
    if (!f) {
        perror("tmpfile");
        return 1;
    }
    for (i = 0; i < KEY; i++) {
        key[i] = (unsigned char)i;
    }
    for (i = 0; i < 100000; i++) {
        putc((int)((i * 7 + i / 256) % 256), f);
    }
    rewind(f);
    if (mac(tag, f, key) || memcmp(tag, expected, TAG)) {
        return 1;
    }
    rewind(f);
    if (verify(expected, f, key)) {
        return 1;
    }
    for (i = 0; i < 8 * TAG; i++) { /* any wrong bit of the tag */
        tag[i / 8] ^= (unsigned char)(1 << i % 8);
        if (same_tag(tag, expected)) {
            return 1;
        }
        tag[i / 8] ^= (unsigned char)(1 << i % 8);
    }
    fseek(f, 54321L, SEEK_SET); /* and of the stream */
    putc('!', f);
    rewind(f);
    if (!verify(expected, f, key)) {
        return 1;
    }
    fclose(f);
    puts("the tag is right, and a forged stream is rejected");
    return 0;
}
