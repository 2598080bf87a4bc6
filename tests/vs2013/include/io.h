#pragma once
int _isatty(int);
int _setmode(int, int);
