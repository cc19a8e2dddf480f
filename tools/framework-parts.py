#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Checks the rows of rules/parts/ against the frameworks' sources.

    tools/framework-parts.py [--rules DIR] CHECKOUT...

Each CHECKOUT is a folder in which packages of the rows (mmdet, mmseg ...) lie, itself or one below, as a clone or a project's own copy. For
each row whose class is there: its arguments are parameters of __init__ (of the class, or of a base that gets its **kwargs), with these
defaults, and `total` is the number of names in CLASSES, or in METAINFO['classes']. What differs is printed with file and line, and
the exit status is 1. Classes that no version read has are listed at the end. A row's family says which versions it is about:
mmengine's are those whose sources import mmengine. Versions differ: what one copy has as the row does is told of the others, and is
no error. Nor is what a row means to say, which is printed with the reason: an argument that it wants given though a version has
a default (the answer is Unknown then), and one that a version doesn't take where the row itself asks has(self.ARGUMENT).
"""
import argparse
import ast
import collections
import glob
import os
import re
import sys

import yaml

Found = collections.namedtuple('Found', 'node path package family')


def registered_as(node):
    """@X.register_module(name='N')"""
    return [k.value.value for d in node.decorator_list if isinstance(d, ast.Call)
            for k in d.keywords if k.arg == 'name' and isinstance(k.value, ast.Constant) and k.value.value]


class Package:
    """A folder with its classes by name, constants of its modules by name."""

    def __init__(self, folder):
        self.folder, self.name, self.classes, self.constants = folder, os.path.basename(folder), {}, {}
        texts = {p: open(p, encoding='utf-8', errors='replace').read()
                 for p in sorted(glob.glob(f'{folder}/**/*.py', recursive=True)) if '/.mim/' not in p}
        engine = sum(bool(re.search(r'^(from|import) mmengine', t, re.M)) for t in texts.values())
        self.family = 'mmengine' if engine > len(texts) / 20 else 'mmcv1'
        for path, text in texts.items():
            try:
                tree = ast.parse(text)
            except SyntaxError:
                continue
            for node in ast.walk(tree):
                if isinstance(node, ast.ClassDef):
                    for name in [node.name, *registered_as(node)]:
                        self.classes.setdefault(name, Found(node, path, self, self.family))
            for node in tree.body:
                if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
                    self.constants.setdefault(node.targets[0].id, node.value)


def packages_in(checkout, names):
    for name in names:
        for folder in (f'{checkout}/{name}', *sorted(glob.glob(f'{checkout}/*/{name}'))):
            if os.path.isfile(f'{folder}/__init__.py') and len(glob.glob(f'{folder}/**/*.py', recursive=True)) > 20:
                yield Package(folder)


def lineage(found, packages):
    """The class and its bases, where they can be found in the package or another one of the same checkout."""
    out, todo = [], [found]
    while todo:
        here = todo.pop(0)
        if any(here.node is x.node for x in out):
            continue
        out.append(here)
        for base in here.node.bases:
            name = base.attr if isinstance(base, ast.Attribute) else getattr(base, 'id', None)
            near = [p.classes[name] for p in [here.package, *packages] if name in p.classes and p.family == here.family]
            todo += near[:1]
    return out


def init_of(found):
    for node in found.node.body:
        if isinstance(node, ast.FunctionDef) and node.name == '__init__':
            return node
    return None


def parameter(line, name):
    """(class, default or None, line); None: no constructor on the way takes it; (): a base that may lies outside."""
    for here in line:
        init = init_of(here)
        if not init:
            continue
        args = init.args.posonlyargs + init.args.args
        defaults = [None] * (len(args) - len(init.args.defaults)) + list(init.args.defaults)
        for arg, default in [*zip(args, defaults), *zip(init.args.kwonlyargs, init.args.kw_defaults)]:
            if arg.arg == name:
                return here, default, arg.lineno
        if not init.args.kwarg:
            return None
    return ()


def names_of(found, node, depth=0):
    """How many names an expression lists; None: it can't be seen."""
    if depth > 6 or node is None:
        return None
    if isinstance(node, (ast.Tuple, ast.List)):
        return None if any(isinstance(x, ast.Starred) for x in node.elts) else len(node.elts)
    if isinstance(node, ast.Name) and node.id in found.package.constants:
        return names_of(found, found.package.constants[node.id], depth + 1)
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
        a, b = names_of(found, node.left, depth + 1), names_of(found, node.right, depth + 1)
        return None if a is None or b is None else a + b
    if isinstance(node, ast.Call) and getattr(node.func, 'id', '') in ('tuple', 'list', 'sorted') and len(node.args) == 1:
        return names_of(found, node.args[0], depth + 1)
    return None


def item(node, key):
    if isinstance(node, ast.Dict):
        return next((v for k, v in zip(node.keys, node.values) if isinstance(k, ast.Constant) and k.value == key), None)
    if isinstance(node, ast.Call) and getattr(node.func, 'id', '') == 'dict':
        return next((k.value for k in node.keywords if k.arg == key), None)
    return None


