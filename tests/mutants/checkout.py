# SPDX-License-Identifier: MIT
"""Mistakes in the configs of a project with training code. The project is copied; each mutant stands beside the config that it is made of,
or a base of it does. Keywords are taken from other classes of the same project: words that its code knows, but not there."""
import ast
import collections
import json
import os
import random
import re
import shutil
import tempfile

import forms
import program
import reasons
from text import Origin, Text

TEXTS = (".py", ".yaml", ".yml", ".json", ".txt", ".cfg", ".toml", ".in")
NO_CODE = {"configs", "docs", "tests", "test", "demo", ".git", "node_modules", "resources"}
FORMS = ["as it is", "as it is", "literal", "variable", "loop", "items", "update", "unpack", "comprehension", "inherited"]
KEYS = {"data", "optimizer", "lr_config", "runner", "log_config", "checkpoint_config", "evaluation", "optim_wrapper", "param_scheduler",
        "train_dataloader", "val_dataloader", "test_dataloader", "default_hooks", "train_cfg", "optimizer_config"}
MARK = "the mistake"


def copied(folder, to):
    def left_out(_, names):
        return [n for n in names if n == ".git" or ("." in n[1:] and not n.endswith(TEXTS) and not n.startswith(".cfglint"))]
    shutil.copytree(folder, to, ignore=left_out, symlinks=True, ignore_dangling_symlinks=True)
    for top, _, files in os.walk(to):
        for f in files:
            if os.path.islink(f"{top}/{f}") or f == "README.md":
                os.unlink(f"{top}/{f}")


# --- what the project's classes take ------------------------------------------------------------------------------------

class Classes:
    """Names of classes that are defined once, with the parameters of those that take no other."""

    def __init__(self, tree):
        self.found = collections.defaultdict(list)
        for top, dirs, files in os.walk(tree):
            dirs[:] = sorted(d for d in dirs if d not in NO_CODE)
            for f in sorted(files):
                if f.endswith(".py"):
                    self.read(f"{top}/{f}")
        self.closed = {n: p for n in sorted(self.found) if (p := self.params(n, 0))}
        with open(f"{program.TOP}/rules/code.yaml", encoding="utf-8") as f:
            listed = re.search(r"^builder_keys:\n((?:[ #].*\n)*)", f.read(), re.M).group(1)
        self.builders = {w for keys in re.findall(r"keys: \[([^]]*)\]", listed) for w in re.findall(r"\w+", keys)}
        self.words = sorted({w for p in self.closed.values() for w in p})

    def read(self, path):
        try:
            with open(path, encoding="utf-8") as f:
                tree = ast.parse(f.read())
        except (SyntaxError, ValueError):
            return
        for node in tree.body:
            if isinstance(node, ast.ClassDef):
                registered = any("register" in ast.dump(d) for d in node.decorator_list)
                self.found[node.name].append((node, registered))

    def params(self, name, depth):
        """{parameter: default or None} of a registered class; None: not known, or open."""
        if len(self.found[name]) != 1 or depth > 8:
            return None
        node, registered = self.found[name][0]
        init = next((s for s in node.body if isinstance(s, ast.FunctionDef) and s.name == "__init__"), None)
        if not depth and not registered or any(isinstance(s, ast.FunctionDef) and s.name == "__new__" for s in node.body):
            return None
        if init is None:
            base = node.bases[0].id if len(node.bases) == 1 and isinstance(node.bases[0], ast.Name) else None
            return self.params(base, depth + 1) if base in self.found else None
        a = init.args
        if a.kwarg or a.vararg:
            return None
        names = [x.arg for x in a.posonlyargs + a.args][1:] + [x.arg for x in a.kwonlyargs]
        values = [None] * (len(a.posonlyargs + a.args) - 1 - len(a.defaults)) + list(a.defaults) + list(a.kw_defaults)
        return dict(zip(names, values))


# --- where mistakes are made --------------------------------------------------------------------------------------------

def module(files, path):
    return forms.Module(forms.Case(files, path))


def typed(m, closed):
    """(dict call, name of its class) where the project's class is known to take no other keywords."""
    for s in m.tops():
        for node in ast.walk(s.value):
            if forms.is_dict_call(node):
                kind = next((k.value.value for k in node.keywords if k.arg == "type" and isinstance(k.value, ast.Constant)), None)
                if kind in closed and all(k.arg for k in node.keywords) and "_delete_" not in [k.arg for k in node.keywords]:
                    yield node, kind


def slip(word, rng):
    i = rng.randrange(1, len(word) - 1)
    return word[:i] + word[i + 1] + word[i] + word[i + 2:]


def mark(text):
    return Text([(text, Origin(MARK, 0, len(text), True))])


def keyword(m, node, word, value):
    at = m.lo(node.keywords[-1]), m.hi(node.keywords[-1])
    return [(at[0], at[1], m.text[at[0]:at[1]] + ", " + mark(word) + "=" + value)]


def foreign_keyword(m, classes, rng):
    """A keyword that another class takes."""
    node, kind = rng.choice(list(typed(m, classes.closed)))
    return keyword(m, node, rng.choice(foreign(classes, node, kind, False)), "1")


