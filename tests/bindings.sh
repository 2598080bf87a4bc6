#!/bin/sh
# SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT
#
# Builds and tests the bindings for other languages as their users would, from a clean folder.
#
# Usage: tests/bindings.sh [python]...      all without an argument
cd "$(dirname "$0")/.." || exit 1
# shellcheck source=tests/common.sh
. tests/common.sh
version=$(cat app/VERSION)

# A source archive and a wheel, both installed into an environment of their own and tested.
test_python() {
    tool=$(missing python3 cc)
    if [ -n "$tool" ]; then
        skip "bindings/python: $tool is not installed"
        return
    fi
    if ! python3 -c 'import sys; sys.exit(sys.version_info < (3, 11))'; then
        skip "bindings/python: needs Python 3.11"
        return
    fi
    if ! (python3 -m venv "$work/venv" && "$work/venv/bin/pip" install -q build setuptools wheel pytest) >"$work/log" 2>&1; then
        skip "bindings/python: no venv, or PyPI cannot be reached"
        return
    fi
    # As in a release: no build in the tree, no network for the build.
    copy_tree "$work/tree"
    if (cd "$work/tree/bindings/python" && "$work/venv/bin/python" -m build --no-isolation -o "$work/dist") >"$work/log" 2>&1; then
        pass "bindings/python: $(cd "$work/dist" && echo *)"
    else
        fail "bindings/python: build: $(tail -n 3 "$work/log" | tr '\n' ' ')"
        return
    fi
    case $(cd "$work/dist" && echo *.whl) in
    blake2b_asm-"$version"-cp311-abi3-*.whl) pass 'bindings/python: one wheel for all versions (abi3)' ;;
    *) fail "bindings/python: the wheel is $(cd "$work/dist" && echo *.whl)" ;;
    esac
    rm -rf "$work/tree"
    # The tests of the source archive know no vectors/: it lies where they are.
    mkdir -p "$work/away/bindings/python" && cp -R "$top/vectors" "$work/away" &&
        cp -R "$top/bindings/python/tests" "$work/away/bindings/python"
    for kind in whl tar.gz; do
        if "$work/venv/bin/pip" install -q --force-reinstall --no-deps --no-build-isolation "$work"/dist/*."$kind" >"$work/log" 2>&1 &&
            (cd "$work/away/bindings/python" && "$work/venv/bin/python" -m pytest -q tests) >"$work/log" 2>&1; then
            pass "bindings/python: .$kind: $(tail -n 1 "$work/log")"
        else
            fail "bindings/python: .$kind: $(grep -E '^(FAILED|ERROR|E  )' "$work/log" | head -n 3 | tr '\n' ' ')$(tail -n 1 "$work/log")"
        fi
    done
    if "$work/venv/bin/python" -c "import blake2b_asm, sys; sys.exit(blake2b_asm.__version__ != '$version')"; then
        pass 'bindings/python: the version is the library'"'"'s'
    else
        fail 'bindings/python: another version than the library'
    fi
}

[ $# -gt 0 ] || set -- python
for language in "$@"; do
    case $language in
    python) test_python ;;
    *) fail "bindings/$language: there is none" ;;
    esac
done
exit $failed
