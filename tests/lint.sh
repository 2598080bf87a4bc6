#!/bin/sh
# SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT
# License lines, includes, links, layout, and shellcheck.
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
# Links between pages, and to headings in them.
if command -v python3 >/dev/null 2>&1; then
    tests/tree/links.py || status=1
else
    echo 'SKIP links: no python3'
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
