/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/* Interface between the contract test and its ports: each CPU has a port, with main() and put(). */
#ifndef CONTRACT_H
#define CONTRACT_H

/* Defined by the port: sends one character to the host. */
void put(char c);

/* Runs the test; returns the number of failed parts. */
unsigned contract(void);

/*
 * For ports that measure: 128 bytes with the kernel, and a message of 100 through the front end,
 * which takes two blocks.
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
