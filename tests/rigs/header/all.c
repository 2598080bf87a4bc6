/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
#include <blake2b.h>
#include <blake2b.h>

#define SIXTEEN \
    { 's', 'i', 'x', 't', 'e', 'e', 'n', 0, 0, 0, 0, 0, 0, 0, 0, '!' }
static const blake2b_params backup = BLAKE2B_PARAMS_INIT(32, "my backup v1"),
                            plain = BLAKE2B_PARAMS_INIT(64, ""),
                            whole = BLAKE2B_PARAMS_INIT(64, SIXTEEN);

int main(void) {
    static const unsigned char data[3] = {'a', 'b', 'c'};
    unsigned char saved[BLAKE2B_SAVED_BYTES];
    unsigned char hash[BLAKE2B_OUTBYTES], key[BLAKE2B_KEYBYTES] = {0};
    blake2b_state S, copy;
    blake2b_params P;
    if (blake2b_startup() != BLAKE2B_OK || !blake2b_implementation() || !blake2b_version()) {
        return 1;
    }
    blake2b(hash, data, sizeof data);
    if (hash[0] != 0xba || hash[63] != 0x23) {
        return 2;
    }
    /* Text is input and key without a cast. */
    blake2b_keyed(hash, "abc", 3, "key", 3);
    if (blake2b_digest(hash, 32, "abc", 3, "key", 3) != BLAKE2B_OK ||
        blake2b_digest_init(&S, 32, "key", 3) != BLAKE2B_OK ||
        blake2b_append(&S, "abc", 3) != BLAKE2B_OK ||
        blake2b_export(&S, saved, sizeof saved) != BLAKE2B_OK ||
        blake2b_import(&copy, saved, sizeof saved) != BLAKE2B_OK ||
        blake2b_finish(&copy, hash, 32) != BLAKE2B_OK) {
        return 6;
    }
    blake2b_keyed_init(&S, "key", 3);
    blake2b_update(&S, "abc", 3);
    if (blake2b_hash(&plain, hash, 64, "abc", 3) != BLAKE2B_OK || hash[0] != 0xba ||
        hash[63] != 0x23 || blake2b_hash(&backup, hash, 32, "abc", 3) != BLAKE2B_OK ||
        backup.personal[11] != '1' || backup.personal[12] ||
        blake2b_hash(&whole, hash, 64, "abc", 3) != BLAKE2B_OK || whole.personal[15] != '!') {
        return 7;
    }
    blake2b_init(&S);
    blake2b_update(&S, data, 1);
    copy = S;
    blake2b_update(&copy, data + 1, 2);
    blake2b_final(&copy, hash);
    if (hash[0] != 0xba || hash[63] != 0x23) {
        return 3;
    }
    blake2b_params_init(&P);
    P.node_offset = 1;
    P.leaf_length = 2;
    P.key = key;
    P.key_length = sizeof key;
    P.personal[BLAKE2B_PERSONALBYTES - 1] = 1;
    P.salt[BLAKE2B_SALTBYTES - 1] = 1;
    if (blake2b_hash(&P, hash, sizeof hash, data, sizeof data) != BLAKE2B_OK ||
        blake2b_init_params(&S, &P) != BLAKE2B_OK ||
        blake2b_finish(&S, hash, 1) != BLAKE2B_ERROR_LENGTH) {
        return 4;
    }
    blake2b_keyed(hash, data, sizeof data, key, sizeof key);
    blake2b_keyed_init(&S, key, sizeof key);
    return blake2b_select("nothing") == BLAKE2B_ERROR_NAME ? 0 : 5;
}
