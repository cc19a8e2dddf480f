#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""docs/rules/ from the rules themselves: a page a rule, an index, and what is planned but not there.

    cfglint rules --output-format json | tools/rule-docs.py DIR            writes DIR/*.md, removes pages of rules that are gone
    cfglint rules --output-format json | tools/rule-docs.py --check DIR    writes nothing; exit status 1 when something differs
"""
import json
import os
import sys

HEAD = "<!-- Made from rules/ by `make docs`; don't edit. -->\n\n"
FIX = {"safe": "safe: `--fix`", "unsafe": "unsafe: `--fix --unsafe-fixes`", "-": "none: a person has to decide"}
# when a rule runs that isn't off
WHEN = {"error": "by default", "warning": "by default", "info": "with `--pedantic`", "performance": "in `cfglint slow`, and with `--select perf`"}
ON = {"config": "configs", "script": "PyTorch scripts", "launch": "launch scripts", "plain": "YAML and JSON files that a script reads",
      "arguments": "files of arguments of known trainers", "hydra": "configs of Hydra programs"}
OPTION = {"gpus": "--gpus", "nodes": "--nodes", "cores": "--cores", "gpu_mem": "--gpu-mem"}
# what the five field notes that the seeds refer to are about
NOTES = {"000": "training speed of a segmentation model", "001": "stutter while training", "002": "speed of a plain PyTorch loop",
         "003": "speed of PyTorch on a large GPU", "004": "a larger batch on a 32 GB GPU"}


def cell(text):
    return text.replace("|", "\\|")


def code(text, language="python"):
    return f"```{language}\n" + text.rstrip("\n") + "\n```\n"


def beside(files):
    return "".join(f"\nwith `{path}`:\n\n" + code(text) for path, text in files.items() if text)


LANGUAGE = {"run": "text", "launch": "sh", "plain": "yaml", "hydra": "yaml"}


def options(e):
    """What the command line of the example says: `--gpus 8 --cores 64`."""
    given = [f"{OPTION[k]} {v}" for k, v in e["machine"].items() if not (k == "nodes" and v == "1")]
    given += ["--cfg-options " + " ".join(e["cfg_options"])] if e["cfg_options"] else []
    return " ".join(given)


def example(e, on):
    given = options(e)
    return ((f"With `{given}`:\n\n" if given else "") + code(e["text"], LANGUAGE.get(on, "python")) + beside(e["files"]) +
            ("\nwith `.cfglint.yaml`:\n\n" + code(e["settings"], "yaml") if e["settings"] else "") +
            ("\nafter the fix:\n\n" + code(e["fixed"], LANGUAGE.get(on, "python")) if e["fixed"] else ""))


def joined(words):
    return ", ".join(words[:-1]) + " and " * (len(words) > 1) + words[-1]


def needs(rule):
    """Figures of the training machine without which no example is found."""
    return [OPTION[k] for k in OPTION if k != "nodes" and rule["bad"] and all(k in e["machine"] or f"{k}:" in e["settings"] for e in rule["bad"])]


def runs(rule):
    """The one statement of when a rule runs: when, on what, of which training code, and what it needs to know."""
    if rule["on"] == "run":
        text = "on logs of runs, in `cfglint log`" + ("" if rule["default"] else f", only with `--select {rule['code']}`")
    else:
        text = WHEN[rule["severity"]] if rule["default"] else f"only with `--select {rule['code']}`"
        text += f", on {ON[rule['on']]}" + (f" of {joined(rule['dialects'])}" if rule["dialects"] else "")
    return text + ("; needs " + joined([f"`{x}`" for x in needs(rule)]) if needs(rule) else "")


def page(rule):
    out = [HEAD, f"# {rule['code']} {rule['name']}\n\n", rule["summary"][:1].upper() + rule["summary"][1:] + ".\n\n"]
    code_fix = f"| fix of training code | {cell(rule['code_fix'])}: `--fix --unsafe-fixes --edit-code` |\n" if rule["code_fix"] else ""
    fix = "" if code_fix and rule["fix"] == "-" else f"| fix | {FIX[rule['fix']]} |\n"
    out.append(f"| | |\n|---|---|\n| severity | {rule['severity']} |\n{fix}{code_fix}| runs | {runs(rule)} |\n")
    out.append("\n" + rule["why"].rstrip("\n") + "\n")
    if rule["options"]:
        out.append("\n## Options\n\n| option | default | |\n|---|---|---|\n")
        for name, o in rule["options"].items():
            out.append(f"| `{name}` | `{json.dumps(o['default'])}` | {cell(o['doc'])} |\n")
    for title, examples in (("Found", rule["bad"]), ("Not found", rule["good"])):
        out.append(f"\n## {title}\n\n" + "\n".join(example(e, rule["on"]) for e in examples[:2]))
    if rule["test_files"]:
        out.append("\nIn all of these the training code is\n" + beside(rule["test_files"]).replace("\nwith `", "\n`"))
    if rule["references"]:
        out.append("\n## References\n\n" + "".join(f"* {r}\n" for r in rule["references"]))
    out.append(f"\nThe rule, with all its tests: [`rules/{rule['category']}/{rule['name']}.yaml`]"
               f"(../../rules/{rule['category']}/{rule['name']}.yaml)\n")
    return "".join(out)


def table(rules):
    rows = "".join(f"| [{r['code']}]({r['name']}.md) | {r['name']} | {r['severity']}{'' if r['default'] else ', off'} | "
                   f"{r['fix']} | {cell(r['summary'])} |\n" for r in rules)
    return "| id | name | severity | fix | what it finds |\n|---|---|---|---|---|\n" + rows


def index(rules):
    out = [HEAD, f"# The {len(rules)} rules\n\nAlso on the command line: `cfglint rules`, `cfglint explain RULE`. What is planned: "
           "[coverage](coverage.md). How to write one: [writing-rules.md](../writing-rules.md).\n"]
    for category in sorted({r["category"] for r in rules}):
        out.append(f"\n## {category}\n\n" + table([r for r in rules if r["category"] == category]))
    out.append("\n## By field note\n\nRules that check advice of the notes that cfglint grew out of.\n")
    for note in sorted({s for r in rules for s in r["seeds"]}):
        about = f": {NOTES[note]}" if note in NOTES else ""
        out.append(f"\n### {note}{about}\n\n" + "".join(f"* [{r['code']} {r['name']}]({r['name']}.md): {r['summary']}\n"
                                                         for r in rules if note in r["seeds"]))
    return "".join(out)


def coverage(rules, planned):
    have = {r["code"]: r for r in rules}
    rows = {row[0]: row for row in planned}
    out = []
    for rid in sorted(set(have) | set(rows)):
        if rid in have:
            r = have[rid]
            out.append(f"| [{rid}]({r['name']}.md) | {r['name']} | {cell(r['summary'])} | implemented |\n")
        else:
            _, name, meaning, reason = rows[rid]
            if not reason:
                sys.exit(f"rule-docs: {rid} is planned and not there, and planned.tsv gives no reason")
            out.append(f"| {rid} | {name} | {cell(meaning)} | {cell(reason)} |\n")
    return (HEAD + f"# Coverage\n\n{len(have)} of {len(out)} rules are implemented.\n\n| id | name | what it finds | state |\n"
            "|---|---|---|---|\n" + "".join(out))


def read_planned(path):
    rows = []
    for number, line in enumerate(open(path, encoding="utf-8"), 1):
        if line.startswith("#") or not line.strip():
            continue
        row = line.rstrip("\n").split("\t")
        if len(row) != 4:
            sys.exit(f"{path}:{number}: expected id, name, meaning and reason, separated by tabs")
        rows.append(row)
    return rows


def main():
    args = sys.argv[1:]
    check = args[:1] == ["--check"]
    (folder,) = args[check:]
    rules = json.load(sys.stdin)
    want = {r["name"] + ".md": page(r).replace("\r", "") for r in rules}  # an example may be about line ends
    want["README.md"] = index(rules)
    want["coverage.md"] = coverage(rules, read_planned(os.path.join(folder, "planned.tsv")))
    there = {f for f in os.listdir(folder) if f.endswith(".md")}
    stale = sorted(there - set(want))
    for name, text in want.items():
        path = os.path.join(folder, name)
        if name not in there or open(path, encoding="utf-8").read() != text:
            stale.append(name)
            if not check:
                with open(path, "w", encoding="utf-8") as f:
                    f.write(text)
    for name in stale:
        if not check and name not in want:
            os.remove(os.path.join(folder, name))
    if check and stale:
        sys.exit(f"{len(stale)} files of {folder} are not current ({', '.join(stale[:5])}): run `make docs`")


if __name__ == "__main__":
    main()
