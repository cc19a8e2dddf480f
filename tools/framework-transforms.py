#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Which keys of a sample the transforms of frameworks read and write, over all versions.

    tools/framework-transforms.py [--sources DIR] [--untagged REPOSITORY]... OUT

writes OUT/keys_PACKAGE.yaml (in the repository: rules/parts) from the frameworks' own sources, which are read with
Python's ast and never run. --sources and --untagged: as in tools/framework-signatures.py.

A row has the facts `reads`, `writes` and `leaves` of rules/parts.yaml. A key is read if the transform takes it out of
the sample whatever the sample holds, in every version of the family that has the class; it is written if any version
may do so. Conditions on arguments alone (`if self.with_mask:`) stay in the expressions; other conditions make a read
uncertain, which is left out, and leave a write. `img unless img_fields`: what is read if nothing has written
img_fields. A class that may write keys that are not known has no `writes`; if nothing is read, either, no row.

Classes that have a row in OUT/samples_*.yaml, which are written by hand, are left out, and those in ELSEWHERE.
"""
import argparse
import ast
import importlib
import os
import re
import sys

from frameworks import open_repository, release

signatures = importlib.import_module('framework-signatures')
# package: name in rules, first version for MMEngine
PACKAGES = {
    'mmcv': ('mmengine, mmcv', '0.0.1'),
    'mmcls': ('mmcls', '1.0.0a0'),
    'mmpretrain': ('mmpretrain', '0.0.1'),
    'mmdet': ('mmdet', '3.0.0a0'),
    'mmseg': ('mmseg', '1.0.0a0'),
    'mmaction': ('mmaction', '1.0.0a0'),
    'mmpose': ('mmpose', '1.0.0a0'),
    'mmdet3d': ('mmdet3d', '1.1.0a0'),
    'mmocr': ('mmocr', '1.0.0a0'),
    'mmtrack': ('mmtrack', '1.0.0a0'),
    'mmedit': ('mmedit', '1.0.0a0'),
    'mmagic': ('mmagic', '0.0.1'),
}
# of those that have no table of signatures: repository, oldest version
OTHER_SOURCES = {'mmtrack': ('mmtracking', '0.5.0'), 'mmedit': ('mmagic', '1.0.0rc0'), 'mmagic': ('mmagic', '1.0.0rc6')}
# whose classes others are made from, and in which family the others' configs name them as their own
BASES = {'mmcv': 'mmengine', 'mmdet': 'mmcv1'}
FOLDERS = ('datasets/', 'transforms/', '__init__.py', 'registry.py')
ELSEWHERE = {('mmseg', 'LoadAnnotations')}
DEEP = 8
METHODS = ('__call__', 'transform')
EMPTY = (ast.Dict, ast.Call)


class KeptClass(signatures.Class):
    """With its syntax."""

    def __init__(self, node, sure):
        super().__init__(node, sure)
        self.node = node


class KeptFile(signatures.File):
    """With its functions, which its classes call."""

    def __init__(self, text):
        super().__init__(text)

    def body(self, body, sure):
        super().body(body, sure)
        if sure:
            functions = {n.name: n for n in body if isinstance(n, ast.FunctionDef)}
            for c in self.classes.values():
                c.node.functions = functions


signatures.Class = KeptClass


def methods_of(node):
    return {n.name: n for n in node.body if isinstance(n, ast.FunctionDef)}


# ---- what constructors make of their arguments ----

class Attributes:
    """self.NAME of the objects of a class: ('arg', name), ('listed', name): in a list if it is none, ('const', value); anything else is not known."""

    def __init__(self, chain):
        self.of, self.default, self.assigned = {}, {}, set()
        bound = None  # what the constructor before gives this one's parameters; None: as the config says
        for node in chain:
            init = methods_of(node).get('__init__')
            if init:
                bound = self.constructor(init, bound)
        for node in chain:
            for f in methods_of(node).values():
                if f.name != '__init__':
                    for n in ast.walk(f):
                        if isinstance(n, ast.Attribute) and isinstance(n.ctx, ast.Store) and is_self(n.value):
                            self.of[n.attr] = None

    def constructor(self, init, bound):
        a = init.args
        names = [x.arg for x in a.args[1:] + a.kwonlyargs]
        given = [None] * (len(a.args) - 1 - len(a.defaults)) + list(a.defaults) + list(a.kw_defaults)
        means = {}
        for at, (name, default) in enumerate(zip(names, given)):
            if bound is not None and (name in bound[0] or at in bound[0]):
                means[name] = bound[0][name if name in bound[0] else at]
            elif bound is None or bound[1]:
                means[name] = ('arg', name)
                self.default.setdefault(name, default)
            else:
                means[name] = constant(default)
        passed, wrapping = ({}, False), None
        for n in statements(init.body):
            listed = self.listed(n)
            if listed:
                means[listed], wrapping = self.as_list(means.get(listed)), n.body[0]
            for target in n.targets if isinstance(n, ast.Assign) else []:
                if isinstance(target, ast.Name) and n is not wrapping:
                    means[target.id] = None
                if isinstance(target, ast.Attribute) and is_self(target.value):
                    what = self.meaning(n.value, means) if n in init.body else None
                    self.of[target.attr] = what if target.attr not in self.of else None
            call = n.value if isinstance(n, ast.Expr) else None
            if isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) and call.func.attr == '__init__':
                words = {k.arg: self.meaning(k.value, means) for k in call.keywords if k.arg}
                places = {at: self.meaning(x, means) for at, x in enumerate(call.args)}
                starred = any(isinstance(x, ast.Starred) for x in call.args)
                passed = ({**words, **({} if starred else places)}, starred or any(k.arg is None for k in call.keywords))
        return passed

    @staticmethod
    def listed(n):
        """keys of `if not isinstance(keys, list): keys = [keys]`, and of `if isinstance(keys, str): ...`"""
        text = ast.unparse(n) if isinstance(n, ast.If) else ''
        m = re.fullmatch(r'if (?:isinstance\((\w+), str\)|not isinstance\((\w+), (?:list|\(list, tuple\)|\(tuple, list\))\)):\n'
                         r'    (\w+) = \[(\w+)\]', text)
        return m[3] if m and m[3] == m[4] == (m[1] or m[2]) else None

    @staticmethod
    def as_list(what):
        if what and what[0] == 'const':
            return what if isinstance(what[1], (list, tuple)) else ('const', [what[1]])
        return ('listed', what[1]) if what and what[0] == 'arg' else None

    @staticmethod
    def meaning(value, means):
        if isinstance(value, ast.Name):
            return means.get(value.id)
        if isinstance(value, ast.Call) and isinstance(value.func, ast.Name) and value.func.id in ('tuple', 'list') \
                and len(value.args) == 1:
            return Attributes.meaning(value.args[0], means)
        m = re.fullmatch(r'(\w+) if isinstance\(\1, (?:list|List|\(list, tuple\)|\(tuple, list\))\) else \[\1\]|'
                         r'\[(\w+)\] if not isinstance\(\2, (?:list|List|\(list, tuple\)|\(tuple, list\))\) else \2', ast.unparse(value))
        if m:
            return Attributes.as_list(means.get(m[1] or m[2]))
        return constant(value)


def constant(node):
    try:
        return ('const', ast.literal_eval(node)) if node is not None else None
    except (ValueError, TypeError, SyntaxError):
        return None


def is_self(node):
    return isinstance(node, ast.Name) and node.id == 'self'


def statements(body):
    for n in body:
        yield n
        for part in ('body', 'orelse', 'finalbody'):
            yield from statements(getattr(n, part, None) or [])
        for h in getattr(n, 'handlers', None) or []:
            yield from statements(h.body)


# ---- what one class does with the sample ----

class Doing:
    """reads, writes: {(conditions, key, unless)}; leaves: the same or None; open: it may write other keys"""

    def __init__(self):
        self.reads, self.writes, self.leaves, self.open = set(), set(), None, False


SAMPLE = ('sample',)
NAMES = ('keys', (), '')  # what stands in the sample: if keys are taken from it, the sample has them


class Reader:
    def __init__(self, chain, files):
        self.chain, self.files, self.attributes = chain, files, Attributes(chain)
        self.doing, self.depth = Doing(), 0
        self.present = []  # keys that the sample has, as tests around say, or since they were read
        self.within = False  # a loop over annotations that the sample has: what is written there is one of them

    def whole(self):
        for at, node in enumerate(self.chain):
            for name in METHODS:
                f = methods_of(node).get(name)
                if f and not (name == '__call__' and self.is_base(node)):
                    self.function(f, at, [SAMPLE], {}, (True, ()), top=True)
                    return self.doing
        return None

    @staticmethod
    def is_base(node):
        return 'transform' in ast.dump(methods_of(node)['__call__']) and node.name in ('BaseTransform',)

    # -- functions --

    def function(self, f, at, args, keywords, ctx, top=False):
        """Returns what the function returns."""
        if self.depth >= DEEP:
            self.doing.open = True
            return None
        names = [x.arg for x in f.args.args]
        static = any(isinstance(d, ast.Name) and d.id == 'staticmethod' for d in f.decorator_list)
        names = names if static or not names or names[0] not in ('self', 'cls') else names[1:]
        env = {n: a for n, a in zip(names, args) if a}
        env.update({n: a for n, a in keywords.items() if a})
        saved = getattr(self, 'frame', None)
        self.frame = {'env': env, 'at': at, 'returns': [], 'left': False}
        self.depth += 1
        present = list(self.present)
        self.block(f.body, ctx)
        self.present = present
        self.depth -= 1
        returns = self.frame['returns']
        self.frame = saved
        if top:
            self.finish(returns)
        return returns[0] if returns and all(r == returns[0] for r in returns) else SAMPLE if SAMPLE in returns else None

    def finish(self, returns):
        returns = [r for r in returns if r != ('none',)]
        if all(r == SAMPLE for r in returns):
            return
        if all(r and r[0] == 'fresh' for r in returns) and len({r[1] for r in returns}) == 1:
            self.doing.leaves = self.fresh[returns[0][1]]
            if self.doing.leaves is not None:
                return
        self.doing.open = True

    @property
    def fresh(self):
        return self.__dict__.setdefault('made', {})

    @property
    def env(self):
        return self.frame['env']

    # -- statements --

    def block(self, body, ctx):
        for n in body:
            ctx = self.statement(n, ctx)

    def statement(self, n, ctx):
        """Returns the context of what follows."""
        if isinstance(n, ast.Assign):
            value = self.value(n.value, ctx)
            for t in n.targets:
                self.store(t, value, ctx)
        elif isinstance(n, ast.AnnAssign) and n.value is not None:
            self.store(n.target, self.value(n.value, ctx), ctx)
        elif isinstance(n, ast.AugAssign):
            self.value(n.value, ctx)
            if isinstance(n.target, ast.Subscript):
                self.item(n.target, ctx, self.read)
        elif isinstance(n, ast.Return):
            value = self.value(n.value, ctx) if n.value is not None else None
            empty = n.value is None or (isinstance(n.value, ast.Constant) and n.value.value is None)
            self.frame['returns'].append(('none',) if empty else value)
        elif isinstance(n, ast.Expr):
            self.value(n.value, ctx)
        elif isinstance(n, ast.If):
            return self.branch(n, ctx)
        elif isinstance(n, ast.For):
            self.loop(n, ctx)
            return (False, ctx[1]) if returns(n.body) else ctx
        elif isinstance(n, ast.While):
            self.value(n.test, ctx)
            self.perhaps(n.body, ctx)
            return (False, ctx[1]) if returns(n.body) else ctx
        elif isinstance(n, ast.With):
            for x in n.items:
                self.value(x.context_expr, ctx)
            self.block(n.body, ctx)
        elif isinstance(n, ast.Try):
            present = list(self.present)
            whole = all(h.body and isinstance(h.body[-1], ast.Raise) for h in n.handlers)  # or it raises
            self.block(n.body, (ctx[0] and whole, ctx[1]))
            self.present = present
            for suite in [h.body for h in n.handlers] + [n.orelse + n.finalbody]:
                self.perhaps(suite, ctx)
            return (ctx[0] and whole and not returns(n.body), ctx[1])
        elif isinstance(n, ast.Assert):
            self.asserted(n.test, ctx)
        elif isinstance(n, ast.Delete):
            pass
        elif isinstance(n, (ast.FunctionDef, ast.ClassDef)):
            if any(isinstance(x, ast.Name) and self.env.get(x.id) == SAMPLE for x in ast.walk(n)):
                self.doing.open = True
        return ctx

    def asserted(self, test, ctx):
        parts = test.values if isinstance(test, ast.BoolOp) and isinstance(test.op, ast.And) else [test]
        for t in parts:
            if isinstance(t, ast.Compare) and isinstance(t.ops[0], ast.In) and \
                    self.value(t.comparators[0], ctx) == SAMPLE:
                self.key(t.left, ctx, self.read)
            else:
                self.value(t, ctx)

    def branch(self, n, ctx):
        self.value(n.test, ctx)
        yes, no = self.condition(n.test)
        certain = ctx[0] and yes is not None
        there, absent = self.tested(n.test)
        before = self.present
        self.present = before + there
        self.block(n.body, (certain, ctx[1] + (yes or ())))
        self.present = list(before)
        self.block(n.orelse, (ctx[0] and no is not None, ctx[1] + (no or ())))
        self.present = list(before) + (absent if absent and isinstance(n.body[-1], (ast.Continue, ast.Return)) else [])
        if self.is_missing(n.test):  # the sample is skipped
            return ctx
        if leaves_early(n.body) or leaves_early(n.orelse):
            plain = no is not None and not n.orelse and isinstance(n.body[-1], ast.Return)
            return (ctx[0], ctx[1] + no) if plain else (False, ctx[1])
        return ctx

    def tested(self, test):
        """Keys of `key in sample`, and of `key not in sample`."""
        parts = test.values if isinstance(test, ast.BoolOp) and isinstance(test.op, ast.And) else [test]
        found = {ast.In: [], ast.NotIn: []}
        for t in parts:
            if isinstance(t, ast.Compare) and type(t.ops[0]) in found and isinstance(t.comparators[0], ast.Name) and \
                    self.env.get(t.comparators[0].id) == SAMPLE:
                found[type(t.ops[0])].append(self.value(t.left, (False, ())))
            elif self.got(t):
                found[ast.In].append(self.got(t))
            elif isinstance(t, ast.Compare) and isinstance(t.ops[0], (ast.Is, ast.IsNot)) and self.got(t.left) and \
                    isinstance(t.comparators[0], ast.Constant) and t.comparators[0].value is None:
                found[ast.In if isinstance(t.ops[0], ast.IsNot) else ast.NotIn].append(self.got(t.left))
        return found[ast.In], found[ast.NotIn] if len(parts) == 1 else []

    def got(self, n):
        """The key of `sample.get(key)`."""
        if isinstance(n, ast.Call) and isinstance(n.func, ast.Attribute) and n.func.attr == 'get' and n.args and \
                isinstance(n.func.value, ast.Name) and self.env.get(n.func.value.id) == SAMPLE:
            return self.value(n.args[0], (False, ()))
        return None

    def is_missing(self, test):
        return isinstance(test, ast.Compare) and isinstance(test.left, ast.Name) and isinstance(test.ops[0], ast.Is) \
            and self.env.get(test.left.id) == SAMPLE

    def condition(self, test):
        """Conditions on arguments alone under which it holds, and does not; None: others."""
        if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
            yes, no = self.condition(test.operand)
            return no, yes
        if isinstance(test, ast.BoolOp) and isinstance(test.op, ast.And):
            parts = [self.condition(v)[0] for v in test.values]
            return (None if None in parts else tuple(x for p in parts for x in p)), None
        if isinstance(test, ast.Compare) and len(test.ops) == 1 and isinstance(test.ops[0], (ast.Is, ast.IsNot)) and \
                isinstance(test.comparators[0], ast.Constant) and test.comparators[0].value is None:
            arg = self.argument(test.left)
            if arg:
                both = ((f'{arg} is None',), (f'{arg} is not None',))
                return both if isinstance(test.ops[0], ast.Is) else both[::-1]
        arg = self.argument(test)
        return ((arg,), (f'not {arg}',)) if arg else (None, None)

    def argument(self, node):
        if isinstance(node, ast.Attribute) and is_self(node.value):
            what = self.attributes.of.get(node.attr)
            return what[1] if what and what[0] == 'arg' else None
        return None

    def loop(self, n, ctx):
        over = self.value(n.iter, ctx)
        if isinstance(n.target, ast.Name):
            self.env.pop(n.target.id, None)
        if over and over[0] in ('keys', 'argument', 'listed') and isinstance(n.target, ast.Name):
            self.env[n.target.id] = ('each', *over)
            present = list(self.present)
            within, self.within = self.within, self.within or over == NAMES[:2] + over[2:]
            self.block(n.body, ctx)
            self.within, self.present = within, present
        else:
            self.perhaps(n.body, ctx)

    def perhaps(self, body, ctx):
        """A suite that may not run."""
        present = list(self.present)
        self.block(body, (False, ctx[1]))
        self.present = present

    # -- expressions --

    def value(self, n, ctx):
        """What it stands for, of what matters here."""
        if isinstance(n, ast.Name):
            return self.env.get(n.id)
        if isinstance(n, ast.Constant):
            return ('const', n.value) if isinstance(n.value, str) else None
        if isinstance(n, ast.Subscript):
            self.value(n.slice, ctx)
            if self.value(n.value, ctx) == SAMPLE:
                self.key(n.slice, ctx, self.read)
                return NAMES
            return None
        if isinstance(n, ast.Call):
            return self.call(n, ctx)
        if isinstance(n, ast.BoolOp):
            self.value(n.values[0], ctx)
            for v in n.values[1:]:
                self.value(v, (False, ctx[1]))
            return None
        if isinstance(n, ast.IfExp):
            self.value(n.test, ctx)
            yes, no = self.condition(n.test)
            self.value(n.body, (ctx[0] and yes is not None, ctx[1] + (yes or ())))
            self.value(n.orelse, (ctx[0] and no is not None, ctx[1] + (no or ())))
            return None
        if isinstance(n, (ast.ListComp, ast.SetComp, ast.GeneratorExp, ast.DictComp)):
            return self.comprehension(n, ctx)
        if isinstance(n, ast.Lambda):
            return None
        if isinstance(n, (ast.JoinedStr, ast.BinOp)):
            formed = self.formed(n, ctx)
            if formed:
                return formed
        if isinstance(n, ast.Dict):
            return self.literal(n, ctx)
        if isinstance(n, (ast.List, ast.Tuple)) and n.elts and all(constant(e) and isinstance(constant(e)[1], str) for e in n.elts):
            return ('keys', tuple(constant(e)[1] for e in n.elts), '')
        if isinstance(n, ast.Attribute):
            self.value(n.value, ctx)
            arg = self.argument(n)
            if arg:
                return ('argument', arg)
            what = self.attributes.of.get(n.attr) if is_self(n.value) else None
            if what and what[0] == 'listed':
                return what
            return what if what and isinstance(what[1], str) else (
                ('keys', tuple(what[1]), '') if what and isinstance(what[1], (list, tuple)) and all(
                    isinstance(x, str) for x in what[1]) else None)
        if isinstance(n, ast.Compare):
            for x in [n.left, *n.comparators]:
                self.value(x, ctx)
            return None
        kept = [self.value(x, ctx) for x in ast.iter_child_nodes(n) if isinstance(x, ast.expr)]
        if SAMPLE in kept:
            self.doing.open = True
        return None

    def formed(self, n, ctx):
        """f'{key}_path', key + '_path': a key and what stands around it"""
        if isinstance(n, ast.BinOp):
            parts = [n.left, n.right] if isinstance(n.op, ast.Add) else []
        else:
            parts = [x.value if isinstance(x, ast.FormattedValue) else x for x in n.values]
            if any(isinstance(x, ast.FormattedValue) and (x.format_spec or x.conversion != -1) for x in n.values):
                return None
        texts = [x.value if isinstance(x, ast.Constant) and isinstance(x.value, str) else None for x in parts]
        if texts.count(None) != 1:
            return None
        at = texts.index(None)
        of = self.value(parts[at], ctx)
        if not of or of[0] not in ('const', 'argument', 'each'):
            return None
        before, behind = ''.join(texts[:at]), ''.join(texts[at + 1:])
        return ('const', before + of[1] + behind) if of[0] == 'const' else ('formed', of, before, behind)

    def literal(self, n, ctx):
        kept = [self.value(x, ctx) for x in n.values]
        if SAMPLE in kept:
            self.doing.open = True
        keys = [constant(k) if k is not None else None for k in n.keys]
        return self.new_dict([k[1] if k and isinstance(k[1], str) else None for k in keys], ctx)

    def new_dict(self, keys, ctx):
        number = len(self.fresh)
        self.fresh[number] = None if None in keys else {(ctx[1], k, '') for k in keys}
        return ('fresh', number)

    def comprehension(self, n, ctx):
        saved, inner = dict(self.env), ctx
        for g in n.generators:
            over = self.value(g.iter, inner)
            known = over and over[0] in ('keys', 'argument', 'listed') and isinstance(g.target, ast.Name)
            if known:
                self.env[g.target.id] = ('each', *over)
            else:
                inner = (False, ctx[1])
            for test in g.ifs:
                self.value(test, inner)
                inner = (False, ctx[1])
        for x in [n.key, n.value] if isinstance(n, ast.DictComp) else [n.elt]:
            self.value(x, inner)
        out = None
        if isinstance(n, ast.DictComp):
            each = self.value(n.key, (False, ctx[1]))
            out = self.new_dict([None], ctx)
            if each and each[0] == 'each':
                self.fresh[out[1]] = self.items(each, ctx)
        self.frame['env'] = saved
        return out

    def call(self, n, ctx):
        f = n.func
        args = [self.value(a.value if isinstance(a, ast.Starred) else a, ctx) for a in n.args]
        words = {k.arg: self.value(k.value, ctx) for k in n.keywords}
        has_sample = SAMPLE in args or SAMPLE in words.values()
        if isinstance(f, ast.Attribute):
            of = self.value(f.value, ctx)
            if of == SAMPLE:
                return self.method(f.attr, n, args, words, ctx)
            if of and of[0] == 'fresh' and f.attr == 'update':
                return self.update(n, args, words, ctx, self.into(of))
            if f.attr in ('deepcopy', 'copy') and args[:1] == [SAMPLE]:
                return SAMPLE
            found = self.own_method(f)
            if found:
                returned = self.function(found[1], found[0], args, words, ctx)
                return returned
        name = f.id if isinstance(f, ast.Name) else None
        if name in ('deepcopy', 'copy') and args[:1] == [SAMPLE]:
            return SAMPLE
        if name == 'dict' and not args and None not in words:
            return self.new_dict(list(words), ctx)
        if name in ('list', 'tuple', 'set', 'sorted') and len(args) == 1 and args[0] and args[0][0] != 'sample':
            return args[0]
        if name in ('isinstance', 'len', 'print', 'type', 'list', 'sorted', 'id', 'str', 'repr'):
            return None
        beside = self.chain[self.frame['at']].functions.get(name) if has_sample and name not in self.env else None
        if beside:  # a function of the same file
            return self.function(beside, self.frame['at'], args, words, ctx)
        if has_sample:
            self.doing.open = True
        return None

    def own_method(self, f):
        """(place in the order of classes, function)"""
        start = 0 if is_self(f.value) else None
        if isinstance(f.value, ast.Call) and isinstance(f.value.func, ast.Name) and f.value.func.id == 'super':
            start = self.frame['at'] + 1
        if start is None:
            return None
        for at in range(start, len(self.chain)):
            found = methods_of(self.chain[at]).get(f.attr)
            if found:
                return at, found
        return None

    def method(self, name, n, args, words, ctx):
        """Of the sample."""
        if name in ('get', 'setdefault', 'pop') and n.args:
            if name == 'setdefault':
                self.key(n.args[0], ctx, self.write)
            if name == 'pop' and len(n.args) == 1:
                self.key(n.args[0], ctx, self.read)
            default, key = (args[1] if len(args) > 1 else None), args[0]
            if name == 'get' and default and default[0] == 'keys' and key and key[0] == 'const':
                return ('keys', default[1], key[1])
            return NAMES
        if name == 'update':
            return self.update(n, args, words, ctx, self.write)
        if name in ('copy',):
            return SAMPLE
        if name not in ('keys', 'items', 'values'):
            self.doing.open = True
        return None

    def update(self, n, args, words, ctx, into):
        for w in words:
            into(('const', w) if w else None, ctx)
        for a in args:
            if a and a[0] == 'fresh' and self.fresh[a[1]] is not None:
                for conditions, key, unless in self.fresh[a[1]]:
                    into(('const', key), (ctx[0], ctx[1] + conditions)) if isinstance(key, str) else into(
                        None, ctx) if len(key) > 2 else into(
                        ('each', 'listed' if key[0] == 'listed' else 'argument', key[1]), ctx)
            else:
                into(None, ctx)
        return None

    def into(self, of):
        def put(key, ctx):
            items = self.items(key, ctx)
            made = self.fresh[of[1]]
            self.fresh[of[1]] = made | items if made is not None and items is not None else None
        return put

    def store(self, target, value, ctx):
        if isinstance(target, ast.Name):
            self.env.pop(target.id, None)
            if value:
                self.env[target.id] = value
        elif isinstance(target, ast.Subscript):
            of = self.value(target.value, ctx)
            if of == SAMPLE:
                self.key(target.slice, ctx, self.write)
            elif of and of[0] == 'fresh':
                self.into(of)(self.value(target.slice, ctx), ctx)
            if value == SAMPLE:
                self.doing.open = True
        elif isinstance(target, (ast.Tuple, ast.List)):
            for t in target.elts:
                self.store(t, None, ctx)
        elif isinstance(target, ast.Starred):
            self.store(target.value, None, ctx)
        elif value == SAMPLE:
            self.doing.open = True

    def item(self, n, ctx, what):
        if self.value(n.value, ctx) == SAMPLE:
            self.key(n.slice, ctx, what)

    # -- keys --

    def key(self, node, ctx, what):
        what(self.value(node, (False, ctx[1])), ctx)

    @staticmethod
    def items(key, ctx):
        """None: not known"""
        if key and key[0] == 'const':
            return {(ctx[1], key[1], '')}
        if key and key[0] == 'each' and key[1] == 'keys':
            return {(ctx[1], k, key[3]) for k in key[2]}
        if key and key[0] == 'each':
            return {(ctx[1], ('listed' if key[1] == 'listed' else 'arg', key[2]), '')}
        if key and key[0] == 'argument':
            return {(ctx[1], ('one', key[1]), '')}
        if key and key[0] == 'formed':
            _, of, before, behind = key
            return {(c, before + k + behind, '') if isinstance(k, str) else (c, (*k, before, behind), '')
                    for c, k, u in Reader.items(of, ctx) or () if not u}
        return None

    def read(self, key, ctx):
        if key:
            self.present.append(key)  # or it raises
        for conditions, name, unless in self.items(key, ctx) or ():
            written = any(k == name and not u for _, k, u in self.doing.writes)
            if ctx[0] and not written:
                self.doing.reads.add((tuple(sorted(set(conditions))), name, unless))

    def write(self, key, ctx):
        if key and key in self.present:
            return
        items = self.items(key, ctx)
        if items is None:
            self.doing.open = True
        else:
            self.doing.writes |= {(tuple(sorted(set(c))), k, '') for c, k, _ in items
                                  if not (self.within and isinstance(k, str) and k.startswith('gt_'))}


def returns(body):
    return any(isinstance(n, ast.Return) for n in statements(body))


def leaves_early(body):
    """It may return, or end a loop's round, without raising."""
    return any(isinstance(n, (ast.Return, ast.Continue, ast.Break)) for n in statements(body))


