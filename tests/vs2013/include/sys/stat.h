#pragma once
#define _S_IFMT 0xF000
#define _S_IFREG 0x8000
struct _stat {
    unsigned short st_mode;
    long st_size;
};
int _fstat(int, struct _stat *);
