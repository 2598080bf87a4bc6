/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
#pragma once
int *_errno(void);
#define errno (*_errno())
#define EPERM 1
#define ENOENT 2
#define EINTR 4
#define EIO 5
#define ENOMEM 12
#define EACCES 13
#define EEXIST 17
#define EISDIR 21
#define EINVAL 22
#define ENFILE 23
#define EMFILE 24
#define ERANGE 34
