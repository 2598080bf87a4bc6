#!/bin/sh
# SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT
# Every source has its license line; tests/lists/catalogue.md lists every test;
# shell scripts pass shellcheck.
cd "$(dirname "$0")/.." || exit 1
LC_ALL=C
export LC_ALL
status=0
unmarked=$(find configure Makefile app examples tests tools -type f \
    \( -name '*.[chS]' -o -name '*.inc' -o -name '*.def' -o -name '*.sh' -o -name '*.py' -o \
    -name '*.awk' -o -name '*.mk' -o -name configure -o -name Makefile \) -exec sh -c 'for f; do
        head -n 2 "$f" | grep -q "SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT" || echo "$f"; done' sh {} +)
if [ -z "$unmarked" ]; then
    echo 'PASS license'
else
    echo "FAIL license: no SPDX identifier in $unmarked"
    status=1
fi
# The text of both licenses must not change by accident.
if [ "$(cksum <LICENSE)" = '2242625270 1633' ]; then
    echo 'PASS LICENSE'
else
    echo 'FAIL LICENSE: the text has changed; if intended, record its cksum here'
    status=1
fi
# Compares the lists in tests.mk, for every kind of build, with the tables in the page. (Without the
# flags of an enclosing make.)
scratch=$(mktemp -d) || exit 1
trap 'rm -rf "$scratch"' EXIT
trap 'exit 1' HUP INT TERM
cat >"$scratch/list.mk" <<'MAKE'
include tests/tests.mk
.PHONY: list
list:
	@printf '%s\n' $(CHECK_FIRST) $(CHECK_BUILD) $(CHECK_COMPILER) $(CHECK_TREE) $(CHECK_CI) $(CHECK_NIGHTLY)
MAKE
(
    unset MAKEFLAGS MFLAGS GNUMAKEFLAGS
    ${TEST_MAKE:-make} -s -f "$scratch/list.mk" "EXTENSION_FOLDERS=$(echo app/extensions/*)" \
        TARGET=X86_32 SYMBOL_PREFIX=x SYSTEM=posix EMULATOR= FREESTANDING= list 2>&1
) | sed 's/^ *//; s/ .*//; s,.*tests/,,; s,^tools/,../tools/,' | sort -u >"$scratch/lists"
# shellcheck disable=SC2016 # no commands
sed -n 's/^| `\([^`]*\)` |.*/\1/p' tests/lists/catalogue.md | grep -v '^make ' |
    sort >"$scratch/page"
if [ "$(grep -c . "$scratch/lists")" -lt 30 ]; then
    echo "FAIL tests/lists/catalogue.md: make does not list the tests: $(sed -n 1p \
        "$scratch/lists")"
    status=1
elif cmp -s "$scratch/lists" "$scratch/page"; then
    echo 'PASS tests/lists/catalogue.md has every test'
else
    echo "FAIL tests/lists/catalogue.md: missing (<) or not a test (>): $(diff "$scratch/lists" \
        "$scratch/page" | grep '^[<>]' | tr '\n' ' ')"
    status=1
fi
# doc/proved.md: each kernel of the tables has a row, which matches the reports.
if proved=$(tests/proof/proof.sh table --check); then
    echo "$proved"
else
    echo "${proved:-FAIL doc/proved.md: cannot be checked}"
    status=1
fi
# No extension includes another's files by path, and the driver includes none of an extension. (By
# name alone it cannot: tests/build/configure.sh.)
names=$(cd app/extensions && echo * | tr ' ' '|')
if paths=$(grep -rnE "^[[:space:]]*#[[:space:]]*include.*(extensions|\.\.)/($names)/" \
    app/extensions app/driver); then
    echo "FAIL includes: a path to another extension: $(echo "$paths" | tr '\n' ' ')"
    status=1
else
    echo 'PASS includes'
fi
# Parts that should not depend on a hash name none, except for a list of files, which may only
# become shorter.
[ ! -e .git ] || tools/census.sh --hash-free >"$scratch/naming"
grep -v '^#' tests/lists/hashes.txt >"$scratch/still"
if [ ! -e .git ]; then
    :
elif cmp -s "$scratch/naming" "$scratch/still"; then
    echo 'PASS hashes: no other file than those of tests/lists/hashes.txt names one'
else
    echo "FAIL hashes: tests/lists/hashes.txt lacks (<), or has in vain (>): $(diff \
        "$scratch/naming" "$scratch/still" | grep '^[<>]' | tr '\n' ' ')"
    status=1
fi
# Files in .gitignore are generated, and not under version control.
if [ -e .git ] && ignored=$(git ls-files -ci --exclude-standard 2>/dev/null); then
    if [ -z "$ignored" ]; then
        echo 'PASS ignored files'
    else
        echo "FAIL ignored files: under version control: $(echo "$ignored" | head -n 5 |
            tr '\n' ' ')"
        status=1
    fi
fi
# [a-z] has no i in a Turkish locale, and the sort order depends on the locale.
# shellcheck disable=SC2046 # a list
unset_locale=$(grep -l -e '[^0-9]sort' -e 'a-z' -e 'tr ' configure package/*.sh \
    package/debian/tests/consumer $(find tests tools -name '*.sh') tests/setup |
    xargs grep -L -e '^LC_ALL=C$' -e 'tests/common\.sh$' \
        -e '/common\.sh"$' -e '^# shellcheck shell=sh' | tr '\n' ' ')
if [ -z "$unset_locale" ]; then
    echo 'PASS locale'
else
    echo "FAIL locale: neither LC_ALL=C nor tests/common.sh in $unset_locale"
    status=1
fi
# Sentences, lines and words of documents and comments.
if ! command -v python3 >/dev/null 2>&1; then
    echo 'SKIP prose, links, figures, parameters: no python3'
else
    tests/tree/prose.py || status=1
    tests/tree/links.py || status=1
    tests/tree/figures.py || status=1
    tests/tree/parameters.py || status=1
fi
# README.md must stay short, or it is not read.
if [ "$(grep -c '' README.md)" -le 220 ]; then
    echo 'PASS README.md: length'
else
    echo "FAIL README.md: $(grep -c '' README.md) lines, more than 220: move details to doc/"
    status=1
fi
# The layout of the C code.
tools/format.sh --check || status=1
if ! command -v shellcheck >/dev/null 2>&1; then
    echo 'SKIP shellcheck: not installed'
    exit $status
fi
for script in configure .ci/run tests/setup package/*.sh package/debian/tests/consumer \
    $(find tests tools -name '*.sh' | sort); do
    if shellcheck -x "$script"; then
        echo "PASS shellcheck $script"
    else
        echo "FAIL shellcheck $script"
        status=1
    fi
done
exit $status
