#!/usr/bin/env python3
# SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT
"""Writes a library as one C file and one assembly file: bin/amalgamation (make amalgamation).

    tools/amalgamate.py FOLDER LIBRARY...        LIBRARY: a folder of app/extensions

The sources are those of the Makefile's lists (app/lists.mk) and of the tables of kernels. Headers
that have the same effect in every source are written once, at the top. Everything else is written
once per source, in a region. At its end each macro that it defined is undefined; a name of file
scope that another region also defines is renamed by a macro. The preprocessor makes the decisions
of configure: see configuration().
"""
import os
import re
import subprocess
import sys

TOP = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
SPDX = '/* SPDX-License-' 'Identifier: LicenseRef-libblake2b-public-domain OR MIT */'

# The condition for each target. Below: the compiler versions whose assemblers know an instruction
# set; for GCC, the version released at the time of the first such binutils.
TARGETS = {
    'X86_64': 'defined(__x86_64__) && !defined(__ILP32__)',
    'X86_32': 'defined(__i386__)',
    'ARM64': 'defined(__aarch64__) && !defined(__ILP32__)',
    # Not Cortex-M, which has no ARM state; without Thumb-2 either, there is only C.
    'ARM': 'defined(__arm__) && !(defined(__thumb2__) && !defined(__ARM_ARCH_ISA_ARM)) && '
    '!(defined(__ARM_ARCH_PROFILE) && __ARM_ARCH_PROFILE == 77)',
    'ARM_M': 'defined(__ELF__) && defined(__arm__) && defined(__thumb2__) && '
    '!defined(__ARM_ARCH_ISA_ARM)',
    'RISCV64': 'defined(__ELF__) && defined(__riscv) && defined(__LP64__) && !defined(__riscv_e) '
    '&& '
               '!defined(__riscv_32e)',
}
ASSEMBLERS = {  # by CPU feature: GCC, clang
    'CPU_AVX512F': (5, 4),
    'CPU_SHA3': (8, 10),
    'CPU_ZBB': (12, 16),
    'CPU_V': (12, 16),
    'CPU_ZVBB': (14, 18),
}
# Targets whose sources see the same headers.
GROUPS = (('X86_64', 'X86_32'), ('ARM64', 'ARM', 'ARM_M'), ('RISCV64',))
# Headers that depend on macros of each source, and so cannot be at the top.
PER_SOURCE = ('burn.h', 'clock.h', 'counter.h', 'round-64.h')
# Names of file scope that system headers also define.
OF_SYSTEMS = {'INPUT'}


def read(path):
    with open(os.path.join(TOP, path)) as f:
        return f.read()


def make_list(name, **given):
    command = ['make', '-s', '-f', 'app/lists.mk', 'print-' + name]
    command += ['%s=%s' % g for g in given.items()]
    environment = {k: v for k, v in os.environ.items()
                   if k not in ('MAKEFLAGS', 'MFLAGS', 'MAKELEVEL')}
    return subprocess.run(command, cwd=TOP, env=environment, check=True, stdout=subprocess.PIPE,
                          universal_newlines=True).stdout.split()


def rows(table, kind):
    text = subprocess.run(['awk', '-f', 'app/driver/table.awk', '-v', 'kind=' + kind, table],
                          cwd=TOP, check=True,
                          stdout=subprocess.PIPE, universal_newlines=True).stdout
    return [line.split('\t')[1:] for line in text.splitlines()]


def without_comments(text):
    """Leaves strings that look like comments. (No string here contains the end of a comment.)"""
    return re.sub(r'"(?:\\.|[^"\\])*"|/\*.*?\*/',
                  lambda m: m.group(0) if m.group(0)[0] == '"' else '', text, flags=re.S)


INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]+(?:"([^"]*)"|([A-Z][A-Z0-9_]*))')
DEFINE = re.compile(r'^[ \t]*#[ \t]*define[ \t]+(\w+)', re.M)
CONDITION = re.compile(r'^[ \t]*#[ \t]*(?:if|elif)\b(.*)$', re.M)
MACRO = re.compile(r'^[ \t]*#[ \t]*define\b(?:.*\\\n)*.*$', re.M)


