/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>
static void read_counter(void) {
#if defined(__aarch64__)
    unsigned long x;
    __asm__ __volatile__("mrs %0, cntvct_el0" : "=r"(x));
#else
    __asm__ __volatile__("rdtsc" : : : "eax", "edx");
#endif
}
int refused; /* tcc 0.9.27 knows no constructors */
/* Before main. Ends with 77 if the counter can still be read. */
__attribute__((constructor)) static void disable(void) {
    int status = 0;
    pid_t child;
    if (prctl(PR_SET_TSC, PR_TSC_SIGSEGV)) {
        exit(77);
    }
    child = fork();
    if (!child) {
        read_counter();
        _exit(0);
    }
    if (child < 0 || waitpid(child, &status, 0) != child || !WIFSIGNALED(status)) {
        exit(77);
    }
    refused = 1;
}
