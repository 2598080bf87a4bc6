/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/* Digests of "abc" that every library in the process must return, whichever others are loaded. */
#ifndef COEXIST_H
#define COEXIST_H

/* RFC 7693, appendix A; the others from Python's hashlib and coreutils' b2sum -l 256. */
#define ABC_512 \
    "ba80a53f981c4d0d6a2797b69f12f6e94c212f14685ac4b74b12bb6fdbffa2d1" \
    "7d87c5392aab792dc252d5de4533cc9518d38aa8dbf1925ab92386edd4009923"
#define ABC_256 "bddd813c634239723171ef3fee98579b94964e3bb1cb3e427262c8c068d52319"
/* with the key "key", 64 bytes */
#define ABC_KEYED \
    "5c6a9a4ae911c02fb7e71a991eb9aea371ae993d4842d206e6020d46f5e41358" \
    "c6d5c277c110ef86c959ed63e6ecaaaceaaff38019a43264ae06acf73b9550b1"
/* BLAKE2bp */
#define ABC_BP \
    "b91a6b66ae87526c400b0a8b53774dc65284ad8f6575f8148ff93dff943a6ecd" \
    "8362130f22d6dae633aa0f91df4ac89aaff31d0f1b923c898e82025dedbdad6e"

/* Returns 0 if HASH begins with the bytes of HEX. */
static int differs(const unsigned char *hash, const char *hex) {
    static const char digits[] = "0123456789abcdef";
    for (; *hex; hex += 2, hash++) {
        if (hex[0] != digits[*hash >> 4] || hex[1] != digits[*hash & 15]) {
            return 1;
        }
    }
    return 0;
}

/* check_NAME of a library: NULL if all its digests are right, else the name of the wrong one. */
#define CHECK_FUNCTION(name) \
    const char *check_##name(void); \
    const char *check_##name(void)

#endif
