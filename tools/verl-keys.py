#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Which keys the configs of verl's trainers have, release by release.

    tools/verl-keys.py GITDIR OUT

writes OUT/verl.yaml (in the repository: rules/schemas) from a clone of volcengine/verl, in the form that
tools/argument-schemas.py describes. A key with dots stands in a section. Since 0.5.0 the config is composed of several
files, and verl keeps the result beside them: that is what is read. Of post releases the last one stands for its release.
"""
import re
import subprocess
import sys

import yaml

TRAINERS = {'verl.trainer.main_ppo': ['_generated_ppo_trainer.yaml', 'ppo_trainer.yaml']}
FOLDER = 'verl/trainer/config/'
TAG = re.compile(r'v(\d+)\.(\d+)(?:\.(\d+))?(?:\.post(\d+))?$')


def git(folder, *words):
    p = subprocess.run(['git', '-C', folder, *words], capture_output=True, text=True)
    return p.stdout if p.returncode == 0 else None


def releases(folder):
    """{version: tag}, oldest first"""
    found = {}
    for tag in git(folder, 'tag').split():
        m = TAG.match(tag)
        if m:
            version = int(m[1]), int(m[2]), int(m[3] or 0)
            found[version] = max(found.get(version, (-1, '')), (int(m[4] or 0), tag))
    return {'.'.join(map(str, v)): found[v][1] for v in sorted(found)}


def kind(value):
    """type and default"""
    name = {bool: 'bool', int: 'int', float: 'float', str: 'str', list: 'list', dict: 'dict'}.get(type(value), 'any')
    text = str(value)
    return name, text if re.fullmatch(r'[\w./~+-]{1,40}', text) and not isinstance(value, (dict, list)) else '?'


def keys(node, prefix=''):
    for key, value in node.items():
        yield prefix + str(key), kind(value)
        if isinstance(value, dict):
            yield from keys(value, f'{prefix}{key}.')


def config(folder, tag, names):
    """{key: (type, default)} of the first of the files; None: none is there, or it is composed of others"""
    for name in names:
        text = git(folder, 'show', f'{tag}:{FOLDER}{name}')
        if text is not None:
            tree = yaml.safe_load(text)
            return None if 'defaults' in tree else dict(keys(tree))
    return None


def rows(tables, versions):
    """the rows of each key, one for each type and default in a row of versions"""
    out = []
    for key in sorted({k for t in tables.values() for k in t}):
        runs = []
        for i, version in enumerate(versions):
            now = tables[version].get(key)
            if runs and now is not None and runs[-1][2] == now and runs[-1][1] == i - 1:
                runs[-1][1] = i
            elif now is not None:
                runs.append([i, i, now])
        for first, last, (name, default) in runs:
            end = '' if last == len(versions) - 1 else versions[last]
            out.append(f'    - {key} {versions[first]}-{end} {name} {default}')
    return out


def main(folder, out):
    known = releases(folder)
    lines = ['# Which keys the configs of verl\'s trainers have, release by release. Made by tools/verl-keys.py;',
             '# tools/argument-schemas.py --help says how to read a row.', 'package: verl',
             'made: ' + git(folder, 'log', '-1', '--format=%cs', list(known.values())[-1]).strip()]
    text = 'versions: [' + ', '.join(known) + ']'
    lines += [text, 'classes:']
    for name, files in sorted(TRAINERS.items()):
        tables = {v: config(folder, tag, files) for v, tag in known.items()}
        if all(t is not None for t in tables.values()):
            lines += [f'  {name}:', '    arguments:', *rows(tables, list(known))]
    with open(f'{out}/verl.yaml', 'w', encoding='utf-8') as f:
        f.write('\n'.join(lines) + '\n')


if __name__ == '__main__':
    if len(sys.argv) != 3 or sys.argv[1].startswith('-'):
        sys.exit(__doc__)
    main(*sys.argv[1:])
