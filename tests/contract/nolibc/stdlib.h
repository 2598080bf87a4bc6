/* As much of it as the library's front end needs, where there is none. */
#ifndef NOLIBC_STDLIB_H
#define NOLIBC_STDLIB_H

void abort(void);

#endif