# ---- versions ----

class Family:
    """One class over the versions of a family."""

    def __init__(self, open=False):
        self.reads, self.writes, self.leaves, self.open, self.default, self.n = None, set(), None, open, {}, 0

    def add(self, d, attributes):
        reads = simplified(d.reads)
        self.reads = reads if self.reads is None else common(self.reads, reads)
        self.writes |= d.writes
        if self.n and (self.leaves is None) != (d.leaves is None):
            self.open = True
        self.leaves = d.leaves if self.leaves is None else self.leaves | (d.leaves or set())
        self.open |= d.open
        self.n += 1
        for name, node in attributes.default.items():
            text = ast.unparse(node) if node is not None else ''
            self.default.setdefault(name, set()).add(text)

    def used(self):
        found = set()
        self.reads, self.writes = simplified(self.reads or set()), simplified(self.writes)
        self.leaves = self.leaves if self.leaves is None else simplified(self.leaves)
        for conditions, key, _ in (self.reads | self.writes | (self.leaves or set())):
            found.update(re.sub(r'^not | is .*$', '', c) for c in conditions)
            if not isinstance(key, str):
                found.add(key[1])
        return found


def default_of(texts):
    """One expression for all versions; None: they differ."""
    if len(texts) == 1:
        text = next(iter(texts))
        try:
            return repr(ast.literal_eval(text)) if text else ''
        except (ValueError, SyntaxError):
            return None
    try:
        lists = [ast.literal_eval(t) for t in texts]
    except (ValueError, SyntaxError):
        return None
    if all(isinstance(x, (list, tuple)) for x in lists):
        return repr([x for x in lists[0] if all(x in other for other in lists)])
    return None