class Library:
    def __init__(self, name):
        self.name = name
        self.folder = 'app/extensions/' + name
        self.macros = name.upper()
        self.tables = sorted(f for f in os.listdir(os.path.join(TOP, self.folder))
                             if f.endswith('.def') and not f.endswith('_measured.def'))
        self.kernels = []  # (family, row of the table)
        for table in self.tables:
            for row in rows(self.folder + '/' + table, 'KERNEL'):
                self.kernels.append((table[:-4], row))

    # ---- finding files ----

    def find(self, name, source):
        """The path of the file that SOURCE includes as NAME; None if the #include is kept."""
        if name in ('config.h', self.name + '.h', self.name + '_external.h'):
            return None
        here = os.path.dirname(source)
        for folder in (here, self.folder, 'app', 'app/driver', self.folder + '/ref',
                       self.folder + '/x86',
                       self.folder + '/arm', self.folder + '/riscv'):
            path = os.path.normpath(os.path.join(folder, name))
            if os.path.exists(os.path.join(TOP, path)):
                return path
        raise SystemExit('amalgamate.py: %s: no file for #include "%s"' % (source, name))

    def closure(self, source, seen=None):
        """SOURCE and all that it includes, except tables."""
        seen = [] if seen is None else seen
        if source not in seen:
            seen.append(source)
            for line in read(source).splitlines():
                m = INCLUDE.match(line)
                if m and m.group(1) and not m.group(1).endswith('.def'):
                    path = self.find(m.group(1), source)
                    if path and not path.endswith('dialect-nasm.h'):
                        self.closure(path, seen)
        return seen

    def shared_headers(self, sources, conditions_alone=False):
        """Headers with include guards that are the same for every source: they do not depend on a
        source's macros, except in bodies of macros, which are expanded elsewhere. (Of headers for
        assembly only the conditions matter: the rest defines macros.)"""
        files = []
        for source in sources:
            for path in self.closure(source):
                if path not in files:
                    files.append(path)
        guarded = [f for f in files if f.endswith('.h') and os.path.basename(f) not in PER_SOURCE
                   and re.search(r'^#ifndef \w+_H$', read(f), re.M)]
        of_sources = set()
        for f in files:
            if f not in guarded:
                of_sources |= set(DEFINE.findall(read(f)))
        of_sources -= set(DEFINE.findall(self.configuration())) | {'ASM_THUMB'}
        all_guarded = guarded
        # Two headers that define the same macro are not shared, nor is a header whose macro a
        # source defines differently.
        definers = {}
        for f in guarded:
            for macro in set(DEFINE.findall(read(f))):
                definers.setdefault(macro, []).append(f)
        rivals = {f for some in definers.values() if len(some) > 1 for f in some}
        for source in sources:
            seen = self.closure(source)
            own = set(DEFINE.findall('\n'.join(read(f) for f in seen)))
            rivals |= {f for f in guarded if f not in seen and own & set(DEFINE.findall(read(f)))}
        guarded = [f for f in guarded if f not in rivals]
        shared = []
        while True:
            more = []
            for f in guarded:
                if f in shared:
                    continue
                text = without_comments(read(f))
                outside = ' '.join(CONDITION.findall(text)) if conditions_alone else MACRO.sub('',
                    text)
                if set(re.findall(r'\w+', outside)) & of_sources - set(DEFINE.findall(text)):
                    continue
                if all(i in shared or i not in all_guarded for i in self.closure(f)[1:]):
                    more.append(f)
            if not more:
                return shared
            shared += more

    # ---- writing ----

    def table_macro(self, table):
        """A table's rows as one macro, and the directives around them for the code that expands it."""
        def flat(path):
            for line in without_comments(read(path)).splitlines():
                m = INCLUDE.match(line)
                if m:
                    yield from flat(self.find(m.group(1), path))
                else:
                    yield line
        name = self.macros + '_ROWS_OF_' + table[:-4].upper()
        before, after, body, depth = [], [], [], 0
        for line in flat(self.folder + '/' + table):
            line = line.strip()
            if line.startswith('#'):
                (after if body else before).append(line)
            elif line:
                body.append(line)
        # Reasons for preferring a kernel are dropped: only the utility prints them.
        body = [re.sub(r'^(PREFER\(.*, )"[^"]*"\)$', r'\1"")', row) for row in body]
        macro = '#define %s \\\n%s\n' % (name, ' \\\n'.join('    ' + row for row in body))
        return macro, '\n'.join(before + [name] + after)

    def inline(self, source, shared, done, tables, width):
        """The text of SOURCE with its includes, except those in SHARED; headers in DONE without comments."""
        text = read(source)
        if source in done and source.endswith('.h'):
            text = without_comments(text)
            text = re.sub(r'\n\s*\n+', '\n', text)
        text = text.replace(SPDX + '\n', '')
        # Labels get the region's name.
        text = re.sub(r'(#[ \t]*define (?:LABEL|ASM_SUBROUTINE)\(name\) )(ASM_CAT\(.*\))$',
                      lambda m: '%sASM_CAT(%s, name)' % (
            m.group(1), m.group(2).replace(', name)', ', ASM_REGION)')), text, flags=re.M)
        done.add(source)
        out = []
        for line in text.splitlines():
            m = INCLUDE.match(line)
            if not m:
                out.append(line)
                continue
            name = m.group(1)
            if name is None:  # by a macro: a table
                named = [t for t in self.tables if len(self.tables) == 1 or width in t]
                name = named[0]
            if name.endswith('.def'):
                out.append(tables[os.path.basename(name)])
                continue
            path = self.find(name, source)
            if path is None:
                continue
            if path.endswith('dialect-nasm.h'):
                out.append('#error "the amalgamation is for GNU as and clang"')
            elif path not in shared:
                out.append(self.inline(path, shared, done, tables, width))
        return '\n'.join(out)

    def external(self):
        """C only, if the program provides the compression function and the library has a header for that."""
        if not os.path.exists(os.path.join(TOP, 'app/include/%s_external.h' % self.name)):
            return ''
        return ('#if defined(%s_EXTERNAL_COMPRESS) && !defined(%s_NO_ASM)\n#define %s_NO_ASM '
                '1\n#endif\n'
                % (self.macros, self.macros, self.macros))

    def configuration(self):
        """What configure would write into config.h."""
        m = self.macros
        guard = '%s_NO_ASM' % m
        out = ['/* ---- configuration: what the compiler is asked instead of a configure script '
               '---- */', '']
        out.append('#define DRIVER_VERSION "%s"' % read('app/VERSION').strip())
        out.append('''
#if defined(%(m)s_FREESTANDING)
#define DRIVER_FREESTANDING 1
#define %(m)s_NO_LANES 1
#endif
#if defined(%(m)s_NO_SELFTEST)
#define DRIVER_NO_SELFTEST 1
#endif
#if defined(%(m)s_PLAIN_SYMBOLS)
#define DRIVER_PLAIN_SYMBOLS 1
#elif defined(%(m)s_SYMBOL_PREFIX)
#define DRIVER_SYMBOL_PREFIX %(m)s_SYMBOL_PREFIX
#endif
#define LIBRARY %(name)s_
#define MEMORY_CHECKS /* this file is memory.c, too */
%(external)s
/* Assembly is for GCC and clang, which are not pretending to be others. MemorySanitizer cannot see it. */
#if !defined(%(m)s_NO_ASM) && \\
    (!defined(__GNUC__) || defined(__TINYC__) || (defined(__clang__) && defined(_MSC_VER)))
#define %(m)s_NO_ASM 1
#endif
#if !defined(%(m)s_NO_ASM) && defined(__has_feature)
#if __has_feature(memory_sanitizer)
#define %(m)s_NO_ASM 1
#endif
#endif
''' % {'m': m, 'name': self.name, 'external': self.external()})
        for target, condition in TARGETS.items():
            out += ['#if %s' % condition, '#define DRIVER_TARGET_%s 1' % target, '#else',
                    '#define DRIVER_TARGET_%s 0' % target, '#endif']
        out.append('')
        out.append('/* Instruction sets that the assembler knows, by the compiler\'s version. */')
        for feature, (gcc, clang) in ASSEMBLERS.items():
            macro = '%s_ASM_%s' % (m, feature[4:])
            out += ['#if !defined(%s)' % macro,
                    '#if defined(__clang__) ? __clang_major__ >= %d : defined(__GNUC__) && '
                    '__GNUC__ >= %d' % (clang, gcc),
                    '#define %s 1' % macro, '#else', '#define %s 0' % macro, '#endif', '#endif']
        # The selected kernels: a sum of bits.
        names = []
        for family, row in self.kernels:
            if row[1] not in names:
                names.append(row[1])
        out += ['', '/*',
                ' * %s_KERNELS: the selected kernels, names separated by commas, as in' % m,
                ' * -D%s_KERNELS=x86,avx2. As configure --kernels does: generic is the C '
                'reference; without' % m,
                ' * that name a smaller one is in the library, or none if a kernel of the list '
                'runs on every CPU.', ' */']
        out.append('#define %s_KERNEL_generic 0x8000000000000000ull' % m)
        out.append('#define %s_KERNEL_all 0xffffffffffffffffull' % m)
        for i, name in enumerate(names):
            out.append('#define %s_KERNEL_%s %#xull' % (m, name, 1 << i))
        most = len(names)
        out.append('#if defined(%s_KERNELS)' % m)
        # A list without repeated names is not longer.
        letters_needed = most + 2
        letters = ['k%d' % i for i in range(1, letters_needed + 1)]
        out.append('#define %s_PASTE_(%s, ...) (%s)' % (m, ', '.join(letters),
                   ' | '.join('%s_KERNEL_##%s' % (m, k) for k in letters)))
        out.append('#define %s_PASTE(...) %s_PASTE_(__VA_ARGS__)' % (m, m))
        # Pasting a name with a suffix, such as generic/64, does not give one of these.
        for name in names + ['all', 'generic']:
            out.append('#define %s_NAME_%s_ 1' % (m, name))
        # The list is padded with its first name.
        out.append('#define %s_KNOWN_(%s, ...) (%s)' % (m, ', '.join(letters),
                   ' && '.join('%s_NAME_##%s##_' % (m, k) for k in letters)))
        out.append('#define %s_KNOWN(...) %s_KNOWN_(__VA_ARGS__)' % (m, m))
        out.append('#define %s_FIRST_(k1, ...) k1' % m)
        out.append('#define %s_FIRST(...) %s_FIRST_(__VA_ARGS__)' % (m, m))
        padded = '%s_KERNELS%s, ' % (m, (', %s_FIRST(%s_KERNELS, )' % (m, m)) * letters_needed)
        # Compilers show this line if names are separated by spaces, or for a name like generic/64:
        # #error cannot report those.
        out.append('#if /* %s_KERNELS must be names separated by commas, generic without /64 */ '
                   '!%s_KNOWN(%s)' % (m, m, padded))
        out.append('#error "%s_KERNELS: a name of the list is none of: %s"'
                   % (m, ' '.join(sorted(names + ['all', 'generic']))))
        out.append('#endif')
        out.append('#define %s_WANTED %s_PASTE(%s)' % (m, m, padded))
        out.append('#else')
        out.append('#define %s_WANTED %s_KERNEL_all' % (m, m))
        out.append('#endif')
        assert most <= 63
        out.append('')
        for family, (ident, name, messages, target, needs, *_rest) in self.kernels:
            conditions = ['!defined(%s)' % guard, 'DRIVER_TARGET_' + target,
                          '(%s_WANTED & %s_KERNEL_%s)' % (m, m, name)]
            for feature in ASSEMBLERS:
                if re.search(r'\b%s\b' % feature, needs):
                    conditions.append('%s_ASM_%s' % (m, feature[4:]))
            if messages != '1' and messages != 'ROUNDS':
                conditions.append('!defined(DRIVER_FREESTANDING)')
            macro = '%s_WITH_%s' % (family.upper(), ident)
            out += ['#if ' + ' && '.join(conditions), '#define %s 1' % macro, '#else',
                    '#define %s 0' % macro, '#endif']
        out += ['#if !(%s)' % ' || '.join('%s_WITH_%s' % (f.upper(), r[0])
                                          for f, r in self.kernels),
                '#define DRIVER_NO_KERNELS 1', '#endif']
        out.append('')
        out.append('/* The C reference: %s_REFERENCE, that of the CPU\'s width, or as the list of '
                   'kernels wants it. */' % m)
        widths = {}
        for table in self.tables:
            widths[table[:-4]] = [r[0] for r in rows(self.folder + '/' + table, 'REFERENCE')]
        if any(len(w) > 1 for w in widths.values()):
            out += ['#if !(%s_WANTED & %s_KERNEL_generic)' % (m, m),
                    '#define DRIVER_SMALL_REFERENCE 1', '#endif']
            out += ['#if !defined(%s_REFERENCE)' % m,
                    '#if !(%s_WANTED & %s_KERNEL_generic) && (defined(__LP64__) || defined(_LP64) '
                    '|| defined(_WIN64) || '
                    'defined(__x86_64__) || defined(__aarch64__) || defined(__wasm__))' % (m, m),
                    '#define %s_REFERENCE 3264' % m,
                    '#elif defined(__LP64__) || defined(_LP64) || defined(_WIN64) || '
                    'defined(__x86_64__) || '
                    'defined(__aarch64__) || defined(__wasm__)',
                    '#define %s_REFERENCE 64' % m,
                    '#elif defined(__AVR__)', '#define %s_REFERENCE 8' % m,
                    '#elif defined(__MSP430__)', '#define %s_REFERENCE 16' % m,
                    '#elif defined(__STDC_VERSION__) && __STDC_VERSION__ >= 199901L || '
                    'defined(__GNUC__) || '
                    'defined(_MSC_VER)',
                    '#define %s_REFERENCE 3264' % m,
                    '#else', '#define %s_REFERENCE 32' % m, '#endif', '#endif']
        for family, bits in widths.items():
            for b in bits:
                macro = '%s_WITH_GENERIC_%s' % (family.upper(), b)
                if len(bits) == 1:
                    out.append('#define %s 1' % macro)
                else:
                    anywhere = ' || '.join('%s_WITH_%s' % (family.upper(), r[0])
                                           for f, r in self.kernels
                                           if f == family and r[2] == '1' and r[4] == 'CPU_BASE')
                    out += ['#if %s_REFERENCE == %s && !defined(%s_EXTERNAL_COMPRESS) && '
                            '((%s_WANTED & %s_KERNEL_generic) || !(%s))' % (
                        m, b, m, m, m, anywhere), '#define %s 1' % macro, '#else',
                            '#define %s 0' % macro, '#endif']
        return '\n'.join(out) + '\n'

    def head(self, what):
        return ('%s\n/*\n * lib%s %s, %s, made of the library\'s sources by "make amalgamation".\n'
                ' * README in this folder tells how to compile it. Do not edit it: edit the '
                'sources.\n */\n'
                % (SPDX, self.name, read('app/VERSION').strip(), what))

    NAMES = [re.compile(p, re.M) for p in (
        r'^(?:[A-Z_]+ )*(?:static|INLINE|NOINLINE)\b[^;={}()]*?\b(\w+)\s*\((?!\()',   # functions
        r'^static\b[^;{}()]*?\b(\w+)\s*(?:\[[^\]]*\])*\s*(?:=|;)',       # variables
        r'^typedef\b[^;{}]*?\b(\w+)\s*(?:\[[^\]]*\])?\s*;',              # types
        r'^typedef\b[^;{}]*\(\*?(\w+)\)\s*\(',
        r'^typedef char\s+(\w+)\[',                                     # assertions
        r'^\}\s*(?:\w+\s+)?(\w+)\s*;',
        r'^BURNING(?:_STATIC)?\((\w+),')]
    TAG = re.compile(r'^(?:typedef )?(?:struct|union|enum)\s+(\w+)\s*\{', re.M)
    ENUMS = re.compile(r'^(?:typedef )?enum\b[^{;]*\{(.*?)\}', re.M | re.S)

    def names_of(self, text):
        text = without_comments(text)
        found = set()
        for pattern in self.NAMES:
            found |= set(pattern.findall(text))
        if re.search(r'^BURNING', text, re.M):
            found |= {'work', 'below'}  # driver/burn.h makes them
        if re.search(r'^CALL_CODES_ARE', text, re.M):
            found.add('codes_are_shared')  # driver/calls.h makes it
        found |= set(self.TAG.findall(text))
        for body in self.ENUMS.findall(text):
            # (Not a table's rows, which are a macro here.)
            found |= set(re.findall(r'(?:^|,)\s*(?!\w+_ROWS_OF_)(\w+)', body))
        return found

    def hosted(self):
        """Where the calls of many messages exist; without lanes, firmware can have them."""
        with open(os.path.join(TOP, self.folder, self.name + '_internal.h')) as f:
            able = self.macros + '_NO_LANES' in f.read()
        return '!defined(DRIVER_FREESTANDING)' + \
            (' || defined(%s_FREESTANDING_ALL)' % self.macros if able else '')

    def c_file(self):
        sources = []  # (path, condition)
        serial = make_list('SERIAL_' + self.name) + make_list('DRIVER')
        for group, condition in ((serial + make_list('FREESTANDING_' + self.name), None),
                                 (make_list('HOSTED_' + self.name), self.hosted()),
                                 (make_list('DRIVER_LANES'), '!defined(DRIVER_FREESTANDING)')):
            for o in group:
                for path in ('%s/%s.c' % (self.folder, o[:-2]), 'app/driver/%s.c' % o[:-2],
                             '%s/ref/%s.inc' % (self.folder, o[:-2])):
                    if os.path.exists(os.path.join(TOP, path)) and (path, condition) not in sources:
                        sources.append((path, condition))
        for table in self.tables:
            for bits, path in rows(self.folder + '/' + table, 'REFERENCE'):
                path = self.folder + '/' + path
                sources = [s for s in sources if s[0] != path]
                sources.append((path, '%s_WITH_GENERIC_%s' % (table[:-4].upper(), bits)))
        shared = self.shared_headers([s for s, _ in sources])
        tables, out = {}, [self.head('in one C file')]
        out.append('/* clock_gettime and syscall, with -std=c99 */\n#if defined(__linux__) && '
                   '!defined(_GNU_SOURCE)\n'
                   '#define _GNU_SOURCE 1\n#endif\n')
        out.append('/* Of what sources share in headers, none uses all. */\n#if '
                   'defined(__clang__)\n'
                   '#pragma clang diagnostic ignored "-Wunused-function"\n#endif\n')
        out.append(self.configuration())
        out.append('#define %s_NO_ATTRIBUTES\n#include "%s.h"\n' % (self.macros, self.name))
        if self.external():
            out.append('#if defined(%s_EXTERNAL_COMPRESS)\n#include "%s_external.h"\n#endif\n'
                       % (self.macros, self.name))
        done = set()
        for h in shared:
            out.append('/* ---- %s ---- */\n' % h)
            out.append(self.inline(h, shared, done, {}, ''))
        for table in self.tables:
            macro, use = self.table_macro(table)
            out.append('\n/* ---- %s/%s ---- */\n\n%s' % (self.folder, table, macro))
            tables[table] = use
        regions = []
        for path, condition in sources:
            text = read(path)
            width = re.search(r'^#define WIDTH (\d+)', text, re.M)
            regions.append((path, condition, self.inline(path, shared, done, tables,
                                                         width.group(1) if width else '')))
        names = [self.names_of(text) for _, _, text in regions]
        headers = without_comments('\n'.join(read(h) for h in shared))
        of_headers, tags = self.names_of(headers), set(self.TAG.findall(headers))
        for (path, condition, text), own in zip(regions, names):
            others = set(of_headers)
            for n in names:
                if n is not own:
                    others |= n
            twice = sorted(own & (others | OF_SYSTEMS))
            suffix = re.sub(r'\W', '_', os.path.splitext(os.path.basename(path))[0])
            macros = sorted(set(DEFINE.findall(text)))
            out.append('\n/* ---- %s ---- */\n' % path)
            if condition:
                out.append('#if %s' % condition)
            for name in twice:
                if name in tags:  # a header's structure: only the other name is this source's own
                    text = re.sub(r'(?<!struct )\b%s\b' % name, '%s_in_%s' % (name, suffix), text)
            twice = [n for n in twice if n not in macros and n not in tags]
            out += ['#define %s %s_in_%s' % (n, n, suffix) for n in twice]
            out.append(text)
            out += ['#undef %s' % n for n in twice]
            out += ['#undef %s' % n for n in macros]
            if condition:
                out.append('#endif')
        return tidy('\n'.join(out))

    def asm_file(self):
        out = [self.head('its kernels, for GNU as and clang'), self.configuration(),
               '\n#if !defined(%s_NO_ASM)\n#undef linux\n#undef unix\n#undef i386\n' % self.macros]
        numbered = []
        for group in GROUPS:
            targets = [t for t in group if any(r[3] == t for _, r in self.kernels)]
            if not targets:
                continue
            # Shared objects come first, if any of their kernels is selected.
            sources = []
            for target in targets:
                rows_of = [(f, r) for f, r in self.kernels if r[3] == target]
                for which, some in (('SHARED_', rows_of),
                                    ('SHARED_LANES_', [k for k in rows_of if k[1][2] != '1'])):
                    condition = 'DRIVER_TARGET_%s && (%s)' % (
                        target, ' || '.join('%s_WITH_%s' % (f.upper(), r[0]) for f, r in some)
                        or '0')
                    for path in make_list('%s%s_%s' % (which, self.name, target)):
                        sources.append([path, [condition]])
                for f, r in rows_of:
                    sources.append([r[5], ['%s_WITH_%s' % (f.upper(), r[0])]])
            merged = {}
            for path, conditions in sources:
                merged.setdefault(path, []).extend(conditions)
            paths = {self.folder + '/' + p: c for p, c in merged.items()}
            shared = self.shared_headers(list(paths), conditions_alone=True)
            done = set()
            out.append('#if ' + ' || '.join('DRIVER_TARGET_' + t for t in targets))
            for h in shared:
                out.append('\n/* ---- %s ---- */\n' % h)
                out.append(self.inline(h, shared, done, {}, ''))
            for path, conditions in paths.items():
                text = self.inline(path, shared, done, {}, '')
                text = re.sub(r'^ASM_END$', '', text, flags=re.M)
                macros = sorted(set(DEFINE.findall(text)))
                out.append('\n/* ---- %s ---- */\n' % path)
                out.append('#if ' + ' || '.join('(%s)' % c if len(conditions) > 1 else c
                                                for c in conditions))
                out.append('#define ASM_REGION r%d_' % len(numbered))
                # A section for each source, so that linkers can drop unused ones.
                out.append('#if defined(__ELF__)\n#undef SECTION_TEXT\n'
                           '#define SECTION_TEXT .section .text.r%d_, "ax", %%progbits\n#endif'
                           % len(numbered))
                numbered.append(path)
                out.append('SECTION_TEXT')
                out.append(text)
                out += forgotten(text)
                macros.append('ASM_REGION')
                out += ['#undef %s' % n for n in macros]
                out.append('#endif')
            out.append('\nASM_END\n#endif')
        out.append('#endif')
        out.append('\n/* No executable stack. */')
        out.append('#if defined(__ELF__)\n.section .note.GNU-stack, "", %progbits\n#endif')
        return tidy('\n'.join(out))


