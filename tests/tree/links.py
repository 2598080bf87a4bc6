#!/usr/bin/env python3
# SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT
"""
Checks that every relative link of every Markdown file leads to a file or folder in the tree, and each
anchor to a heading of that file.
"""
import os
import re
import subprocess
import sys

TOP = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
LINK = re.compile(r"\]\(\s*<?([^)\s>]+)>?\s*\)|^\[[^]]+\]:\s+(\S+)|\b(?:src|href)=\"([^\"]+)\"",
                  re.M)


def without_code(text):
    """The text without fenced code and code spans, which may look like links."""
    text = re.sub(r"^\s*```.*?^\s*```[^\n]*$", "", text, flags=re.M | re.S)
    # A link's own text is often code: keep the brackets.
    return re.sub(r"`[^`\n]*`", "", text)


def anchors(text):
    """The anchors that GitHub gives to the headings of a page."""
    found = set(re.findall(r"<a (?:id|name)=\"([^\"]+)\"", text))
    seen = {}
    for heading in re.findall(r"^#+ +(.*?)\s*$",
                              re.sub(r"^\s*```.*?^\s*```[^\n]*$", "", text, flags=re.M | re.S),
                              re.M):
        heading = re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", heading)
        anchor = re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")
        number = seen.get(anchor, 0)
        seen[anchor] = number + 1
        found.add(anchor + ("-%d" % number if number else ""))
    return found


def wrong_links(page, read, exists):
    """(link, what is wrong with it) of a page."""
    for groups in LINK.findall(without_code(read(page))):
        link = next(group for group in groups if group)
        if re.match(r"[a-z][a-z0-9+.-]*:", link):
            continue
        path, _, anchor = link.partition("#")
        target = os.path.normpath(os.path.join(os.path.dirname(page), path)) if path else page
        if not exists(target):
            yield link, "no such file"
        elif anchor and target.endswith(".md") and anchor not in anchors(read(target)):
            yield link, "no such heading"
        elif anchor and not target.endswith(".md"):
            yield link, "an anchor in what is not Markdown"


def main():
    listed = subprocess.run(["git", "-C", TOP, "ls-files", "*.md"], capture_output=True, text=True,
                            check=False)
    pages = listed.stdout.split() if listed.returncode == 0 and listed.stdout else [
        os.path.relpath(os.path.join(folder, name), TOP) for folder, _, names in os.walk(TOP)
        for name in names if name.endswith(".md")]
    pages = [page for page in pages if os.path.isfile(os.path.join(TOP, page))]

    def read(name):
        with open(os.path.join(TOP, name), encoding="utf-8") as file:
            return file.read()
    wrong = ["%s: %s: %s" % (page, link, why) for page in pages for link, why in
             wrong_links(page, read, lambda name: os.path.exists(os.path.join(TOP, name)))]
    print("%sok - links%s\n1..1" % ("not " if wrong else "", "".join("\n# " + w for w in wrong)))
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main())
