#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes trees of configs that stress one thing each.

    generate.py FOLDER [children|chain|ladder|files ...]

children  10,000 configs that inherit from one base of 2,000 keys
chain     50 configs, each inherits from the next
ladder    two wide, 20 deep: each inherits from both of the next rung (2**20 paths, 40 files)
files     100,000 small files
"""
import os
import sys


def write(path, text):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, 'w') as f:
        f.write(text)


def children(top):
    write(f'{top}/base.py', ''.join(f'k{i} = dict(a={i}, b=[1, 2, 3])\n' for i in range(2000)))
    for i in range(10000):
        write(f'{top}/c{i}.py', f"_base_ = './base.py'\nk{i % 2000} = dict(a=-1)\n")


def chain(top):
    for i in range(50):
        base = f"_base_ = './c{i + 1}.py'\n" if i < 49 else ''
        write(f'{top}/c{i}.py', f'{base}d = dict(k{i}=1)\n')


def ladder(top):
    for i in range(20):
        for side in 'ab':
            write(f'{top}/{side}{i}.py', f"_base_ = ['./a{i + 1}.py', './b{i + 1}.py']\n" if i < 19 else '')


def files(top):
    for i in range(100000):
        write(f'{top}/d{i // 1000}/c{i}.py', f'_base_ = []\nmodel = dict(type="M{i}", depth={i % 100}, stages=[1, 2, 3])\n')


def main():
    kinds = {f.__name__: f for f in (children, chain, ladder, files)}
    for name in sys.argv[2:] or kinds:
        kinds[name](os.path.join(sys.argv[1], name, 'configs'))


if __name__ == '__main__':
    main()
