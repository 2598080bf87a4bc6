#!/usr/bin/env python3
# SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT
"""Writes the generated parts of the public headers from their prototypes and types.

    tools/headers.py            write them
    tools/headers.py --check    a test: are they up to date?

After each declaration "NAME_CALL(result, call)(parameters)" come the attributes that let compilers check the call (the
header explains their macros). The lists are between "/* ---- generated: LIST ---- */" and "/* ---- generated: end ---- */":

types   names of types, for ..._LONG_NAMES: one macro per name
names   undefines them; names of calls, for compilers that do not rename symbols: one macro per name

The header's first comment names some calls with their arguments. These must be the declared ones.

Rules for the attributes, from the prototype of a call:

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
END = '/* ---- generated: end ---- */\n'
WIDTH = 100


def declarations(prefix):
    """The declaration of a call: (result, name, parameters, attributes)."""
    return re.compile(r'^%s_CALL\(([^,]*), (\w+)\)\(([^()]*)\)([^;]*);' % prefix, re.M)


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
        how = 'read_only' if const else 'write_only' if is_bytes or initialises else 'read_write'
        inputs = inputs or how != 'write_only' or bool(is_bytes)
        if length in (pointer + 'len', 'count'):
            found.append('%s_(%d, %s, %d, %s)' % ('READS' if const else 'WRITES', position, pointer,
                                                  position + 1, length) if is_bytes else
                         'ACCESS_((%s, %d, %d), %s, (%s) * sizeof *(%s))'
                         % (how, position, position + 1, pointer, length, pointer))
            continue
        if array:
            size = array.group(1) + ('' if is_bytes else ' * sizeof *(%s)' % pointer)
        elif not is_bytes and 'char' not in parameter:
            size = 'sizeof *(%s)' % pointer
        elif pointer == 'hash':
            size = '1'
        else:
            continue
        found.append('STATE_(%s)' % how if (position, pointer) == (1, 'S') else
                     'ACCESS_((%s, %d), %s, %s)' % (how, position, pointer, size))
        never_null.append(str(position))
    if result == 'void' and never_null:
        found.append('NONNULL_((%s))' % ', '.join(never_null))
    if result == 'int' and inputs:
        found.insert(0, 'RESULT_')
    return ['%s_%s' % (prefix, macro) for macro in found]


def wrapped(first, items):
    """Text in lines of at most WIDTH columns."""
    lines = first.split('\n')
    for item in items:
        if len(lines[-1]) + 1 + len(item) > WIDTH:
            lines.append('    ' + item)
        else:
            lines[-1] += ' ' + item
    return '\n'.join(lines)


def declared(prefix, result, name, parameters):
    """A declaration with its attributes, which begin a line if the whole does not fit in one."""
    parts = [part + ',' for part in parameters]
    parts[-1] = parts[-1][:-1] + ')'
    first = '%s_CALL(%s, %s)(%s' % (prefix, result, name, parts[0])
    found = checks(prefix, result, name, [] if parameters == ['void'] else parameters)
    text = wrapped(first, parts[1:])
    if found:
        found[-1] += ';'
        whole = ' '.join([text] + found)
        return whole if len(whole) <= WIDTH else wrapped(text + '\n   ', found)
    return text + ';'


def generated(text, prefix):
    """The header with its generated parts as they should be."""
    calls = {}

    def declare(match):
        result, name, parameters = (' '.join(part.split()) for part in match.groups()[:3])
        if name in calls:
            raise SystemExit('%s: declared twice' % name)
        calls[name] = parameters.split(', ')
        return declared(prefix, result, name, calls[name])

    text = declarations(prefix).sub(declare, text)
    if not calls:
        raise SystemExit('%s_CALL: no calls' % prefix)
    for name, arguments in re.findall(r'^ \*   \w+ (\w+)\(([^()]*)\)', text[:text.index('#ifndef')], re.M):
        names = [re.search(r'(\w+)(\[\d+\])?$', each).group(1) for each in calls.get(name, [])]
        if names != arguments.replace('&', '').split(', '):
            raise SystemExit('%s(%s), in the first comment, is not the declared call' % (name, arguments))
    macro = '#define {0} %s_SYMBOL({0})\n' % prefix
    long_names = '#if defined(%s_LONG_NAMES)\n' % prefix
    made = {
        'types': long_names + ''.join(macro.format(name) for name in types(text)) + '#endif\n',
        'names': (long_names + ''.join('#undef %s\n' % name for name in types(text))
                  + '#elif !defined(%s_LINKED_)\n' % prefix
                  + ''.join(macro.format(name) for name in calls) + '#endif\n'),
    }

    def fill(match):
        return match.group(1) + made.pop(match.group(2)) + END

    text = re.sub(r'^(/\* ---- generated: (%s) ---- \*/\n).*?^%s' % ('|'.join(made), re.escape(END)),
                  fill, text, flags=re.M | re.S)
    if made:
        raise SystemExit('no list of %s' % ', '.join(made))
    return text


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
    if sys.argv[1:]:
        print('ok - headers: the generated parts are up to date\n1..1')


if __name__ == '__main__':
    main()
