#!/usr/bin/env python3
# SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT
"""An example of a reader: Python's own BLAKE2b against the vectors. example.py [FOLDER]"""
import hashlib
import json
import os
import sys


def message(test):
    unit, length = bytes.fromhex(test["msg"]), test.get("msgLength")
    return unit if length is None else (unit * (length // len(unit) + 1))[:length]


def digest(test):
    tree = {}
    if "fanout" in test:
        tree = dict(salt=bytes.fromhex(test["salt"]), person=bytes.fromhex(test["personal"]),
                    fanout=test["fanout"], depth=test["depth"], leaf_size=test["leafLength"],
                    node_offset=int(test["nodeOffset"], 16), node_depth=test["nodeDepth"],
                    inner_size=test["innerLength"], last_node=test["lastNode"])
    try:
        return hashlib.blake2b(message(test), key=bytes.fromhex(test["key"]),
                               digest_size=test["digestSize"], **tree).hexdigest()
    except ValueError:
        return None  # refused


folder = sys.argv[1] if sys.argv[1:] else os.path.dirname(os.path.abspath(__file__))
wrong = 0
for name in ("blake2b.json", "blake2b-parameters.json"):
    with open(os.path.join(folder, name)) as f:
        groups = json.load(f)["testGroups"]
    for test in (test for group in groups for test in group["tests"]):
        if (digest(test) == test["digest"]) != (test["result"] == "valid"):
            print("%s: test %d is %s" % (name, test["tcId"], test["result"]))
            wrong += 1
sys.exit(wrong > 0)
