#!/usr/bin/env python3
# SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT
"""
Checks the prose of documents and comments: sentences of more than 30 words (outside tables and
code; in Python, not those of strings), lines of more than 100 columns, and words that are often
misused here.

  tests/tree/prose.py         checks all that is under version control
  tests/tree/prose.py FILE|FOLDER...
                              shows what it finds in these files, and in all in these folders
"""
import os
import re
import subprocess
import sys

TOP = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
WORDS, COLUMNS = 30, 100
# Lines of code with more columns: tables, and long strings. (clang-format wraps those of C.)
LONG_LINES = 525
MISUSED = [r"\bstands?\b(?! (?:for|alone)\b)", r"\bis made of what\b", r"\bis no matter\b",
           r"\bmay stay away\b",
           r"\bcomes? to (?:its|an|their) end\b", r"\bspoils?\b", r"\bmends?\b", r"\bmended\b",
           r"\bpassed over\b",
           r"\bpass(?:es)? over\b", r"\bthe same goes for\b",
           r"\bnobody (?:here )?(?:has|measured)\b", r"\bpeople who\b",
           r"\bof (?:16|32|64) bits\b", r"\bbrings? along\b", r"\bas far as it goes\b",
           r"\bso far as\b",
           r"\b(?:right|zeros|comes?|and|is|are) behind\b", r"\bthe begin of\b",
           r"\bnobody initiali[sz]ed\b", r"\bgoes away\b",
           r"\bare like\b"]
CODE = (".c", ".h", ".S", ".inc", ".def", ".sh", ".py", ".awk", ".mk", "Makefile", "configure")
TEXT = re.compile("|".join(MISUSED), re.I)
# Comments of each language. (A string that looks like one is taken for one: it is text as well.)
C_LIKE = (".c", ".h", ".S", ".inc", ".def")
C_COMMENT = re.compile(r"/\*.*?\*/|//[^\n]*", re.S)
SKIPPED = ("bindings/", "vs2013/", "measured/proved/", "tests/build/abi/", "examples/jni/",
           "LICENSE")


def files():
    """What is under version control, or else everything (an unpacked archive)."""
    listed = subprocess.run(["git", "-C", TOP, "ls-files"], capture_output=True, text=True,
                            check=False)
    names = listed.stdout.split("\n") if listed.returncode == 0 and listed.stdout else [
        os.path.relpath(os.path.join(folder, name), TOP) for folder, _, all_names in os.walk(TOP)
        for name in all_names]
    return sorted(n for n in names if n and not n.startswith(SKIPPED)
                  and (n.endswith((".md",) + CODE)) and
                  not re.search(r"^(bin|build)/", n) and os.path.isfile(os.path.join(TOP, n)))


def comments(name, text):
    """(line, comment line) of a source."""
    if name.endswith(C_LIKE):
        for comment in C_COMMENT.finditer(text):
            first = text.count("\n", 0, comment.start()) + 1
            for n, line in enumerate(comment.group().split("\n")):
                yield first + n, line
        return
    for n, line in enumerate(text.split("\n"), 1):
        # "#if" and the like are code for the preprocessor, within a string.
        if re.match(r"\s*#(?!!|(?:if|ifdef|ifndef|elif|else|endif|define|undef|include|error|pragma)\b)", line):
            yield n, line


def comment_text(name, lines):
    """The comments of a source as a document: same line numbers, without the signs that make them comments."""
    out, last = [], 0
    for n, line in lines:
        out += [""] * (n - last - 1)
        if n == last:   # two comments in one line
            continue
        if name.endswith(C_LIKE):
            # Each comment is an item, so that two of them are not one sentence.
            line = re.sub(r"^\s*/\*+ ?", "- ", line)
            line = re.sub(r"^\s*(?:\*(?!/)|//) ?|\s*\*/\s*$", "", line)
        else:
            line = re.sub(r"^\s*#+ ?", "", line)
        # Tables, drawings, prototypes and names of options are indented, or have wide gaps.
        table = re.match(r"\s{2,}|\t", line) and not re.match(r"\s*(?:[-*]|\d+\.)\s",
            line) or re.search(r"\S {3,}\S|^SPDX-", line)
        out.append("" if table else line)
        last = n
    return "\n".join(out)


def sentences(text):
    """(line, sentence) of a document, without tables, code, headings and generated parts."""
    # Each paragraph or item of a list is one text.
    paragraph, first, fence = [], 0, False

    def ended():
        words = " ".join(paragraph)
        if words:
            # A code span or a link is as long as it is read: one word for each space.
            for sentence in re.split(r"(?<=[.!?:;])[)\"*`]*\s+(?=[A-Z`\[(\"*0-9])", words):
                yield first, sentence
    for n, line in enumerate(text.split("\n") + [""], 1):
        if line.lstrip().startswith("```"):
            fence = not fence
            line = ""
        item = re.match(r"\s*(?:[-*]|\d+\.)\s+", line)
        skipped = fence or not line.strip() or line.lstrip().startswith(
            ("|", "#", "<!--", "![")) or \
            (line.startswith("    ") and not paragraph)
        if skipped or item:
            yield from ended()
            paragraph = []
        if not skipped:
            if not paragraph:
                first = n
            paragraph.append(line[item.end():] if item else line.strip())


