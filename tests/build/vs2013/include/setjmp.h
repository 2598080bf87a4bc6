/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/* For the compiler's <intrin.h> alone. */
#pragma once
typedef struct {
    unsigned long long registers[2];
} _JBTYPE;
typedef _JBTYPE jmp_buf[16];
