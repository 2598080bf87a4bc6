# libblake2b. Run ./configure first; "make help" tells what there is.
# Products go to bin/, everything else that is made to build/.

.DEFAULT_GOAL := all
.DELETE_ON_ERROR:
.SUFFIXES:

ifneq ($(filter-out clean distclean help,$(or $(MAKECMDGOALS),all)),)
include build/config.mk
else
-include build/config.mk
endif

BLAKE2B := app/extensions/blake2b
vpath %.c $(BLAKE2B) app/driver app/util
vpath %.inc $(BLAKE2B)
vpath %.S $(BLAKE2B)

# The configuration is made anew when what it was made from has changed.
ifneq ($(wildcard build/config.status),)
build/config.mk: configure app/VERSION $(BLAKE2B)/backends.def
	@build/config.status
	@touch $@
else
build/config.mk:
	@echo 'Run ./configure first.' >&2; exit 1
endif

# ---- lists ----

# What hashes one message after the other, and what is linked only for the other calls.
SERIAL := blake2b.o dispatch.o cpuid.o blake2b_ref-$(REFERENCE).o $(if $(KERNEL_FILES),kernels.o)
LIBRARY := $(SERIAL)
ifeq ($(FREESTANDING),)
LIBRARY += blake2b_many.o blake2bp.o blake2xb.o blake2b_compress.o blake2b_lanes.o $(if $(LANES_FILES),lanes.o)
endif
UTIL := main.o bench.o fuzz.o fuzz_lanes.o list.o sum.o files.o support.o implementations.o cycles.o
# The library has one reference, the util and the tests all.
REFERENCES_OUTSIDE := $(patsubst %,build/util/blake2b_ref-%.o,$(filter-out $(REFERENCE),$(REFERENCES)))

MAJOR := $(firstword $(subst ., ,$(VERSION)))
STATIC_LIBRARY := bin/libblake2b.a
ifeq ($(OBJECT_FORMAT),win)
EXE := .exe
SHARED_NAME := libblake2b-$(MAJOR).dll
SHARED_LINK := libblake2b.dll.a
else ifeq ($(OBJECT_FORMAT),macho)
SHARED_NAME := libblake2b.$(MAJOR).dylib
SHARED_FILE := libblake2b.$(VERSION).dylib
SHARED_LINK := libblake2b.dylib
else
SHARED_NAME := libblake2b.so.$(MAJOR)
SHARED_FILE := libblake2b.so.$(VERSION)
SHARED_LINK := libblake2b.so
endif
SHARED_LIBRARY := bin/$(SHARED_NAME)
UTILITY := bin/blake2b-util$(EXE)

STATIC_OBJECTS := $(addprefix build/static/,$(LIBRARY))
SHARED_OBJECTS := $(addprefix build/shared/,$(LIBRARY))
UTIL_OBJECTS := $(addprefix build/util/,$(UTIL)) $(REFERENCES_OUTSIDE)

# ---- what users ask for ----

.PHONY: all lib shared util check check-all bench help clean distclean
.PHONY: install install-lib install-shared install-util install-header install-man install-package uninstall
.PHONY: man dist bench-plot

all: lib $(if $(FREESTANDING),,util)
lib: $(STATIC_LIBRARY)
ifeq ($(FREESTANDING),)
shared: $(SHARED_LIBRARY)
util: $(UTILITY)
else
shared util bench:
	@echo 'configured with --freestanding, which makes the static library alone' >&2; exit 1
endif

ifeq ($(FREESTANDING),)
bench: util
	$(UTILITY) bench
endif

# A chart of it; needs matplotlib.
PYTHON ?= python3
bench-plot: util
	$(UTILITY) bench --csv >build/bench.csv
	$(PYTHON) tests/plot.py bin/bench.svg <build/bench.csv

help:
	@echo 'make                 static library and util'
	@echo 'make lib | shared | util'
	@echo 'make check           tests: everything that this machine can run'
	@echo 'make check-all       the fuller set (tests/setup installs what it needs)'
	@echo 'make bench           measure every implementation (bench-plot: and draw it)'
	@echo 'make bench-peers     measure other libraries beside this one, as far as they are installed'
	@echo 'make estimates       what llvm-mca says of the kernels on other CPUs'
	@echo 'make install | install-lib | install-shared | uninstall   (DESTDIR=, prefix=)'
	@echo 'make man | dist      manual pages; the sources as an archive'
	@echo 'make clean | distclean'

# ---- compiling ----

