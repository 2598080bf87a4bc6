/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/*
 * Interface between the contract test and its ports: each CPU has a port, with main() and put().
 * Each extension has the parts for its tables: app/extensions/NAME/tests/contract.c, and
 * contract.py there for the expected results. If an extension has several tables, WIDTH is the
 * number in the name of this one.
 */
#ifndef CONTRACT_H
#define CONTRACT_H

#include <stddef.h>

/* Defined by the port: sends one character to the host. */
void put(char c);

/* Runs the test; returns the number of failed parts. */
unsigned contract(void);
void print(const char *text);
void print_number(unsigned long number);

/* ---- for the parts ---- */

/* A line for one. */
void verdict(const char *part, int right);

/* memcmp, which a freestanding library does not have */
int differ(const unsigned char *a, const unsigned char *b, size_t bytes);

/* Random bytes, which expected.py has as well. */
extern unsigned long seed;
unsigned char next(void);

/* The message: blocks overlap and are at any address. */
#define AREA_BYTES 800
extern unsigned char area[AREA_BYTES];
extern const unsigned char *const key; /* in it */
int area_is_unchanged(void);

/* ---- of the table ---- */

const char *contract_kernel(void); /* its name */
void contract_parts(void);

/*
 * For ports that measure: 128 bytes with the kernel, and a message of 100 through the front end,
 * which takes two blocks.
 */
extern const char contract_message_is[];
void contract_block(void);
void contract_message(void);

/* And for bare.c: the first call is the first of these. */
extern const unsigned contract_block_bytes;
void contract_startup(void);
void contract_hash(const unsigned char *message, size_t bytes);
void contract_compress(const unsigned char *block);

#endif
