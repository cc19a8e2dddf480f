# SPDX-License-Identifier: MIT
"""The examples that rules carry, as cases: each `bad` one is a mistake, each `good` one a control."""
import os
import re

from forms import Case, Module
from text import Text

TOP = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
# Rule expressions that tell apart which file says something.
LEVELS = re.compile(r"\b(own|base|at_level|inherits_config|base_sibling)\(|^native: true", re.M)


def read(path):
    with open(f"{TOP}/rules/{path}", encoding="utf-8") as f:
        return f.read()


def family_of(dialect):
    return re.search(r"^family: (\w+)", read(f"dialects/{dialect}.yaml"), re.M).group(1) if dialect else ""


def settings_of(example):
    lines = [example["settings"].rstrip("\n")] if example["settings"] else []
    if example["dialect"]:
        lines += [f"dialect: {example['dialect']}", f"loader: {family_of(example['dialect'])}"]
    if example["machine"]:
        lines.append("machine: {" + ", ".join(f"{k}: {v}" for k, v in example["machine"].items()) + "}")
    return "\n".join([*lines, ""])


def case_of(rule, kind, i):
    e, main = rule[kind][i], rule[kind][i]["path"] or "configs/config.py"
    name = f"{rule['code']} {kind} {i}"
    texts = {**rule["test_files"], **e["files"], main: e["text"]}
    files = {p: Text.original(f"{name}/{p}", t) for p, t in texts.items()}
    levels = bool(LEVELS.search(read(f"{rule['category']}/{rule['name']}.yaml")))
    case = Case(files, main, family_of(e["dialect"]) or "mmcv1", e["and"], levels)
    case.name, case.rules, case.control = name, [rule["code"]], kind == "good"
    case.settings, case.options = settings_of(e), tuple(e["cfg_options"])
    return case


def cases(rules):
    return [case_of(r, kind, i) for r in rules for kind in ("bad", "good") for i in range(len(r[kind]))]


def together(cases, rng, most=4):
    """Several mistakes in a file: those of examples that want the same surroundings and set other keys."""
    groups = {}
    for c in cases:
        if not c.control and not c.options and not c.also and len(c.files) == 1 and c.main == "configs/config.py" and c.expect:
            groups.setdefault(c.settings, []).append(c)
    for group in groups.values():
        rng.shuffle(group)
        while group:
            first = group.pop()
            taken, keys = [first], keys_of(first)
            for c in list(group):
                if len(taken) < most and not keys & keys_of(c) and not set(c.rules) & {r for t in taken for r in t.rules}:
                    taken.append(c)
                    keys |= keys_of(c)
                    group.remove(c)
            if len(taken) > 1:
                yield joined(taken)


def keys_of(case):
    try:
        return {s.targets[0].id for s in Module(case).tops()}
    except (SyntaxError, ValueError):
        return {"model", "data", "optimizer", "optim_wrapper"}


def joined(taken):
    out = Case({taken[0].main: sum((c.files[c.main] for c in taken), Text())}, taken[0].main, taken[0].family, (), True)
    out.name, out.control, out.options = " + ".join(c.name for c in taken), False, ()
    out.settings, out.rules = taken[0].settings, [r for c in taken for r in c.rules]
    out.expect = [e for c in taken for e in c.expect]
    return out
