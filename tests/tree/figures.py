#!/usr/bin/env python3
# SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT
"""
Checks that no figure of measured/ is repeated by hand. tools/tables.py writes such figures between
markers. All other cycles and instructions in documents are listed in tests/lists/figures.txt, one per
line, with the reason why they are in no record:

  FILE: FIGURE UNIT: REASON

The change log is not checked: its figures are those of the release.
"""
import os
import re
import subprocess
import sys

TOP = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
LIST = "tests/lists/figures.txt"
SKIPPED = ("CHANGELOG.md", "measured/", "bindings/", "doc/proved.md")
GENERATED = re.compile(r"<!-- (?:table: .*?|tools/sizes\.sh) -->.*?<!-- end -->", re.S)
FIGURE = re.compile(
    r"(?<![\w.-])(\d[\d,]*(?:\.\d+)?)\s+((?:core )?(?:cycles?|ticks|clocks|instructions)(?: per byte| a byte)?)\b")


def figures(text):
    """"FIGURE UNIT" of all prose, without generated tables and fenced code."""
    text = re.sub(r"^\s*```.*?^\s*```[^\n]*$", "", GENERATED.sub("", text), flags=re.M | re.S)
    return [" ".join(match) for match in FIGURE.findall(text)]


def documents():
    listed = subprocess.run(["git", "-C", TOP, "ls-files", "*.md"], capture_output=True, text=True,
                            check=False)
    names = listed.stdout.split() if listed.returncode == 0 and listed.stdout else [
        os.path.relpath(os.path.join(folder, name), TOP) for folder, _, files in os.walk(TOP)
        for name in files if name.endswith(".md")]
    return sorted(name for name in names if not name.startswith(SKIPPED)
                  and os.path.isfile(os.path.join(TOP, name)))


PLANTED = [("It took 822 cycles per byte.", ["822 cycles per byte"]),
           ("It took 1,344\ncycles.", ["1,344 cycles"]), ("12 rounds", []),
           ("<!-- table: a -->\n| 3 cycles |\n<!-- end -->\nx 4 cycles", ["4 cycles"]),
           ("```\n5 cycles\n```\n", [])]


def main():
    failed = 0

    def fail(what):
        nonlocal failed
        failed = 1
        print("FAIL figures: " + what)
    for text, wanted in PLANTED:
        if figures(text) != wanted:
            fail("judges a planted example wrongly: " + text)
    with open(os.path.join(TOP, LIST), encoding="utf-8") as file:
        rows = [line for line in file.read().split("\n") if line and not line.startswith("#")]
    allowed = set()
    for row in rows:
        name, figure, reason = (row.split(": ", 2) + ["", ""])[:3]
        if not reason:
            fail("%s: no reason: %s" % (LIST, row))
        allowed.add((name, figure))
    found = set()
    for name in documents():
        with open(os.path.join(TOP, name), encoding="utf-8") as file:
            found |= {(name, figure) for figure in figures(file.read())}
    for name, figure in sorted(found - allowed):
        fail("%s: %s: let tools/tables.py write it, or say in %s why it is on no record" %
             (name, figure, LIST))
    for name, figure in sorted(allowed - found):
        fail("%s: %s: %s is not there" % (LIST, name, figure))
    if not failed:
        print("PASS figures")
    return failed


if __name__ == "__main__":
    sys.exit(main())
