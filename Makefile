# SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT
# libblake2b. Run ./configure first; "make help" lists the targets. Products go to bin/, all
# intermediate files to build/.

.DEFAULT_GOAL := all
.DELETE_ON_ERROR:
.SUFFIXES:
# The same ranges such as [a-z], capitals and sort order in every locale. ($(shell) does not see
# this.)
export LC_ALL := C

# (These targets need no configuration. Without one, the extensions are the folders in
# app/extensions.)
ifneq ($(filter-out clean distclean help amalgamation bindings,$(or $(MAKECMDGOALS),all)),)
include build/config.mk
else
include $(wildcard build/config.mk)
endif

# The configuration is renewed when its sources have changed.
ifneq ($(wildcard build/config.status),)
build/config.mk: configure app/VERSION app/driver/table.awk \
  $(foreach f,$(EXTENSION_FOLDERS),$(wildcard $f/*.def) $f/objects.mk)
	@build/config.status
# Newer than all of them, even if their time is in the future: otherwise make would start anew for
# ever.
	@touch $@; for f in $^; do [ -z "$$(find $$f -newer $@)" ] || touch -r $$f $@; done
else
build/config.mk:
	@echo 'Makefile: run ./configure first' >&2; exit 1
endif

# ---- lists ----

include app/lists.mk
EXTENSION_FOLDERS ?= $(patsubst %/objects.mk,%,$(wildcard app/extensions/*/objects.mk))

# An extension is a folder; its library is libNAME. For each NAME:
#   C_OBJECTS_NAME   the C objects of its library: its own and the driver's
#   KERNELS_NAME     the single-message kernels, and the objects that they share
#   LANES_NAME       multi-message kernels, and those of other contracts
#   UTIL_NAME        its part of the utility, which is not in the library
# and the sources of its library, for projects that compile them themselves (doc/building.md).
EXTENSIONS := $(notdir $(EXTENSION_FOLDERS))
in_capitals = $(shell LC_ALL=C; export LC_ALL; echo $1 | tr '[:lower:]' '[:upper:]')
source_of = $(firstword $(wildcard $(addsuffix /$(2:.o=.c),$1 app/driver) $1/ref/$(2:.o=.inc)))
kernel_sources = $(if $(KERNEL_FILES_$1)$(LANES_FILES_$1)$(OTHERS_FILES_$1),$(SHARED_$1_$(TARGET))) $(KERNEL_FILES_$1)
lanes_sources = $(if $(LANES_FILES_$1)$(OTHERS_FILES_$1),$(SHARED_LANES_$1_$(TARGET))) \
  $(LANES_FILES_$1) $(OTHERS_FILES_$1)
objects_of = $(patsubst %,build/lib$1/%.o,$(basename $(notdir $2)))
# Its name, its folder.
define LISTS
C_OBJECTS_$1 := $(SERIAL_$1) $(DRIVER) $(REFERENCES_$1) $(FREESTANDING_$1) \
  $(if $(FREESTANDING),,$(HOSTED_$1) $(DRIVER_LANES))
KERNELS_$1 := $(call objects_of,$1,$(kernel_sources))
LANES_$1 := $(call objects_of,$1,$(lanes_sources))
C_SOURCES_$1 = $$(foreach o,$$(C_OBJECTS_$1),$$(call source_of,$2,$$o))
ASM_SOURCES_$1 := $(addprefix $2/,$(kernel_sources) $(lanes_sources))
endef
$(foreach f,$(EXTENSION_FOLDERS),$(eval $(call LISTS,$(notdir $f),$f)))
assembled = $(KERNELS_$1) $(LANES_$1)
static_objects = $(call objects_of,$1,$(C_OBJECTS_$1)) $(assembled)
shared_objects = $(addprefix build/lib$1/shared/,$(C_OBJECTS_$1)) $(assembled)
KERNELS := $(strip $(foreach e,$(EXTENSIONS),$(call assembled,$e)))
STATIC_OBJECTS := $(foreach e,$(EXTENSIONS),$(call static_objects,$e))
STATIC_LIBRARIES := $(patsubst %,bin/lib%.a,$(EXTENSIONS))
# The library has one reference, the utility and the tests have all.
UTIL_OBJECTS := $(addprefix build/util/,$(UTIL)) \
  $(foreach e,$(EXTENSIONS),$(call objects_of,$e,$(UTIL_$e) $(REFERENCES_OUTSIDE_$e)))

