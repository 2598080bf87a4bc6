/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/*
 * A program for a library with some of the kernels.
 *
 *     program NAME=1 NAME=0 ...     the single-message kernels, and whether they are in the library
 *
 * A kernel that is not in the library must be unknown. With each one that this CPU can run, and
 * with the automatic choice, digests and F must be right. Prints the names that could be selected.
 */
#include <blake2b.h>
#include <stdio.h>
#include <string.h>

#define MESSAGES 9

static int differs(const unsigned char *hash, const char *expected) {
    char hex[17];
    int i;
    for (i = 0; i < 8; i++) {
        sprintf(hex + 2 * i, "%02x", hash[i]);
    }
    return memcmp(hex, expected, 16) != 0;
}

/* Returns the first wrong call, or NULL. Expected values are Python's hashlib's and vectors.py's. */
static const char *wrong(void) {
    static const blake2b_params P = BLAKE2B_PARAMS_INIT(64, "");
    static unsigned char message[5000];
    unsigned char hash[MESSAGES][64], one[64];
    blake2b_job jobs[MESSAGES];
    size_t i;
    blake2b(one, "abc", 3);
    if (differs(one, "ba80a53f981c4d0d")) {
        return "blake2b";
    }
    for (i = 0; i < sizeof message; i++) {
        message[i] = (unsigned char)(i & 0xff);
    }
    for (i = 0; i < MESSAGES; i++) {
        jobs[i].in = message + i;
        jobs[i].inlen = sizeof message - 18 * i;
        jobs[i].hash = hash[i];
    }
    if (blake2b_many(&P, jobs, MESSAGES) != BLAKE2B_OK || differs(hash[0], "5c294adea50a2be0") ||
        differs(hash[8], "b49226f9c24ec988")) {
        return "blake2b_many";
    }
    for (i = 0; i < MESSAGES; i++) {
        blake2b(one, jobs[i].in, jobs[i].inlen);
        if (memcmp(one, hash[i], 64)) {
            return "blake2b_many, or blake2b";
        }
    }
    if (blake2bp(one, 64, message, sizeof message, NULL, 0) != BLAKE2B_OK ||
        differs(one, "0524d5cd2bf842b6")) {
        return "blake2bp";
    }
    {
        unsigned char in[BLAKE2B_EIP152_BYTES] = {0, 0, 0, 12};
        memcpy(in + 68, "abc", 3);
        in[196] = 3;
        in[212] = 1;
        if (blake2b_eip152(one, in, sizeof in) != BLAKE2B_OK || differs(one, "c699831185fd6605")) {
            return "blake2b_eip152";
        }
    }
    return NULL;
}

int main(int argc, char **argv) {
    const char *call;
    int i;
    if (blake2b_startup() != BLAKE2B_OK) {
        puts("no kernel at all");
        return 1;
    }
    call = wrong();
    if (call) {
        printf("%s is wrong with %s\n", call, blake2b_implementation());
        return 1;
    }
    printf("%s by itself", blake2b_implementation());
    for (i = 1; i < argc; i++) {
        char name[40] = "";
        const char *const equals = strchr(argv[i], '=');
        int error;
        if (!equals || equals - argv[i] >= (int)sizeof name) {
            return 1;
        }
        memcpy(name, argv[i], (size_t)(equals - argv[i]));
        error = blake2b_select(name);
        if (error != BLAKE2B_OK && error != BLAKE2B_ERROR_NAME) {
            printf("\n%s: error %d\n", name, error);
            return 1;
        }
        if (error == BLAKE2B_OK) {
            if (equals[1] != '1') {
                printf("\n%s was left out, and can be selected\n", name);
                return 1;
            }
            call = wrong();
            if (call) {
                printf("\n%s is wrong with %s\n", call, name);
                return 1;
            }
            printf(", %s", name);
        }
    }
    putchar('\n');
    return 0;
}
