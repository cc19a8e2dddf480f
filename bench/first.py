#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Instructions of a first lint of a repository, beside those of tree-sitter alone over its Python files (valgrind).

    first.py [--cfglint PATH] REPOSITORY...

Nothing is kept from earlier runs. tree-sitter is built as table.py builds it: as it comes, with -O2 and malloc.
"""
import argparse
import os
import re
import subprocess
import tempfile

from table import TOP, floor_program


def instructions(argv, cwd, stdin=b"", **env):
    p = subprocess.run(["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", *argv], cwd=cwd, input=stdin,
                       capture_output=True, env={**os.environ, **env}, check=False)
    return int(re.search(rb"Collected : (\d+)", p.stderr)[1])


def main():
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument("--cfglint", default=os.path.join(TOP, "build", "cfglint"))
    ap.add_argument("repository", nargs="+")
    a = ap.parse_args()
    with tempfile.TemporaryDirectory() as work:
        floor = floor_program(work)
        for path in map(os.path.abspath, a.repository):
            names = "".join(os.path.join(d, f) + "\n" for d, _, fs in os.walk(path) for f in fs if f.endswith(".py"))
            cache = tempfile.mkdtemp(dir=work)
            ours = instructions([os.path.abspath(a.cfglint), "-q", "-j1", "."], path, CFGLINT_CACHE_DIR=cache)
            parse = instructions([floor], path, names.encode())
            print(f"{os.path.basename(path):20} {ours / 1e6:8,.0f} M  tree-sitter alone {parse / 1e6:8,.0f} M  {ours / parse:.2f}", flush=True)


if __name__ == "__main__":
    main()
