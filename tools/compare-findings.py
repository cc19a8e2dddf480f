#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Promise 39: what a change of cfglint changes on real repositories.

    compare-findings.py [--show N] OLD NEW FOLDER... [-- OPTIONS...]

OLD and NEW are two programs. Each lints each folder and shows the fixes that it would make (--diff, unsafe ones too); what was not checked counts
as findings do. Prints, folder by folder, the findings that came (+) and went (-) and the files whose fixes differ, N of each (default 20), then
the sums by rule. OPTIONS go to both (--gpus 8). Exit status 0: nothing differs; 1: something does; 2: a program failed."""
import argparse
import collections
import json
import os
import subprocess
import sys


def run(program, folder, *args):
    p = subprocess.run([os.path.abspath(program), *args, "."], cwd=folder, stdin=subprocess.DEVNULL, capture_output=True)
    if p.returncode not in (0, 1, 2):
        sys.exit(f"compare-findings: {program} in {folder}: status {p.returncode}: {p.stderr.decode(errors='replace')[-400:]}")
    return p


def findings(program, folder, options):
    """{(code, file, line, message): how often}"""
    p = run(program, folder, "--no-cache", "--pedantic", "--output-format", "json", *options)
    try:
        found = json.loads(p.stdout)
    except ValueError:
        print(f"compare-findings: {program} in {folder}: {p.stderr.decode(errors='replace')[-400:]}", file=sys.stderr)
        sys.exit(2)
    return collections.Counter((d["code"] or d["name"], d["filename"], d["location"]["row"], d["message"]) for d in found)


def fixes(program, folder, options):
    """{file: its diff}"""
    p = run(program, folder, "--no-cache", "--diff", "--unsafe-fixes", *options)
    parts = p.stdout.decode(errors="surrogateescape").split("diff --git a/")[1:]
    return {part.partition(" b/")[0]: part for part in parts}


def compare(folder, a, show, sums):
    old, new = (findings(x, folder, a.options) for x in (a.old, a.new))
    lines = []
    for sign, changed in (("-", old - new), ("+", new - old)):
        for code, *_ in changed.elements():
            sums[code][sign] += 1
        shown = [f"{sign} {file}:{row}: [{code}] {message}" for code, file, row, message in sorted(changed.elements(), key=str)]
        lines += shown[:show] + ([f"{sign} ... and {len(shown) - show} more"] if len(shown) > show else [])
    before, after = (fixes(x, folder, a.options) for x in (a.old, a.new))
    differ = sorted(f for f in before.keys() | after.keys() if before.get(f) != after.get(f))
    for file in differ[:show]:
        lines += [f"~ {file}: the fix differs"] + [f"    {sign} {line}" for sign, text in (("old", before.get(file)), ("new", after.get(file)))
                                                   for line in (text or "").splitlines() if line[:1] in "+-" and line[:3] not in ("+++", "---")]
    if len(differ) > show:
        lines.append(f"~ ... and {len(differ) - show} more")
    if differ:
        sums["fixes"]["~"] += len(differ)
    print(f"{folder}: {sum(old.values())} findings before, {sum(new.values())} now, {len(differ)} fixes differ")
    for line in lines:
        print("  " + line.encode("ascii", "backslashreplace").decode())
    return bool(lines)


def main():
    parser = argparse.ArgumentParser(description="what differs between the findings and fixes of two programs")
    parser.add_argument("--show", type=int, default=20)
    parser.add_argument("old")
    parser.add_argument("new")
    parser.add_argument("folders", nargs="+")
    argv, options = sys.argv[1:], []
    if "--" in argv:
        argv, options = argv[:argv.index("--")], argv[argv.index("--") + 1:]
    a = parser.parse_args(argv)
    a.options = options
    sums = collections.defaultdict(collections.Counter)
    differs = [compare(folder, a, a.show, sums) for folder in a.folders]
    for code, signs in sorted(sums.items()):
        print(f"{code}: " + ", ".join(f"{sign}{n}" for sign, n in sorted(signs.items())))
    return 1 if any(differs) else 0


sys.exit(main())
