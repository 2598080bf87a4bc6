# SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT
# Tests, included by the Makefile. "make check" needs only the tools of the build. What this machine
# cannot run is reported as skipped. EMULATOR=... runs the programs of a cross build, by default what
# tests/emulator.sh finds; without one they are skipped.

RUN_BY = $(eval RUN_BY := $(shell tests/emulator.sh '$(EXE)' $(CC) $(CPPFLAGS) $(CFLAGS) $(LDFLAGS)))$(RUN_BY)
EMULATOR ?= $(filter-out none,$(RUN_BY))
CANNOT_RUN = $(if $(EMULATOR),,$(if $(RUN_BY),this is a cross build without an EMULATOR to run its programs))

# The rigs can include private headers of the project's own library, the first one, and the
# extensions' tests.
COMPILE_TEST = $(COMPILE) -I$(firstword $(EXTENSION_FOLDERS)) \
  $(patsubst %,-I%/tests,$(EXTENSION_FOLDERS)) -Iapp/util -Itests/rigs
OWN := $(firstword $(EXTENSIONS))
STATIC_LIBRARY := bin/lib$(OWN).a
SHARED_NAME := $(call shared_name,$(OWN))
OTHERS := $(filter-out $(OWN),$(EXTENSIONS))
UTIL_OF_EXTENSIONS := $(filter-out build/util/%,$(UTIL_OBJECTS))

# Every program is linked with the library and with all kernels that the utility can run.
ALL_KERNELS := build/lib$(OWN)/$(OWN)_util_kernels.o build/util/kernel.o \
  $(call objects_of,$(OWN),$(REFERENCES_OUTSIDE_$(OWN)))
