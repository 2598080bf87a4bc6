#!/bin/sh
# SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT
#
# What rpmbuild wants, from a release that "make dist" has made:
#
#   package/rpm.sh ARCHIVE FOLDER
#   rpmbuild -ba --define "_topdir FOLDER" FOLDER/SPECS/libblake2b.spec
#       (FOLDER with its whole path)
#
# Maintainer and home page come from package/CONTACT, or the file that CONTACT names.
set -eu
LC_ALL=C
export LC_ALL
archive=$1 folder=$2
top=$(dirname "$0")/..
contact=${CONTACT-$top/package/CONTACT}
mkdir -p "$folder/SPECS" "$folder/SOURCES"
cp "$archive" "$folder/SOURCES"
# \, & and | would mean something to sed
quoted() {
    sed -n "s/^$1: //p" "$contact" | sed 's/[\\&|]/\\&/g'
}
sed -e "s|@VERSION@|$(cat "$top/app/VERSION")|" -e "s|@HOMEPAGE@|$(quoted Homepage)|" \
    -e "s|@MAINTAINER@|$(quoted Maintainer)|" \
    "$top/package/libblake2b.spec.in" >"$folder/SPECS/libblake2b.spec"
echo "$folder/SPECS/libblake2b.spec"
