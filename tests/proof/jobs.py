#!/usr/bin/env python3
# SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT
"""Are kernels' machine code the compression function, for all inputs? prove.py says so of each, in
a process of its own. One that dies, or needs more than LIMIT seconds of CPU, is a failure, no hang;
of the latter the standard error says where it was.

  jobs.py [--quick] [--brief] [--abi NAME] [--jobs N] [--objdump PROGRAM] FILE.elf kernel...

FILE.elf is linked from the kernels' objects (tests/proof/proof.sh); a kernel is called
HASH_blocks_avx2, whatever prefix its symbol has. Prints PASS or FAIL and the kernel, with what was
proved or why not. No report depends on this file: it decides nothing of what is proved.
"""
import argparse
import faulthandler
import multiprocessing
import multiprocessing.connection
import resource
import signal
import sys
import spec
from prove import prove

LIMIT = 1200                    # the longest proof takes 140 on a Zen 3


def alone(f, job, limit, send):
    hard = resource.getrlimit(resource.RLIMIT_CPU)[1]
    resource.setrlimit(resource.RLIMIT_CPU,
                       (limit if hard == resource.RLIM_INFINITY else min(limit, hard), hard))
    faulthandler.register(signal.SIGXCPU, all_threads=False, chain=True)
    send.send(f(job))


def each(f, jobs, at_once, limit=LIMIT):
    """(job, f(job), None) for each, in their order; where its process died (job, None, why)."""
    running, done, started, said = {}, {}, 0, 0
    while said < len(jobs):
        while started < len(jobs) and len(running) < at_once:
            receive, send = multiprocessing.Pipe(duplex=False)
            child = multiprocessing.Process(target=alone, args=(f, jobs[started], limit, send))
            child.start()
            send.close()
            running[receive] = started, child
            started += 1
        for receive in multiprocessing.connection.wait(list(running)):
            i, child = running.pop(receive)
            try:
                done[i] = receive.recv(), None
            except EOFError:
                child.join()
                late = child.exitcode == -signal.SIGXCPU
                done[i] = None, "more than %d seconds of CPU" % limit if late else "its process died, with status %d" % child.exitcode
            child.join()
        while said in done:
            yield (jobs[said], *done.pop(said))
            said += 1


def main():
    a = argparse.ArgumentParser(description=__doc__,
                                formatter_class=argparse.RawDescriptionHelpFormatter)
    a.add_argument("file")
    a.add_argument("kernels", nargs="+")
    a.add_argument("--quick", action="store_true",
                   help="fewer blocks and lengths, one alignment of the stack")
    a.add_argument("--brief", action="store_true", help="one block alone")
    a.add_argument("--abi", default="sysv64", help="the calling convention")
    a.add_argument("--jobs", type=int, default=1)
    a.add_argument("--objdump", default="objdump")
    o = a.parse_args()
    spec.hashes()                       # each checks itself
    failed = 0
    for job, line, why in each(prove, [(o.file, o.objdump, o.abi, k, o.quick, o.brief)
                                       for k in o.kernels], o.jobs):
        line = line or "FAIL proof/%s: %s" % (job[3], why)
        print(line, flush=True)
        failed |= line.startswith("FAIL")
    return failed


if __name__ == "__main__":
    sys.exit(main())