def total(line):
    """(number of classes, found, line)"""
    for here in line:
        for node in here.node.body:
            target = node.targets[0] if isinstance(node, ast.Assign) else getattr(node, 'target', None)
            name, value = getattr(target, 'id', None), getattr(node, 'value', None)
            if name in ('CLASSES', 'METAINFO'):
                value = value if name == 'CLASSES' else item(value, 'classes') or item(value, 'CLASSES')
                return names_of(here, value), here, node.lineno
    return None, None, 0


def literal(node):
    try:
        return ast.literal_eval(node)
    except (ValueError, TypeError, SyntaxError):
        return NotImplemented


def same(a, b):
    listed = (list, tuple)
    return list(a) == list(b) if isinstance(a, listed) and isinstance(b, listed) else a == b


def arguments(rows, package, name, family, depth=0):
    """Of a row and those that it is like: argument -> default as it is written."""
    entry = rows.get((package, name), [])
    row = next((r for r in entry if r.get('family') in (None, family)), {})
    out = {}
    if 'like' in row and depth < 8:
        of, _, like = row['like'].rpartition('.')
        out.update(arguments(rows, of or package, like, family, depth + 1))
    out.update(row.get('args') or {})
    return out


def asks_for(rows, package, name, family, arg, depth=0):
    """Whether an expression of the row, or of those that it is like, has has(self.ARG)."""
    row = next((r for r in rows.get((package, name), []) if r.get('family') in (None, family)), {})
    if any(f'has(self.{arg})' in str(v) for k, v in row.items() if k not in ('args', 'like')):
        return True
    of, _, like = row.get('like', '').rpartition('.')
    return bool(like) and depth < 8 and asks_for(rows, of or package, like, family, arg, depth + 1)


MEANT = ' (meant: '


def differs(found, packages, arg, written, asked):
    """What the sources say of an argument, with place; None: the same, '': nothing can be told. asked: the row knows that it may lack."""
    p = parameter(lineage(found, packages), arg)
    if p == ():
        return ''
    if p is None:
        return f'{found.path}:{found.node.lineno}: {found.node.name} takes no {arg}' + (MEANT + 'the row asks for it)' if asked else '')
    here, default, at = p
    place, value = f'{here.path}:{at}: {arg} of {found.node.name}', literal(default) if default is not None else None
    if default is None:
        return f'{place} must be given; the row has {written}' if written else None
    if value is NotImplemented:
        return ''
    if not written:
        return None if value is None else f'{place} is {ast.unparse(default)}{MEANT}the row wants it given)'
    return None if same(value, ast.literal_eval(written)) else f'{place} is {ast.unparse(default)}; the row has {written}'


def check_row(rows, key, row, found, packages, results):
    package, name, _ = key
    for arg, written in arguments(rows, package, name, found.family).items():
        text = differs(found, packages, arg, '' if written is None else str(written), asks_for(rows, package, name, found.family, arg))
        if text != '':
            results[(*key, arg)].append(text)
    if 'total' in row:
        n, here, at = total(lineage(found, packages))
        if n is not None:
            results[(*key, 'total')].append(
                None if n == int(row['total']) else f'{here.path}:{at}: {name} has {n} classes; the row has {row["total"]}')


def rows_of(files):
    """(package, class): its rows"""
    return {(p, name): entry if isinstance(entry, list) else [entry]
            for f in files for p in f['packages'] for name, entry in f['parts'].items()}


def read_all(checkouts, rows, results, seen):
    names = sorted({p for p, _ in rows})
    for checkout in checkouts:
        packages = list(packages_in(checkout.rstrip('/'), names))
        for p in packages:
            print(f'{p.folder}: {p.family}, {len(p.classes)} classes', file=sys.stderr)
            for (package, name), entry in rows.items():
                for i, row in enumerate(entry):
                    if package == p.name and name in p.classes and row.get('family') in (None, p.family):
                        seen.add((package, name, i))
                        check_row(rows, (package, name, i), row, p.classes[name], packages, results)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--rules', default=os.path.join(os.path.dirname(__file__), '..', 'rules'))
    parser.add_argument('checkout', nargs='+')
    args = parser.parse_args()
    rows = rows_of([yaml.safe_load(open(p, encoding='utf-8')) for p in sorted(glob.glob(f'{args.rules}/parts/*.yaml'))])
    results, seen = collections.defaultdict(list), set()
    read_all(args.checkout, rows, results, seen)
    alone = {t for texts in results.values() if None not in texts for t in texts}
    wrong = sorted(t for t in alone if MEANT not in t)
    for text in wrong + sorted(alone.difference(wrong)):
        print(text)
    for text in sorted({t for texts in results.values() if None in texts for t in texts if t}):
        print(f'{text} (as another copy has it)')
    unseen = [f'{p}.{n}' + (f' ({r["family"]})' if 'family' in r else '') for (p, n), entry in rows.items()
              for i, r in enumerate(entry) if (p, n, i) not in seen]
    if unseen:
        print('in none of the sources: ' + ', '.join(unseen))
    print(f'{sum(len(e) for e in rows.values()) - len(unseen)} rows seen, {len(unseen)} not, {len(wrong)} differences')
    return 1 if wrong else 0


if __name__ == '__main__':
    sys.exit(main())
