#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""How long an editor waits for findings after a keystroke, and what the server's memory does meanwhile.

    keystroke.py [--cfglint PATH] [--edits 10000] FOLDER CONFIG...

Each CONFIG (relative to FOLDER) is opened in a server of its own and gets EDITS characters, one change each; the time is from the change that is
sent to the diagnostics of that version. Beside it: processor time a keystroke, and memory at the beginning and at the end.
"""
import argparse
import os
import sys
import time

TOP = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path.insert(0, os.path.join(TOP, 'tests'))
from lsp import Client  # noqa: E402


def processor_ms(pid):
    with open(f'/proc/{pid}/stat', encoding='ascii') as f:
        part = f.read().rsplit(')', 1)[1].split()
    return (int(part[11]) + int(part[12])) * 1000 / os.sysconf('SC_CLK_TCK')


def type_into(exe, folder, config, edits):
    path, c = os.path.join(folder, config), Client(exe, folder)
    c.open(path)
    c.published(path, times=2)
    text, waits = c.text[path] + '\n#', []
    c.change(path, text)
    c.published(path)
    began, memory = processor_ms(c.process.pid), 0
    for i in range(edits):
        if i % 60 == 59:  # a comment of bearable length
            c.change(path, text)
        else:
            c.change(path, (len(c.text[path]), len(c.text[path]), 'x'))
        start = time.perf_counter()
        c.published(path)
        waits.append((time.perf_counter() - start) * 1000)
        memory = c.memory() if i == min(500, edits // 2) else memory
    used = (processor_ms(c.process.pid) - began) / edits
    waits.sort()
    at = [waits[min(len(waits) - 1, int(len(waits) * q))] for q in (0.5, 0.95, 0.99, 1)]
    print(f'{config}: p50 {at[0]:.1f}, p95 {at[1]:.1f}, p99 {at[2]:.1f}, longest {at[3]:.1f} ms; {used:.1f} ms of processor time; '
          f'{memory:.0f} MB, after {edits} edits {c.memory():.0f} MB', flush=True)
    c.end()


def main():
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument('--cfglint', default=os.path.join(TOP, 'build', 'cfglint'))
    ap.add_argument('--edits', type=int, default=10000)
    ap.add_argument('folder')
    ap.add_argument('config', nargs='+')
    a = ap.parse_args()
    for config in a.config:
        type_into(os.path.abspath(a.cfglint), os.path.realpath(a.folder), config, a.edits)


main()
