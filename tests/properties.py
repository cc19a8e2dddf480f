#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What every rewrite must hold, on configs of many manners and on whole repositories.

    properties.py promises [--count N] [--seed N] [--keep DIR]

`told`, part of `promises`: several configs inherit from one base, and some can't take the fix. What is told, as text and as JSON, is what
changed on disk and in the effective configs, both ways.

    properties.py tree [--seed N] [--mistakes N] [--keep DIR] DIR...

`promises`: random configs (dict calls, literals, variables, `**x`, bases, lazy imports, comprehensions, statements that change what
is there; CRLF, tabs, comments, no final newline), each with one random promise (set, remove, rename, move, add) made by a rule of its
own. CPython loads the configs before and after, with the merge of mmcv 1.x written down below: they differ in what was promised and in
variables that carried it. A refusal is told with its reason.

`tree`: the shipped rules and all their fixes on copies of whole folders with injected mistakes. Files that were not edited keep their
effective configs, edited ones parse and load.

Both: a second run finds nothing to do, `--diff` applied by git gives the same bytes, and neither threads nor the order of files
matter; line ends, modes and links stay. Prints `ok NAME` or `not ok NAME reason`; the program is that in the environment's CFGLINT.
"""
import argparse
import ast
import collections
import copy
import difflib
import json
import os
import random
import re
import shutil
import stat
import subprocess
import sys
import tempfile

CFGLINT = os.environ['CFGLINT']
FAILED = []


def report(name, problems):
    if problems:
        FAILED.append(name)
        print(f'not ok {name} {problems[0]}')
        for text in problems[1:12]:
            print('   ', text)
        if len(problems) > 12:
            print(f'    and {len(problems) - 12} more')
    else:
        print(f'ok {name}')


def run(cwd, *args, stdin=None):
    done = subprocess.run([CFGLINT, *args], cwd=cwd, capture_output=True, input=stdin)
    if done.returncode not in (0, 1, 2):
        raise SystemExit(f'not ok cfglint_ends status {done.returncode}: {args}\n{done.stderr.decode()[-2000:]}')
    return done


def files_of(top, suffixes=('.py', '.json', '.yaml', '.yml')):
    out = {}
    for folder, names, files in os.walk(top):
        names[:] = [n for n in names if n != '.git']
        for name in files:
            path = os.path.join(folder, name)
            if name.endswith(suffixes) and not os.path.islink(path):
                with open(path, 'rb') as f:
                    out[os.path.relpath(path, top)] = f.read()
    return out


def modes_of(top):
    out = {}
    for folder, names, files in os.walk(top):
        names[:] = [n for n in names if n != '.git']
        for name in files:
            path = os.path.join(folder, name)
            out[os.path.relpath(path, top)] = os.readlink(path) if os.path.islink(path) else stat.S_IMODE(os.stat(path).st_mode)
    return out


def changed(before, after):
    return sorted(p for p in after if before.get(p) != after[p])


# --- properties of any run -------------------------------------------------------------------------------------------

def line_ends(text):
    return {b'\r\n' if line.endswith(b'\r\n') else b'\n' for line in text.splitlines(True) if line.endswith(b'\n')}


def text_problems(path, old, new):
    """What a careful person would not have left behind."""
    out = []
    if line_ends(new) - line_ends(old) and old:
        out.append(f'{path}: other line ends than before')
    if old and new and old.endswith(b'\n') != new.endswith(b'\n'):
        out.append(f'{path}: the final newline came or went')
    a, b = old.splitlines(), new.splitlines()
    for tag, i, k, m, n in difflib.SequenceMatcher(None, a, b, False).get_opcodes():
        for line in b[m:n] if tag in ('replace', 'insert') else ():
            if line != line.rstrip() and line.rstrip() + b' ' not in [x.rstrip() + b' ' for x in a[i:k] if x != x.rstrip()]:
                out.append(f'{path}: blanks at the end of {line!r}')
            if line.startswith(b' ') and not any(x.startswith(b' ') for x in a) and any(x.startswith(b'\t') for x in a):
                out.append(f'{path}: blanks among tabs: {line!r}')
    return out


def run_properties(name, top, flags, targets, rng):
    """Fixes `top` in place. Returns what was said on stderr."""
    twin = tempfile.mkdtemp(prefix='cfglint-twin-')
    other, patched = os.path.join(twin, 'other'), os.path.join(twin, 'patched')
    before, modes = files_of(top), modes_of(top)
    shutil.copytree(top, other, symlinks=True)
    shutil.copytree(top, patched, symlinks=True)
    shuffled = targets[:]
    rng.shuffle(shuffled)

    patch = run(top, *flags, '--diff', '--jobs', '2', *shuffled).stdout
    first = run(top, *flags, '--fix', '--jobs', '1', *targets)
    run(other, *flags, '--fix', '--jobs', '2', *shuffled)
    after = files_of(top)
    report(f'{name}_threads_and_order_are_no_matter',
           [f'{p}: differs' for p in changed(after, files_of(other))])

    problems = []
    if patch:
        done = subprocess.run(['git', 'apply', '-p1', '-'], cwd=patched, input=patch, capture_output=True,
                              env={**os.environ, 'GIT_CEILING_DIRECTORIES': twin})
        if done.returncode:
            problems.append(done.stderr.decode()[:300])
    problems += [f'{p}: differs' for p in changed(after, files_of(patched))]
    report(f'{name}_diff_is_the_same_change', problems)

    again = run(top, *flags, '--diff', *targets)
    report(f'{name}_a_second_run_changes_nothing', again.stdout.decode(errors='replace').splitlines()[:12])
    report(f'{name}_modes_and_links_stay', [f'{p}: {modes.get(p)} {m}' for p, m in modes_of(top).items() if modes.get(p) != m])

    problems = []
    for path in changed(before, after):
        problems += text_problems(path, before[path], after[path])
        try:
            ast.parse(after[path])
        except SyntaxError as e:
            problems.append(f'{path}: {e}')
    report(f'{name}_edits_are_as_typed_by_a_person', problems)
    shutil.rmtree(twin)
    return before, after, first.stderr.decode(errors='replace')


# --- promises: configs of many manners -------------------------------------------------------------------------------

class Config:
    """The text of one random config, by statements."""

    def __init__(self, rng, lazy):
        self.r, self.lazy = rng, lazy
        self.tabs = rng.random() < 0.15
        self.quote = rng.choice('\'\'"')
        self.calls = rng.random() < 0.75
        self.comments = rng.random() < 0.4
        self.variables = []
        self.n = 0

    def scalar(self):
        return self.r.choice([
            lambda: self.r.choice(['1', '2', '8', '16', '200', '160_000', '0x10', '-1']),
            lambda: self.r.choice(['2e-4', '0.01', '1.0', '.5', '512.', '1E-3', '1.5e-05', '0.0001']),
            lambda: self.quote + self.r.choice(['SGD', 'ResNet', 'a/b.pth', 'mIoU']) + self.quote,
            lambda: self.r.choice(['True', 'False', 'None']),
            lambda: self.r.choice(['2 * 8', '0.01 / 4', "'a' + 'b'"]),
        ])()

    def key(self):
        return self.r.choice(['type', 'lr', 'interval', 'size', 'train', 'val', 'hooks', 'step', 'norm_cfg', 'workers', 'opt', 'depth'])

    def indent(self, level):
        return ('\t' if self.tabs else '    ') * level

    def comment(self):
        return '  # ' + self.r.choice(['why', 'as in the paper', 'x = dict(a=1)', 'TODO']) if self.comments and self.r.random() < 0.3 else ''

    def items(self, opening, parts, closing, level, column):
        """Parts of a bracket in one of the usual layouts."""
        r = self.r
        inline = opening + ', '.join(parts) + closing
        if not parts:
            return opening + (f'\n{self.indent(level)}' if r.random() < 0.1 else '') + closing
        if not any('\n' in p for p in parts) and (len(inline) + column < 60 and r.random() < 0.7):
            return opening + ', '.join(parts) + (',' if r.random() < 0.1 else '') + closing
        if not any('\n' in p for p in parts) and not self.tabs and column and r.random() < 0.4:
            return opening + (',\n' + ' ' * (column + len(opening))).join(parts) + closing
        own_line = r.random() < 0.5
        lines = []
        for i, p in enumerate(parts):
            last = i == len(parts) - 1
            if self.comments and r.random() < 0.2:
                lines.append(self.indent(level + 1) + '# ' + r.choice(['about the next', 'lr=1,']))
            comma = '' if last and not (own_line and r.random() < 0.7) else ','
            lines.append(self.indent(level + 1) + p + comma + ('' if last and not own_line else self.comment()))
            if r.random() < 0.05 and not last:
                lines.append('')
        end = f'\n{self.indent(level)}{closing}' if own_line else closing
        return opening + self.comment() + '\n' + '\n'.join(lines) + end

    def dict(self, depth, level, column):
        r = self.r
        keys = list(dict.fromkeys(self.key() for _ in range(r.randint(0 if r.random() < 0.15 else 1, 4))))
        call = self.calls if r.random() < 0.85 else not self.calls
        spread = r.random() < 0.12
        parts = [(f'{k}=' if call else f'{self.quote}{k}{self.quote}: ') + self.value(depth - 1, level + 1, 0) for k in keys]
        if spread:
            self.n += 1
            name = f'v_{self.n}'
            self.variables.append(f'{name} = dict(u{self.n}={self.scalar()}, w{self.n}={self.scalar()})')
            parts.append('**' + name)
        return self.items('dict(' if call else '{', parts, ')' if call else '}', level, column)

    def list(self, depth, level, column):
        r = self.r
        n, dicts = r.randint(0, 3), r.random() < 0.5 and depth > 0
        if r.random() < 0.1:
            return f'[dict(i=i, n={self.scalar()}) for i in range(2)]'
        if r.random() < 0.1:
            return f'[{self.scalar()}] + [{self.scalar()}]'
        parts = [self.dict(depth - 1, level + 1, 0) if dicts else self.scalar() for _ in range(n)]
        if r.random() < 0.2 and n > 1:
            return self.items('(', parts, ')', level, column)
        return self.items('[', parts, ']', level, column)

    def value(self, depth, level=0, column=0, bare=True):
        r, roll = self.r, self.r.random()
        if depth <= 0 or roll < 0.45:
            text = self.scalar()
        elif roll < 0.85:
            text = self.dict(depth, level, column)
        else:
            text = self.list(depth, level, column)
        if bare and r.random() < 0.12:
            self.n += 1
            name = f'v_{self.n}'
            self.variables.append(f'{name} = {self.value(depth, 0, len(name) + 3, False)}')
            self.uses = getattr(self, 'uses', [])
            self.uses.append(name)
            return name
        if getattr(self, 'uses', None) and r.random() < 0.04:
            return r.choice(self.uses)
        return text

    def statements(self, names):
        out = []
        for name in names:
            text = self.value(3, 0, len(name) + 3, False) if self.r.random() < 0.2 else self.dict(3, 0, len(name) + 3)
            out += self.variables
            self.variables = []
            out.append(f'{name} = {text}' + ('' if '\n' in text else self.comment()))
        return out

    def join(self, statements):
        r = self.r
        text = ''
        for i, s in enumerate(statements):
            if i:
                text += '\n' * r.choice([1, 1, 1, 2, 3])
            if self.comments and r.random() < 0.15:
                text += '# a section\n'
            text += s
        text += r.choice(['\n', '\n', '\n', '\n', '', '\n\n'])
        if r.random() < 0.15:
            text = text.replace('\n', '\r\n')
        return text


TOPS = ['model', 'data', 'optimizer', 'runner', 'hooks_cfg', 'extra']


def make_config(rng, number, lazy):
    """{path: text}: a config, and its base in two of three cases."""
    names = TOPS[:rng.randint(2, 5)]
    c = Config(rng, lazy)
    files = {}
    statements = []
    if lazy or rng.random() < 0.65:
        base = Config(rng, lazy)
        base.n = 100
        files[f'configs/_base_/b{number}.py'] = base.join(base.statements(names))
        names = rng.sample(names, rng.randint(0, len(names) - 1)) + rng.sample(['own'], rng.randint(0, 1))
        if lazy:
            statements.append(f'from mmengine.config import read_base\n\nwith read_base():\n    from ._base_.b{number} import *')
            if rng.random() < 0.5:
                names = ['own']
        else:
            statements.append(f"_base_ = {rng.choice(['%r', '[%r]'])}" % f'./_base_/b{number}.py')
    statements += c.statements(names)
    for name in names:
        if rng.random() < 0.1:
            statements.append(f"{name}['later'] = {c.scalar()}" if rng.random() < 0.5 else f'{name}.update(later={c.scalar()})')
    at = rng.randint(1 if files else 0, len(statements))
    statements.insert(at, f"marker = 'c{number}'")
    files[f'configs/c{number}.py'] = c.join(statements)
    return files


# mmcv.Config.fromfile, as far as these configs need it
def merge(child, base):
    out = dict(base)
    for k, v in child.items():
        if isinstance(v, dict):
            v = dict(v)
            if k in out and not v.pop('_delete_', False):
                if not isinstance(out[k], dict):
                    raise TypeError(k)
                out[k] = merge(v, out[k])
            else:
                out[k] = merge(v, {})
        else:
            out[k] = v
    return out


def load(path):
    names = {}
    with open(path, encoding='utf-8') as f:
        exec(compile(f.read(), path, 'exec'), names)
    own = {k: v for k, v in names.items() if not k.startswith('__') and k != '_base_'}
    bases = names.get('_base_', [])
    for base in [bases] if isinstance(bases, str) else bases:
        own = merge(copy.deepcopy(own), load(os.path.join(os.path.dirname(path), base)))
    return own


def show_all(top, loader, paths):
    """Effective configs as cfglint sees them: {path: config or None}."""
    done = run(top, 'show', '--loader', loader, '--format', 'jsonl', '--files-from', '-', stdin='\n'.join(paths).encode())
    out = dict.fromkeys(paths)
    for line in done.stdout.decode().splitlines():
        row = json.loads(line)
        out[row['path']] = row.get('config') if row['ok'] else None
    return out


def strict(v):
    """A text that tells 1, 1.0 and True apart, and lists from tuples."""
    if isinstance(v, dict):
        return '{' + ','.join(sorted(f'{strict(k)}:{strict(x)}' for k, x in v.items())) + '}'
    if isinstance(v, (list, tuple)):
        return ('(' if isinstance(v, tuple) else '[') + ','.join(map(strict, v)) + ']'
    return f'{type(v).__name__} {v!r}'


def get(v, path):
    for part in path:
        v = v[part]
    return v


def paths_in(v, path=()):
    items = v.items() if isinstance(v, dict) else enumerate(v) if isinstance(v, (list, tuple)) else ()
    for k, x in items:
        if not path and (k == 'marker' or k.startswith('v_')):
            continue
        yield path + (k,)
        yield from paths_in(x, path + (k,))


def in_tuple(config, path):
    return any(isinstance(get(config, path[:i]), tuple) for i in range(len(path)))


def put(config, path, value):
    for part in path[:-1]:
        config = config.setdefault(part, {}) if isinstance(config, dict) else config[part]
    config[path[-1]] = value


def expression(path):
    return 'cfg' + ''.join(f'[{p}]' if isinstance(p, int) else f'.{p}' for p in path)


def unshared(v):
    """A copy in which nothing is reachable twice."""
    if isinstance(v, dict):
        return {k: unshared(x) for k, x in v.items()}
    return type(v)(map(unshared, v)) if isinstance(v, (list, tuple)) else v


class Promise:
    def __init__(self, rng, config):
        self.want = unshared(config)
        existing = [p for p in paths_in(config) if not in_tuple(config, p)]
        dicts = [p for p in existing if isinstance(get(config, p), dict)]
        lists = [p for p in existing if isinstance(get(config, p), (list, tuple))]
        verb = rng.choice(['set', 'set', 'set', 'insert', 'insert', 'remove', 'rename', 'move', 'add'])
        if verb == 'insert' and not dicts or verb == 'add' and not lists:
            verb = 'set'
        self.verb = verb
        getattr(self, verb)(rng, config, lists if verb == 'add' else dicts if verb == 'insert' else existing)

    def set(self, rng, config, places):
        places = [p for p in places if p[-1] != 'type']  # types are not compared
        path = rng.choice([p for p in places if not isinstance(get(config, p), (dict, list))] * 4 + places)
        old = get(config, path)
        value = rng.choice([v for v in (old * 2 if type(old) in (int, float) and old else 7, 4e-4, 'other', True, [1, 'x'],
                                        {'kind': 'A', 'n': 1}) if strict(v) != strict(old)][:1 if rng.random() < 0.6 else 6])
        put(self.want, path, value)
        # what a lazy config's containers are (lists, tuples) its JSON doesn't tell
        self.when = f'{expression(path)} != {value!r}' if isinstance(old, (dict, list, tuple)) else f'{expression(path)} == {old!r}'
        self.fix = {'set': {expression(path): repr(value)}}

    def insert(self, rng, config, dicts):
        path = rng.choice(dicts) + (rng.choice(['type', 'fresh', 'fresh']),)
        if path[-1] in get(config, path[:-1]):
            path = path[:-1] + ('fresh',)
        if rng.random() < 0.2:
            path += ('below',)
        value = rng.choice([7, 2e-4, 'A', {'kind': 'A', 'list': [1, {'a': 2}]}])
        put(self.want, path, value)
        self.when = f'not has({expression(path)})'
        self.fix = {'set': {expression(path): repr(value)}}

    def remove(self, rng, config, places):
        path = rng.choice(places)
        del get(self.want, path[:-1])[path[-1]]
        self.when = f'has({expression(path)})'
        self.unless(config, path)
        self.fix = {'remove': [expression(path)]}

    def unless(self, config, path):
        if isinstance(path[-1], int):
            self.when = f'len({expression(path[:-1])}) == {len(get(config, path[:-1]))}'

    def rename(self, rng, config, places):
        path = rng.choice([p for p in places if not isinstance(p[-1], int)])
        parent = get(self.want, path[:-1])
        parent['renamed'] = parent.pop(path[-1])
        self.when = f'has({expression(path)})'
        self.fix = {'rename': {expression(path): "'renamed'"}}

    def move(self, rng, config, places):
        path = rng.choice([p for p in places if not isinstance(p[-1], int)])
        dicts = [p for p in places if isinstance(get(config, p), dict) and p[:len(path)] != path]
        dest = (rng.choice(dicts) if dicts and rng.random() < 0.8 else ('moved_to',)) + ('moved',)
        value = get(self.want, path)
        put(self.want, dest, value)
        del get(self.want, path[:-1])[path[-1]]
        self.when = f'has({expression(path)})'
        self.fix = {'move': {expression(path): expression(dest)}}

    def add(self, rng, config, lists):
        path = rng.choice(lists)
        value = rng.choice([7, 'new', {'type': 'Hook', 'n': 1}])
        old = get(config, path)
        put(self.want, path, old + (type(old)([value])))
        self.when = f'len({expression(path)}) == {len(old)}'
        self.fix = {'add': {expression(path): repr(value)}}


def write(path, text):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, 'wb') as f:
        f.write(text if isinstance(text, bytes) else text.encode())


def write_rules(top, loader, promises):
    write(f'{top}/concepts.yaml', 'size: {type: int, doc: d}\n')
    write(f'{top}/dialects/any.yaml', json.dumps({
        'summary': 's', 'family': loader, 'loader': loader, 'priority': 0, 'complete': 'has(cfg.marker)',
        'concepts': {'size': {'paths': ['data.size']}},
        'reads': {'': {'keys': TOPS + ['marker', 'own', 'renamed', 'moved_to'], 'others': 'open'}}}))
    os.makedirs(f'{top}/profiles')
    for i, p in promises.items():
        write(f'{top}/a/r{i}.yaml', json.dumps({
            'id': f'TST{i:03}', 'severity': 'warning', 'summary': 's', 'why': 'w', 'when': f"cfg.marker == 'c{i}' and {p.when}",
            'at': 'cfg.marker', 'message': 'm', 'fixes': [{'safety': 'safe', 'title': 't', **p.fix}], 'tests': []}))


def comments_of(text):
    return collections.Counter(re.findall(rb'#[^\r\n]*', text))


def promises_batch(name, rng, count, lazy, keep):
    top = tempfile.mkdtemp(prefix='cfglint-promises-')
    project, rules, loader = f'{top}/project', f'{top}/rules', 'mmengine' if lazy else 'mmcv1'
    paths, promises, old = {}, {}, {}
    write(f'{project}/setup.py', '')
    for number in range(count):
        for path, text in make_config(rng, number, lazy).items():
            write(f'{project}/{path}', text)
    mains = {n: f'configs/c{n}.py' for n in range(count)}
    shown = show_all(project, loader, list(mains.values())) if lazy else {}
    for number, main in mains.items():
        try:
            config = shown[main] if lazy else load(f'{project}/{main}')
            promises[number] = Promise(rng, config)
            paths[number], old[number] = main, config
        except (TypeError, KeyError, IndexError, AttributeError, ValueError):  # no config, or nothing in it to promise
            for path in (main, f'configs/_base_/b{number}.py'):
                if os.path.exists(f'{project}/{path}'):
                    os.unlink(f'{project}/{path}')
    write_rules(rules, loader, promises)
    others = [p for p in files_of(project) if p not in paths.values() and p != 'setup.py']
    seen = show_all(project, loader, others)
    flags = ['--rules', rules, '--loader', loader]
    before, after, said = run_properties(name, project, flags, sorted(paths.values()), rng)
    problems, kept, refused = [], 0, 0
    shown = show_all(project, loader, list(paths.values()))
    for i, path in paths.items():
        told = [x for x in said.splitlines() if f'TST{i:03}' in x and 'not fixed' in x]
        if before[path] == after[path]:
            refused += 1
            if not told:
                problems.append(f'{path}: neither fixed nor refused: {promises[i].when} {promises[i].fix}')
            continue
        kept += 1
        try:
            now = shown[path] if lazy else load(f'{project}/{path}')
        except Exception as e:
            problems.append(f'{path}: does not load any more: {e!r}')
            continue
        now, want = ({k: v for k, v in c.items() if not k.startswith('v_')} for c in (now, promises[i].want))
        if strict(now) != strict(want):
            problems.append(f'{path}: {promises[i].fix}: not what was promised:\n      want {want}\n      got  {now}')
        if promises[i].verb in ('set', 'insert', 'add', 'rename') and comments_of(before[path]) - comments_of(after[path]):
            if not isinstance(get(old[i], []), list):
                lost = comments_of(before[path]) - comments_of(after[path])
                if promises[i].verb != 'set':
                    problems.append(f'{path}: {promises[i].fix}: comments are gone: {lost}')
    report(f'{name}_exactly_the_promises_change', problems)
    report(f'{name}_most_promises_are_kept', [] if kept * 2 > refused else [f'{kept} kept, {refused} refused'])
    now = show_all(project, loader, others)
    report(f'{name}_bases_stay', [p for p in others if now[p] != seen[p] or before[p] != after[p]])
    if keep:
        shutil.copytree(top, f'{keep}/{name}', dirs_exist_ok=True)
        write(f'{keep}/{name}/before.json', json.dumps({p: t.decode() for p, t in before.items()}))
        write(f'{keep}/{name}/said', said)
    shutil.rmtree(top)
    return kept, refused


# --- what is told ----------------------------------------------------------------------------------------------------

TOLD_KEYS = ['size', 'n', 'm']


def told_tree(rng, project):
    """Bases with values that a rule wants changed in some of the configs that inherit them; some of those are bases themselves.
    Some bases are named through links."""
    bases, configs = rng.randint(1, 3), rng.randint(3, 9)
    for b in range(bases):
        carried = rng.random() < 0.3
        text = 'v_size = 8\n' if carried else ''
        text += 'data = dict(' + ', '.join(f'{k}={"v_size" if carried and k == "size" else rng.choice([8, 8, 2])}' for k in TOLD_KEYS) + ')\n'
        text += 'old = 5\n' if rng.random() < 0.4 else ''
        write(f'{project}/configs/_base_/b{b}.py', text)
        os.symlink(f'b{b}.py', f'{project}/configs/_base_/l{b}.py')
    os.symlink('_base_', f'{project}/configs/linked')
    for c in range(configs):
        parent = f'{rng.choice("cck")}{rng.randrange(c)}.py' if c and rng.random() < 0.5 else f'{rng.choice(["_base_/b", "_base_/b", "_base_/l", "linked/b"])}{rng.randrange(bases)}.py'
        text = f"_base_ = './{parent}'\nmarker = 1\nloop = {rng.choice(['iter', 'iter', 'epoch'])!r}\n"
        if rng.random() < 0.3:
            text += f'data = dict({rng.choice(TOLD_KEYS + ["moved"])}={rng.choice([8, 3])})\n'
        write(f'{project}/configs/c{c}.py', text)
        os.symlink(f'c{c}.py', f'{project}/configs/k{c}.py')


def got(config, key):
    try:
        return get(config, key.split('.'))
    except KeyError:
        return None


def told_problems(rng, number, project, rules, edit_bases):
    flags = ['--rules', rules, '--loader', 'mmcv1', '--fix', '--output-format', 'json'] + ['--edit-bases'] * edit_bases
    configs = sorted(f'configs/{n}' for n in os.listdir(f'{project}/configs') if n.endswith('.py'))
    before, was = files_of(project), show_all(project, 'mmcv1', configs)
    # who inherits and is not named changes along with an edited base, and is told too
    named = ['configs'] if rng.random() < 0.5 else rng.sample(configs, max(1, len(configs) * 2 // 3))
    done = run(project, *flags, *named)
    after, now = files_of(project), show_all(project, 'mmcv1', configs)
    rows = [r for r in json.loads(done.stdout) if r.get('fixed')]
    promises = [p for r in rows for p in r['fix']['promises']]
    in_json = sorted({f for p in promises for f in p['edited']})
    in_text = sorted(re.findall(r'^cfglint: (\S+): edited', done.stderr.decode(), re.M))
    edited = changed(before, after)
    where = f'tree {number}{" --edit-bases" * edit_bases}'
    if in_json != edited or in_text != edited:
        yield f'{where}: {edited} changed, JSON tells {in_json}, the text {in_text}'
    keys = {}

    def real(config):  # told under one name of the file is told
        return os.path.realpath(f'{project}/{config}')

    for p in promises:
        keys.setdefault(real(p['config']), set()).add(p['key'])
        if now[p['config']] is None or got(now[p['config']], p['key']) != p.get('value'):
            yield f'{where}: {p["config"]} was told to get {p["key"]} = {p.get("value", "nothing")}'
    for i in (i for r in rows for i in r['fix']['inherited']):
        keys.setdefault(real(i['config']), set()).update(i['keys'])
    variables = {v for r in rows for v in re.findall(r'v_\w+', r['note'] or '')}
    for c in configs:
        for key in config_keys(was[c], now[c]):
            if key not in keys.get(real(c), ()) and key not in variables:
                yield f'{where}: {key} of {c} changed and nobody was told'
    for r in rows:
        for x in r['refused']:
            p = r['fix']['promises'][0]
            if got(now[x['config']], p['key']) != got(was[x['config']], p['key']):
                yield f'{where}: refused in {x["config"]}, and changed there'
    for c in configs:
        if 'old' in was[c] and 'old' not in now[c] and got(now[c], 'data.moved') != was[c]['old']:
            yield f'{where}: {c} lost old and did not get it as data.moved'


def told(rng, count):
    problems, top = [], tempfile.mkdtemp(prefix='cfglint-told-')
    rules = f'{top}/rules'
    write_rules(rules, 'mmcv1', {})
    for k in TOLD_KEYS:
        write(f'{rules}/a/{k}.yaml', json.dumps({
            'id': f'TST{TOLD_KEYS.index(k):03}', 'severity': 'warning', 'summary': 's', 'why': 'w', 'at': f'cfg.data.{k}', 'message': 'm',
            'when': f"cfg.data.{k} == 8 and cfg.loop == 'iter'",
            'fixes': [{'safety': 'safe', 'title': 't', 'set': {f'cfg.data.{k}': '4'}}], 'tests': []}))
    write(f'{rules}/a/moved.yaml', json.dumps({
        'id': 'TST003', 'severity': 'warning', 'summary': 's', 'why': 'w', 'at': 'cfg.old', 'message': 'm',
        'when': "has(cfg.old) and cfg.loop == 'iter'",
        'fixes': [{'safety': 'safe', 'title': 't', 'set': {'cfg.data.moved': 'cfg.old'}, 'remove': ['cfg.old']}], 'tests': []}))
    for number in range(count):
        project = f'{top}/p{number}'
        write(f'{project}/setup.py', '')
        told_tree(rng, project)
        shutil.copytree(project, project + '-bases', symlinks=True)
        problems += told_problems(rng, number, project, rules, False)
        problems += told_problems(rng, number, project + '-bases', rules, True)
    report('every_edit_is_told_and_every_told_one_made', problems)
    shutil.rmtree(top)


# --- whole trees -----------------------------------------------------------------------------------------------------

def mutate(rng, text):
    """One mistake, as people make them; None where the text has no room for it."""
    kind = rng.randrange(10)
    subs = [
        (r'samples_per_gpu=', 'batch_size='), (r'workers_per_gpu=\d+', 'workers_per_gpu=0'), (r'max_iters', 'max_iter'),
        (r'\binterval=(\d+)', r'interval=\g<1>00000'), (r'num_workers=\d+', 'num_workers=0, prefetch_factor=2'),
        (r'type=\'(\w+)Runner\'', r"type='\1Runner', max_iter=1"), (r'(\n\w+ = dict\([^\n]*\))\n', r'\1,\n'),
        (r'\n(\w+) = (\d+)\n', r'\n\1 = 7\n\n\1 = \2\n'), (r'workers_per_gpu=', 'persistent_workers=True, workers_per_gpu='),
        (r'grad_clip=None', 'grad_clip=None, loss_scale=512'),
    ]
    pattern, new = subs[kind]
    hits = list(re.finditer(pattern, text))
    if not hits:
        return None
    hit = rng.choice(hits)
    out = text[:hit.start()] + hit.expand(new) + text[hit.end():]
    if rng.random() < 0.2:
        out = out.replace('\n', '\r\n')
    elif rng.random() < 0.2:
        out = out.rstrip('\n')
    elif rng.random() < 0.2:
        out = re.sub(r'(?m)^(    )+', lambda m: '\t' * (len(m.group()) // 4), out)
    try:
        ast.parse(out)
    except (SyntaxError, ValueError):
        return None
    return out


def inject(rng, top, configs, count):
    done = 0
    for path in rng.sample(configs, len(configs)):
        if done == count:
            break
        with open(f'{top}/{path}', encoding='utf-8', errors='surrogateescape', newline='') as f:
            text = f.read()
        new = None if '\r' in text else mutate(rng, text)
        if new and new != text:
            with open(f'{top}/{path}', 'w', encoding='utf-8', errors='surrogateescape', newline='') as f:
                f.write(new)
            done += 1


def config_keys(x, y, path=''):
    """Key paths in which two effective configs differ."""
    if isinstance(x, dict) and isinstance(y, dict):
        for k in {**x, **y}:
            if k not in x or k not in y:
                yield f'{path}.{k}'.lstrip('.')
            else:
                yield from config_keys(x[k], y[k], f'{path}.{k}')
    elif x != y:
        yield path.lstrip('.')


def tree(name, source, rng, mistakes, keep):
    top = tempfile.mkdtemp(prefix='cfglint-tree-')
    project = f'{top}/project'
    shutil.copytree(source, project, symlinks=True, ignore=shutil.ignore_patterns('.git'))
    subprocess.run(['git', 'init', '-q', project], check=True)
    configs = sorted(p for p, t in files_of(project, ('.py',)).items() if b'_base_' in t or b'read_base' in t or 'configs/' in p)
    inject(rng, project, configs, mistakes)
    flags = ['--unsafe-fixes', '--show-fixes', '--gpus', '4', '--cores', '32', '--loader', 'auto']
    was = show_all(project, 'auto', configs)
    before, after, said = run_properties(name, project, flags, ['.'], rng)
    now = show_all(project, 'auto', configs)
    edited = changed(before, after)
    fixed = {x.split(':')[0].split(': ')[-1].strip() for x in re.findall(r'cfglint: ([^\n]*): fixed ', said)}
    report(f'{name}_other_configs_stay',  # one that did not load may do so when its base is mended
           [f'{p}: {list(config_keys(was[p], now[p]))[:3]}' for p in configs
            if p not in edited and was[p] is not None and was[p] != now[p]])
    report(f'{name}_edited_configs_load', [p for p in edited if p in configs and was[p] is not None and now[p] is None])
    print(f'# {name}: {len(edited)} of {len(configs)} configs edited, {len(fixed)} with a fix told, '
          f'{said.count("not fixed")} refused')
    if keep:
        write(f'{keep}/{name}.said', said)
        for p in edited:
            diff = difflib.unified_diff(before[p].decode(errors='replace').splitlines(), after[p].decode(errors='replace').splitlines(),
                                        p, p, lineterm='', n=2)
            with open(f'{keep}/{name}.diff', 'a') as f:
                f.write('\n'.join(diff) + '\n' + f'   ### {sorted(config_keys(was.get(p) or {}, now.get(p) or {}))}\n')
    shutil.rmtree(top)


def main():
    args = argparse.ArgumentParser()
    args.add_argument('what', choices=['promises', 'tree'])
    args.add_argument('dirs', nargs='*')
    args.add_argument('--count', type=int, default=120)
    args.add_argument('--seed', type=int, default=1)
    args.add_argument('--mistakes', type=int, default=60)
    args.add_argument('--keep')
    o = args.parse_intermixed_args()
    rng = random.Random(o.seed)
    if o.what == 'promises':
        for lazy in (False, True):
            kept, refused = promises_batch('lazy' if lazy else 'bases', rng, o.count, lazy, o.keep)
            print(f'# {"lazy" if lazy else "bases"}: {kept} promises kept, {refused} refused')
        told(rng, o.count // 2)
    for source in o.dirs:
        tree(os.path.basename(os.path.abspath(source)), source, rng, o.mistakes, o.keep)
    return bool(FAILED)


if __name__ == '__main__':
    sys.exit(main())