MAJOR := $(firstword $(subst ., ,$(VERSION)))
# The libraries whose header is in app/include: these are installed, and can be shared ones.
LIBRARIES := $(foreach e,$(EXTENSIONS),$(if $(wildcard app/include/$e.h),$e))
# For a library: the name that programs look for, the file (no other one on Windows), and the
# linker's options.
EXE :=
ifeq ($(OBJECT_FORMAT),win)
EXE := .exe
shared_name = lib$1-$(MAJOR).dll
shared_file =
shared_link = lib$1.dll.a
else ifeq ($(OBJECT_FORMAT),macho)
shared_name = lib$1.$(MAJOR).dylib
shared_file = lib$1.$(VERSION).dylib
shared_link = lib$1.dylib
else
shared_name = lib$1.so.$(MAJOR)
shared_file = lib$1.so.$(VERSION)
shared_link = lib$1.so
endif
SHARED_LIBRARIES := $(foreach l,$(LIBRARIES),bin/$(call shared_name,$l))
UTILITY := bin/blake2b-util$(EXE)

# ---- targets for users ----

.PHONY: all lib shared util kernels check check-tree check-ci check-nightly bench help clean \
  distclean
.PHONY: install install-lib install-shared install-util install-header install-man install-package \
  uninstall
.PHONY: man completions dist vs2013-asm record

# A library without a compression function or a C library can only be a static library.
ALONE := $(FREESTANDING)$(EXTERNAL)
all: lib $(if $(ALONE),,util)
lib: $(STATIC_LIBRARIES)
kernels: $(KERNELS)
ifeq ($(ALONE),)
shared: $(SHARED_LIBRARIES)
util: $(UTILITY)
else
shared util bench:
	@echo 'not available with $(if $(EXTERNAL),--with-external-compress,--freestanding), which builds only the static library' >&2; exit 1
endif

ifeq ($(ALONE),)
bench: util
	$(UTILITY) bench
endif

PYTHON ?= python3

# All generated files under version control. "make check" reports those that are not up to date.
# (Sizes are recorded for ELF objects, on targets where a kernel has only one encoding.)
SIZES := $(if $(filter elf,$(OBJECT_FORMAT)),$(if $(filter X86_64 ARM64,$(TARGET)),$(if $(ASSEMBLE),,$(KERNELS))))
.PHONY: regenerate
regenerate: $(SIZES)
	$(PYTHON) tools/headers.py
	$(if $(SIZES),$(PYTHON) tools/tables.py --code $(SIZES))
	$(PYTHON) tools/tables.py
	tests/proof/proof.sh table
	$(PYTHON) vs2013/generate.py

# Writes this CPU's file in measured/ (NAME= gives it another name), and the tables of the pages.
record:
	tools/record.sh $(NAME)

