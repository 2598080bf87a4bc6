#!/usr/bin/env python3
# SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT
"""Would the tests notice? Plants faults, one at a time, in a copy of the tree.

    tests/mutate/mutate.py [--sample N] [--seed N] [--file TEXT] [--only TEXT] [--by TEXT]
        [--jobs N] [--list]
    tests/mutate/mutate.py --check

The faults are in named.txt here and in the folder tests of each extension. Each says: the file, a
text that stands in it once, what replaces it, and the tests that must notice. named.txt describes
the format. proved.txt has faults that CBMC must refuse; without CBMC they are skipped. --sample
tries only N, chosen by the seed; --file, --only and --by choose by the path, the fault's text and
the tests. A test that fails without a fault is reported, and judges none.

--check: only whether each text stands in its file once. It needs no tool, and takes no time.

For random mutants of C, by hand, use a tool for them, for example universalmutator (of PyPI):

    mkdir /tmp/mutants && mutate app/driver/dispatch_lanes.c c --mutantDir /tmp/mutants --noCheck
    for mutant in /tmp/mutants/*.c; do
        cp "$mutant" app/driver/dispatch_lanes.c
        make -s check >/dev/null 2>&1 && echo "survives: $mutant"
    done
    git checkout app/driver/dispatch_lanes.c

in a copy of the tree. What survives, and is not the same program, needs a test, and a row here.
"""
import argparse
import glob
import os
import random
import re
import resource
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile

TOP = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
LISTS = ["tests/mutate/named.txt", "app/extensions/*/tests/named.txt",
         "app/extensions/*/tests/proved.txt"]
PROOF = "tests/proof/cbmc.sh"  # needs no build
LIMIT = 900  # seconds for a build or a test: a fault may make it wait for ever


class Failed(Exception):
    pass


class Fault:
    def __init__(self, file, line, match):
        self.file, self.line, self.tests = file, line, []
        self.old, self.new = (re.sub(r"\\([n\\'])", lambda m: m.group(1).replace("n", "\n"), text)
                              for text in match.groups())
        self.name = "mutate/%s: %s" % (os.path.basename(file), line)

    def times(self, text):
        """How often what is replaced stands in the text, overlapping ones as well."""
        return sum(text.startswith(self.old, at) for at in range(len(text)))


def read(path):
    with open(path, encoding="utf-8", newline="") as f:
        return f.read()


def faults_of(path):
    found, file, group = [], None, []
    for line in read(path).splitlines():
        if line.startswith("#") or not line.strip():
            continue
        if line.startswith("["):
            file, group = line.strip()[1:-1], []
        elif line.startswith("    "):
            for fault in group:
                fault.tests = shlex.split(line)
            group = []
        else:
            match = re.fullmatch(r"'(.+)' -> '(.*)'", line)
            if not match or not file:
                sys.exit("mutate: %s: neither a file, a fault nor tests: %s" % (path, line))
            group.append(Fault(file, line, match))
            found.append(group[-1])
    return found


def check(faults):
    """Whether each can be planted."""
    failed = 0
    for fault in faults:
        try:
            times = fault.times(read(os.path.join(TOP, fault.file)))
        except OSError as error:
            times, why = 0, error.strerror
        else:
            why = "the text stands there %d times" % times
        if times != 1 or not fault.tests:
            print("not ok - %s: %s" % (fault.name, why if times != 1 else "no test is named"))
            failed += 1
    if not failed:
        print("ok - mutate: %d faults can be planted" % len(faults))
    return failed


def first_failure(text):
    lines = [line for pattern in (r"not ok", r"FAIL|error|configure:|\*\*\*")
             for line in text.splitlines() if re.search(pattern, line)]
    return (lines or text.strip().splitlines()[-1:] or ["?"])[0].strip()[:200]


class Tree:
    """A copy of the project, configured and built, or the sources only."""

    def __init__(self, folder, jobs, build, *configure):
        self.folder, self.jobs = folder, jobs
        shutil.copytree(TOP, folder, symlinks=True, ignore=lambda at, names:
                        {".git", "build", "bin"} & set(names) if at == TOP else ())
        if build:
            self.run("./configure", *configure)
            self.make("lib")

    def run(self, *command):
        with tempfile.TemporaryFile() as out:
            process = subprocess.Popen(command, cwd=self.folder, stdin=subprocess.DEVNULL,
                                       stdout=out, stderr=subprocess.STDOUT,
                                       start_new_session=True)
            try:
                status = process.wait(LIMIT)
            except subprocess.TimeoutExpired:
                status = "no end"
            finally:
                try:
                    os.killpg(process.pid, signal.SIGKILL)
                except ProcessLookupError:
                    pass
                process.wait()
            out.seek(0)
            text = out.read().decode(errors="replace")
        if status:
            raise Failed("%s (status %s)" % (first_failure(text), status))

    def make(self, *what):
        self.run("make", "-s", "-j%d" % self.jobs, *what)


