#!/usr/bin/env python3
# SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT
"""
digests.py FOLDER UTIL...: sum --algorithm blake2s of files in FOLDER, of every length of digest and many of files,
with keys, salt and personalization, against Python's hashlib; and that its own lists check.
Prints PASS or FAIL; the exit status is 1 if anything differs.
"""
import hashlib
import os
import subprocess
import sys

folder, util = sys.argv[1], sys.argv[2:]
os.chdir(folder)
failed = 0


def run(*words):
    return subprocess.run(util + ["sum", "-a", "blake2s"] + list(words), stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, encoding="utf-8", check=False)


def report(name, wrong):
    global failed
    failed |= bool(wrong)
    print("FAIL extension/%s: %s" % (name, wrong[0]) if wrong else "PASS extension/%s" % name)


def content(length):
    return bytes((i * 7 + length) % 256 for i in range(length))


def digests(name, cases):
    """CASES: (options, arguments of hashlib.blake2s), each for all files."""
    wrong = []
    for options, arguments in cases:
        ran = run(*options, *FILES)
        lines = ran.stdout.splitlines()
        expected = ["%s  %s" % (hashlib.blake2s(content(int(f)), **arguments).hexdigest(), f)
                    for f in FILES]
        if lines != expected or ran.returncode or ran.stderr:
            wrong.append("%s: %s" % (" ".join(options), ran.stderr or set(lines) ^ set(expected)))
    report(name, wrong)


# About blocks, what the util reads at once, and what it hashes together.
FILES = [str(n) for n in (0, 1, 63, 64, 65, 127, 128, 129, 191, 192, 1000, 65535, 65536, 65537,
                          200000)]
for each in FILES:
    with open(each, "wb") as out:
        out.write(content(int(each)))
for bytes_ in (1, 31, 32, 33):
    with open("key%d" % bytes_, "wb") as out:
        out.write(content(bytes_))

digests("sum: usual length", [([], {})])
digests("sum: every length", [(["-l", str(8 * n)], {"digest_size": n}) for n in range(1, 33)])
digests("sum: keys", [(["--key-file", "key%d" % n], {"key": content(n)}) for n in (1, 31, 32)])
digests("sum: salt and personalization", [
    (["--salt", "salty", "--personal", "hex:0102030405060708", "--key-file=key31", "-l136"],
     {"salt": b"salty", "person": bytes(range(1, 9)), "key": content(31), "digest_size": 17})])

wrong = []
for options in ([], ["--tag"], ["--base64"], ["--tag", "-l", "128"],
                ["--tag", "--key-file", "key31"]):
    text = run(*options, *FILES).stdout
    back = [o for o in options if o not in ("--tag", "-l", "128")]
    with open("list", "w", encoding="utf-8") as out:
        out.write(text)
    ran = run("-c", *back, "list")
    if ran.returncode or ran.stdout.count(": OK\n") != len(FILES):
        wrong.append("%s: %s" % (options, ran.stderr))
    with open("list", "w", encoding="utf-8") as out:
        out.write(text.replace("200000", "65537"))
    ran = run("-c", *back, "list")
    if ran.returncode != 1 or ran.stdout.count(": FAILED\n") != 1:
        wrong.append("%s, of another file: %s" % (options, ran.stdout))
report("sum --check", wrong)

# A list with tags of both families needs no option; each finds its own.
wrong = []
with open("list", "w", encoding="utf-8") as out:
    out.write("BLAKE2s (1000) = %s\nBLAKE2b (1000) = %s\nBLAKE2s-64 (1000) = %s\nBLAKE2s (1000) = "
              "%s\n" % (
        hashlib.blake2s(content(1000)).hexdigest(), hashlib.blake2b(content(1000)).hexdigest(),
        hashlib.blake2s(content(1000), digest_size=8).hexdigest(),
        hashlib.blake2b(content(1000), digest_size=32).hexdigest()))
ran = subprocess.run(util + ["sum", "-c", "list"], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                     check=False)
if ran.stdout.split() != [b"1000:", b"OK"] * 3 + [b"1000:", b"FAILED"] or ran.returncode != 1:
    wrong.append(repr(ran.stdout))
report("sum --check: tags of both families", wrong)

wrong = []
for options, says in ((["-l", "264"], "from 0 to 256"),
                      (["--salt", "123456789"], "longer than 8 bytes"),
                      (["--key-file", "key33"], "longer than 32 bytes"),
                      (["--bp"], "cannot be combined"),
                      (["-a", "blake2x"], "not in this build"),
                      (["-a", "blake2bp"], "not in this build")):
    ran = run(*options, "1000")
    if ran.returncode != 1 or ran.stdout or says not in ran.stderr:
        wrong.append("%s: %s" % (options, ran.stderr))
report("sum: what it refuses", wrong)
sys.exit(failed)
