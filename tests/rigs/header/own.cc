/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
#include <blake2b.h>
#include "own.h"
int crypto::blake2b_hash(const crypto *c) { return c->blake2b; }
int other::blake2b_init(int blake2b_update) { return blake2b_update; }
