#!/usr/bin/env python3
# SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT
"""Checks vectors/*.json (or those in the given folder) against vectors/schema.json, and what a schema
cannot express. It supports the part of JSON Schema that this file uses. If Python has jsonschema, both
must agree."""
import hashlib
import json
import os
import re
import sys

FOLDER = os.path.join(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))),
                      "vectors")
TYPES = {"object": dict, "array": list, "string": str, "integer": int, "boolean": bool}
KNOWN = {"$schema", "title", "description", "definitions", "type", "enum", "pattern", "minimum",
         "maximum", "minItems",
         "items", "required", "properties", "additionalProperties", "anyOf", "$ref"}


def problem(value, schema, root, where):
    """What does not fit, or None."""
    if set(schema) - KNOWN:
        return "the schema has %s, which this program does not know" % sorted(set(schema) - KNOWN)
    if "$ref" in schema:
        return problem(value, root["definitions"][schema["$ref"].split("/")[-1]], root, where)
    if "anyOf" in schema:
        found = [problem(value, option, root, where) for option in schema["anyOf"]]
        return None if None in found else "%s: none of these: %s" % (where, "; ".join(found))
    if "type" in schema and (not isinstance(value, TYPES[schema["type"]]) or
                             isinstance(value, bool) != (schema["type"] == "boolean")):
        return "%s: not of type %s" % (where, schema["type"])
    if "enum" in schema and value not in schema["enum"]:
        return "%s: %r is not one of %s" % (where, value, schema["enum"])
    if isinstance(value, str) and "pattern" in schema and not re.search(schema["pattern"], value):
        return "%s: not as %s" % (where, schema["pattern"])
    if isinstance(value, int) and not schema.get("minimum", value) <= value <= schema.get("maximum",
        value):
        return "%s: %d is out of range" % (where, value)
    parts = []
    if isinstance(value, list):
        if len(value) < schema.get("minItems", 0):
            return "%s: too few" % where
        parts = [("%s[%d]" % (where, i), item, schema.get("items", {})) for i,
                 item in enumerate(value)]
    if isinstance(value, dict):
        lacking = [name for name in schema.get("required", ()) if name not in value]
        if lacking:
            return "%s: without %s" % (where, lacking)
        more = schema.get("additionalProperties", {})
        for name, item in value.items():
            inner = schema.get("properties", {}).get(name, more)
            if inner is False:
                return "%s: has %s" % (where, name)
            parts.append((where + "." + name, item, inner))
    return next((p for p in (problem(item, inner, root, at) for at, item, inner in parts) if p),
                None)


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
    try:
        import jsonschema
    except ImportError:
        jsonschema = None
    problems = []
    if set(entries) != {n for n in os.listdir(folder) if n.endswith(".json")} - {"schema.json",
        "index.json"}:
        problems.append("index.json does not list the files that there are")
    total = 0
    for name, entry in entries.items():
        with open(os.path.join(folder, name), "rb") as f:
            text = f.read()
        data = json.loads(text)
        total += len(text)
        found = problem(data, schema, schema, name) or meaning(data)
        if not found and jsonschema:
            found = next((e.message for e in jsonschema.Draft7Validator(schema).iter_errors(data)),
                         None)
        if not found and (entry["numberOfTests"], entry["algorithm"], entry["blake2b"]) != (
                data["numberOfTests"], data["algorithm"], hashlib.blake2b(text).hexdigest()):
            found = "not as index.json says"
        if not found and len(text) > 400000:
            found = "larger than 400,000 bytes"
        if found:
            problems.append("%s: %s" % (name, found[:300]))
    if total > 1500000:
        problems.append("all together: larger than 1,500,000 bytes")
    sys.exit("\n".join(problems) or None)


if __name__ == "__main__":
    main()
