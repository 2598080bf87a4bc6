/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/*
 * For cpus.sh: prints how many CPUs this process can use, or how many of a number control groups
 * allow: CPUS PROC SYS.
 */
#include <stdio.h>
#include <stdlib.h>

#include "cpus.h"

int main(int argc, char **argv) {
    printf("%lu\n",
           argc == 4 ? cpus_in_group(strtoul(argv[1], NULL, 10), argv[2], argv[3]) : cpus_for_us());
    return 0;
}
