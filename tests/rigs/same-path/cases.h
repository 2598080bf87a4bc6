/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/*
 * Shared by same-path.c and the cases of each extension: app/extensions/NAME/tests/same-path.c
 * calls its kernels with secrets.
 */
#ifndef SAME_PATH_CASES_H
#define SAME_PATH_CASES_H

#include "test.h"

enum { SECRET_BYTES = 600 };
extern unsigned char secret_message[SECRET_BYTES], secret_state[64];

typedef void same_path_job(const struct kernel *kernel);

/*
 * Steps all of these kernels; names of tests are TITLE and the kernel's name. QUICK, if given, is
 * used for slow kernels. The XOP emulator is stepped as well, so an emulated instruction takes
 * hundreds of steps; without the emulator those kernels are skipped. Kernels on general registers
 * have many more instructions, but valgrind can run them.
 */
void same_path_step(const char *title, const struct kernel *kernels, same_path_job *run,
                    same_path_job *quick);

/* Defined by an extension: steps all of its kernels. */
#define SAME_PATH_CASES(extension) \
    void same_path_##extension(void); \
    void same_path_##extension(void)

#endif