TEST_OBJECTS := build/tests/test.o build/tests/child.o build/tests/$(OWN)_test.o $(ALL_KERNELS)
# Half the time to compile, and no test waits for its own code. (What is left on the stack or in
# registers is another matter: see secrets.)
build/tests/%.o build/fuzz/%.o: CFLAGS := $(patsubst -O2,-O1,$(CFLAGS))
TEST_HEADERS = $(wildcard tests/rigs/*.h tests/rigs/*/*.h $(patsubst %,%/tests/*.[hdi]*,$(EXTENSION_FOLDERS)))

build/tests/%.o: tests/rigs/%.c $(TEST_HEADERS) $(CONFIGURED) | build/tests
	$(COMPILE_TEST) $(STATIC_PIC) $(THREADS_FLAG) -c -o $@ $<

# Emulation for kernels that this CPU cannot run.
build/tests/%.o: tests/rigs/xop/%.c $(TEST_HEADERS) $(CONFIGURED) | build/tests
	$(COMPILE_TEST) $(STATIC_PIC) -c -o $@ $<

# What an extension defines in its folder "tests" (tests.mk there):
#   TESTS_NAME   programs, linked with its library
#   TOOLS_NAME   programs that scripts run, likewise: build/tests/NAME-TOOL
#   MEMCHECK_NAME  those of TESTS_NAME that valgrind.sh runs
#   NIGHTLY_NAME scripts of its own, for tier two
#   RIGS_NAME    rigs of tests/rigs for which it has cases, in a source of the rig's name; further
#                sources: RIG_OBJECTS += their objects
#   CALLS_NAME   objects with its calls and kernels for the rigs that test several libraries
# They can include private headers of their library, and use its driver's names.
TEST_FILES :=
TOOL_FILES :=
include $(wildcard $(addsuffix /tests/tests.mk,$(EXTENSION_FOLDERS)))
# All of these are built in one folder.
TESTS_OF_ALL := $(foreach e,$(EXTENSIONS),$(TESTS_$e) $(TOOLS_$e:%=$e-%))
TESTS_TWICE := $(strip $(foreach t,$(sort $(TESTS_OF_ALL)), \
  $(if $(word 2,$(filter $t,$(TESTS_OF_ALL))),$t)))
ifneq ($(TESTS_TWICE),)
$(error two extensions have a test program of this name: $(TESTS_TWICE))
endif
define EXTENSION_TESTS
build/tests/%.o: $2/tests/%.c $$(TEST_HEADERS) $$(CONFIGURED) | build/tests
	$$(COMPILE) -DLIBRARY=$1_ -I$2 -I$2/tests -Iapp/util -Itests/rigs -Itests/systems/bare \
	    $$(STATIC_PIC) $$(THREADS_FLAG) -c -o $$@ $$<
$(foreach part,$(RIGS_$1) $(TOOLS_$1),
build/tests/$1-$(part).o: $2/tests/$(part).c $$(TEST_HEADERS) $$(CONFIGURED) | build/tests
	$$(COMPILE) -DLIBRARY=$1_ -I$2 -I$2/tests -Iapp/util -Itests/rigs $$($(part)_FLAGS) \
	    $$(STATIC_PIC) -c -o $$@ $$<
)
TESTS_OF_$1 := $(patsubst %,build/tests/%$(EXE),$(TESTS_$1))
TEST_FILES += $$(TESTS_OF_$1)
$$(TESTS_OF_$1): build/tests/%$(EXE): build/tests/%.o $$(TEST_OBJECTS) \
  $$(sort bin/lib$1.a $$(STATIC_LIBRARY))
	$$(CC) $$(CFLAGS) $$(LDFLAGS) $$(THREADS_FLAG) -o $$@ $$(filter %.o,$$^) $$(filter %.a,$$^)
.SECONDARY: $(patsubst %,build/tests/%.o,$(TESTS_$1))
$(foreach tool,$(TOOLS_$1),
build/tests/$1-$(tool)$(EXE): build/tests/$1-$(tool).o $$(TEST_OBJECTS) \
  $$(sort bin/lib$1.a $$(STATIC_LIBRARY))
	$$(CC) $$(CFLAGS) $$(LDFLAGS) $$(THREADS_FLAG) -o $$@ $$(filter %.o,$$^) $$(filter %.a,$$^)
)
TOOL_FILES += $(patsubst %,build/tests/$1-%$(EXE),$(TOOLS_$1))
endef
$(foreach f,$(EXTENSION_FOLDERS),$(eval $(call EXTENSION_TESTS,$(notdir $f),$f)))
CALLS_OF_EXTENSIONS := $(foreach e,$(EXTENSIONS),$(patsubst %,build/tests/%,$(CALLS_$e)))
# of a rig: the extensions with cases, their objects, and the list that it includes
families_of = $(foreach e,$(EXTENSIONS),$(if $(filter $1,$(RIGS_$e)),$e))
cases_of = $(patsubst %,build/tests/%-$1.o,$(families_of))
build/tests/%_families.h: $(wildcard $(addsuffix /tests/tests.mk,$(EXTENSION_FOLDERS))) \
  $(CONFIGURED) | build/tests
	@printf 'FAMILY(%s)\n' $(call families_of,$*) >$@

# Rigs that do not depend on a hash, tests/rigs/RIG/RIG.c, with the cases of all extensions.
# RIG_OBJECTS, RIG_FLAGS and RIG_LINK are for one rig.
CASE_RIGS := calls checkasm constant-time data lengths same-path secrets
# constant-time.sh runs it under valgrind, which needs debug info for its reports. It only starts
# 32-bit programs without the debug info of their C library if they are static.
CONSTANT_TIME := build/tests/constant-time$(EXE)
constant-time_FLAGS := -g
constant-time_LINK := $(if $(filter X86_32,$(TARGET)),-static)
# The compiler assembles the trampoline, whichever assembler is used for the kernels.
checkasm_OBJECTS := build/tests/vprotq.o $(if $(KERNELS),build/tests/trampoline.o)
checkasm_FLAGS := $(if $(KERNELS),,-DCHECKASM_NONE)
build/tests/trampoline.o: tests/rigs/checkasm/trampoline.S $(wildcard tests/rigs/checkasm/*.inc) \
  tests/rigs/checkasm/checkasm.h $(CONFIGURED) | build/tests
	$(CC) $(CPPFLAGS) $(CFLAGS) -DDRIVER_PLAIN_SYMBOLS -w -c -o $@ $<
# secrets: the assembler supports AVX-512 if there are such kernels. Bound lazily, as the test
# requires. (Linkers without the option always do this.) With -O3 its own copies of secrets would be
# in registers that calls do not change.
secrets_FLAGS := $(if $(findstring avx512,$(KERNELS)),-DSECRETS_WIDE)
secrets_LINK = $(if $(filter elf%,$(OBJECT_FORMAT)),$(shell echo 'int main(void) { return 0; }' \
  >build/tests/lazy.c && $(CC) $(CFLAGS) -Wl,-z,lazy -o build/tests/lazy build/tests/lazy.c \
  >build/tests/lazy.log 2>&1 && echo -Wl,-z,lazy))
build/tests/secrets.o $(call cases_of,secrets) $(secrets_OBJECTS): CFLAGS := \
  $(subst -O3,-O2,$(CFLAGS))
# same-path.sh steps two of these in parallel.
SAME_PATH := build/tests/same-path$(EXE)
same-path_OBJECTS := build/tests/vprotq.o
define CASE_RIG
build/tests/$1.o: tests/rigs/$1/$1.c build/tests/$1_families.h $$(TEST_HEADERS) $$(CONFIGURED) | \
  build/tests
	$$(COMPILE) -Iapp/util -Itests/rigs -Ibuild/tests $$($1_FLAGS) $$(STATIC_PIC) -c -o $$@ $$<
build/tests/$1$(EXE): build/tests/$1.o $(call cases_of,$1) $$($1_OBJECTS) $$(CALLS_OF_EXTENSIONS) \
  $$(TEST_OBJECTS) $$(STATIC_LIBRARIES)
	$$(CC) $$(CFLAGS) $$(LDFLAGS) $$(THREADS_FLAG) $$($1_LINK) -o $$@ $$^
endef
$(foreach rig,$(CASE_RIGS),$(eval $(call CASE_RIG,$(rig))))
TEST_FILES += $(patsubst %,build/tests/%$(EXE),calls checkasm data lengths secrets)

# Flips bits in kernels; the calls are those of checkasm's cases.
FLIPS := build/tests/flips$(EXE)
build/tests/flips.o: tests/rigs/flips/flips.c build/tests/checkasm_families.h $(TEST_HEADERS) \
  $(CONFIGURED) | build/tests
	$(COMPILE) -Iapp/util -Itests/rigs -Ibuild/tests $(checkasm_FLAGS) $(STATIC_PIC) -c -o $@ $<
$(FLIPS): build/tests/flips.o $(call cases_of,checkasm) build/tests/vprotq.o \
  $(CALLS_OF_EXTENSIONS) $(filter-out build/util/main.o,$(UTIL_OBJECTS)) build/tests/test.o \
  build/tests/child.o build/tests/$(OWN)_test.o \
  $(call objects_of,$(OWN),$(REFERENCES_OUTSIDE_$(OWN))) $(STATIC_LIBRARIES)
	$(CC) $(CFLAGS) $(LDFLAGS) $(THREADS_FLAG) -o $@ $^
TOOL_FILES += $(FLIPS)

# What bench prints at the end: includes bench.c.
ORDER := build/tests/order$(EXE)
TEST_FILES += $(ORDER)
build/tests/order.o: tests/util/order.c app/util/bench.c $(CONFIGURED) | build/tests
	$(COMPILE_TEST) $(STATIC_PIC) -c -o $@ $<
$(ORDER): build/tests/order.o $(filter-out build/util/main.o build/util/bench.o,$(UTIL_OBJECTS)) \
  $(STATIC_LIBRARIES)
	$(CC) $(CFLAGS) $(LDFLAGS) $(THREADS_FLAG) -o $@ $^

# tests/fuzz: each target with the standalone runner, or with FUZZ_ENGINE, a fuzzer's own
# (tests/fuzz/build.sh). Targets of the library, with their model, are in its folder tests/fuzz.
# That of the utility needs streams in memory.
FUZZ_OF_LIBRARY := $(firstword $(EXTENSION_FOLDERS))/tests/fuzz
FUZZ_TARGETS := api $(if $(filter posix,$(SYSTEM)),list)
FUZZ_PROGRAMS := $(patsubst %,build/tests/fuzz-%$(EXE),$(FUZZ_TARGETS))
FUZZ_LINK ?= $(CC) $(CFLAGS)
build/fuzz:
	@mkdir -p $@
FUZZ_HEADERS := $(wildcard tests/fuzz/*.h $(FUZZ_OF_LIBRARY)/*.h)
build/fuzz/%.o: tests/fuzz/%.c $(FUZZ_HEADERS) $(CONFIGURED) | build/fuzz
	$(COMPILE_TEST) $(STATIC_PIC) -c -o $@ $<
build/fuzz/%.o: $(FUZZ_OF_LIBRARY)/%.c $(FUZZ_HEADERS) $(CONFIGURED) | build/fuzz
	$(COMPILE_TEST) -Itests/fuzz $(STATIC_PIC) -c -o $@ $<
build/fuzz/util-%.o: app/util/%.c tests/fuzz/hooks.h $(CONFIGURED) | build/fuzz
	$(COMPILE_TEST) $(STATIC_PIC) $(THREADS_FLAG) -D_GNU_SOURCE -D_FILE_OFFSET_BITS=64 \
	    -include tests/fuzz/hooks.h -c -o $@ $<
.SECONDARY: $(patsubst %.c,build/fuzz/%.o,$(notdir $(wildcard tests/fuzz/*.c $(FUZZ_OF_LIBRARY)/*.c))) $(patsubst %,build/fuzz/util-%,$(UTIL))
build/tests/fuzz-list$(EXE): build/fuzz/run-util.o \
  $(patsubst %,build/fuzz/util-%,$(filter-out cycles.o cpus.o kernel.o,$(UTIL))) \
  build/util/cycles.o build/util/cpus.o $(UTIL_OF_EXTENSIONS)
$(FUZZ_PROGRAMS): build/tests/fuzz-%$(EXE): build/fuzz/%.o build/fuzz/model.o build/fuzz/target.o \
  $(if $(FUZZ_ENGINE),,build/fuzz/standalone.o) $(ALL_KERNELS) $(STATIC_LIBRARIES) | build/tests
	$(FUZZ_LINK) $(LDFLAGS) $(THREADS_FLAG) -o $@ $(filter %.o,$^) $(STATIC_LIBRARIES) $(FUZZ_ENGINE)
.PHONY: fuzz-programs
fuzz-programs: $(FUZZ_PROGRAMS)

# The fuzzers, by clang, in build/fuzz/out; each runs for FUZZ_SECONDS, and its corpus is kept.
FUZZ_SECONDS ?= 60
.PHONY: fuzz fuzz-build
fuzz-build:
	unset CC CXX CFLAGS CXXFLAGS; tests/fuzz/build.sh
fuzz:
	FUZZ_CORPUS=build/fuzz/corpus tests/fuzz/fuzz.sh address $(FUZZ_SECONDS)

# Not a test: compares this library with others, which are opened at run time, with -ldl if
# necessary.
PEERS := build/tests/peers$(EXE)
build/tests/peers.o: tools/peers/peers.c $(CONFIGURED) | build/tests
	$(COMPILE_TEST) $(STATIC_PIC) -c -o $@ $<
$(PEERS): build/tests/peers.o build/util/cycles.o $(STATIC_LIBRARIES)
	$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^ $(if $(filter posix,$(SYSTEM)),-ldl)
.PHONY: bench-peers
bench-peers: $(PEERS)
	tools/peers/peers.sh $(PEERS)

# - check, also called check-build: the library and the utility of this build, with a fifth of the
#   random tries.
# - check-compiler: what depends on the compiler, but not on how this was configured.
# - check-tree: what depends on the sources alone, such as configure, make install and the assembly
#   for other assemblers.
# - check-ci: tier one, which every change must pass.
# - check-nightly: tier two, everything.
#
# tests/README.md lists the tests of each tier; tests/setup installs what both need. TEST_JOBS tests
# run at once, by default as many as there are CPUs.
CHECKING := check check-build check-compiler check-tree check-ci check-nightly prove
.PHONY: $(CHECKING)

# The settings of this build, which scripts read (tests/tap.sh): each runs alone, by its name. What a
# script is given in its environment comes first.
build/tests/env.sh: export TEST_CC = $(CC)
build/tests/env.sh: export TEST_FLAGS = $(CPPFLAGS) $(CFLAGS) $(LDFLAGS)
build/tests/env.sh: export TEST_CPPFLAGS = $(CPPFLAGS)
build/tests/env.sh: export TEST_LDFLAGS = $(LDFLAGS)
build/tests/env.sh: export TEST_KERNELS = $(KERNELS_$(OWN))
build/tests/env.sh: export TEST_LANES = $(LANES_$(OWN))
build/tests/env.sh: export TEST_OBJECTS = $(call static_objects,$(OWN))
# The other libraries: their kernels, and all of their objects.
build/tests/env.sh: export TEST_OTHER_KERNELS = $(foreach e,$(OTHERS),$(call assembled,$e))
build/tests/env.sh: export TEST_OTHER_OBJECTS = $(foreach e,$(OTHERS),$(call static_objects,$e))
build/tests/env.sh: export TEST_UTIL_OBJECTS = $(UTIL_OBJECTS) $(STATIC_LIBRARIES)
build/tests/env.sh: export TEST_MEMCHECK = $(foreach e,$(EXTENSIONS),$(MEMCHECK_$e))
build/tests/env.sh: export TEST_TARGET = $(TARGET)
build/tests/env.sh: export TEST_REFERENCE = $(REFERENCE)
build/tests/env.sh: export TEST_FORMAT = $(OBJECT_FORMAT)
build/tests/env.sh: export TEST_SHARED = bin/$(SHARED_NAME)
build/tests/env.sh: export TEST_PREFIX = $(SYMBOL_PREFIX)
build/tests/env.sh: export TEST_MAKE = $(MAKE)
build/tests/env.sh: export TEST_EMULATOR = $(EMULATOR)
build/tests/env.sh: export TEST_CANNOT_RUN = $(CANNOT_RUN)
build/tests/env.sh: export TEST_EXE = $(EXE)
build/tests/env.sh: export TEST_MACHINE = $(filter -m%,$(CFLAGS))
SETTINGS := CC FLAGS CPPFLAGS LDFLAGS KERNELS LANES OBJECTS OTHER_KERNELS OTHER_OBJECTS \
  UTIL_OBJECTS MEMCHECK TARGET REFERENCE FORMAT SHARED PREFIX MAKE EMULATOR CANNOT_RUN EXE \
  MACHINE
.PHONY: settings
build/tests/env.sh: settings | build/tests
	@awk -v settings='$(SETTINGS)' 'BEGIN { \
	    n = split(settings, name, " "); \
	    for (i = 1; i <= n; i++) { \
	        value = ENVIRON["TEST_" name[i]]; \
	        gsub(/\047/, "\047\\\047\047", value); \
	        print "[ -n \"$${TEST_" name[i] "+given}\" ] || TEST_" name[i] "=\047" value "\047" } }' >$@

# Tests of the utility start it by one name, with an emulator or without.
TEST_UTIL = $(if $(EMULATOR),build/tests/util,$(UTILITY))
.PHONY: build/tests/util
build/tests/util: | build/tests
	@printf '#!/bin/sh\nexec %s "$$@"\n' '$(EMULATOR) $(CURDIR)/$(UTILITY)' >$@
	@chmod +x $@

# What depends on this build, what depends only on the tree, and the complete set.
# (The slow ones come first: the others then fill the rest of the time.)
CHECK_BUILD = 'tests/util/sum.sh $(TEST_UTIL)' 'tests/util/commands.sh $(TEST_UTIL)' \
  $(patsubst %,'$(EMULATOR) %',$(sort $(TEST_FILES))) \
  $(patsubst %,'tests/util/%.sh $(TEST_UTIL)',parts texts cpus) \
  $(patsubst %,tests/rigs/%.sh,symbols counter hardening instructions stack) \
  'tests/proof/test.sh bytes' 'tests/mutate/mutate.py --check' 'tools/headers.py --check' \
  'tools/tables.py --check' \
  'tests/fuzz/regressions.sh $(FUZZ_PROGRAMS)' \
  $(if $(filter X86_32,$(TARGET)),tests/rigs/same-path.sh)
CHECK_COMPILER = tests/rigs/header.sh tests/rigs/cpuid/cpuid.sh tests/rigs/pages.sh \
  tests/build/recipes.sh tests/rigs/tsan.sh tests/systems/freestanding/freestanding.sh
CHECK_TREE = tests/build/configure.sh tests/build/install.sh tests/extension/extension.sh \
  tests/rigs/dialects.sh tests/rigs/typos.sh 'tests/proof/test.sh rules' \
  tests/tree/vectors.sh tests/tree/tables.sh tests/build/package.sh \
  tests/build/version.sh
ifneq ($(ALONE),)
CHECK_BUILD = $(if $(EXTERNAL),tests/build/external/external.sh,tests/systems/freestanding/freestanding.sh)
CHECK_COMPILER =
CHECK_TREE =
endif
FAULTS_ELSEWHERE = elf32 win64 arm64 arm64-big arm arm-big armv4t thumb2 thumb2-dsp thumb2-bytes \
  riscv64 elf64-c
# The C references, as compiled.
PROVE_C = elf64-c elf64-c:clang arm64-c arm64-c:clang
PROVE_ELSEWHERE = elf32 win64 arm64 arm64-big arm arm-big armv4t thumb2 thumb2-dsp thumb2-bytes \
  thumb2-dsp-bytes riscv64 $(PROVE_C)

# In both tiers.
CHECK_BOTH = \
  tests/lint.sh \
  tests/systems/qemu/cpus.sh $(patsubst %,'tests/systems/qemu/arm.sh %',arm64 arm) \
  tests/systems/qemu/riscv64.sh \
  $(patsubst %,'tests/rigs/objects.sh %',arm64 arm32 riscv64 x86-64 x86-32) \
  tests/rigs/constant-time.sh \
  tests/rigs/scalar.sh \
  tests/rigs/valgrind.sh \
  tests/build/coexist/coexist.sh \
  tests/build/abi.sh \
  tests/build/external/external.sh \
  tests/build/vs2013/vs2013.sh \
  tests/tree/plot.sh \
  'tests/proof/test.sh unproved' tests/proof/tricks.sh \
  'tests/proof/test.sh sample' 'tests/proof/test.sh check' \
  $(patsubst %,'tests/proof/test.sh --target % check',arm64 riscv64 thumb2) \
  $(patsubst %,'tests/proof/test.sh --target % emulate 20 1',elf64 arm64 riscv64)

# Tier one: samples of slow rigs, with fixed seeds, so that a run never fails by chance. The
# comments in CHECK_NIGHTLY say what only tier two tests.
CHECK_CI = $(CHECK_BOTH) \
  'tests/build/package.sh deb' \
  'tests/proof/cbmc.sh first' 'tests/proof/cbmc.sh 32-big few' 'tests/mutate/mutate.py --by cbmc.sh --sample 1' \
  'tests/fuzz/fuzz.sh address 5' \
  'tests/systems/bochs/bochs.sh sample' \
  'tests/rigs/unwind.sh gcc gcc-32' \
  'tests/mutate/mutate.py --jobs 1 --file $(OWN)_avx2-64' \
  'tests/systems/wine.sh gas' \
  tests/build/amalgamation/amalgamation.sh \
  tests/build/cmake.sh \
  'tests/build/kernels/kernels.sh sample' \
  'tests/build/bindings.sh python rust-tests' \
  $(patsubst %,'tests/systems/contract/contract.sh %',msp430 cortex-m4) \
  $(patsubst %,'tests/build/builds.sh %',$(shell tests/build/builds.sh --list ci))

# Tier two. The comment after each rig says which part tier one runs, and what detects most faults
# that the rest would detect.
CHECK_NIGHTLY = $(CHECK_BOTH) \
  tests/proof/cbmc.sh \
  'tests/fuzz/fuzz.sh address 40' \
  'tests/fuzz/fuzz.sh memory 40' \
  $(foreach f,$(EXTENSION_FOLDERS),$(NIGHTLY_$(notdir $f))) \
  '$(FLIPS) --count 400' \
  tests/systems/bochs/bochs.sh \
  tests/rigs/unwind.sh \
  'tests/mutate/mutate.py --jobs 1' \
  'env TEST_CC=clang tests/rigs/tsan.sh' \
  tests/systems/surroundings.sh \
  tests/systems/wine.sh \
  tests/rigs/secrets/secrets.sh \
  $(if $(filter X86_32,$(TARGET)),,tests/rigs/same-path.sh) \
  $(patsubst %,'tests/proof/test.sh --target % changed',elf64 $(filter-out $(PROVE_C),$(PROVE_ELSEWHERE))) \
  'tests/proof/test.sh --target elf64 mutants 10 $(or $(TEST_SEED),1)' \
  'tests/proof/test.sh --target arm64 mutants 6 $(or $(TEST_SEED),4)' \
  $(patsubst %,'tests/proof/test.sh --target % emulate 1000 $(or $(TEST_SEED),1)',elf64 win64 elf32 arm64 arm arm-big riscv64 thumb2) \
  'tests/proof/test.sh identities' \
  $(patsubst %,'tests/proof/test.sh --target % same',elf64:clang elf64:nasm elf64:yasm elf32:clang) \
  'tests/proof/test.sh faults' \
  $(patsubst %,'tests/proof/test.sh --target % faults',$(FAULTS_ELSEWHERE)) \
  $(patsubst %,'tests/proof/test.sh --target % check',arm64-big arm arm-big thumb2-dsp thumb2-bytes thumb2-dsp-bytes $(PROVE_C)) \
  $(patsubst %,'tests/proof/test.sh --target % semantics',elf64 elf32 arm64 arm64-big arm arm-big thumb2-bytes thumb2-dsp riscv64 $(PROVE_C)) \
  tests/systems/qemu/count.sh \
  $(patsubst %,'tests/systems/contract/contract.sh %',z80 stm8 msp430 riscv32 riscv64 cortex-m3 cortex-m4 cortex-m33 avr) \
  tests/systems/i386/i386.sh \
  'tests/build/package.sh deb-tests' \
  'tests/build/package.sh rpm' \
  'tests/build/package.sh ports' \
  'tests/extension/extension.sh all' \
  tests/build/consumers.sh \
  $(if $(EMULATOR),,'build/tests/data$(EXE) slow') \
  'tests/build/amalgamation/amalgamation.sh all' \
  'tests/build/cmake.sh all' \
  tests/build/kernels/kernels.sh \
  tests/build/bindings.sh \
  tests/systems/systems.sh \
  $(patsubst %,'tests/build/builds.sh %',$(shell tests/build/builds.sh --list))

.PHONY: test-programs
test-programs: lib build/tests/env.sh $(if $(ALONE),,util $(TEST_FILES) $(FUZZ_PROGRAMS) \
  $(if $(filter X86_32,$(TARGET)),$(SAME_PATH)) build/tests/util)
# Compiles in parallel on all CPUs, unless make was given a number.
PARALLEL = $(if $(filter -j% j,$(MAKEFLAGS)),,-j$(shell getconf _NPROCESSORS_ONLN 2>/dev/null || echo 1))
# Scripts check the shared library; symbols.sh says whether it builds.
BUILD_SHARED = $(MAKE) -s --no-print-directory $(PARALLEL) shared >build/tests/shared.log 2>&1 || :
# Nothing could report that run.sh itself passes where a test fails, ends early, says nothing, fails
# against its results, or is skipped without a reason of the list.
BAD_TESTS = 'exit 1' 'echo ok && echo 1..2' 'echo not ok && echo 1..1' \
  'echo ok && echo 1..1 && exit 1' 'echo "ok - a \# SKIP x" && echo 1..1'
RUN_TESTS = found=`TEST_RAN=/dev/null TEST_STRICT=1 TEST_SHARD= TEST_PROVE=no TEST_JOBS=2 tests/run.sh \
  $(BAD_TESTS)`; case $$?$$found in 1*'2 passed, 6 failed, 1 skipped'*) ;; \
  *) echo 'tests/run.sh does not notice all that fails'; exit 1 ;; esac; tests/run.sh
check-compiler check-tree: lib build/tests/env.sh
check check-build: export TEST_SAMPLE ?= 5
check check-build:
	@$(MAKE) -s --no-print-directory $(PARALLEL) test-programs
	@$(BUILD_SHARED)
	@$(RUN_TESTS) $(CHECK_BUILD)
check-compiler:
	@$(RUN_TESTS) $(CHECK_COMPILER)
check-tree:
	@TEST_RAN=/dev/null; export TEST_RAN; $(RUN_TESTS) $(CHECK_COMPILER) $(CHECK_TREE)
check-ci check-nightly: test-programs $(if $(ALONE),,$(CONSTANT_TIME) $(TOOL_FILES))
check-nightly: $(if $(ALONE),,$(SAME_PATH))
check-ci: export TEST_STRICT ?= 1
# Scripts compile the same files in many copies of the tree. If ccache is installed, equal ones are
# compiled once in a run. (It does not notice another assembler, so nothing is kept for the next.)
ifneq ($(filter check-ci,$(MAKECMDGOALS)),)
CCACHE := $(wildcard /usr/lib/ccache)
check-ci: export PATH := $(if $(CCACHE),$(CCACHE):)$(PATH)
check-ci: export CCACHE_DIR := $(shell rm -rf build/ccache)$(CURDIR)/build/ccache
endif
check-ci:
	@$(BUILD_SHARED)
	@$(RUN_TESTS) $(CHECK_CI) $(CHECK_TREE) $(CHECK_BUILD) $(CHECK_COMPILER)

# A new seed, which run.sh prints, and TEST_SEED=N repeats.
NEW_SEED := $(if $(filter check-nightly,$(MAKECMDGOALS)),$(shell od -An -N4 -tu4 /dev/urandom | tr -d ' '))
check-nightly: export TEST_SEED ?= $(NEW_SEED)
check-nightly: export TEST_CPU_LIMIT ?= 7200
check-nightly: export TEST_LIMIT ?= 36000
check-nightly:
	@$(BUILD_SHARED)
	@$(RUN_TESTS) $(CHECK_BUILD) $(CHECK_COMPILER) $(CHECK_TREE) \
	    $(CHECK_NIGHTLY)

# doc/soundness.md: every kernel that the prover supports. (check-nightly proves what has changed
# since the reports in measured/proved.)
prove: lib
	@tests/proof/everything.sh $(if $(RECORD),elf64,build) $(PROVE_ELSEWHERE) -- \
	    $(sort $(FAULTS_ELSEWHERE) $(PROVE_C))

# All planted faults, which takes an hour or two.
.PHONY: mutate
mutate:
	tests/mutate/mutate.py
