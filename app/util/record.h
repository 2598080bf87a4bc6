/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/* Writes the results of bench as a file for measured/, whose README.md describes the format. */
#ifndef RECORD_H
#define RECORD_H

#include <stdio.h>

#include "driver/cycles.h"

/*
 * The rows are kept in memory, because the header describes the clock during the whole measurement.
 * The file is written under a temporary name and renamed when it is complete.
 */
typedef struct util_record {
    const char *name;
    char *beside;
    FILE *file;
    char *rows;
    size_t used, room;
    double slowest, fastest; /* cycles per tick */
    unsigned long samples, dropped;
} util_record;

/*
 * Each returns 0 after a message if it fails. After a failure, and after record_close, nothing has
 * to be freed.
 */
int record_open(util_record *record, const char *name, int replace);
int record_row(util_record *record, const char *group, const char *implementation, size_t bytes,
               size_t message, double cycles, int disturbed);
int record_close(util_record *record);

/* Records the clock's frequency, at the end of a table. */
void record_clock(util_record *record, const cycles_clock *clock);

/* Ends without writing a file. */
void record_drop(util_record *record);

#endif
