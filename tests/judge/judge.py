#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Rewrites of real repositories, judged by the frameworks' own loaders.

    judge.py fix|variants --loader mmcv|mmengine --sources DIR --addict DIR [--mistakes N] [--seed N] [--sample N] FOLDER...

Each folder is copied. `fix` repairs the copy with all fixes (unsafe ones and those of bases too), first as it is, then with N mistakes
injected (properties.py has them); `variants` writes variants of all its configs, or of a sample. The real Config.fromfile (load.py) reads
every config before and after. What differs must be what the JSON tells, key by key and file by file, both ways; a second run has nothing to do. Prints the counts, and each
deviation; exits with 1 when there is one.
"""
import argparse
import collections
import json
import os
import pickle
import random
import re
import shutil
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
from properties import CFGLINT, changed, files_of, inject, text_problems  # noqa: E402

MACHINE = ['--gpus', '8', '--cores', '64', '--gpu-mem', '24', '--isolated', '--no-cache']
MISSING = object()
WRITTEN = ('.py', '.json', '.yaml', '.yml', '.sh', '.bash', '.slurm', '.sbatch')  # what fixes edit
PROFILES = f'{HERE}/../../rules/profiles'


def of_scripts(profile):
    with open(f'{PROFILES}/{profile}', encoding='utf-8') as f:
        return '\nsteps:' in f.read()


def real_configs(o, top, paths):
    """{path: effective config, or the loader's error as text}"""
    out = f'{tempfile.mkdtemp(prefix="cfglint-judge-")}/loaded'
    subprocess.run([sys.executable, f'{HERE}/load.py', o.loader, o.sources, o.addict, out], cwd=top, check=True, text=True,
                   input='\n'.join(paths), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    with open(out, 'rb') as f:
        loaded = pickle.load(f)
    shutil.rmtree(os.path.dirname(out))
    return loaded


def differences(x, y, path=()):
    """Paths of the values that differ; where a container is new or gone, of what it holds."""
    if isinstance(x, dict) and isinstance(y, dict):
        for k in {**x, **y}:
            yield from differences(x.get(k, MISSING), y.get(k, MISSING), path + (str(k),))
    elif isinstance(x, (list, tuple)) and type(x) is type(y) and len(x) == len(y):
        for i, (a, b) in enumerate(zip(x, y)):
            yield from differences(a, b, path + (str(i),))
    elif isinstance(x, dict) and x and y is MISSING:
        yield from differences(x, {}, path)
    elif isinstance(y, dict) and y and x is MISSING:
        yield from differences({}, y, path)
    elif x is MISSING or y is MISSING or type(x) is not type(y) or x != y:
        yield path


def get(v, path):
    """What stands at a dotted path; keys may hold dots, and numbers count elements."""
    if not path:
        return v
    if isinstance(v, dict):
        for n in range(1, len(path) + 1):
            key = '.'.join(path[:n])
            for k in v:
                if str(k) == key:
                    return get(v[k], path[n:])
    if isinstance(v, (list, tuple)) and path[0].isdigit() and int(path[0]) < len(v):
        return get(v[int(path[0])], path[1:])
    return MISSING


def dotted(key):
    """`steps[1].lr` as the paths here are written: steps.1.lr"""
    return re.sub(r'\[(\d+)\]', r'.\1', key)


def covers(told, path):
    """Whether a told key speaks of this path: it is that, holds it, or (elements of a list that grew or shrank) is held by it."""
    told, path = told.split('.'), '.'.join(path).split('.')
    n = min(len(told), len(path))
    return told[:n] == path[:n]


def as_json(v):
    if isinstance(v, dict):
        return {str(k): as_json(x) for k, x in v.items()}
    if isinstance(v, (list, tuple)):
        return [as_json(x) for x in v]
    return v


def run(top, *args):
    done = subprocess.run([CFGLINT, *args, *MACHINE], cwd=top, capture_output=True, text=True, errors='replace')
    if done.returncode not in (0, 1, 2):
        sys.exit(f'{args}: status {done.returncode}\n{done.stderr}')
    return done


class Judge:
    def __init__(self, o, name):
        self.o, self.name, self.counts, self.problems = o, name, collections.Counter(), []

    def problem(self, kind, text):
        self.counts[kind] += 1
        self.problems.append(f'{kind}: {text}')

    def promised(self, p, now, others):
        """One promise of one config against the config that the loader gave."""
        if isinstance(now, str):
            self.counts['promises of configs that do not load'] += 1
            return
        got = get(now, p['key'].split('.'))
        self.counts['promises'] += 1
        if p.get('absent'):
            right = got is MISSING
        elif p.get('merged'):
            right = isinstance(got, dict) and all(got.get(k) == v or isinstance(v, dict) for k, v in p['value'].items())
        else:  # another fix may have changed what it holds since, and told that
            right = got is not MISSING and all(any(covers(k, (p['key'], *path)) for k in others) for path in differences(p['value'], as_json(got)))
        if not right:
            self.problem('untrue', f'{p["config"]}: {p["key"]} should be {p.get("value", "absent")}, is {"absent" if got is MISSING else got}')

    def fix(self, top):
        configs = sorted(p for p in files_of(top, ('.py', '.json', '.yaml', '.yml')) if self.is_config(p))
        before, was = files_of(top, WRITTEN), real_configs(self.o, top, configs)
        fix = ['--select', 'ALL', '--unsafe-fixes', '--edit-bases', '--output-format', 'json', '.']
        planned = json.loads(run(top, *fix).stdout)
        fix += ['--fix']
        said = run(top, *fix)
        after, now = files_of(top, WRITTEN), real_configs(self.o, top, configs)
        rows = [r for r in json.loads(said.stdout) if r.get('fixed')]
        promises = [{**p, 'key': dotted(p['key'])} for r in rows for p in r['fix']['promises']]
        told = {f for p in promises for f in p['edited']} | {f for r in rows for f in r['fix'].get('edited', [])}
        edited = set(changed(before, after))
        self.counts.update(configs=len(configs), fixes=len(rows), files=len(edited), loaded=sum(not isinstance(v, str) for v in was.values()))
        run(top, *fix)
        for f in changed(after, files_of(top, WRITTEN)):
            self.problem('edited by a second run', f)
        for path in edited:
            for text in text_problems(path, before[path], after[path]):
                self.problem('text', text)
        for f in edited ^ told:
            self.problem('untold file' if f in edited else 'file told, not edited', f)
        keys = collections.defaultdict(set)
        for p in promises:
            for c in {p['config'], *p['edited']}:  # a base that is edited for a config has the key, too
                keys[c].add(p['key'])
        for r in rows:
            for i in r['fix']['inherited']:
                keys[i['config']].update(map(dotted, i['keys']))
        for i, p in enumerate(promises):
            if not any(q['config'] == p['config'] and covers(q['key'], tuple(p['key'].split('.'))) for q in promises[i + 1:]):
                self.promised(p, now.get(p['config'], 'not asked'), keys[p['config']] - {p['key']})
        self.other_bytes(planned, rows, before, after)
        notes = ' '.join(r['note'] or '' for r in rows)
        variables = set(re.findall(r'\w+', notes))
        for c in configs:
            if isinstance(was[c], str) or isinstance(now[c], str):
                if was[c] != now[c] and isinstance(now[c], str):
                    self.problem('loads no more', f'{c}: {now[c]}')
                continue
            for path in differences(was[c], now[c]):
                self.counts['changed keys'] += 1
                if not any(covers(k, path) for k in keys[c]) and path[0] not in variables:
                    self.problem('untold key', f'{c}: {".".join(path)}')

    def other_bytes(self, planned, rows, before, after):
        """A file that one finding edits: the planned edits made by hand give the same bytes."""
        edits, edited = collections.defaultdict(list), collections.Counter()
        for r in planned:
            for x in r['fix']['edits'] if r.get('fix') else ():
                edits[x['filename']].append((r['code'], x))
        for r in rows:
            edited.update({f for p in r['fix']['promises'] for f in p['edited']} | set(r['fix'].get('edited', ())))
        for f, all_of_it in edits.items():
            if edited[f] != 1 or len({code for code, _ in all_of_it}) != 1 or not any(r['code'] == all_of_it[0][0] and r['filename'] == f for r in rows):
                continue
            want = before[f]
            for _, x in sorted(all_of_it, key=lambda e: e[1]['byte_range']['start'], reverse=True):
                want = want[:x['byte_range']['start']] + x['content'].encode() + want[x['byte_range']['end']:]
            self.counts['files compared byte by byte'] += 1
            if want != after[f]:
                self.problem('other bytes', f)

    def is_config(self, path):
        return 'configs/' in path or path.startswith('configs')

    def variants(self, top):
        rng = random.Random(self.o.seed)
        configs = [p for p in sorted(files_of(top, ('.py',))) if self.is_config(p) and '_base_/' not in p]
        configs = sorted(rng.sample(configs, min(self.o.sample or len(configs), len(configs))))
        for profile in self.o.profiles.split(','):
            self.profile(top, profile, configs)

    def profile(self, top, profile, configs):
        rows = [json.loads(line) for line in run(top, 'variant', '--explain', '--format', 'jsonl', profile, *configs).stdout.splitlines()]
        for c in (c for r in rows for c in r['changes']):
            c['key'] = dotted(c['key'])
        before = files_of(top)
        run(top, 'variant', profile, *configs)
        new = set(changed(before, files_of(top)))
        told = {r['variant']: r for r in rows if r['result'] == 'variant'}
        self.counts[f'{profile}: variants'] = len(told)
        self.counts[f'{profile}: refused'] = sum(r['result'] == 'refused' for r in rows)
        self.counts[f'{profile}: nothing'] = sum(r['result'] == 'nothing' for r in rows)
        for f in new ^ set(told):
            self.problem('untold file' if f in new else 'file told, not written', f)
        loaded = real_configs(self.o, top, sorted(new | {told[f]['path'] for f in told}))
        for f in sorted(new & set(told)):
            self.variant(told[f], loaded[told[f]['path']], loaded[f])
        for f in new:
            os.remove(f'{top}/{f}')

    def variant(self, row, was, now):
        if isinstance(was, str) or isinstance(now, str):
            self.counts['sources that do not load'] += 1
            if not isinstance(was, str):
                self.problem('variant does not load', f'{row["variant"]}: {now}')
            return
        for c in row['changes']:
            self.counts['changes'] += 1
            got = get(now, c['key'].split('.'))
            if as_json(None if got is MISSING else got) != c['new']:
                self.problem('untrue', f'{row["variant"]}: {c["key"]} should be {c["new"]}, is {"absent" if got is MISSING else got}')
        for path in differences(was, now):
            if not any(covers(c['key'], path) for c in row['changes']):
                self.problem('untold key', f'{row["variant"]}: {".".join(path)} {get(was, path)} -> {get(now, path)}')

    def report(self):
        print(f'{self.name}: ' + ', '.join(f'{n} {k}' for k, n in self.counts.items()), flush=True)
        for text in self.problems[:self.o.show]:
            print('   ', text)
        return bool(self.problems)


def copy_of(folder):
    top = f'{tempfile.mkdtemp(prefix="cfglint-judge-")}/{os.path.basename(os.path.abspath(folder))}'
    shutil.copytree(folder, top, symlinks=True, ignore=shutil.ignore_patterns('.git'))
    subprocess.run(['git', 'init', '-q', top], check=True)
    return top


def main():
    args = argparse.ArgumentParser()
    args.add_argument('what', choices=['fix', 'variants'])
    args.add_argument('folders', nargs='+')
    args.add_argument('--loader', choices=['mmcv', 'mmengine'], required=True)
    args.add_argument('--sources', required=True)
    args.add_argument('--addict', required=True)
    args.add_argument('--mistakes', type=int, default=100)
    args.add_argument('--profiles', default=','.join(p[:-5] for p in sorted(os.listdir(PROFILES)) if p[0] != '_' and not of_scripts(p)))
    args.add_argument('--sample', type=int)
    args.add_argument('--seed', type=int, default=1)
    args.add_argument('--show', type=int, default=20)
    o = args.parse_intermixed_args()
    failed = False
    for folder in o.folders:
        for mistakes in (0, o.mistakes) if o.what == 'fix' else (0,):
            top = copy_of(folder)
            judge = Judge(o, os.path.basename(top) + (f' + {mistakes} mistakes' if mistakes else ''))
            if mistakes:
                inject(random.Random(o.seed), top, [p for p in sorted(files_of(top, ('.py',))) if judge.is_config(p)], mistakes)
            getattr(judge, o.what)(top)
            failed |= judge.report()
            shutil.rmtree(os.path.dirname(top))
    return failed


if __name__ == '__main__':
    sys.exit(main())
