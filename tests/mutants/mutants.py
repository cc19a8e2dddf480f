#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""How many mistakes does cfglint find, and does it keep silent where there is none?

    mutants.py [--sample N] [--seed N] [-v]            the rules' own examples in all forms; N: one in N of what forms make
    mutants.py --checkout DIR [--count N] [--seed N]   N mistakes in the configs of a project

The program is that in the environment's CFGLINT. A mistake is found when its rule is told at a line where it stands now. Prints a table, and
`ok NAME` or `not ok NAME why`."""
import argparse
import collections
import os
import random
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import checkout
import examples
import forms
import program
import reasons

SHARE = 0.99  # of the mistakes that shall be found


class Result:
    """A mutant and what came of it: `bad` is empty when all is as it should be."""

    def __init__(self, case, form, found):
        self.case, self.form, self.found = case, form, [f for f in found if f.rule in case.rules]
        self.bad = self.fired() if case.control else self.missing()

    def fired(self):
        return "".join(f"{f.rule} fires: {f.path}:{f.row}: {f.message}" for f in self.found[:1])

    def missing(self):
        for rule, origin, at in self.case.expect:
            lines = {(p, n) for p, t in self.case.files.items() for n in t.lines(origin, at)}
            got = [(f.path, f.row) for f in self.found if f.rule == rule]
            if not any(g in lines or g[0] == program.OPTIONS or rule in reasons.NO_PLACE for g in got):
                return f"{rule} is told at {got}, not at {sorted(lines)}" if got else f"{rule} says nothing"
        return ""

    def excuse(self, table):
        return next((table[k] for k in self.keys() if k in table), None)

    def keys(self):
        """How the tables of reasons call it: (rule and kind, form), (rule, form)"""
        kind = "good" if self.case.control else "bad"
        return [k for r in self.case.rules for k in ((f"{r} {kind}", self.form), (r, self.form))]


def originals(rules):
    """The examples, with what is found in them as they are; and what is wrong with that."""
    cases, bad = examples.cases([r for r in rules if r['code'] not in reasons.NO_MUTANT]), []
    for case, found in zip(cases, program.lint(cases)):
        at_home = [(f.rule, f"{case.name}/{f.path}", f.at) for f in found if f.rule in case.rules]
        case.expect = [] if case.control else at_home
        if bool(at_home) == case.control:
            bad.append(f"{case.name}: {at_home or 'nothing is found'}")
    return cases, bad


def mutants(cases, seed, sample):
    for case in cases:
        for form in forms.ALL:
            rng = random.Random(f"{seed} {case.name} {form}")
            if (not case.control and not case.expect) or (form != "as it is" and rng.randrange(sample)):
                continue
            made = forms.made(form, case, rng)
            if made and Result(made, form, []).excuse(reasons.NOT_THE_SAME) is None:
                yield made, form
    joinable = [c for c in cases if c.expect and Result(c, "several", []).excuse(reasons.NOT_THE_SAME) is None]
    for case in examples.together(joinable, random.Random(seed)):
        yield case, "several"


def table(results, key):
    rows = collections.defaultdict(lambda: [0, 0, 0, 0])
    for r in results:
        row = rows[key(r)]
        row[2 * r.case.control] += not r.bad
        row[2 * r.case.control + 1] += 1
    return rows


def show(title, rows):
    print(f"{title:36} found     of  silent     of")
    for name, (found, mistakes, silent, controls) in rows.items():
        print(f"{name:36} {found:5}  {mistakes:5}   {silent:5}  {controls:5}")


def report(name, problems):
    print(f"not ok {name} {problems[0]}" if problems else f"ok {name}")
    for p in problems[1:20]:
        print("   ", p)
    if len(problems) > 20:
        print(f"    and {len(problems) - 20} more")
    return not problems


def judge(results, rules, whole):
    """Prints the tests' lines. `whole`: nothing was left out, so that reasons that nothing needs are told too."""
    wrong = [r for r in results if r.bad]
    missed = [r for r in wrong if not r.case.control]
    mistakes = [r for r in results if not r.case.control]
    told = [f"{r.case.name}, {r.form}: {r.bad}" for r in missed if r.excuse(reasons.MISSED) is None]
    good = report("every_mistake_is_found", told)
    good &= report("no_control_fires", [f"{r.case.name}, {r.form}: {r.bad}" for r in wrong if r.case.control])
    share = 1 - len(missed) / len(mistakes)
    good &= report("share_of_mistakes", [] if share >= SHARE else [f"{share:.2%} of {len(mistakes)} are found, less than {SHARE:.0%}"])
    have = {rule for r in mistakes for rule in r.case.rules}
    good &= report("every_rule_has_a_mutant", [f"{r['code']} has none, and no reason" for r in rules
                                               if (r["code"] in have) == (r["code"] in reasons.NO_MUTANT)])
    if whole:
        needed = {k for r in missed for k in r.keys()}
        good &= report("reasons_are_needed", [f"{k}: is found" for k in reasons.MISSED if k not in needed])
    return good


def run_examples(args):
    rules = program.rules()
    cases, bad = originals(rules)
    good = report("examples_are_as_the_rules_say", bad)
    made = list(mutants(cases, args.seed, args.sample))
    results = [Result(case, form, found) for (case, form), found in zip(made, program.lint([c for c, _ in made], args.keep))]
    if args.verbose:
        show("rule", table(results, lambda r: r.case.rules[0]))
    show("form", table(results, lambda r: r.form))
    show("", {"all": [sum(c) for c in zip(*table(results, lambda r: r.form).values())]})
    if args.keep:
        for i, r in enumerate(results):
            if r.bad:
                print(i, r.case.name, "|", r.form, "|", r.bad)
    return judge(results, rules, args.sample == 1) and good


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("--checkout", metavar="DIR")
    p.add_argument("--count", type=int, default=200)
    p.add_argument("--seed", type=int, default=1)
    p.add_argument("--sample", type=int, default=1)
    p.add_argument("--keep", metavar="DIR", help="leave the mutants there")
    p.add_argument("-v", "--verbose", action="store_true", help="by rule, too")
    args = p.parse_args()
    good = checkout.run(args) if args.checkout else run_examples(args)
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
