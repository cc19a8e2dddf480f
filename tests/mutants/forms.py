# SPDX-License-Identifier: MIT
"""The same config in other forms: each gives the training code what the original gave it, and carries the mistake another way.

A form takes a `Case` and a random generator and returns a new `Case`, or None where it can't be had. Forms use nothing but the
syntax of the text, so a chain of forms is a form."""
import ast
import copy
import json
import os
import re

from text import Text


class Case:
    """A project: files (path: Text) and the config that is linted, with those that are linted along. `expect`: which rules shall find
    what, as (rule, original file, offset); empty for a control. `levels`: what is asked is which file says it, so a base that a form
    makes is linted along."""

    def __init__(self, files, main, family="mmcv1", also=(), levels=False):
        self.files, self.main, self.family, self.also, self.levels = files, main, family, list(also), levels
        self.expect, self.moved_name = [], "moved"

    def marks(self):
        return [(file, at) for _, file, at in self.expect]

    def moved(self, base, files, main=None):
        """With what was the config in a base."""
        out = self.with_files(files, main)
        out.also = self.also + ([base] if self.levels and self.expect else [])
        return out

    def with_files(self, new, main=None):
        out = copy.copy(self)
        out.files, out.main = {**self.files, **new}, main or self.main
        return out

    def with_main(self, text):
        return self.with_files({self.main: text})

    def named(self):
        return [self.main, *self.also]


class Module:
    """The config's text and tree. Nodes have byte ranges."""

    def __init__(self, case):
        self.text = case.files[case.main]
        flat = str(self.text)
        self.tree = ast.parse(self.text.bytes())
        self.line = [0]
        for line in flat.encode("latin-1").split(b"\n"):
            self.line.append(self.line[-1] + len(line) + 1)
        self.marks = [lo for f, at in case.marks() for lo, _ in self.text.places(f, at)]

    def lo(self, node):
        return self.line[node.lineno - 1] + node.col_offset

    def hi(self, node):
        return self.line[node.end_lineno - 1] + node.end_col_offset

    def cut(self, node):
        return self.text[self.lo(node):self.hi(node)]

    def marked(self, node):
        return any(self.lo(node) <= m < self.hi(node) for m in self.marks)

    def tops(self):
        """The statements `name = value` of the config's own keys."""
        for s in self.tree.body:
            if isinstance(s, ast.Assign) and len(s.targets) == 1 and isinstance(s.targets[0], ast.Name):
                if s.targets[0].id != "_base_" and not s.targets[0].id.startswith("__"):
                    yield s

    def parts(self, node):
        """All dict entries and list items below a value, as Part, outermost first."""
        yield from self.entries(node)
        for p in list(self.entries(node)):
            yield from self.parts(p.value)

    def entries(self, node):
        if is_dict_call(node):
            for k in node.keywords:
                if k.arg:
                    lo = self.lo(k)
                    yield Part(k.arg, self.text[lo:lo + len(k.arg.encode())], k.value, lo, self.hi(k))
        elif isinstance(node, ast.Dict):
            for k, v in zip(node.keys, node.values):
                if isinstance(k, ast.Constant) and isinstance(k.value, str):
                    yield Part(k.value, self.cut(k), v, self.lo(k), self.hi(v))
        elif isinstance(node, (ast.List, ast.Tuple)):
            for v in node.elts:
                yield Part(None, Text(), v, self.lo(v), self.hi(v))

    def pick(self, items, rng, most=2):
        """Those with a mark; without one some of them."""
        items = list(items)
        return [i for i in items if any(self.lo(i) <= m < self.hi(i) for m in self.marks)] or rng.sample(items, min(most, len(items)))

    def dicts(self, rng):
        """Some statements whose value is a dict with plain entries only."""
        return self.pick((s for s in self.tops() if plain_dict(s.value)), rng)


class Part:
    """An entry of a dict, or an item of a list (name None)."""

    def __init__(self, name, key, value, lo, hi):
        self.name, self.key, self.value, self.lo, self.hi = name, key, value, lo, hi


def is_dict_call(node):
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "dict" and not node.args


def plain_dict(node):
    """Names as keys, once each, at least one, nothing unpacked."""
    if node is None:
        return False
    if is_dict_call(node):
        return bool(node.keywords) and all(k.arg for k in node.keywords)
    if not isinstance(node, ast.Dict) or not node.keys:
        return False
    keys = [k.value for k in node.keys if isinstance(k, ast.Constant) and isinstance(k.value, str)]
    return len(set(keys)) == len(node.keys)


