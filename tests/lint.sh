#!/bin/sh
# Shell scripts under shellcheck.
cd "$(dirname "$0")/.." || exit 1
if ! command -v shellcheck >/dev/null 2>&1; then
    echo 'SKIP shellcheck: not installed'
    exit 0
fi
status=0
for script in configure .ci/run tests/setup $(find tests -name '*.sh' | sort); do
    if shellcheck -x "$script"; then
        echo "PASS shellcheck $script"
    else
        echo "FAIL shellcheck $script"
        status=1
    fi
done
exit $status
