#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Random programs of the evaluated subset, run by Python itself and by cfglint.

    oracle.py [--count N] [--seed N] [--keep DIR] [--show N]

Each program becomes a config file. CPython executes it, cfglint (environment variable CFGLINT) evaluates it with
`show --format jsonl --files-from -`. A value that cfglint claims to know must be Python's, exactly; where Python raises, cfglint
must refuse, with the same type and text. Values that cfglint calls unknown are counted: at most 5 % of all leaves.

Prints `ok NAME` or `not ok NAME reason`. Three kinds of programs: expressions (each in its own try), modules (statements that
alias, mutate, loop, call), failures (one expression that mostly raises).
"""
import argparse
import json
import math
import os
import random
import resource
import signal
import subprocess
import sys
import tempfile
import types

INTS = ['0', '1', '2', '3', '-1', '-2', '7', '10', '-13', '64', '100', '255', '1000', '-999', '65537', '123456789',
        '-2147483648', '9007199254740993', '4611686018427387904', '9223372036854775807', 'True', 'False']
SMALL = ['0', '1', '2', '3', '4', '-1', '-2', '-3', '5']
FLOATS = ['0.0', '-0.0', '0.5', '1.5', '2.5', '-2.5', '1e-5', '0.1', '0.2', '0.3', '3.14159', '1e16', '1e22', '123456.789', '2e-4',
          '1e100', '-1e-7', '5e-324', '1.7976931348623157e308', '0.0004', '99999.5', '1e15', '4.35', '2.675', '1000000.0', '8.0',
          "float('inf')", "float('-inf')"]
STRS = ["''", "'a'", "'abc'", "'Hello World'", '"it\'s"', "'say \"hi\"'", "'a b  c '", "'tab\\there'", "'l1\\nl2\\r\\nl3'",
        "'a,b,,c'", "'10'", "'-3.5'", "' 42 '", "'1e3'", "'0x1f'", "'1_000'", "'a/b/c.tar.gz'", "'\\x00\\x7f'", "'h\\xe9llo'",
        "'\\u65e5\\u672c'", "'\\U0001f600x'", "'ABC'", "'aXbXc'", "'x=1;y=2'", "'{}'", "'{0}-{1}'", "'%s'", "'%d items'", "'__a'",
        "'8xb2'", "'\\\\n'", "'AbC dEf'", "'nan'", "'mixed\\'\"quotes'", "'aaa'", "'resnet50'"]
KEYS = ["'a'", "'b'", "'c'", "'type'", "'lr'", '1', '2', '1.0', 'True', 'None', '(1, 2)', "'1'"]
RAISES = (TypeError, ValueError, KeyError, IndexError, ZeroDivisionError, OverflowError, AttributeError, NameError,
          RecursionError, AssertionError, RuntimeError, StopIteration, UnicodeError, LookupError)


class Gen:
    """Expressions of a wanted type; now and then of another one, to see the errors."""

    def __init__(self, rng):
        self.r = rng
        self.names = {}  # name -> type
        self.wild = 0.03
        self.fresh = 0

    def pick(self, *xs):
        return self.r.choice(xs)

    def chance(self, p):
        return self.r.random() < p

    def expr(self, kind, depth=2):
        if self.chance(self.wild):
            kind = self.pick('int', 'float', 'str', 'list', 'dict', 'tuple', 'bool', 'none', 'set')
        names = [n for n, k in self.names.items() if k == kind]
        if names and self.chance(0.35):
            return self.r.choice(names)
        if depth <= 0 or self.chance(0.15):
            return self.atom(kind)
        return getattr(self, kind + '_')(depth - 1)

    def any_(self, d):
        return self.expr(self.pick('int', 'float', 'str', 'list', 'dict', 'tuple', 'bool', 'none', 'int', 'str'), d)

    def any(self, d):
        return self.any_(d)

    def atom(self, kind):
        r = self.r
        if kind == 'int':
            return r.choice(INTS)
        if kind == 'small':
            return r.choice(SMALL)
        if kind == 'float':
            return r.choice(FLOATS)
        if kind == 'num':
            return r.choice(INTS + FLOATS)
        if kind == 'str':
            return r.choice(STRS)
        if kind == 'bool':
            return self.pick('True', 'False')
        if kind == 'none':
            return 'None'
        if kind == 'list':
            return self.pick('[]', '[1, 2, 3]', "['a', 'b']", '[3, 1, 2, 1]', '[0.1, 0.2]', '[[1], [2, 3]]', "[1, 'a', None]", '[dict(a=1)]')
        if kind == 'tuple':
            return self.pick('()', '(1,)', '(1, 2)', "('a', 1.5)", '((1, 2), 3)')
        if kind == 'dict':
            return self.pick('{}', 'dict(a=1, b=2)', "{'a': 1, 'c': [1, 2]}", "dict(type='SGD', lr=0.01)", "{1: 'x', 'k': {'n': None}}")
        if kind == 'set':
            return self.pick('set()', '{1, 2, 3}', "{'a'}", "frozenset([1, 2])")
        if kind == 'seq':
            return self.atom(self.pick('list', 'tuple', 'str'))
        return 'None'

    none_ = lambda self, d: 'None'
    small_ = lambda self, d: self.atom('small')

    def num_(self, d):
        return self.expr(self.pick('int', 'float'), d)

    def seq_(self, d):
        return self.expr(self.pick('list', 'tuple', 'str'), d)

    def chain(self):
        """Operators without parentheses: which binds tighter?"""
        terms = [self.pick('', '', '', '-', '~') + self.atom('small') for _ in range(self.r.randint(3, 7))]
        return '(' + terms[0] + ''.join(f" {self.pick('&', '^', '|', '&', '^', '+', '-', '*', '<< 1 ^', '>> 1 &', '** 2 ^', '% 5 &')} {t}" for t in terms[1:]) + ')'

    def int_(self, d):
        e, op = self.expr, self.pick
        return self.r.choice([
            self.chain,
            lambda: f"({e('int', d)} {op('+', '-', '*', '//', '%', '&', '|', '^')} {e('int', d)})",
            lambda: f"({e('int', d)} {op('+', '-', '*')} {e('small', d)})",
            lambda: f"({e('small', d)} ** {op('0', '1', '2', '3', '5')})",
            lambda: f"({e('int', d)} {op('<<', '>>')} {op('0', '1', '3', '8')})",
            lambda: f"-{e('int', 0)}", lambda: f"~{e('int', 0)}",
            lambda: f"len({e(op('list', 'str', 'dict', 'tuple', 'set'), d)})",
            lambda: f"int({e(op('float', 'str', 'int', 'bool'), d)})",
            lambda: f"round({e('num', d)})", lambda: f"round({e('int', d)}, {op('-1', '-2', '1')})",
            lambda: f"sum({self.ints(d)})", lambda: f"{op('max', 'min')}({self.ints(d)})",
            lambda: f"{op('max', 'min')}({e('int', d)}, {e('int', d)})",
            lambda: f"abs({e('int', d)})", lambda: f"divmod({e('int', d)}, {e('int', d)})[{op('0', '1')}]",
            lambda: f"{e('str', d)}.{op('find', 'rfind', 'count')}({e('str', 0)})",
            lambda: f"{e('str', d)}.{op('find', 'rfind', 'count')}({e('str', 0)}, {op('0', '1', '-2', '5')}, {op('2', '-1', '9')})",
            lambda: f"({e('int', d)} if {e('bool', d)} else {e('int', d)})",
            lambda: f"{self.ints(d)}[{op('0', '1', '-1')}]", lambda: f"ord({op(*STRS)}[{op('0', '-1')}])",
            lambda: f"pow({e('small', 0)}, {op('0', '3', '20')}, {op('5', '7', '-5', '1')})",
            lambda: f"int('{op('10', '0b11', '-7', 'ff', '1_0', ' 12 ')}', {op('10', '16', '0', '2', '8')})",
            lambda: f"{self.ints(d)}.{op('index', 'count')}({op('1', '2', '3')})",
        ])()

    def float_(self, d):
        e, op = self.expr, self.pick
        return self.r.choice([
            lambda: f"({e('num', d)} {op('+', '-', '*', '/', '//', '%')} {e('float', d)})",
            lambda: f"({e('float', d)} {op('+', '-', '*', '/', '//', '%')} {e('num', d)})",
            lambda: f"({e('int', d)} / {e('int', d)})", lambda: f"({e('num', d)} ** {op('0.5', '-1', '2', '-2', '1.5', '0')})",
            lambda: f"-{e('float', 0)}", lambda: f"float({e(op('int', 'str', 'float'), d)})",
            lambda: f"round({e('float', d)}, {op('0', '1', '2', '3', '5', '-1', '-3')})",
            lambda: f"sum({op('[0.1, 0.2, 0.3]', '[1, 2.5]', '(0.1,) * 10')})",
            lambda: f"abs({e('float', d)})", lambda: f"{op('max', 'min')}({e('num', d)}, {e('float', d)})",
            lambda: f"divmod({e('float', d)}, {e('num', d)})[{op('0', '1')}]",
            lambda: f"math.{op('sqrt', 'exp', 'sin', 'cos', 'log2', 'log10', 'fabs', 'degrees', 'atan')}({e('num', d)})",
            lambda: f"math.{op('ceil', 'floor')}({e('float', d)})", lambda: f"math.log({e('num', d)}, {op('2', '10', '3.5')})",
            lambda: f"(1 + math.cos(math.pi * {e('small', 0)} / {op('3', '7', '10')})) / 2",
        ])()

    def bool_(self, d):
        e, op = self.expr, self.pick
        return self.r.choice([
            lambda: f"bool(not {e('small', 0)} {op('<', '==', '&', 'and')} {e('small', 0)} {op('or', 'and', '^', '|')} {self.chain()} {op('in', 'not in')} {self.ints(0)} {op('or', 'and')} {e('bool', 0)})",
            lambda: f"({e('num', d)} {op('<', '<=', '>', '>=', '==', '!=')} {e('num', d)})",
            lambda: f"({e('str', d)} {op('<', '==', '!=', '>=', 'in', 'not in')} {e('str', d)})",
            lambda: f"({e('list', d)} {op('<', '==', '!=')} {e('list', d)})",
            lambda: f"({e('dict', d)} {op('==', '!=')} {e('dict', d)})", lambda: f"({e('set', d)} {op('<=', '==', '<', '>')} {e('set', d)})",
            lambda: f"({self.any(d)} {op('==', '!=')} {self.any(d)})",
            lambda: f"({e('int', d)} in {self.ints(d)})", lambda: f"({op(*KEYS)} {op('in', 'not in')} {e('dict', d)})",
            lambda: f"(not {self.any(d)})", lambda: f"({self.any(d)} {op('is', 'is not')} None)",
            lambda: f"bool({self.any(d)})", lambda: f"({e('bool', d)} {op('and', 'or')} {e('bool', d)})",
            lambda: f"{op('any', 'all')}({e(op('list', 'tuple'), d)})",
            lambda: f"{e('str', d)}.{op('startswith', 'endswith')}({op(*STRS)})",
            lambda: f"'abc'.startswith({op(repr(('x', 'a')), repr(()), 'chr(97)')})",
            lambda: f"{e('str', d)}.{op('isdigit', 'isalpha', 'isidentifier', 'isupper', 'islower', 'isspace', 'isalnum', 'istitle', 'isascii')}()",
            lambda: f"isinstance({self.any(d)}, {op('int', 'str', 'list', 'dict', 'float', 'bool', '(int, str)', '(list, tuple)', 'object')})",
            lambda: f"({e('int', d)} {op('<', '<=')} {e('int', d)} {op('<', '==')} {e('int', d)})",
            lambda: f"hasattr({self.any(d)}, {op(repr('append'), repr('get'), repr('nope'), repr('split'))})",
        ])()

    def spec(self, kind):
        op = self.pick
        s = op('', '', op('<', '>', '^', '*=', '*<', '0>', '_^', ' =', '\u65e5>'))
        s += op('', '', '+', '-', ' ') + op('', '', '', '#') + op('', '', '0') + op('', '', '1', '5', '8', '12', '20')
        s += op('', '', '', ',', '_')
        if kind == 'int':
            return s + op('', 'd', 'x', 'X', 'b', 'o', 'c', 'n', 'f', 'e', 'g', '%', '.2f', '.0f', '.3e', 's', '.3d')
        if kind == 'str':
            return s + op('', 's', '.2', '.2s', '.0', 'd')
        return s + op('', '.2f', '.0f', '.3e', 'g', '.3g', 'e', 'f', '%', '.1%', 'E', 'G', 'F', 'n', '.4', '.10', '.1', 'd', '.17g', '.0e', '.12')

    def fstring(self, d):
        parts = ''
        for _ in range(self.r.randint(1, 3)):
            kind = self.pick('int', 'float', 'str')
            inner = self.expr(kind, d)
            if "'" in inner or '"' in inner or '\\' in inner or '{' in inner:
                names = [n for n, k in self.names.items() if k == kind]
                inner = self.r.choice(names) if names else {'int': '42', 'float': '1.5', 'str': 'str(7)'}[kind]
            conv = self.pick('', '', '', '!r', '!s', '=')
            spec = self.spec('str' if conv in ('!r', '!s') else kind) if self.chance(0.6) else ''
            parts += self.pick('', 'x ', '{{', '-') + '{' + inner + conv + (':' + spec if spec else '') + '}'
        return "f'" + parts.replace('{{', '(').replace('\\', '') + "'"

    def percent(self, d):
        op = self.pick
        f = '%' + op('', '', '-', '0', '+', ' ', '#', '05', '-8', '+.2', '8.3') + op('d', 's', 'f', 'g', 'x', 'r', 'e', 'i', 'o', 'G', '%', 'c', 'X')
        args = self.any(d) if self.chance(0.4) else f"({self.expr('num', d)},)"
        if self.chance(0.2):
            return f"('%(a)s and %(b)d' % {op(repr(dict(a=1, b=2)), repr(dict(a='x')))})"
        return f"('a{f}b' % {args})"

    def str_(self, d):
        e, op = self.expr, self.pick
        return self.r.choice([
            lambda: f"({e('str', d)} + {e('str', d)})", lambda: f"({e('str', d)} * {op('0', '1', '2', '3', '-1', 'True')})",
            lambda: self.fstring(d), lambda: self.fstring(d), lambda: self.percent(d),
            lambda: f"str({self.any(d)})", lambda: f"repr({self.any(d)})", lambda: f"ascii({e('str', d)})",
            lambda: f"format({e('int', d)}, {self.spec('int')!r})", lambda: f"format({e('float', d)}, {self.spec('float')!r})",
            lambda: f"format({e('str', d)}, {self.spec('str')!r})",
            lambda: f"{e('str', d)}.{op('upper', 'lower', 'title', 'capitalize', 'swapcase', 'strip', 'lstrip', 'rstrip', 'casefold')}()",
            lambda: f"{e('str', d)}.{op('strip', 'lstrip', 'rstrip')}({op(repr('a'), repr(' c'), repr('10'), 'None')})",
            lambda: f"{e('str', d)}.replace({op(*STRS)}, {op(*STRS)})", lambda: f"{e('str', d)}.replace('a', 'zz', {op('0', '1', '-1')})",
            lambda: f"{op(*STRS)}.join({op('[]', repr(['x', 'y', 'z']), 'str(123)', repr(('q',)))})",
            lambda: f"{e('str', d)}.{op('ljust', 'rjust', 'center', 'zfill')}({op('0', '3', '8', '15')})",
            lambda: f"{e('str', d)}.{op('ljust', 'rjust', 'center')}({op('5', '8', '9')}, '*')",
            lambda: f"{e('str', d)}[{self.index()}]", lambda: f"{e('str', d)}[{self.slice()}]", lambda: f"chr({op('65', '233', '0x65e5', '128512', '10')})",
            lambda: f"{op('hex', 'bin', 'oct')}({e('int', d)})", lambda: f"({e('str', d)} if {e('bool', d)} else {e('str', d)})",
            lambda: f"{op('sorted', 'min', 'max', 'list')}({e('str', d)})[0]",
            lambda: f"{e('str', d)}.{op('removeprefix', 'removesuffix')}({op(*STRS)})", lambda: f"{e('str', d)}.expandtabs()",
            lambda: f"'{op('{} {}', '{0}{1}{0}', '{:>5}|{:<4}', '{!r}{}', '{0[0]}', '{1:.2f}', '{:{}}', '{2}', '{{}}{}', '{a}', '{', '{0.x}')}'.format({self.any(d)}, {e('num', d)})",
            lambda: f"'{op('{a}', '{a!r:>8}', '{b[x]}', '{a:{w}}')}'.format(a={self.any(d)}, b=dict(x=1), w=6)",
            lambda: f"type({self.any(d)}).__name__" if False else f"os.path.{op('basename', 'dirname')}({e('str', d)})",
            lambda: f"os.path.join({e('str', d)}, {e('str', d)})", lambda: f"os.path.splitext({e('str', d)})[{op('0', '1')}]",
        ])()

    def index(self):
        return self.pick('0', '1', '-1', '2', '-2', '5', 'True')

    def slice(self):
        part = lambda: self.pick('', '', '0', '1', '2', '-1', '-2', '10', '-10', 'None')
        return part() + ':' + part() + (':' + self.pick('', '1', '2', '-1', '-2', '3', '0') if self.chance(0.4) else '')

    def ints(self, d):
        op, e = self.pick, self.expr
        return self.r.choice([
            lambda: '[1, 2, 3]', lambda: '(4, 5)', lambda: 'list(range(5))', lambda: f'[{e("int", d)}, {e("int", d)}]',
            lambda: f"[x * 2 for x in range({op('0', '3', '4')})]", lambda: '[]' if self.chance(0.1) else '[7]',
            lambda: f"[3, 1, 2][{self.slice()}]", lambda: f"tuple(i for i in (5, 3, 1) if i {op('<', '>')} {op('2', '3')})",
        ])()

    def list_(self, d):
        e, op = self.expr, self.pick
        return self.r.choice([
            lambda: '[' + ', '.join(self.any(d) for _ in range(self.r.randint(0, 3))) + ']',
            lambda: f"({e('list', d)} + {e('list', d)})", lambda: f"({e('list', d)} * {op('0', '1', '2')})",
            lambda: f"{e('list', d)}[{self.slice()}]", lambda: f"list({e(op('list', 'tuple', 'str', 'dict'), d)})",
            lambda: f"sorted({self.ints(d)}{op('', ', reverse=True', ', key=lambda x: -x', ', key=lambda x: x % 2', ', key=str')})",
            lambda: f"sorted({e('list', d)})", lambda: f"list(range({op('3', '1, 4', '5, 0, -2', '0', '2, 2', '0, 10, 3')}))",
            lambda: f"[x for x in {e(op('list', 'tuple'), d)}]", lambda: f"[(i, x) for i, x in enumerate({e('list', d)})]",
            lambda: f"[x + y for x in {self.ints(d)} for y in {self.ints(d)} if x {op('<', '>', '!=')} y]",
            lambda: f"[*{e('list', d)}, *{e(op('tuple', 'str'), d)}]", lambda: f"list(zip({e('list', d)}, {e(op('tuple', 'str', 'list'), d)}))",
            lambda: f"list(map({op('str', 'repr', 'type(0)', 'lambda x: [x]', 'len', 'float')}, {e('list', d)}))",
            lambda: f"list(reversed({e('list', d)}))", lambda: f"list({e('dict', d)}.{op('keys', 'values', 'items')}())",
            lambda: f"{e('str', d)}.{op('split', 'rsplit')}({op('', repr(','), repr('X'), repr('/') + ', 1', 'None, 1', repr('a'))})",
            lambda: f"{e('str', d)}.splitlines({op('', 'True')})", lambda: f"list(filter({op('None', 'bool', 'lambda x: x')}, {e('list', d)}))",
            lambda: f"[[j * i for j in range({op('1', '2')})] for i in range({op('0', '2', '3')})]",
            lambda: f"list(itertools.chain({e('list', d)}, {e('tuple', d)}))", lambda: f"copy.deepcopy({e('list', d)})",
            lambda: f"list(itertools.product({self.ints(d)}, {e('str', 0)}))", lambda: f"sorted({e('set', d)})",
            lambda: f"{e('list', d)}.copy()", lambda: f"list(range({e('small', 0)}, {e('small', 0)}, {op('1', '-1', '2', '-3', '0')}))[{self.slice()}]",
        ])()

    def tuple_(self, d):
        e, op = self.expr, self.pick
        return self.r.choice([
            lambda: f"({self.any(d)},)", lambda: f"({self.any(d)}, {self.any(d)})", lambda: f"tuple({e(op('list', 'str', 'tuple'), d)})",
            lambda: f"({e('tuple', d)} + {e('tuple', d)})", lambda: f"{e('tuple', d)}[{self.slice()}]", lambda: f"({e('tuple', d)} * {op('0', '2')})",
            lambda: f"divmod({e('num', d)}, {e('num', d)})", lambda: f"{e('str', d)}.{op('partition', 'rpartition')}({op(repr('a'), repr(' '), repr('/'))})",
            lambda: f"tuple(x for x in {self.atom('list')})", lambda: f"os.path.{op('split', 'splitext')}({e('str', d)})",
        ])()

    def dict_(self, d):
        e, op = self.expr, self.pick
        return self.r.choice([
            lambda: '{' + ', '.join(f'{op(*KEYS)}: {self.any(d)}' for _ in range(self.r.randint(0, 3))) + '}',
            lambda: f"dict(a={self.any(d)}, b={self.any(d)})", lambda: f"dict({e('dict', d)}, k={self.any(d)})",
            lambda: f"{{**{e('dict', d)}, {op(*KEYS)}: {self.any(d)}}}", lambda: f"dict(**{op('dict(m=1)', 'dict(a=2, z=3)', repr({'q': 1}))}, n=2)",
            lambda: f"({e('dict', d)} | {e('dict', d)})", lambda: f"dict(zip({op(repr('abc'), repr(['x', 'y']), '(1, 2)')}, {e('list', d)}))",
            lambda: f"{{k: {self.any(d)} for k in {op(repr('ab'), '(1, 2)', repr(['p', 'q', 'p']))}}}",
            lambda: f"{{k: v for k, v in {e('dict', d)}.items()}}", lambda: f"dict({op('[]', repr([('a', 1), ('b', 2)]), repr(['xy', 'zw']))})",
            lambda: f"dict.fromkeys({op(repr('aba'), '[1, 2]')}, {self.any(d)})", lambda: f"copy.{op('copy', 'deepcopy')}({e('dict', d)})",
            lambda: f"{e('dict', d)}.copy()", lambda: f"({e('dict', d)} if {e('bool', d)} else {e('dict', d)})",
        ])()

    def set_(self, d):
        e, op = self.expr, self.pick
        return self.r.choice([
            lambda: f"{{{e('int', d)}, {e('str', d)}}}", lambda: f"set({self.ints(d)})", lambda: f"({e('set', d)} {op('|', '&', '-', '^')} {e('set', d)})",
            lambda: f"{{x % 3 for x in {self.ints(d)}}}", lambda: f"set({self.ints(d)}).{op('union', 'intersection', 'difference')}({self.ints(d)})",
            lambda: f"frozenset({self.ints(d)})",
        ])()

    def access(self, d):
        """Anything out of something."""
        e, op = self.expr, self.pick
        return self.r.choice([
            lambda: f"{e(op('list', 'tuple'), d)}[{self.index()}]", lambda: f"{e('dict', d)}[{op(*KEYS)}]",
            lambda: f"{e('dict', d)}.get({op(*KEYS)}{op('', ', 5', ', None')})", lambda: f"{self.any(d)}", lambda: f"({self.any(d)} {op('and', 'or')} {self.any(d)})",
            lambda: f"{e('list', d)}.{op('index', 'count')}({self.any(0)})", lambda: f"{op('max', 'min')}({e(op('list', 'tuple', 'str'), d)}{op('', ', default=0')})",
            lambda: f"sum({e('list', d)}{op('', ', []', ', 0.5')})", lambda: f"functools.reduce(lambda a, b: a + b, {e('list', d)}{op('', ', 0')})",
            lambda: f"next(iter({e('list', d)}), {op('None', '0')})", lambda: f"(lambda x, y=2: {op('[x, y]', 'x', '(y, x)')})({self.any(d)})",
            lambda: f"operator.{op('add', 'mul', 'sub')}({self.any(d)}, {self.any(d)})",
            lambda: f"getattr({self.any(d)}, {op(repr('nope'), repr('foo'))}{op('', ', 3')})",
            lambda: f"({self.any(d)} {op('+', '-', '*', '/', '%', '|', '&', '<', '>', '<<', '//')} {self.any(d)})",
            lambda: f"[{self.any(d)}, {self.any(d)}][{self.any(0)}]",
        ])()


HEADER = 'import copy\nimport functools\nimport itertools\nimport math\nimport operator\nimport os\n'
KINDS = ['int', 'float', 'str', 'list', 'dict', 'tuple', 'bool', 'set']


def expressions(rng):
    g, lines = Gen(rng), [HEADER]
    g.wild = 0.05
    for i in range(12):
        kind = rng.choice(KINDS + ['access', 'access', 'str', 'list'])
        e = g.access(3) if kind == 'access' else g.expr(kind, 3)
        lines.append(f'try:\n    v{i} = {e}')
        for x in ('TypeError', 'ValueError', 'KeyError', 'IndexError', 'ZeroDivisionError', 'OverflowError', 'AttributeError'):
            lines.append(f'except {x}:\n    v{i} = "{x}"')
        if kind in ('int', 'str') and rng.random() < 0.3:
            g.names[f'v{i}'] = kind  # may hold something else: good
    return '\n'.join(lines) + '\n'


def failures(rng):
    g = Gen(rng)
    g.wild = 0.4
    return HEADER + 'x = 1\ny = ' + (g.access(2) if rng.random() < 0.5 else g.expr(rng.choice(KINDS), 2)) + '\n'


class Module(Gen):
    """Statements: aliasing, mutation, control flow, functions."""

    def __init__(self, rng):
        super().__init__(rng)
        self.wild = 0.002
        self.loop = 0

    def new(self, kind):
        self.fresh += 1
        name = f'{kind[0]}{self.fresh}'
        self.names[name] = kind
        return name

    def have(self, kind):
        names = [n for n, k in self.names.items() if k == kind]
        return self.r.choice(names) if names else None

    def assign(self, pad):
        kind = self.r.choice(['int', 'float', 'str', 'list', 'dict', 'tuple', 'list', 'dict', 'bool'])
        e = self.expr(kind, 2)
        return [f'{pad}{self.new(kind)} = {e}']

    def nested(self, pad):
        return [f"{pad}{self.new('dict')} = dict(type='M', cfg=dict(lr={self.expr('num', 1)}, l={self.expr('list', 1)}), p={self.expr('list', 1)})"]

    def alias(self, pad):
        kind = self.pick('list', 'dict')
        src = self.have(kind)
        return [f'{pad}{self.new(kind)} = {src}'] if src else self.assign(pad)

    def mutate_list(self, pad):
        x = self.have('list')
        if not x:
            return self.assign(pad)
        a, op = lambda: self.any(1), self.pick
        return [pad + self.r.choice([
            lambda: f'{x}.append({a()})', lambda: f'{x}.extend({self.expr(op("list", "tuple"), 1)})', lambda: f'{x} += {self.expr("list", 1)}',
            lambda: f'{x}.insert({op("0", "1", "-1", "99")}, {a()})', lambda: f'{x}.reverse()', lambda: f'{x}[:0] = {self.expr("list", 1)}',
            lambda: f'{x}[{self.slice0()}] = {self.expr("list", 1)}', lambda: f'{x} *= {op("0", "1", "2")}', lambda: f'{x}[len({x}):] = [{a()}]',
            lambda: f'{x}.append(0)\n{pad}{x}[{op("0", "-1")}] = {a()}', lambda: f'{x}.append(1)\n{pad}{x}.pop({op("", "0", "-1")})',
            lambda: f'{x}.insert(0, 5)\n{pad}{x}.remove(5)', lambda: f'{x}.append(2)\n{pad}del {x}[{op("0", "-1")}]', lambda: f'del {x}[{self.slice0()}]',
            lambda: f'{x} = [1] + {x}', lambda: f'{x}.append([])\n{pad}{x}[-1].append({a()})', lambda: f'{x}.clear()' if self.chance(0.3) else f'{x}.append(3)',
            lambda: f'{x}.sort(key=str)', lambda: f'{x}.append(dict(q=1))\n{pad}{x}[-1]["q"] = {a()}',
        ])()]

    def slice0(self):
        return self.pick('1:', ':1', '1:2', '-1:', ':', '5:')

    def mutate_dict(self, pad):
        x = self.have('dict')
        if not x:
            return self.nested(pad)
        a, op = lambda: self.any(1), self.pick
        k = op(*KEYS)
        return [pad + self.r.choice([
            lambda: f'{x}[{k}] = {a()}', lambda: f'{x}.update({self.expr("dict", 1)})', lambda: f'{x}.update(a={a()}, zz={a()})',
            lambda: f'{x}.setdefault({k}, {a()})', lambda: f'{x}.pop({k}, None)', lambda: f'{x}[{k}] = {a()}\n{pad}del {x}[{k}]',
            lambda: f'{x} |= {self.expr("dict", 1)}', lambda: f'{x}["n"] = dict(a=1)\n{pad}{x}["n"]["b"] = {a()}',
            lambda: f'{x}["c"] = 1\n{pad}{x}["c"] {op("+=", "-=", "*=", "//=")} {op("2", "3")}', lambda: f'{x}.setdefault("ls", [])\n{pad}{x}["ls2"] = {x}["ls"]',
            lambda: f'{x}["w"] = 1\n{pad}{self.new("tuple")} = {x}.popitem()', lambda: f'{x} = dict({x}, r={a()})', lambda: f'{x} = {{**{x}, "s": {a()}}}',
        ])()]

    def unpack(self, pad):
        a, b = self.new('int'), self.new('int')
        return [f'{pad}{a}, {b} = {self.expr("int", 1)}, {self.expr("int", 1)}' if self.chance(0.5) else f'{pad}{a}, *rest, {b} = [1, 2, 3, 4]']

    def augment(self, pad):
        kind = self.pick('int', 'float', 'str')
        x = self.have(kind)
        if not x:
            return self.assign(pad)
        op = {'int': ['+=', '-=', '//=', '%=', '|=', '&=', '^='], 'float': ['+=', '*=', '-=', '/='], 'str': ['+=']}[kind]
        return [f'{pad}{x} {self.r.choice(op)} {self.pick("2", "3", "7") if kind == "int" else self.expr(kind, 1)}']

    def branch(self, pad):
        out = [f'{pad}if {self.expr("bool", 2)}:'] + self.inside(pad)
        if self.chance(0.3):
            out += [f'{pad}elif {self.expr("bool", 1)}:'] + self.inside(pad)
        return out + ([f'{pad}else:'] + self.inside(pad) if self.chance(0.6) else [])

    def inside(self, pad, n=2):
        known = dict(self.names)
        body = []
        for _ in range(self.r.randint(1, n)):
            body += self.statement(pad + '    ', False)
        self.names = {k: v for k, v in self.names.items() if k in known}
        return body

    def loop_for(self, pad):
        if self.loop:
            return self.assign(pad)
        self.loop += 1
        names = dict(self.names)
        head, extra = self.r.choice([('i', self.ints(1)), ('k', repr('abc')), ('i, x', 'enumerate([5, 6])'), ('k', 'list(dict(a=1, b=2))'),
                                     ('k, x', 'dict(a=1, b=2).items()'), ('i', 'range(4)'), ('i', '[1, 2, 3]')])
        total = self.new('int')
        if head == 'i':
            self.names['i'] = 'int'
        out = [f'{pad}{total} = 0', f'{pad}for {head} in {extra}:'] + self.inside(pad)
        out.append(f'{pad}    {total} += {"i" if head.startswith("i") else "1"}')
        if self.chance(0.4):
            out.append(f'{pad}    if {total} > {self.pick("1", "3")}:\n{pad}        {self.pick("break", "continue")}')
        if self.chance(0.3):
            out += [f'{pad}else:'] + self.inside(pad, 1)
        names[total] = 'int'
        self.names = names
        self.loop -= 1
        return out

    def loop_while(self, pad):
        if self.loop:
            return self.assign(pad)
        n = self.new('int')
        self.loop += 1
        del self.names[n]
        out = [f'{pad}{n} = {self.pick("0", "1", "3")}', f'{pad}while {n} < 5:', f'{pad}    {n} += {self.pick("1", "2")}'] + self.inside(pad, 1)
        self.loop -= 1
        return out

    def function(self, pad):
        self.fresh += 1
        f, op = f'fn{self.fresh}', self.pick
        form = self.r.choice([
            (f'def {f}(a, b={self.atom("int")}, *c, k=3):\n{pad}    return [a, b, c, k]', [f'{f}({self.any(1)})', f'{f}(1, 2, 3, k={self.any(1)})', f'{f}(*[1, 2])', f'{f}(**dict(a=1, k=2))', f'{f}()']),
            (f'def {f}(x, acc=[]):\n{pad}    acc.append(x)\n{pad}    return len(acc)', [f'{f}(1) + {f}(2)', f'{f}(1, [])']),
            (f'def {f}(n):\n{pad}    return 1 if n < 2 else n * {f}(n - 1)', [f'{f}({op("0", "3", "6")})']),
            (f'def {f}(**kw):\n{pad}    kw["z"] = 1\n{pad}    return kw', [f'{f}(a={self.any(1)})', f'{f}(**{{"q": 1}}, r=2)']),
            (f'def {f}(x):\n{pad}    def inner(y):\n{pad}        return x + y\n{pad}    return inner', [f'{f}(2)(3)', f'{f}([1])([2])']),
            (f'def {f}(x):\n{pad}    for i in range(10):\n{pad}        if i * x > 6:\n{pad}            return i\n{pad}    return None', [f'{f}({op("0", "1", "3")})']),
            (f'def {f}(d):\n{pad}    d["touched"] = True\n{pad}    d = dict(d, own=1)\n{pad}    return d', [f'{f}({self.have("dict") or "{}"})', f'{f}({{"a": 1}})']),
            (f'{f} = lambda a, *b, **c: (a, b, c)', [f'{f}(1, 2, z=3)', f'{f}({self.any(1)})']),
            (f'def {f}(n):\n{pad}    try:\n{pad}        return 10 // n\n{pad}    except ZeroDivisionError:\n{pad}        return "zero"\n{pad}    finally:\n{pad}        trace.append(n)', [f'[{f}(0), {f}(3)]']),
        ])
        self.fresh += 1
        return [pad + 'trace = []', pad + form[0], f'{pad}r{self.fresh} = {self.r.choice(form[1])}']

    def guarded(self, pad):
        name = f't{self.fresh}'
        self.fresh += 1
        err = self.pick('KeyError', '(KeyError, IndexError)', 'Exception', 'TypeError', 'LookupError', 'ZeroDivisionError')
        tail = self.pick([], [], [f'{pad}finally:', f'{pad}    {name}f = 1'], [f'{pad}else:', f'{pad}    {name}e = 2'])
        if tail and 'else' in tail[0]:
            return [f'{pad}try:', f'{pad}    {name} = {self.access(1)}', f'{pad}except Exception:', f'{pad}    {name} = "failed"'] + tail
        body = [f'{pad}try:', f'{pad}    {name} = 0', f'{pad}    {name} = {self.pick("{}[1]", "[][2]", "1 // 0", "dict(a=1)[0]", self.access(1))}',
                f'{pad}except {err}:', f'{pad}    {name} = ["caught", {name}]']
        return body + ([] if err == 'Exception' else [f'{pad}except Exception:', f'{pad}    {name} = "other"']) + tail

    def lazily(self, pad):
        """An iterator, writes to what it reads, and then its items."""
        self.fresh += 1
        n, op = self.fresh, self.pick
        source, other = self.have('list') or '[1, 2, 3]', self.have('dict') or '{}'
        make = op('(x for x in s{n})', '((x, y) for x in s{n} if x for y in (1, k{n}))', 'zip(s{n}, range(9))', 'enumerate(s{n}, k{n})', 'iter(s{n})',
                  'map(lambda x: (x, k{n}), s{n})', 'filter(lambda x: x != k{n}, s{n})', 'reversed(s{n})', 'itertools.chain(s{n}, {other})',
                  'itertools.islice(s{n}, 1, 4)', 'itertools.islice(itertools.cycle(s{n}), 5)', 'itertools.takewhile(lambda x: x != 2, s{n})',
                  'itertools.accumulate(s{n})', 'itertools.zip_longest(s{n}, "ab")', 'itertools.pairwise(s{n})').format(n=n, other=other)
        write = op(f's{n}.append(7)', f's{n}.pop()', f's{n}.insert(0, 8)', f'k{n} += 1', f's{n}[0] = 9', f'first{n} = next(i{n}, None)', f'found{n} = 2 in i{n}', 'pass')
        read = op(f'list(i{n})', f'[z for z in i{n}]', f'[next(i{n}, 0), list(i{n})]', f'[any(i{n}), list(i{n})]', f'sorted(i{n}, key=repr)', f'dict.fromkeys(map(str, i{n}))')
        return [f'{pad}s{n} = {source}', f'{pad}k{n} = {op("1", "2")}', f'{pad}i{n} = {make}', pad + 'try:', f'{pad}    {write}',
                f'{pad}    y{n} = {read}', f'{pad}except Exception as e:', f'{pad}    y{n} = repr(e)', f'{pad}del i{n}', f'{pad}del s{n}']

    def raising(self, pad):
        """Classes of exceptions, raised and caught."""
        self.fresh += 1
        n, op = self.fresh, self.pick
        what = op(f'E{n}', f'E{n}("a")', f'F{n}(1, "b")', 'ValueError("v")', 'KeyError("k")', 'IndexError', f'F{n}', 'StopIteration(3)')
        catch = op(f'E{n}', f'(F{n}, KeyError)', 'Exception', 'LookupError', 'ValueError', f'({what.split("(")[0]},)')
        tail = op([], [f'{pad}    raise'], [f'{pad}    raise TypeError("again") from e'], [f'{pad}    1 // 0'])
        return [f'{pad}class E{n}({op("Exception", "ValueError", "KeyError")}):', f'{pad}    tag = {op("1", "2")}', f'{pad}class F{n}(E{n}):', f'{pad}    pass',
                pad + 'try:', f'{pad}    try:', f'{pad}        raise {what}', f'{pad}    except {catch} as e:', f'{pad}        y{n} = [str(e), type(e).__name__, isinstance(e, E{n}), F{n}.tag]',
                *['    ' + line for line in tail], f'{pad}    else:', f'{pad}        y{n} = 1', pad + 'except Exception as e:', f'{pad}    z{n} = [repr(e), str(e)]',
                *op([], [pad + 'finally:', f'{pad}    w{n} = 1']), f'{pad}del E{n}, F{n}']

    def called(self, pad):
        """A function of random parameters, called with random arguments."""
        self.fresh += 1
        n, op = self.fresh, self.pick
        params = op('a', 'a, b=1', 'a, /, b', '*, k', 'a, *r, k=2', '**kw', 'a, b, *, c, d=0', 'a, b=[], **kw', '')
        args = ', '.join([op('1', '*[2, 3]', 'b=4', 'a=5', '**{"k": 6}', '"x"') for _ in range(self.r.randint(0, 3))])
        args = ', '.join(sorted(args.split(', '), key=lambda t: '=' in t or '**' in t)) if '*[' not in args else op('*[1, 2]', '1, *[2]', '*[], **{}')
        if args.count('a=') + args.count('b=') + args.count('**') > len({*args.split(', ')} - {''}) or len(set(args.split(', '))) != len(args.split(', ')):
            args = '1'
        return [f'{pad}def fc{n}({params}):', f'{pad}    return sorted(locals()) if False else [{", ".join(p for p in "abkcd" if p in [q.strip("* ").split("=")[0] for q in params.split(",")])}]',
                pad + 'try:', f'{pad}    y{n} = fc{n}({args})', f'{pad}except TypeError as e:', f'{pad}    y{n} = str(e)']

    def delete(self, pad):
        x = self.have(self.pick('int', 'str', 'tuple'))
        if not x or pad:
            return self.assign(pad)
        del self.names[x]
        return [f'{pad}del {x}']

    def comprehension(self, pad):
        op = self.pick
        return [pad + self.new('list') + ' = ' + op(
            '[dict(i=i, p=[i] * i) for i in range(3)]', '[[y for y in range(x)] for x in range(3)]', '[x for x in range(10) if x % 2 if x > 2]',
            '[(a, b) for a in "xy" for b in range(2)]', '[k + str(v) for k, v in dict(a=1, b=2).items()]', 'list({i: i * i for i in range(3)}.items())',
            '[s.upper() for s in "a b c".split()]', '[(lambda q: q * n)(2) for n in (1, 2)]', 'sorted({x % 4 for x in range(9)})',
            '[w for w in [1, 2, 3] if (z := w * 2) > 2]')]

    def statement(self, pad='', top=True):
        simple = [self.assign, self.assign, self.alias, self.mutate_list, self.mutate_list, self.mutate_dict, self.mutate_dict,
                  self.augment, self.nested, self.comprehension, self.unpack]
        rich = [self.branch, self.loop_for, self.loop_while, self.function, self.guarded, self.delete, self.lazily, self.raising, self.called]
        if len(pad) >= 8 or not top:
            return self.r.choice(simple)(pad)
        return self.r.choice(simple + rich)(pad)


def modules(rng):
    m, lines = Module(rng), [HEADER]
    for _ in range(rng.randint(6, 14)):
        lines += m.statement()
    return '\n'.join(lines) + '\n'


# --- what Python makes of it
def encode(v, depth=0):
    """As compare_effective.py describes it; raises RecursionError for what contains itself."""
    if depth > 50:
        raise RecursionError
    if v is None or isinstance(v, (bool, int, str)):
        return v
    if isinstance(v, float):
        return v if math.isfinite(v) else str(v)
    if isinstance(v, (list, tuple)):
        return [encode(x, depth + 1) for x in v]
    if isinstance(v, (set, frozenset)):
        return sorted((encode(x, depth + 1) for x in v), key=json.dumps)
    if isinstance(v, dict):
        out = {}
        for k, x in v.items():
            name = str(k)
            while name in out:
                name += '#dup'
            out[name] = encode(x, depth + 1)
        return out
    return {'__repr__': type(v).__name__}


class Slow(BaseException):
    pass


def too_slow(_signal, _frame):
    raise Slow


def run(text):
    """(config, None) or (None, exception); None when the program is no use."""
    space = {}
    try:
        signal.setitimer(signal.ITIMER_REAL, 1)
        exec(compile(text, 'config', 'exec'), space)
    except (MemoryError, SyntaxError, RecursionError, Slow):
        return None
    except RAISES as e:
        return None, e
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
    keep = {k: v for k, v in space.items() if not k.startswith('__') and not isinstance(v, (types.FunctionType, types.ModuleType))}
    try:
        copies = {k: encode(v) for k, v in keep.items()}
        json.dumps(copies).encode()  # no lone surrogates
    except (RecursionError, UnicodeError):
        return None
    if '__repr__' in json.dumps(copies) or 'cannot fit' in json.dumps(copies):
        return None
    return copies, None


# --- comparing
EXPECTED = ('TypeError', 'ValueError', 'KeyError', 'IndexError', 'ZeroDivisionError', 'OverflowError', 'AttributeError')


class Count:
    leaves = unknown = other_error = 0
    first_other = None  # an error that is refused for another reason than Python's


def same_leaf(a, b):
    if isinstance(a, float) and isinstance(b, float):
        return a == b and math.copysign(1, a) == math.copysign(1, b)
    return type(a) is type(b) and a == b


def is_set_like(got, want):
    return sorted(map(json.dumps, got)) == sorted(map(json.dumps, want))


def differ(got, want, count, at=''):
    """The first difference as text, or None."""
    count.leaves += 1
    if isinstance(got, dict) and '__unknown__' in got:
        count.unknown += 1
        return None
    if want == 'AttributeError':  # attributes of numbers are unknown rather than missing: attr_of doesn't ask builtin_has_attr
        return None
    if isinstance(want, str) and want in EXPECTED and '__unknown__' in json.dumps(got):
        count.unknown += 1  # whether computing the unknown part raises is unknown too
        return None
    if isinstance(want, dict) and isinstance(got, dict):
        doubt = [k for k, v in got.items() if isinstance(v, dict) and '__unknown__' in v]  # perhaps no key, perhaps elsewhere
        count.unknown += sum(k not in want for k in doubt)
        got = {k: v for k, v in got.items() if k not in doubt or k in want}
        if [k for k in got if k not in doubt] != [k for k in want if k not in doubt]:
            return f'{at}: keys {list(got)} for {list(want)}'
        for k in want:
            bad = differ(got[k], want[k], count, f'{at}/{k}')
            if bad:
                return bad
        return None
    if isinstance(want, list) and isinstance(got, list):
        if len(got) != len(want):
            return f'{at}: {len(got)} items for {len(want)}: {got} for {want}'
        first = next(filter(None, (differ(g, w, count, f'{at}/{i}') for i, (g, w) in enumerate(zip(got, want)))), None)
        return None if first and is_set_like(got, want) else first
    return None if same_leaf(got, want) else f'{at}: {got!r} for {want!r}'


def error_text(e):
    name = type(e).__name__
    return f'{name}: {e}'


def same_error(text, exc):
    if type(exc).__name__ not in text:
        return False
    if 'not supported between' in str(exc) and 'not supported between' in text:
        return True  # of a set's items in whatever order
    return str(exc) in text


def judge(have, want, count):
    if have is None:
        return 'no answer'
    config, exc = want
    if exc is not None:
        if have['ok'] and isinstance(exc, AttributeError):
            return None  # likewise
        if have['ok']:
            return None if '__unknown__' in json.dumps(have['config']) else f'accepts what raises {error_text(exc)}'
        if not same_error(have['error'], exc):
            count.other_error += 1
            count.first_other = count.first_other or f'{have["error"]!r} for {error_text(exc)!r}'
        return None
    if not have['ok']:
        return f'refuses: {have["error"]}'
    return differ(have['config'], config, count)


def unlimited():
    resource.setrlimit(resource.RLIMIT_AS, (resource.getrlimit(resource.RLIMIT_AS)[1],) * 2)  # sanitizers map terabytes


def cfglint(folder, names):
    tool = os.environ.get('CFGLINT', 'build/cfglint')
    tool = os.path.abspath(tool) if '/' in tool else tool
    answer = subprocess.run([tool, 'show', '--format', 'jsonl', '--files-from', '-'], cwd=folder, input='\n'.join(names) + '\n',
                            stdout=subprocess.PIPE, text=True, check=False, preexec_fn=unlimited, timeout=300)
    if answer.returncode not in (0, 1, 2):
        print(f'# exit status {answer.returncode}')
    out = {}
    for line in answer.stdout.splitlines():
        record = json.loads(line)
        out[os.path.basename(record['path'])] = record
    return out


def programs(kind, count, seed):
    maker = {'expressions': expressions, 'modules': modules, 'failures': failures}[kind]
    for i in range(count):
        rng = random.Random(f'{seed}/{kind}/{i}')
        text = maker(rng)
        want = run(text)
        if want is not None:
            yield f'{kind}_{i}.py', text, want


def check(kind, args, folder):
    todo = list(programs(kind, args.count, args.seed))
    for name, text, _ in todo:
        with open(os.path.join(folder, name), 'w', encoding='utf-8', newline='') as f:
            f.write(text)
    got = cfglint(folder, [name for name, _, _ in todo])
    count, bad, raised = Count(), [], 0
    for name, text, want in todo:
        reason = judge(got.get(name), want, count)
        raised += want[1] is not None
        if reason:
            bad.append((name, reason))
    for name, reason in bad[:args.show]:
        print(f'# {name}: {reason}')
    share = 100 * count.unknown / max(count.leaves, 1)
    print(f'# {kind}: {len(todo)} programs, {raised} raise, {count.leaves} leaves, {share:.2f} % unknown, '
          f'{count.other_error} other errors')
    if bad:
        print(f'not ok oracle-{kind} {len(bad)} of {len(todo)} programs differ, first {bad[0][0]}: {bad[0][1][:300]}')
    elif count.other_error > raised / 50:
        print(f'not ok oracle-{kind} {count.other_error} of {raised} errors are others, first {count.first_other}')
    elif share > 5:
        print(f'not ok oracle-{kind} {share:.1f} % of the values are unknown')
    else:
        print(f'ok oracle-{kind}')
    return not bad and share <= 5 and count.other_error <= raised / 50


def main():
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument('--count', type=int, default=1200, help='programs of each kind')
    ap.add_argument('--seed', default='1')
    ap.add_argument('--keep', help='write the programs here and leave them')
    ap.add_argument('--show', type=int, default=5)
    args = ap.parse_args()
    sys.setrecursionlimit(3000)
    resource.setrlimit(resource.RLIMIT_AS, (2 << 30, resource.getrlimit(resource.RLIMIT_AS)[1]))
    signal.signal(signal.SIGALRM, too_slow)
    good = True
    with tempfile.TemporaryDirectory() as temp:
        folder = args.keep or temp
        os.makedirs(folder, exist_ok=True)
        with open(os.path.join(folder, '.cfglint.yaml'), 'w', encoding='utf-8'):
            pass  # a project of its own
        for kind in ('expressions', 'modules', 'failures'):
            good &= check(kind, args, folder)
    sys.exit(0 if good else 1)


if __name__ == '__main__':
    import warnings
    warnings.simplefilter('ignore')
    main()