def names_in(node):
    return {n.id for n in ast.walk(node) if isinstance(n, ast.Name)} - {"dict", "list", "tuple", "float", "int"}


def closed(node):
    """A value that means the same wherever it stands."""
    return not names_in(node) and not any(isinstance(n, (ast.Lambda, ast.ListComp, ast.DictComp, ast.SetComp, ast.GeneratorExp, ast.Starred,
                                                         ast.Set)) for n in ast.walk(node))


def quoted(part):
    """The entry's key as a string, standing where the key stood."""
    return part.key.instead(repr(part.name))


def folder(case):
    return os.path.dirname(case.main)


def moved(case, ext=".py"):
    """The name of a base that a form makes."""
    return beside(case, case.moved_name + ext)


def beside(case, name):
    return os.path.join(folder(case), name)


# --- in one file -------------------------------------------------------------------------------------------------------

def literal(case, rng):
    """dict(a=1) as {'a': 1}"""
    m, edits = Module(case), []
    for node in ast.walk(m.tree):
        if not is_dict_call(node) or not node.keywords:
            continue
        edits.append((m.lo(node), m.lo(node.keywords[0]), m.text[m.lo(node):m.lo(node) + 4].instead("{")))
        edits.append((m.hi(node) - 1, m.hi(node), "}"))
        for k in node.keywords:
            if k.arg:
                lo = m.lo(k)
                edits.append((lo, m.lo(k.value), m.text[lo:lo + len(k.arg.encode())].instead(repr(k.arg)) + ": "))
    return case.with_main(m.text.edited(edits)) if edits else None


def lifted(case, m, chosen):
    """chosen: (statement, Part or value); each value becomes a variable before its statement."""
    edits = []
    for i, (s, value) in enumerate(chosen):
        name, text = f"lifted_{i}", m.cut(value)
        if "\n" in str(text):
            text = "(" + text + ")"
        edits.append((m.lo(s), m.lo(s), f"{name} = " + text + "\n"))
        edits.append((m.lo(value), m.hi(value), m.cut(value).instead(name)))
    return case.with_main(m.text.edited(edits)) if edits else None


def variable(case, rng):
    """The value itself through a variable."""
    m, chosen = Module(case), []
    for s in m.tops():
        parts = [p for p in m.parts(s.value) if closed(p.value) and p.name not in ("type", "_delete_")]
        hit = [p for p in parts if any(p.lo <= x < p.hi for x in m.marks)]
        if hit:
            chosen.append((s, hit[-1].value))
        elif parts and not m.marks:
            chosen.append((s, rng.choice(parts).value))
    return lifted(case, m, chosen)


def part(case, rng):
    """The dict or list around it through a variable."""
    m, chosen = Module(case), []
    for s in m.pick(m.tops(), rng):
        parts = [p for p in m.entries(s.value) if closed(p.value) and (plain_dict(p.value) or isinstance(p.value, ast.List))]
        hit = [p for p in parts if any(p.lo <= x < p.hi for x in m.marks)] if m.marks else parts
        chosen += [(s, p.value) for p in hit[:1]]
    return lifted(case, m, chosen)


def fstring(case, rng):
    """Strings as f-strings."""
    m, found = Module(case), []
    for s in m.tops():
        for p in m.parts(s.value):
            v = p.value
            if isinstance(v, ast.Constant) and isinstance(v.value, str) and len(v.value) > 1 and v.value.isascii() and v.value.isprintable():
                found.append((s, p))
    hit = [(s, p) for s, p in found if any(p.lo <= x < p.hi for x in m.marks)] or rng.sample(found, min(2, len(found)))
    edits = []
    for i, (s, p) in enumerate(hit):
        half = len(p.value.value) // 2
        first, rest = p.value.value[:half], p.value.value[half:].replace("{", "{{").replace("}", "}}")
        if "\\" in rest or "'" in rest:
            continue
        edits.append((m.lo(s), m.lo(s), f"half_{i} = {first!r}\n"))
        edits.append((m.lo(p.value), m.hi(p.value), m.cut(p.value).instead(f"f'{{half_{i}}}{rest}'")))
    return case.with_main(m.text.edited(edits)) if edits else None


