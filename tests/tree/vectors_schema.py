#!/usr/bin/env python3
# SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT
"""Checks vectors/*.json (or those in the given folder) against vectors/schema.json, and what a schema
cannot express. Needs Python's jsonschema."""
import hashlib
import json
import os
import sys

import jsonschema

FOLDER = os.path.join(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))),
                      "vectors")


def meaning(data):
    """What the schema does not say."""
    tests = [test for group in data["testGroups"] for test in group["tests"]]
    if [test["tcId"] for test in tests] != list(range(1, data["numberOfTests"] + 1)):
        return "tcId does not count to numberOfTests"
    seen = set()
    for group in data["testGroups"]:
        for test in group["tests"]:
            where = "test %d: " % test["tcId"]
            if set(test["flags"]) - set(data["notes"]):
                return where + "a flag without a note"
            valid = test["result"] == "valid"
            if valid == (group["type"] == "InvalidTest") and group["type"] != "Eip152Test":
                return where + "%s in a group of type %s" % (test["result"], group["type"])
            size = len(test["digest"]) // 2
            if "digestSize" in test and size != test["digestSize"] and (valid or size):
                return where + "digestSize is not the digest's"
            if valid and not 0 < size <= test.get("xofLength", 64):
                return where + "digest too long, or none"
            if "msgLength" in test and test["msgLength"] <= len(test["msg"]) // 2:
                return where + "msgLength repeats nothing"
            inputs = json.dumps(
                {k: v for k, v in test.items() if k not in ("tcId", "comment", "flags")},
                sort_keys=True)
            if inputs in seen:
                return where + "there already"
            seen.add(inputs)
    return None


def main():
    folder = sys.argv[1] if sys.argv[1:] else FOLDER
    with open(os.path.join(folder, "schema.json")) as f:
        schema = json.load(f)
    with open(os.path.join(folder, "index.json")) as f:
        entries = {entry["file"]: entry for entry in json.load(f)["files"]}
    jsonschema.Draft7Validator.check_schema(schema)
    validator = jsonschema.Draft7Validator(schema)
    problems = []
    if set(entries) != {n for n in os.listdir(folder) if n.endswith(".json")} - {"schema.json",
        "index.json"}:
        problems.append("index.json does not list the files that there are")
    for name, entry in entries.items():
        with open(os.path.join(folder, name), "rb") as f:
            text = f.read()
        data = json.loads(text)
        found = next((e.message for e in validator.iter_errors(data)), None) or meaning(data)
        if not found and (entry["numberOfTests"], entry["algorithm"], entry["blake2b"]) != (
                data["numberOfTests"], data["algorithm"], hashlib.blake2b(text).hexdigest()):
            found = "not as index.json says"
        if found:
            problems.append("%s: %s" % (name, found[:300]))
    sys.exit("\n".join(problems) or None)


if __name__ == "__main__":
    main()
