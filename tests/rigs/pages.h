/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/* Pages with and without access, for tests of accesses outside a buffer. */
#ifndef PAGES_H
#define PAGES_H

#include <stddef.h>

#if defined(_WIN32)
#include <windows.h>
enum { NO_ACCESS = PAGE_NOACCESS, READ_ONLY = PAGE_READONLY, READ_WRITE = PAGE_READWRITE };

static size_t page_bytes(void) {
    SYSTEM_INFO info;
    GetSystemInfo(&info);
    return info.dwPageSize;
}

static unsigned char *map(size_t bytes) {
    return VirtualAlloc(NULL, bytes, MEM_RESERVE | MEM_COMMIT, PAGE_NOACCESS);
}

static int protect(unsigned char *p, size_t bytes, int access) {
    DWORD before;
    return VirtualProtect(p, bytes, (DWORD)access, &before) ? 0 : -1;
}

#elif defined(__unix__) || defined(__APPLE__)
#include <sys/mman.h>
#include <unistd.h>
enum { NO_ACCESS = PROT_NONE, READ_ONLY = PROT_READ, READ_WRITE = PROT_READ | PROT_WRITE };

static size_t page_bytes(void) {
    return (size_t)sysconf(_SC_PAGESIZE);
}

static unsigned char *map(size_t bytes) {
    void *p = mmap(NULL, bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    return p == MAP_FAILED ? NULL : p;
}

static int protect(unsigned char *p, size_t bytes, int access) {
    return mprotect(p, bytes, access);
}

#else
enum { NO_ACCESS, READ_ONLY, READ_WRITE };

static size_t page_bytes(void) {
    return 4096;
}

static unsigned char *map(size_t bytes) {
    (void)bytes;
    return NULL;
}

static int protect(unsigned char *p, size_t bytes, int access) {
    (void)p, (void)bytes, (void)access;
    return -1;
}
#endif

/* Accessible pages between two without access. */
typedef struct guarded {
    unsigned char *first, *end;
} guarded;

static size_t page;

static guarded guarded_pages(size_t pages) {
    guarded g = {NULL, NULL};
    unsigned char *p = map((pages + 2) * page);
    if (p && !protect(p + page, pages * page, READ_WRITE)) {
        g.first = p + page;
        g.end = g.first + pages * page;
    }
    return g;
}

#endif
