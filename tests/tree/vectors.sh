#!/bin/sh
# SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT
# vectors/: the files are what their generator writes, match their schema, and the example reader
# reads them. tests/rigs/data tests the library with them. The tables of
# the tests in C are what the models write, too.
cd "$(dirname "$0")/../.." || exit 1
# shellcheck source=tests/common.sh
. tests/common.sh
tap_prefix='vectors/'
python3 -c "import hashlib; hashlib.new('$own_family')" >/dev/null 2>&1 ||
    skip_all python 'no python3 with hashlib'

check generated python3 vectors/vectors_json.py --check
for generator in app/extensions/*/*.py; do
    case $generator in
    */prove.py) ;; # its specification
    *) check "$generator" python3 "$generator" --check ;;
    esac
done
check reader python3 vectors/example.py
python3 -c 'import jsonschema' 2>/dev/null || skip_all schema 'no python3 with jsonschema'
# shellcheck disable=SC2317 # called by its name
matches_schema() {
    python3 -W ignore -m jsonschema -i "$1" vectors/schema.json
}
for file in vectors/*.json; do
    case $file in
    */schema.json | */index.json) ;;
    *) check "schema, $file" matches_schema "$file" ;;
    esac
done
# Both detect one wrong digit.
mkdir "$work/vectors" && cp vectors/*.json "$work/vectors" &&
    sed 's/"digest": "ba80a53f/"digest": "ba80a53F/' "vectors/$own_family.json" \
        >"$work/vectors/$own_family.json"
# shellcheck disable=SC2317 # called by its name
damage_is_seen() {
    ! python3 vectors/example.py "$work/vectors" &&
        ! matches_schema "$work/vectors/$own_family.json"
}
check damage damage_is_seen
finish
