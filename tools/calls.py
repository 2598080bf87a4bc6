#!/usr/bin/env python3
# SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT
"""Writes doc/calls.md, the reference of all calls, from the public headers.

    tools/calls.py            write it
    tools/calls.py --check    exit with 1 if it is not up to date

app/package/man3.awk makes the manual pages from the same comments and describes their form.
"""
import os
import re
import sys
import textwrap

TOP = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
PAGE = 'doc/calls.md'
# The libraries' headers; that of the project's own library is the first.
HEADERS = sorted((name for name in os.listdir(os.path.join(TOP, 'app/extensions'))
                  if os.path.exists(os.path.join(TOP, 'app/include/%s.h' % name))),
                 key=lambda name: ('lib' + name != 'libblake2b', name))
INTRODUCTION = """# Calls

All calls by manual page. After `make install`, `man %s` shows the same text. `tools/calls.py`
writes this page from %s.

""" % (HEADERS[0], ' and\n'.join('[`%s.h`](../app/include/%s.h)' % (name, name)
                                 for name in HEADERS))
SECTION = re.compile(r'/\* ---- (\w+)\(3\): (.*) ---- \*/')
# A comment, a structure, a prototype or a macro; or any other line.
ITEM = re.compile(r'^/\*.*?\*/\n|^typedef struct \w+ \{\n.*?^\} \w+;\n|^[A-Z0-9]+_CALL\(.*?;\n|^#define [^\n]*\n|^[^\n]*\n', re.M | re.S)


def uncomment(comment):
    lines = comment.rstrip()[2:-2].split('\n')
    return '\n'.join(re.sub(r'^ \* ?|^ ', '', line) for line in lines).strip('\n').rstrip()


def prose(text, parameters):
    """A paragraph of a comment in Markdown: names and parameters as code."""
    def word(match):
        name, rest = match.groups()
        if name in parameters:
            return '`%s%s`' % (parameters[name], rest)
        return '`%s`' % match.group() if '_' in name or name == 'NULL' or rest else name
    # "ERROR_NULL, _LENGTH" stands for two codes
    codes = re.search(r'\b([A-Z]\w*_ERROR)_', text)
    text = re.sub(r'(?<!\w)_(?=[A-Z])', codes.group(1) + '_' if codes else '_', text)
    text = re.sub(r'(\w+)((?:->\w+|\[\d+\]|\(\w*\))?)', word, text)
    return textwrap.fill(text, 99, break_long_words=False, break_on_hyphens=False)


def markdown(text, parameters):
    """A comment as Markdown. (Lines that begin with two spaces are code, or items of a list.)"""
    out, lines, before = [], [], ''
    for line in text.replace('\nErrors: ', '\n\nErrors: ').split('\n') + ['']:
        kind = 'item' if re.match(r' +- ',
                                  line) else 'code' if line.startswith(
                                      '  ') else 'prose' if line else ''
        if lines and (kind != before or kind == 'item'):
            out.append(code([each[2:] for each in lines]) if before == 'code' else
                       prose(' '.join(each.strip() for each in lines), parameters)
                       + ('\n' if kind == before else '\n\n'))
            lines = []
        if line:
            lines.append(line)
        before = kind
    return ''.join(out)


def code(lines):
    return '```c\n' + '\n'.join(lines) + '\n```\n\n'


def prototype(text):
    result, name, parameters = re.match(r'\w+_CALL\((.*?), (\w+)\)\(([^()]*)\)', text).groups()
    return '%s%s(%s);' % (result if result.endswith('*') else result + ' ', name,
                          re.sub(r'\n\s*', ' ', parameters))


def folded(text):
    """A prototype in lines of at most 90 columns."""
    lines = ['']
    for part in re.split(r'(?<=,) ', text):
        if len(lines[-1]) + 1 + len(part) > 90:
            lines.append('    ' + part)
        else:
            lines[-1] += (' ' if lines[-1] else '') + part
    return '\n'.join(lines)


def parameters_of(text):
    """How a comment writes each parameter of these calls: the name in capitals."""
    return {name.upper(): name for call in re.findall(r'^[A-Z0-9]+_CALL\([^;]*;', text, re.M)
            for name in re.findall(r'(\w+)(?:\[\d+\])?(?=[,)])', prototype(call))
            if name != 'void'}


def calls(header, text):
    """The sections of a header."""
    parameters = parameters_of(text)
    sections = {match.group(1): match.group(2)
                for match in re.finditer(r'/\* ---- (\w+)\(3\):(.*?)(?=/\* ---- \w+\(3\)|\Z)', text,
                                         re.S)}
    head, out = text[:text.index('#ifndef')], '## %s.h\n\n' % header
    text = text[len(head):]
    for overview in re.findall(r'/\*\n.*?\*/', head, re.S):
        if not uncomment(overview).startswith('Names.'):
            out += markdown(uncomment(overview), parameters)
    page, comment, prototypes, constants = None, '', [], []

    def flush():
        nonlocal comment, prototypes, constants
        found = code(prototypes) if prototypes else ''
        if page or constants:
            if comment:
                found += markdown(comment, parameters)
            found += code(constants) if constants else ''
        comment, prototypes, constants = '', [], []
        return found
    for item in ITEM.findall(text):
        section = SECTION.match(item)
        if section:
            out += flush()
            page, title = section.groups()
            parameters = parameters_of(sections[page])
            out += '## %s(3)\n\n%s. Example:\n[`%s.c`](../examples/%s.c).\n\n' % (page,
                title[0].upper() + title[1:], page, page)
        elif item.startswith('/* ---- generated'):
            out += flush()
        elif item.startswith('/*'):
            out += flush()
            comment = uncomment(item)
        elif item.startswith('typedef struct') and page and '{' in item and item.count('\n') > 1:
            constants += item.rstrip('\n').split('\n')
        elif re.match(r'[A-Z0-9]+_CALL\(', item):
            prototypes.append(folded(prototype(item)))
        elif re.match(r' *[A-Z]\w+_(OK|ERROR_\w+) = ', item):
            constants.append(item.strip())
        elif re.match(r'#define [A-Z]\w+_([A-Z0-9]*BYTES|UNKNOWN_LENGTH) ',
                      item) and '_STATE_BYTES' not in item:
            constants.append(item.strip())
        elif not item.strip():
            out += flush()
    return out + flush()


def page_text():
    text, index = '', []
    for header in HEADERS:
        with open(os.path.join(TOP, 'app/include/%s.h' % header), encoding='ascii') as file:
            source = file.read()
        index += ['- [%s(3)](#%s3): %s' % (page, page, title)
                  for page, title in SECTION.findall(source)]
        text += '\n' + calls(header, source)
    text = INTRODUCTION + '\n'.join(index) + '\n' + text
    return re.sub(r'\n{3,}', '\n\n', text).rstrip('\n') + '\n'


def main():
    if sys.argv[1:] not in ([], ['--check']):
        raise SystemExit('Usage: tools/calls.py [--check]')
    path, new = os.path.join(TOP, PAGE), page_text()
    old = ''
    if os.path.exists(path):
        with open(path, encoding='ascii') as file:
            old = file.read()
    if old != new and sys.argv[1:]:
        raise SystemExit('%s: not up to date: run "make regenerate"' % PAGE)
    if old != new:
        with open(path, 'w', encoding='ascii') as file:
            file.write(new)


if __name__ == '__main__':
    main()
