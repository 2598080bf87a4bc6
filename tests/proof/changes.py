#!/usr/bin/env python3
# SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT
"""Would spec.py notice a wrong specification? Each of CHANGES is made in a copy of a specification,
of the contract or of spec.py, which must then not be the model's."""
import os
import sys
import types
import spec

HERE = os.path.dirname(os.path.abspath(__file__))

# (what, file, text, what is in its place)
CHANGES = [
    ("sigma's second row", "blake2b", "ea489fd6", "ea489f6d"),
    ("sigma's last row", "blake2b", "a2847615fb9e3cd0", "a2847615fb9e3c0d"),
    ("later rounds have the last row", "blake2b", "SIGMA[r % 10]", "SIGMA[min(r, 9)]"),
    ("the last words of a block", "blake2b", "m[SIGMA[r % 10][2 * i + k]]",
     "m[min(SIGMA[r % 10][2 * i + k], 14)]"),
    ("the IV's last word", "blake2b", "0x5be0cd19137e2179", "0x5be0cd19137e2178"),
    ("the counter's high word", "blake2b", "(T, h, t + f,", "(T, h, t[:1] * 2 + f,"),
    ("the counter's words change places", "blake2b", "(T, h, t + f,", "(T, h, t[::-1] + f,"),
    ("the last node's flag", "blake2b", "-1, 64), f[1]]", "-1, 64), constant(0, 64)]"),
    ("the last block's flag", "blake2b", "0 if call.last is None else -1", "0"),
    ("both flags are the first", "blake2b", "i), 64) for i in (0, 1)]", "0), 64) for i in (0, 1)]"),
    ("the flags stand before the counter", "blake2b",
     '[("t", w) for w in t] + [\n            ("f", w) for w in self.flags(call, lane)]',
     '[\n            ("f", w) for w in self.flags(call, lane)] + [("t", w) for w in t]'),
    ("h[4] to h[7]", "blake2b", "T.xor(h[i], T.xor(v[i]", "T.xor(h[i % 4], T.xor(v[i]"),
    ("v[12] to v[15] at the end", "blake2b", "v[i + 8])", "v[8 + i % 4])"),
    ("the last rotation", "blake2b", "24, 16, 63", "24, 16, 62"),
    ("eleven rounds", "blake2b", "= IV, 12, 10", "= IV, 11, 10"),
    ("after twelve rounds they are the same again", "blake2b", "= IV, 12, 10", "= IV, 12, 12"),
    ("BLAKE: sigma's eighth row", "blake", "db7ec139", "db7ec193"),
    ("BLAKE: the last words of a block", "blake", "T.xor(m[k],", "T.xor(m[min(k, 13)],"),
    ("BLAKE-256: the last constant", "blake", "b5470917", "b5470916"),
    ("BLAKE-512: the last constant", "blake", "71574e69", "71574e68"),
    ("BLAKE: the salt at the beginning", "blake", "zip(s + [t[0]", "zip(s[:3] + s[:1] + [t[0]"),
    ("BLAKE: the salt at the end", "blake", "s[i % 4])", "s[i % 2])"),
    ("BLAKE: the counter's high word", "blake", "t[1], t[1]]", "t[1], t[0]]"),
    ("BLAKE-512: a rotation", "blake", "(32, 25, 16, 11)", "(32, 24, 16, 11)"),
    ("BLAKE-256: thirteen rounds", "blake", "16, 14, (16,", "16, 13, (16,"),
    ("the diagonals", "spec", "8 + (i + 2 * k) % 4", "8 + (i + k) % 4"),
    ("the carry into the counter's high word", "contract",
     "T.add(t[1], (assumed.get(carry, carry),) + self.zero[1:])", "t[1]"),
    ("what follows the last byte", "contract", "(0,) * (16 * self.width - len(bits))",
     "(1,) * (16 * self.width - len(bits))"),
    ("each block is the first", "contract", "self.message(block, j)", "self.message(0, j)"),
    ("each message is the first", "contract", "self.message(block, j)", "self.message(block, 0)"),
]


def noticed(texts, first=""):
    """Why the specifications in these texts are refused, or None; that extension's first."""
    modules = {}
    before = {name: sys.modules[name] for name in ("contract", "spec")}
    try:
        for name in before:                         # spec imports contract
            modules[name] = sys.modules[name] = types.ModuleType(name)
            modules[name].__file__ = spec.__file__
            exec(compile(texts[name], name, "exec"), modules[name].__dict__)
        for name, path in sorted(spec.paths().items(), key=lambda item: item[0] != first):
            modules["spec"].checked(path, texts[name])
    except AssertionError as e:
        return str(e)
    finally:
        sys.modules.update(before)
    return None


def main():
    texts, failed = {}, []
    for name, path in {"contract": os.path.join(HERE, "contract.py"), "spec": spec.__file__,
                       **spec.paths()}.items():
        with open(path, encoding="utf-8") as f:
            texts[name] = f.read()
    why = noticed(texts)
    if why:
        failed.append("the specifications themselves are refused: " + why)
    for what, file, old, new in CHANGES:
        if texts[file].count(old) != 1:
            failed.append("changed: %s: there is no such text, or more than one" % what)
        elif not noticed({**texts, file: texts[file].replace(old, new)}, file):
            failed.append("changed: %s: is not noticed" % what)
    for why in failed:
        print("FAIL proof/specification: " + why)
    if not failed:
        print("PASS proof/specification: %d changes, each was noticed" % len(CHANGES))
    return bool(failed)


if __name__ == "__main__":
    sys.exit(main())
