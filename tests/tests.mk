# Tests, included by the Makefile. "make check" needs no more than the build does; what this
# machine cannot run is skipped, and said. EMULATOR=... runs the programs of a cross build:
# configure has found one, or there is none, and then they are skipped.

CANNOT_RUN := $(if $(EMULATOR),,$(if $(filter yes,$(CROSS)),this is a cross build without an EMULATOR to run its programs))

TEST_PROGRAMS := vectors pieces guard threads misuse choice startup kernels examples xop lanes many parallel xof compress tree nolanes
TEST_FILES := $(patsubst %,build/tests/%$(EXE),$(TEST_PROGRAMS))
# What every one is linked with: the library, and all that the util can run.
TEST_OBJECTS := build/tests/test.o build/tests/child.o build/util/implementations.o $(REFERENCES_OUTSIDE)

build/tests/%.o: tests/library/%.c $(wildcard tests/library/*.h tests/library/*.def) $(CONFIGURED) | build/tests
	$(COMPILE) -Iapp/util -Itests/library $(STATIC_PIC) $(THREADS_FLAG) -c -o $@ $<

# Kernels that this CPU needs help with.
build/tests/%.o: tests/xop/%.c $(wildcard tests/library/*.h tests/xop/*.h) $(CONFIGURED) | build/tests
	$(COMPILE) -Iapp/util -Itests/library $(STATIC_PIC) -c -o $@ $<

# These know nothing but the public header, as users do.
build/tests/examples.o build/tests/tree.o: CPPFLAGS += $(if $(SYMBOL_PREFIX),-DBLAKE2B_SYMBOL_PREFIX=$(SYMBOL_PREFIX))

.SECONDARY: $(patsubst %,build/tests/%.o,$(TEST_PROGRAMS))
build/tests/xop$(EXE): build/tests/vprotq.o
# And this one the calls as compilers without a 64-bit type have them.
NOLANES := $(patsubst %,build/tests/nolanes-%.o,blake2b_many blake2bp blake2xb)
$(NOLANES): CPPFLAGS += -DBLAKE2B_NO_LANES
$(NOLANES): build/tests/nolanes-%.o: %.c $(CONFIGURED) | build/tests
	$(COMPILE) $(STATIC_PIC) -c -o $@ $<
build/tests/nolanes$(EXE): $(NOLANES)
# These have blake2b_lanes.c with kernels in C beside the build's own.
$(patsubst %,build/tests/%$(EXE),lanes many parallel xof): build/tests/lanes-c.o
$(TEST_FILES): build/tests/%$(EXE): build/tests/%.o $(TEST_OBJECTS) $(STATIC_LIBRARY)
	$(CC) $(CFLAGS) $(LDFLAGS) $(THREADS_FLAG) -o $@ $(filter %.o,$^) $(STATIC_LIBRARY)

# tests/checkasm: the compiler assembles the trampoline, whatever assembles the kernels.
CHECKASM := build/tests/checkasm$(EXE)
TEST_FILES += $(CHECKASM)
CHECKASM_OBJECTS := build/tests/checkasm.o $(if $(KERNEL_FILES),build/tests/trampoline.o)
build/tests/checkasm.o: tests/checkasm/checkasm.c tests/checkasm/checkasm.h $(wildcard tests/library/*.h tests/xop/*.h) $(CONFIGURED) | build/tests
	$(COMPILE) -Iapp/util -Itests/library $(if $(KERNEL_FILES),,-DCHECKASM_NONE) $(STATIC_PIC) -c -o $@ $<
build/tests/trampoline.o: tests/checkasm/trampoline.S $(wildcard tests/checkasm/*.inc) tests/checkasm/checkasm.h $(CONFIGURED) | build/tests
	$(CC) $(CPPFLAGS) $(CFLAGS) -w -c -o $@ $<
$(CHECKASM): build/tests/vprotq.o $(CHECKASM_OBJECTS) $(TEST_OBJECTS) $(STATIC_LIBRARY)
	$(CC) $(CFLAGS) $(LDFLAGS) $(THREADS_FLAG) -o $@ $^

# tests/constant-time.sh runs this one under valgrind, which reports with debug info, and which
# starts 32-bit programs without that of the C library only if they are static.
CONSTANT_TIME := build/tests/constant-time$(EXE)
build/tests/constant-time.o: tests/constant-time.c $(wildcard tests/library/*.h) $(CONFIGURED) | build/tests
	$(COMPILE) -g -Iapp/util -Itests/library $(STATIC_PIC) -c -o $@ $<
$(CONSTANT_TIME): build/tests/constant-time.o $(TEST_OBJECTS) $(STATIC_LIBRARY)
	$(CC) $(CFLAGS) $(LDFLAGS) $(THREADS_FLAG) $(if $(filter X86_32,$(TARGET)),-static) -o $@ $^

# tests/same-path.sh steps two of this one side by side.
SAME_PATH := build/tests/same-path$(EXE)
build/tests/same-path.o: tests/same-path.c $(wildcard tests/library/*.h tests/xop/*.h) $(CONFIGURED) | build/tests
	$(COMPILE) -Iapp/util -Itests/library $(STATIC_PIC) -c -o $@ $<
$(SAME_PATH): build/tests/same-path.o build/tests/vprotq.o $(TEST_OBJECTS) $(STATIC_LIBRARY)
	$(CC) $(CFLAGS) $(LDFLAGS) $(THREADS_FLAG) -o $@ $^

# Not a test: this library beside others. They are opened at run time, with -ldl where that is apart.
PEERS := build/tests/peers$(EXE)
build/tests/peers.o: tests/peers/peers.c $(CONFIGURED) | build/tests
	$(COMPILE) $(STATIC_PIC) -c -o $@ $<
$(PEERS): build/tests/peers.o build/util/cycles.o $(STATIC_LIBRARY)
	$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^ $(if $(filter posix,$(SYSTEM)),-ldl)
.PHONY: bench-peers
bench-peers: $(PEERS)
	tests/peers/peers.sh $(PEERS)

# check: what this machine can run. check-build: the part of it that depends on this build,
# for tests/builds.sh. check-all: all there is; tests/setup installs what it needs.
CHECKING := check check-build check-all
.PHONY: $(CHECKING)

# The scripts are told by TEST_... variables, so that a configure that they run sees none of ours.
$(CHECKING): export TEST_CC = $(CC)
$(CHECKING): export TEST_FLAGS = $(CPPFLAGS) $(CFLAGS) $(LDFLAGS)
$(CHECKING): export TEST_CPPFLAGS = $(CPPFLAGS)
$(CHECKING): export TEST_LDFLAGS = $(LDFLAGS)
$(CHECKING): export TEST_KERNELS = $(if $(KERNEL_FILES),build/kernels.o)
$(CHECKING): export TEST_LANES = $(if $(LANES_FILES),build/lanes.o)
$(CHECKING): export TEST_SERIAL = $(addprefix build/static/,$(SERIAL))
$(CHECKING): export TEST_OBJECTS = $(STATIC_OBJECTS)
$(CHECKING): export TEST_TARGET = $(TARGET)
$(CHECKING): export TEST_REFERENCE = $(REFERENCE)
$(CHECKING): export TEST_FORMAT = $(OBJECT_FORMAT)
$(CHECKING): export TEST_SHARED = $(SHARED_LIBRARY)
$(CHECKING): export TEST_PREFIX = $(SYMBOL_PREFIX)
$(CHECKING): export TEST_MAKE = $(MAKE)
$(CHECKING): export TEST_EMULATOR = $(EMULATOR)
$(CHECKING): export TEST_CANNOT_RUN = $(CANNOT_RUN)
$(CHECKING): export TEST_EXE = $(EXE)
$(CHECKING): export TEST_MACHINE = $(filter -m%,$(CFLAGS))

# The util's tests start it by one name, with an emulator or without.
TEST_UTIL := $(if $(EMULATOR),build/tests/util,$(UTILITY))
.PHONY: build/tests/util
build/tests/util: | build/tests
	@printf '#!/bin/sh\nexec %s "$$@"\n' '$(EMULATOR) $(CURDIR)/$(UTILITY)' >$@
	@chmod +x $@

# What depends on this build, what depends on the tree alone, and the fuller set.
CHECK_BUILD = $(patsubst %,'$(EMULATOR) %',$(TEST_FILES)) \
  tests/library/header.sh tests/library/tsan.sh tests/library/symbols.sh tests/hardening.sh tests/instructions.sh tests/cpuid/arm.sh \
  tests/freestanding/freestanding.sh \
  tests/library/size.sh \
  $(if $(filter X86_32,$(TARGET)),tests/same-path.sh) \
  $(patsubst %,'% $(TEST_UTIL)',$(wildcard tests/util/*.sh))
CHECK_TREE = tests/configure.sh tests/install.sh tests/dialects.sh
ifneq ($(FREESTANDING),)
CHECK_BUILD = tests/freestanding/freestanding.sh
CHECK_TREE =
endif
CHECK_MORE = \
  tests/unwind.sh \
  'tests/mutate/mutate.py --bits 64 --sample 20' \
  'tests/mutate/mutate.py --bits 32 --sample 20' \
  tests/bochs/bochs.sh \
  tests/wine.sh \
  tests/vs2013/vs2013.sh \
  tests/constant-time.sh \
  $(if $(filter X86_32,$(TARGET)),,tests/same-path.sh) \
  tests/qemu/cpus.sh \
  tests/qemu/arm64.sh \
  tests/qemu/arm.sh \
  tests/qemu/count.sh \
  $(patsubst %,'tests/contract/contract.sh %',z80 msp430 s390x mips avr) \
  tests/i386/i386.sh \
  tests/objects-arm64.sh \
  tests/objects-arm32.sh \
  tests/lint.sh \
  'tests/sizes.sh --check' \
  tests/plot.sh \
  tests/valgrind.sh \
  $(patsubst %,'tests/builds.sh %',$(shell tests/builds.sh --list))

$(CHECKING): lib $(if $(FREESTANDING),,util $(TEST_FILES) $(SAME_PATH) $(TEST_UTIL))
check-all: $(if $(FREESTANDING),,$(CONSTANT_TIME))
check:
	@tests/run.sh $(CHECK_BUILD) $(CHECK_TREE)
check-build:
	@tests/run.sh $(CHECK_BUILD)
check-all:
	@tests/run.sh $(CHECK_BUILD) $(CHECK_TREE) --together $(CHECK_MORE)

# No test: the speed of CPUs that are not at hand, as llvm-mca sees it.
.PHONY: estimates
estimates: $(if $(KERNEL_FILES),build/kernels.o) $(if $(LANES_FILES),build/lanes.o)
	@tests/estimates.py $^