def opposite(condition):
    if ' is ' in condition:
        return condition.replace(' is not ', ' is ') if ' is not ' in condition else condition.replace(' is ', ' is not ')
    return condition[4:] if condition.startswith('not ') else f'not {condition}'


def simplified(items):
    """Without conditions that don't matter."""
    items = {(tuple(sorted(set(c))), k, u) for c, k, u in items}
    items = {x for x in items if not any(opposite(c) in x[0] for c in x[0])}
    for _ in range(8):
        for c, k, u in sorted(items, key=repr):
            for one in c:
                less = tuple(x for x in c if x != one)
                if (tuple(sorted(less + (opposite(one),))), k, u) in items:
                    items.add((less, k, u))
    return {(c, k, u) for c, k, u in items
            if not any(set(d) < set(c) and (j, w) == (k, u) for d, j, w in items)}


def common(some, others):
    """What both sets say: the weaker of two that differ in what they require."""
    def implied(x, by):
        return any(set(c) <= set(x[0]) and k == x[1] and u in ('', x[2]) for c, k, u in by)
    return {x for x in some if implied(x, others)} | {x for x in others if implied(x, some)}


EACH = {'arg': '[{1} for k in {0}]', 'listed': '[{1} for k in ({0} if isinstance({0}, (list, tuple)) else [{0}])]', 'one': '[{1}]'}


