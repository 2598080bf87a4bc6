/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/* Writes the results of bench as a file for measured/. */
#if !defined(_WIN32) && !defined(_POSIX_C_SOURCE)
#define _POSIX_C_SOURCE 200112L /* uname */
#endif
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#if !defined(_WIN32)
#include <sys/utsname.h>
#endif

#include "cpus.h"
#include "record.h"
#include "support.h"

#define TEXT_BYTES 256

/* ---- the header ---- */

#if (defined(__x86_64__) || defined(__i386__)) && defined(__GNUC__) && !defined(__TINYC__)
#include <cpuid.h>
#define HAS_CPUID 1
static void cpuid(unsigned leaf, unsigned r[4]) {
    r[0] = r[1] = r[2] = r[3] = 0;
    __get_cpuid(leaf, &r[0], &r[1], &r[2], &r[3]);
}
#elif defined(_MSC_VER) && (defined(_M_X64) || defined(_M_IX86))
#include <intrin.h>
#define HAS_CPUID 1
static void cpuid(unsigned leaf, unsigned r[4]) {
    int out[4];
    size_t i;
    __cpuid(out, (int)(leaf & 0x80000000u));
    if (leaf <= (unsigned)out[0]) {
        __cpuid(out, (int)leaf);
    }
    for (i = 0; i < 4; i++) {
        r[i] = leaf <= (unsigned)out[0] ? (unsigned)out[i] : 0;
    }
}
#endif

#if defined(HAS_CPUID)
static void cpu_model(char text[TEXT_BYTES]) {
    char name[49];
    unsigned r[4], family, model;
    size_t i;
    for (i = 0; i < 3; i++) {
        cpuid(0x80000002u + (unsigned)i, r);
        memcpy(name + 16 * i, r, 16);
    }
    name[48] = '\0';
    for (i = strlen(name); i && name[i - 1] == ' '; i--) {
        name[i - 1] = '\0';
    }
    cpuid(1, r);
    family = r[0] >> 8 & 0xf;
    model = r[0] >> 4 & 0xf;
    if (family == 0xf || family == 6) {
        model += (r[0] >> 16 & 0xf) << 4;
    }
    if (family == 0xf) {
        family += r[0] >> 20 & 0xff;
    }
    sprintf(text, "%s, family %u, model %u, stepping %u%s", name + strspn(name, " "), family, model,
            r[0] & 0xf, r[2] >> 31 ? ", virtual" : "");
}
#else
/* What Linux reports on ARM for the first CPU. */
static void cpu_model(char text[TEXT_BYTES]) {
    static const char *const keys[] = {"CPU implementer", "CPU variant", "CPU part", "CPU revision",
                                       "model name"};
    char line[TEXT_BYTES];
    FILE *const f = fopen("/proc/cpuinfo", "r");
    size_t i;
    text[0] = '\0';
    while (f && fgets(line, sizeof line, f) && line[0] != '\n') {
        const char *value = strchr(line, ':');
        line[strcspn(line, "\n")] = '\0';
        for (i = 0; value && i < sizeof keys / sizeof keys[0]; i++) {
            const size_t used = strlen(text);
            if (!strncmp(line, keys[i], strlen(keys[i])) &&
                used + strlen(keys[i]) + strlen(value) + 2 < TEXT_BYTES) {
                sprintf(text + used, "%s%s%s", used ? ", " : "", keys[i], value + 1);
            }
        }
    }
    if (f) {
        fclose(f);
    }
    if (!text[0]) {
        strcpy(text, "not known");
    }
}
#endif

/* The family without the vendor: "Zen 5". */
static const char *core(void) {
    const char *const family = util_cpu(), *const space = strchr(family, ' ');
    return space ? space + 1 : strcmp(family, "unknown") ? family : "not known";
}

static const char *target(void) {
    return DRIVER_TARGET_X86_64    ? "X86_64"
           : DRIVER_TARGET_X86_32  ? "X86_32"
           : DRIVER_TARGET_ARM64   ? "ARM64"
           : DRIVER_TARGET_ARM     ? "ARM"
           : DRIVER_TARGET_RISCV64 ? "RISCV64"
                                   : "other";
}

static void print_system(FILE *f) {
    const unsigned long cpus = cpus_for_us();
#if defined(_WIN32)
    fputs("# system = Windows", f);
#else
    struct utsname name;
    memset(&name, 0, sizeof name);
    if (uname(&name) < 0) {
        strcpy(name.sysname, "not known");
    }
    fprintf(f, "# system = %s", name.sysname);
#endif
    fprintf(f, ", %lu CPU%s for the process\n", cpus, cpus == 1 ? "" : "s");
}

