#!/bin/sh
# SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT
#
# Debian's source package, from a release that "make dist" has made:
#
#   package/debian.sh ARCHIVE FOLDER
#   cd FOLDER/libblake2b-VERSION && dpkg-buildpackage -us -uc
#
# Maintainer and home page come from package/CONTACT, or the file that CONTACT names.
set -eu
LC_ALL=C
export LC_ALL
archive=$1 folder=$2
top=$(dirname "$0")/..
contact=${CONTACT-$top/package/CONTACT}
version=$(cat "$top/app/VERSION")
source=$folder/libblake2b-$version

# A section of LICENSE as a field of debian/copyright: indented, with dots for blank lines.
section() {
    sed -n "/^---- $1/,/^---- [^$2]/p" "$top/LICENSE" |
        sed -e '/^----/d' -e '/^Copyright/d' -e '/^Where the law/,$d' |
        sed -e '/./,$!d' | sed -e 's/^./ &/' -e '${' -e '/^$/d' -e '}' -e 's/^$/ ./'
}

# The line that names the format of debian/copyright is that of debhelper, which the build needs.
# Without it the file is read by people alone.
format=$(sed -n '/^Format: /{p;q;}' /usr/share/doc/debhelper/copyright 2>/dev/null) || format=''

mkdir -p "$folder"
cp "$archive" "$folder/libblake2b_$version.orig.tar.gz"
(cd "$folder" && gzip -dc "libblake2b_$version.orig.tar.gz" | tar xf -)
cp -Rp "$source/package/debian" "$source/debian"
for file in control changelog copyright; do
    awk -v maintainer="$(sed -n 's/^Maintainer: //p' "$contact")" \
        -v homepage="$(sed -n 's/^Homepage: //p' "$contact")" \
        -v version="$version" -v date="$(date -u -R -r "$source/app/VERSION")" \
        -v format="$format" \
        -v public="$(section 'Public domain' P)" -v mit="$(section 'MIT license' M)" '
        # no gsub: & would mean something
        function put(name, value,    at) {
            while ((at = index($0, "@" name "@")) > 0)
                $0 = substr($0, 1, at - 1) value substr($0, at + length(name) + 2)
        }
        {
            put("MAINTAINER", maintainer); put("HOMEPAGE", homepage); put("VERSION", version); put("DATE", date)
            put("PUBLIC_DOMAIN", public); put("MIT", mit)
            if ($0 == "@FORMAT@" && format == "") next
            put("FORMAT", format)
            print
        }' "$top/package/debian/$file" >"$source/debian/$file"
done
echo "$source"
