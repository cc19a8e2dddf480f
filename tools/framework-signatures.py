#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What the classes of frameworks take, version by version, for classes of projects that inherit from them.

    tools/framework-signatures.py [--sources DIR] [--untagged REPOSITORY]... OUT

writes OUT/PACKAGE.yaml (in the repository: rules/signatures) from the frameworks' own sources. These are read with
Python's ast and never run. DIR holds one git directory per repository (`mmcv`, `mmdetection` ..., bare or not); what it
lacks is cloned into it. The default is build/frameworks, which git ignores. Releases are the tags; of a copy without
them, the commits that wrote the version into the package. The same commits give the same bytes.

A row says: class, line in the first of its versions, versions, the parameters of its __init__ (without self and those
that are positional only), and where other keywords go: nowhere (TypeError), `> *` (dropped), `> ?` (it can't be told),
`> DOTTED.NAME` or `> NAME` (on to that class; of the same package in the same version, by its name alone where no other
is called so). `~3` stands for the first three parameters of the row above. Rows of one file stand below it; line 0 is a
package that hands on a class of another place. Equal rows of neighbouring versions are one. A class without an __init__
of its own has no parameters and an arrow to its base.

Listed are the classes that are registered in any version, what classes of the other packages inherit from, and the
bases of all these.
"""
import argparse
import ast
import collections
import os
import re
import sys

from frameworks import linearized, open_repository, release

# package: repository, oldest version
PACKAGES = {
    'mmcv': ('mmcv', '1.3.0'),
    'mmengine': ('mmengine', '0.1.0'),
    'mmcls': ('mmpretrain', '0.6.0'),
    'mmpretrain': ('mmpretrain', '1.0.0rc0'),
    'mmdet': ('mmdetection', '2.0.0'),
    'mmseg': ('mmsegmentation', '0.5.0'),
    'mmpose': ('mmpose', '0.6.0'),
    'mmaction': ('mmaction2', '0.5.0'),
    'mmocr': ('mmocr', '0.1.0'),
    'mmdet3d': ('mmdetection3d', '0.5.0'),
    'mmrotate': ('mmrotate', '0.1.0'),
}
TRIVIAL = {'object', 'abc.ABC', 'typing.Generic', 'typing.Protocol'}
REGISTERS = {'register_module', 'register', '_register_module'}


# ---- one file ----

def dotted(node):
    parts = []
    while isinstance(node, ast.Attribute):
        parts.append(node.attr)
        node = node.value
    return '.'.join([node.id, *reversed(parts)]) if isinstance(node, ast.Name) else None


class Init:
    """An __init__: its parameters, and what it does with its **kwargs."""

    def __init__(self, node):
        a = node.args
        self.names = [x.arg for x in a.args[1:] + a.kwonlyargs]
        self.rest = 'none'  # none, drop, open, super, or a base's dotted name
        for d in node.decorator_list:
            old = [k.value for x in getattr(d, 'args', []) if isinstance(x, ast.Dict) for k in x.keys
                   if isinstance(k, ast.Constant)]
            self.names += [x for x in old if x not in self.names]
            if not old:
                self.rest = 'open'
        if a.kwarg and self.rest != 'open':
            self.follow(node, a.kwarg.arg)

    def follow(self, node, kw):
        calls, known = [], set()

        def is_kw(n):
            return isinstance(n, ast.Name) and n.id == kw

        def take(n, key):
            if isinstance(key, ast.Constant) and isinstance(key.value, str):
                known.add(id(n))
                if key.value not in self.names:
                    self.names.append(key.value)

        for n in ast.walk(node):
            if isinstance(n, ast.Call):
                f = n.func
                if isinstance(f, ast.Attribute) and is_kw(f.value) and f.attr in ('pop', 'get', 'setdefault') and n.args:
                    take(f.value, n.args[0])
                for k in n.keywords:
                    if k.arg is None and is_kw(k.value):
                        calls.append(n)
                        known.add(id(k.value))
            elif isinstance(n, ast.Subscript) and is_kw(n.value):
                take(n.value, n.slice)
            elif isinstance(n, ast.Compare) and len(n.ops) == 1 and isinstance(n.ops[0], (ast.In, ast.NotIn)) \
                    and is_kw(n.comparators[0]):
                take(n.comparators[0], n.left)
        used = [n for n in ast.walk(node) if is_kw(n) and id(n) not in known]
        if used or len(calls) > 1:
            self.rest = 'open'
        else:
            self.rest = self.target(calls[0]) if calls else 'drop'

    @staticmethod
    def target(call):
        f = call.func
        if not isinstance(f, ast.Attribute) or f.attr != '__init__':
            return 'open'
        if isinstance(f.value, ast.Call):
            s = f.value
            plain = isinstance(s.func, ast.Name) and s.func.id == 'super'
            return ('super ' + (dotted(s.args[0]) or '?') if s.args else 'super') if plain else 'open'
        return dotted(f.value) or 'open'


class Class:
    def __init__(self, node, sure):
        self.line = node.lineno
        self.bases = [dotted(b.value if isinstance(b, ast.Subscript) else b) for b in node.bases]
        self.init, self.registered, self.odd = None, False, not sure
        for d in node.decorator_list:
            f = d.func if isinstance(d, ast.Call) else d
            if isinstance(f, ast.Attribute) and f.attr in REGISTERS:
                self.registered = True
            else:
                self.odd = True
        for n in node.body:
            name = getattr(n, 'name', None)
            if name == '__init__' and isinstance(n, ast.FunctionDef):
                self.odd |= self.init is not None
                self.init = Init(n)
            elif name == '__new__' or (isinstance(n, (ast.If, ast.Try)) and '__init__' in ast.dump(n)):
                self.odd = True


class File:
    """What a file binds at its top: classes, and names that it imports."""

    def __init__(self, text):
        self.classes, self.names, self.stars = {}, {}, []
        try:
            tree = ast.parse(text)
        except (SyntaxError, ValueError):
            return
        self.body(tree.body, True)
        for n in ast.walk(tree):  # REGISTRY.register_module(module=X), register_module(X)
            if isinstance(n, ast.Call) and isinstance(n.func, ast.Attribute) and n.func.attr in REGISTERS:
                for x in n.args + [k.value for k in n.keywords]:
                    if isinstance(x, ast.Name) and x.id in self.classes:
                        self.classes[x.id].registered = True

    def bind(self, name, what):
        old = self.names.get(name)
        self.names[name] = what if old in (None, what) else ('open',)

    def body(self, body, sure):
        for n in body:
            if isinstance(n, ast.ClassDef):
                c = Class(n, sure and n.name not in self.classes)
                self.classes[n.name] = c
                self.bind(n.name, ('class',))
            elif isinstance(n, ast.ImportFrom):
                for x in n.names:
                    if x.name == '*':
                        self.stars.append((n.level, n.module or ''))
                    else:
                        self.bind(x.asname or x.name, ('from', n.level, n.module or '', x.name))
            elif isinstance(n, ast.Import):
                for x in n.names:
                    self.bind(x.asname or x.name.split('.')[0], ('module', x.name if x.asname else x.name.split('.')[0]))
            elif isinstance(n, (ast.FunctionDef, ast.Assign)):
                for t in [n.name] if isinstance(n, ast.FunctionDef) else [getattr(t, 'id', None) for t in n.targets]:
                    if t:
                        self.bind(t, ('open',))
            elif isinstance(n, (ast.If, ast.Try)):
                for part in ('body', 'orelse', 'finalbody'):
                    self.body(getattr(n, part, []), False)
                for h in getattr(n, 'handlers', []):
                    self.body(h.body, False)


# ---- one version of a package ----

class Version:
    def __init__(self, package, files):
        self.package, self.memo = package, {}
        self.path = {self.module_of(p): p for p in files}
        self.file = {self.module_of(p): f for p, f in files.items()}

    def module_of(self, path):
        m = path[:-3].replace('/', '.')
        return self.package + ('' if m == '__init__' else '.' + (m[:-9] if m.endswith('.__init__') else m))

    def absolute(self, module, level, name):
        if not level:
            return name
        parts = module.split('.')
        up = level - (1 if self.path[module].endswith('__init__.py') else 0)
        parts = parts[:len(parts) - up] if up else parts
        return '.'.join(parts + ([name] if name else []))

    def member(self, module, name, hops=0):
        """('class', module, name), ('module', dotted), ('ext', dotted) or None"""
        f = self.file.get(module)
        if f is None:
            return ('ext', f'{module}.{name}') if module.split('.')[0] != self.package else None
        if hops > 20:
            return None
        what = f.names.get(name)
        if what is None:
            for level, star in reversed(f.stars):
                found = self.member(self.absolute(module, level, star), name, hops + 1)
                if found and found[0] != 'ext':
                    return found
            return ('module', f'{module}.{name}') if f'{module}.{name}' in self.file else None
        if what[0] == 'class':
            return ('class', module, name)
        if what[0] == 'module':
            return ('module', what[1])
        if what[0] == 'from':
            return self.member(self.absolute(module, what[1], what[2]), what[3], hops + 1) or (
                ('module', f'{module}.{name}') if f'{module}.{name}' in self.file else None)
        return None

    def find(self, module, text):
        if not text:
            return None
        first, *more = text.split('.')
        if first == 'object' and not more:
            return ('ext', 'object')
        at = self.member(module, first)
        for name in more:
            if at and at[0] == 'module':
                at = self.member(at[1], name)
            elif at and at[0] == 'ext':
                at = ('ext', f'{at[1]}.{name}')
            else:
                return None
        return at

    def mro(self, key):
        """Classes of the package as (module, name), others as their dotted name; None: it can't be told."""
        if key not in self.memo:
            self.memo[key] = None  # while it is under way
            self.memo[key] = self.linear(key)
        return self.memo[key]

    def linear(self, key):
        c = self.file[key[0]].classes[key[1]]
        lists, bases = [], []
        for b in c.bases:
            at = self.find(key[0], b)
            if not at or at[0] == 'module':
                return None
            if at[0] == 'ext' and at[1] in TRIVIAL:
                continue
            base = at[1:] if at[0] == 'class' else at[1]
            one = self.mro(base) if at[0] == 'class' else [base]
            if one is None:
                return None
            lists.append(list(one))
            bases.append(base)
        out = linearized(key, [*lists, bases])
        return out if out and sum(isinstance(x, str) for x in out) < 2 else None

    def row(self, key):
        """Parameters and arrow."""
        mro, names, i = self.mro(key), [], 0
        if mro is None or self.file[key[0]].classes[key[1]].odd:
            return [], '?'
        while i < len(mro):
            k = mro[i]
            if isinstance(k, str):
                return names, k
            if i and self.mro(k) == mro[i:]:
                return names, '.'.join(k)
            c = self.file[k[0]].classes[k[1]]
            if c.odd:
                return [], '?'
            if c.init:
                names += [n for n in c.init.names if n not in names]
                rest = c.init.rest
                if rest.startswith('super '):
                    at = self.find(k[0], rest[6:])
                    rest = 'super' if rest == 'super self.__class__' or (at and at[1:] == k) else 'open'
                if rest in ('none', 'drop', 'open'):
                    return ([], '?') if rest == 'open' else (names, '*' if rest == 'drop' else '')
                if rest != 'super':
                    at = self.find(k[0], rest)
                    return ([], '?') if i or not at or at[0] == 'module' else (
                        names, '.'.join(at[1:]) if at[0] == 'class' else at[1])
            i += 1
        return names, ''


# ---- all versions ----

def load(package, sources, untagged):
    repository, oldest = PACKAGES[package]
    repo = open_repository(sources, repository)
    parsed, versions, commits = {}, {}, repo.releases(package, oldest, repository in untagged)
    for version, commit in commits.items():
        files = {}
        for path, blob in repo.files(commit, package).items():
            if blob not in parsed:
                parsed[blob] = File(repo.read(blob) or '')
            files[path] = parsed[blob]
        versions[version] = Version(package, files)
    print(f'{package}: {len(versions)} versions, {len(parsed)} files', file=sys.stderr)
    repo.cat.stdin.close()
    repo.cat.wait()
    return versions, commits


def wanted(everything):
    """package: names of classes that are registered in any version or another package's bases, and of their bases"""
    names, outside = {p: set() for p in everything}, set()
    for package, versions in everything.items():
        for v in versions.values():
            for module, f in v.file.items():
                for name, c in f.classes.items():
                    found = [v.find(module, b) for b in c.bases]
                    outside.update(at[1] for at in found if at and at[0] == 'ext')
                    if c.registered:
                        names[package].add(name)
    for text in outside:
        package, _, name = text.rpartition('.')
        names.get(package.split('.')[0], set()).add(name)
    for package, versions in everything.items():
        for v in versions.values():
            for module, f in v.file.items():
                for name in names[package].intersection(f.classes):
                    names[package].update(k[1] for k in v.mro((module, name)) or [] if not isinstance(k, str))
    return names


def is_prefix(short, long):
    return short == long or long.startswith(short + '.')


def exports(v, names):
    """Of packages that hand a class on which is defined elsewhere: (module, name) -> dotted name of the class."""
    out = {}
    for module, f in v.file.items():
        if not v.path[module].endswith('__init__.py'):
            continue
        for name in names:
            at = v.member(module, name) if name in f.names or f.stars else None
            if at and at[0] == 'class' and not (is_prefix(module, at[1]) and at[2] == name):
                out[module, name] = '.'.join(at[1:])
            elif at and at[0] == 'ext' and name in f.names:
                out[module, name] = at[1]
            elif at is None and name in f.names:
                out[module, name] = '?'
    return out


def rows_of(v, names):
    """(file, class): line, parameters, arrow"""
    out = {}
    for module, f in v.file.items():
        for name in f.classes:
            if name in names:
                out[v.path[module], name] = (f.classes[name].line, *v.row((module, name)))
    for (module, name), to in exports(v, names).items():
        out[v.path[module], name] = (0, [], to)
    return out


def join(versions, names):
    """(file, class): [line, first, last, parameters, arrow]..."""
    out, order = {}, list(versions)
    for i, version in enumerate(order):
        found = rows_of(versions[version], names)
        times = collections.Counter(name for _, name in found)
        package = versions[version].package
        for key, (line, params, arrow) in found.items():
            name = arrow.rpartition('.')[2]
            if is_prefix(package, arrow) and times[name] == 1:
                arrow = name
            rows = out.setdefault(key, [])
            if rows and rows[-1][2] == i - 1 and rows[-1][3:] == [params, arrow]:
                rows[-1][2] = i
            else:
                rows.append([line, i, i, params, arrow])
    return out, order


def shortened(params, above):
    n = 0
    while n < min(len(params), len(above)) and params[n] == above[n]:
        n += 1
    return [f'~{n}', *params[n:]] if n > 1 else params


HEAD = '''\
# What classes of {package} take, made from its sources by tools/framework-signatures.py, which says how to read a row.
'''


def text_of(package, versions, commits, names):
    table, order = join(versions, names)
    out = [HEAD.format(package=package), 'versions:\n']
    out += [f'  {v}: {commits[v][:12]}\n' for v in order]
    out.append('files:\n')
    for path in sorted({p for p, _ in table}):
        out.append(f'  {path}:\n')
        for (p, name), rows in sorted(table.items()):
            above = []
            for line, first, last, params, arrow in rows if p == path else []:
                span = order[first] if first == last else f'{order[first]}-{order[last]}'
                words = [name, str(line), span, *shortened(params, above)] + (['>', arrow] if arrow else [])
                out.append(f'  - {" ".join(words)}\n')
                above = params
    return ''.join(out)


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument('--sources', default='build/frameworks', metavar='DIR')
    p.add_argument('--untagged', action='append', default=[], metavar='REPOSITORY',
                   help='its copy lacks tags: take the commits that wrote the versions')
    p.add_argument('out', metavar='OUT')
    o = p.parse_args()
    os.makedirs(o.out, exist_ok=True)
    everything, commits = {}, {}
    for package in PACKAGES:
        everything[package], commits[package] = load(package, o.sources, o.untagged)
    names = wanted(everything)
    for package, versions in everything.items():
        with open(f'{o.out}/{package}.yaml', 'w', encoding='utf-8') as f:
            f.write(text_of(package, versions, commits[package], names[package]))


if __name__ == '__main__':
    main()