def forgotten(text):
    """Directives that undefine the macros and register names of assembly in TEXT, under the same conditions."""
    out = []
    lines = without_comments(text).splitlines()
    for i, line in enumerate(lines):
        directive = re.match(r'[ \t]*#[ \t]*(if|ifdef|ifndef|elif|else|endif)\b', line)
        macro = re.match(r'[ \t]*\.macro[ \t]+(\w+)', line)
        register = re.match(r'[ \t]*(\w+)[ \t]+\.req\b', line)
        if directive:
            guard = re.match(r'#ifndef (\w+_H)$', line)
            out.append('#if 1' if guard and lines[i + 1] == '#define ' + guard.group(1)
                       else line.strip())
        elif macro:
            out.append('.purgem ' + macro.group(1))
        elif register:
            out.append('.unreq ' + register.group(1))
    # Removes empty conditions.
    changed = True
    while changed:
        text = '\n'.join(out)
        shorter = re.sub(r'^#(?:if|ifdef|ifndef)\b.*\n(?:#(?:elif|else)\b.*\n)*#endif\b.*(?:\n|\Z)',
                         '', text, flags=re.M)
        changed = shorter != text
        out = shorter.split('\n') if shorter else []
    return out


def tidy(text):
    return re.sub(r'\n{3,}', '\n\n', text).rstrip('\n') + '\n'


def main():
    folder, libraries = sys.argv[1], sys.argv[2:]
    if not libraries:
        raise SystemExit('usage: amalgamate.py FOLDER LIBRARY...')
    os.makedirs(folder, exist_ok=True)
    for name in libraries:
        library = Library(name)
        headers = [name + '.h'] + ([name + '_external.h'] if library.external() else [])
        for path, text in [(h, read('app/include/' + h)) for h in headers] + [
                (name + '.c', library.c_file()), (name + '_asm.S', library.asm_file())]:
            with open(os.path.join(folder, path), 'w') as f:
                f.write(text)


main()