INCLUDES := -Ibuild -Iapp/include -I$(BLAKE2B)
COMPILE = $(CC) $(STD_FLAG) $(INCLUDES) $(CPPFLAGS) $(CFLAGS) $(HIDDEN_FLAG) $(DEP_FLAGS)
CONFIGURED := build/config.mk build/config.h
# Without dependencies from the compiler, everything depends on every header.
ifeq ($(DEP_FLAGS),)
CONFIGURED += $(wildcard app/*/*.h app/*/*/*.h app/driver/*.inc $(BLAKE2B)/*.inc $(BLAKE2B)/*.def)
endif

build/static build/shared build/util build/tests:
	@mkdir -p $@

# In the static library the calls are hidden too: a program that carries it does not offer them
# to its other libraries, some of which (libb2) call functions of the same names by the dynamic linker.
build/static/%.o: %.c $(CONFIGURED) | build/static
	$(COMPILE) $(STATIC_PIC) -DBLAKE2B_API= -c -o $@ $<
build/static/%.o: %.inc $(CONFIGURED) | build/static
	$(COMPILE) $(STATIC_PIC) -x c -c -o $@ $<
build/shared/%.o: %.c $(CONFIGURED) | build/shared
	$(COMPILE) $(PIC_FLAG) -DBLAKE2B_DLL_BUILD -c -o $@ $<
build/shared/%.o: %.inc $(CONFIGURED) | build/shared
	$(COMPILE) $(PIC_FLAG) -x c -c -o $@ $<
build/util/%.o: %.c $(CONFIGURED) | build/util
	$(COMPILE) $(STATIC_PIC) $(THREADS_FLAG) -c -o $@ $<
build/util/%.o: %.inc $(CONFIGURED) | build/util
	$(COMPILE) $(STATIC_PIC) -x c -c -o $@ $<

# The assembly kernels are position independent by themselves: one object serves all.
# (-w: what -pedantic has to say about macros without arguments is of no interest here.)
ASSEMBLED := build/kernels.o build/lanes.o
build/kernels.o: blake2b.S build/kernels.h
build/lanes.o: blake2b_lanes.S build/lanes.h
ifeq ($(ASSEMBLE),)
$(ASSEMBLED): $(CONFIGURED)
	$(CC) $(INCLUDES) $(CPPFLAGS) $(CFLAGS) -w $(DEP_FLAGS) -c -o $@ $(filter %.S,$^)
else
$(ASSEMBLED): build/%.o: app/driver/x86/split.sed $(CONFIGURED)
	$(CC) $(INCLUDES) $(CPPFLAGS) $(ASM_DEFINES) -E -x assembler-with-cpp $(if $(DEP_FLAGS),$(DEP_FLAGS) -MT $@ -MF build/$*.d) -o build/$*.i $(filter %.S,$^)
	sed -f app/driver/x86/split.sed build/$*.i >build/$*.asm
	$(ASSEMBLE) -o $@ build/$*.asm
endif
build/static/kernels.o build/shared/kernels.o: build/%/kernels.o: build/kernels.o | build/static build/shared
	@cp build/kernels.o $@
build/static/lanes.o build/shared/lanes.o: build/%/lanes.o: build/lanes.o | build/static build/shared
	@cp build/lanes.o $@

-include $(wildcard build/*.d build/*/*.d)

# ---- linking ----

$(STATIC_LIBRARY): $(STATIC_OBJECTS)
	@rm -f $@
	$(AR) $(ARFLAGS) $@ $(STATIC_OBJECTS)
	$(RANLIB) $@

# The names in the header, and no others.
PUBLIC_NAMES = sed -n 's/^BLAKE2B_API .*[ *]\(blake2x\{0,1\}b[a-z0-9_]*\)(.*/\1/p' app/include/blake2b.h

build/exports: app/include/blake2b.h $(CONFIGURED) Makefile
	{ echo 'LIBBLAKE2B_$(MAJOR) {'; echo 'global:'; $(PUBLIC_NAMES) | sed 's/.*/    $(SYMBOL_PREFIX)&;/'; \
	  echo 'local: *;'; echo '};'; } >$@
build/exports-macos: app/include/blake2b.h $(CONFIGURED) Makefile
	$(PUBLIC_NAMES) | sed 's/^/_$(SYMBOL_PREFIX)/' >$@

