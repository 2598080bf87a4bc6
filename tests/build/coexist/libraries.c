/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/*
 * The digests of "abc" by each C library, compiled once for each of them: -DOURS, -DCOMPAT (this
 * library through the calls of the reference code), -DLIBB2, -DRSYNC.
 */
#include <stdio.h>

#include "coexist.h"

#if defined(OURS)
#include <blake2b.h>

CHECK_FUNCTION(ours) {
    static const unsigned char abc[3] = {'a', 'b', 'c'}, key[3] = {'k', 'e', 'y'};
    unsigned char hash[64];
    blake2b_state S;
    blake2b_params P;
    blake2b(hash, abc, 3);
    if (differs(hash, ABC_512)) {
        return "blake2b";
    }
    blake2b_init(&S);
    blake2b_update(&S, abc, 1);
    blake2b_update(&S, abc + 1, 2);
    blake2b_final(&S, hash);
    if (differs(hash, ABC_512)) {
        return "blake2b_init, _update, _final";
    }
    blake2b_keyed(hash, abc, 3, key, 3);
    if (differs(hash, ABC_KEYED)) {
        return "blake2b_keyed";
    }
    blake2b_params_init(&P);
    P.digest_length = 32;
    if (blake2b_hash(&P, hash, 32, abc, 3) || differs(hash, ABC_256)) {
        return "blake2b_hash";
    }
    if (blake2bp(hash, 64, abc, 3, NULL, 0) || differs(hash, ABC_BP)) {
        return "blake2bp";
    }
    return NULL;
}
#endif

#if defined(COMPAT)
#include <blake2b-compat/blake2.h>

CHECK_FUNCTION(compat) {
    unsigned char hash[64];
    blake2b_state S;
    if (blake2b(hash, 64, "abc", 3, "key", 3) || differs(hash, ABC_KEYED)) {
        return "blake2b";
    }
    if (blake2b_init(&S, 32) || blake2b_update(&S, "abc", 3) || blake2b_final(&S, hash, 32) ||
        differs(hash, ABC_256)) {
        return "blake2b_init, _update, _final";
    }
    if (blake2bp(hash, 64, "abc", 3, NULL, 0) || differs(hash, ABC_BP)) {
        return "blake2bp";
    }
    return NULL;
}
#endif

#if defined(LIBB2)
#include <blake2.h>

CHECK_FUNCTION(libb2) {
    unsigned char hash[64];
    blake2b_state S;
    if (blake2b(hash, "abc", NULL, 64, 3, 0) || differs(hash, ABC_512)) {
        return "blake2b";
    }
    if (blake2b(hash, "abc", "key", 64, 3, 3) || differs(hash, ABC_KEYED)) {
        return "blake2b with a key";
    }
    if (blake2b_init(&S, 32) || blake2b_update(&S, (const uint8_t *)"abc", 3) ||
        blake2b_final(&S, hash, 32) || differs(hash, ABC_256)) {
        return "blake2b_init, _update, _final";
    }
    if (blake2bp(hash, "abc", NULL, 64, 3, 0) || differs(hash, ABC_BP)) {
        return "blake2bp";
    }
    return NULL;
}
#endif

#if defined(RSYNC)
#include <librsync.h>

/*
 * A signature of "abc" as one block: magic number, block length, digest length, weak sum, digest.
 */
CHECK_FUNCTION(rsync) {
    unsigned char signature[4 + 4 + 4 + 4 + 32 + 1];
    FILE *in = tmpfile(), *out = tmpfile();
    size_t bytes = 0;
    if (!in || !out || fwrite("abc", 1, 3, in) != 3) {
        return "no temporary files";
    }
    rewind(in);
    if (rs_sig_file(in, out, 1024, 32, RS_BLAKE2_SIG_MAGIC, NULL) == RS_DONE) {
        rewind(out);
        bytes = fread(signature, 1, sizeof signature, out);
    }
    fclose(in);
    fclose(out);
    if (bytes != sizeof signature - 1 ||
        differs(signature, "72730137"
                           "00000400"
                           "00000020") ||
        differs(signature + 16, ABC_256)) {
        return "rs_sig_file";
    }
    return NULL;
}
#endif