def builders_keyword(m, classes, rng):
    """One that builders take out of some dicts."""
    node, kind = rng.choice(list(typed(m, classes.closed)))
    return keyword(m, node, rng.choice(foreign(classes, node, kind, True)), "1")


def foreign(classes, node, kind, builders):
    return [w for w in classes.words if w not in classes.closed[kind] and w not in [k.arg for k in node.keywords]
            and (w in classes.builders) == builders]


def misspelled_keyword(m, classes, rng):
    """One of its own, with two letters swapped."""
    sites = [(n, k, kw) for n, k in typed(m, classes.closed) for kw in n.keywords if kw.arg != "type" and len(kw.arg) > 4]
    node, kind, kw = rng.choice(sites)
    word = slip(kw.arg, rng)
    if word in classes.closed[kind] or word == kw.arg:
        return None
    return [(m.lo(kw), m.lo(kw) + len(kw.arg), mark(word))]


def misspelled_type(m, classes, rng):
    node, kind = rng.choice(list(typed(m, classes.closed)))
    word, value = slip(kind, rng), next(k.value for k in node.keywords if k.arg == "type")
    return [(m.lo(value), m.hi(value), mark(repr(word)))] if word not in classes.found else None


def known_keys(m):
    names = [n.id for n in ast.walk(m.tree) if isinstance(n, ast.Name)]
    return [s for s in m.tops() if s.targets[0].id in KEYS and names.count(s.targets[0].id) == 1 and forms.plain_dict(s.value)]


def misspelled_key(m, classes, rng):
    """A top-level key with two letters swapped."""
    target = rng.choice(known_keys(m)).targets[0]
    word = slip(target.id, rng)
    return [(m.lo(target), m.hi(target), mark(word))] if word != target.id else None


def stray_comma(m, classes, rng):
    """x = dict(...),"""
    s = rng.choice(known_keys(m))
    return [(m.hi(s), m.hi(s), mark(","))]


def key_twice(m, classes, rng):
    s = rng.choice(known_keys(m))
    p = next(m.entries(s.value))
    rest = "".join(f", {q.name!r}: {m.cut(q.value)}" for q in list(m.entries(s.value))[1:])
    return [(m.lo(s.value), m.hi(s.value), "{" + mark(repr(p.name)) + f": {m.cut(p.value)}{rest}, {p.name!r}: None" + "}")]


MISTAKES = {f.__name__: f for f in (foreign_keyword, builders_keyword, misspelled_keyword, misspelled_type, misspelled_key, stray_comma,
                                    key_twice)}


def right_keyword(m, classes, rng):
    """A control: a parameter that isn't given yet, with its own default. (No None: a child may have a dict there, which can't be merged.)"""
    sites = [(n, w, v) for n, k in typed(m, classes.closed) for w, v in classes.closed[k].items()
             if isinstance(v, ast.Constant) and v.value is not None and w not in [x.arg for x in n.keywords]]
    node, word, value = rng.choice(sites)
    return keyword(m, node, word, repr(value.value))


def nothing(m, classes, rng):
    """A control: only said in another form."""
    return []


CONTROLS = {f.__name__: f for f in (right_keyword, nothing)}


# --- mutants ------------------------------------------------------------------------------------------------------------

def read(tree, path):
    with open(f"{tree}/{path}", encoding="utf-8") as f:
        return Text.original(path, f.read())


def configs_of(tree):
    out = []
    for top, dirs, files in os.walk(tree):
        dirs[:] = sorted(d for d in dirs if d not in ("tests", "docs", "_base_", ".dev_scripts"))
        if "configs" in os.path.relpath(top, tree).split(os.sep):
            out += [os.path.relpath(f"{top}/{f}", tree) for f in sorted(files) if f.endswith(".py") and f != "__init__.py"]
    shown = program.output("show", "--format", "jsonl", *out, cwd=tree).splitlines()
    complete = [r["path"] for r in map(json.loads, shown) if r["ok"] and "model" in r["config"]]
    wrong = {p for p, found in findings(tree, complete).items() if any(f.severity in ("error", "warning") for f in found)}
    return [p for p in complete if p not in wrong]


def base_text(tree, path):
    """One of the bases that the config names as a string, with the place of that string in its text."""
    text = read(tree, path)
    m = module({path: text}, path)
    for s in m.tree.body:
        if isinstance(s, ast.Assign) and isinstance(s.targets[0], ast.Name) and s.targets[0].id == "_base_":
            for n in ast.walk(s.value):
                base = os.path.normpath(f"{os.path.dirname(path)}/{n.value}") if isinstance(n, ast.Constant) else ""
                if base.endswith(".py") and os.path.exists(f"{tree}/{base}"):
                    yield base, m, n


