/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
#pragma once
#define SIGTERM 15
#define SIG_ERR ((void (*)(int)) - 1)
void (*signal(int number, void (*handler)(int)))(int);
int raise(int number);