def each(kind, arg, before='', behind=''):
    key = arg if kind == 'one' else 'k'
    return EACH[kind].format(arg, ' + '.join(x for x in (before and repr(before), key, behind and repr(behind)) if x))


def expression(items):
    plain = sorted(k + (f' unless {u}' if u else '') for c, k, u in items if not c and isinstance(k, str))
    out = [repr(plain)] if plain or not items else []
    named = {}
    for c, k, u in items:
        if not c and isinstance(k, str):
            continue
        text = k + (f' unless {u}' if u else '') if isinstance(k, str) else k
        named.setdefault(c, []).append(text)
    for c, keys in sorted(named.items()):
        for k in sorted(k for k in keys if not isinstance(k, str)):
            one = each(*k)
            out.append(f'({one} if {" and ".join(c)} else [])' if c else one)
        texts = sorted(k for k in keys if isinstance(k, str))
        if texts:
            out.append(f'({texts!r} if {" and ".join(c)} else [])')
    return ' + '.join(out)


def row(family, f, shadows):
    """shadows: without it a base's class of that name would be taken for it"""
    args = {}
    for a in sorted(f.used()):
        default = default_of(f.default.get(a, {None}))
        if default is None:
            return f'{{family: {family}}}' if shadows else None
        args[a] = default
    facts = []
    if f.reads:
        facts.append(f'reads: {quoted(expression(f.reads))}')
    if not f.open:
        facts.append(f'writes: {quoted(expression(f.writes))}')
        if f.leaves is not None:
            facts.append(f'leaves: {quoted(expression(f.leaves))}')
    if not facts and not shadows:
        return None
    head = f'family: {family}' + (f', args: {{{", ".join(f"{k}: {quoted(v)}" for k, v in args.items())}}}' if args else '')
    return f'{{{", ".join([head, *facts])}}}'


