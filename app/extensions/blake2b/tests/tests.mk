# SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT
# Tests of libblake2b: see tests/tests.mk.
TESTS_blake2b := vectors pieces guard threads misuse states saved choice startup kernels lanes many parallel xof compress \
  nolanes tune
# The compatible header needs a library whose symbols have a prefix.
TESTS_blake2b += $(if $(SYMBOL_PREFIX),reference)
MEMCHECK_blake2b := startup choice misuse pieces vectors saved compress many xof states
TOOLS_blake2b := force long
NIGHTLY_blake2b := $(patsubst %,app/extensions/blake2b/tests/%,long.sh states.sh)
RIGS_blake2b := calls checkasm constant-time data lengths same-path secrets

# This uses only the public header, as users do. It also makes invalid calls, which compilers would
# warn about.
build/tests/reference.o: CPPFLAGS += -Iapp/include/blake2b-compat -DBLAKE2B_NO_ATTRIBUTES
build/tests/reference.o: CPPFLAGS += $(if $(SYMBOL_PREFIX),-DBLAKE2B_SYMBOL_PREFIX=$(SYMBOL_PREFIX),-DBLAKE2B_PLAIN_SYMBOLS)

# And these are the calls as compilers without a 64-bit type have them.
NOLANES := $(patsubst %,build/tests/nolanes-%.o,blake2b_many blake2bp blake2xb blake2b_compress_many)
$(NOLANES): CPPFLAGS += -DBLAKE2B_NO_LANES
$(NOLANES): build/tests/nolanes-%.o: app/extensions/blake2b/%.c $(CONFIGURED) | build/tests
	$(COMPILE) -Iapp/extensions/blake2b $(STATIC_PIC) -c -o $@ $<
build/tests/nolanes$(EXE): $(NOLANES)
# These use blake2b_lanes.c with additional kernels in C.
$(patsubst %,build/tests/%$(EXE),guard lanes many parallel xof): build/tests/lanes-c.o
