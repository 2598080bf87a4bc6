/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
#pragma once
#include <stdint.h>
uintptr_t _beginthreadex(void *, unsigned, unsigned(__stdcall *)(void *), void *, unsigned,
                         unsigned *);