help:
	@echo 'make                 build the static libraries and the utility'
	@echo 'make lib | shared | util'
	@echo 'make check           test the library and the utility of this build (or check-build)'
	@echo 'make check-tree      test configure, make install and the sources'
	@echo 'make check-ci        both, and all else that every change must pass (tests/setup installs the tools)'
	@echo 'make check-nightly   run everything, with new random seeds; takes hours'
	@echo 'make fuzz            fuzz the calls and the utility (FUZZ_SECONDS= a target; clang)'
	@echo 'make prove           prove kernels correct for all inputs (doc/soundness.md)'
	@echo 'make mutate          plants faults that tests must notice'
	@echo 'make bench           measure every implementation'
	@echo 'make regenerate      rewrite generated files after a change of their sources'
	@echo 'make record          measure this CPU and record it in measured/ (doc/performance.md)'
	@echo 'make bench-peers     measure other libraries in the same run, and print the ratios'
	@echo 'make install | install-lib | install-shared | uninstall   (DESTDIR=, prefix=)'
	@echo 'make bindings        write that of the Python package and the Rust crate'
	@echo 'make amalgamation    write each library as one C file and one assembly file: bin/amalgamation'
	@echo 'make man | dist      write the manual pages; write the source archive'
	@echo 'make vs2013-asm      write the kernels for Visual Studio (vs2013/README.md)'
	@echo 'make clean | distclean'

# ---- compiling ----

INCLUDES := -Ibuild -Iapp -Iapp/include
COMPILE = $(CC) $(STD_FLAG) $(INCLUDES) $(CPPFLAGS) $(CFLAGS) $(HIDDEN_FLAG) $(SECTIONS_FLAG) \
  $(DEP_FLAGS)
CONFIGURED := build/config.mk build/config.h build/families.h
# If the compiler reports no dependencies, everything depends on every header.
ifeq ($(DEP_FLAGS),)
CONFIGURED += $(wildcard app/*/*.h app/*/*/*.h app/driver/*.inc) \
  $(foreach f,$(EXTENSION_FOLDERS),$(wildcard $f/*.h $f/*.inc $f/*.def $f/*/*.h $f/*/*.inc))
endif

build/util build/tests:
	@mkdir -p $@
build/util/%.o: app/util/%.c $(CONFIGURED) | build/util
	$(COMPILE) $(STATIC_PIC) $(THREADS_FLAG) -c -o $@ $<
build/util/%.o: app/driver/%.c $(CONFIGURED) | build/util
	$(COMPILE) $(STATIC_PIC) $(THREADS_FLAG) -c -o $@ $<

# Assembly kernels are position independent: one object serves static and shared libraries.
# (-pedantic would warn about macros without arguments.)
ifeq ($(ASSEMBLE),)
ASSEMBLE_KERNEL = $(CC) $(INCLUDES) $(CPPFLAGS) $(CFLAGS) -Wno-pedantic $(DEP_FLAGS) $(1) \
  -x assembler-with-cpp -c -o $@ $<
else
define ASSEMBLE_KERNEL
$(CC) $(INCLUDES) $(CPPFLAGS) $(filter -Werror,$(CFLAGS)) $(ASM_DEFINES) $(1) \
  -E -x assembler-with-cpp \
  $(if $(DEP_FLAGS),$(DEP_FLAGS) -MT $@ -MF $(@:.o=.d)) -o $(@:.o=.i) $<
awk -f app/driver/x86/split.awk $(@:.o=.i) >$(@:.o=.asm)
$(ASSEMBLE) -o $@ $(@:.o=.asm)
endef
endif
ASSEMBLY_FROM := $(CONFIGURED) $(if $(ASSEMBLE),app/driver/x86/split.awk)

# An extension: its name, its folder, the prefix of its macros. Each library compiles the driver
# with its own symbols (driver/names.h), and only sees its own folder, wherever that is. In the
# static library the calls are hidden as well. So a program that contains it does not export them to
# its other libraries, which may use another version. (REF_FLAGS: for tests, of the C references.)
define EXTENSION
build/lib$1 build/lib$1/shared:
	@mkdir -p $$@
$(foreach source,$2/%.c $2/ref/%.inc $2/util/%.c app/driver/%.c,
build/lib$1/%.o: $(source) $$(CONFIGURED) | build/lib$1
	$$(COMPILE) $$(BIND_FLAG) $$(STATIC_PIC) -I$2 -DLIBRARY=$1_ -D$3_API= -x c -c -o $$@ $$< \
	    $$(if $$(findstring _ref-,$$@)$$(findstring _util,$$@),$$(REF_FLAGS))
build/lib$1/shared/%.o: $(source) $$(CONFIGURED) | build/lib$1/shared
	$$(COMPILE) $$(BIND_FLAG) $$(PIC_FLAG) -I$2 -DLIBRARY=$1_ -D$3_DLL_BUILD -x c -c -o $$@ $$<
)
$(foreach source,$2/x86/%.inc $2/arm/%.inc $2/riscv/%.inc,
build/lib$1/%.o: $(source) $$(ASSEMBLY_FROM) | build/lib$1
	$$(call ASSEMBLE_KERNEL,-I$2 -DLIBRARY=$1_)
)
bin/lib$1.a: $(static_objects)
	@rm -f $$@
	$$(AR) $$(ARFLAGS) $$@ $$^
	$$(RANLIB) $$@
endef
$(foreach f,$(EXTENSION_FOLDERS),$(eval $(call EXTENSION,$(notdir $f),$f,$(call in_capitals,$(notdir $f)))))

-include $(wildcard build/*.d build/*/*.d build/*/shared/*.d)

# ---- linking ----

# The calls in a library's header. Only these are exported. grep counts them as well: a build that
# exports fewer calls than the header declares is an error.
CALL_LISTS := $(patsubst %,build/%.calls,$(LIBRARIES))
$(CALL_LISTS): build/%.calls: app/include/%.h app/package/calls.awk
	awk -f app/package/calls.awk $< >$@
	@sort -u -o $@ $@
	@declared=$$(grep -c '^[A-Z0-9]*_CALL(' $<); found=$$(grep -c . $@); \
	    [ "$$declared" = "$$found" ] || \
	  { echo "$<: declares $$declared calls, but $$found names would be exported" >&2; exit 1; }
# The prefix of symbols: the one given to configure, or the library's own.
symbol_prefix = $(if $(filter libblake2b_,$(SYMBOL_PREFIX)),lib$1_,$(SYMBOL_PREFIX))

# A shared library: its name, its objects. Its own calls are bound to itself, whatever other symbols
# the process has. ($(EXPORTS), $(IMPORTS) and $(DEFINITIONS) are used in flags from configure.)
define SHARED
build/$1.exports: build/$1.calls $$(CONFIGURED) Makefile
	{ echo 'LIB$3_$$(MAJOR) {'; echo 'global:'; sed 's/.*/    $$(call symbol_prefix,$1)&;/' $$<; \
	  echo 'local: *;'; echo '};'; } >$$@
