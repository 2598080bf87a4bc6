# Tests, included by the Makefile. "make check" needs no more than the build does; what this
# machine cannot run is skipped, and said. EMULATOR=... runs the programs of a cross build.

EMULATOR ?=

TEST_PROGRAMS := vectors pieces guard threads misuse choice startup kernels examples
TEST_FILES := $(patsubst %,build/tests/%$(EXE),$(TEST_PROGRAMS))
# What every one is linked with: the library, and all that the util can run.
TEST_OBJECTS := build/tests/test.o build/tests/child.o build/util/implementations.o $(REFERENCES_OUTSIDE)

build/tests/%.o: tests/library/%.c $(wildcard tests/library/*.h tests/library/*.def) $(CONFIGURED) | build/tests
	$(COMPILE) -Iapp/util -Itests/library $(STATIC_PIC) $(THREADS_FLAG) -c -o $@ $<

# This one knows nothing but the public header, as users do.
build/tests/examples.o: CPPFLAGS += $(if $(SYMBOL_PREFIX),-DBLAKE2B_SYMBOL_PREFIX=$(SYMBOL_PREFIX))

.SECONDARY: $(patsubst %,build/tests/%.o,$(TEST_PROGRAMS))
$(TEST_FILES): build/tests/%$(EXE): build/tests/%.o $(TEST_OBJECTS) $(STATIC_LIBRARY)
	$(CC) $(CFLAGS) $(LDFLAGS) $(THREADS_FLAG) -o $@ $< $(TEST_OBJECTS) $(STATIC_LIBRARY)

# The scripts are told by TEST_... variables, so that a configure that they run sees none of ours.
check: export TEST_CC = $(CC)
check: export TEST_FLAGS = $(CPPFLAGS) $(CFLAGS) $(LDFLAGS)
check: export TEST_KERNELS = $(if $(KERNEL_FILES),build/kernels.o)
check: export TEST_REFERENCE = $(REFERENCE)
check: export TEST_FORMAT = $(OBJECT_FORMAT)
check: export TEST_SHARED = $(SHARED_LIBRARY)
check: export TEST_PREFIX = $(SYMBOL_PREFIX)
check: export TEST_MAKE = $(MAKE)
check: export TEST_EMULATOR = $(EMULATOR)
check: export TEST_EXE = $(EXE)

check: lib util $(TEST_FILES)
	@tests/run.sh $(patsubst %,'$(EMULATOR) %',$(TEST_FILES)) \
	  tests/library/header.sh tests/library/tsan.sh tests/library/symbols.sh tests/configure.sh \
	  $(patsubst %,'% "$(UTILITY)"',$(wildcard tests/util/*.sh)) $(wildcard tests/dialects.sh)

check-all: check
