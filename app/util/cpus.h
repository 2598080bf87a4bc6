/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/* How many CPUs this process can use. */
#ifndef CPUS_H
#define CPUS_H

/* At least 1. Not to be called by two threads at once. */
unsigned long cpus_for_us(void);

/* What Linux's control groups leave of CPUS; the paths are /proc/self/cgroup and /sys/fs/cgroup. */
unsigned long cpus_in_group(unsigned long cpus, const char *proc, const char *sys);

#endif
