# SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT
"""Which instructions have an encoding that GNU as makes? objdump ignores bits for which a CPU
traps, or of which its manual leaves open what they do. So what it writes is assembled again: the
bytes must be the same, and as must not warn. Where a text has several encodings there are several
ways: lines before, and what is put before each instruction.
"""
import os
import re
import subprocess
import tempfile
from objects import Object

SLOT = 16                       # bytes, of which an instruction has some
done = {}                       # (command, (its bytes, its text)) -> is it right?


def assembled(command, before, lines):
    """line -> its bytes, of those that as takes without a word."""
    with tempfile.TemporaryDirectory() as folder:
        source, path = os.path.join(folder, "a.s"), os.path.join(folder, "a.o")
        while lines:
            with open(source, "w", encoding="utf-8") as f:
                f.write("".join("%s\n" % line for line in before))
                f.write("".join(".org %d\n%s\n" % (SLOT * i, line)
                                for i, line in enumerate(lines)))
                f.write(".org %d\nnop\n" % (SLOT * len(lines)))
            said = subprocess.run([*command, "-o", path, source], capture_output=True, text=True,
                                  check=False).stderr
            bad = {(int(n) - len(before) - 2) // 2 for n in re.findall(r"\ba\.s:(\d+): \w", said)}
            if not bad:
                code = next(s.data for s in Object(path).sections.values() if s.code and s.data)
                return {line: code[SLOT * i:SLOT * (i + 1)] for i, line in enumerate(lines)}
            lines = [line for i, line in enumerate(lines) if i not in bad]
    return {}


def other(command, ways, instructions):
    """Of (bytes, text) those that as makes in no way."""
    left = {i for i in instructions if (command, i) not in done}
    for before, prefix in ways:
        made = assembled(command, before, sorted({prefix + text for _, text in left}))
        left = {(raw, text) for raw, text in left
                if made.get(prefix + text, b"")[:len(raw)] != raw}
    done.update({(command, i): i not in left for i in instructions if (command, i) not in done})
    return {i for i in instructions if not done[command, i]}
