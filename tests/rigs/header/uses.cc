/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
#include "own.h"
int main() { crypto c = {1}; return crypto::blake2b_hash(&c) - other::blake2b_init(1); }
