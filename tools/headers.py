#!/usr/bin/env python3
# SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT
"""Writes the generated parts of the public headers from their prototypes and types.

    tools/headers.py            write them
    tools/headers.py --check    exit with 1 if they are not up to date

A generated part is between "/* ---- generated: NAME ---- */" and "/* ---- generated: end ---- */". NAME is one of:

calls   names of calls: a list for compilers that rename symbols, and one macro per name for others
types   names of types: one macro per name
checks  attributes that let compilers check each call (the header explains the macros)
undef   undefines all macros of calls and types

Rules for "checks", from the prototype of a call:

- A pointer p followed by "plen" or "count" has that many bytes or structures. It may be NULL if the number is 0.
- An array p[N] has N elements. A pointer to a structure has one. A pointer "hash" without a length has at least one byte.
  None of these may be NULL.
- Any other pointer to bytes is optional, and a pointer to char is a name: nothing is checked.
- const means that the call reads, no const that it reads and writes. It only writes bytes, and structures if its name has
  "init" or "import".
- NULL in a call that returns void ends the program, so the compiler may assume that it never is NULL (nonnull). A call
  that returns int reports NULL, so the compiler may not.
- The result of a call that returns int must be used, unless the only possible error is in the structure to initialise.
"""
import glob
import os
import re
import sys

TOP = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
BEGIN = re.compile(r'^/\* ---- generated: (?!end)(\w+) ---- \*/\n', re.M)
END = '/* ---- generated: end ---- */\n'
WIDTH = 100


def prototypes(text, prefix):
    """(result, name, parameters) of each call, in the header's order."""
    text = re.sub(r'/\*.*?\*/', ' ', text, flags=re.S)
    for match in re.finditer(r'^%s_API ([^;(]*?)(\w+)\(([^)]*)\)([^;]*);' % prefix, text, re.M):
        result, name, parameters, rest = (' '.join(part.split()) for part in match.groups())
        if rest != '%s_CHECKED_(%s)' % (prefix, name):
            raise SystemExit('%s: end its prototype with %s_CHECKED_(%s);' % (name, prefix, name))
        yield result, name, [] if parameters == 'void' else parameters.split(', ')


def types(text):
    names = re.findall(r'^(?:typedef .* |} )(\w+);', text, re.M)
    return list(dict.fromkeys(names))


def checks(prefix, result, name, parameters):
    """The macros that describe one call."""
    found, never_null, inputs = [], [], False
    names = [re.search(r'(\w+)(?:\[\d+\])?$', parameter).group(1) for parameter in parameters]
    initialises = 'init' in name or 'import' in name
    for at, parameter in enumerate(parameters):
        pointer, position = names[at], at + 1
        array = re.search(r'\[(\d+)\]$', parameter)
        if '*' not in parameter and not array:
            inputs = True
            continue
        const = parameter.startswith('const ')
        is_bytes = re.match(r'(const )?(unsigned char|void)\b', parameter)
        length = names[at + 1] if at + 1 < len(names) else ''
        mode = 'READS' if const else 'WRITES' if is_bytes or initialises else 'CHANGES'
        inputs = inputs or mode != 'WRITES' or bool(is_bytes)
        if length in (pointer + 'len', 'count'):
            unit = 'MANY' if is_bytes else 'STRUCTS'
            found.append('%s_%s_(%d, %s, %d, %s)'
                         % (mode, unit, position, pointer, position + 1, length))
            continue
        if array:
            size = array.group(1) + ('' if is_bytes else ' * sizeof *(%s)' % pointer)
        elif not is_bytes and 'char' not in parameter:
            size = 'sizeof *(%s)' % pointer
        elif pointer == 'hash':
            size = '1'
        else:
            continue
        found.append('%s_(%d, %s, %s)' % (mode, position, pointer, size))
        never_null.append(str(position))
    if result == 'void' and never_null:
        found.append('NEVER_NULL_((%s))' % ', '.join(never_null))
    if result == 'int' and inputs:
        found.insert(0, 'USE_RESULT_')
    return ['%s_%s' % (prefix, macro) for macro in found]


def wrapped(first, items, indent='    '):
    """A macro's definition in lines that end with a backslash, except the last."""
    lines = [first]
    for item in items:
        if len(lines[-1]) + 1 + len(item) + 2 > WIDTH:
            lines.append(indent + item)
        else:
            lines[-1] += ' ' + item
    return ' \\\n'.join(lines) + '\n'


def parts(text, prefix):
    calls = list(prototypes(text, prefix))
    names = [name for _, name, _ in calls]
    if not names or len(set(names)) != len(names):
        raise SystemExit('%s_API: no calls, or one of them twice' % prefix)
    as_macro = '#define {0} %s_SYMBOL({0})\n' % prefix
    return {
        'calls': ('#if defined(%s_RENAME_)\n' % prefix
                  + wrapped('#define %s_CALLS_(X)' % prefix, ['X(%s)' % name for name in names])
                  + '%s_CALLS_(%s_RENAME_)\n#else\n' % (prefix, prefix)
                  + ''.join(as_macro.format(name) for name in names) + '#endif\n'),
        'types': ''.join(as_macro.format(name) for name in types(text)),
        'checks': ''.join(wrapped('#define %s_CHECKS_%s' % (prefix, name),
                                  checks(prefix, result, name, parameters))
                          for result, name, parameters in calls),
        'undef': ''.join('#undef %s\n' % name for name in names + types(text)),
    }


def generated(text, prefix):
    """The header with its generated parts as they should be."""
    made = parts(text, prefix)
    out, at, seen = '', 0, []
    for begin in BEGIN.finditer(text):
        end = text.find(END, begin.end())
        if begin.group(1) not in made or end < 0:
            raise SystemExit('"generated: %s": unknown, or without an end' % begin.group(1))
        out += text[at:begin.end()] + made[begin.group(1)]
        at = end
        seen.append(begin.group(1))
    if sorted(seen) != sorted(made):
        raise SystemExit('generated parts are missing or repeated: %s'
                         % ', '.join(sorted(set(made) ^ set(seen)) or seen))
    return out + text[at:]


def main():
    if sys.argv[1:] not in ([], ['--check']):
        raise SystemExit('Usage: tools/headers.py [--check]')
    old = []
    for path in sorted(glob.glob(os.path.join(TOP, 'app/include/*.h'))):
        # (Only headers with the name of an extension declare calls of a library.)
        if not os.path.isdir(os.path.join(TOP, 'app/extensions', os.path.basename(path)[:-2])):
            continue
        with open(path, encoding='ascii') as file:
            text = file.read()
        if not BEGIN.search(text): # a header that has no lists
            continue
        try:
            new = generated(text, os.path.basename(path)[:-2].upper())
        except SystemExit as error:
            raise SystemExit('%s: %s' % (os.path.relpath(path, TOP), error))
        if new != text:
            old.append(os.path.relpath(path, TOP))
            if not sys.argv[1:]:
                with open(path, 'w', encoding='ascii') as file:
                    file.write(new)
    if old and sys.argv[1:]:
        raise SystemExit('%s: not up to date: run "make regenerate"' % ', '.join(old))


if __name__ == '__main__':
    main()
