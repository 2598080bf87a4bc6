#pragma once
unsigned __int64 _xgetbv(unsigned int);
