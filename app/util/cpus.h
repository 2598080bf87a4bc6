/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/* The number of CPUs that this process can use. */
#ifndef CPUS_H
#define CPUS_H

/* At least 1. Not thread-safe. */
unsigned long cpus_for_us(void);

/*
 * CPUS, limited by the quotas of Linux control groups. The usual paths are /proc/self/cgroup and
 * /sys/fs/cgroup.
 */
unsigned long cpus_in_group(unsigned long cpus, const char *proc, const char *sys);

#endif
