# Tests. Included by the Makefile.
check:
