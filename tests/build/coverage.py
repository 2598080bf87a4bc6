#!/usr/bin/env python3
# SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT
"""Lines of app/ that ran, from gcov's JSON on standard input: a table in Markdown, and then the lines that did
not run. A line that several objects have (static and shared library, tests that include a file) ran if it ran
in one of them."""
import json
import sys

lines = {}
for text in sys.stdin:
    for file in json.loads(text)["files"] if text.strip() else ():
        if file["file"].startswith("app/"):
            of_file = lines.setdefault(file["file"], {})
            for line in file["lines"]:
                of_file[line["line_number"]] = of_file.get(line["line_number"], 0) + line["count"]


def share(names):
    every = sum(len(lines[name]) for name in names)
    ran = sum(count > 0 for name in names for count in lines[name].values())
    return every, 100 * ran / every


utility = sorted(name for name in lines
                 if "/util/" in name)  # its own, and what extensions have for it
library = sorted(set(lines) - set(utility))
if not utility or not library:
    sys.exit("no data")
print("| file | lines | ran |\n| --- | ---: | ---: |")
for title, names in [("`%s`" % name, [name]) for name in library + utility] + [
        ("the library", library), ("the utility", utility)]:
    print("| %s | %d | %.1f %% |" % ((title,) + share(names)))
print("\nDid not run:")
for name in library + utility:
    left = [str(n) for n in sorted(lines[name]) if not lines[name][n]]
    if left:
        print("    %s: %s" % (name, " ".join(left)))