# The library's own calls go to itself, whatever else in the process has the same names.
ifeq ($(OBJECT_FORMAT),win)
$(SHARED_LIBRARY): $(SHARED_OBJECTS)
	$(CC) $(CFLAGS) $(LDFLAGS) $(SOFLAGS) -shared -o $@ $(SHARED_OBJECTS) \
	  -Wl,--out-implib,bin/$(SHARED_LINK),--output-def,bin/libblake2b.def
else ifeq ($(OBJECT_FORMAT),macho)
$(SHARED_LIBRARY): $(SHARED_OBJECTS) build/exports-macos
	$(CC) $(CFLAGS) $(LDFLAGS) $(SOFLAGS) -dynamiclib -install_name $(libdir)/$(SHARED_NAME) \
	  -compatibility_version $(MAJOR) -current_version $(VERSION) \
	  -Wl,-exported_symbols_list,build/exports-macos -o $@ $(SHARED_OBJECTS)
else
$(SHARED_LIBRARY): $(SHARED_OBJECTS) build/exports
	$(CC) $(CFLAGS) $(LDFLAGS) $(SOFLAGS) -shared $(ELF_LINK_FLAGS) -o $@ $(SHARED_OBJECTS)
endif

$(UTILITY): $(UTIL_OBJECTS) $(STATIC_LIBRARY)
	$(CC) $(CFLAGS) $(LDFLAGS) $(THREADS_FLAG) -o $@ $(UTIL_OBJECTS) $(STATIC_LIBRARY)

# ---- manual pages, from the header and the help texts ----

UTIL_COMMANDS := $(patsubst %,app/util/%.c,main sum bench fuzz list)
MANUAL := build/man/blake2b.3 build/man/blake2b-util.1
man: $(MANUAL)
build/man/blake2b.3: app/package/man3.awk app/include/blake2b.h app/VERSION
build/man/blake2b-util.1: app/package/man1.awk $(UTIL_COMMANDS) app/VERSION
$(MANUAL):
	@mkdir -p build/man
	LC_ALL=C awk -v version=$(VERSION) -f $(filter %.awk,$^) $(filter %.h %.c,$^) >$@

# ---- installing ----

PROGRAM = $(INSTALL) -m 755
DATA = $(INSTALL) -m 644
IN_LIB = $(DESTDIR)$(libdir)
HEADER = $(DESTDIR)$(includedir)/blake2b.h
# Every call has its manual page: the one of all.
CALL_PAGES = $(patsubst %,$(DESTDIR)$(mandir)/man3/%.3,$(filter-out blake2b,$(shell $(PUBLIC_NAMES))))

install: install-header $(if $(FREESTANDING),,install-util) install-package install-man
ifneq ($(INSTALL_STATIC),no)
install: install-lib
endif
ifneq ($(INSTALL_SHARED),no)
install: install-shared
endif

install-header:
	mkdir -p $(DESTDIR)$(includedir)
	$(DATA) app/include/blake2b.h $(HEADER)
ifneq ($(SYMBOL_PREFIX),)
	awk '{ print } /^#define BLAKE2B_H$$/ { print "#define BLAKE2B_SYMBOL_PREFIX $(SYMBOL_PREFIX)" }' app/include/blake2b.h >$(HEADER)
endif

install-lib: lib install-header install-package
	mkdir -p $(IN_LIB)
	$(DATA) $(STATIC_LIBRARY) $(IN_LIB)/libblake2b.a

install-shared: shared install-header install-package
	mkdir -p $(IN_LIB)
ifeq ($(OBJECT_FORMAT),win)
	mkdir -p $(DESTDIR)$(bindir)
	$(PROGRAM) $(SHARED_LIBRARY) $(DESTDIR)$(bindir)/$(SHARED_NAME)
	$(DATA) bin/$(SHARED_LINK) $(IN_LIB)/$(SHARED_LINK)
else
	$(PROGRAM) $(SHARED_LIBRARY) $(IN_LIB)/$(SHARED_FILE)
	ln -sf $(SHARED_FILE) $(IN_LIB)/$(SHARED_NAME)
	ln -sf $(SHARED_NAME) $(IN_LIB)/$(SHARED_LINK)
endif

install-util: util
	mkdir -p $(DESTDIR)$(bindir)
	$(PROGRAM) $(UTILITY) $(DESTDIR)$(bindir)/blake2b-util$(EXE)

install-man: man
	mkdir -p $(DESTDIR)$(mandir)/man1 $(DESTDIR)$(mandir)/man3
	$(DATA) build/man/blake2b-util.1 $(DESTDIR)$(mandir)/man1/blake2b-util.1
	$(DATA) build/man/blake2b.3 $(DESTDIR)$(mandir)/man3/blake2b.3
	for page in $(CALL_PAGES); do echo '.so man3/blake2b.3' >"$$page" || exit 1; done

