/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/* Calls of BLAKE-256 for tests/rigs/secrets; and those of BLAKE-512, of secrets512.c. */
#define WIDTH 256
#include "secrets.inc"

#if defined(SECRETS_LOOKS)
extern const secrets_family secrets_blake512;
static const secrets_family of_256 = SECRETS_OF_WIDTH;
SECRETS_CASES(blake) = {&of_256, &secrets_blake512, NULL};
#endif
