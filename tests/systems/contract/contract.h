/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/*
 * Between the contract test and the CPUs that it runs on: each has a port, with main() and put().
 */
#ifndef CONTRACT_H
#define CONTRACT_H

/* The port's: one character to whoever started the CPU. */
void put(char c);

/* The test. The number of parts that failed. */
unsigned contract(void);

/*
 * For ports that measure: 128 bytes by the kernel, and a message of 100 through the front end,
 * which makes two blocks.
 */
#if defined(WIDTH)
#define CONTRACT_MESSAGE "100 bytes, salted, by the library"
#else
#define CONTRACT_MESSAGE "100 bytes, keyed, by the library"
#endif
void contract_block(void);
void contract_message(void);
void print(const char *text);
void print_number(unsigned long number);

#endif
