#pragma once
#include <windows.h>
wchar_t **WINAPI CommandLineToArgvW(const wchar_t *, int *);