def rebuilt(case, rng, build):
    """Statements `name = dict(...)`, each written anew by build(m, name, statement)."""
    m, edits = Module(case), []
    for s in m.dicts(rng):
        edits.append((m.lo(s), m.hi(s), build(m, s.targets[0].id, s)))
    return case.with_main(m.text.edited(edits)) if edits else None


def empty(m, name, s):
    return m.cut(s.targets[0]) + " = " + m.cut(s.value).instead("dict()") + "\n"


def loop(case, rng):
    """The dict filled by a loop."""
    def build(m, name, s):
        text = empty(m, name, s) + "for key, value in [\n"
        for p in m.entries(s.value):
            text += "    (" + quoted(p) + ", " + m.cut(p.value) + "),\n"
        return text + "]:\n    " + m.cut(s).instead(f"{name}[key] = value") + "\ndel key, value"
    return rebuilt(case, rng, build)


def items(case, rng):
    """The dict filled key by key."""
    def build(m, name, s):
        text = empty(m, name, s)
        for p in m.entries(s.value):
            text += f"{name}[" + quoted(p) + "] = " + m.cut(p.value) + "\n"
        return text
    return rebuilt(case, rng, build)


def update(case, rng):
    """The dict filled by .update()"""
    def build(m, name, s):
        text = empty(m, name, s) + f"{name}.update(" + "{"
        for p in m.entries(s.value):
            text += quoted(p) + ": " + m.cut(p.value) + ",\n    "
        return text + "})"
    return rebuilt(case, rng, build)


