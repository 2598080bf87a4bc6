/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
#pragma once
unsigned __int64 _xgetbv(unsigned int);
