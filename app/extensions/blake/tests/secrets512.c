/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/* Calls of BLAKE-512 for tests/rigs/secrets. */
#define WIDTH 512
#include "secrets.inc"

#if defined(SECRETS_LOOKS)
extern const secrets_family secrets_blake512;
const secrets_family secrets_blake512 = SECRETS_OF_WIDTH;
#endif