static const char compiler[] =
#if defined(__clang__)
    "clang " __clang_version__;
#elif defined(__GNUC__)
    "gcc " __VERSION__;
#elif defined(_MSC_VER)
    "Visual C++";
#else
    "not known";
#endif

/* Prints the date of SOURCE_DATE_EPOCH, or today's. */
static void print_date(FILE *f) {
    const char *const given = getenv("SOURCE_DATE_EPOCH");
    char text[TEXT_BYTES] = "not known";
    uint64_t seconds;
    const time_t now = given && util_number(given, 0, (uint64_t)1 << 36, &seconds) ? (time_t)seconds
                                                                                   : time(NULL);
    const struct tm *const day = gmtime(&now);
    if (day) {
        strftime(text, sizeof text, "%Y-%m-%d", day);
    }
    fprintf(f, "# date = %s\n", text);
}

static void print_head(const util_record *record, FILE *f) {
    char model[TEXT_BYTES];
    cpu_model(model);
    fprintf(f, "# core = %s\n# cpu = %s\n", core(), model);
    fprintf(f, "# clock = %.3f to %.3f core cycles a tick of the counter\n", record->slowest,
            record->fastest);
    print_system(f);
    fprintf(f, "# compiler = %.*s (of the references; the kernels are assembly)\n# version = %s\n",
            (int)strcspn(compiler, "\n"), compiler, UTIL_VERSION);
    print_date(f);
    fprintf(
        f, "# dropped = %lu of %lu samples: the clock changed, or something else ran on the core\n",
        record->dropped, record->samples);
    fputs(
        "# how = blake2b-util bench --record: whole calls, back to back, the second-least of many samples that can be trusted\n"
        "target,implementation,group,bytes,cycles,cycles_per_byte,source\n",
        f);
}

/* ---- the file ---- */

static int failed(util_record *record, const char *what) {
    fprintf(stderr, "blake2b-util bench: %s ", what);
    util_print_name(stderr, record->name);
    fprintf(stderr, "%s%s\n", errno ? ": " : "", errno ? strerror(errno) : "");
    record_drop(record);
    return 0;
}

static int may_write(util_record *record, int replace) {
    errno = EEXIST;
    return replace || !util_exists(record->name) ? 1
                                                 : failed(record, "not replaced without --force:");
}

int record_open(util_record *record, const char *name, int replace) {
    static const char more[] = ".new";
    memset(record, 0, sizeof *record);
    record->name = name;
    record->beside = (char *)malloc(strlen(name) + sizeof more);
    if (!may_write(record, replace)) {
        return 0;
    }
    if (record->beside) {
        strcpy(record->beside, name);
        strcat(record->beside, more);
        errno = 0;
        record->file = util_create(record->beside);
    }
    return record->file ? 1 : failed(record, "cannot write");
}

int record_row(util_record *record, const char *group, const char *implementation, size_t bytes,
               size_t message, double cycles, int disturbed) {
    if (record->room - record->used < TEXT_BYTES) {
        const size_t room = record->room ? 2 * record->room : 1 << 14;
        char *const rows = (char *)realloc(record->rows, room);
        if (!rows) {
            return failed(record, "no memory for");
        }
        record->rows = rows;
        record->room = room;
    }
    record->used += (size_t)sprintf(record->rows + record->used,
                                    "%s,%.60s,%.60s,%lu,%.1f,%.3f,%s\n", target(), implementation,
                                    group, (unsigned long)bytes, cycles,
                                    cycles / (double)(message ? message
                                                      : bytes ? bytes
                                                              : 1),
                                    disturbed ? "disturbed" : "measured");
    return 1;
}

void record_clock(util_record *record, const cycles_clock *clock) {
    const double now = cycles_per_tick(clock);
    if (record->slowest == 0 || now < record->slowest) {
        record->slowest = now;
    }
    record->fastest = now > record->fastest ? now : record->fastest;
}

int record_close(util_record *record) {
    FILE *const f = record->file;
    int good;
    errno = 0;
    print_head(record, f);
    fwrite(record->rows, 1, record->used, f);
    good = !ferror(f);
    record->file = NULL;
    if (fclose(f) || !good || !util_rename(record->beside, record->name)) {
        util_remove(record->beside);
        return failed(record, "cannot write");
    }
    record_drop(record);
    return 1;
}

void record_drop(util_record *record) {
    if (record->file) {
        fclose(record->file);
        util_remove(record->beside);
    }
    free(record->beside);
    free(record->rows);
    memset(record, 0, sizeof *record);
}
