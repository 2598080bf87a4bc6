/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
#pragma once
#define _O_BINARY 0x8000
#define _O_RDONLY 0
#define _O_NOINHERIT 0x0080
