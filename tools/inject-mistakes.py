#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""How many mistakes are found: makes them in good configs, one each, and counts.

  tools/inject-mistakes.py CHECKOUT...

Of each checkout some complete configs (a model and data to train it with) are drawn; those in which one of the rules
about classes, channels, data or metrics (CLS, MDL, DAT1xx, EVL1xx) speaks already, and those that the runner refuses
(EVL011), are told and left out. In a copy of the checkout a child config beside each of them (`_base_ = './x.py'`)
changes what one kind of mistake changes (tools/mistakes_in_*.py), where that is a mistake. It counts as found where the child brings a finding that the config
doesn't have, of a rule that the kind names, or at a key that the child changes. Controls are children that change
nothing, or both sides together: they must be silent. Printed are found / made by kind and by checkout, what was
missed, and the controls that spoke. The same seed draws the same configs and makes the same mistakes.

CFGLINT names another program than build/cfglint. The exit status is 1 where a control spoke or less than --least was
found."""
import argparse
import ast
import collections
import concurrent.futures
import copy
import json
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import harmless_changes  # noqa: E402,F401  registers them, as the two that it imports do
from mistakes import CONTROLS, KINDS, Config, Project  # noqa: E402

TOP = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
CFGLINT = os.path.abspath(os.environ.get('CFGLINT', TOP + '/build/cfglint'))
FAMILIES = re.compile('(CLS|MDL|DAT1|EVL1|EVL011)')


def run(words, folder, lines=()):
    return subprocess.run([CFGLINT, *words], cwd=folder, input='\n'.join(lines), capture_output=True, text=True).stdout


def copied(top, into):
    """Hard links where that goes: nothing that is there is written to."""
    def link(a, b):
        try:
            os.link(a, b)
        except OSError:
            shutil.copy2(a, b)
    shutil.copytree(top, into, copy_function=link, symlinks=True, ignore=shutil.ignore_patterns('.git', '.cfglint*'))
    subprocess.run(['git', 'init', '-q'], cwd=into, check=True)
    return into


def complete(cfg):
    if not isinstance(cfg.get('model'), dict) or not isinstance(cfg['model'].get('type'), str):
        return False
    data, loader = cfg.get('data'), cfg.get('train_dataloader')
    return isinstance(data, dict) and isinstance(data.get('train'), (dict, list)) or \
        isinstance(loader, dict) and isinstance(loader.get('dataset'), dict)


def candidates(top):
    """Complete configs that `_base_` can name, by folder."""
    paths = []
    for d, folders, files in os.walk(top):
        folders[:] = sorted(f for f in folders if not f.startswith('.') and f not in ('tests', '_base_', 'work_dirs'))
        if re.search('config|projects', os.path.relpath(d, top)):
            paths += [os.path.relpath(os.path.join(d, f), top) for f in sorted(files) if f.endswith('.py')]
    by_folder = collections.defaultdict(list)
    for line in run(['show', '--format', 'jsonl', '--no-cache', '--files-from', '-'], top, paths).splitlines():
        told = json.loads(line)
        if told['ok'] and complete(told['config']):
            with open(os.path.join(top, told['path']), encoding='utf-8', errors='replace') as f:
                if 'read_base' not in f.read():
                    by_folder[os.path.dirname(told['path'])].append(told['path'])
    return by_folder


def drawn(by_folder, n, rng):
    """As many folders as there can be, and in each one after the other."""
    heaps = [rng.sample(paths, len(paths)) for _, paths in sorted(by_folder.items())]
    rng.shuffle(heaps)
    taken = []
    while any(heaps) and len(taken) < n:
        taken += [h.pop() for h in heaps if h]
    return taken[:n]


def value(node):
    """Of a printed config, tuples and all; ValueError where something is no literal."""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == 'dict' and not node.args:
        return {k.arg: value(k.value) for k in node.keywords}
    if isinstance(node, ast.Dict):
        return {ast.literal_eval(k): value(v) for k, v in zip(node.keys, node.values)}
    if isinstance(node, (ast.List, ast.Tuple)):
        return (list if isinstance(node, ast.List) else tuple)(value(v) for v in node.elts)
    return ast.literal_eval(node)


def effective(top, path):
    """None: it has what isn't known."""
    try:
        tree = ast.parse(run(['show', path, '--no-cache'], top))
        return {s.targets[0].id: value(s.value) for s in tree.body if isinstance(s, ast.Assign)}
    except (SyntaxError, ValueError, TypeError, AttributeError):
        return None


def override(old, new, path, changed):
    """What a child says so that old becomes new."""
    if isinstance(old, dict) and isinstance(new, dict):
        if set(old) <= set(new):
            return {k: override(old.get(k), v, f'{path}.{k}' if path else k, changed) for k, v in new.items()
                    if k not in old or old[k] != v}
        changed.append(path)
        return dict(new, _delete_=True)
    changed.append(path)
    return new


class Child:
    def __init__(self, base, name, rules, cfg, new, number):
        self.base, self.kind, self.rules, self.changed = base, name, rules, []
        self.path = re.sub(r'\.py$', f'__{number:03}.py', base)
        over = override(cfg, new, '', self.changed)
        self.text = f"_base_ = './{os.path.basename(base)}'\n" + ''.join(f'{k} = {v!r}\n' for k, v in over.items())

    def about(self, finding):
        code, _, key = finding
        return bool(self.rules and self.rules.match(code)) or \
            any(key and (key + '.').startswith(c + '.') or key and c == re.sub(r'\[\d+\].*', '', key) \
                    for c in self.changed)


