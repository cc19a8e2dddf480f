#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""How many findings are true: a sample to be read by a person, and the table of what was read.

  tools/sample-findings.py draw --seed 1 --per-rule 4 CHECKOUT... >sample.tsv
      lints each folder and draws from the errors and warnings: of every rule at most so many, as few as can be of one folder.
      Fill in the first column of each line: useful, noise (true, but nobody would act on it), false, doubt.
  tools/sample-findings.py table sample.tsv
      prints the table of docs/findings-on-open-corpora.md. Each rule counts as often as it fires in the folders.

CFGLINT names another program than build/cfglint."""
import argparse
import collections
import json
import os
import random
import subprocess
import sys

TOP = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
CFGLINT = os.environ.get("CFGLINT", TOP + "/build/cfglint")
WORDS = ("useful", "noise", "false", "doubt")
COLUMNS = ("verdict", "rule", "severity", "fires", "folder", "place", "message")


def lint(folder):
    run = subprocess.run([CFGLINT, ".", "--output-format", "json"], cwd=folder, capture_output=True, text=True)
    if not run.stdout:
        sys.exit(f"{folder}: {run.stderr[:400]}")
    return [d for d in json.loads(run.stdout) if d["code"] and d["severity"] in ("error", "warning")]


def of_many(found, most, rng):
    """At most so many, taken in turn from folders in random order."""
    by_folder = collections.defaultdict(list)
    for folder, d in found:
        by_folder[folder].append((folder, d))
    heaps = [rng.sample(list_, len(list_)) for _, list_ in sorted(by_folder.items())]
    rng.shuffle(heaps)
    taken = []
    while len(taken) < most and any(heaps):
        taken += [heap.pop() for heap in heaps if heap]
    return taken[:most]


def draw(args):
    rng = random.Random(args.seed)
    by_rule = collections.defaultdict(list)
    for folder in args.folders:
        for d in lint(folder):
            by_rule[d["code"]].append((os.path.basename(os.path.normpath(folder)), d))
    print(*COLUMNS, sep="\t")
    for rule, found in sorted(by_rule.items()):
        for folder, d in of_many(found, args.per_rule, rng):
            place = f"{d['filename']}:{d['location']['row']}"
            print("", rule, d["severity"], len(found), folder, place, d["message"].replace("\t", " "), sep="\t")


def percent(part, whole):
    return f"{100 * part / whole:.1f} %" if whole else "-"


def table(args):
    with open(args.sample, encoding="utf-8") as f:
        rows = [dict(zip(COLUMNS, line.rstrip("\n").split("\t"))) for line in f][1:]
    wrong = [r for r in rows if r["verdict"] not in WORDS]
    if wrong:
        sys.exit(f"{len(wrong)} lines have no verdict of {', '.join(WORDS)}: {wrong[0]['rule']} {wrong[0]['place']}")
    rules = collections.defaultdict(list)
    for r in rows:
        rules[r["rule"]].append(r)
    weighted, errors, fires = collections.Counter(), collections.Counter(), 0
    print("| rule | fires | read | useful | noise | false | doubt |\n|---|---|---|---|---|---|---|")
    for rule, read in sorted(rules.items()):
        count = collections.Counter(r["verdict"] for r in read)
        n = int(read[0]["fires"])
        fires += n
        for word in WORDS:
            weighted[word] += n * count[word] / len(read)
        for r in read:
            if r["severity"] == "error":
                errors[r["verdict"]] += n / len(read)
        print(f"| {rule} | {n} | {len(read)} | " + " | ".join(str(count[w] or "") for w in WORDS) + " |")
    plain = collections.Counter(r["verdict"] for r in rows)
    print(f"\nRead: {len(rows)}, " + ", ".join(f"{plain[w]} {w}" for w in WORDS) + ".")
    print("Weighted by how often a rule fires: " + ", ".join(f"{percent(weighted[w], fires)} {w}" for w in WORDS) + ".")
    print("Of errors: " + ", ".join(f"{percent(errors[w], sum(errors.values()))} {w}" for w in WORDS) + ".")


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    sub = p.add_subparsers(dest="verb", required=True)
    d = sub.add_parser("draw")
    d.add_argument("--seed", type=int, required=True)
    d.add_argument("--per-rule", type=int, default=4)
    d.add_argument("folders", nargs="+")
    t = sub.add_parser("table")
    t.add_argument("sample")
    args = p.parse_args()
    (draw if args.verb == "draw" else table)(args)


main()
