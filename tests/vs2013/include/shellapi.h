#pragma once
#include <windows.h>
wchar **WINAPI CommandLineToArgvW(const wchar *, int *);
