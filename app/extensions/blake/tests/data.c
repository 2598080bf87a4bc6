/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/* The file of vectors/ with digests of libblake, of both widths, for tests/rigs/data. */
#include "blake_internal.h"
#include "data/cases.h"

static int blake_line(unsigned char *out, size_t length) {
    unsigned char salt[64];
    const size_t saltlen = data_bytes("salt", salt, sizeof salt), n = data_read_message(),
                 size = data_number("digestSize");
    (void)length;
    return size <= BLAKE256_OUTBYTES
               ? blake256_digest(out, size, data_message, n, saltlen ? salt : NULL)
               : blake512_digest(out, size, data_message, n, saltlen ? salt : NULL);
}

static const data_reader files[] = {{"vectors/blake.json", blake_line}, {NULL, NULL}};
static const data_family of_256 = {"blake256:", blake256_kernels, &blake256_dispatch, files};
static const data_family of_512 = {"blake512:", blake512_kernels, &blake512_dispatch, files};
DATA_CASES(blake) = {&of_256, &of_512, NULL};
