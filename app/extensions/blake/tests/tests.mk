# SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT
# Tests of libblake, one program per word size: see tests/tests.mk.
TESTS_blake := blake256 blake512 refused256 refused512
MEMCHECK_blake := blake256 blake512
TOOLS_blake := force threads
RIGS_blake := calls checkasm constant-time data lengths same-path secrets
CALLS_blake := blake_kernels.o
secrets_OBJECTS += build/tests/secrets512.o

# Every self-test fails in these: the file replaces the library's source of kernels.
$(patsubst %,build/tests/refused%.o,256 512): build/tests/refused%.o: app/extensions/blake/tests/refused.c $(CONFIGURED) | build/tests
	$(COMPILE) -DWIDTH=$* -DLIBRARY=blake_ -Iapp/extensions/blake -Iapp/util -Itests/rigs $(STATIC_PIC) -c -o $@ $<
