#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Times cfglint on trees of configs: ratios from interleaved runs, so that a busy machine disturbs all of them alike.

    compare.py [--cfglint PATH] [--rounds 7] [--ast-grep PATH] TREE...

Per tree and command: median CPU time (user + system), its ratio to --parse-only of the same round (median of the ratios), wall
time, and the largest resident memory. ast-grep, where it is given, runs with the ten patterns of bench/ast-grep/.
"""
import argparse
import os
import resource
import statistics
import subprocess
import time

HERE = os.path.dirname(os.path.abspath(__file__))


def once(argv, cwd, stdin=None, columns=1000):
    """(cpu seconds, wall seconds, max resident kB) of one process. columns: of a terminal; another number each time, so that no report is used again."""
    start = time.perf_counter()
    p = subprocess.Popen(argv, cwd=cwd, stdin=subprocess.PIPE if stdin else subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                         stderr=subprocess.DEVNULL, env={**os.environ, 'COLUMNS': str(columns)})
    if stdin:
        p.stdin.write(stdin)
        p.stdin.close()
    _, _, use = os.wait4(p.pid, 0)
    p.returncode = 0
    return use.ru_utime + use.ru_stime, time.perf_counter() - start, use.ru_maxrss


def commands(a, tree):
    names = '\n'.join(os.path.join(d, f) for d, _, fs in os.walk(tree) for f in fs if f.endswith('.py')).encode() + b'\n'
    yield 'parse only', [a.cfglint, '--parse-only', '-q', tree], None
    yield 'show', [a.cfglint, 'show', '--format', 'jsonl', '--files-from', '-'], names
    yield 'lint', [a.cfglint, '-q', tree], None
    if a.ast_grep:
        yield 'ast-grep', [a.ast_grep, 'scan', '-c', os.path.join(HERE, 'ast-grep', 'sgconfig.yml'), tree], None


def measure(a, tree):
    runs = {}
    for i in range(a.rounds):
        for name, argv, stdin in commands(a, tree):
            runs.setdefault(name, []).append(once(argv, os.path.dirname(tree), stdin, os.getpid() * 100 + i))
    base = runs['parse only']
    print(f'\n{tree}')
    print(f'{"":12} {"CPU s":>8} {"ratio":>7} {"wall s":>8} {"MB":>7}')
    for name, rows in runs.items():
        ratio = statistics.median(r[0] / b[0] for r, b in zip(rows, base))
        cpu, wall, mem = (statistics.median(r[i] for r in rows) for i in range(3))
        print(f'{name:12} {cpu:8.3f} {ratio:7.2f} {wall:8.3f} {mem / 1024:7.1f}')


def main():
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument('--cfglint', default=os.path.join(os.path.dirname(HERE), 'build', 'cfglint'))
    ap.add_argument('--rounds', type=int, default=7)
    ap.add_argument('--ast-grep')
    ap.add_argument('tree', nargs='+')
    a = ap.parse_args()
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    for tree in a.tree:
        measure(a, os.path.abspath(tree))


if __name__ == '__main__':
    main()
