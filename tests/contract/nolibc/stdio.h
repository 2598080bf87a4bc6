/* As much of it as the library's front end needs, where there is none. */
#ifndef NOLIBC_STDIO_H
#define NOLIBC_STDIO_H

#define stderr 0
int fprintf(int stream, const char *format, const char *call, const char *why);

#endif