def children(path, cfg, project, seed):
    """The config as it is, and with each change that fits it."""
    made = [Child(path, 'ok-untouched', None, cfg, cfg, 0)]
    for name, (rules, change) in [*KINDS.items(), *((n, (None, f)) for n, f in CONTROLS.items())]:
        new = copy.deepcopy(cfg)
        try:
            fits = change(Config(new, project, random.Random(f'{seed} {path} {name}')))
        except (AttributeError, IndexError, KeyError, TypeError, \
                ValueError) as e:  # a config of a shape that nobody thought of
            print(f'{path}: {name}: {e!r}', file=sys.stderr)
            continue
        if fits and new != cfg and set(cfg) <= set(new):
            made.append(Child(path, name, rules, cfg, new, len(made)))
    return made


def findings(top, paths):
    """By config: code, message and key of each."""
    found = collections.defaultdict(set)
    out = run(['--output-format', 'json', '--pedantic', '--no-cache', '--dependents=no', '--no-baseline', \
            '--carried', '--isolated',
               *paths], top)
    for d in json.loads(out or '[]'):
        for root in d.get('roots') or [] if d['code'] else []:
            found[root].add((d['code'], d['message'], (d.get('effective') or {}).get('key') or ''))
    return found


def measure(top, args):
    top = os.path.abspath(top)
    rng, result = random.Random(f'{args.seed} {os.path.basename(top)}'), []
    with tempfile.TemporaryDirectory(dir=args.tmp) as tmp:
        work = copied(top, os.path.join(tmp, os.path.basename(top)))
        project, made = Project(work), []
        for path in drawn(candidates(work), args.configs, rng):
            cfg = effective(work, path)
            if cfg and complete(cfg) and project.trains(cfg['model']['type'].rsplit('.', 1)[-1]):
                made += children(path, cfg, project, args.seed)
        for child in made:
            with open(os.path.join(work, child.path), 'w', encoding='utf-8') as f:
                f.write(child.text)
        found = findings(work, [c.path for c in made])
        before = {c.base: found[c.path] for c in made if c.kind == 'ok-untouched'}
        for c in made:
            told = {f[:2] for f in before[c.base]}
            new = [f for f in found[c.path] if f[:2] not in told]
            if c.kind in KINDS:
                good = not any(FAMILIES.match(code) for code, _ in told)
                if good or args.all:
                    result.append((c, any(c.about(f) for f in new), sorted({f[0] for f in new})))
            else:
                spoke = before[c.base] if c.kind == 'ok-untouched' else new
                result.append((c, [f for f in spoke if FAMILIES.match(f[0])], ()))
    return top, result


def share(found, made):
    return f'{found:5} /{made:5}  {100 * found / made:5.1f} %' if made else '    - /    -'


def report(results, args):
    kinds, tops, missed, spoke, controls = {}, {}, [], [], 0
    for top, result in results:
        name = os.path.basename(top)
        for c, found, codes in result:
            if c.kind in KINDS:
                for table, key in ((kinds, c.kind), (tops, name)):
                    n = table.setdefault(key, [0, 0])
                    n[0] += found
                    n[1] += 1
                if not found:
                    missed.append((c.kind, name, c.path, codes, c.text))
            else:
                controls += 1
                spoke += [(c.kind, name, c.base, *f) for f in found]
        tops.setdefault(name, [0, 0])
    for title, table in (('kind', kinds), ('checkout', tops)):
        print(f'# by {title}')
        for key, (found, made) in sorted(table.items(), key=lambda kv: kv[1][0] - kv[1][1]):
            print(f'{share(found, made)}  {key}')
    print('# missed: kind, checkout, child, what else was found, text')
    for kind, name, path, codes, text in sorted(missed):
        print(kind, name, path, ','.join(codes) or '-', text.partition('\n')[2].replace('\n', '; ')[:args.width], \
                sep='\t')
    print('# controls that spoke: kind, checkout, config, rule, message')
    for line in sorted(spoke):
        print(*line[:5], sep='\t')
    found, made = (sum(n[i] for n in kinds.values()) for i in (0, 1))
    configs = len({(top, c.base) for top, result in results for c, _, _ in result if c.kind in KINDS})
    print(f'# {share(found, made)} of mistakes in {configs} configs of {len(results)} checkouts;'
          f' {len(spoke)} findings in {controls} controls,'
          f' {sum(s[0] != "ok-untouched" for s in spoke)} of them in changed ones')
    return made and 100 * found / made >= args.least and not any(s[0] != 'ok-untouched' for s in spoke)


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument('checkouts', nargs='+', metavar='CHECKOUT')
    p.add_argument('--configs', type=int, default=10, metavar='N', help='of each checkout (default: 10)')
    p.add_argument('--seed', default='1', help='which are drawn (default: 1)')
    p.add_argument('--least', type=float, default=0, metavar='PERCENT', help='exit 1 where less was found')
    p.add_argument('--all', action='store_true', \
            help='make mistakes in configs too in which something is found already')
    p.add_argument('--jobs', type=int, default=2, metavar='N', help='checkouts at once (default: 2)')
    p.add_argument('--tmp', metavar='FOLDER', help='where copies are made; of the same disk they are links')
    p.add_argument('--width', type=int, default=160, metavar='N', help='how much of a missed mistake is printed')
    args = p.parse_args()
    with concurrent.futures.ProcessPoolExecutor(args.jobs) as pool:
        results = list(pool.map(measure, args.checkouts, [args] * len(args.checkouts)))
    return 0 if report(results, args) else 1


if __name__ == '__main__':
    sys.exit(main())
