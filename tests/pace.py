# SPDX-License-Identifier: MIT
"""How fast this machine is just now. Seconds that a promise names are those of a machine that does the work below in
YARD seconds of CPU; on a slower one, or where others use its cores and caches, everything takes that much more."""
import os
import subprocess

YARD = 0.2
WORK = "words = sorted(str(i * 7919 % 1000003) for i in range(200000))\nseen = {w: len(w) for w in words}\n"


def pace():
    """1 or more: by how much a second of CPU has to be stretched."""
    p = subprocess.Popen(["/usr/bin/python3", "-S", "-E", "-c", WORK], stdin=subprocess.DEVNULL)
    _, status, used = os.wait4(p.pid, 0)
    p.returncode = os.waitstatus_to_exitcode(status)
    if p.returncode:
        raise RuntimeError(f"the yardstick ended with {p.returncode}")
    return max(1, (used.ru_utime + used.ru_stime) / YARD)
