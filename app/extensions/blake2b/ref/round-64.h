/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/*
 * A round in portable C, for CPUs with 64-bit registers. The working vector is in variables v0 to
 * v15, the words of the message are in an array m. See blake2b_ref-64.inc.
 */
#ifndef BLAKE2B_ROUND_64_H
#define BLAKE2B_ROUND_64_H

GENERAL_ONLY static INLINE uint64_t load64(const unsigned char *p) {
    return (uint64_t)p[0] | (uint64_t)p[1] << 8 | (uint64_t)p[2] << 16 | (uint64_t)p[3] << 24 |
           (uint64_t)p[4] << 32 | (uint64_t)p[5] << 40 | (uint64_t)p[6] << 48 |
           (uint64_t)p[7] << 56;
}

GENERAL_ONLY static uint64_t ror64(uint64_t x, int n) {
    return x >> n | x << (64 - n);
}

/* The first 64 bits of the fractional parts of the square roots of the first eight primes. */
static const uint64_t iv_64[8] = {
    0x6a09e667f3bcc908u, 0xbb67ae8584caa73bu, 0x3c6ef372fe94f82bu, 0xa54ff53a5f1d36f1u,
    0x510e527fade682d1u, 0x9b05688c2b3e6c1fu, 0x1f83d9abfb41bd6bu, 0x5be0cd19137e2179u,
};

/* The first or the second half of four interleaved G: row b is b0 to b3, and so on. */
#define HALF_G(b0, b1, b2, b3, c0, c1, c2, c3, d0, d1, d2, d3, x0, x1, x2, x3, rd, rb) \
    v0 += b0 + m[x0], v1 += b1 + m[x1], v2 += b2 + m[x2], v3 += b3 + m[x3]; \
    d0 = ror64(d0 ^ v0, rd), d1 = ror64(d1 ^ v1, rd); \
    d2 = ror64(d2 ^ v2, rd), d3 = ror64(d3 ^ v3, rd); \
    c0 += d0, c1 += d1, c2 += d2, c3 += d3; \
    b0 = ror64(b0 ^ c0, rb), b1 = ror64(b1 ^ c1, rb); \
    b2 = ror64(b2 ^ c2, rb), b3 = ror64(b3 ^ c3, rb); \
    SCALAR(b0); \
    SCALAR(b1); \
    SCALAR(b2); \
    SCALAR(b3);

/* Columns, then diagonals. */
#define ROUND(s0, s1, s2, s3, s4, s5, s6, s7, s8, s9, s10, s11, s12, s13, s14, s15) \
    HALF_G(v4, v5, v6, v7, v8, v9, v10, v11, v12, v13, v14, v15, s0, s2, s4, s6, 32, 24) \
    HALF_G(v4, v5, v6, v7, v8, v9, v10, v11, v12, v13, v14, v15, s1, s3, s5, s7, 16, 63) \
    HALF_G(v5, v6, v7, v4, v10, v11, v8, v9, v15, v12, v13, v14, s8, s10, s12, s14, 32, 24) \
    HALF_G(v5, v6, v7, v4, v10, v11, v8, v9, v15, v12, v13, v14, s9, s11, s13, s15, 16, 63)

/* Loads the message words from the block at IN. */
#define LOAD_MESSAGE(in) \
    m[0] = load64(in), m[1] = load64(in + 8); \
    m[2] = load64(in + 16), m[3] = load64(in + 24); \
    m[4] = load64(in + 32), m[5] = load64(in + 40); \
    m[6] = load64(in + 48), m[7] = load64(in + 56); \
    m[8] = load64(in + 64), m[9] = load64(in + 72); \
    m[10] = load64(in + 80), m[11] = load64(in + 88); \
    m[12] = load64(in + 96), m[13] = load64(in + 104); \
    m[14] = load64(in + 112), m[15] = load64(in + 120)

#endif
