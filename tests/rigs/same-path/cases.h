/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/*
 * What same-path.c and the cases of each extension share: app/extensions/NAME/tests/same-path.c
 * calls its kernels on secrets.
 */
#ifndef SAME_PATH_CASES_H
#define SAME_PATH_CASES_H

#include "test.h"

enum { SECRET_BYTES = 600 };
extern unsigned char secret_message[SECRET_BYTES], secret_state[64];

typedef void same_path_job(const struct kernel *kernel);

/*
 * Steps all of these kernels; results are named by TITLE and the kernel. QUICK, if there is one, is
 * for what takes long. In the emulator of XOP, which is stepped as well, an instruction is
 * hundreds; without it those kernels are skipped. Kernels without vectors have many more
 * instructions, but valgrind can run those.
 */
void same_path_step(const char *title, const struct kernel *kernels, same_path_job *run,
                    same_path_job *quick);

/* Of an extension: steps all of its kernels. */
#define SAME_PATH_CASES(extension) \
    void same_path_##extension(void); \
    void same_path_##extension(void)

#endif
