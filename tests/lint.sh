#!/bin/sh
# SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT
# License lines, includes, links, layout, and shellcheck.
cd "$(dirname "$0")/.." || exit 1
# shellcheck source=tests/tap.sh
. tests/tap.sh
unmarked=$(find configure Makefile app examples tests tools -type f \
    \( -name '*.[chS]' -o -name '*.inc' -o -name '*.def' -o -name '*.sh' -o -name '*.py' -o \
    -name '*.awk' -o -name '*.mk' -o -name configure -o -name Makefile \) -exec sh -c 'for f; do
        head -n 2 "$f" | grep -q "SPDX-License-Identifier[:] LicenseRef-libblake2b-public-domain OR MIT" || echo "$f"; done' sh {} +)
holds license "no SPDX identifier in $unmarked" [ -z "$unmarked" ]
# LICENSE has the texts of LICENSES, where REUSE expects them.
lost=$(for text in LICENSES/*.txt; do
    sed '1{/^MIT License$/d;}' "$text" | tr -s '\n ' ' ' | sed 's/^ //; s/ $//' >build/tests/license
    tr -s '\n ' ' ' <LICENSE | grep -q -F -f build/tests/license || echo "$text"
done)
holds 'license texts' "LICENSE has not that of $lost" [ -z "$lost" ]
# doc/proved.md: each kernel of the tables has a row, which matches the reports.
results_in_words doc/proved.md tests/proof/proof.sh table --check
# No extension includes another's files by path, and the driver includes none of an extension. (By
# name alone it cannot: tests/build/configure.sh.)
names=$(cd app/extensions && echo * | tr ' ' '|')
paths=$(grep -rnE "^[[:space:]]*#[[:space:]]*include.*(extensions|\.\.)/($names)/" app/extensions \
    app/driver)
holds includes "a path to another extension: $paths" [ -z "$paths" ]
# [a-z] has no i in a Turkish locale, and the sort order depends on the locale.
# shellcheck disable=SC2046 # a list
unset_locale=$(grep -l -e '[^0-9]sort' -e 'a-z' -e 'tr ' configure package/*.sh \
    package/debian/tests/consumer $(find tests tools -name '*.sh') tests/setup |
    xargs grep -L -e '^LC_ALL=C$' -e 'tests/common\.sh$' -e 'tests/tap\.sh$' \
        -e 'tests/cases\.sh$' -e '/common\.sh"$' -e '^# shellcheck shell=sh' | tr '\n' ' ')
holds locale "neither LC_ALL=C nor tests/tap.sh in $unset_locale" [ -z "$unset_locale" ]
# Links between pages, and to headings in them.
if command -v python3 >/dev/null 2>&1; then
    results_of links tests/tree/links.py
else
    skip 'links: no python3'
fi
# Files that hosts and tools of others read: the workflows are well-formed, grant no more than they
# need, and name actions by hash; every file has a license in the form of REUSE.
# shellcheck disable=SC2086 # words, and names of files
while IFS='|' read -r name command; do
    if ! command -v "${command%% *}" >/dev/null 2>&1; then
        skip "$name: ${command%% *} is not installed"
    elif [ "$name" = licenses ] && [ ! -e .git ]; then
        skip 'licenses: no git, which tells sources from what was built'
    elif said=$($command 2>&1 </dev/null); then
        pass "$name"
    else
        fail "$name: $said"
    fi
done <<'TOOLS'
workflows|actionlint .github/workflows/*.yml
permissions|zizmor --offline --no-progress .github/workflows
licenses|reuse lint --lines
TOOLS
# The layout of the C code.
results_in_words format tools/format.sh --check
command -v shellcheck >/dev/null 2>&1 || skip_all shellcheck 'not installed'
for script in configure .ci/* tests/setup package/*.sh package/debian/tests/consumer \
    $(find tests tools -name '*.sh' | sort); do
    holds "shellcheck $script" '' shellcheck -x "$script"
done
finish