def quoted(text):
    return '"' + text.replace('\\', '\\\\').replace('"', '\\"') + '"'


def chain_of(v, module, name, others):
    """Syntax of the classes in the order of search; None: some class is not known."""
    order = v.mro((module, name))
    out = []
    for k in order or [None]:
        if isinstance(k, str):
            package, _, last = k.rpartition('.')
            other = others.get(k.split('.')[0])
            at = other.member(package, last) if other else None
            if not at or at[0] != 'class':
                return None
            rest = chain_of(other, at[1], at[2], others)
            if rest is None:
                return None
            out += rest
        elif k is None:
            return None
        else:
            out.append(v.file[k[0]].classes[k[1]].node)
    return out


def load(package, o):
    repository, oldest = {**signatures.PACKAGES, **OTHER_SOURCES}[package]
    repo = open_repository(o.sources, repository)
    parsed, versions = {}, {}
    commits = repo.releases(package, oldest, repository in o.untagged)
    for version, commit in commits.items():
        files = {}
        for path, blob in repo.files(commit, package).items():
            if path.startswith(FOLDERS):
                if blob not in parsed:
                    parsed[blob] = KeptFile(repo.read(blob) or '')
                files[path] = parsed[blob]
        versions[version] = signatures.Version(package, files)
    repo.cat.stdin.close()
    repo.cat.wait()
    return versions


