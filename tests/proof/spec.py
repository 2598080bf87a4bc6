# SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT
"""The specifications that kernels are proved to compute: app/extensions/*/prove.py, one for each
extension.

Such a file is Python that may import this module and terms.py. It defines HASHES, a list of what is
derived from Hash, one for each table of kernels, and check(), which has them hash known messages;
without one they are compared with model.py's BLAKE2b and BLAKE."""
import functools
import glob
import hashlib
import os
import model
from contract import Call, LaneRounds, Rounds
from machine import Refused
from terms import Terms, constant, number, ror

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


class Known(Terms):
    """Words that a call has are numbers, by their names; low words of counters are about to
    carry."""

    def __init__(self, iv):
        super().__init__()
        self.iv = iv

    def var(self, name, width, low_zeros=0):
        kind, _, i = name.partition(".")
        value = int.from_bytes(hashlib.sha512(name.encode()).digest(), "big")
        if kind == "iv":
            value = self.iv[int(i)]
        elif kind[0] == "t" and i == "0":
            value |= -1 << 6
        return constant(value % (1 << width) >> low_zeros << low_zeros, width)

    def numbers(self, name, count, width):
        return [number(self.var("%s.%d" % (name, i), width)) for i in range(count)]


def compare(h, function):
    """What the contract and the specification compute of numbers is what the function on integers
    does, whose digests are known: two blocks, a last one, several messages, and more rounds than
    any hash has."""
    width, full = h.width, (1 << h.width) - 1
    model.check(h.strided, width, function)
    for kernel, blocks, last in (("blocks_x", 2, None), ("blocks_x", 1, width + 13),
                                 ("lanes_x2", 2, None)):
        if last and not h.strided:
            continue
        T = Known(h.iv)
        call = Call(T, h, "%s_%s" % (h.name, kernel), blocks, last)
        state, want = call.start(), []
        for k in range(blocks):
            state = call.next(state, k, {})
        for j in range(call.lanes):
            values, t = T.numbers("h%d" % j, 8, width), T.numbers("t%d" % j, 2, width)
            more = T.numbers("%s%d" % ("f" if h.strided else "s", j), 2 if h.strided else 4, width)
            if h.strided and not call.several:
                more[0] = full if last else 0
            for k in range(blocks):
                total = t[0] + (t[1] << width) + number(call.growth[j])
                t = [total & full, total >> width & full]
                data = b"".join(w.to_bytes(width // 8, h.order)
                                for w in T.numbers("m%d.%d" % (k, j), 16, width))
                data = data[:last].ljust(2 * width, b"\0")
                m = [int.from_bytes(data[i:i + width // 8], h.order)
                     for i in range(0, len(data), width // 8)]
                values = function(values, m, t, more)
            want.append(values + (t + more if h.strided else more + t))
        rows = [word for row in zip(*want) for word in row]
        found = [number(word) for _, what, word in call.layout(state) if what not in ("add", "in")]
        if found != rows:
            raise AssertionError("%s is not the model's: %s of %d blocks" % (h.name, kernel, blocks))
    if not h.cycle:
        return
    for call in Rounds(Known(h.iv), h, 25), LaneRounds(Known(h.iv), h, 25, 2):
        v = call.go_on(call.go_on(call.begin(), h.cycle), 25 - h.cycle)
        for j, out in enumerate([call.result(v)] if call.count == 1 else call.result(v)):
            values, m, tf = [call.T.numbers(*name, 64) for name in (
                ("h%d" % j, 8), ("m0.%d" % j, 16), ("f%d" % j, 4))]
            if list(map(number, out)) != function(values, m, tf[:2], tf[2:], 25):
                raise AssertionError("%s is not the model's: 25 rounds" % h.name)


def paths():
    """Extension -> the file of its specification."""
    return {os.path.basename(os.path.dirname(p)): p
            for p in sorted(glob.glob(os.path.join(EXTENSIONS, "*", "prove.py")))}


def checked(path, text):
    """The hashes of a specification."""
    module = {"__name__": path}
    exec(compile(text, path, "exec"), module)   # an import would leave a folder for Python's files
    if "check" in module:
        module["check"]()
    else:
        for h in module["HASHES"]:
            compare(h, model.FUNCTIONS[h.strided, h.width])
    return module["HASHES"]


@functools.lru_cache(maxsize=None)
def hashes():
    """Name -> Hash, each checked."""
    found = {}
    for path in paths().values():
        with open(path, encoding="utf-8") as f:
            for h in checked(path, f.read()):
                if found.setdefault(h.name, h) is not h:
                    raise AssertionError("two specifications of " + h.name)
    return found


def hash_of(kernel):
    for name, h in hashes().items():
        if kernel.startswith(name + "_"):
            return h
    raise Refused("no specification")
