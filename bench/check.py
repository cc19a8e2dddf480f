#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Fails where cfglint takes more than 5 % more instructions than recorded, over generated trees (`make bench-check`).

    check.py [--cfglint PATH] [--renew]

Instructions (valgrind --tool=callgrind, -j1) depend on no neighbours, but on compiler, libc and machine: the figures in
bench/instructions.json are those of the machine named there. --renew writes them anew: say in the commit what changed them.
"""
import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
FIGURES = os.path.join(HERE, 'instructions.json')
MOST = 1.05
ONE = 'family/configs/detector3/net3_v5.py'
# name: arguments, and what an earlier run has left: nothing, its ANSWERS about code, its REPORT too, also where ONE was EDITED since
# FIXABLE: nothing either, and it is another project
NOTHING, ANSWERS, REPORT, EDITED, FIXABLE = range(5)
COMMANDS = {
    'version': (['--version'], NOTHING),
    'rules only': (['explain', 'DAT005'], NOTHING),
    'one config': (['-q', '--dependents', 'no', ONE], ANSWERS),
    'one config and what inherits': (['-q', ONE], ANSWERS),
    'parse 304 configs': (['--parse-only', '-q', 'family'], ANSWERS),
    'lint 304 configs': (['-q', 'family'], ANSWERS),
    'lint 304 configs, first run': (['-q', 'family'], NOTHING),
    'fix 280 of 304 configs': (['-q', '--select', 'ALL', '--unsafe-fixes', '--diff', '.'], FIXABLE),
    'show': (['show', '--format', 'jsonl', ONE], NOTHING),
    'chain and ladder': (['-q', 'chain', 'ladder'], ANSWERS),
    'one config, nothing changed': (['-q', ONE], REPORT),
    'lint 304 configs, nothing changed': (['-q', 'family'], REPORT),
    'lint 304 configs, one edited': (['-q', 'edited'], EDITED),
    'one config, edited': (['-q', ONE.replace('family', 'edited')], EDITED),
}


def machine(cfglint):
    about = subprocess.run([cfglint, 'version'], capture_output=True, text=True, check=True).stdout
    gcc = subprocess.run(['gcc', '-dumpfullversion'], capture_output=True, text=True, check=True).stdout.strip()
    return f'gcc {gcc}, {os.confstr("CS_GNU_LIBC_VERSION")}, {os.uname().machine}, {about.split(chr(10))[0]}'


def instructions(cfglint, args, cwd, env):
    argv = ['valgrind', '--tool=callgrind', '--callgrind-out-file=/dev/null', cfglint, '-j1', *args]
    if args[0] == '--version':
        argv.remove('-j1')
    p = subprocess.run(argv, cwd=cwd, env=env, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
    found = re.search(r'Collected : (\d+)', p.stderr)
    if p.returncode > 1 or not found:
        sys.exit(f'{" ".join(argv)}: status {p.returncode}\n{p.stdout}{p.stderr}')
    return int(found[1])


def measure(cfglint, name, trees):
    args, left = COMMANDS[name]
    with tempfile.TemporaryDirectory() as cache:
        env = dict(os.environ, CFGLINT_CACHE_DIR=cache, LC_ALL='C', COLUMNS='100')
        if left == FIXABLE:
            return instructions(cfglint, args, trees + '-fixable', env)
        if left:  # under valgrind, which answers are named by, too; in another width no report is used again
            instructions(cfglint, args, trees, dict(env, COLUMNS='100' if left >= REPORT else '101'))
        if left == EDITED:
            with open(os.path.join(trees, ONE.replace('family', 'edited')), 'a', encoding='utf-8') as f:
                f.write('# edited\n')
        return instructions(cfglint, args, trees, env)


def main():
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument('--cfglint', default=os.path.join(os.path.dirname(HERE), 'build', 'cfglint'))
    ap.add_argument('--renew', action='store_true')
    a = ap.parse_args()
    with tempfile.TemporaryDirectory() as top:
        trees = os.path.join(top, 'trees')
        subprocess.run([sys.executable, os.path.join(HERE, 'generate.py'), trees, 'family', 'chain', 'ladder'], check=True)
        edited = os.path.join(trees, 'edited')  # a project that says how its configs are loaded
        shutil.copytree(os.path.join(trees, 'family'), edited)
        os.mkdir(os.path.join(edited, 'tools'))
        with open(os.path.join(edited, 'tools', 'train.py'), 'w', encoding='utf-8') as f:
            f.write('from mmcv import Config\n')
        fixable = trees + '-fixable'
        shutil.copytree(os.path.join(trees, 'family'), fixable)
        for folder, _, names in os.walk(fixable):
            for name in names if os.path.basename(folder) != '_base_' else []:
                with open(os.path.join(folder, name), 'a', encoding='utf-8') as f:
                    f.write('data = dict(workers_per_gpu=0)\n')
        time.sleep(2.5)  # what changed just now isn't kept
        found = {name: measure(os.path.abspath(a.cfglint), name, trees) for name in COMMANDS}
    if a.renew:
        with open(FIGURES, 'w') as f:
            json.dump({'machine': machine(a.cfglint), 'instructions': found}, f, indent='\t')
            f.write('\n')
    with open(FIGURES) as f:
        recorded = json.load(f)
    worse = 0
    for name, n in found.items():
        before = recorded['instructions'].get(name, 0)
        bad = n > MOST * before
        worse += bad
        print(f'{"not ok" if bad else "ok"} {name}: {n / 1e6:.1f} M, {n / before:.3f} of what was recorded' if before
              else f'not ok {name}: no figure, see --renew')
    if worse and machine(a.cfglint) != recorded['machine']:
        print(f'recorded with {recorded["machine"]}; this is {machine(a.cfglint)}')
    return worse > 0


if __name__ == '__main__':
    sys.exit(main())