def family_of(package, version):
    return 'mmengine' if release(version) >= release(PACKAGES[package][1]) else 'mmcv1'


def rows_of(package, versions, others):
    """name: {family: Family}; (name, family) of those that can't be followed"""
    found, unknown, memo = {}, set(), {}
    for version, v in versions.items():
        family = family_of(package, version)
        for module, f in v.file.items():
            for name, c in f.classes.items():
                if not c.registered:
                    continue
                chain = chain_of(v, module, name, others.get(family, {}))
                key = tuple(id(n) for n in chain or [])
                if chain is not None and key not in memo:
                    reader = Reader(chain, v)
                    memo[key] = (reader.whole(), reader.attributes, chain)
                doing = memo[key] if chain is not None else (None, None)
                if doing[0] is None:
                    unknown.add((name, family))
                else:
                    found.setdefault(name, {}).setdefault(family, Family()).add(doing[0], doing[1])
    for name, family in unknown:
        found.get(name, {}).pop(family, None)
    return found, unknown


HEAD = '''\
# Which keys of a sample the transforms of {package} {first} to {last} read and write, made from its sources by
# tools/framework-transforms.py, which says how.
packages: [{name}]
yields: true
parts:
'''


def by_hand(out):
    """(package, class)"""
    found = set(ELSEWHERE)
    for name in os.listdir(out):
        if name.startswith('samples_'):
            with open(f'{out}/{name}', encoding='utf-8') as f:
                text = f.read()
            packages = re.search(r'^packages: \[(.*)\]', text, re.M)[1].split(', ')
            found.update((p, c) for p in packages for c in re.findall(r'^  (\w+):', text, re.M))
    return found


