# SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT
"""The specifications that kernels are proved to compute: app/extensions/*/prove.py, one for each
extension.

Such a file is Python that may import this module and terms.py. It defines HASHES, a list of what is
derived from Hash, one for each table of kernels, and check(), which has them hash known
messages."""
import functools
import glob
import os
from machine import Refused
from terms import ror

EXTENSIONS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "app",
                          "extensions")


class Hash:
    """A block is sixteen words; the state is a chaining value h of eight, a counter t of two, and
    what rows() adds.

    Kernels of one message are called with the state, the message, and one of two pairs. strided:
    the number of bytes, and how far blocks are apart; all blocks are whole or there is one, the
    last one, of any length. Else: the number of blocks, which follow one another, and what each
    adds to the counter."""
    name = None                     # that of the table, with which the kernels' names begin
    width = 64                      # bits of a word
    order = "little"                # of the bytes of the message's words
    strided = False
    growth_bits = None              # of what a block adds to the counter, unless strided
    stored = None    # the byte order of the state in memory, of one message; None: the host's
    most_lanes = None               # of the structure for several messages

    def rows(self, call, lane, h, t):
        """The state in memory: (what, word) in their order; h and t are what the kernel may
        change."""
        raise NotImplementedError

    def compress(self, T, call, lane, h, m, t):
        """The next chaining value. Of what rows() adds call has the words, too; t counts this
        block."""
        raise NotImplementedError

    # For kernels of any number of rounds, and of short messages. The sixteen words of v are h and
    # IV; its last four words are combined with the counter and the flags (tf).
    iv = ()
    count = None                    # of rounds
    cycle = None                    # of rounds, after which they are the same again

    def begin(self, T, h, tf, iv):
        """v before the first round."""
        raise Refused("no specification of its parts")

    def rounds(self, T, v, m, count):
        """v after so many rounds."""
        raise Refused("no specification of its parts")

    def finish(self, T, h, v):
        """The next chaining value."""
        raise Refused("no specification of its parts")


def columns_and_diagonals(T, v, count, turns, x_y):
    """Rounds of eight G each; x_y(round, i) are the two words that G_i adds, turns its four
    rotations."""
    def G(a, b, c, d, x, y):
        for word, r1, r2 in ((x, turns[0], turns[1]), (y, turns[2], turns[3])):
            v[a] = T.add(v[a], v[b], word)
            v[d] = ror(T.xor(v[d], v[a]), r1)
            v[c] = T.add(v[c], v[d])
            v[b] = ror(T.xor(v[b], v[c]), r2)

    for r in range(count):
        for i in range(8):
            k = i // 4                                  # 0 for columns, 1 for diagonals
            G(i % 4, 4 + (i + k) % 4, 8 + (i + 2 * k) % 4, 12 + (i + 3 * k) % 4, *x_y(r, i))


def paths():
    """Extension -> the file of its specification."""
    return {os.path.basename(os.path.dirname(p)): p
            for p in sorted(glob.glob(os.path.join(EXTENSIONS, "*", "prove.py")))}


@functools.lru_cache(maxsize=None)
def hashes():
    """Name -> Hash, each checked."""
    found = {}
    for path in paths().values():
        module = {"__name__": path}
        with open(path, encoding="utf-8") as f:
            # An import would leave a folder for Python's files there.
            exec(compile(f.read(), path, "exec"), module)
        module["check"]()
        for h in module["HASHES"]:
            if found.setdefault(h.name, h) is not h:
                raise AssertionError("two specifications of " + h.name)
    return found


def hash_of(kernel):
    for name, h in hashes().items():
        if kernel.startswith(name + "_"):
            return h
    raise Refused("no specification")
