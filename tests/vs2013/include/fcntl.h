#pragma once
#define _O_BINARY 0x8000
#define _O_RDONLY 0