# For pkg-config and CMake. Folders below the prefix are said relative to it, so that an
# installed tree can be moved.
BELOW_PREFIX = $(patsubst $(prefix)/%,$${$(2)}/%,$(1))
TO_PREFIX = $(shell echo '$(patsubst $(prefix)/%,%,$(libdir))/cmake/blake2b' | sed 's,[^/][^/]*,..,g')
install-package:
	mkdir -p $(IN_LIB)/pkgconfig $(IN_LIB)/cmake/blake2b
	sed -e 's,@prefix@,$(prefix),' -e 's,@libdir@,$(call BELOW_PREFIX,$(libdir),prefix),' \
	  -e 's,@includedir@,$(call BELOW_PREFIX,$(includedir),prefix),' -e 's,@version@,$(VERSION),' \
	  app/package/libblake2b.pc.in >$(IN_LIB)/pkgconfig/libblake2b.pc
	sed -e 's,@prefix@,$(if $(filter $(prefix)/%,$(libdir)),$${CMAKE_CURRENT_LIST_DIR}/$(TO_PREFIX),$(prefix)),' \
	  -e 's,@libdir@,$(call BELOW_PREFIX,$(libdir),blake2b_prefix_),' -e 's,@bindir@,$(call BELOW_PREFIX,$(bindir),blake2b_prefix_),' \
	  -e 's,@includedir@,$(call BELOW_PREFIX,$(includedir),blake2b_prefix_),' \
	  -e 's,@shared@,$(or $(SHARED_FILE),$(SHARED_NAME)),' -e 's,@link@,$(SHARED_LINK),' -e 's,@soname@,$(SHARED_NAME),' \
	  app/package/blake2b-config.cmake.in >$(IN_LIB)/cmake/blake2b/blake2b-config.cmake
	sed -e 's,@version@,$(VERSION),' -e 's,@pointer@,$(POINTER_BYTES),' app/package/blake2b-config-version.cmake.in \
	  >$(IN_LIB)/cmake/blake2b/blake2b-config-version.cmake

# What any of the above installs, and nothing else.
uninstall:
	rm -f $(HEADER) $(IN_LIB)/libblake2b.a $(IN_LIB)/$(SHARED_NAME) $(IN_LIB)/$(SHARED_LINK) \
	  $(addprefix $(IN_LIB)/,$(SHARED_FILE)) $(DESTDIR)$(bindir)/blake2b-util$(EXE) \
	  $(DESTDIR)$(mandir)/man1/blake2b-util.1 $(DESTDIR)$(mandir)/man3/blake2b.3 $(CALL_PAGES) \
	  $(IN_LIB)/pkgconfig/libblake2b.pc $(IN_LIB)/cmake/blake2b/blake2b-config.cmake \
	  $(IN_LIB)/cmake/blake2b/blake2b-config-version.cmake
	-rmdir $(IN_LIB)/cmake/blake2b 2>/dev/null
ifeq ($(OBJECT_FORMAT),win)
	rm -f $(DESTDIR)$(bindir)/$(SHARED_NAME)
endif

# ---- a release ----

# The sources as one archive, the same from every checkout of one version.
DIST := libblake2b-$(VERSION)
dist:
	@rm -rf build/dist && mkdir -p build/dist/$(DIST)
	git archive HEAD | (cd build/dist/$(DIST) && tar xf -)
	cd build/dist && LC_ALL=C tar --sort=name --owner=0 --group=0 --numeric-owner --mode=u+rw,go+r,go-w \
	  --mtime="@$${SOURCE_DATE_EPOCH:-$$(git -C ../.. log -1 --format=%ct)}" -cf - $(DIST) | gzip -9n >../../bin/$(DIST).tar.gz
	@rm -rf build/dist
	@echo bin/$(DIST).tar.gz

# ---- testing ----

include tests/tests.mk

# ---- cleaning ----

clean:
	rm -rf build/static build/shared build/util build/tests build/peers build/bench.csv build/man build/dist build/exports build/exports-macos \
	  $(foreach list,kernels lanes,$(addprefix build/$(list).,o d i asm))
	find bin -mindepth 1 ! -name .gitignore -delete

distclean: clean
	rm -rf build/config.h build/config.mk build/config.status build/kernels.h build/lanes.h build/configure.tmp