build/$1.exports-macos: build/$1.calls $$(CONFIGURED) Makefile
	sed 's/^/_$$(call symbol_prefix,$1)/' $$< >$$@
ifeq ($$(OBJECT_FORMAT),win)
bin/$(shared_name): IMPORTS := bin/$(shared_link)
bin/$(shared_name): DEFINITIONS := bin/lib$1.def
bin/$(shared_name): $2 build/$1.calls
	$$(CC) $$(CFLAGS) $$(LDFLAGS) $$(SOFLAGS) -shared -o $$@ $2 $$(WIN_LINK_FLAGS)
	$$(if $$(findstring output-def,$$(WIN_LINK_FLAGS)),,{ echo 'LIBRARY $$(@F)'; echo 'EXPORTS'; \
	  sed 's/^/    $$(call symbol_prefix,$1)/' build/$1.calls; } >$$(DEFINITIONS))
else ifeq ($$(OBJECT_FORMAT),macho)
bin/$(shared_name): $2 build/$1.exports-macos
	$$(CC) $$(CFLAGS) $$(LDFLAGS) $$(SOFLAGS) -dynamiclib -install_name \
	    $$(call quoted,$$(libdir)/$(shared_name)) \
	  -compatibility_version $$(MAJOR) -current_version $$(VERSION) \
	  -Wl,-exported_symbols_list,build/$1.exports-macos -o $$@ $2
