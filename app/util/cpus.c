/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/*
 * The number of CPUs that this process can use: the existing ones, limited by its affinity and by
 * the quotas of control groups.
 */
#if !defined(_GNU_SOURCE)
#define _GNU_SOURCE 1 /* sched_getaffinity in glibc and musl */
#endif
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#if defined(_WIN32)
#include <windows.h>
#elif defined(__unix__) || defined(__APPLE__)
#include <unistd.h>
#endif
#if defined(__linux__)
#include <sched.h>
#endif

#include "cpus.h"

#define PATH_BYTES 4200 /* Linux has paths of up to 4096 */

#if defined(__linux__)
/* CPUS, or the number in this process's affinity mask where the system reports one. */
static unsigned long affinity(unsigned long cpus) {
    static unsigned long mask[8192 / (8 * sizeof(unsigned long))]; /* more than any kernel has */
    unsigned long count = 0;
    size_t i;
    if (sched_getaffinity(0, sizeof mask, (cpu_set_t *)mask)) {
        return cpus;
    }
    for (i = 0; i < sizeof mask / sizeof mask[0]; i++) {
        unsigned long word = mask[i];
        for (; word; word &= word - 1) {
            count++;
        }
    }
    return count ? count : cpus;
}

/* Reads the first line of the file ROOT FOLDER NAME; returns 0 if there is none. */
static int read_setting(const char *root, const char *folder, const char *name, char *line,
                        int bytes) {
    static char path[2 * PATH_BYTES];
    FILE *f;
    int ok;
    if (strlen(root) + strlen(folder) + strlen(name) >= sizeof path) {
        return 0;
    }
    strcpy(path, root);
    strcat(path, folder);
    strcat(path, name);
    f = fopen(path, "r");
    if (!f) {
        return 0;
    }
    ok = fgets(line, bytes, f) != NULL;
    fclose(f);
    return ok;
}

/* Limits CPUS to QUOTA / PERIOD, rounded up. */
static unsigned long limited(unsigned long cpus, double quota, double period) {
    if (quota > 0 && period > 0 && quota < period * (double)cpus) {
        cpus = (unsigned long)(quota / period);
        cpus += (double)cpus * period < quota; /* part of a CPU counts as one */
    }
    return cpus;
}

/* CPUS, limited by the quotas of the control group FOLDER below ROOT and of its parents. */
static unsigned long group_limit(unsigned long cpus, const char *root, char *folder, int version) {
    char line[100];
    for (;;) {
        double quota, period;
        char *slash;
        if (version == 2) {
            if (read_setting(root, folder, "/cpu.max", line, sizeof line) &&
                sscanf(line, "%lf %lf", &quota, &period) == 2) {
                cpus = limited(cpus, quota, period);
            }
        } else if (read_setting(root, folder, "/cpu.cfs_quota_us", line, sizeof line) &&
                   sscanf(line, "%lf", &quota) == 1 &&
                   read_setting(root, folder, "/cpu.cfs_period_us", line, sizeof line) &&
                   sscanf(line, "%lf", &period) == 1) {
            cpus = limited(cpus, quota, period);
        }
        slash = strrchr(folder, '/');
        if (!slash) {
            return cpus;
        }
        *slash = '\0';
    }
}

unsigned long cpus_in_group(unsigned long cpus, const char *proc, const char *sys) {
    static char line[PATH_BYTES], root[PATH_BYTES];
    FILE *f = strlen(sys) < 100 ? fopen(proc, "r") : NULL;
    if (!f) {
        return cpus;
    }
    /* "0::/folder" is of version 2, "4:cpu,cpuacct:/folder" of version 1 */
    while (fgets(line, sizeof line, f)) {
        char *controllers = strchr(line, ':'),
             *folder = controllers ? strchr(++controllers, ':') : NULL;
        if (!folder) {
            continue;
        }
        *folder++ = '\0';
        folder[strcspn(folder, "\n")] = '\0';
        if (!*controllers) {
            sprintf(root, "%s", sys);
            cpus = group_limit(cpus, root, folder, 2);
        } else {
            const char *word = controllers;
            for (; word; word = strchr(word, ',')) {
                word += *word == ',';
                if (!strncmp(word, "cpu", 3) && (word[3] == ',' || !word[3])) {
                    sprintf(root, "%s/cpu", sys); /* a link if other controllers are mounted in
                                                     the same folder */
                    cpus = group_limit(cpus, root, folder, 1);
                    break;
                }
            }
        }
    }
    fclose(f);
    return cpus;
}
#else
unsigned long cpus_in_group(unsigned long cpus, const char *proc, const char *sys) {
    (void)proc;
    (void)sys;
    return cpus;
}
#endif

unsigned long cpus_for_us(void) {
#if defined(_WIN32)
    DWORD_PTR ours, all;
    unsigned long count = 0;
    SYSTEM_INFO info;
    if (GetProcessAffinityMask(GetCurrentProcess(), &ours, &all) && ours) {
        for (; ours; ours &= ours - 1) {
            count++;
        }
        return count;
    }
    GetSystemInfo(&info);
    return info.dwNumberOfProcessors;
#elif defined(_SC_NPROCESSORS_ONLN)
    const long n = sysconf(_SC_NPROCESSORS_ONLN);
    unsigned long cpus = n > 0 ? (unsigned long)n : 1;
#if defined(__linux__)
    cpus = affinity(cpus);
    if (cpus > 1) {
        cpus = cpus_in_group(cpus, "/proc/self/cgroup", "/sys/fs/cgroup");
    }
#endif
    return cpus;
#else
    return 1;
#endif
}
