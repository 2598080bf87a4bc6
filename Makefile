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

LIBRARY := blake2b.o dispatch.o cpuid.o blake2b_ref-$(REFERENCE).o $(if $(KERNEL_FILES),kernels.o)
UTIL := main.o bench.o fuzz.o list.o sum.o support.o implementations.o cycles.o
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
SHARED_LINK := libblake2b.dylib
else
SHARED_NAME := libblake2b.so.$(MAJOR)
SHARED_LINK := libblake2b.so
endif
SHARED_LIBRARY := bin/$(SHARED_NAME)
UTILITY := bin/blake2b-util$(EXE)

STATIC_OBJECTS := $(addprefix build/static/,$(LIBRARY))
SHARED_OBJECTS := $(addprefix build/shared/,$(LIBRARY))
UTIL_OBJECTS := $(addprefix build/util/,$(UTIL)) $(REFERENCES_OUTSIDE)

# ---- what users ask for ----

.PHONY: all lib shared util check check-all bench help clean distclean
.PHONY: install install-lib install-shared install-util install-header uninstall

all: lib util
lib: $(STATIC_LIBRARY)
shared: $(SHARED_LIBRARY)
util: $(UTILITY)

bench: util
	$(UTILITY) bench

help:
	@echo 'make                 static library and util'
	@echo 'make lib | shared | util'
	@echo 'make check           tests: everything that this machine can run'
	@echo 'make check-all       the fuller set (tests/setup installs what it needs)'
	@echo 'make bench           measure every implementation'
	@echo 'make install | install-lib | install-shared | uninstall   (DESTDIR=, prefix=)'
	@echo 'make clean | distclean'

# ---- compiling ----

INCLUDES := -Ibuild -Iapp/include -I$(BLAKE2B)
COMPILE = $(CC) $(STD_FLAG) $(INCLUDES) $(CPPFLAGS) $(CFLAGS) $(HIDDEN_FLAG) $(DEP_FLAGS)
CONFIGURED := build/config.mk build/config.h
# Without dependencies from the compiler, everything depends on every header.
ifeq ($(DEP_FLAGS),)
CONFIGURED += $(wildcard app/*/*.h app/*/*/*.h $(BLAKE2B)/*.inc $(BLAKE2B)/*.def)
endif

build/static build/shared build/util build/tests:
	@mkdir -p $@

build/static/%.o: %.c $(CONFIGURED) | build/static
	$(COMPILE) $(STATIC_PIC) -c -o $@ $<
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
ifeq ($(ASSEMBLE),)
build/kernels.o: blake2b.S build/kernels.h $(CONFIGURED)
	$(CC) $(INCLUDES) $(CPPFLAGS) $(CFLAGS) -w $(DEP_FLAGS) -c -o $@ $<
else
build/kernels.o: blake2b.S build/kernels.h app/driver/x86/split.sed $(CONFIGURED)
	$(CC) $(INCLUDES) $(CPPFLAGS) $(ASM_DEFINES) -E -x assembler-with-cpp $(if $(DEP_FLAGS),$(DEP_FLAGS) -MT $@ -MF build/kernels.d) -o build/kernels.i $<
	sed -f app/driver/x86/split.sed build/kernels.i >build/kernels.asm
	$(ASSEMBLE) -o $@ build/kernels.asm
endif
build/static/kernels.o build/shared/kernels.o: build/%/kernels.o: build/kernels.o | build/static build/shared
	@cp build/kernels.o $@

-include $(wildcard build/*.d build/*/*.d)

# ---- linking ----

$(STATIC_LIBRARY): $(STATIC_OBJECTS)
	@rm -f $@
	$(AR) rc $@ $(STATIC_OBJECTS)
	$(RANLIB) $@

# The names in the header, and no others.
PUBLIC_NAMES = sed -n 's/^BLAKE2B_API .*[ *]\(blake2b[a-z0-9_]*\)(.*/\1/p' app/include/blake2b.h

build/exports: app/include/blake2b.h $(CONFIGURED) Makefile
	{ echo 'LIBBLAKE2B_$(MAJOR) {'; echo 'global:'; $(PUBLIC_NAMES) | sed 's/.*/    $(SYMBOL_PREFIX)&;/'; \
	  echo 'local: *;'; echo '};'; } >$@
build/exports-macos: app/include/blake2b.h $(CONFIGURED) Makefile
	$(PUBLIC_NAMES) | sed 's/^/_$(SYMBOL_PREFIX)/' >$@

# The library's own calls go to itself, whatever else in the process has the same names.
ifeq ($(OBJECT_FORMAT),win)
$(SHARED_LIBRARY): $(SHARED_OBJECTS)
	$(CC) $(CFLAGS) $(LDFLAGS) $(SOFLAGS) -shared -o $@ $(SHARED_OBJECTS) -Wl,--out-implib,bin/$(SHARED_LINK)
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

# ---- installing ----

PROGRAM = $(INSTALL) -m 755
DATA = $(INSTALL) -m 644
HEADER := $(DESTDIR)$(includedir)/blake2b.h

install: install-lib install-util

install-header:
	mkdir -p $(DESTDIR)$(includedir)
	$(DATA) app/include/blake2b.h $(HEADER)
ifneq ($(SYMBOL_PREFIX),)
	sed 's/^#define BLAKE2B_H$$/&\n#define BLAKE2B_SYMBOL_PREFIX $(SYMBOL_PREFIX)/' app/include/blake2b.h >$(HEADER)
endif

install-lib: lib install-header
	mkdir -p $(DESTDIR)$(libdir)
	$(DATA) $(STATIC_LIBRARY) $(DESTDIR)$(libdir)/libblake2b.a

install-shared: shared install-header
	mkdir -p $(DESTDIR)$(libdir)
ifeq ($(OBJECT_FORMAT),win)
	mkdir -p $(DESTDIR)$(bindir)
	$(PROGRAM) $(SHARED_LIBRARY) $(DESTDIR)$(bindir)/$(SHARED_NAME)
	$(DATA) bin/$(SHARED_LINK) $(DESTDIR)$(libdir)/$(SHARED_LINK)
else
	$(PROGRAM) $(SHARED_LIBRARY) $(DESTDIR)$(libdir)/$(SHARED_NAME)
	ln -sf $(SHARED_NAME) $(DESTDIR)$(libdir)/$(SHARED_LINK)
endif

install-util: util
	mkdir -p $(DESTDIR)$(bindir)
	$(PROGRAM) $(UTILITY) $(DESTDIR)$(bindir)/blake2b-util$(EXE)

uninstall:
	rm -f $(HEADER) $(DESTDIR)$(libdir)/libblake2b.a $(DESTDIR)$(libdir)/$(SHARED_NAME) \
	  $(DESTDIR)$(libdir)/$(SHARED_LINK) $(DESTDIR)$(bindir)/blake2b-util$(EXE)
ifeq ($(OBJECT_FORMAT),win)
	rm -f $(DESTDIR)$(bindir)/$(SHARED_NAME)
endif

# ---- testing ----

include tests/tests.mk

# ---- cleaning ----

clean:
	rm -rf build/static build/shared build/util build/tests build/kernels.o build/kernels.d build/kernels.i \
	  build/kernels.asm build/exports build/exports-macos
	find bin -mindepth 1 ! -name .gitignore -delete

distclean: clean
	rm -rf build/config.h build/config.mk build/config.status build/kernels.h build/configure.tmp
