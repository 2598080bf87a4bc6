/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
#pragma once
#include <stddef.h>
typedef signed char int8_t;
typedef unsigned char uint8_t;
typedef short int16_t;
typedef unsigned short uint16_t;
typedef int int32_t;
typedef unsigned int uint32_t;
typedef long long int64_t;
typedef unsigned long long uint64_t;
#if defined(_WIN64)
typedef unsigned long long uintptr_t;
#define SIZE_MAX 0xffffffffffffffffui64
#else
typedef unsigned int uintptr_t;
#define SIZE_MAX 0xffffffffui32
#endif
#define UINT16_MAX 0xffffui16
#define UINT32_MAX 0xffffffffui32
#define UINT64_MAX 0xffffffffffffffffui64
#define INT64_MAX 9223372036854775807i64