def mutant(tree, path, number, change, form, in_base, classes, rng):
    """A Case, or None. Its files stand beside those that they are made of."""
    here = f"{os.path.dirname(path)}/mutant_{number}_{os.path.basename(path)}"
    files, at = {here: read(tree, path)}, here
    if in_base:
        base, m, n = rng.choice(list(base_text(tree, path)))
        at = f"{os.path.dirname(base)}/mutant_{number}_base.py"
        new = f"{n.value.rpartition('/')[0] or '.'}/mutant_{number}_base.py"
        files = {here: m.text.edited([(m.lo(n), m.hi(n), repr(new))]), at: read(tree, base)}
    m = module(files, at)
    edits = change(m, classes, rng)
    if edits is None:
        return None
    case = forms.Case({**files, at: m.text.edited(edits)}, at, "mmcv1")
    case.word = next((s.strip("'") for e in edits for s, o in getattr(e[2], "pieces", []) if o and o.file == MARK), None)
    case.expect, case.moved_name = [("any", MARK, 0)] if edits else [], f"mutant_{number}_moved"
    case = forms.made(form, case, rng)
    if case:
        case.linted, case.control, case.name = here, change.__name__ in CONTROLS, f"{path}{' in its base' if in_base else ''}"
        case.rules = [change.__name__]
    return case


def made(tree, count, seed):
    classes, configs = Classes(tree), configs_of(tree)
    rng, out = random.Random(seed), []
    for number in range(count * 8):
        if len(out) >= count:
            break
        kind = rng.choice([*MISTAKES, *MISTAKES, "foreign_keyword", *CONTROLS])
        path, form, in_base = rng.choice(configs), rng.choice(FORMS), rng.random() < 0.5
        try:
            case = mutant(tree, path, number, {**MISTAKES, **CONTROLS}[kind], form, in_base, classes, rng)
        except (IndexError, StopIteration, SyntaxError):  # it has no such place
            continue
        if case:
            case.form, case.origin = form, path
            out.append(case)
    return out


def findings(tree, paths):
    """path linted -> its findings"""
    out = collections.defaultdict(list)
    for j in program.findings("--pedantic", "--", *sorted(set(paths)), cwd=tree):
        for root in j["roots"]:
            out[root].append(program.Finding(j["filename"], j))
    return out


def words_below(value):
    """All keys and strings in it."""
    if isinstance(value, dict):
        yield from value
        value = list(value.values())
    if isinstance(value, list):
        for v in value:
            yield from words_below(v)
    elif isinstance(value, str):
        yield value


def in_effect(tree, cases):
    """Those whose mistake is in something that training gets: no child replaces it, no variable holds it that nobody uses."""
    shown = program.output("show", "--format", "jsonl", "--", *(c.linted for c in cases), cwd=tree).splitlines()
    for case, config in zip(cases, (json.loads(line).get("config", {}) for line in shown)):
        used = {w for k, v in config.items() if k == "model" or k in KEYS for w in words_below(v)}
        if case.rules[0] in ("misspelled_key", "stray_comma", "key_twice", *CONTROLS) or case.word in used:
            yield case


def problem(case, after, before):
    """Bases are linted along, as when the folder is; of what they say alone only mistakes are looked for."""
    if case.control:
        known = {f.rule for f in before}
        return "".join(f"{f.rule} fires: {f.path}:{f.row}: {f.message}" for f in after if f.rule not in known)
    lines = {(p, n) for p, t in case.files.items() for n in t.lines(MARK, 0)}
    return "" if any((f.path, f.row) in lines for f in after) else f"nothing is told at {sorted(lines)}"


class Result:
    def __init__(self, case, bad):
        self.case, self.bad = case, bad


def too_many(project, results):
    """Of each kind of which more was missed than is known: what was missed."""
    kinds = {}
    for r in results:
        kinds.setdefault(r.case.rules[0], []).append(r)
    told = []
    for kind, of in kinds.items():
        bad = [r for r in of if r.bad]
        if len(of) - len(bad) < reasons.share_in(project, kind) * len(of):
            told += [f"{kind} ({len(bad)} of {len(of)} in {project}), {r.case.form}, {r.case.name} ({r.case.linted}): {r.bad}" for r in bad]
    return told


def run(args):
    from mutants import report, show, table  # which is the program
    top = tempfile.mkdtemp(prefix="cfglint-checkout.")
    try:
        tree = f"{args.keep or top}/tree"
        copied(args.checkout, tree)
        cases = made(tree, args.count, args.seed)
        before = findings(tree, [c.origin for c in cases])
        for case in cases:
            for path, text in case.files.items():
                program.write(f"{tree}/{path}", text.bytes())
        cases = list(in_effect(tree, cases))
        after = findings(tree, [p for c in cases for p in c.files])
    finally:
        shutil.rmtree(top)
    results = [Result(c, problem(c, [f for p in ([c.linted] if c.control else c.files) for f in after[p]], before[c.origin])) for c in cases]
    show("mistake", table(results, lambda r: r.case.rules[0]))
    show("form", table(results, lambda r: r.case.form))
    name = re.sub(r"\W+", "_", os.path.basename(os.path.abspath(args.checkout)))
    told = too_many(name, results)
    return report(f"mistakes_in_{name}", told)