class Trees:
    def __init__(self, folder, jobs):
        self.folder, self.jobs, self.trees = folder, jobs, {}
        self.verdicts = {}  # of tests, without a fault

    def get(self, kind):
        if kind not in self.trees:
            options = ["CC=clang", "--sanitize"] if kind == "sanitize" else []
            self.trees[kind] = Tree(os.path.join(self.folder, kind), self.jobs, kind != "proof",
                                    *options)
        return self.trees[kind]

    def test(self, test):
        """One test of make check, or a program of it; raises Failed."""
        kind, command = "plain", test.split()
        if command[0] == "sanitize":
            kind, command = command[0], command[1:]
        if command[0] == PROOF:
            self.get("proof").run(*command)
            return
        tree = self.get(kind)
        if test == "make":
            tree.make("test-programs")
        elif command[0].startswith("build/tests/"):
            tree.make(command[0])
            tree.run("env", "TEST_SAMPLE=5", *command)
        else:
            tree.make("check", "CHECK_BUILD='%s'" % test)

    def sound(self, test):
        """Whether a test passes without a fault: otherwise it tells nothing."""
        if test not in self.verdicts:
            self.verdicts[test] = ""
            try:
                self.test(test)
            except Failed as error:
                self.verdicts[test] = str(error)
        return not self.verdicts[test]

    def plant(self, fault, text):
        for tree in self.trees.values():
            with open(os.path.join(tree.folder, fault.file), "w", encoding="utf-8",
                      newline="") as f:
                f.write(text)

    def noticed_by(self, fault):
        """The test that notices it, and how; None if no test does."""
        tests = [test for test in fault.tests if self.sound(test)]
        if not tests:
            raise Failed("no test passes without it: %s" % self.verdicts[fault.tests[0]])
        text = read(os.path.join(TOP, fault.file))
        self.plant(fault, text.replace(fault.old, fault.new))
        try:
            if "make" not in tests and not any(test.startswith(PROOF) for test in tests):
                try:  # only "make" may notice it by not building
                    programs = {t.split()[0] for t in tests}
                    self.get("plain").make(*(
                        programs if all(p.startswith("build/tests/") for p in programs)
                        else ["lib"] if programs == {"sanitize"} else ["test-programs"]))
                except Failed as error:
                    raise Failed("does not build: %s" % error) from error
            for test in tests:
                try:
                    self.test(test)
                except Failed as error:
                    return "%s: %s" % (test, error)
            return None
        finally:
            self.plant(fault, text)


def main():
    parser = argparse.ArgumentParser(description="Would the tests notice?")
    parser.add_argument("--sample", type=int, help="only so many")
    parser.add_argument("--seed", type=int, default=os.environ.get("TEST_SEED") or 1)
    parser.add_argument("--file", default="", help="only files with this in their path")
    parser.add_argument("--only", default="", help="only faults with this text")
    parser.add_argument("--by", default="", help="only faults with this in their tests")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--list", action="store_true", help="list them, plant none")
    parser.add_argument("--check", action="store_true", help="only whether they can be planted")
    options = parser.parse_args()
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    paths = [p for pattern in LISTS for p in sorted(glob.glob(os.path.join(TOP, pattern)))]
    faults = [f for path in paths for f in faults_of(path)]
    if options.check:
        failed = check(faults)
        print("1..%d" % max(failed, 1))
        return failed > 0
    faults = [f for f in faults if options.file in f.file and options.only in f.line
              and options.by in " ".join(f.tests)]
    if not faults:
        sys.exit("mutate: no such fault")
    if options.sample:
        faults = random.Random(options.seed).sample(faults, min(len(faults), options.sample))
    if options.list:
        for fault in faults:
            print("%s: %s" % (fault.file, fault.line))
        return 0
    if check(faults):
        return 1
    failed = 0
    with tempfile.TemporaryDirectory(prefix="blake2b-mutate.") as folder:
        trees = Trees(folder, options.jobs)
        for fault in faults:
            if fault.tests[0].startswith(PROOF) and not shutil.which("cbmc"):
                print("ok - %s # SKIP no cbmc" % fault.name)
                continue
            try:
                by = trees.noticed_by(fault)
            except Failed as error:
                print("not ok - %s: %s" % (fault.name, error), flush=True)
                failed = 1
                continue
            if by:
                print("ok - %s: noticed by %s" % (fault.name, by), flush=True)
            else:
                print("not ok - %s: not noticed by %s" % (fault.name, ", ".join(fault.tests)),
                      flush=True)
                failed = 1
    print("1..%d" % (len(faults) + 1))
    return failed


if __name__ == "__main__":
    sys.exit(main())
