#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The files of a tree that take longest when each is linted alone, as a pre-commit hook does.

    slowest.py [--cfglint PATH] [--top 10] [--again 5] [--limit MS] TREE...

CPU time (user + system) of one process per file, less that of an empty file (start, rules). Files that come out slow are
measured again, and the least figure counts: a busy machine makes times longer, never shorter. With --limit the exit status is 1 when
a file takes longer.
"""
import argparse
import os
import sys
import tempfile

from compare import once

HERE = os.path.dirname(os.path.abspath(__file__))


def lint(a, path, rounds=1):
    argv = [a.cfglint, '-q', '-j', '1', path]
    return min(once(argv, os.path.dirname(path))[0] for _ in range(rounds))


def configs(tree):
    for folder, _, names in sorted(os.walk(tree)):
        for name in sorted(names):
            path = os.path.join(folder, name)
            if name.endswith('.py') and '/configs' in folder + '/' and not os.path.islink(path):
                yield path


def main():
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument('--cfglint', default=os.path.join(os.path.dirname(HERE), 'build', 'cfglint'))
    ap.add_argument('--top', type=int, default=10)
    ap.add_argument('--again', type=int, default=5)
    ap.add_argument('--limit', type=float)
    ap.add_argument('tree', nargs='+')
    a = ap.parse_args()
    with tempfile.TemporaryDirectory() as empty:
        nothing = os.path.join(empty, 'empty.py')
        open(nothing, 'w').close()
        start = lint(a, nothing, 2 * a.again)
    seen = [(lint(a, p), p) for tree in a.tree for p in configs(os.path.abspath(tree))]
    seen.sort(reverse=True)
    slow = sorted(((min(t, lint(a, p, a.again)), p) for t, p in seen[:3 * a.top]), reverse=True)[:a.top]
    print(f'{len(seen)} files; an empty one: {1000 * start:.1f} ms, not counted below')
    for t, p in slow:
        print(f'{1000 * (t - start):8.1f} ms  {p}')
    sys.exit(a.limit is not None and any(1000 * (t - start) > a.limit for t, _ in slow))


if __name__ == '__main__':
    main()