def unpack(case, rng):
    """Half of the dict from another one, by **"""
    def build(m, name, s):
        parts = list(m.entries(s.value))
        rng.shuffle(parts)
        half = parts[:(len(parts) + 1) // 2]
        common = "".join(["common_", name])
        text = f"{common} = " + "{"
        for p in half:
            text += quoted(p) + ": " + m.cut(p.value) + ", "
        text += "}\n" + m.cut(s.targets[0]) + " = " + m.cut(s.value).instead("{") + f"**{common}"
        for p in parts[len(half):]:
            text += ", " + quoted(p) + ": " + m.cut(p.value)
        return text + "}"
    return rebuilt(case, rng, build)


def comprehension(case, rng):
    """The dict by a comprehension."""
    def build(m, name, s):
        text = m.cut(s.targets[0]) + " = " + m.cut(s.value).instead("{key: value for key, value in [") + "\n"
        for p in m.entries(s.value):
            text += "    (" + quoted(p) + ", " + m.cut(p.value) + "),\n"
        return text + "]}"
    return rebuilt(case, rng, build)


def listed(case, rng):
    """Lists by comprehensions."""
    m, edits = Module(case), []
    for s in m.tops():
        for node in ast.walk(s.value):
            if isinstance(node, ast.List) and node.elts and closed(node) and all(plain_dict(e) for e in node.elts):
                edits.append((m.lo(node), m.lo(node), m.text[m.lo(node):m.lo(node) + 1].instead("[item for item in ")))
                edits.append((m.hi(node), m.hi(node), "]"))
    return case.with_main(m.text.edited(edits)) if edits else None


def wrapper(case, rng):
    """The training set inside another dataset."""
    m, edits = Module(case), []
    if has_base(m):
        return None
    for s in m.tops():
        for p in m.entries(s.value):
            if (s.targets[0].id, p.name) in (("data", "train"), ("train_dataloader", "dataset")) and plain_dict(p.value) \
                    and any(q.name == "type" for q in m.entries(p.value)):
                edits.append((m.lo(p.value), m.hi(p.value), "dict(type='RepeatDataset', times=1, dataset=" + m.cut(p.value) + ")"))
    return case.with_main(m.text.edited(edits)) if edits else None


# --- over files --------------------------------------------------------------------------------------------------------

def inherited(case, rng):
    """All of it from a base."""
    text, (stem, ext) = case.files[case.main], os.path.splitext(case.main)
    if ext == ".py" and imports(Module(case)):
        return None
    out = case.moved(moved(case, ext), {moved(case, ext): text}, stem + ".py")
    out.files.pop(case.main)
    out.files[out.main] = Text([(f"_base_ = './{case.moved_name}{ext}'\n", None)])
    return out


def three_deep(case, rng):
    """From a base's base, in a folder of its own."""
    m = Module(case)
    if has_base(m) or imports(m) or "{{" in str(m.text) or "__file__" in str(m.text):
        return None
    return case.moved(beside(case, "first/moved.py"), {beside(case, "first/moved.py"): m.text,
                            beside(case, "second.py"): Text([("_base_ = ['first/moved.py']\n", None)]),
                            case.main: Text([("_base_ = ['./second.py']\n", None)])})


def has_base(m):
    return any(isinstance(n, ast.Name) and n.id == "_base_" for n in ast.walk(m.tree)) or "read_base" in str(m.text)


def imports(m):
    """Who inherits from a file that imports must do so as well."""
    return any(isinstance(n, (ast.Import, ast.ImportFrom)) for n in m.tree.body + [x for s in m.tree.body for x in getattr(s, "body", [])])


def taken_out(m, s, chosen):
    """The edit that leaves this entry of the statement's dict out."""
    parts = list(m.entries(s.value))
    i = [p.lo for p in parts].index(chosen.lo)
    if i + 1 < len(parts):
        return (chosen.lo, parts[i + 1].lo, "")
    return (parts[i - 1].hi if i else chosen.lo, chosen.hi, "")


def divided(case, rng):
    """(Module, text of the base, [(statement, Part)]): the marked entries of top-level dicts, which leave the base."""
    m, edits, chosen = Module(case), [], []
    for s in m.dicts(rng):
        parts = list(m.entries(s.value))
        if any(p.name == "_delete_" for p in m.parts(s.value)):
            return None
        hit = [p for p in parts if any(p.lo <= x < p.hi for x in m.marks)] if m.marks else rng.sample(parts, 1)
        if len(hit) != 1 or not closed(hit[0].value):
            continue
        edits.append(taken_out(m, s, hit[0]))
        chosen.append((s, hit[0]))
    return (m, m.text.edited(edits), chosen) if chosen else None


def assigned_once(m):
    names = [n.id for n in ast.walk(m.tree) if isinstance(n, ast.Name)]
    return all(names.count(s.targets[0].id) == 1 for s in m.tops())


def child(case, rng):
    """One entry of a dict in the child, the others in its base."""
    found = divided(case, rng)
    if not found or not assigned_once(found[0]):
        return None
    m, base, chosen = found
    text = Text([(f"_base_ = './{case.moved_name}.py'\n", None)])
    for s, p in chosen:
        text += m.cut(s.targets[0]) + " = " + m.cut(s.value).instead("dict(") + p.key + "=" + m.cut(p.value) + ")\n"
    return case.moved(moved(case), {moved(case): base, case.main: text})


def keys_child(case, rng):
    """Some top-level keys in the child, the others in its base."""
    m = Module(case)
    tops = list(m.tops())
    if len(tops) < 2 or has_base(m) or not assigned_once(m) or len(tops) != len(m.tree.body):
        return None
    own = [s for s in tops if m.marked(s)] or [rng.choice(tops)]
    if len(own) == len(tops) or any(names_in(s.value) for s in tops):
        return None
    text = Text([(f"_base_ = ['./{case.moved_name}.py']\n", None)])
    for s in own:
        text += m.cut(s) + "\n"
    return case.moved(moved(case), {moved(case): m.text.edited([(m.lo(s), m.hi(s), "") for s in own]), case.main: text})


READ_BASE = "from mmengine.config import read_base\n\nwith read_base():\n    from .moved import *\n\n"


def lazy(case, m):
    return case.family == "mmengine" and not has_base(m) and "{{" not in str(m.text) and "__file__" not in str(m.text)


def read_base(case, rng):
    """All of it imported."""
    m = Module(case)
    if not lazy(case, m):
        return None
    return case.moved(moved(case), {moved(case): m.text, case.main: Text([(READ_BASE, None)])})


def read_base_filled(case, rng, before, after):
    """One entry of a dict set in what was imported; before(pair), after: what stands around its value."""
    m = Module(case)
    found = divided(case, rng)
    if not found or not lazy(case, m) or not assigned_once(m):
        return None
    m, base, chosen = found
    text = Text([(READ_BASE, None)])
    for s, p in chosen:
        text += s.targets[0].id + before(m.cut(s.value), p) + m.cut(p.value) + after + "\n"
    return case.moved(moved(case), {moved(case): base, case.main: text})


def read_base_update(case, rng):
    """By x.update(key=value)."""
    return read_base_filled(case, rng, lambda value, p: value.instead(".update(") + p.key + "=", ")")


def read_base_item(case, rng):
    """By x['key'] = value."""
    return read_base_filled(case, rng, lambda value, p: value.instead("[") + quoted(p) + "] = ", "")


def module_of(path):
    """'../x/base.py' as it is imported: ..x.base"""
    parts = [p for p in path[:-3].split("/") if p != "."]
    ups = parts.count("..")
    return "." * (ups + 1) + ".".join(parts[ups:])


def bases_of(case, m):
    """The paths in `_base_ = ...`, or None where it isn't the first statement, or a base has bases itself."""
    first = m.tree.body[0] if m.tree.body else None
    if not isinstance(first, ast.Assign) or not isinstance(first.targets[0], ast.Name) or first.targets[0].id != "_base_":
        return None
    paths = ast.literal_eval(first.value)
    paths = [paths] if isinstance(paths, str) else list(paths)
    for p in paths:
        text = str(case.files.get(os.path.normpath(beside(case, p)), "_base_"))
        if not p.endswith(".py") or "_base_" in text or "read_base" in text or not re.fullmatch(r"[\w./]+", p):
            return None
    return paths


def written_into(m, target, node, base):
    """What the merge of `node` into the base's dict does, as statements."""
    text, rest = Text(), []
    below = {p.name: p.value for p in entries_of(base)}
    for p in m.entries(node):
        if plain_dict(p.value) and plain_dict(below.get(p.name)):
            text += written_into(m, target + p.key.instead(f"[{p.name!r}]"), p.value, below[p.name])
        else:
            rest.append(p)
    if rest:
        text += target + m.text[m.lo(node):m.lo(node) + 1].instead(".update(")
        text += sum((p.key + "=" + m.cut(p.value) + ", " for p in rest), Text()) + ")\n"
    return text


def entries_of(node):
    pairs = [(k.arg, k.value) for k in node.keywords] if is_dict_call(node) else \
        [(k.value, v) for k, v in zip(node.keys, node.values)] if isinstance(node, ast.Dict) else []
    return [Part(k, None, v, 0, 0) for k, v in pairs]


def lazy_child(case, rng):
    """A config with bases as one that imports them and changes what they hold."""
    m = Module(case)
    paths = bases_of(case, m) if case.family == "mmengine" and "{{" not in str(m.text) else None
    tops = list(m.tops())
    if not paths or len(tops) != len(m.tree.body) - 1 or "_delete_" in str(m.text) or "_base_." in str(m.text) or not assigned_once(m):
        return None
    held = {}
    for p in paths:
        for s in ast.parse(str(case.files[os.path.normpath(beside(case, p))])).body:
            if isinstance(s, ast.Assign) and isinstance(s.targets[0], ast.Name):
                held[s.targets[0].id] = s.value
    text = m.cut(m.tree.body[0]).instead("from mmengine.config import read_base\n\nwith read_base():\n"
                                         + "".join(f"    from {module_of(p)} import *\n" for p in paths)) + "\n"
    for s in tops:
        base = held.get(s.targets[0].id)
        if plain_dict(s.value) and plain_dict(base):
            text += written_into(m, m.cut(s.targets[0]), s.value, base)
        else:
            text += m.cut(s) + "\n"
    return case.with_main(text)


def classes(case, rng):
    """Types as imported classes."""
    m = Module(case)
    if not lazy(case, m):
        return None
    edits, names = [], []
    for s in m.tops():
        for p in m.parts(s.value):
            if p.name == "type" and isinstance(p.value, ast.Constant) and re.fullmatch(r"[A-Za-z]\w*", str(p.value.value)):
                names.append(p.value.value)
                edits.append((m.lo(p.value), m.hi(p.value), m.cut(p.value).instead(p.value.value)))
    if not edits:
        return None
    head = "from mmengine.config import read_base\n" + "".join(f"from project.parts import {n}\n" for n in sorted(set(names)))
    return case.with_main(head + m.text.edited(edits))


# --- other formats -----------------------------------------------------------------------------------------------------

class NotPlain(Exception):
    pass


def number_text(x, yaml):
    text = json.dumps(x)
    if yaml and isinstance(x, float) and "e" in text and "." not in text:
        text = text.replace("e", ".0e")  # what YAML 1.1 takes for a number
    return text


class Plain:
    """A config of plain data as JSON or YAML."""

    def __init__(self, m, yaml):
        self.m, self.yaml = m, yaml

    def scalar(self, node):
        try:
            value = ast.literal_eval(node)
        except ValueError:
            raise NotPlain from None
        if isinstance(value, (list, tuple, dict)):
            return None
        if not isinstance(value, (str, bool, int, float, type(None))) or value in (float("inf"), float("-inf")):
            raise NotPlain
        return self.m.cut(node).instead(number_text(value, self.yaml))

    def value(self, node, indent):
        if isinstance(node, ast.Tuple) and len(node.elts) == 1:
            raise NotPlain  # of a comma too many; a list would be meant
        if isinstance(node, (ast.List, ast.Tuple)):
            return self.block(node, "[]", [(None, p.value) for p in self.m.entries(node)], indent)
        if is_dict_call(node) or isinstance(node, ast.Dict):
            parts = list(self.m.entries(node))
            if len(parts) != len(node.keywords if is_dict_call(node) else node.keys):
                raise NotPlain
            return self.block(node, "{}", [(p.key.instead(json.dumps(p.name)), p.value) for p in parts], indent)
        text = self.scalar(node)
        if text is None:
            raise NotPlain
        return text

    def block(self, node, brackets, rows, indent):
        """YAML leaves out the brackets, and begins on a new line."""
        lo = self.m.text[self.m.lo(node):self.m.lo(node) + 1]
        if not rows:
            return lo.instead(brackets)
        text = Text() if self.yaml else lo.instead(brackets[0])
        for i, (key, value) in enumerate(rows):
            lead = "- " if self.yaml and key is None else ""
            if self.yaml and not i:
                text += lo.instead("\n  " + "  " * indent)
            else:
                text += "\n" + "  " * (indent + 1)
            text += lead + (key + ": " if key is not None else "") + self.value(value, indent + 1)
            if not self.yaml and i + 1 < len(rows):
                text += ","
        return text if self.yaml else text + "\n" + "  " * indent + brackets[1]

    def module(self):
        rows, names = [], set()
        for s in self.m.tree.body:
            if not isinstance(s, ast.Assign) or not isinstance(s.targets[0], ast.Name) or s.targets[0].id in names:
                raise NotPlain
            names.add(s.targets[0].id)
            rows.append((self.m.cut(s.targets[0]).instead(json.dumps(s.targets[0].id)), s.value))
        if self.yaml:
            return sum(((key + ": " + self.value(v, 0) + "\n") for key, v in rows), Text())
        text = Text([("{\n", None)])
        for i, (key, v) in enumerate(rows):
            text += "  " + key + ": " + self.value(v, 1) + ("," if i + 1 < len(rows) else "") + "\n"
        return text + "}\n"


def plain(case, yaml):
    m = Module(case)
    if case.also or not m.tree.body or "{{" in str(m.text) or "# cfglint:" in str(m.text):
        return None
    try:
        text = Plain(m, yaml).module()
    except NotPlain:
        return None
    out = case.with_files({}, os.path.splitext(case.main)[0] + (".yaml" if yaml else ".json"))
    del out.files[case.main]
    out.files[out.main] = text
    for name in [name for name in out.files if name.endswith(".sh")]:  # launch lines start it by its name
        lines = out.files[name]
        out.files[name] = lines.edited([(m.start(), m.end(), out.main) for m in re.finditer(re.escape(case.main), str(lines))])
    return out


def yaml(case, rng):
    """As YAML."""
    return plain(case, True)


def json_(case, rng):
    """As JSON."""
    return plain(case, False)


ALL = {"as it is": lambda case, rng: case, "literal": literal, "variable": variable, "part": part, "f-string": fstring, "loop": loop,
       "items": items, "update": update, "unpack": unpack, "comprehension": comprehension, "listed": listed, "wrapper": wrapper,
       "inherited": inherited, "three deep": three_deep, "child": child, "keys in child": keys_child, "read_base": read_base,
       "read_base update": read_base_update, "read_base item": read_base_item, "lazy child": lazy_child,
       "classes": classes, "yaml": yaml, "json": json_}


def chained(*names):
    """One form after the other, where all can be had."""
    def form(case, rng):
        for name in names:
            case = case and ALL[name](case, rng)
        return case
    return form


ALL.update({"variable, inherited": chained("variable", "inherited"), "loop, child": chained("child", "loop"),
            "literal, comprehension, inherited": chained("literal", "comprehension", "inherited"),
            "yaml, inherited": chained("yaml", "inherited")})


def made(name, case, rng):
    """The case in that form; None where it can't be had."""
    try:
        return ALL[name](case, rng)
    except (SyntaxError, ValueError):
        return None