else
bin/$(shared_name): EXPORTS := build/$1.exports
bin/$(shared_name): $2 build/$1.exports
	$$(CC) $$(CFLAGS) $$(LDFLAGS) $$(SOFLAGS) -shared $$(ELF_LINK_FLAGS) -o $$@ $2
endif
endef
$(foreach l,$(LIBRARIES),$(eval $(call SHARED,$l,$(call shared_objects,$l),$(call in_capitals,$l))))

$(UTILITY): $(UTIL_OBJECTS) $(STATIC_LIBRARIES)
	$(CC) $(CFLAGS) $(LDFLAGS) $(THREADS_FLAG) -o $@ $^

# ---- manual pages and completions, from the header and the help texts ----

HELP_SOURCES := $(foreach f,$(EXTENSION_FOLDERS),$(sort $(wildcard $f/util/*))) \
  $(patsubst %,app/util/%.c,main sum bench fuzz list)
# A page for each "---- PAGE(3): ..." of a header, with the program examples/PAGE.c.
pages_of = $(shell LC_ALL=C sed -n 's/^\/\* ---- \([a-z0-9_]*\)(3): .*/\1/p' app/include/$1.h)
LIBRARY_PAGES := $(foreach l,$(LIBRARIES),$(patsubst %,build/man/%.3,$(call pages_of,$l)))
MANUAL := $(LIBRARY_PAGES) build/man/blake2b-util.1
.PHONY: print-LIBRARY_PAGES
print-LIBRARY_PAGES:
	@printf '%s\n' $(LIBRARY_PAGES)
man: $(MANUAL)
define LIBRARY_PAGE
build/man/$2.3: app/package/man3.awk app/include/$1.h app/VERSION examples/$2.c
	@mkdir -p build/man
	LC_ALL=C awk -v version=$$(VERSION) -v name=$1 -v page=$2 -v about='$$(DESCRIPTION_$1)' \
	    -v see='$$(SEE_$1)' \
	  -v example=examples/$2.c -f app/package/man3.awk app/include/$1.h >$$@
endef
$(foreach l,$(LIBRARIES),$(foreach p,$(call pages_of,$l),$(eval $(call LIBRARY_PAGE,$l,$p))))
build/man/blake2b-util.1: app/package/help.awk app/package/man1.awk $(HELP_SOURCES) app/VERSION
	@mkdir -p build/man
	LC_ALL=C awk -v version=$(VERSION) -v libraries='$(LIBRARIES)' \
	    $(patsubst %,-f %,$(filter %.awk,$^)) $(filter-out %.awk app/VERSION build/config.mk,$^) >$@

COMPLETIONS := $(patsubst %,build/completions/%,bash zsh fish)
completions: $(COMPLETIONS)
$(COMPLETIONS): build/completions/%: app/package/help.awk app/package/completions.awk \
  $(HELP_SOURCES) build/config.mk
	@mkdir -p build/completions
	awk -v shell=$* -v name=$(UTIL_NAME) $(patsubst %,-f %,$(filter %.awk,$^)) \
	    $(filter-out %.awk app/VERSION build/config.mk,$^) >$@

# ---- installing ----

# The shell must read every name literally: "quoted" makes one word of it, and so does "at" for a
# place below DESTDIR. Rejected are characters that make would interpret, and, in folders written to
# files for pkg-config and CMake, those that these would interpret.
quoted = '$(subst ','\'',$(1))'
at = $(call quoted,$(DESTDIR)$(1))
FOLDERS := prefix exec_prefix bindir libdir includedir mandir datadir
NOT_IN_FOLDERS := " ' ` ; \ $$ \#
EMPTY :=
SPACE := $(EMPTY) $(EMPTY)
define NEWLINE


endef
# The text $(1) without references to the variables $(2). A $ that remains means something else. All
# variables are checked unexpanded, before any of them is expanded and before any recipe runs.
unreferenced = $(if $(2),$(call unreferenced,$(subst $${$(firstword $(2))},,$(subst $$($(firstword $(2))),,$(1))),$(wordlist 2,99,$(2))),$(1))
CHECK_FOLDERS = $(strip $(foreach f,DESTDIR $(FOLDERS), \
  $(if $(findstring $$,$(if $(filter file,$(origin $f)),,$(call unreferenced,$(value $f),CURDIR $(FOLDERS)))),$(error $f cannot have a $$ in it: $(value $f)))) \
  $(foreach f,DESTDIR $(FOLDERS),$(if $(findstring $(NEWLINE),$($f)),$(error $f cannot have a line break in it))) \
  $(foreach f,$(FOLDERS),$(if $(findstring $(SPACE)",$($f)"),$(error $f cannot end with a space)) \
  $(foreach c,$(NOT_IN_FOLDERS),$(if $(findstring $c,$($f)),$(error $f cannot have a $c in it: $($f))))))

ifneq ($(filter install install-% uninstall,$(MAKECMDGOALS)),)
$(CHECK_FOLDERS)
endif

# Other headers: the one for a compression function provided by the program, and those by which a
# library replaces others. The latter are in their own folder.
EXTERNAL_HEADERS := $(foreach l,$(LIBRARIES),$(notdir $(wildcard app/include/$l_external.h)))
COMPAT_HEADERS := $(foreach l,$(LIBRARIES),$(patsubst app/include/%,%,$(wildcard app/include/$l-compat/*.h)))
# Where each shell looks for completions.
COMPLETION_bash := bash-completion/completions/$(UTIL_NAME)
COMPLETION_zsh := zsh/site-functions/_$(UTIL_NAME)
COMPLETION_fish := fish/vendor_completions.d/$(UTIL_NAME).fish

# What is installed: HOW|FILE|PLACE. PLACE begins with the name of a folder's variable. HOW is the
# mode of a copy, or one of the ways below.
copies = $(foreach f,$1,644|app/include/$f|includedir/$f)
FILES_header = $(foreach l,$(LIBRARIES),header|$l|includedir/$l.h) \
  $(call copies,$(if $(EXTERNAL),$(EXTERNAL_HEADERS)) $(if $(SYMBOL_PREFIX),$(COMPAT_HEADERS)))
FILES_lib = $(foreach l,$(LIBRARIES),644|bin/lib$l.a|libdir/lib$l.a)
ifeq ($(OBJECT_FORMAT),win)
files_shared = 755|bin/$(shared_name)|bindir/$(shared_name) 644|bin/$(shared_link)|libdir/$(shared_link)
else
files_shared = 755|bin/$(shared_name)|libdir/$(shared_file) link|$(shared_file)|libdir/$(shared_name) \
  link|$(shared_name)|libdir/$(shared_link)
endif
FILES_shared = $(foreach l,$(LIBRARIES),$(call files_shared,$l))
FILES_util = 755|$(UTILITY)|bindir/$(UTIL_NAME)$(EXE) \
  $(foreach s,bash zsh fish,644|build/completions/$s|datadir/$(COMPLETION_$s))
# Every call has a manual page: its own, or that of its group.
FILES_man = $(if $(ALONE),,644|build/man/blake2b-util.1|mandir/man1/$(UTIL_NAME).1) \
  $(foreach p,$(LIBRARY_PAGES),644|$p|mandir/man3/$(notdir $p)) \
  $(foreach l,$(LIBRARIES),$(shell LC_ALL=C awk -v list=1 -f app/package/man3.awk app/include/$l.h | \
  sed 's,\(.*\) \(.*\),page|\1|mandir/man3/\2.3,'))
FILES_package = $(foreach l,$(LIBRARIES),pc|$l|libdir/pkgconfig/lib$l.pc \
  cmake|$l|libdir/cmake/$l/$l-config.cmake version|$l|libdir/cmake/$l/$l-config-version.cmake)

# with install, if configure has found it; else with cp
put = $(if $(INSTALL),$(INSTALL) -m $(1) $(2) $(3),rm -f $(3) && cp $(2) $(3) && chmod $(1) $(3))
by_link = rm -f $2 && ln -s $1 $2
by_page = rm -f $2 && echo .so man3/$1.3 >$2 && chmod 644 $2
# The header says the prefix of symbols. (CAPITALS: the prefix of its macros)
by_header = $(call put,644,app/include/$1.h,$2) && \
  symbols=$$(grep -e '$(CAPITALS)_SYMBOL_PREFIX ' -e '$(CAPITALS)_PLAIN_SYMBOLS ' build/config.h) && \
  sed "s/^\#define $(CAPITALS)_SYMBOL_PREFIX .*/$$symbols/" app/include/$1.h >$2
CAPITALS = $(call in_capitals,$1)
# For pkg-config and CMake. Folders below the prefix are written relative to it, so that an
# installed tree can be moved. (Neither " nor ; is in a folder's name.)
BELOW_PREFIX = $(subst ",,$(subst "$(prefix)/,$(2)/,"$(1)))
IS_BELOW_PREFIX = $(findstring "$(prefix)/,"$(1))
to_prefix = $(subst $(SPACE),/,$(patsubst %,..,$(subst /,$(SPACE),$(subst $(SPACE),_,$(call BELOW_PREFIX,$(libdir)/cmake/$1,)))))
replace = -e $(call quoted,s;@$(1)@;$(subst &,\&,$(2));g)
# The library, the place, the template, its prefix, and how it names that. (An existing file may be a
# link.)
filled_in = rm -f $2 && sed $(call replace,prefix,$4) \
  $(foreach f,libdir bindir includedir,$(call replace,$f,$(call BELOW_PREFIX,$($f),$5))) \
  $(call replace,shared,$(or $(shared_file),$(shared_name))) $(call replace,link,$(shared_link)) \
  $(call replace,soname,$(shared_name)) $(call replace,version,$(VERSION)) \
  $(call replace,pointer,$(POINTER_BYTES)) $(call replace,about,$(DESCRIPTION_$1)) \
  $(call replace,name,$1) app/package/$3 >$2 && chmod 644 $2
by_pc = $(call filled_in,$1,$2,library.pc.in,$(prefix),$${prefix})
by_cmake = $(call filled_in,$1,$2,config.cmake.in,$(if $(call IS_BELOW_PREFIX,$(libdir)),$${CMAKE_CURRENT_LIST_DIR}/$(to_prefix),$(prefix)),$${$1_prefix_})
by_version = $(call filled_in,$1,$2,config-version.cmake.in)

field = $(word $2,$(subst |, ,$1))
variable = $(firstword $(subst /, ,$1))
place = $(call at,$($(variable))/$(patsubst $(variable)/%,%,$1))
places = $(foreach i,$1,$(call place,$(call field,$i,3)))
folders = $(foreach d,$(sort $(foreach i,$1,$(dir $(call field,$i,3)))),$(call place,$d))
item = $(if $(filter 644 755,$1),$(call put,$1,$2,$3),$(call by_$1,$2,$3))
define INSTALL_FILES
	umask 022 && mkdir -p $(call folders,$1)
	$(foreach i,$1,$(call item,$(call field,$i,1),$(call field,$i,2),$(call place,$(call field,$i,3)))$(NEWLINE))
endef

install: install-header $(if $(ALONE),,install-util) install-package install-man
ifneq ($(INSTALL_STATIC),no)
install: install-lib
endif
ifneq ($(INSTALL_SHARED),no)
install: install-shared
endif
install-lib: lib install-header install-package
install-shared: shared install-header install-package
install-util: util completions
install-man: man
install-header install-lib install-shared install-util install-man install-package: install-%:
	$(call INSTALL_FILES,$(FILES_$*))

# Removes exactly what the targets above install.
uninstall:
	rm -f $(call places,$(foreach f,header lib shared util package,$(FILES_$f)) \
	  $(call copies,$(COMPAT_HEADERS) $(EXTERNAL_HEADERS)))
	rm -f $(call places,$(FILES_man))
	rmdir $(foreach l,$(LIBRARIES),$(call place,libdir/cmake/$l)) 2>/dev/null || :
	rmdir $(foreach h,$(COMPAT_HEADERS),$(call at,$(includedir)/$(dir $h))) 2>/dev/null || :

# ---- a release ----

# The kernels as NASM and Yasm read them, for Visual Studio. They are in the release's archive, not
# under version control.
expand_kernels = CC=$(call quoted,$(CC)) MAKE=$(call quoted,$(MAKE_COMMAND)) $(PYTHON) \
  $1/generate.py --asm
vs2013-asm:
	$(call expand_kernels,vs2013)

# The sources as one archive. It is the same from every checkout of a version, and from the unpacked
# archive.
DIST := libblake2b-$(VERSION)
dist:
	@rm -rf build/dist && mkdir -p build/dist/$(DIST)
	if [ -e app/../.git ]; then \
	  git -C app/.. archive HEAD | (cd build/dist/$(DIST) && tar xf -) && \
	  date=$$(git -C app/.. log -1 --format=%ct); \
	else \
	  cp -RLp $(SOURCES) build/dist/$(DIST)/ && mkdir build/dist/$(DIST)/bin \
	  build/dist/$(DIST)/build && \
	  cp app/../bin/.gitignore build/dist/$(DIST)/bin && cp app/../build/.gitignore \
	  build/dist/$(DIST)/build && \
	  date=$$(date -r app/VERSION +%s); \
	fi && $(call expand_kernels,build/dist/$(DIST)/vs2013) && cd build/dist && \
	  $(MAKE) -s -C ../.. AMALGAMATION=build/dist/$(DIST)-amalgamation amalgamation && \
	  for folder in $(DIST) $(DIST)-amalgamation; do \
	    tar --sort=name --owner=0 --group=0 --numeric-owner --mode=u+w,go-w,a+rX \
	      --mtime="@$${SOURCE_DATE_EPOCH:-$$date}" -cf $$folder.tar $$folder && \
	    gzip -9n <$$folder.tar >../../bin/$$folder.tar.gz && echo bin/$$folder.tar.gz || exit 1; \
	  done
	@rm -rf build/dist
	package/sbom.sh bin/$(DIST).tar.gz >bin/$(DIST).spdx

# Each library as one C file and one assembly file, for programs that compile it themselves.
AMALGAMATION := bin/amalgamation
.PHONY: amalgamation
amalgamation:
	@rm -rf $(AMALGAMATION) && mkdir -p $(AMALGAMATION)
	$(PYTHON) tools/amalgamate.py $(AMALGAMATION) $(LIBRARIES)
	cp LICENSE $(AMALGAMATION)/LICENSE
	cp app/package/amalgamation.md $(AMALGAMATION)/README.md

# The same inside the Python package and the Rust crate, which are built from it.
.PHONY: bindings
bindings:
	$(PYTHON) tools/amalgamate.py bindings/python/amalgamation blake2b
	$(PYTHON) tools/amalgamate.py bindings/rust/amalgamation blake2b

# ---- testing ----

include tests/tests.mk

# ---- cleaning ----

clean:
	rm -rf build/util build/lib* build/tests build/ccache build/peers build/bench.csv \
	    build/man build/completions build/dist \
	  build/*.calls build/*.exports build/*.exports-macos
	rm -rf bin/*

distclean: clean
	rm -rf build/config.h build/families.h build/config.mk build/config.status build/configure.tmp
# Links that configure has created in a build folder outside the tree.
	$(if $(LINKS),rmdir bin build; rm -f $(LINKS))
