#!/bin/sh
# SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT
# Files that hosts and tools of others read: the workflows are well-formed, grant no more than they
# need, and name actions by hash; every file has a license in the form of REUSE.
cd "$(dirname "$0")/../.." || exit 1
# shellcheck source=tests/common.sh
. tests/common.sh

# lints NAME TOOL ARGUMENT...
lints() {
    name=$1 tool=$2
    shift
    if [ -n "$(missing "$tool")" ]; then
        skip "$name: $tool is not installed"
    elif "$@" >"$work/log" 2>&1; then
        pass "$name"
    else
        tap_shown=$work/log
        fail "$name: $tool finds faults"
        tap_shown=''
    fi
}
lints well-formed actionlint .github/workflows/*.yml
lints permissions zizmor --offline --no-progress .github/workflows
if [ -e .git ]; then
    lints licenses reuse lint --lines
else
    skip 'licenses: no git, which tells sources from what was built'
fi
finish