def check(name):
    """(line, what is wrong) of a file."""
    with open(os.path.join(TOP, name), encoding="utf-8", errors="replace") as file:
        return check_text(name, file.read())


def check_text(name, text):
    found = []
    if name.endswith(".md"):
        lines = list(enumerate(text.split("\n"), 1))
        for n, line in lines:
            if len(line) > COLUMNS and not re.match(r"\s*(?:\||<!--|!\[|\[)",
                                                    line) and "://" not in line:
                found.append((n, "%d columns" % len(line)))
    else:
        lines = list(comments(name, text))
        found += [(n, "%d columns" % len(line)) for n, line in lines if len(line) > COLUMNS]
        text = comment_text(name, lines)
    for n, sentence in sentences(text):
        count = len([w for w in sentence.split() if re.search(r"\w", w)])
        if count > WORDS:
            found.append((n, "a sentence of %d words: %s ..." % (count, sentence[:50])))
    for n, line in lines:
        word = TEXT.search(line)
        if word:
            found.append((n, 'misused "%s"' % word.group()))
    return sorted(found)


LONG = ("one " * 15 + "\n") * 2 + "one "
# Name, text, and whether something must be found in it.
PLANTED = [("a.md", LONG + "end.\n", True), ("a.md", "Short. " + LONG + "end.\n", True),
           ("a.md", "- item\n- " + LONG + "\n", True),
           ("a.md", LONG[:-20] + "end. Two " + LONG[20:-20] + "end.\n", False),
           ("a.md", "| " + "one " * 31 + "|\n", False),
           ("a.md", "```\n" + LONG + "\n```\n", False), ("a.md", "x" * 101 + "\n", True),
           ("a.md", "| " + "x" * 101 + " |\n", False),
           ("a.md", "A table stands here.\n", True), ("a.md", "It stands for a word.\n", False),
           ("a.md", "x86 of 32 bits\n", True),
           ("a.c", "/* " + "x" * 99 + " */\n", True), ("a.c", "int " + "x" * 99 + ";\n", False),
           ("a.c", "/* It\n * spoils it. */\n", True),
           ("a.c", "/*\n * " + LONG.replace("\n", "\n * ") + "end. */\n", True),
           ("a.c", "int a; /* " + LONG[:70] + " */\n", False),
           ("a.c", ("/* " + LONG[:70] + " */\n") * 3, False),
           ("a.c", "/*\n *     " + LONG.replace("\n", "\n *     ") + " */\n", False),
           ("a.sh", "# " + LONG.replace("\n", "\n# ") + "end.\n", True),
           ("Makefile", "# " + LONG[:60] + "\nall:\n# " + LONG[:60] + "\n", False),
           ("a.sh", "#if defined(" + "x" * 99 + ")\n", False),
           ("a.sh", "# what " + "x" * 99 + "\n", True), ("a.sh", "echo stands\n", False),
           ("a.py", "# It is passed over.\n", True),
           ("a.c", "/* The zeros behind it. */\n", True),
           ("a.c", "/* It leaves nothing behind; a step behind the first. */\n", False)]


def main(arguments):
    wanted = [os.path.relpath(os.path.abspath(name), TOP) for name in arguments]
    if wanted:
        folders = tuple("" if name == "." else name + "/" for name in wanted
                        if os.path.isdir(os.path.join(TOP, name)))
        for name in [name for name in files() if name in wanted or folders
                     and name.startswith(folders)]:
            for n, what in check(name):
                print("%s:%d: %s" % (name, n, what))
        return 0
    wrong = long_lines = 0
    for name, text, bad in PLANTED:
        if bool(check_text(name, text)) != bad:
            wrong = 1
            print("FAIL prose: judges a planted example wrongly: %s" % text.strip()[:60])
    for name in files():
        found = check(name)
        if not name.endswith((".md",) + C_LIKE):
            with open(os.path.join(TOP, name), encoding="utf-8") as file:
                long_lines += sum(len(line) > COLUMNS + 1 for line in file)
        if found:
            wrong = 1
            print("FAIL prose %s: %d found, the first in line %d: %s (tests/tree/prose.py %s)" %
                  (name, len(found), found[0][0], found[0][1], name))
    if long_lines != LONG_LINES:
        wrong = 1
        print("FAIL prose: %d lines of code have more than %d columns: %s" %
              (long_lines, COLUMNS, "wrap the new ones" if long_lines > LONG_LINES else
               "set LONG_LINES in tests/tree/prose.py"))
    if not wrong:
        print("PASS prose")
    return wrong


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