def text_of(package, versions, others, hand, taken):
    """taken: (name, family) that a class of BASES has, which would be taken for this package's; gets its own if it is one"""
    order = list(versions)
    out = [HEAD.format(package=package, first=order[0], last=order[-1], name=PACKAGES[package][0])]
    found, unknown = rows_of(package, versions, others)
    for name, family in unknown & taken:
        found.setdefault(name, {})[family] = Family(open=True)
    first = PACKAGES[package][0].split(',')[0]
    mine = {(name, BASES[package]) for name in {n for p, n in hand if p == first}} if package in BASES else set()
    for name, families in sorted(found.items()):
        rows = [r for r in (row(family, f, (name, family) in taken) for family, f in sorted(families.items())) if r]
        if rows and BASES.get(package) in families:
            mine.add((name, BASES[package]))
        if rows and (first, name) not in hand:
            out.append(f'  {name}: {rows[0]}\n' if len(rows) == 1 else
                       f'  {name}:\n' + ''.join(f'    - {r}\n' for r in rows))
    taken |= mine
    return ''.join(out)


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument('--sources', default='build/frameworks', metavar='DIR')
    p.add_argument('--untagged', action='append', default=[], metavar='REPOSITORY',
                   help='its copy lacks tags: take the commits that wrote the versions')
    p.add_argument('--only', action='append', default=[], metavar='PACKAGE', help='the others stay as they are')
    p.add_argument('out', metavar='OUT')
    o = p.parse_args()
    others, taken = {}, set()
    for package in PACKAGES:
        versions = load(package, o)
        if package == 'mmcv':  # transforms are in it since 2.0
            versions = {v: x for v, x in versions.items() if release(v) >= release('2.0.0')}
        text = text_of(package, versions, others, by_hand(o.out), taken)
        if not o.only or package in o.only:
            with open(f'{o.out}/keys_{package}.yaml', 'w', encoding='utf-8') as f:
                f.write(text)
        for version, v in versions.items() if package in BASES else []:
            others.setdefault(family_of(package, version), {})[package] = v
        print(f'{package}: {len(versions)} versions', file=sys.stderr)


if __name__ == '__main__':
    main()
